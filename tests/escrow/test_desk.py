"""Who of the staff works on which case: taking, giving, resting, noting; what is refused changes nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group

from escrow.errors import CaseClosed, CaseTaken, NotAssignee, OwnDispute, StaffOnly
from escrow.models import Case, CasePresence, DeskNote
from escrow.selectors import desk as reads
from escrow.services import cases, desk
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.transactions import unit
from tests.factories.accounts import given_agent
from tests.factories.desk import acting_staff, given_case, given_support
from tests.factories.market import untouched
from webhooks.models import Event

pytestmark = pytest.mark.django_db
Act = Callable[[Actor, Case], Any]


def soon() -> Any:
    return clock.now() + timedelta(hours=2)


ACTS: dict[str, Act] = {
    "take": lambda actor, case: desk.take(actor, case.pk),
    "assign": lambda actor, case: desk.assign(actor, case.pk, given_support().account.pk),
    "release": lambda actor, case: desk.release(actor, case.pk),
    "snooze": lambda actor, case: desk.snooze(actor, case.pk, soon(), "Waits."),
    "wake": lambda actor, case: desk.wake(actor, case.pk),
    "tag": lambda actor, case: desk.tag(actor, case.pk, "photos"),
    "note": lambda actor, case: desk.note(actor, case_id=case.pk, words="Seen."),
}
every_act = pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)


def done(case: Case) -> list[str]:
    return list(Event.objects.filter(subject_id=case.pk).order_by("id").values_list("type", flat=True))


def test_the_first_take_ends_the_clock_of_the_first_look_and_stands_in_the_history(at: Any) -> None:
    case, one = given_case(), acting_staff(given_support())
    begun = at("2027-01-01T10:00:00+00:00")

    unit(lambda: desk.take(one, case.pk))
    at("2027-01-01T11:00:00+00:00")
    unit(lambda: desk.take(one, case.pk))
    unit(lambda: desk.release(one, case.pk))
    other = acting_staff(given_support())
    unit(lambda: desk.take(other, case.pk))

    case.refresh_from_db()
    assert (case.assignee_id, case.first_look_at) == (other.id, begun)
    assert done(case) == ["case.taken", "case.released", "case.taken"]
    event = Event.objects.filter(subject_id=case.pk).first()
    assert event is not None and (event.public, event.account_id, event.actor) == (False, None, one.label)


@every_act
def test_an_auditor_and_who_is_no_staff_do_nothing(act: Act) -> None:
    case, auditor = given_case(), given_support()
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    for who in (auditor, given_agent()):
        with untouched(), pytest.raises(StaffOnly):
            unit(lambda who=who: act(Actor.staff(who.account), case))


@every_act
def test_a_party_does_nothing_with_its_own_case(act: Act) -> None:
    case = given_case()
    for party in (case.owner, case.worker):
        party.is_staff = True
        party.save()
        with untouched(), pytest.raises(OwnDispute):
            unit(lambda party=party: act(Actor.staff(party), case))


@every_act
@pytest.mark.parametrize("stage", ["appeal", "closed"])
def test_on_a_decided_case_nothing_is_done_but_noted(act: Act, stage: str) -> None:
    case, one = given_case(), acting_staff(given_support())
    over = {"closed_at": clock.now(), "due_at": None} if stage == "closed" else {}
    Case.objects.filter(pk=case.pk).update(stage=stage, **over)
    if act is ACTS["note"]:
        unit(lambda: act(one, case))
        assert DeskNote.objects.get().words == "Seen."
        return
    with untouched(), pytest.raises(CaseClosed):
        unit(lambda: act(one, case))


@every_act
def test_there_is_no_such_case(act: Act) -> None:
    one = acting_staff(given_support())
    with untouched(), pytest.raises(NotFound):
        unit(lambda: act(one, Case(pk=ids.new())))


def test_what_a_colleague_has_is_assigned_and_not_taken() -> None:
    case, one, other = given_case(), acting_staff(given_support(name="Ana")), acting_staff(given_support())
    unit(lambda: desk.take(one, case.pk))

    for refused in (ACTS["take"], ACTS["snooze"], ACTS["wake"]):
        with untouched(), pytest.raises(CaseTaken, match="Ana"):
            unit(lambda refused=refused: refused(other, case))
    with untouched(), pytest.raises(NotAssignee):
        unit(lambda: desk.release(other, case.pk))
    unit(lambda: desk.assign(other, case.pk, other.id))

    case.refresh_from_db()
    assert case.assignee_id == other.id
    operator = Actor.staff(given_support(is_superuser=True).account)
    unit(lambda: desk.release(operator, case.pk))
    case.refresh_from_db()
    assert (case.assignee_id, case.assigned_at) == (None, None)


def test_a_case_is_given_to_who_can_decide_it() -> None:
    case, one = given_case(), acting_staff(given_support())
    auditor, gone = given_support(), given_support(is_active=False)
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    case.owner.is_staff = True
    case.owner.save()

    for to in (auditor.account, gone.account, given_agent().account, case.owner):
        with untouched(), pytest.raises(Invalid):
            unit(lambda to=to: desk.assign(one, case.pk, to.pk))
    other = given_support().account
    unit(lambda: desk.assign(one, case.pk, other.pk))

    case.refresh_from_db()
    assert (case.assignee_id, case.first_look_at) == (other.pk, None), "nobody has looked yet"


def tab(name: str, who: Actor) -> list[Any]:
    return list(reads.of_tab(Case.objects.all(), name, who.me).values_list("pk", flat=True))


def test_a_snoozed_case_wakes_by_the_clock_and_by_an_answer(at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    case, one = given_case(), acting_staff(given_support())
    unit(lambda: desk.take(one, case.pk))
    unit(lambda: desk.snooze(one, case.pk, clock.now() + timedelta(hours=2), "The bank answers then."))
    assert (tab("mine", one), tab("ready", one), tab("snoozed", one)) == ([], [], [case.pk])

    at("2027-01-01T12:00:00+00:00")
    assert (tab("mine", one), tab("ready", one), tab("snoozed", one)) == ([case.pk], [case.pk], [])

    Case.objects.filter(pk=case.pk).update(stage="evidence")
    unit(lambda: desk.snooze(one, case.pk, clock.now() + timedelta(days=1), "They were asked."))
    locked = Case.objects.get(pk=case.pk)
    cases.move(locked, "goes_on")
    assert tab("mine", one) == [case.pk]
    assert Event.objects.filter(type="case.snoozed").first().note == "The bank answers then."  # type: ignore[union-attr]


@pytest.mark.parametrize("away", [timedelta(0), timedelta(days=-1), timedelta(days=14, seconds=1)])
def test_a_snooze_ends_within_two_weeks(away: timedelta, at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    case, one = given_case(), acting_staff(given_support())
    with untouched(), pytest.raises(Invalid):
        unit(lambda: desk.snooze(one, case.pk, clock.now() + away, "Waits."))
    with untouched(), pytest.raises(Invalid):
        unit(lambda: desk.snooze(one, case.pk, clock.now() + timedelta(hours=1), " "))


def test_the_next_is_the_most_urgent_that_waits_for_staff_and_that_nobody_has() -> None:
    now, one = clock.now(), acting_staff(given_support())
    late = given_case(due_at=now - timedelta(hours=1))
    later = given_case(due_at=now + timedelta(hours=5))
    given_case(ready=False)
    given_case(due_at=now, snoozed_until=now + timedelta(hours=1))
    given_case(due_at=now, assignee=given_support().account, assigned_at=now)
    own = given_case(due_at=now - timedelta(days=1))
    own.owner.is_staff = True
    own.owner.save()

    party = Actor.staff(own.owner)
    assert unit(lambda: desk.take_next(party)) == late
    assert unit(lambda: desk.take_next(one)) == own
    assert unit(lambda: desk.take_next(one)) == later
    with untouched():
        assert unit(lambda: desk.take_next(one)) is None


def test_an_appeal_is_next_for_another_person_than_decided_first() -> None:
    from tests.escrow.test_decisions import given_dispute
    from tests.factories.decisions import given_decision
    from tests.factories.desk import changed

    _, dispute = given_dispute()
    first, second = acting_staff(given_support()), acting_staff(given_support())
    given_decision(first, dispute.pk, worker_cents=250)
    case = changed(dispute, round=2)

    with untouched():
        assert unit(lambda: desk.take_next(first)) is None
    assert unit(lambda: desk.take_next(second)) == case


def test_presence_names_others_for_a_minute(at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    case = given_case()
    ana, ben = acting_staff(given_support(name="Ana")), acting_staff(given_support(name="Ben"))
    auditor = given_support(name="Eve")
    auditor.account.groups.add(Group.objects.get(name="auditor"))

    assert desk.seen(ana, case.pk) == []
    assert desk.seen(ben, case.pk) == ["Ana"]
    assert desk.seen(acting_staff(auditor), case.pk) == ["Ana", "Ben"]
    at("2027-01-01T10:00:59+00:00")
    assert desk.seen(ana, case.pk) == ["Ben"], "an auditor is not counted"
    at("2027-01-01T10:01:30+00:00")
    assert desk.seen(ben, case.pk) == ["Ana"]
    at("2027-01-01T10:02:00+00:00")
    assert desk.seen(ana, case.pk) == ["Ben"]
    assert CasePresence.objects.count() == 2


def test_notes_are_about_a_case_or_a_person() -> None:
    one, person = acting_staff(given_support()), given_agent().account

    made = unit(lambda: desk.note(one, about_id=person.pk, words=" Polite on the phone. "))

    assert (made.about, made.words, made.author) == (person, "Polite on the phone.", one.me)
    for words in (" ", "x" * 5001):
        with untouched(), pytest.raises(Invalid):
            unit(lambda words=words: desk.note(one, about_id=person.pk, words=words))
    with untouched(), pytest.raises(OwnDispute):
        unit(lambda: desk.note(one, about_id=one.id, words="I am good."))
    with untouched(), pytest.raises(NotFound):
        unit(lambda: desk.note(one, about_id=ids.new(), words="Who?"))


def test_tags_are_words_once_each() -> None:
    case, one = given_case(), acting_staff(given_support())
    for word in ("photos", "bank", "photos"):
        unit(lambda word=word: desk.tag(one, case.pk, word))
    case.refresh_from_db()
    assert case.tags == ["bank", "photos"]
    for word in ("", "Two words", "x" * 41, "-a"):
        with untouched(), pytest.raises(Invalid):
            unit(lambda word=word: desk.tag(one, case.pk, word))
