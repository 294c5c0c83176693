"""The scripts of a sandbox's simulated people: what somebody does, how long after what happened. Pure data and its arithmetic.

A step happens once each time that its moment comes: evidence that is sent back twice is sent anew twice. So a script is no list
that is worked off, and nobody who plays loses their place in it, whatever the owner does in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

ORDINARY: Final = "ordinary"
PLAY: Final = Machine("play", {"running": {"finish": "finished", "stop": "stopped", "fail": "failed"}})

# What steps wait for, in words for who reads a script.
MOMENTS: Final = {
    "open": "the play has begun and the bounty takes applications",
    "voice_wanted": "the same, and the bounty asks for a microphone sample that they have not recorded",
    "applied": "they have applied",
    "hired": "you have accepted them, and they have not confirmed",
    "answered": "they are hired, and you have written to them since they asked",
    "confirmed": "they have confirmed the seat, and nothing was delivered",
    "end": "the seat's time for evidence ends",
    "sent_back": "you have rejected their evidence or asked for a redo",
    "terms_changed": "you have changed the terms, and they have not answered",
    "disputed": "you have opened a dispute, and they have not answered it",
    "decided": "staff have decided your dispute with less than the whole pay for them, and they may appeal",
    "open_dispute": "a dispute of this bounty waits for staff",
    "proposed": "a decision of staff waits for a second person",
    "contested": "a worker of this bounty has contested a verdict",
    "appealed": "somebody has appealed a decision about this bounty",
}


@dataclass(frozen=True, slots=True)
class Step:
    """`act` happens `after` the moment `when`; a negative one is before it. `words` are what is said or sent."""

    act: str
    when: str
    after: timedelta
    words: str = ""

    @property
    def seconds(self) -> int:
        return int(self.after.total_seconds())


@dataclass(frozen=True, slots=True)
class Script:
    """`is_staff`: for the members of staff; all others are for workers. `kind`: of the bounties in which it is played."""

    does: str
    steps: tuple[Step, ...]
    is_staff: bool = False
    kind: str = ORDINARY


@dataclass(frozen=True, slots=True)
class Planned:
    """A step of a running play. `at` (UTC): when it happened or will happen; None while its moment has not come."""

    number: int
    step: Step
    at: datetime | None
    is_done: bool
    moment: datetime | None = None

    @property
    def state(self) -> str:
        return "done" if self.is_done else "due" if self.at is not None else "waiting"


def records(script: Script) -> bool:
    """Does somebody who follows it record a microphone sample, where the bounty asks for one?"""
    return not script.is_staff and script.kind == ORDINARY


def _minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def _hours(number: float) -> timedelta:
    return timedelta(hours=number)


def _apply(words: str, minutes: int = 10) -> Step:
    return Step("apply", "open", _minutes(minutes), words)


def _confirm(minutes: int = 15) -> Step:
    return Step("confirm", "hired", _minutes(minutes))


_START: Final = Step("start", "confirmed", _minutes(5))
_DELIVER: Final = Step("submit", "confirmed", _minutes(45), "Done as you asked, everything is here.")
_WEAK: Final = Step("submit_weak", "confirmed", _minutes(45), "Done.")
_AGAIN: Final = Step("submit", "sent_back", _hours(1), "Here it is again, complete this time.")
# What everybody does who goes on answering.
_POLITE: Final = (
    Step("accept_terms", "terms_changed", _minutes(30)),
    Step("answer_dispute", "disputed", _hours(4), "I did what the job asked for; what I sent shows it."),
)

_RECORD: Final = Step("record", "voice_wanted", _minutes(5))
_ON_SITE: Final = (
    _confirm(),
    Step("on_the_way", "confirmed", _minutes(10)),
    Step("arrive", "confirmed", _minutes(30)),
)
# They write quickly: a text may be due five minutes after its hire.
_WRITE: Final = _minutes(3)


DIVIDED: Final = "Both sides have shown something; this divides the pay."
ALL_TO_WORKER: Final = "What was sent is what was agreed; the worker gets the whole pay."
NOTHING_TO_WORKER: Final = "What was sent is not what was agreed; nothing is paid for it."


def reason_for(worker_cents: int, *, of: int) -> str:
    """Why simulated staff give the worker so much of the pay (`of`), in words that fit the division; cents."""
    return NOTHING_TO_WORKER if worker_cents == 0 else ALL_TO_WORKER if worker_cents == of else DIVIDED


def _staff_steps(of_appeals: str) -> tuple[Step, ...]:
    return (
        Step("decide", "open_dispute", _hours(6), DIVIDED),
        Step("approve", "proposed", _hours(1)),
        Step("decide_contest", "contested", _hours(6), "Decided by what was asked for and what was sent."),
        Step(of_appeals, "appealed", _hours(6), "Everything was read again by somebody else."),
    )


_SCRIPTS: Final[Mapping[str, Script]] = {
    "reliable": Script(
        "Applies, confirms, starts, delivers in full within the hour, and redoes what is sent back.",
        (_apply("I can do this today."), _confirm(), _START, _DELIVER, _AGAIN, *_POLITE),
    ),
    "asks_first": Script(
        "Asks a question after applying, and confirms only once you have answered it; without an answer the seat lapses.",
        (
            _apply("I would like to do this. One question before I start follows."),
            Step("ask", "applied", _minutes(5), "Before I confirm: is there anything that you want left out?"),
            Step("confirm", "answered", _minutes(10)),
            _START,
            _DELIVER,
            _AGAIN,
            *_POLITE,
        ),
    ),
    "late": Script(
        "Does everything at the last moment: confirms ten minutes before the two hours are over, delivers half an hour before "
        "the seat ends.",
        (
            _apply("I have time later.", 360),
            _confirm(110),
            _START,
            Step("submit", "end", -_minutes(30), "Sorry that it took so long. Everything is here."),
            Step("submit", "sent_back", _hours(20), "Sorry again. Here is the rest."),
            *_POLITE,
        ),
    ),
    "asks_for_time": Script(
        "Starts, asks for twelve more hours, and delivers ten hours after confirming.",
        (
            _apply("I can do this, if the time allows."),
            _confirm(),
            _START,
            Step("ask_for_time", "confirmed", _minutes(30), "The place is closed right now, I need until tomorrow."),
            Step("submit", "confirmed", _hours(10), "It was open at last. Everything is here."),
            _AGAIN,
            *_POLITE,
        ),
    ),
    "no_show": Script("Applies, and never confirms: the seat reopens after two hours.", (_apply("Count me in."),)),
    "ghost": Script(
        "Confirms and starts, then falls silent for good.",
        (_apply("Count me in, I start at once."), _confirm(), _START),
    ),
    "withdraws": Script(
        "Confirms, and gives the seat back an hour later.",
        (_apply("I think I can do this."), _confirm(), Step("withdraw", "confirmed", _hours(1), "I can't after all.")),
    ),
    "redo": Script(
        "First sends one word without what you asked for, then, sent back, everything.",
        (_apply("Quick job for me."), _confirm(), _START, _WEAK, _AGAIN, *_POLITE),
    ),
    "disputes": Script(
        "Sends too little and does not accept that it is sent back: contests the verdict, so that staff decide.",
        (
            _apply("Quick job for me."),
            _confirm(),
            _START,
            _WEAK,
            Step(
                "contest", "sent_back", _hours(2), "The job never said that more was wanted. I did what it asked for."
            ),
            *_POLITE,
        ),
    ),
    "on_site": Script(
        "Says on the way, arrived and left, with the position of their device, and delivers afterwards.",
        (
            _apply("I live close by."),
            *_ON_SITE,
            Step("leave", "confirmed", _minutes(50)),
            Step("submit", "confirmed", _minutes(60), "I was there; everything is here."),
            _AGAIN,
            *_POLITE,
        ),
    ),
    "leaves_early": Script(
        "Arrives, leaves after ten minutes and delivers nothing.",
        (_apply("I can be there today."), *_ON_SITE, Step("leave", "confirmed", _minutes(40))),
    ),
    "appeals": Script(
        "Sends too little, and appeals when staff decide your dispute with less than the whole pay for them.",
        (
            _apply("Quick job for me."),
            _confirm(),
            _START,
            _WEAK,
            *_POLITE,
            Step("appeal", "decided", _hours(1), "What I sent was not read: it is what the job asked for."),
        ),
    ),
    "rewrites": Script(
        "In a humanization: applies with a rewritten sample and hands in the whole text, each with a recording of the writing.",
        (
            Step("apply_with_sample", "open", _minutes(10)),
            Step("hand_in", "confirmed", _WRITE),
            Step("hand_in", "sent_back", _WRITE),
            *_POLITE,
        ),
        kind="humanization",
    ),
    "takes_picture": Script(
        "In a picture request: applies, is hired by itself as the first one, and sends a photo; sent back, another one.",
        (_apply("I am close by."), _DELIVER, _AGAIN, *_POLITE),
        kind="picture",
    ),
    "votes": Script(
        "In a taste run: applies, is hired by itself, and votes with a reason.",
        (_apply("I would like to say what I think."), Step("submit", "confirmed", _minutes(20), "This is my vote.")),
        kind="taste",
    ),
    "tests": Script(
        "In a QA run: applies, confirms, and reports one finding with the media that the run asks for; sent back, once more.",
        (_apply("I can test this today."), _confirm(), _START, _DELIVER, _AGAIN, *_POLITE),
        kind="qa",
    ),
    "staff": Script(
        "Decides each dispute of the bounty six hours after it was opened, each contested verdict, and each appeal: what was "
        "decided stays.",
        _staff_steps("uphold"),
        is_staff=True,
    ),
    "staff_overturns": Script(
        "As staff, but an appeal gives whoever made it all that they wanted.", _staff_steps("overturn"), is_staff=True
    ),
}
SCRIPTS: Final[Mapping[str, Script]] = {
    # Last, so that the numbers by which plays keep their steps stay.
    name: replace(script, steps=(*script.steps, _RECORD)) if records(script) else script
    for name, script in _SCRIPTS.items()
}
# What is played in a managed bounty when a play names no script.
OF_KIND: Final = {script.kind: name for name, script in SCRIPTS.items() if script.kind != ORDINARY}
# Who applies to a new bounty of an account that has switched simulated people on, when it names no scripts.
BY_THEMSELVES: Final = ("reliable", "asks_first", "no_show")
# The worker's share that simulated staff decide on when nobody says otherwise. A contested verdict is not divided: from this share
# on the worker is paid.
DEFAULT_WORKER_PERCENT: Final = 50
# So often in a row a play may fail for a fault of ours before it ends.
FAILURES_MOST: Final = 5


def planned(
    script: Script, moments: Mapping[str, datetime], done: Mapping[str, tuple[datetime, datetime]]
) -> list[Planned]:
    """The steps of a script with their times. `done`: by a step's number, the moment for which it was done last, and when."""
    found = []
    for number, step in enumerate(script.steps):
        moment, before = moments.get(step.when), done.get(str(number))
        if moment is None or (before is not None and before[0] == moment):
            found.append(Planned(number, step, before[1] if before else None, before is not None, moment))
        else:
            found.append(Planned(number, step, moment + step.after, False, moment))
    return found


def next_of(steps: list[Planned]) -> Planned | None:
    """The step that is due first; None while all wait for something."""
    known = [step for step in steps if step.at is not None and not step.is_done]
    return min(known, key=lambda step: (step.at, step.number), default=None)
