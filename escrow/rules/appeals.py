"""What a decision about an appeal moves: the difference between two divisions of the same seat."""

from typing import Literal, NamedTuple

from escrow.rules.disputes import Award

Side = Literal["worker", "funder", "fees", "platform"]


class Step(NamedTuple):
    """Cents (> 0) from one side to another. What comes from the platform is borne by it."""

    source: Side
    destination: Side
    cents: int


def payer(first: Award, second: Award) -> Side | None:
    """Who has to give something back, now that the second division holds; None when both are the same."""
    if first.worker == second.worker:
        return None
    return "funder" if second.worker > first.worker else "worker"


def correction(first: Award, second: Award, *, payer_has: int) -> tuple[Step, ...]:
    """The steps that turn the first division into the second, of a payer who has `payer_has` cents: they give what they have, and
    the platform bears the rest, so that the other side and our fees have exactly what the second division says.

    What the funder gives is the worker's first, then our fee.
    """
    more, fee = second.worker - first.worker, second.fee - first.fee
    every: tuple[Step, ...]
    if more > 0:
        given = min(payer_has, more + fee)
        pay = min(given, more)
        every = (
            Step("funder", "worker", pay),
            Step("funder", "fees", given - pay),
            Step("platform", "worker", more - pay),
            Step("platform", "fees", fee - (given - pay)),
        )
    else:
        taken = min(payer_has, -more)
        every = (
            Step("worker", "funder", taken),
            Step("fees", "funder", -fee),
            Step("platform", "funder", -more - taken),
        )
    return tuple(step for step in every if step.cents)


def borne(steps: tuple[Step, ...]) -> int:
    """What the platform bears of these steps, in cents."""
    return sum(step.cents for step in steps if step.source == "platform")
