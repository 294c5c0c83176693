"""Who reads what of a private text: a table of everybody, and that it lies nowhere in the clear."""

import json
import logging

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Humanization
from bounties.services import timers
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker, session_token
from tests.factories.humanizations import (
    ASKED,
    MACHINE,
    PATH,
    SECRET,
    SOURCE,
    UNSURE,
    deliver,
    given_assigned,
    given_humanization,
    hand_in,
    look,
    read,
)
from tests.factories.market import untouched
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
LAST = SOURCE[-60:]  # far behind the sample
HIDDEN = ASKED["instructions"]


def by_session(agent: Api) -> Api:
    return Api(agent.account, {"X-Session-Token": session_token(agent.account)})


@pytest.fixture
def people(support: Api, operator: Api) -> tuple[Humanization, dict[str, Api]]:
    """An assigned text: one person is at work, one lost the seat before, one waits for a decision, one was turned down."""
    owner, former, row = given_assigned(turnaroundMinutes=5)
    moment = clock.now()
    Application.objects.update(complete_by=moment)
    assert timers.release_overdue() == 1
    waiting, refused, assigned = given_worker(), given_worker(), given_worker()
    hand_in(refused, row, MACHINE)
    look()
    hand_in(waiting, row, UNSURE)
    look()
    hand_in(assigned, row)
    look()
    auditor = given_agent(is_staff=True)
    callers = {
        "anonymous": Api(), "stranger key": given_agent(), "stranger": given_worker(), "refused": refused,
        "applicant": waiting, "former worker": former, "assigned": assigned, "owner": owner,
        "owner's session": by_session(owner), "support": support, "operator": operator, "auditor": auditor,
    }  # fmt: skip
    return row, callers


# Who -> status of GET {id}, of …/screening, of …/assignment; whether the whole text is in any of them; the sample.
TABLE = {
    "anonymous": (401, 401, 401, False, False),
    "stranger key": (404, 403, 403, False, False),
    "stranger": (404, 409, 404, False, False),  # nobody can apply now, so nobody reads the sample
    "refused": (404, 200, 403, False, False),
    "applicant": (404, 200, 403, False, True),
    "former worker": (404, 200, 403, False, False),
    "assigned": (404, 200, 200, True, True),
    "owner": (200, 403, 403, True, True),
    "owner's session": (200, 403, 404, True, True),
    "support": (200, 403, 403, False, False),
    "operator": (200, 403, 403, False, False),
    "auditor": (200, 403, 403, False, False),
}


def test_everybody_reads_what_is_his_and_nobody_more(people: tuple[Humanization, dict[str, Api]]) -> None:
    row, callers = people
    assert set(TABLE) == set(callers)
    path = f"{PATH}/{row.public_id}"
    found = {}
    with untouched():
        for name, caller in callers.items():
            answers = [caller.get(path), caller.get(f"{path}/screening"), caller.get(f"{path}/assignment")]
            everything = json.dumps([answer.body for answer in answers])
            assert (LAST in everything) == (HIDDEN in everything)
            found[name] = (*(answer.status for answer in answers), LAST in everything, SECRET in everything)
            assert all(a.headers["Cache-Control"] == "private, no-store" for a in answers if a.status == 200)
    assert found == TABLE


def test_no_other_route_tells_a_word_of_it(people: tuple[Humanization, dict[str, Api]]) -> None:
    row, callers = people
    bounty = f"/api/bounties/{row.bounty.public_id}"
    seat = Application.objects.get(status="accepted")
    talk = f"/api/conversations/{seat.conversation.public_id}"
    for path in (
        *(bounty, f"{bounty}/applications", f"{bounty}/submissions", f"{bounty}/outreach", "/api/bounties?mine=true"),
        *("/api/bounties", "/api/work", "/api/conversations", talk, "/api/events", "/api/wallet/transactions"),
    ):
        for caller in callers.values():
            _says_nothing(caller.get(path))
    for text in ("Blue Heron", "quarterly"):
        assert Api().get(f"/api/bounties?q={text}")["count"] == 0


def _says_nothing(answer: Answer) -> None:
    said = json.dumps(answer.body) if not isinstance(answer.body, bytes) else answer.body.decode()
    assert SECRET not in said and HIDDEN not in said and "Blue Heron" not in said


