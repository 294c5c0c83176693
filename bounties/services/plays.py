"""Simulated people of a sandbox: who plays which script in which bounty, and the timer that lets them act.

A play writes nothing about anybody's work by itself: its acts are calls of the services that everybody's are, in one transaction
with the note that they were done, so that a step is never done twice. Due moments are a column. They follow from rows that others
write, so the timer first looks at what each play waits for, and then does what is due; the sandbox's clock stops at each due
moment on its way (`marketplace.services.sandbox`).
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from bounties.errors import AlreadyPlaying, NotPlayable
from bounties.models import Bounty, Play, SimulationSwitch
from bounties.rules.bounties import LIVE, OVER
from bounties.rules.plays import (
    DEFAULT_WORKER_PERCENT,
    FAILURES_MOST,
    OF_KIND,
    ORDINARY,
    PLAY,
    SCRIPTS,
    Planned,
    next_of,
)
from bounties.rules.simulated_people import PEOPLE, STAFF_SCRIPT, for_scripts
from bounties.selectors import access
from bounties.selectors import plays as reads
from bounties.services import played_acts, simulated_people
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit

log = logging.getLogger(__name__)


def start(
    actor: Actor, handle: str, bounty_id: str, *, script: str = "", worker_percent: int = DEFAULT_WORKER_PERCENT
) -> Play:
    """POST /api/sandbox/people/{person}/play: somebody plays a script in a bounty of the caller.

    `script`: empty for the person's own, or that of the bounty's kind; `worker_percent` (0 to 100): of the pay, for the worker,
    where staff decide. Nobody acts yet: the first step is due as its script says. Locks nothing that others wait for. Raises
    NotFound (404), NotOwner (403), Invalid (400) for a script that is not theirs, NotPlayable, AlreadyPlaying, InvalidState
    (409); RuntimeError outside a sandbox.
    """
    simulated_people.check_sandbox()
    bounty = access.owned_bounty(actor, bounty_id)
    person = simulated_people.get(handle)
    script = script or (OF_KIND.get(bounty.kind, PEOPLE[handle].script) if handle in PEOPLE else STAFF_SCRIPT)
    if SCRIPTS[script].is_staff == (handle in PEOPLE):
        fitting = ", ".join(name for name, found in SCRIPTS.items() if found.is_staff != (handle in PEOPLE))
        raise Invalid({"script": [f"{handle} plays one of: {fitting}."]})
    is_staff = SCRIPTS[script].is_staff and bounty.kind in (ORDINARY, *OF_KIND)
    if bounty.kind != SCRIPTS[script].kind and not is_staff:
        raise NotPlayable(currentState=bounty.status, allowedActions=[])
    if bounty.status in OVER:
        raise InvalidState(
            f"This bounty is {bounty.status}: nobody plays in it any more.",
            currentState=bounty.status,
            allowedActions=[],
        )
    play = Play(person=person, bounty=bounty, script=script, worker_percent=worker_percent)
    try:
        with transaction.atomic():
            play.save(force_insert=True)
    except IntegrityError:
        raise AlreadyPlaying(currentState="running", allowedActions=["stop"])
    _set_due(play, reads.read(play))
    return play


def stop(actor: Actor, play_id: str) -> Play:
    """DELETE /api/sandbox/plays/{playId}: the person does nothing more; what they did stays.

    Locks the play. Raises NotFound (404), InvalidState (409) for one that is over.
    """
    simulated_people.check_sandbox()
    seen = reads.get_own(actor, play_id)
    play: Play = Play.objects.locked().select_related("person__account", "bounty").get(pk=seen.pk)
    _end(play, "stop", "stopped")
    return play


def run_due() -> int:
    """Timer: let everybody act whose moment has come. Returns how many acts and endings there were; 0 outside a sandbox."""
    if not settings.SANDBOX:
        return 0
    done = look()
    due = Play.objects.filter(status="running", due_at__lte=clock.now()).order_by("due_at", "pk")
    for pk in list(due.values_list("pk", flat=True)):
        done += _guarded(pk, act, failed=_count_failure)
    return done


def next_moment(until: datetime) -> datetime | None:
    """When somebody acts next, `until` (UTC) at the latest; None when nobody does. For the sandbox's clock."""
    look()
    rows = Play.objects.filter(status="running", due_at__lte=until).order_by("due_at")
    return rows.values_list("due_at", flat=True).first()


def look() -> int:
    """See what each play waits for: set its due time, end those that are over; and let people join new bounties whose owner has
    switched that on. Returns how many began or ended."""
    simulated_people.check_sandbox()
    begun = _join_new()
    running = Play.objects.filter(status="running").order_by("pk").values_list("pk", flat=True)
    return begun + sum(_guarded(pk, _look_at, failed=_count_failure) for pk in list(running))


