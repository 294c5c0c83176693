"""Money is shown before it moves, by a result like any other; what acknowledges it does just what was shown."""

from typing import Any

import pytest

from marketplace.core import tools
from tests.factories.market import given_bounty, given_delivered, given_funded_agent, violations
from tests.factories.tools import check_answer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]
RELEASE = tools.catalog()["release_payment"]


def test_a_release_is_shown_and_then_done_by_its_acknowledgement(unchanged: Any) -> None:
    seat = given_delivered(agent=given_funded_agent(590))
    which = {"escrowId": seat.escrow.public_id}

    with unchanged():
        shown = use(seat.agent, "release_payment", **which)

    said = shown["structuredContent"]
    check_answer(RELEASE, said)
    assert (shown["isError"], said["success"]) == (False, True)
    assert not {"error", "error_code", "code"} & said.keys()
    assert (said["amountCents"], said["workerPayoutCents"], said["evidenceFlags"]) == (590, 500, [])
    ours, _, framed = shown["content"][0]["text"].partition(tools.UNTRUSTED)
    assert ours.startswith("Nothing was paid yet. Evidence waits") and framed
    assert ours.endswith(
        f'call release_payment again with the same arguments and acknowledgement "{said["acknowledgement"]}".\n'
    )
    assert "say nothing about what it shows" in ours
    [again] = [one for one in said["nextActions"] if one["tool"] == "release_payment"]
    assert again["arguments"] == {**which, "acknowledgement": said["acknowledgement"]} and "body" not in again
    done = use(seat.agent, "release_payment", **which, acknowledgement=said["acknowledgement"])
    assert (done["isError"], done["structuredContent"]["escrow"]["status"]) == (False, "released")
    again = use(seat.agent, "release_payment", **which, acknowledgement=said["acknowledgement"])
    assert again["structuredContent"]["error_code"] == "invalid_state"
    assert violations() == []


def test_a_release_that_is_repeated_under_its_key_answers_as_the_first_time() -> None:
    seat = given_delivered()
    which = {"escrowId": seat.escrow.public_id, "idempotencyKey": "pay-once"}
    shown = use(seat.agent, "release_payment", **which)["structuredContent"]

    first = use(seat.agent, "release_payment", **which, acknowledgement=shown["acknowledgement"])
    again = use(seat.agent, "release_payment", **which, acknowledgement=shown["acknowledgement"])

    assert first["isError"] is again["isError"] is False
    assert first["structuredContent"]["escrow"] == again["structuredContent"]["escrow"]
    assert violations() == []


def test_what_changed_since_is_shown_anew_and_nothing_is_paid(unchanged: Any) -> None:
    seat = given_delivered()
    which = {"escrowId": seat.escrow.public_id}
    shown = use(seat.agent, "release_payment", **which)["structuredContent"]
    approved = {"action": "request_redo", "response": "Sharper, please."}
    found = use(seat.agent, "get_bounty_submissions", bountyId=seat.bounty.public_id)["structuredContent"][
        "submissions"
    ]
    use(seat.agent, "review_submission", bountyId=seat.bounty.public_id, submissionId=found[0]["id"], **approved)

    with unchanged():
        second = use(seat.agent, "release_payment", **which, acknowledgement=shown["acknowledgement"])

    said = second["structuredContent"]
    assert (second["isError"], said["changed"]) == (False, True)
    assert said["acknowledgement"] != shown["acknowledgement"]
    assert "not what you acknowledged any more" in said["preview"]


def test_an_acknowledgement_of_another_seat_pays_nobody(unchanged: Any) -> None:
    one, other = given_delivered(), given_delivered()
    shown = use(one.agent, "release_payment", escrowId=one.escrow.public_id)["structuredContent"]

    with unchanged():
        told = use(
            other.agent, "release_payment", escrowId=other.escrow.public_id, acknowledgement=shown["acknowledgement"]
        )

    assert told["structuredContent"]["changed"] is True


def test_a_raise_is_shown_and_then_done_by_its_acknowledgement(unchanged: Any) -> None:
    agent = given_funded_agent(2000)
    raised = {"bountyId": given_bounty(agent).public_id, "price": 10}

    with unchanged():
        shown = use(agent, "update_bounty", **raised)

    assert (shown["isError"], shown["structuredContent"]["cents"]) == (False, 590)
    token = shown["structuredContent"]["acknowledgement"]
    assert (
        f'call update_bounty again with the same arguments and acknowledgement "{token}".'
        in shown["content"][0]["text"]
    )
    [again] = [one for one in shown["structuredContent"]["nextActions"] if one["tool"] == "update_bounty"]
    assert (again["arguments"], again["needs"]) == ({**raised, "acknowledgement": token}, [])
    done = use(agent, "update_bounty", **again["arguments"])
    assert done["structuredContent"]["bounty"]["price"] == 10
    assert use(agent, "get_wallet_balance")["structuredContent"]["balanceCents"] == 2000 - 1180
    assert violations() == []


