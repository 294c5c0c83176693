"""What has happened in a bounty, as far as a script waits for it, and the plays of an account. Nothing locks, nothing writes."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from bounties.models import Application, Bounty, Play, Submission
from bounties.models.applications import CASE
from bounties.rules import plays as rules
from bounties.rules.bounties import LIVE, OVER
from bounties.rules.submissions import AGAINST
from bounties.selectors import checks
from escrow.models import Appeal, Case, Dispute, DisputeDecision
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors import appeals
from humans.models import Message
from marketplace.core import clock, ids, moments
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

_GONE = ("rejected", "withdrawn", "expired")


class State(NamedTuple):
    """What a play waits for and has: `moments` by the names of `rules.MOMENTS`, as far as they hold now. `outcome`: how it ended,
    empty while it goes on. `about`: the dispute or application that staff decide on next."""

    moments: dict[str, datetime]
    outcome: str = ""
    application: Application | None = None
    about: UUID | None = None


def own(actor: Actor) -> Any:
    """The plays in the caller's bounties."""
    return Play.objects.filter(bounty__owner_id=actor.id).select_related("person__account", "bounty")


def get_own(actor: Actor, play_id: str) -> Play:
    """One of them. Raises NotFound (404)."""
    try:
        play: Play = own(actor).get(pk=ids.decode("ply", play_id))
    except (ValueError, Play.DoesNotExist):
        raise NotFound("There is no such play. GET /api/sandbox/plays lists yours.")
    return play


def bounty_key(bounty_id: str) -> UUID | None:
    """The key of a bounty, as a filter of lists; None matches nothing."""
    try:
        return ids.decode("bty", bounty_id)
    except ValueError:
        return None


def planned(play: Play, state: State) -> list[rules.Planned]:
    """The steps of a play with their times."""
    return rules.planned(rules.SCRIPTS[play.script], state.moments, _done(play))


def describe(play: Play) -> Play:
    """With its `steps` and the public id of its application, as the API shows them."""
    state = read(play)
    play.steps = planned(play, state)
    play.application_id = state.application.public_id if state.application is not None else None
    return play


def read(play: Play) -> State:
    """The state of a play, from the rows of its bounty. At most eight queries."""
    bounty: Bounty = Bounty.objects.get(pk=play.bounty_id)
    return _of_staff(play, bounty) if rules.SCRIPTS[play.script].is_staff else _of_worker(play, bounty)


def _of_worker(play: Play, bounty: Bounty) -> State:
    rows = Application.objects.select_related("escrow", "human").filter(bounty_id=bounty.pk)
    application = rows.filter(human_id=play.person.account_id).first()
    if application is not None:
        application.bounty = bounty
    if application is None or "apply" in application.applicant_actions:
        return _before(play, bounty, application)
    if outcome := _outcome(application):
        return _appealing(play, application) or State({}, outcome, application)
    found = {"applied": max(application.created_at, play.created_at)}
    if application.status == "accepted":
        found |= _of_seat(play, application)
    return State(found, application=application)


def _before(play: Play, bounty: Bounty, application: Application | None) -> State:
    """They have not applied, or may apply again."""
    ended_at = application.ended_at if application is not None else None
    if application is not None and ended_at is not None and ended_at >= play.created_at:
        return State({}, application.status, application)
    if bounty.status in OVER or bounty.status == "closing":
        return State({}, "bounty_over")
    if bounty.deadline <= clock.now():
        return State({}, "deadline_passed")
    if bounty.status not in LIVE or bounty.went_live_at is None:
        return State({})
    since = max(play.created_at, bounty.went_live_at)
    found = {"open": since}
    if bounty.mic_check_required and checks.mic(bounty, play.person.account_id).state != "recorded":
        found["voice_wanted"] = since
    return State(found)


def _appealing(play: Play, application: Application) -> State | None:
    """Of somebody who appeals: as long as they may, and until that is decided; else None."""
    if application.escrow_id is None or all(step.act != "appeal" for step in rules.SCRIPTS[play.script].steps):
        return None
    rows = Dispute.objects.select_related("escrow", "case", "appeal").filter(escrow_id=application.escrow_id)
    dispute = rows.order_by("-created_at").first()
    if dispute is None:
        return None
    if appeals.is_open(dispute):
        return State({}, application=application)
    actor = Actor(account=play.person.account, via="session")
    if dispute.resolved_at is None or appeals.refusal(actor, dispute, getattr(dispute, "case", None)) is not None:
        return None
    return State({"decided": dispute.resolved_at}, application=application, about=dispute.pk)


