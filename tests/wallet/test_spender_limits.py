"""The leash of one API key: its own caps, categories, countries and scopes, beside those of the account."""

from typing import Any

import pytest
from django.db import transaction

from bounties.models import Bounty
from marketplace.core.actor import Actor
from marketplace.models import ApiKey, Call, Connector, Mail
from marketplace.ports import account_data
from marketplace.selectors import account_data as own
from marketplace.services import erasing, keys, oauth
from tests.api import Answer, Api
from tests.factories.accounts import given_connection, session_token
from tests.factories.market import given_funded_agent, untouched
from wallet import ledger as books
from wallet.errors import SpendingCapExceeded
from wallet.models import Approval, Checkout, Controls, SpenderLimits
from wallet.models.ledger import LedgerMove
from wallet.services import checkouts, controls, spender_limits, spending
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}  # 5.90


def owner_of(agent: Api) -> Api:
    return Api(agent.account, {"X-Session-Token": session_token(agent.account)})


def given_key(agent: Api, name: str = "second") -> tuple[Api, ApiKey]:
    """Another key of the same account."""
    key, raw = keys.issue(agent.account, name)
    return Api(agent.account, {"X-API-Key": raw}), key


def given_limits(agent: Api, key: ApiKey, **limits: Any) -> Answer:
    answer = owner_of(agent).patch(f"/api/keys/{key.public_id}/limits", limits)
    assert answer.status == 200, answer.body
    return answer


@pytest.mark.parametrize("cap", ["24h", "7d", "30d"])
def test_a_key_spends_up_to_its_own_cap_and_another_goes_on(cap: str) -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    given_limits(agent, key, **{f"spendingCapRolling{cap}Cents": 1000})
    assert first.post("/api/bounties", TASK).status == 200

    with untouched():
        refused = first.post("/api/bounties", TASK)

    assert (refused.status, refused.code) == (403, "spending_cap_exceeded")
    told = {name: refused[name] for name in ("cap", "spenderId", "attemptedCents", "capCents", "spentCents")}
    assert told == {
        "cap": f"key_rolling_{cap}",
        "spenderId": key.public_id,
        "attemptedCents": 590,
        "capCents": 1000,
        "spentCents": 590,
    }
    assert refused["resetsAt"] is not None
    assert "the cap of this key is 10.00 USD" in refused["error"] and "/limits" not in refused["error"]
    assert agent.post("/api/bounties", TASK).status == 200


def test_the_window_of_a_key_rolls(at: Any) -> None:
    at("2026-03-02T09:00:00Z")
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling24hCents=1000)
    assert first.post("/api/bounties", TASK).status == 200
    refused = first.post("/api/bounties", TASK)
    assert refused["resetsAt"].startswith("2026-03-03T09:00:00")

    at("2026-03-03T09:00:01Z")

    assert first.post("/api/bounties", TASK).status == 200


def test_a_cap_per_bounty_counts_what_the_key_itself_put_in_also_when_seats_are_added() -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    bounty = agent.post("/api/bounties", TASK | {"spotsAvailable": 5})["bountyId"]  # 29.50, by the other key
    given_limits(agent, key, spendingCapPerBountyCents=1200)
    more = {"walletImpactAcknowledged": True, "spotsAvailable": 7, "walletImpactCents": 1180}
    assert first.patch(f"/api/bounties/{bounty}", more).status == 200

    with untouched():
        refused = first.patch(f"/api/bounties/{bounty}", more | {"spotsAvailable": 8, "walletImpactCents": 590})

    assert (refused.code, refused["cap"], refused["spentCents"]) == ("spending_cap_exceeded", "key_per_bounty", 1180)


def test_the_cap_of_the_account_holds_beside_that_of_the_key() -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling24hCents=5000)
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 600})
    assert agent.post("/api/bounties", TASK).status == 200

    with untouched():
        refused = first.post("/api/bounties", TASK)

    assert (refused.code, refused["cap"], "spenderId" in refused.body) == (
        "spending_cap_exceeded",
        "rolling_24h",
        False,
    )


@pytest.mark.parametrize(
    ("own", "account", "named"),
    [
        ({"Rolling24h": 5000}, {"Rolling24h": 1200, "Rolling7d": 1000}, ("rolling_7d", 1000, False)),
        ({"Rolling24h": 1000}, {"Rolling24h": 1100}, ("key_rolling_24h", 1000, True)),
        ({"Rolling24h": 1100}, {"Rolling24h": 1000}, ("rolling_24h", 1000, False)),
        ({"PerBounty": 580}, {"Rolling7d": 1000}, ("rolling_7d", 1000, False)),
        ({"PerBounty": 300}, {"Rolling7d": 1000}, ("key_per_bounty", 300, True)),
        ({"Rolling7d": 1000}, {"Rolling24h": 1000}, ("key_rolling_7d", 1000, True)),
        ({"PerBounty": 410}, {"Rolling24h": 1000}, ("key_per_bounty", 410, True)),
    ],
    ids=["longer", "key", "account", "little-left", "per-bounty", "equal-waits-longer", "equal-never"],
)
def test_a_refusal_names_the_cap_that_leaves_the_least(
    own: dict[str, int], account: dict[str, int], named: tuple[str, int, bool]
) -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    assert first.post("/api/bounties", TASK).status == 200  # 5.90
    given_limits(agent, key, **{_cap(name): cents for name, cents in own.items()})
    agent.patch("/api/wallet/controls", {_cap(name): cents for name, cents in account.items()})

    with untouched(besides=Event):
        refused = first.post("/api/bounties", TASK)

    assert (refused.code, refused["cap"], refused["capCents"], "spenderId" in refused.body) == (
        "spending_cap_exceeded",
        *named,
    )
    assert (refused["resetsAt"] is None) == ("PerBounty" in own), "when none of them refuses any more"
    foretold = first.post("/api/bounties", TASK | {"dryRun": True})
    assert foretold["warnings"] == [f"{refused.code}: {refused['error']}"]