def test_it_lies_nowhere_in_the_clear(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    owner, worker, row = given_assigned(applicantScreening={"instructions": "Blue Heron is a code name."})
    deliver(worker, row, f"{SECRET} [[ai:0.9]]")
    look()
    submission = read(owner, row)["final"]["submissionId"]
    path = f"/api/bounties/{row.bounty.public_id}/submissions/{submission}"
    owner.patch(path, {"action": "approve", "response": "Thank you."})

    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"select count(*) from {table} t where to_jsonb(t)::text like '%%Blue Heron%%'")
            assert cursor.fetchone() == (0,), table
    assert "Blue Heron" not in caplog.text
    assert Event.objects.exists()


def test_the_back_office_shows_none_of_the_texts(operator: Api) -> None:
    _, _, row = given_assigned()
    client = Client()
    client.force_login(operator.account)
    for page in ("humanization", "rewrite"):
        listed = client.get(f"/admin/bounties/{page}/")
        assert listed.status_code == 200 and b"Blue Heron" not in listed.content
    shown = client.get(f"/admin/bounties/humanization/{row.pk}/change/")
    assert shown.status_code == 200 and b"Blue Heron" not in shown.content and b"gAAAA" not in shown.content


def test_with_a_text_for_the_sample_no_applicant_reads_the_source() -> None:
    _, row = given_humanization(applicantScreening={"aiGeneratedSourceText": "A made up text. " * 40, "percentage": 25})
    shown = given_worker().get(f"{PATH}/{row.public_id}/screening")["screening"]
    assert shown["sampleText"] == ("A made up text. " * 10).strip()
    assert shown["sampleWords"] == 40 and SECRET not in str(shown)


def test_before_anybody_is_hired_who_may_apply_reads_the_sample_and_nobody_else() -> None:
    owner, row = given_humanization()
    path = f"{PATH}/{row.public_id}/screening"
    blocked, new = given_worker(), given_worker()
    new.account.profile.is_complete = False
    new.account.profile.save(update_fields=["is_complete"])
    owner.post("/api/humans/blocks", {"humanId": blocked.account.public_profile_id})

    assert SECRET in given_worker().get(path)["screening"]["sampleText"]
    for who, code in ((blocked, "not_eligible"), (new, "profile_incomplete"), (by_session(owner), "own_bounty")):
        refused = who.get(path)
        assert (refused.status, refused.code) == (403, code)
        with untouched():
            assert hand_in(who, row).code == code


def test_a_listing_that_never_went_live_is_not_there_for_others() -> None:
    owner, row = given_humanization(given_agent())
    worker = given_worker()
    path = f"{PATH}/{row.public_id}"
    assert [worker.get(path + end).status for end in ("", "/screening", "/assignment")] == [404] * 3
    with untouched():
        assert hand_in(worker, row).status == 404
        assert worker.upload(f"{path}/submission", {}).status in (400, 404)
    assert owner.get(path).status == 200


@pytest.mark.parametrize("bad", ["hmz_nothing", "hmz_01h455vb4pex5vsknk084sn02q", "bty_01h455vb4pex5vsknk084sn02q"])
def test_what_is_not_there_is_404_everywhere(bad: str) -> None:
    worker, agent = given_worker(), given_agent()
    for answer in (
        agent.get(f"{PATH}/{bad}"), worker.get(f"{PATH}/{bad}/screening"), worker.get(f"{PATH}/{bad}/assignment"),
    ):  # fmt: skip
        assert (answer.status, answer.code) == (404, "not_found")


def test_the_read_takes_as_many_queries_for_five_applicants_as_for_one() -> None:
    owner, row = given_humanization()
    hand_in(given_worker(), row, UNSURE)
    look()
    read(owner, row)
    with CaptureQueriesContext(connection) as one:
        read(owner, row)
    for _ in range(4):
        hand_in(given_worker(), row, UNSURE)
    look()
    with CaptureQueriesContext(connection) as five:
        assert len(read(owner, row)["applicants"]) == 5
    assert len(one) == len(five)


def test_a_former_worker_keeps_nothing_after_the_money_is_decided() -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row)
    look()
    escrow = Application.objects.get().escrow
    assert worker.get(f"{PATH}/{row.public_id}/assignment").status == 200
    owner.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True})
    gone = worker.get(f"{PATH}/{row.public_id}/assignment")
    assert (gone.status, gone.code) == (403, "not_assigned")


def test_a_stranger_s_application_of_another_listing_opens_nothing() -> None:
    _, row = given_humanization()
    _, other = given_humanization()
    worker = given_worker()
    hand_in(worker, other, UNSURE)
    assert worker.get(f"{PATH}/{row.public_id}/assignment").status == 404
