"""Caps bound what an agent takes out of its wallet, exactly and under concurrency; the low-balance mark is crossed once."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from marketplace.models import Call, Mail
from tests.api import Answer, Api
from tests.factories.approvals import owner_of
from tests.factories.market import given_bounty, given_funded_agent, given_hired, given_money, untouched
from wallet import ledger as books
from wallet.models import Controls
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


def post(agent: Api, **more: Any) -> Answer:
    return agent.post("/api/bounties", TASK | more)


def setting(agent: Api, **values: Any) -> Answer:
    return agent.patch("/api/wallet/controls", values)


def heard(agent: Api, type_: str) -> list[dict[str, Any]]:
    rows = Event.objects.filter(account_id=agent.account.pk, type=type_).order_by("pk")
    return [row.data for row in rows]


def test_nothing_is_set_until_something_is_and_null_unsets(agent: Api) -> None:
    nothing = {
        "lowBalanceThresholdCents": None,
        "spendingCapPerBountyCents": None,
        "spendingCapRolling24hCents": None,
        "spendingCapRolling7dCents": None,
        "spendingCapRolling30dCents": None,
        "askAboveCents": None,
        "frozenAt": None,
        "frozenReason": "",
        "autoTopupEnabled": False,
        "autoTopupFloorCents": None,
        "autoTopupTargetCents": None,
        "autoTopupMaxPerDayCents": None,
    }
    with untouched():
        assert agent.get("/api/wallet/controls")["controls"] == nothing
    assert not Controls.objects.exists()

    setting(agent, lowBalanceThresholdCents=500, spendingCapPerBountyCents=1000)
    changed = setting(agent, lowBalanceThresholdCents=None)["controls"]

    assert changed == agent.get("/api/wallet/controls")["controls"] == nothing | {"spendingCapPerBountyCents": 1000}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"lowBalanceThresholdCents": -1}, "lowBalanceThresholdCents"),
        ({"spendingCapPerBountyCent": 500}, "spendingCapPerBountyCent"),  # a limit that is not there protects nobody
        ({"spendingCapPerBountyCents": 10.5}, "spendingCapPerBountyCents"),
        ({"spendingCapRolling24hCents": "many"}, "spendingCapRolling24hCents"),
        ({"autoTopupEnabled": "perhaps"}, "autoTopupEnabled"),
        ({"autoTopupEnabled": True}, "autoTopupFloorCents"),
        ({"autoTopupEnabled": True, "autoTopupFloorCents": 0}, "autoTopupFloorCents"),
        ({"autoTopupEnabled": True, "autoTopupFloorCents": 500, "autoTopupTargetCents": 500}, "autoTopupTargetCents"),
        (
            {
                "autoTopupEnabled": True,
                "autoTopupFloorCents": 500,
                "autoTopupTargetCents": 900,
                "autoTopupMaxPerDayCents": 399,
            },
            "autoTopupMaxPerDayCents",
        ),
    ],
)
def test_controls_that_make_no_sense_are_refused_whole(agent: Api, values: dict[str, Any], field: str) -> None:
    with untouched():
        refused = setting(agent, **{"spendingCapPerBountyCents": 1, **values})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert list(refused["fields"]) == [field]
    assert not Controls.objects.exists()


def test_a_rule_of_the_top_up_is_looked_at_over_what_is_set_already(agent: Api) -> None:
    on = {"autoTopupFloorCents": 500, "autoTopupTargetCents": 900, "autoTopupMaxPerDayCents": 400}
    assert setting(agent, **on).status == 200, "it is off: figures may wait"
    assert setting(agent, autoTopupEnabled=True).status == 200
    with untouched():
        assert setting(agent, autoTopupTargetCents=901)["fields"].keys() == {"autoTopupMaxPerDayCents"}
        assert setting(agent, autoTopupFloorCents=None)["fields"].keys() == {"autoTopupFloorCents"}
    assert setting(agent, autoTopupEnabled=False, autoTopupFloorCents=None).status == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_what_would_pass_the_24_hour_cap_is_refused_and_the_owner_told(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_funded_agent(5000)
    setting(agent, spendingCapRolling24hCents=1200)
    assert post(agent).status == 200
    clock.freeze(begun + timedelta(hours=1))
    assert post(agent).status == 200

    with untouched(besides=Event):
        refused = post(agent)

    assert (refused.status, refused.code) == (403, "spending_cap_exceeded")
    assert {name: refused[name] for name in ("cap", "attemptedCents", "capCents", "spentCents", "resetsAt")} == {
        "cap": "rolling_24h",
        "attemptedCents": 590,
        "capCents": 1200,
        "spentCents": 1180,
        "resetsAt": "2026-03-02T10:00:00.000Z",
    }
    assert refused["error"].endswith("The owner of the wallet decides on its limits: if more is needed, ask them.")
    assert "PATCH" not in refused["error"] and "setWalletControls" not in str(refused["nextActions"])
    (told,) = heard(agent, "wallet.spending_cap_hit")
    assert told == {"cap": "rolling_24h", "spenderId": None, "attemptedCents": 590, "capCents": 1200}
    clock.freeze(begun + timedelta(hours=24))
    assert post(agent).status == 200, "the first spend has left the window"


@pytest.mark.parametrize(("name", "cap", "days"), [("7d", "rolling_7d", 7), ("30d", "rolling_30d", 30)])
def test_longer_caps_hold_beside_the_shorter(at: At, name: str, cap: str, days: int) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_funded_agent(5000)
    setting(agent, spendingCapRolling24hCents=600, **{f"spendingCapRolling{name}Cents": 1200})
    assert post(agent).status == 200
    clock.freeze(begun + timedelta(hours=25))
    assert post(agent).status == 200
    clock.freeze(begun + timedelta(hours=50))

    with untouched(besides=Event):
        refused = post(agent)

    assert (refused.code, refused["cap"], refused["spentCents"]) == ("spending_cap_exceeded", cap, 1180)
    assert f"in {days} days" in refused["error"]
    clock.freeze(begun + timedelta(days=days))
    assert post(agent).status == 200


def test_money_that_came_back_gives_no_headroom_in_24_hours() -> None:
    agent = given_funded_agent(5000)
    setting(agent, spendingCapRolling24hCents=600)
    bounty = post(agent)["bountyId"]
    agent.delete(f"/api/bounties/{bounty}", {"reason": "task_no_longer_needed"})

    refused = post(agent)

    assert (refused.code, refused["spentCents"]) == ("spending_cap_exceeded", 590)


def test_more_than_the_whole_cap_never_fits() -> None:
    agent = given_funded_agent(5000)
    setting(agent, spendingCapRolling24hCents=100)

    refused = post(agent)

    assert (refused.code, refused["resetsAt"]) == ("spending_cap_exceeded", None)
    assert not Bounty.objects.exists()


@pytest.mark.parametrize(
    ("caps", "told"),
    [
        ((1000, 1000, 5000), []),
        (
            (5000, 2000, None),
            ["spendingCapRolling7dCents is 20.00 USD, below spendingCapRolling24hCents with 50.00 USD"],
        ),
        (
            (None, 2000, 1000),
            ["spendingCapRolling30dCents is 10.00 USD, below spendingCapRolling7dCents with 20.00 USD"],
        ),
        ((3000, 1000, 2000), ["spendingCapRolling7dCents is 10.00", "spendingCapRolling30dCents is 20.00"]),
    ],
)
def test_a_cap_below_that_of_a_shorter_time_is_taken_and_said_to_rule(
    agent: Api, caps: tuple[int | None, ...], told: list[str]
) -> None:
    names = ("spendingCapRolling24hCents", "spendingCapRolling7dCents", "spendingCapRolling30dCents")
    values = dict(zip(names, caps, strict=True))

    answer = setting(agent, **values)

    assert {name: answer["controls"][name] for name in names} == values
    warnings = answer.body.get("warnings", [])
    assert len(warnings) == len(told)
    for said, begins in zip(warnings, told, strict=True):
        assert said.startswith(begins) and said.endswith("the lower one rules, and the other is never reached.")


def test_only_the_owner_signed_in_is_told_that_the_cap_can_be_raised() -> None:
    agent = given_funded_agent(5000)
    setting(agent, spendingCapPerBountyCents=100)

    with untouched(besides=Event):
        refused = post(owner_of(agent))

    assert refused.code == "spending_cap_exceeded"
    assert refused["error"].endswith("is spent. Spend less, wait, or raise the cap.")


def test_a_cap_of_nothing_stops_all_spending() -> None:
    agent = given_funded_agent(5000)
    setting(agent, spendingCapRolling24hCents=0)

    assert post(agent).code == "spending_cap_exceeded"


def test_the_cap_of_one_bounty_counts_what_it_took_less_what_came_back() -> None:
    agent = given_funded_agent(20_000)
    setting(agent, spendingCapPerBountyCents=1180)
    seat = given_hired(agent=agent, bounty=given_bounty(agent, spots_available=2))
    path = f"/api/bounties/{seat.bounty.public_id}"
    more = {"spotsAvailable": 3, "walletImpactAcknowledged": True, "walletImpactCents": 590}

    with untouched(besides=Event):
        refused = agent.patch(path, more)
    assert (refused.code, refused["cap"], refused["spentCents"]) == ("spending_cap_exceeded", "per_bounty", 1180)
    assert agent.patch(path, {"spotsAvailable": 1}).status == 200

    assert agent.patch(path, more | {"spotsAvailable": 2}).status == 200, "its share came back, so it fits again"
    assert post(agent).status == 200, "each bounty has the cap to itself"


def test_the_low_balance_mark_is_told_once_per_crossing() -> None:
    agent = given_funded_agent(2000)
    setting(agent, lowBalanceThresholdCents=1000)

    post(agent)
    assert heard(agent, "wallet.low_balance") == []
    post(agent)
    post(agent)
    assert heard(agent, "wallet.low_balance") == [{"balanceCents": 820, "thresholdCents": 1000}]

    given_money(agent, 1000)
    post(agent)

    assert heard(agent, "wallet.low_balance")[1:] == [{"balanceCents": 640, "thresholdCents": 1000}]
    assert books.balance(books.wallet(agent.account.pk)) == 640


def test_a_balance_that_is_exactly_the_mark_is_not_below_it() -> None:
    agent = given_funded_agent(1590)
    setting(agent, lowBalanceThresholdCents=1000)

    post(agent)

    assert heard(agent, "wallet.low_balance") == []


def test_a_misspelt_control_is_named_with_the_one_that_was_meant(agent: Api) -> None:
    refused = setting(agent, spendingCapRolling24hCent=500)

    assert refused["fields"] == {
        "spendingCapRolling24hCent": ["This field is not taken here. Did you mean spendingCapRolling24hCents?"]
    }
    assert setting(agent, agentId="agent-1", spendingCapRolling24hCents=500).status == 200


def test_the_owner_is_mailed_when_a_key_changes_what_may_be_spent_and_not_of_their_own_changes() -> None:
    agent = given_funded_agent(100)

    agent.patch("/api/wallet/controls", {"lowBalanceThresholdCents": 500})
    owner_of(agent).patch("/api/wallet/controls", {"spendingCapRolling24hCents": 5000})
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 5000})
    assert not Mail.objects.filter(to=agent.account.email).exists(), "nothing that the owner does not know"

    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": None})

    mail = Mail.objects.get(to=agent.account.email)
    assert mail.subject.endswith("the limits of your wallet were changed")
    assert "- API key: " in mail.text and "/owner/wallet/controls" in mail.text
    assert "- Per 24 hours: not set, was $50.00" in mail.text


def test_the_mail_and_the_timeline_say_each_value_that_a_key_changed_and_what_it_was() -> None:
    agent = given_funded_agent(100)
    agent.account.language = "es"
    agent.account.save(update_fields=["language"])
    owner_of(agent).patch("/api/wallet/controls", {"spendingCapRolling24hCents": 2000, "autoTopupFloorCents": 500})

    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 5000, "autoTopupFloorCents": None})

    said = ["Por 24 horas: $50,00, antes $20,00", "Recarga por debajo de: sin fijar, antes $5,00"]
    mail = Mail.objects.get(to=agent.account.email)
    assert [line.removeprefix("- ") for line in mail.text.splitlines() if "antes" in line] == said
    lines = Call.objects.filter(account=agent.account).order_by("created_at", "pk").values_list("via", "note")
    first = "Por 24 horas: $20,00, antes sin fijar; Recarga por debajo de: $5,00, antes sin fijar"
    assert list(lines) == [("session", first), ("key", "; ".join(said))]


def test_the_timeline_says_how_many_more_values_were_changed_than_its_line_holds(agent: Api) -> None:
    caps = {f"spendingCap{name}Cents": 99_999_999 for name in ("PerBounty", "Rolling24h", "Rolling7d", "Rolling30d")}
    setting(agent, **caps)

    setting(agent, lowBalanceThresholdCents=99_999_999, **{name: cents - 1 for name, cents in caps.items()})

    [_first, second] = Call.objects.filter(account=agent.account).order_by("created_at", "pk")
    assert second.note.startswith("Per job: $999,999.98, was $999,999.99; Per 24 hours: ")
    assert second.note.endswith("; +1") and len(second.note) <= 200
