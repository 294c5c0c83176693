"""A case on one screen: its head, its seven tabs, and who may do what."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from config.demo.scenes import Services
from escrow.models import Case, CaseFinding, CaseMessage, CasePresence, CaseRequest, DeskNote
from escrow.services import desk
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.digest import untouched
from tests.factories.desks import Desk, dispute_of, given_case, given_desk, given_staff_member
from tests.factories.market import (
    Seat,
    acting,
    given_charged,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_taken_back,
)
from tests.factories.pictures import scene

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TABS = ("contract", "evidence", "timeline", "dialogue", "money", "parties", "alike")
CRITERIA = "- The shop's sign is readable.\n- Taken by daylight.\n- No people in it."


@pytest.fixture
def case(db: None) -> Case:
    return given_case(completion_criteria=CRITERIA, evidence_types=["text", "photo"])[1]


def test_the_screen_has_what_the_desk_needs(case: Case) -> None:
    shown = given_desk(case).read()

    for words in (
        "Photograph a shop front",
        "5.90 USD",
        "poor quality",
        "opened",
        "you",
        "is_nav" if False else "Next case",
    ):
        assert words in shown, words
    for number, name in enumerate(TABS, 1):
        assert f'data-tab="{name}" data-key="{number}"' in shown
    assert shown.index('id="tab"') < shown.index('id="decision"'), "facts stand before the forms"


def test_what_should_be_seen_at_once_stands_in_the_head() -> None:
    """Also who opens no other tab reads of an open chargeback."""
    seat, case = given_case()
    at = given_desk(case)
    assert 'class="flag"' not in at.read().partition("</header>")[0]
    given_taken_back(given_charged(seat.agent, 590))

    assert '<span class="flag">chargeback open</span>' in at.read().partition("</header>")[0]


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_opens_whole_and_as_a_part_without_a_script(case: Case, tab: str) -> None:
    at = given_desk(case)

    whole, part = at.read(f"?tab={tab}"), at.read(f"?tab={tab}&part=1")

    assert f'data-tab="{tab}" data-key="{TABS.index(tab) + 1}" aria-current="page"' in whole
    assert "<html" not in part and 'id="decision"' not in part
    assert not re.search(r"<script(?![^>]* src=)", whole), "inline scripts are refused"


def test_the_contract_stands_line_by_line_as_it_was_agreed(case: Case) -> None:
    at = given_desk(case)
    bounty = case.escrow.bounty_id
    Bounty.objects.filter(pk=bounty).update(completion_criteria="- Something else.")

    shown = at.read("?tab=contract&part=1")

    for words in ("The shop&#x27;s sign is readable.", "Taken by daylight.", "No people in it.", "Evidence: a photo"):
        assert words in shown, words
    assert "Something else" not in shown, "what was agreed, not what the bounty says by now"
    assert "it is not in the latest evidence" in shown and "it is in the latest evidence" in shown
    assert "It is blurred." in shown and "Done." in shown


def test_findings_are_kept_by_line_and_taken_back(case: Case) -> None:
    at = given_desk(case)

    at.act(
        "findings", **{"finding:criterion:1": "not_met", "words:criterion:1": "blurred", "finding:criterion:2": "met"}
    )
    assert [(row.key, row.asked, row.finding, row.words) for row in CaseFinding.objects.order_by("key")] == [
        ("criterion:1", "The shop's sign is readable.", "not_met", "blurred"),
        ("criterion:2", "Taken by daylight.", "met", ""),
    ]
    shown = at.read("?tab=contract")
    assert 'name="finding:criterion:1" value="not_met" checked' in shown and 'value="blurred"' in shown
    assert "- The shop&#x27;s sign is readable. (blurred)" in shown, "it begins the letters"

    at.act("findings", **{"finding:criterion:1": "", "words:criterion:1": ""})
    assert [row.key for row in CaseFinding.objects.all()] == ["criterion:2"]


@pytest.mark.parametrize(
    "sent",
    [
        {"finding:criterion:9": "met"},
        {"finding:criterion:1": "perhaps"},
        {"finding:criterion:1": "", "words:criterion:1": "only words"},
        {"finding:criterion:1": "met", "words:criterion:1": "x" * 301},
    ],
)
def test_a_finding_that_makes_no_sense_changes_nothing_and_comes_back_as_typed(
    case: Case, sent: dict[str, str]
) -> None:
    at = given_desk(case)

    with untouched():
        answer = at.act("findings", **sent)

    assert answer.status_code == 400
    words = sent.get("words:criterion:1")
    assert words is None or f'value="{words}"' in answer.content.decode()


def test_only_the_assignee_has_forms_and_the_others_may_take_it_or_read(case: Case) -> None:
    somebody, auditor = Desk(given_staff_member(), case), Desk(given_staff_member(), case)
    auditor.who.account.groups.add(Group.objects.get(name="auditor"))

    free, read = somebody.read(), auditor.read()
    assert 'value="take"' in free and 'value="preview"' not in free and 'name="finding:' not in free
    assert 'value="take"' not in read and "<textarea" not in read

    somebody.act("take")
    case.refresh_from_db()
    assert case.assignee == somebody.who.account
    assert 'value="preview"' in somebody.read() and 'name="finding:' in somebody.read()
    other = Desk(given_staff_member(), case)
    assert "works on this case" in other.read() and 'value="preview"' not in other.read()


ACTS: dict[str, dict[str, Any]] = {
    "findings": {"finding:criterion:1": "met"},
    "preview": {"outcome": "release", "reason": "Good."},
    "decide": {"preview": "dpv_01jd0000000000000000000000"},
    "write": {"to": "worker", "words": "Hello."},
    "ask": {"of": "worker", "items": "A photo"},
}


@pytest.mark.parametrize("name", ACTS)
def test_each_button_is_refused_to_whoever_does_not_have_the_case(case: Case, name: str) -> None:
    """Also when its form is sent by hand: 403 with what to do, and nothing changes."""
    given_desk(case)
    other = Desk(given_staff_member(), case)
    fields = ACTS[name]

    with untouched():
        answer = other.act(name, **fields)

    assert answer.status_code == 403 and "Take this case first" in answer.content.decode()


@pytest.mark.parametrize("name", [*ACTS, "take", "note", "approve", "send_back", "next", "release", "nonsense"])
def test_auditors_and_strangers_press_nothing(case: Case, name: str) -> None:
    auditor = Desk(given_staff_member(), case)
    auditor.who.account.groups.add(Group.objects.get(name="auditor"))
    funder = Client()
    funder.force_login(case.owner, "django.contrib.auth.backends.ModelBackend")

    with untouched():
        assert auditor.act(name, **ACTS.get(name, {})).status_code == 403
        assert funder.post(auditor.path, {"act": name}).status_code == 302
        assert funder.get(auditor.path)["Location"].startswith("/admin/login/")


def test_a_party_of_the_staff_has_no_forms(case: Case) -> None:
    case.owner.is_staff = True
    case.owner.save()
    at = Client()
    at.force_login(case.owner, "django.contrib.auth.backends.ModelBackend")
    path = Desk(given_staff_member(), case).path

    shown = at.get(path).content.decode()

    assert "You are a party of this case" in shown and 'value="take"' not in shown
    with untouched():
        assert at.post(path, {"act": "take"}).status_code == 403


# ------------------------------------------------------------------ words


def test_staff_write_ask_and_note_and_a_note_is_never_sent(case: Case) -> None:
    at = given_desk(case)

    at.act("write", to="worker", words="Which shop is it?")
    at.act("ask", of="worker", items="A photo by daylight\nThe original file", words="Please.", hours="24")
    at.act("note", words="He did this before.")

    assert [(row.to, row.words) for row in CaseMessage.objects.all()] == [("worker", "Which shop is it?")]
    asked = CaseRequest.objects.get()
    assert (asked.items, asked.asked) == (["A photo by daylight", "The original file"], case.worker)
    assert [row.words for row in DeskNote.objects.all()] == ["He did this before."]
    shown = at.read("?tab=dialogue")
    for words in ("Which shop is it?", "A photo by daylight; The original file", "He did this before.", "never sent"):
        assert words in shown, words
    assert not Mail.objects.filter(text__contains="did this before").exists()
    entries = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert entries == ["wrote to the worker", "asked the worker: A photo by daylight; The original file"]

    at.act("unask", request=asked.public_id)
    asked.refresh_from_db()
    assert asked.state == "withdrawn"


@pytest.mark.parametrize(
    ("name", "fields", "kept"),
    [
        ("write", {"to": "nobody", "words": "Kept words."}, "Kept words."),
        ("ask", {"of": "worker", "items": "Kept item", "hours": "1000"}, "Kept item"),
        ("note", {"words": "x" * 5001}, "x" * 5001),
    ],
)
def test_what_was_refused_comes_back_as_typed(case: Case, name: str, fields: dict[str, str], kept: str) -> None:
    at = given_desk(case)

    with untouched():
        answer = at.act(name, **fields)

    assert answer.status_code == 400 and kept in answer.content.decode()
    assert 'class="fault"' in answer.content.decode()


def test_words_of_a_signed_out_session_come_back_after_signing_in(case: Case) -> None:
    """An expired session keeps the words: nothing is sent, and the form is there again as it was typed."""
    at = given_desk(case)
    path = at.path
    at.browser.logout()

    gone = at.act("preview", follow=False, outcome="split", worker="2.17", reason="Long thought over.", tab="money")
    assert gone.status_code == 302 and gone["Location"].startswith("/admin/login/")
    at.browser.post("/admin/login/", {"username": "x", "password": "y"})
    session = at.browser.session
    session[SESSION_KEY] = str(at.who.account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = at.who.account.get_session_auth_hash()
    session.save()

    shown = at.browser.get(path).content.decode()

    assert "Long thought over." in shown and 'value="2.17"' in shown and "not sent yet" in shown
    assert "Long thought over." not in at.browser.get(path).content.decode(), "once"


# ------------------------------------------------------------------ who is here


def test_who_has_it_open_is_seen_and_so_is_what_comes() -> None:
    seat, case = given_case()
    at, other = given_desk(case, name="Ana"), Desk(given_staff_member(name="Ben"), case)
    since = re.search(r'data-read-at="([^"]+)"', at.read())
    assert since is not None

    at.browser.post(f"{at.path.removesuffix('change/')}seen/", {"since": since[1]})
    assert "Ana is here" in other.read()
    sent = seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": "One more word."})
    assert sent.status == 200
    told = at.browser.post(f"{at.path.removesuffix('change/')}seen/", {"since": since[1]}).content.decode()

    assert "the worker added words" in told and "Load the page anew" in told
    assert CasePresence.objects.count() == 1


# ------------------------------------------------------------------ evidence


def test_the_viewer_shows_a_picture_large_and_says_what_is_known_of_it() -> None:
    _, case = given_pictured()
    at = given_desk(case)

    shown = at.read("?tab=evidence&piece=2&beside=1&turn=90&zoom=2")

    assert "rotate(90deg) scale(2)" in shown and 'class="viewer two"' in shown
    assert shown.count('data-piece="') == 2 and 'rel="prev"' in shown
    assert "by the live camera" in shown
    assert "looks the same" in shown or "same file" in shown
    assert "/1280?" in shown, "large, not a thumbnail of 158 pixels"
    assert not re.search(r"-?\d{1,3}\.\d{4,}, ?-?\d{1,3}\.\d{4,}", shown), "never coordinates"


def given_pictured() -> Any:
    seat: Seat = given_hired(agent=given_funded_agent(590), until="confirm", evidence_types=["photo"])
    Services(acting(seat.worker)).deliver(
        seat.bounty.public_id, "Done.", [scene(1), scene(1, size=(320, 240), quality=60)], live=True
    )
    return given_case(seat.fresh())


def test_a_case_without_files_says_so(case: Case) -> None:
    assert "Neither side has sent a file." in given_desk(case).read("?tab=evidence")


# ------------------------------------------------------------------ timeline


def test_the_timeline_merges_all_sources_and_has_the_record_on_demand(case: Case) -> None:
    at = given_desk(case)
    at.act("note", words="A note.")
    at.act("write", to="both", words="Hello both.")

    shown = at.read("?tab=timeline")
    for words in (
        "dispute opened",
        "In dispute: Photograph",
        "A note.",
        "Hello both.",
        "to the funder",
        "to the worker",
    ):
        assert words in shown, words
    for source in ("event", "words", "staff", "note", "money", "mail"):
        assert f'class="of-{source}"' in shown, source
    only = at.read("?tab=timeline&source=mail")
    assert 'class="of-mail"' in only and 'class="of-event"' not in only

    link = re.search(r'href="([^"]+/raw/mail/[^"]+)"', shown)
    assert link is not None
    record = at.browser.get(link[1])
    assert record["Content-Type"].startswith("text/plain") and '"subject"' in record.content.decode()
    _, elsewhere = given_case()
    foreign = link[1].replace(str(case.pk), str(elsewhere.pk))
    assert at.browser.get(foreign).status_code == 404, "records of other cases are not read through this one"
    assert at.browser.get(link[1].replace("/mail/", "/account/")).status_code == 404


# ------------------------------------------------------------------ trust, speed


def test_nothing_that_a_party_wrote_becomes_markup() -> None:
    evil = "<img src=x onerror=alert(1)>\"'{{ 7|add:7 }}"
    seat = given_delivered(
        agent=given_funded_agent(590), title=f"Shop {evil}", completion_criteria=evil, description=evil
    )
    _, case = given_case(seat)
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": evil})
    at = given_desk(case)

    for tab in TABS:
        shown = at.read(f"?tab={tab}")
        assert "<img src=x" not in shown and "14" not in re.findall(r"x onerror[^<]{0,40}", shown)
        assert not re.search(
            r'(?:src|href)="(?:https?:)?//(?!testserver)', shown.replace("https://example.com/a", "")
        ), tab


def count(at: Desk, query: str) -> int:
    at.read(query)  # content types and the like are read once
    with CaptureQueriesContext(connection) as captured:
        at.read(query)
    return len(captured)


def test_the_shell_takes_at_most_twenty_queries_however_much_there_is(case: Case) -> None:
    at = given_desk(case)
    for number in range(5):
        at.act("findings", **{"finding:criterion:1": "met", "words:criterion:1": str(number)})
        unit(lambda: desk.note(at.actor, case_id=case.pk, words="Note."))
    needed = {tab: count(at, f"?tab={tab}&part=1") for tab in TABS}
    whole = {tab: count(at, f"?tab={tab}") for tab in TABS}

    who = 4  # the session, its account, the groups, the case: in both
    shell = {tab: whole[tab] - needed[tab] + who for tab in TABS}
    assert max(shell.values()) <= 20, (shell, whole, needed)
    assert whole["contract"] <= 30, "the page as it opens"
