"""What lies beside an owner's jobs, for those who act for the account: disputes, conversations, receipts, reports. Each opens for
whom the API's own row lets read it, and offers what their role may do."""

from typing import Any

import pytest

from escrow.models import DisputeEvidence
from humans.models import Conversation, Message
from marketplace.models import Call
from tests.api import Api
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_worker
from tests.factories.approvals import TASK, asks_above, posting
from tests.factories.conversations import Talk, given_talk
from tests.factories.market import given_delivered, given_funded_agent, given_released, untouched
from tests.factories.members import given_member
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.taste import given_panel
from tests.visitor import Visitor
from wallet.models import Approval

pytestmark = pytest.mark.django_db
CALLERS = ("owner", "manager", "viewer", "stranger")


def caller(name: str, owner: Api) -> Visitor:
    """In a browser: the owner, a member who chose the account, or somebody who has nothing to do with it."""
    if name == "owner":
        return Visitor(owner.account)
    if name == "stranger":
        return Visitor(given_worker().account)
    visitor = Visitor(given_member(owner, name, name=f"{name.title()} Sam").account)
    visitor.send(visitor.open("/owner/members"), "switch", account=owner.account.public_id, follow=False)
    return visitor


def dispute() -> tuple[Api, str]:
    agent = given_funded_agent()
    _, path = given_disputed(agent=agent)
    return agent, path.replace("/api/", "/owner/")


def talk() -> tuple[Api, str]:
    agent = given_funded_agent()
    made = given_talk(agent, given_worker(name="Wanda"))
    made.by_human("Which door?")
    return agent, f"/owner/messages/{made.row.public_id}"


def receipt() -> tuple[Api, str]:
    seat = given_released()
    return seat.agent, f"/owner/jobs/{seat.bounty.public_id}/receipt"


def report() -> tuple[Api, str]:
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    worker, _ = given_tester(run)
    assert send(worker, run, text="I bought a mug and all of it went well.").status == 200
    turn()
    return owner, f"/owner/runs/{run.public_id}/report"


def panel() -> tuple[Api, str]:
    made = given_panel()
    return made.agent, f"/owner/runs/panels/{made.run_id}/report"


_SAID = ["send", "archive", "block"]
# Of each page: what owner, manager, viewer and stranger get, and which of its forms each is offered.
TABLE: list[tuple[Any, str, dict[str, list[str]]]] = [
    (dispute, "200 200 200 404", {"owner": ["evidence", "withdraw"], "manager": ["evidence", "withdraw"]}),
    (talk, "200 200 200 404", {"owner": _SAID, "manager": _SAID}),
    (receipt, "200 200 200 403", {}),
    (report, "200 200 200 404", {}),
    (panel, "409 409 409 404", {}),  # it is not settled yet
]


@pytest.mark.parametrize(("given", "expected", "forms"), TABLE, ids=[row[0].__name__ for row in TABLE])
def test_each_page_opens_for_whom_the_table_says_with_the_forms_of_their_role(
    given: Any, expected: str, forms: dict[str, list[str]]
) -> None:
    owner, path = given()
    found: list[str] = []
    offered: dict[str, list[str]] = {}
    for name in CALLERS:
        visitor = caller(name, owner)
        seen = visitor.open(path)
        found.append(str(seen.status))
        # A form without an act only looks (the plan of an offer): it is a GET and changes nothing.
        acts = [form.act for form in seen.forms if form.act not in ("", "switch")] if seen.status == 200 else []
        offered |= {name: acts} if acts else {}
    assert (" ".join(found), offered) == (expected, forms)


@pytest.mark.parametrize("given", [dispute, talk], ids=["dispute", "talk"])
def test_members_are_themselves_outside_the_owner_s_pages(given: Any) -> None:
    owner, path = given()
    for name in ("manager", "viewer"):
        visitor = caller(name, owner)
        assert visitor.open(path.removeprefix("/owner")).status == 404
        assert owner.account.display_name not in visitor.open("/messages").text


def given_spoken() -> tuple[Api, Talk]:
    agent = given_funded_agent()
    made = given_talk(agent, given_worker(name="Wanda"))
    made.by_human("Which door?")
    return agent, made


def test_what_a_viewer_is_shown_stays_unread_and_they_can_not_answer() -> None:
    owner, made = given_spoken()
    path = f"/owner/messages/{made.row.public_id}"
    viewer = caller("viewer", owner)

    with untouched():
        page = viewer.open(path)
    assert "Which door?" in page.text and "reads only" in page.text
    assert "1 new" in viewer.open("/owner/messages").text, "beside the application"
    assert Conversation.objects.get(pk=made.row.pk).unread_by_agent == 2

    seen = caller("manager", owner).open(path)
    assert "Which door?" in seen.text
    assert Conversation.objects.get(pk=made.row.pk).unread_by_agent == 0