@pytest.mark.parametrize("edit", [{}, {"title": "Count the benches twice"}, {"price": 11}, {"price": 5}])
def test_an_acknowledgement_without_the_edit_that_it_acknowledges_is_refused(
    unchanged: Any, edit: dict[str, Any]
) -> None:
    agent = given_funded_agent(2000)
    which = {"bountyId": given_bounty(agent).public_id}
    token = use(agent, "update_bounty", **which, price=10)["structuredContent"]["acknowledgement"]

    with unchanged():
        told = use(agent, "update_bounty", **which, **edit, acknowledgement=token)

    assert (told["isError"], told["structuredContent"]["error_code"]) == (True, "validation_error")
    assert "another edit" in told["structuredContent"]["fields"]["acknowledgement"][0]
    [again] = told["structuredContent"]["nextActions"]
    assert again["arguments"] == which | edit
    assert again["needs"] == ([] if "price" in edit else ["price", "spotsAvailable"])


def test_the_edit_is_acknowledged_however_its_sums_were_asked_for_and_may_be_sent_twice() -> None:
    agent = given_funded_agent(2000)
    raised = {"bountyId": given_bounty(agent).public_id, "price": 10}

    rehearsed = use(agent, "update_bounty", **raised, dryRun=True)["structuredContent"]
    asked = use(agent, "update_bounty", **raised, idempotencyKey="raise-it-once")["structuredContent"]

    assert rehearsed["acknowledgement"] == asked["acknowledgement"]
    dry = {**raised, "dryRun": True, "acknowledgement": rehearsed["acknowledgement"]}
    assert use(agent, "update_bounty", **dry)["structuredContent"]["wouldChange"]["money"]
    [keyed] = [one["arguments"] for one in asked["nextActions"] if one["tool"] == "update_bounty"]
    assert keyed == {**raised, "idempotencyKey": "raise-it-once", "acknowledgement": asked["acknowledgement"]}
    once = [use(agent, "update_bounty", **keyed)["structuredContent"]["bounty"]["price"] for _ in range(2)]
    later = use(agent, "update_bounty", **raised, acknowledgement=asked["acknowledgement"])["structuredContent"]
    assert (*once, later["bounty"]["price"]) == (10, 10, 10)
    assert use(agent, "get_wallet_balance")["structuredContent"]["balanceCents"] == 2000 - 1180
    assert violations() == []


def test_the_words_that_older_clients_send_go_on_to_work() -> None:
    seat = given_delivered()

    paid = use(seat.agent, "release_payment", escrowId=seat.escrow.public_id, acknowledgeRelease=True)

    assert paid["structuredContent"]["payoutStatus"] == "paid"


def test_a_dry_release_foresees_it_whole_and_what_it_acknowledges_does_it(unchanged: Any) -> None:
    seat = given_delivered(agent=given_funded_agent(590))
    which = {"escrowId": seat.escrow.public_id}

    with unchanged():
        dry = use(seat.agent, "release_payment", **which, dryRun=True)

    said = dry["structuredContent"]
    check_answer(RELEASE, said)
    assert (dry["isError"], said["dryRun"], said["amountCents"], said["workerPayoutCents"]) == (False, True, 590, 500)
    assert [(move["to"].partition(":")[0], move["cents"]) for move in said["wouldChange"]["money"]] == [
        ("earnings", 500),
        ("fees", 90),
    ]
    assert f'without dryRun and with acknowledgement "{said["acknowledgement"]}"' in dry["content"][0]["text"]
    with unchanged():
        again = use(seat.agent, "release_payment", **which, acknowledgement=said["acknowledgement"], dryRun=True)
    assert again["structuredContent"]["wouldChange"] == said["wouldChange"]
    done = use(seat.agent, "release_payment", **which, acknowledgement=said["acknowledgement"])
    assert done["structuredContent"]["escrow"]["status"] == "released"


def test_a_dry_edit_foresees_the_money_and_what_it_acknowledges_does_it(unchanged: Any) -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent)
    edit = {"bountyId": bounty.public_id, "spotsAvailable": 2}

    with unchanged():
        dry = use(agent, "update_bounty", **edit, dryRun=True)["structuredContent"]

    assert (dry["dryRun"], dry["direction"], dry["cents"]) == (True, "debit", 590)
    assert [(move["from"], move["cents"]) for move in dry["wouldChange"]["money"]] == [("wallet", 590)]
    assert use(agent, "update_bounty", **edit, acknowledgement=dry["acknowledgement"])["isError"] is False
    bounty.refresh_from_db()
    assert bounty.spots_available == 2
    assert violations() == []
