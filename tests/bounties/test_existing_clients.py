"""Programs written for this kind of service work as they are: what they send is taken, what they read is there, and what they
don't expect is absent instead of null. Contract, section 8."""

from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.contract.cells import BOUNTY
from tests.digest import unchanged
from tests.factories.hiring import PERSONAL, RENT, personal, rental
from tests.factories.identities import Signer
from tests.factories.market import (
    given_application,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from tests.factories.taste import KEY, RUN
from tests.factories.tools import use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
PHOTOS = {"maxImages": 4, "consentText": "c" * 20, "confirmationMessage": "m" * 20}
FULL = BOUNTY | {
    "description": "Twice a week, two plants on the balcony.",
    "completionCriteria": "Both are alive.",
    "evidenceTypes": ["photo"],
    "agentType": "other",
}


# ------------------------------------------------------------------ identities


@pytest.mark.parametrize("text", ["register_identity", "{agent}:register_identity"])
def test_both_texts_that_clients_sign_register_an_identity(agent: Api, text: str) -> None:
    signer = Signer()
    signed = signer.sign(text.format(agent=signer.agent_id))

    answer = agent.post("/api/keys/register-identity", signed)

    assert (answer.status, answer.body.get("agentId")) == (200, signer.agent_id)


def test_another_identitys_name_in_the_signed_text_registers_nothing(agent: Api) -> None:
    signer, other = Signer(), Signer()
    signed = signer.sign(f"{other.agent_id}:register_identity")

    with unchanged():
        answer = agent.post("/api/keys/register-identity", signed)

    assert (answer.status, answer.code) == (401, "invalid_signature")


# ------------------------------------------------------------------ absent, not null


def test_a_pools_escrow_has_no_fields_of_a_seat() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    read = agent.get(f"/api/escrow/{bounty.pool.public_id}")["escrow"]
    [listed] = agent.get(f"/api/escrow?bountyId={bounty.public_id}")["escrows"]
    told = use(agent, "get_escrow", "escrow", escrowId=bounty.pool.public_id)["structuredContent"]["escrow"]

    for record in (read, listed, told):
        assert not {"applicationId", "humanId", "payoutStatus", "refundedTo", "bookingId"} & record.keys()
        assert record["remainingCents"] == 590


def test_a_seats_escrow_has_them_and_a_refunded_one_no_payout() -> None:
    seat = given_hired()
    path = f"/api/escrow/{seat.escrow.public_id}"

    held = seat.agent.get(path)["escrow"]
    returned = seat.agent.post(f"{path}/cancel")["escrow"]

    assert (held["applicationId"], held["humanId"]) == (
        seat.application.public_id,
        seat.worker.account.public_profile_id,
    )
    assert held["payoutStatus"] == "hold" and "refundedTo" not in held
    assert returned["refundedTo"] == "wallet" and "payoutStatus" not in returned


def test_an_application_that_was_never_accepted_has_no_escrow_field() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications"

    [mine] = worker.get("/api/work")["applications"]
    shown = [agent.get(path)["applications"][0], worker.get(f"{path}/{application.public_id}")["application"], mine]
    hired = agent.patch(f"{path}/{application.public_id}", {"action": "accept"})

    assert not any("currentEscrowId" in row for row in shown)
    assert hired["application"]["currentEscrowId"] == hired["escrowId"]


# ------------------------------------------------------------------ submissions


def test_a_submission_is_final_once_it_is_uploaded_and_reviewed_later() -> None:
    seat = given_delivered()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    [sent] = seat.agent.get(path)["submissions"]
    judged = seat.agent.patch(f"{path}/{sent['id']}", {"action": "approve"})["submission"]
    [work] = seat.worker.get("/api/work")["applications"]

    assert (sent["finalizedAt"], sent["reviewedAt"]) == (sent["createdAt"], None)
    assert judged["finalizedAt"] == sent["createdAt"]
    assert judged["reviewedAt"] is not None
    assert work["latestSubmission"]["finalizedAt"] == sent["createdAt"]
    assert work["latestSubmission"]["reviewedAt"] == judged["reviewedAt"]


# ------------------------------------------------------------------ currency


def writes(worker: Api) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("/api/bounties", BOUNTY),
        (RENT, rental(worker)),
        (PERSONAL, personal(worker)),
        ("/api/wallet/deposit", {"amount": 25}),
        ("/api/payment-links", {"amount": 25, "description": "Prints."}),
        ("/api/agent-checkouts", {"externalOrderId": "o-1", "amount": 25, "description": "Prints."}),
        ("/api/v1/humanizations", HUMANIZATION),
        ("/api/v1/taste/runs", RUN),
    ]


HUMANIZATION = {
    "format": "text",
    "sourceText": "In today's world it is important to note that plants want water. " * 20,
    "transformation": "clarity",
    "turnaroundMinutes": 60,
    "priceCents": 500,
}


def test_the_one_currency_may_be_named_on_every_write_of_money(worker: Api) -> None:
    for number, (path, body) in enumerate(writes(worker)):
        answer = given_funded_agent().post(path, body | {"currency": "USD"}, Idempotency_Key=f"currency-{number}")

        assert answer.status == 200, (path, answer.body)
        assert not any("currency" in warning for warning in answer.body.get("warnings", [])), path