def test_a_manager_s_message_is_the_account_s_and_the_timeline_names_the_manager() -> None:
    owner, made = given_spoken()
    path = f"/owner/messages/{made.row.public_id}"
    manager = caller("manager", owner)
    page = manager.open(path)
    for _ in range(2):
        sent = manager.send(page, "send", content="The red one.")

    said = Message.objects.get(content="The red one.")
    assert said.sender_id == owner.account.pk and sent.path.partition("#")[0] == path
    assert "You ·" not in sent.text, "it was said for the account"
    call = Call.objects.filter(account=owner.account).latest("pk")
    assert call.person is not None and call.person.display_name == "Manager Sam"
    assert "Manager Sam" in Visitor(owner.account).open("/owner/events").text


def test_a_manager_adds_to_a_dispute_for_the_account_and_takes_it_back() -> None:
    owner, path = dispute()
    manager = caller("manager", owner)
    page = manager.open(path)
    added = manager.send(page, "evidence", text="The sign is another one.")
    assert DisputeEvidence.objects.get().author_id == owner.account.pk
    assert owner.account.display_name in added.text

    gone = manager.send(manager.open(path), "withdraw")
    assert gone.status == 200
    assert "Manager Sam" in Visitor(owner.account).open("/owner/events").text


def test_a_dispute_that_a_manager_opens_leads_to_a_page_that_they_may_read() -> None:
    agent = given_funded_agent()
    seat = given_delivered(agent=agent)
    manager = caller("manager", agent)
    page = manager.open(f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}")
    opened = manager.send(page, "dispute", category="poor_quality", description="Another shop.")

    assert opened.status == 200 and opened.path.startswith("/owner/disputes/dsp_")
    assert f"/owner/jobs/{seat.bounty.public_id}" in opened.links
    [conversation] = [link for link in opened.links if link.startswith("/owner/messages/cnv_")]
    about = manager.open(conversation.partition("#")[0])
    assert about.status == 200 and opened.path in about.links


def test_conversations_and_disputes_about_the_account_s_own_work_are_shown_to_no_member() -> None:
    person = given_worker(name="Ada")
    _, path = given_disputed(worker=person)
    made = given_talk(given_funded_agent(), person)
    for name in ("manager", "viewer"):
        visitor = caller(name, person)
        assert visitor.open(path.replace("/api/", "/owner/")).status == 404
        assert visitor.open(f"/owner/messages/{made.row.public_id}").status == 404
        assert made.row.subject not in visitor.open("/owner/messages").text
    assert made.row.subject not in Visitor(person.account).open("/owner/messages").text, "those are on /messages"
    assert made.row.subject in Visitor(person.account).open("/messages").text


def test_every_link_of_an_owner_s_pages_that_names_a_thing_opens_for_a_viewer() -> None:
    """Links to what is not below /owner are to what everybody reads."""
    seat = given_released(agent=given_funded_agent(), worker=given_worker(name="Wanda"))
    agent = seat.agent
    given_talk(agent, seat.worker).by_human("Hello")
    given_disputed(agent=agent)
    viewer = caller("viewer", agent)
    top = f"/owner/jobs/{seat.bounty.public_id}"
    pages = ["/owner", "/owner/jobs", top, f"{top}/people/{seat.application.public_id}", "/owner/messages"]
    wrong = []
    for path in pages:
        seen = viewer.open(path)
        assert seen.status == 200, path
        for link in {link.partition("#")[0] for link in seen.links if link.startswith("/")}:
            if link.startswith(("/account/", "/admin")) or not link:
                continue
            answer = viewer.open(link)
            if answer.status >= 400:
                wrong.append(f"{path} -> {link}: {answer.status}")
    assert not wrong, "\n".join(wrong)


def test_managers_spend_above_the_amount_unasked_and_the_pages_say_so() -> None:
    agent = given_funded_agent()
    asks_above(agent, 100)
    manager = given_member(agent, "manager")

    posted = manager.post("/api/bounties", TASK)

    assert posted["status"] == "open" and not Approval.objects.exists()
    asked = posting(agent)
    with untouched():
        path = f"/api/approvals/{asked['approvalId']}"
        assert manager.post(path, {"decision": "approve"})["error_code"] == "member_role_required"
    for name in ("owner", "manager"):
        visitor = caller(name, agent)
        assert "They spend without asking, up to the limits" in visitor.open("/owner/members").text
        limits = visitor.open("/owner/wallet/controls").text
        assert "waits for an owner's yes" in limits and "spend on these pages don't ask" in limits