def _cap(name: str) -> str:
    return f"spendingCap{name}Cents"


def test_the_ledger_names_who_spent() -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    first.post("/api/bounties", TASK)
    owner_of(agent).post("/api/bounties", TASK)

    spent = LedgerMove.objects.filter(transaction__kind="fund").order_by("id").values_list("spender", flat=True)

    assert list(spent) == [f"key:{key.pk}", "session"]
    assert set(LedgerMove.objects.filter(transaction__kind="deposit").values_list("spender", flat=True)) == {None}


def test_an_account_without_limits_is_not_asked_for_them_and_a_limited_one_once(
    django_assert_num_queries: Any,
) -> None:
    agent = given_funded_agent(100_000)
    _, key = given_key(agent)
    by = Actor(account=agent.account, via="key", key=key)
    row = controls.lock_controls(agent.account.pk)
    with django_assert_num_queries(0):
        spender_limits.check_caps(row, by, [])
    given_limits(agent, key, scopes=["hire"])
    row.refresh_from_db()
    with django_assert_num_queries(1):
        spender_limits.check_caps(row, by, [])


def test_a_part_that_a_page_pays_does_not_count_but_the_wallet_s_own_part_does() -> None:
    agent = given_funded_agent(300)
    first, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling24hCents=250)
    with untouched():
        assert first.post("/api/bounties", TASK)["cap"] == "key_rolling_24h"  # 2.90 by page, 3.00 by the wallet
    given_limits(agent, key, spendingCapRolling24hCents=300)
    waits = first.post("/api/bounties", TASK)
    assert waits["bounty"]["status"] == "pending_deposit"

    page = Checkout.objects.get(status="open")
    checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)
    checkouts.settle(page.pk)

    move = LedgerMove.objects.get(transaction__kind="fund")
    assert (move.cents, move.capped_cents, move.spender) == (590, 300, f"key:{key.pk}")
    assert first.get("/api/wallet/headroom")["headroom"]["caps"] == [
        {"cap": "key_rolling_24h", "capCents": 300, "spentCents": 300, "leftCents": 0}
    ]


def test_headroom_shows_a_key_its_own_caps_after_the_account_s_and_which_one_binds() -> None:
    agent = given_funded_agent(5000)
    first, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling7dCents=700, categories=["labor-gigs"], scopes=["hire"])
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 2000})

    found = first.get("/api/wallet/headroom")["headroom"]
    assert (found["spendableCents"], found["boundBy"]) == (700, "key_rolling_7d")
    assert [cap["cap"] for cap in found["caps"]] == ["rolling_24h", "key_rolling_7d"]
    assert (found["allowedScopes"], found["allowedCategories"], found["allowedCountries"]) == (
        ["hire"],
        ["labor-gigs"],
        None,
    )
    other = agent.get("/api/wallet/headroom")["headroom"]
    assert (other["spendableCents"], other["boundBy"], other["allowedScopes"]) == (2000, "rolling_24h", None)


# ------------------------------------------------------------------ setting them


def test_limits_are_set_by_the_owner_signed_in_and_read_by_the_key_itself() -> None:
    agent = given_funded_agent(100)
    first, key = given_key(agent)
    path = f"/api/keys/{key.public_id}/limits"
    none = dict.fromkeys(first.get(path)["limits"])
    assert first.get(path)["limits"] == none

    stranger = owner_of(given_funded_agent(100))
    with untouched():
        assert first.patch(path, {"scopes": None}).code == "session_required"
        assert owner_of(agent).patch(path, {"spendingCapRolling1hCents": 5}).code == "validation_error"
        assert owner_of(agent).patch(path, {"scopes": ["everything"]}).code == "validation_error"
        assert owner_of(agent).patch(path, {"countries": ["Atlantis"]}).code == "validation_error"
        assert stranger.patch(path, {"scopes": []}).status == 404

    changed = given_limits(agent, key, spendingCapPerBountyCents=500, countries=["Portugal"], scopes=["hire"])
    assert (
        first.get(path)["limits"]
        == changed["limits"]
        == none
        | {
            "spendingCapPerBountyCents": 500,
            "countries": ["PT"],
            "scopes": ["hire"],
        }
    )