def _outcome(application: Application) -> str:
    if application.status in _GONE:
        return application.status
    return str(application.escrow.status) if application.escrow is not None and application.is_decided else ""


def _of_seat(play: Play, application: Application) -> dict[str, datetime]:
    found: dict[str, datetime | None] = {}
    escrow = application.escrow
    assert escrow is not None
    latest = Submission.objects.filter(application_id=application.pk).order_by("-id").first()
    if application.confirmed_at is None:
        found["hired"] = application.decided_at
        found["answered"] = _answered_at(play, application)
    elif latest is None and escrow.status == "locked":
        found["confirmed"] = application.confirmed_at
        found["end"] = application.ends_at or application.complete_by
    is_sent_back = latest is not None and latest.status in AGAINST and escrow.status == "locked"
    if (
        latest is not None and is_sent_back and application.needs_staff_at is None
    ):  # when contested, staff say what follows
        found["sent_back"] = latest.finalized_at
    if application.terms_proposed is not None and application.terms_answer_by is not None:
        found["terms_changed"] = application.terms_changed_at
    if escrow.status == "disputed":
        found["disputed"] = _open_disputes(escrow_id=escrow.pk).values_list("created_at", flat=True).first()
    return {name: moment for name, moment in found.items() if moment is not None}


def _answered_at(play: Play, application: Application) -> datetime | None:
    """When the owner's answer to the question was there, and they were hired."""
    asked = [at for number, (_, at) in _done(play).items() if _act(play, number) == "ask"]
    if not asked or application.decided_at is None or application.conversation_id is None:
        return None
    said = Message.objects.filter(
        conversation_id=application.conversation_id, sender_type="agent", created_at__gte=asked[0]
    )
    first = said.order_by("number").values_list("created_at", flat=True).first()
    return max(first, application.decided_at) if first is not None else None


def _of_staff(play: Play, bounty: Bounty) -> State:
    """One matter at a time, the oldest first: its dispute, else an appeal, else its contested seat. It goes on as long as somebody
    may appeal."""
    dispute = _open_disputes(escrow__bounty_id=bounty.pk).first()
    if dispute is not None:
        if dispute.status == "awaiting_approval":
            return _proposed(dispute.decisions.all())
        return State({"open_dispute": dispute.created_at}, about=dispute.pk)
    of_bounty = {"dispute__escrow__bounty_id": bounty.pk}
    appeal = Appeal.objects.select_related("dispute__case").filter(state="open", **of_bounty).order_by("pk").first()
    if appeal is not None:
        if appeal.dispute.case.stage == "approval":
            return _proposed(appeal.dispute.decisions.all())
        return State({"appealed": appeal.created_at}, about=appeal.dispute_id)
    contested = Application.objects.filter(CASE, bounty_id=bounty.pk).order_by("needs_staff_at").first()
    if contested is not None and contested.needs_staff_at is not None:
        of_case = DisputeDecision.objects.filter(case__escrow=contested.escrow_id)
        if of_case.filter(state="proposed").exists():
            return _proposed(of_case)
        return State({"contested": contested.needs_staff_at}, application=contested, about=contested.pk)
    may_come = (
        bounty.status in OVER and Case.objects.filter(stage="appeal", due_at__gt=clock.now(), **of_bounty).exists()
    )
    return State({}, "bounty_over" if bounty.status in OVER and not may_come else "")


def _proposed(rows: QuerySet[DisputeDecision]) -> State:
    decision = rows.filter(state="proposed").first()
    return State({"proposed": decision.created_at} if decision else {}, about=decision.pk if decision else None)


def _open_disputes(**of: Any) -> Any:
    return Dispute.objects.filter(status__in=OPEN_DISPUTE, **of).order_by("created_at")


def _act(play: Play, number: str) -> str:
    return rules.SCRIPTS[play.script].steps[int(number)].act


def _done(play: Play) -> dict[str, tuple[datetime, datetime]]:
    return {
        number: (moments.read_moment(moment), moments.read_moment(at)) for number, (moment, at) in play.done.items()
    }