def act(pk: UUID) -> bool:
    """Do the next step of a play, if it is due. Returns whether it was.

    Files are stored before the transaction. Locks the play, then what the step's own service locks. What that refuses ends the
    play: the refusal is shown there, as its caller would have read it.
    """
    simulated_people.check_sandbox()
    play: Play = Play.objects.select_related("person__account", "bounty").get(pk=pk)
    seen, state = _due_step(play)
    if seen is None:
        return False
    try:
        prepared = played_acts.prepare(play, seen, state)
        return unit(lambda: _perform(pk, seen, prepared))
    except Problem as problem:
        unit(partial(_fail, pk, problem))
        return True


def _perform(pk: UUID, seen: Planned, prepared: object) -> bool:
    play: Play = Play.objects.locked().select_related("person__account", "bounty").get(pk=pk)
    planned, state = _due_step(play)
    if planned != seen:  # somebody did it, or the owner did something meanwhile
        return False
    played_acts.perform(play, seen, state, prepared)
    play.done[str(seen.number)] = [timestamp(seen.moment), timestamp(clock.now())]
    play.due_at, play.failures = None, 0
    play.save(update_fields=["done", "due_at", "failures"])
    _set_due(play, reads.read(play))
    return True


def _due_step(play: Play) -> tuple[Planned | None, reads.State]:
    state = reads.read(play)
    found = next_of(reads.planned(play, state))
    is_due = play.status == "running" and found is not None and found.at is not None and found.at <= clock.now()
    return found if is_due else None, state


def _look_at(pk: UUID) -> bool:
    """Whether the play ended."""
    play: Play = Play.objects.select_related("person__account", "bounty").get(pk=pk)
    state = reads.read(play)
    if not state.outcome:
        _set_due(play, state)
        return False

    def work() -> bool:
        locked: Play = Play.objects.locked().get(pk=pk)
        if locked.status == "running":
            _end(locked, "finish", state.outcome)
        return True

    return unit(work)


def _set_due(play: Play, state: reads.State) -> None:
    planned = next_of(reads.planned(play, state))
    due_at = planned.at if planned is not None else None
    if due_at != play.due_at:
        Play.objects.filter(pk=play.pk, status="running").update(due_at=due_at)
        play.due_at = due_at


def _fail(pk: UUID, problem: Problem) -> None:
    play: Play = Play.objects.locked().get(pk=pk)
    if play.status == "running":
        _end(play, "fail", problem.code, words=problem.message)


def _end(play: Play, action: str, outcome: str, *, words: str = "") -> None:
    play.status = PLAY.next(play.status, action, allowed=[])
    play.outcome, play.words, play.due_at, play.ended_at = outcome[:60], words[:500], None, clock.now()
    play.save(update_fields=["status", "outcome", "words", "due_at", "ended_at"])


def _join_new() -> int:
    """People for the bounties that went live since their owner switched this on, and in which nobody has played yet."""
    switches = SimulationSwitch.objects.filter(since__isnull=False).values("account_id", "since", "scripts")
    begun = 0
    for row in switches:
        new = Bounty.objects.filter(
            ~Exists(Play.objects.filter(bounty_id=OuterRef("pk"))),
            owner_id=row["account_id"],
            kind=ORDINARY,
            status__in=LIVE,
            went_live_at__gt=row["since"],
        )
        for pk in list(new.order_by("pk").values_list("pk", flat=True)):
            begun += _guarded(pk, partial(_join, scripts=row["scripts"]))
    return begun


def _join(pk: UUID, *, scripts: list[str]) -> bool:
    """Each of them in the same transaction, with the bounty locked, so that two timers let one group in."""

    def work() -> bool:
        bounty = access.lock_bounty(pk)
        if bounty.plays.exists():
            return False
        for name, script in for_scripts(scripts):
            play = Play(person=simulated_people.get(name), bounty=bounty, script=script)
            play.save(force_insert=True)
        return True

    return unit(work)


def _guarded(
    pk: UUID, work: Callable[[UUID], bool], failed: Callable[[UUID, Exception], bool] = lambda pk, error: False
) -> int:
    """1 if `work(pk)` is true. A row that fails is logged and tried again by the next run, unless `failed` ends it."""
    try:
        return int(work(pk))
    except Exception as error:
        log.exception("a play could not go on", extra={"row": str(pk)})
        return int(failed(pk, error))


def _count_failure(pk: UUID, error: Exception) -> bool:
    """A play that could not go on: it ends with the reason once it has failed so often in a row. Whether it has ended."""

    def work() -> bool:
        play: Play = Play.objects.locked().get(pk=pk)
        if play.status != "running":
            return False
        play.failures += 1
        play.save(update_fields=["failures"])
        if play.failures < FAILURES_MOST:
            return False
        words = f"It failed {FAILURES_MOST} times in a row, the last time with {type(error).__name__}. The server's log has more."
        _end(play, "fail", "server_error", words=words)
        return True

    return unit(work)