def test_a_change_is_told_once_and_one_that_changes_nothing_is_not() -> None:
    agent = given_funded_agent(100)
    _, key = given_key(agent, "night shift")
    first = owner_of(agent).patch(f"/api/keys/{key.public_id}/limits", {"scopes": ["hire"]}, Idempotency_Key="k")
    again = owner_of(agent).patch(f"/api/keys/{key.public_id}/limits", {"scopes": ["hire"]}, Idempotency_Key="k")
    given_limits(agent, key, scopes=["hire"])

    assert (first.body, again.headers["Idempotency-Replayed"]) == (again.body, "true")
    told = Event.objects.get(account_id=agent.account.pk, type="wallet.limits_changed")
    assert (told.data["spenderId"], told.data["limits"]["scopes"]) == (key.public_id, ["hire"])
    mail = Mail.objects.get(to=agent.account.email)
    assert (mail.subject.split(": ")[1], "night shift" in mail.text) == ("limits were changed", True)
    assert "Allowed: hire, was everything" in mail.text
    notes = {line.note for line in Call.objects.filter(operation="setKeyLimits")}
    assert notes == {"Allowed: hire, was everything", ""}, "the second time nothing was changed"


def test_lowering_a_limit_touches_nothing_that_is_funded() -> None:
    agent = given_funded_agent(5000)
    first, key = given_key(agent)
    assert first.post("/api/bounties", TASK).status == 200
    bounty = Bounty.objects.get()

    given_limits(agent, key, spendingCapRolling24hCents=1, scopes=[], categories=[], countries=[])

    assert (Bounty.objects.get().status, books.balance(books.pool(bounty.pool_id))) == ("open", 590)


def test_a_limited_key_makes_no_key_to_get_round_its_limits() -> None:
    agent = given_funded_agent(100)
    first, key = given_key(agent)
    assert first.post("/api/keys", {"name": "third"}).status == 200
    given_limits(agent, key, spendingCapRolling30dCents=0)

    with untouched():
        assert first.post("/api/keys", {"name": "fourth"}).code == "limited_credential"
    given_limits(agent, key, spendingCapRolling30dCents=None)
    assert first.post("/api/keys", {"name": "fourth"}).status == 200
    assert (SpenderLimits.objects.count(), Controls.objects.get(pk=agent.account.pk).has_spender_limits) == (1, True)


def test_a_key_with_an_amount_of_its_own_asks_above_it_and_the_smaller_amount_holds() -> None:
    agent = given_funded_agent(100_000)
    first, key = given_key(agent)
    given_limits(agent, key, askAboveCents=500)

    with untouched(besides=(Approval, Event, Mail)):
        asked = first.post("/api/bounties", TASK, Idempotency_Key="k1")

    assert (asked.status, asked["status"], asked["cents"]) == (202, "pending", 590)
    assert agent.post("/api/bounties", TASK).status == 200, "another key asks for nothing"
    told = first.get("/api/wallet/headroom"), agent.get("/api/wallet/headroom")
    assert [answer["headroom"]["asksAboveCents"] for answer in told] == [500, None]
    Controls.objects.filter(account=agent.account).update(ask_above_cents=100)
    assert first.get("/api/wallet/headroom")["headroom"]["asksAboveCents"] == 100
    owner = owner_of(agent)
    assert owner.post(f"/api/approvals/{asked['approvalId']}", {"decision": "approve"}).status == 200
    assert first.post("/api/bounties", TASK, Idempotency_Key="k1").status == 200


def test_limits_go_along_in_a_copy_of_one_s_data_and_end_with_the_account() -> None:
    agent = given_funded_agent(100)
    _, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling7dCents=1, scopes=["pay"])
    given_connection(agent.account)

    parts = [own.parts, *(part.parts for part in account_data.all())]
    copied = {name: list(rows) for of_app in parts for name, rows in of_app(agent.account)}
    (limits,) = copied["limits_of_keys_and_programs"]
    assert (limits["keyId"], limits["connectorId"], limits["spendingCapRolling7dCents"]) == (key.public_id, None, 1)
    assert [row["name"] for row in copied["programs"]] == ["Connector"]
    erasing.erase(agent.account, [])
    oauth.end_all(agent.account.pk)

    assert SpenderLimits.objects.count() == 0
    assert list(Connector.objects.values_list("name", "application")) == [("", None)]


def test_a_revoked_key_s_limits_still_hold_for_what_it_started() -> None:
    agent = given_funded_agent(5000)
    _, key = given_key(agent)
    given_limits(agent, key, spendingCapRolling24hCents=100)
    assert agent.delete(f"/api/keys/{key.public_id}").status == 200

    with pytest.raises(SpendingCapExceeded), transaction.atomic():
        spending.spend(
            account_id=agent.account.pk,
            by=Actor.system(f"key:{key.pk}"),
            key="later",
            kind="fund",
            moves=[books.Move(books.wallet(agent.account.pk), books.TRANSIT, 101)],
        )
