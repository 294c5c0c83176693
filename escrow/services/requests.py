"""Staff ask a party of a dispute for named things by a date, and the party answers. Moves no money.

Staff's own clock stands still while something is asked of a party. What is not answered in time lapses (`case_clocks`): the
silence is noted, and staff decide on what is there.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from escrow import events
from escrow.errors import NothingAsked, TooManyRequests
from escrow.models import Case, CaseRequest, Dispute
from escrow.rules.cases import ASK_HOURS_MAX, ASK_ITEM_MAX, ASK_ITEMS_MAX, ASKS_MAX, STAGE, reminder_at
from escrow.selectors import clocks, dispute_turns
from escrow.selectors import disputes as reads
from escrow.services import case_mails, cases, disputes
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.states import InvalidState
from marketplace.models import File

_WORDS_MAX = 2000


def ask(
    actor: Actor, case_id: UUID, *, of: str, items: Sequence[str], words: str = "", hours: int | None = None
) -> CaseRequest:
    """Staff ask one side for things, and the case waits for them. Several requests may be open at once, of either side.

    Args: `of` is funder or worker; `items` are 1 to 10 texts of at most 200 characters; `words` (at most 2,000 characters) and the
    items are read by that side alone; `hours` until it is due, 1 to 720, by default as operators have set it.
    Locks the dispute, its case. Raises OwnDispute (403), NoDispute, InvalidState, TooManyRequests (409), Invalid (400).
    Spec: desk, section 3.
    """
    wanted = [item.strip() for item in items if item.strip()]
    _check(of, wanted, words, hours)
    dispute, case = cases.lock_for_staff(actor, case_id)
    if case.stage == "approval":
        raise InvalidState(
            "A proposed decision waits for a second person, so nobody is asked for anything: the proposal has to be sent back, or "
            "taken back by its proposer, first.",
            currentState=case.stage,
            allowedActions=[],
        )
    STAGE.next(case.stage, "ask", allowed=[])
    if case.requests.count() >= ASKS_MAX:
        raise TooManyRequests(currentState=case.stage, allowedActions=[])
    now = clock.now()
    due_at = now + (clocks.holding().evidence if hours is None else timedelta(hours=hours))
    request = CaseRequest(
        case=case,
        asked=dispute.worker if of == "worker" else dispute.owner,
        made_by=actor.me,
        items=wanted,
        words=words.strip(),
        due_at=due_at,
        remind_at=reminder_at(now, due_at),
    )
    request.save(force_insert=True)
    cases.go_on(case)
    events.dispute_evidence_requested(dispute, request, actor)
    note = "; ".join(wanted)
    events.dispute_noted(dispute, "asked", actor, note=note, of=of, requestId=request.public_id)
    case_mails.asked(dispute, case, request)
    return request


def _check(of: str, items: Sequence[str], words: str, hours: int | None) -> None:
    wrong = {}
    if of not in ("funder", "worker"):
        wrong["of"] = ["Ask the funder or the worker."]
    if not 1 <= len(items) <= ASK_ITEMS_MAX or any(len(item) > ASK_ITEM_MAX for item in items):
        wrong["items"] = [f"Name 1 to {ASK_ITEMS_MAX} things, each in at most {ASK_ITEM_MAX} characters."]
    if len(words) > _WORDS_MAX:
        wrong["words"] = [f"At most {_WORDS_MAX} characters."]
    if hours is not None and not 1 <= hours <= ASK_HOURS_MAX:
        wrong["hours"] = [f"Give them 1 to {ASK_HOURS_MAX} hours."]
    if wrong:
        raise Invalid(wrong)


def withdraw(actor: Actor, request_id: UUID) -> CaseRequest:
    """Staff take back what they asked for; the case goes on when nothing else is open.

    Locks the dispute, its case. Raises OwnDispute (403), InvalidState (409) when it is answered, lapsed or withdrawn.
    """
    seen = CaseRequest.objects.get(pk=request_id)
    dispute, case = cases.lock_for_staff(actor, seen.case_id)
    request: CaseRequest = case.requests.get(pk=request_id)
    if request.state != "open":
        raise InvalidState(f"This request is {request.state} by now.", currentState=request.state, allowedActions=[])
    _end(request, "withdrawn")
    cases.goes_on(case)
    of = dispute.side_of(request.asked_id)
    events.dispute_noted(dispute, "request_withdrawn", actor, of=of, requestId=request.public_id)
    return request


def store_files(
    actor: Actor, dispute_id: str, uploads: Sequence[UploadedFile], *, request_id: UUID | None = None
) -> list[File]:
    """Store the files of an answer, before the transaction of `answer`, if something is to be answered now. Locks nothing.
    Raises what `answer` raises, and what `disputes.store_files` does."""
    dispute = reads.as_party(actor, dispute_id)
    _find_question(actor, dispute, dispute.case, request_id)
    return disputes.store_files(actor, dispute_id, uploads)


def answer(
    actor: Actor,
    dispute_id: str,
    *,
    text: str,
    urls: Sequence[str],
    stored_files: Sequence[File] = (),
    request_id: UUID | None = None,
) -> Dispute:
    """POST …/answer: a party answers what staff asked of it, or, before anything else happened, the worker the objection. Then the
    case goes on; it is staff's turn when nothing else is open.

    Args: `dispute_id` is public (dsp_…); `request_id` says which request is answered, by default the one that is due first.
    Locks the dispute, its case. Raises NotFound (404), Forbidden (403 `not_party`), NothingAsked, InvalidState,
    TooMuchEvidence (409). Spec: desk, section 3.
    """
    dispute, case = disputes.lock_as_party(actor, dispute_id)
    request = _find_question(actor, dispute, case, request_id)
    disputes.add_piece(actor, dispute, case, text=text, urls=urls, stored_files=stored_files, answers=request)
    if request is not None:
        _end(request, "answered")
    cases.goes_on(case)
    return reads.get(actor, dispute_id)


def _find_question(actor: Actor, dispute: Dispute, case: Case, request_id: UUID | None) -> CaseRequest | None:
    """The open request that is answered; None for the objection. A request whose time is over can't be answered any more, though
    the timer that says so may not have run yet."""
    mine = case.requests.filter(asked_id=actor.id)
    if request_id is not None and not mine.filter(pk=request_id).exists():
        raise NotFound("Nothing with this id is asked of you. GET /api/disputes/{id} lists `asked`.")
    open_ones = mine.filter(state="open", due_at__gt=clock.now()).order_by("due_at", "pk")
    if request_id is not None:
        open_ones = open_ones.filter(pk=request_id)
    first: CaseRequest | None = open_ones.first()
    may_answer_objection = request_id is None and dispute_turns.waits_for_answer(case)
    if first is None and not (may_answer_objection and dispute.side_of(actor.id) == "worker"):
        dispute.case = case
        raise NothingAsked(currentState=case.stage, allowedActions=dispute_turns.allowed(dispute, actor))
    return first


def _end(request: CaseRequest, state: str) -> None:
    request.state, request.ended_at, request.remind_at = state, clock.now(), None
    request.save(update_fields=["state", "ended_at", "remind_at"])
