"""What leads out of refusals that name nothing in their path, are the owner's alone to lift, or list what is open."""

import pytest

from marketplace.core.next_refusals import OF_MATTERS
from marketplace.web.matters import MATTERS
from tests.api import Answer, Api
from tests.contract.test_next_actions import check_can_be_made
from tests.factories.market import given_funded_agent, given_hired, given_released, untouched
from tests.factories.proofs import proved

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]
UNKNOWN = "01h455vb4pex5vsknk084sn02q"


def led_to(caller: Api, refused: Answer) -> list[str]:
    """The operations that a refusal names, after each was rehearsed."""
    for action in refused["nextActions"]:
        check_can_be_made(caller, action)
    return [action["operation"] for action in refused["nextActions"]]


def test_an_unknown_id_in_a_body_leads_to_the_list_of_such() -> None:
    seat = given_released()
    person = seat.worker.account.public_profile_id
    with untouched():
        tip = seat.agent.post("/api/transfers/send", {"bountyId": f"bty_{UNKNOWN}", "recipientId": person, "amount": 2})
        deposit = seat.agent.post("/api/bounties/deposit", {"bountyId": f"bty_{UNKNOWN}"})
        page = Api().get(f"/api/bounties/bty_{UNKNOWN}")

    assert (tip.code, led_to(seat.agent, tip)) == ("not_found", ["listBounties"])
    assert tip["nextActions"][0]["arguments"] == {"mine": True}
    assert (deposit.code, led_to(seat.agent, deposit)) == ("not_found", ["listBounties"])
    assert (page.code, page["nextActions"]) == ("not_found", []), "nobody has no list of their own"


def test_what_the_owner_alone_sets_names_their_page_and_what_holds_now() -> None:
    agent = given_funded_agent(1000)
    with untouched():
        refused = agent.patch("/api/wallet/controls", {"askAboveCents": 100})
        elsewhere = agent.get("/api/work")

    assert (refused.code, led_to(agent, refused)) == ("session_required", ["getWalletHeadroom"])
    assert refused["ownerPage"].endswith("/owner/wallet/controls")
    assert refused["ownerPage"] in refused["nextActions"][0]["why"]
    assert (elsewhere.code, elsewhere["nextActions"]) == ("session_required", []), "no owner's page is meant"


def test_an_account_that_can_not_be_closed_says_where_each_open_matter_is_settled() -> None:
    seat = given_hired()
    worker, paid = proved(seat.worker), proved(given_released().worker)
    with untouched():
        at_work = worker.delete("/api/account", {"sure": True})
        with_money = paid.delete("/api/account", {"sure": True})

    assert (at_work.code, at_work["matters"]) == ("account_in_use", ["held_money", "work"])
    assert [action["operation"] for action in at_work["nextActions"]] == ["listEscrows", "listWork"]
    assert [action["operation"] for action in with_money["nextActions"]] == ["withdrawEarnings"]
    assert OF_MATTERS.keys() == MATTERS.keys() - {"staff"}
