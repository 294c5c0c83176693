"""Macros: one press, all steps or none, in the language of who reads, and never money."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client

from escrow.errors import CaseClosed, CaseTaken, MacroEnded, OwnDispute, StaffOnly
from escrow.models import Case, CaseMessage, CaseRequest, Macro
from escrow.rules import macros as rules
from escrow.selectors import macros as reads
from escrow.services import desk, macros
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.transactions import unit
from tests.factories.accounts import given_agent
from tests.factories.desk import acting_staff, given_case, given_support
from tests.factories.desks import Desk, given_desk
from tests.factories.market import untouched
from tests.factories.office import office

pytestmark = pytest.mark.django_db
TEXT = "{me} looks at {title}: {funder} and {worker}, until {due}."


def given_macro(name: str = "photos", *, language: str = "en", text: str = TEXT, steps: Any = (), **more: Any) -> Macro:
    values = {"holds_from": clock.now() - timedelta(days=1), "why": "We write it daily."} | more
    macros.check(text, list(steps))
    made: Macro = Macro.objects.create(name=name, language=language, text=text, steps=list(steps), **values)
    return made


def sent() -> list[tuple[Any, ...]]:
    """What parties were sent and asked."""
    messages = CaseMessage.objects.order_by("id").values_list("to", "words")
    asked = CaseRequest.objects.order_by("id").values_list("asked__name", "items", "words")
    return [*messages, *asked]


STEPS = [
    {"do": "tag", "tag": "photos"},
    {"do": "snooze", "hours": 24},
    {"do": "assign", "to": "me"},
    {"do": "ask", "of": "worker", "items": ["A sharp photo"], "hours": 24},
    {"do": "send", "to": "both"},
]


def test_all_steps_are_done_in_one_press_and_everybody_reads_their_language(at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    case, ana = given_case(title="A shop {front}", due_at=clock.now() + timedelta(hours=5)), given_support(name="Ana")
    for person, language, zone in ((case.owner, "en", ""), (case.worker, "es", "Europe/Madrid")):
        person.language, person.time_zone, person.name = language, zone, language.upper()
        person.save()
    given_macro(language="es", text="Hasta {due}.")
    macro = given_macro(steps=STEPS)

    unit(lambda: macros.apply(acting_staff(ana), case.pk, macro.pk))

    case.refresh_from_db()
    assert (case.tags, case.assignee_id) == (["photos"], ana.account.pk)
    assert case.snoozed_until == clock.now() + timedelta(hours=24)
    assert sent() == [
        ("funder", "Ana looks at A shop {front}: EN and ES, until 2027-01-02 10:00 UTC."),
        ("worker", "Hasta 2027-01-02 11:00 Europe/Madrid."),
        ("ES", ["A sharp photo"], ""),
    ]
    assert (case.stage, case.due_at) == ("evidence", clock.now() + timedelta(hours=24))


def test_what_both_read_alike_is_sent_once_and_a_request_alone_has_the_text() -> None:
    case, ana = given_case(), acting_staff(given_support(name="Ana"))
    unit(lambda: macros.apply(ana, case.pk, given_macro(text="Wait.", steps=[{"do": "send", "to": "both"}]).pk))
    ask = given_macro("ask", text="Please, {worker}.", steps=[{"do": "ask", "of": "worker", "items": ["A photo"]}])
    unit(lambda: macros.apply(ana, case.pk, ask.pk))

    assert sent() == [("both", "Wait."), (case.worker.name, ["A photo"], f"Please, {case.worker.display_name}.")]


def test_a_step_that_is_refused_leaves_nothing_of_the_others() -> None:
    case, ben = given_case(), acting_staff(given_support())
    unit(lambda: desk.take(acting_staff(given_support(name="Ana")), case.pk))
    macro = given_macro(steps=[*STEPS[:2], *STEPS[3:]])

    with untouched(), pytest.raises(CaseTaken, match="Ana"):
        unit(lambda: macros.apply(ben, case.pk, macro.pk))
    assert sent() == []


def test_who_may_not_work_on_a_case_applies_nothing_to_it() -> None:
    case, macro = given_case(), given_macro(steps=STEPS)
    case.owner.is_staff = True
    case.owner.save()
    with untouched(), pytest.raises(OwnDispute):
        unit(lambda: macros.apply(Actor.staff(case.owner), case.pk, macro.pk))
    with untouched(), pytest.raises(StaffOnly):
        unit(lambda: macros.apply(Actor.staff(given_agent().account), case.pk, macro.pk))
    Case.objects.filter(pk=case.pk).update(stage="appeal")
    with untouched(), pytest.raises(CaseClosed):
        unit(lambda: macros.apply(acting_staff(given_support()), case.pk, macro.pk))
    assert sent() == []


def test_the_latest_row_that_has_begun_holds_and_an_empty_one_ends_it() -> None:
    now, case, ana = clock.now(), given_case(), acting_staff(given_support())
    old = given_macro(text="Old.", steps=[{"do": "send", "to": "funder"}], holds_from=now - timedelta(days=3))
    given_macro(text="New.", steps=[{"do": "send", "to": "funder"}], holds_from=now - timedelta(days=2))
    given_macro(text="To come.", steps=[], holds_from=now + timedelta(days=2))
    given_macro("other", language="es", text="Otra.")
    assert [(row.name, row.text) for row in reads.holding()] == [("other", "Otra."), ("photos", "New.")]

    unit(lambda: macros.apply(ana, case.pk, old.pk))
    assert sent() == [("funder", "New.")]

    given_macro(text="", steps=[])
    assert [row.name for row in reads.holding()] == ["other"]
    with untouched(), pytest.raises(MacroEnded):
        unit(lambda: macros.apply(ana, case.pk, old.pk))


WRONG: list[tuple[str, Any, str]] = [
    ("Dear {name}", [], "no field {name}"),
    ("Dear {title", [], "stands alone"),
    ("Dear {}", [], "no field {}"),
    ("", [{"do": "send", "to": "both"}], "write what is sent"),
    ("x", [{"do": "send", "to": "all"}], "`to` is one of"),
    ("x", [{"do": "pay", "cents": 5}], "Money is moved by decisions only"),
    ("x", [{"do": "send"}], "`to` is missing"),
    ("x", [{"do": "tag", "tag": "a", "cents": 5}], "`cents` is no part"),
    ("x", [{"do": "tag", "tag": "Two words"}], "one word"),
    ("x", [{"do": "ask", "of": "both", "items": ["a"]}], "`of` is funder or worker"),
    ("x", [{"do": "ask", "of": "worker", "items": []}], "`items`"),
    ("x" * 2001, [{"do": "ask", "of": "worker", "items": ["a"]}], "at most 2,000"),
    ("x", [{"do": "snooze", "hours": 337}], "`hours`"),
    ("x", [{"do": "snooze", "hours": True}], "`hours`"),
    ("x", [{"do": "assign", "to": "Ana"}], "`to` is one of me, nobody"),
    ("x", {"do": "tag"}, "Steps are a list"),
    ("x", [{"do": "tag", "tag": str(number)} for number in range(11)], "At most 10 steps"),
]


@pytest.mark.parametrize(("text", "steps", "words"), WRONG, ids=[row[2] for row in WRONG])
def test_a_macro_that_could_not_be_carried_out_is_refused_when_it_is_saved(text: str, steps: Any, words: str) -> None:
    operator = Client()
    operator.force_login(given_support(is_superuser=True).account, "django.contrib.auth.backends.ModelBackend")
    with pytest.raises(Invalid) as refused:
        macros.check(text, steps)
    assert words in str(refused.value.extra["fields"])

    with untouched():
        answer = operator.post(
            "/admin/escrow/macro/add/",
            {"name": "one", "language": "en", "text": text, "steps": json.dumps(steps), "why": "Daily."},
        )
    assert words.replace("`", "").split()[0] in answer.content.decode()


def test_an_operator_writes_a_macro_with_its_lines_and_support_does_not() -> None:
    operator, support = Client(), Client()
    backend = "django.contrib.auth.backends.ModelBackend"
    operator.force_login(given_support(is_superuser=True).account, backend)
    support.force_login(given_support().account, backend)
    sent = {"name": "photos", "language": "en", "text": "Dear {worker},\n\nsend it.", "why": "Daily."}
    sent |= {"steps": '[{"do": "send", "to": "worker"}]', "_save": "Save"}

    with untouched():
        assert support.post("/admin/escrow/macro/add/", sent).status_code == 403
    answer = operator.post("/admin/escrow/macro/add/", sent)
    assert answer.status_code == 302, answer.context["adminform"].form.errors

    made = Macro.objects.get()
    assert (made.text, made.steps, made.why) == (
        "Dear {worker},\n\nsend it.",
        [{"do": "send", "to": "worker"}],
        "Daily.",
    )
    with untouched():
        operator.post(f"/admin/escrow/macro/{made.pk}/change/", sent | {"text": "Else."})
        operator.post(f"/admin/escrow/macro/{made.pk}/delete/", {"post": "yes"})
    page = support.get(f"/admin/escrow/macro/{made.pk}/change/").content.decode()
    assert (
        "send the text to the worker" in page and "&quot;do&quot;: &quot;send&quot;" not in page.partition("History")[0]
    )


def test_the_database_takes_no_unknown_field() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Macro.objects.create(name="x", text="Dear {name}", holds_from=clock.now(), why="x")


def test_what_is_filled_in_is_not_read_for_fields_again() -> None:
    values = dict.fromkeys(rules.FIELDS, "{me}")
    assert rules.fill("{title} {worker}", values) == "{me} {me}"


# ------------------------------------------------------------------ the buttons


def test_a_macro_is_applied_on_the_case_s_dialogue_by_its_assignee() -> None:
    case = given_case()
    at = given_desk(case, name="Ana")
    macro = given_macro(steps=STEPS[3:], text="Send it, {worker}.")
    shown = at.read("?tab=dialogue")
    for words in (
        "Apply a macro",
        "photos",
        "ask the worker for A sharp photo, within 24 h; send the text to both sides",
    ):
        assert words in shown, words

    answer = at.act("macro", macro=str(macro.pk))

    assert "photos was applied." in answer.content.decode()
    assert len(sent()) == 2 and CaseRequest.objects.get().made_by == at.who.account
    entry = LogEntry.objects.order_by("-pk")[0]
    assert (entry.object_id, entry.get_change_message()) == (str(case.pk), "macro: photos")


@pytest.mark.parametrize(
    ("macro", "words"), [("", "Choose a macro."), ("999", "Select a valid choice"), ("x", "valid")]
)
def test_no_macro_that_is_there_changes_nothing_and_says_so_beside_it(macro: str, words: str) -> None:
    given_macro(steps=STEPS)
    at = given_desk(given_case())

    with untouched():
        answer = at.act("macro", macro=macro)

    shown = answer.content.decode()
    assert answer.status_code == 400 and words in shown and 'data-tab="dialogue" data-key="4" aria-current' in shown


def test_a_macro_that_ended_meanwhile_is_refused_on_the_dialogue() -> None:
    case, macro = given_case(), given_macro(steps=STEPS)
    at = given_desk(case)
    given_macro(text="", steps=[], holds_from=clock.now())

    with untouched():
        answer = at.act("macro", macro=str(macro.pk))
    assert answer.status_code == 409 and "Apply a macro" not in answer.content.decode()


def test_the_dialogue_offers_macros_to_the_assignee_of_an_open_case_only() -> None:
    case, macro = given_case(), given_macro(steps=STEPS)
    at, other = given_desk(case), Desk(given_support(), case)
    assert "Apply a macro" in at.read("?tab=dialogue") and "Apply a macro" not in other.read("?tab=dialogue")

    with untouched():
        refused = other.act("macro", macro=str(macro.pk))
        assert (refused.status_code, "Take this case first" in refused.content.decode()) == (403, True)
    Case.objects.filter(pk=case.pk).update(stage="appeal")
    assert "Apply a macro" not in at.read("?tab=dialogue")
    with untouched():
        assert at.act("macro", macro=str(macro.pk)).status_code == 409


def test_a_macro_is_applied_from_the_queue() -> None:
    case, ana = given_case(), given_support(name="Ana")
    macro, client = given_macro(steps=STEPS[:1]), office(ana)
    page = client.get("/admin/escrow/case/").content.decode()
    assert f'<option value="{macro.pk}">photos</option>' in page

    answer = client.post(f"/admin/escrow/case/{case.pk}/desk/macro/", {"macro": macro.pk}, follow=True)

    case.refresh_from_db()
    assert case.tags == ["photos"] and "got the macro" in answer.content.decode()
    with untouched():
        client.post(f"/admin/escrow/case/{case.pk}/desk/macro/", {"macro": "x"})
    auditor = given_support()
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    assert '<select name="macro"' not in office(auditor).get("/admin/escrow/case/").content.decode()


SAID: list[tuple[dict[str, Any], str]] = [
    ({"do": "send", "to": "funder"}, "send the text to the funder"),
    ({"do": "ask", "of": "funder", "items": ["A", "B"]}, "ask the funder for A; B"),
    ({"do": "tag", "tag": "late"}, "tag it late"),
    ({"do": "snooze", "hours": 3}, "let it rest for 3 h"),
    ({"do": "assign", "to": "me"}, "assign it to you"),
    ({"do": "assign", "to": "nobody"}, "give it back"),
]


@pytest.mark.parametrize(("step", "words"), SAID, ids=[row[1] for row in SAID])
def test_a_step_is_told_in_words(step: dict[str, Any], words: str) -> None:
    assert rules.in_words(step) == words