def test_another_currency_is_refused_and_nothing_is_funded(worker: Api) -> None:
    agent = given_funded_agent()
    for number, (path, body) in enumerate(writes(worker)):
        with unchanged():
            answer = agent.post(path, body | {"currency": "EUR"}, Idempotency_Key=f"currency-{number}")
        assert (answer.status, answer.code) == (400, "unsupported_currency"), (path, answer.body)


def test_tools_take_the_one_currency_and_refuse_others(worker: Api) -> None:
    agent = given_funded_agent()

    made = use(agent, "create_bounty", **FULL, currency="USD")
    hired = use(agent, "rent_human", "escrow", **rental(worker), currency="USD")
    with unchanged():
        refused = use(agent, "create_bounty", **FULL, currency="EUR")

    assert not made["isError"] and "warnings" not in made["structuredContent"]
    assert not hired["isError"]
    assert refused["isError"] and refused["structuredContent"]["code"] == "unsupported_currency"


# ------------------------------------------------------------------ aliases and what may be left out


def test_a_bounty_is_cancelled_without_a_reason() -> None:
    agent = given_funded_agent()
    first, second = given_bounty(agent), given_bounty(agent)

    answer = agent.delete(f"/api/bounties/{first.public_id}")
    told = use(agent, "cancel_bounty", bountyId=second.public_id)

    assert (answer["bounty"]["status"], told["isError"]) == ("cancelled", False)
    assert set(Bounty.objects.values_list("close_reason", flat=True)) == {"task_no_longer_needed"}


def test_closing_may_name_its_reason() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    reason = {"status": "closed", "closeReason": "applicants_not_fit"}

    answer = agent.patch(f"/api/bounties/{bounty.public_id}", reason)

    assert (answer.status, answer["bounty"]["status"]) == (200, "closed")
    assert "warnings" not in answer.body
    assert Bounty.objects.get().close_reason == "applicants_not_fit"


def test_a_reason_without_closing_is_refused() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with unchanged():
        answer = agent.patch(f"/api/bounties/{bounty.public_id}", {"closeReason": "applicants_not_fit"})

    assert (answer.status, list(answer["fields"])) == (400, ["closeReason"])


def test_tools_close_with_a_reason_too() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    told = use(agent, "update_bounty", "bounties", bountyId=bounty.public_id, status="closed", closeReason="No longer.")

    assert not told["isError"]
    assert Bounty.objects.get().close_details == "No longer."


def test_a_taste_run_takes_its_title_from_the_question(agent: Api) -> None:
    agent = given_funded_agent()
    without = {name: value for name, value in RUN.items() if name != "title"}

    answer = agent.post("/api/v1/taste/runs", without | {"question": "Which one? " * 40}, **KEY)
    told = use(agent, "create_taste_run", "products", **without, idempotencyKey="another-run")

    assert answer.status == 200, answer.body
    assert answer["run"]["title"].startswith("Which one? Which one?")
    assert len(answer["run"]["title"]) <= 120
    assert told["structuredContent"]["run"]["title"] == RUN["question"]


def test_an_offer_may_be_named_offered_amount_and_its_sender_named() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    path = f"/api/conversations/{application.conversation.public_id}/messages"
    offer = {"content": "Deal?", "messageType": "payment_offer", "metadata": {"offeredAmount": 12.5}}

    answer = agent.post(path, offer | {"senderName": "Scout", "senderType": "agent"})
    told = use(agent, "send_message", conversationId=application.conversation.public_id, **offer)

    assert (answer.status, "warnings" in answer.body) == (200, False), answer.body
    metadata = answer["message"]["metadata"]
    assert (metadata["amount"], metadata["amountCents"], metadata["offeredAmount"]) == (12.5, 1250, 12.5)
    assert told["structuredContent"]["message"]["metadata"]["amountCents"] == 1250


def test_two_names_of_an_offer_that_differ_are_refused() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    path = f"/api/conversations/{application.conversation.public_id}/messages"
    offer = {"content": "Deal?", "messageType": "payment_offer", "metadata": {"offeredAmount": 12.5, "amount": 13}}

    with unchanged():
        answer = agent.post(path, offer)

    assert (answer.status, list(answer["fields"])) == (400, ["metadata.offeredAmount"])


def test_a_personal_bounty_takes_the_names_of_a_rental(worker: Api) -> None:
    agent = given_funded_agent()
    body = personal(worker)
    body |= {"taskTitle": body.pop("title"), "taskDescription": body.pop("description")}

    answer = agent.post(PERSONAL, body)
    told = use(agent, "create_personal_bounty", "escrow", **body)

    assert (answer.status, "warnings" in answer.body) == (200, False), answer.body
    assert not told["isError"], told
    assert set(Bounty.objects.values_list("title", "description")) == {("Translate", "Two pages.")}


def test_a_personal_bounty_with_two_titles_or_none_is_refused(worker: Api) -> None:
    agent = given_funded_agent()
    two, none = personal(worker, taskTitle="Another"), personal(worker)
    del none["title"]

    with unchanged():
        answers = [agent.post(PERSONAL, body) for body in (two, none)]

    assert [list(answer["fields"]) for answer in answers] == [["taskTitle"], ["title"]]
