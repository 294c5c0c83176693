"""The desk: who of the staff works on which case, until when it rests, and what they note for each other.

None of it moves money or tells a party anything. Each act locks the case's row alone, which is the last lock of every verb about
a case, and is written to its history as an internal event.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from escrow import events
from escrow.errors import CaseClosed, CaseTaken, DecidedBefore, NotAssignee, OwnDispute, StaffOnly
from escrow.models import Case, CasePresence, DeskNote
from escrow.rules.cases import OPEN_STAGES
from escrow.rules.desk import PRESENT_FOR, SNOOZE_MAX, TAGS_MAX, is_tag
from escrow.selectors import appeals
from escrow.selectors import desk as reads
from escrow.services import cases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.roles import can_decide
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account

NOTHING_WAITS = "Nothing waits that nobody has and that you may decide."  # when `take_next` finds no case
NOTE_MAX = 5000
WHY_MAX = 300


def take(actor: Actor, case_id: UUID) -> Case:
    """Work on a case that nobody has. Once it is theirs, again is no error; a snoozed one is awake.

    Locks the case. Raises StaffOnly, OwnDispute, DecidedBefore (403), NotFound (404), CaseTaken, CaseClosed (409). Spec: desk,
    section 4.
    """

    def work(case: Case) -> None:
        if case.assignee is not None and case.assignee_id != actor.id:
            raise CaseTaken(case.assignee.display_name)
        if appeals.has_decided(case, actor.id):
            raise DecidedBefore()
        if case.assignee_id is None or case.snoozed_until is not None:
            _give(actor, case, actor.me, "taken")

    return _on_open(actor, case_id, work)


def take_next(actor: Actor) -> Case | None:
    """Take the most urgent case that waits for staff and that nobody has; None when there is none.

    Cases in which the actor is a party are left out, and appeals against a decision of theirs. Locks one case; those that others
    take at the same moment are skipped, so that everybody gets another one. Raises StaffOnly (403). Spec: desk, section 4.
    """
    _check_staff(actor)

    def work() -> Case | None:
        own = appeals.first_by(actor.id).filter(dispute=OuterRef("dispute"))
        rows = (
            reads.of_tab(Case.objects.filter(stage="decision", assignee=None), "ready", actor.me)
            .exclude(owner_id=actor.id)
            .exclude(worker_id=actor.id)
            .exclude(Exists(own), round=2)
        )
        found: Case | None = (
            rows.order_by("next_due_at", "id").select_for_update(skip_locked=True, of=("self",), no_key=True).first()
        )
        if found is not None:
            _give(actor, found, actor.me, "taken")
        return found

    return join_or_begin(work)


def assign(actor: Actor, case_id: UUID, to_id: UUID) -> Case:
    """Give a case to somebody of the staff, whoever has it now. `to_id`: the key of their account; one's own takes it over.

    Locks the case. Raises StaffOnly, OwnDispute (403), NotFound (404), CaseClosed (409), Invalid (400) when they can't decide it:
    no staff, an auditor, a party, or who decided what is appealed. Spec: desk, section 4.
    """
    to = Account.objects.filter(pk=to_id).first()

    def work(case: Case) -> None:
        if to is None or not to.is_active or not can_decide(to.role):
            raise Invalid({"to": ["Cases are given to active support staff and operators."]})
        if to.pk in (case.owner_id, case.worker_id):
            raise Invalid({"to": [f"{to.display_name} is a party of this case: give it to somebody else."]})
        if appeals.has_decided(case, to.pk):
            raise Invalid({"to": [f"{to.display_name} decided what is appealed: give it to somebody else."]})
        if case.assignee_id != to.pk:
            _give(actor, case, to, "assigned")

    return _on_open(actor, case_id, work)


def release(actor: Actor, case_id: UUID) -> Case:
    """Give a case back to the queue: whoever has it, or an operator. One that nobody has stays so.

    Locks the case. Raises StaffOnly, OwnDispute, NotAssignee (403), NotFound (404), CaseClosed (409). Spec: desk, section 4.
    """

    def work(case: Case) -> None:
        if case.assignee_id is None:
            return
        if case.assignee_id != actor.id and not actor.is_operator:
            raise NotAssignee()
        case.assignee = case.assigned_at = None
        case.save(update_fields=["assignee", "assigned_at"])
        events.case_noted(case, "released", actor)

    return _on_open(actor, case_id, work)


def snooze(actor: Actor, case_id: UUID, until: datetime, why: str) -> Case:
    """Let a case rest until then (UTC, at most 14 days ahead): it is only among the snoozed and all open ones. Its clocks go on,
    and what makes it staff's turn wakes it. `why`: for colleagues, at most 300 characters.

    Locks the case. Raises StaffOnly, OwnDispute (403), NotFound (404), CaseTaken, CaseClosed (409), Invalid (400).
    """
    now = clock.now()
    wrong: dict[str, list[str]] = {}
    if not now < until <= now + SNOOZE_MAX:
        wrong["until"] = [f"Name a moment in the next {SNOOZE_MAX.days} days."]
    if not 0 < len(why.strip()) <= WHY_MAX:
        wrong["why"] = [f"Say why, in at most {WHY_MAX} characters: colleagues read it."]

    def work(case: Case) -> None:
        if wrong:
            raise Invalid(wrong)
        _check_free(actor, case)
        case.snoozed_until = until
        case.save(update_fields=["snoozed_until"])
        events.case_noted(case, "snoozed", actor, note=why.strip(), until=until.isoformat())

    return _on_open(actor, case_id, work)


def wake(actor: Actor, case_id: UUID) -> Case:
    """End a snooze early. Locks the case. Raises as `snooze`, but for its fields."""

    def work(case: Case) -> None:
        _check_free(actor, case)
        if case.snoozed_until is not None:
            case.snoozed_until = None
            case.save(update_fields=["snoozed_until"])
            events.case_noted(case, "woken", actor)

    return _on_open(actor, case_id, work)


def tag(actor: Actor, case_id: UUID, word: str) -> Case:
    """Put a word on a case, by which the queue is filtered; twice is once. Locks the case. Raises StaffOnly, OwnDispute (403),
    NotFound (404), CaseClosed (409), Invalid (400) for what is no tag, or too many."""

    def work(case: Case) -> None:
        if not is_tag(word):
            raise Invalid({"tag": ["A tag is one word of small letters, digits and hyphens."]})
        if word in case.tags:
            return
        if len(case.tags) >= TAGS_MAX:
            raise Invalid({"tag": [f"A case has at most {TAGS_MAX} tags."]})
        case.tags = sorted([*case.tags, word])
        case.save(update_fields=["tags"])
        events.case_noted(case, "tagged", actor, tag=word)

    return _on_open(actor, case_id, work)


def note(actor: Actor, *, case_id: UUID | None = None, about_id: UUID | None = None, words: str) -> DeskNote:
    """Write a note for colleagues, about a case (also a closed one) or a person: never sent, never shown to a party.

    case_id, about_id: exactly one of them; the second is an account's key. words: at most 5,000 characters. Locks the case. Raises
    StaffOnly, OwnDispute (403: nobody writes about themselves), NotFound (404), Invalid (400).
    """
    assert (case_id is None) is not (about_id is None)
    _check_staff(actor)
    if not 0 < len(words.strip()) <= NOTE_MAX:
        raise Invalid({"words": [f"Write 1 to {NOTE_MAX:,} characters."]})

    def work() -> DeskNote:
        if case_id is not None:
            case = _locked(actor, case_id)
            made = DeskNote.objects.create(case=case, author=actor.me, words=words.strip())
            events.case_noted(case, "noted", actor, noteId=made.public_id)
            return made
        if about_id == actor.id:
            raise OwnDispute("Nobody writes notes about themselves: a colleague does.")
        if not Account.objects.filter(pk=about_id).exists():
            raise NotFound("There is no such account.")
        return DeskNote.objects.create(about_id=about_id, author=actor.me, words=words.strip())

    return join_or_begin(work)


def seen(actor: Actor, case_id: UUID) -> list[str]:
    """Say that somebody has this case open, and read who else has had it within a minute: their names, latest first.

    Somebody who was given the case has looked at it with this. An auditor reads the names and is not counted. Locks the actor's
    own row of presence, and at that first look the case.
    """
    now = clock.now()
    if actor.is_staff:
        unseen = Case.objects.filter(pk=case_id, assignee_id=actor.id, first_look_at=None, stage__in=OPEN_STAGES)
        for case in unseen.select_for_update(no_key=True):
            cases.looked(case)
            case.save(update_fields=["first_look_at", "with_lead_at"])
        CasePresence.objects.bulk_create(
            [CasePresence(case_id=case_id, staff_id=actor.id, seen_at=now)],
            update_conflicts=True,
            unique_fields=["case", "staff"],
            update_fields=["seen_at"],
        )
    others = CasePresence.objects.filter(case_id=case_id, seen_at__gt=now - PRESENT_FOR).exclude(staff_id=actor.id)
    return [row.staff.display_name for row in others.select_related("staff").order_by("-seen_at", "staff_id")]


def _give(actor: Actor, case: Case, to: Account, action: str) -> None:
    """To them, awake. Whoever takes a case looks at it; who is given one does so when they open it (`seen`)."""
    now = clock.now()
    before = case.assignee_id
    case.assignee, case.snoozed_until = to, None
    case.assigned_at = now if before != to.pk else case.assigned_at
    if to.pk == actor.id:
        cases.looked(case)
    case.save(update_fields=["assignee", "assigned_at", "snoozed_until", "first_look_at", "with_lead_at"])
    events.case_noted(case, action, actor, to=to.public_profile_id)


def _on_open(actor: Actor, case_id: UUID, work: Callable[[Case], Any]) -> Case:
    """`work` on a case that is not decided, locked."""
    _check_staff(actor)

    def whole() -> Case:
        case = _locked(actor, case_id)
        if case.stage not in OPEN_STAGES:
            raise CaseClosed(currentState=case.stage, allowedActions=["note"])
        work(case)
        return case

    return join_or_begin(whole)


def _locked(actor: Actor, case_id: UUID) -> Case:
    # Without a join: who has it would be read as it was before the wait for the lock.
    case: Case | None = Case.objects.locked().filter(pk=case_id).first()
    if case is None:
        raise NotFound("There is no such case. The queue lists them: /admin/escrow/case/.")
    if actor.id in (case.owner_id, case.worker_id):
        raise OwnDispute()
    return case


def _check_staff(actor: Actor) -> None:
    if not actor.is_staff:
        raise StaffOnly()


def _check_free(actor: Actor, case: Case) -> None:
    """Nobody else's, unless an operator acts."""
    if case.assignee is not None and case.assignee_id != actor.id and not actor.is_operator:
        raise CaseTaken(case.assignee.display_name)


def in_hours(hours: int) -> datetime:
    """That many hours from now (UTC)."""
    return clock.now() + timedelta(hours=hours)
