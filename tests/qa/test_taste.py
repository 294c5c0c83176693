"""A taste run is asked for: its limits, its price, and a wallet that is too short."""

from collections.abc import Callable

import pytest

from marketplace.models import Switch
from qa.models import TasteRun
from tests.api import Api
from tests.factories.market import given_funded_agent, given_money, untouched
from tests.factories.taste import KEY, RUN, Panel, given_panel, later, looks
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], object]


# ------------------------------------------------------------------ create


def test_a_run_is_paid_by_the_wallet_and_goes_live_at_once(new_events: Callable[[], list[str]]) -> None:
    agent = given_funded_agent(2000)
    answer = agent.post("/api/v1/taste/runs", RUN, **KEY)

    run = answer["run"]
    assert (answer.status, run["status"], run["respondentCount"], run["acceptedCount"]) == (200, "open", 2, 0)
    assert {name: run[name] for name in ("title", "question", "artifacts", "payPerRespondentCents")} == {
        name: RUN[name] for name in ("title", "question", "artifacts", "payPerRespondentCents")
    }
    assert (run["reservedCents"], run["spentCents"], run["refundedCents"]) == (1180, 0, 0)
    assert (run["report"], run["reportUrl"]) == (None, None)
    assert books.balance(books.wallet(agent.account.pk)) == 820
    listed = Api().get(f"/api/bounties/{run['bountyId']}")["bounty"]
    assert (listed["status"], listed["spotsAvailable"], listed["price"]) == ("open", 2, 5)
    assert "example.com" not in listed["description"]
    assert "run.status_changed" in new_events()


def test_the_same_key_is_the_same_run() -> None:
    agent = given_funded_agent()
    first = agent.post("/api/v1/taste/runs", RUN, **KEY)
    again = agent.post("/api/v1/taste/runs", RUN, **KEY)
    other = agent.post("/api/v1/taste/runs", RUN | {"respondentCount": 3}, **KEY)

    assert (again.status, again["run"]["id"], again.headers["Idempotency-Replayed"]) == (
        200,
        first["run"]["id"],
        "true",
    )
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert TasteRun.objects.count() == 1


@pytest.mark.parametrize("key", [None, "short", "x" * 129])
def test_a_key_of_8_to_128_characters_is_required(key: str | None) -> None:
    agent = given_funded_agent()
    with untouched():
        refused = agent.post("/api/v1/taste/runs", RUN, **({"Idempotency-Key": key} if key else {}))
    assert (refused.status, refused.code) == (400, "validation_error" if key else "idempotency_key_required")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("question", "Why?"), ("question", "x" * 2001), ("title", "Hm"), ("title", "x" * 121)),
        *(("respondentCount", 0), ("respondentCount", 101), ("payPerRespondentCents", 49)),
        *(("payPerRespondentCents", 200_001), ("payPerRespondentCents", "500"), ("artifacts", RUN["artifacts"][:1])),
        ("artifacts", [{"label": f"L{n}", "url": "https://example.com"} for n in range(7)]),
        ("artifacts", [{"label": "Blue", "url": "https://a.com"}, {"label": "blue", "url": "https://b.com"}]),
        ("artifacts", [{"label": "Blue", "url": "http://127.0.0.1/x"}, RUN["artifacts"][1]]),
        ("artifacts", [{"label": "Blue", "url": "file:///etc/passwd"}, RUN["artifacts"][1]]),
        *(("targetCategories", ["cooking"]), ("allowedCountries", []), ("allowedCountries", ["XX"])),
        *(("allowedGenders", ["robot"]), ("identityRequired", "yes"), ("allowedCountries", "PT")),
    ],
)
def test_a_field_out_of_its_limits_is_named_and_nothing_is_stored(field: str, value: object) -> None:
    agent = given_funded_agent()
    with untouched():
        refused = agent.post("/api/v1/taste/runs", RUN | {field: value}, **KEY)
    assert (refused.status, refused.code) == (400, "validation_error")
    assert [name.partition(".")[0] for name in refused["fields"]] == [field]


def test_the_pool_is_at_most_10_000_dollars_of_pay() -> None:
    agent = given_funded_agent()
    with untouched():
        refused = agent.post(
            "/api/v1/taste/runs", RUN | {"respondentCount": 11, "payPerRespondentCents": 100_000}, **KEY
        )
    assert (refused.status, refused.code) == (400, "pool_too_large")


def test_a_cap_keeps_nothing() -> None:
    agent = given_funded_agent()
    assert agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1000}).status == 200
    with untouched(besides=Event):
        refused = agent.post("/api/v1/taste/runs", RUN, **KEY)
    assert (refused.status, refused.code) == (403, "spending_cap_exceeded")


def test_a_product_that_is_switched_off_starts_nothing() -> None:
    agent = given_funded_agent()
    Switch.objects.update_or_create(pk="taste", defaults={"is_on": False})
    with untouched():
        refused = agent.post("/api/v1/taste/runs", RUN, **KEY)
    assert (refused.status, refused.code) == (503, "product_unavailable")


# ------------------------------------------------------------------ the wallet is short


def test_a_run_without_money_is_kept_and_starts_by_itself_once_there_is_some(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(1000)
    short = agent.post("/api/v1/taste/runs", RUN, **KEY)
    again = agent.post("/api/v1/taste/runs", RUN, **KEY)

    for answer in (short, again):
        assert (answer.status, answer.code) == (402, "insufficient_wallet_balance")
        assert (answer["requiredCents"], answer["balanceCents"], answer["shortfallCents"]) == (1180, 1000, 180)
        assert answer["requestId"]
    panel = Panel(agent, short["runId"])
    assert again["runId"] == panel.run_id and again.headers["Idempotency-Replayed"] == "true"
    assert (panel.read()["status"], panel.read()["reservedCents"]) == ("pending_funding", 0)
    looks()
    assert panel.read()["status"] == "pending_funding"

    given_money(agent, 180)
    later(0.1)

    assert (panel.read()["status"], panel.read()["reservedCents"]) == ("open", 1180)
    assert panel.read()["endsAt"] == "2026-11-24T10:06:00.000Z"


def test_the_same_key_resumes_a_run_that_waited(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(1000)
    given_money(panel.agent, 500)

    resumed = panel.agent.post("/api/v1/taste/runs", RUN, **KEY)

    assert (resumed.status, resumed["run"]["status"], resumed["run"]["id"]) == (200, "open", panel.run_id)
    assert TasteRun.objects.count() == 1


def test_nobody_paid_for_seven_days(at: At, new_events: Callable[[], list[str]]) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(1000)
    later(24 * 7)

    run = panel.read()
    assert (run["status"], run["endReason"], run["reservedCents"]) == ("expired", "not_funded_in_time", 0)
    assert panel.agent.post("/api/v1/taste/runs", RUN, **KEY)["run"]["status"] == "expired"
    assert books.balance(books.wallet(panel.agent.account.pk)) == 1000
