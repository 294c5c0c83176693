"""What programs written for this kind of service read in our answers, and keys that ignore what the call ignores. Contract,
section 8."""

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.bounties.test_existing_clients import FULL, PHOTOS
from tests.contract.cells import BOUNTY
from tests.digest import unchanged
from tests.factories.files import picture
from tests.factories.hiring import PERSONAL, RENT, RENTALS, given_hired_by_name, pay_page, personal, rental, wallet
from tests.factories.identities import Signer
from tests.factories.market import given_application, given_bounty, given_confirmed, given_funded_agent
from tests.factories.tools import use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


# ------------------------------------------------------------------ hires, escrows, lists


def test_rentals_are_summed_up(worker: Api, other_worker: Api) -> None:
    agent = given_funded_agent(1770)
    given_hired_by_name(agent, worker)
    given_hired_by_name(agent, other_worker, PERSONAL)
    agent.post(RENT, rental(worker, price=100))  # waits for its money
    over = agent.post(RENT, rental(worker, price=90))
    agent.delete(f"/api/bounties/{over['bountyId']}")

    answer = agent.get(f"{RENTALS}?limit=1")
    told = use(agent, "get_my_rentals", "escrow")["structuredContent"]

    assert answer["summary"] == told["summary"] == {"active": 2, "waiting": 1, "done": 1}


def test_escrows_are_filtered_by_ones_role() -> None:
    seat = given_confirmed()
    pool = seat.bounty.pool.public_id

    def found(who: Api, query: str) -> list[str]:
        return sorted(row["id"] for row in who.get(f"/api/escrow?{query}")["escrows"])

    assert found(seat.agent, "role=poster") == sorted([pool, seat.escrow.public_id])
    assert found(seat.agent, "role=worker") == found(seat.worker, "role=poster") == []
    assert found(seat.worker, "role=worker") == [seat.escrow.public_id]
    assert seat.agent.get("/api/escrow?role=owner").code == "validation_error"
    told = use(seat.agent, "list_escrows", "escrow", role="worker")["structuredContent"]
    assert told["escrows"] == []


@pytest.mark.parametrize("path", [RENT, PERSONAL])
def test_a_hire_that_waits_for_its_money_names_its_escrow(worker: Api, path: str) -> None:
    agent = given_funded_agent(100)

    made = agent.post(path, (rental if path == RENT else personal)(worker))

    assert made["status"] == "requires_payment"
    waiting = agent.get(f"/api/escrow/{made['escrowId']}")
    assert (waiting["status"], waiting["escrow"]["status"]) == ("funding", "funding")
    pay_page(made)
    funded = agent.get(f"/api/escrow/{made['escrowId']}")["escrow"]
    assert (funded["status"], wallet(agent)) == ("funded", 0)
    row = agent.get(RENTALS)["rentals"][0]
    assert row["escrowId"] != made["escrowId"], "the seat has its own, once somebody is hired"


def test_answers_repeat_id_and_status_at_the_top(worker: Api) -> None:
    agent = given_funded_agent()

    made = agent.post("/api/bounties", BOUNTY)
    hired = agent.post(RENT, rental(worker))
    read = agent.get(f"/api/escrow/{hired['escrowId']}")
    told = use(agent, "create_bounty", **FULL)["structuredContent"]

    assert (made["id"], made["status"]) == (made["bounty"]["id"], made["bounty"]["status"])
    assert (hired["id"], hired["status"]) == (hired["bountyId"], "funded")
    assert (read["id"], read["status"]) == (hired["escrowId"], "locked")
    assert (told["id"], told["status"]) == (told["bountyId"], "open")


def test_a_status_that_only_owners_see_means_ones_own(anonymous: Api) -> None:
    agent, other = given_funded_agent(100), given_funded_agent(100)
    mine, _ = given_bounty(agent), given_bounty(other)

    listed = agent.get("/api/bounties?status=pending_deposit")
    told = use(agent, "list_bounties", status="pending_deposit")["structuredContent"]

    assert [row["id"] for row in listed["bounties"]] == [row["id"] for row in told["bounties"]] == [mine.public_id]
    assert anonymous.get("/api/bounties?status=pending_deposit").status == 400
    assert agent.get("/api/bounties?status=pending_deposit&mine=false").status == 400


# ------------------------------------------------------------------ idempotency


def test_a_key_ignores_what_the_call_ignores(worker: Api) -> None:
    agent = given_funded_agent()
    key = {"Idempotency-Key": "the same"}
    signer = Signer()
    about = {"agentId": signer.agent_id, "agentName": "Scout", "agentType": "other", "senderName": "Scout"}

    first = agent.post(RENT, rental(worker), **key)
    second = agent.post(RENT, rental(worker) | about, **key)

    assert (second.status, second.headers["Idempotency-Replayed"]) == (200, "true"), second.body
    assert second["bountyId"] == first["bountyId"]
    assert Bounty.objects.count() == 1


def test_a_key_heeds_what_the_call_reads() -> None:
    agent = given_funded_agent()
    key = {"Idempotency-Key": "the same"}
    agent.post("/api/bounties", BOUNTY | {"agentName": "Scout"}, **key)

    answer = agent.post("/api/bounties", BOUNTY | {"agentName": "Another", "agentId": "agent_1"}, **key)

    assert answer.code == "idempotency_key_reused", "a bounty shows its agentName"


def test_a_message_is_one_whoever_it_says_it_is_of() -> None:
    agent = given_funded_agent()
    _, application = given_application(given_bounty(agent))
    path = f"/api/conversations/{application.conversation.public_id}/messages"
    key = {"Idempotency-Key": "the same"}

    first = agent.post(path, {"content": "Hello."}, **key)
    again = agent.post(path, {"content": "Hello.", "senderName": "S", "senderType": "agent", "senderId": "x"}, **key)

    assert again.body.get("message") == first["message"], again.body


# ------------------------------------------------------------------ files


def test_files_of_the_one_kind_that_a_mode_collects_need_no_kinds(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, submission_mode="photo_upload", upload_settings=PHOTOS)

    answer = worker.upload(
        f"/api/bounties/{bounty.public_id}/applications", {"consent": "true", "files": [picture(), picture()]}
    )

    assert answer.status == 200, answer.body
    [row] = agent.get(f"/api/bounties/{bounty.public_id}/applications")["applications"]
    assert [file["kind"] for file in row["files"]] == ["upload", "upload"]


def test_where_files_are_of_several_kinds_each_is_named(worker: Api) -> None:
    agent = given_funded_agent()
    details = [{"id": "d1", "type": "file_upload", "label": "A sketch", "required": True}]
    bounty = given_bounty(agent, submission_mode="photo_upload", upload_settings=PHOTOS, application_details=details)

    with unchanged():
        answer = worker.upload(
            f"/api/bounties/{bounty.public_id}/applications", {"consent": "true", "files": [picture()]}
        )

    assert (answer.status, list(answer["fields"])) == (400, ["kinds"])
