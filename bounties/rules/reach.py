"""How the reach of a job is said: small sets as bounds, so that nobody is found by asking again with one condition more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FEW: Final = 5  # fewer are not told apart
COUNTED_AT_MOST: Final = 1000
STEPS: Final = ((50, 5), (200, 10), (COUNTED_AT_MOST, 50))  # (up to, step) of what is told
ALIKE_AT_LEAST: Final = 5  # jobs that an average is of, so that it tells of none of them
GATES: Final = (
    *("skillsNeeded", "country", "supportedCountries", "identityRequired", "linkedinVerifiedRequired"),
    "languageProficiencyRequirement",
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number of people: at least this many and fewer than `below`; None: nobody counted further."""

    at_least: int
    below: int | None

    @property
    def is_few(self) -> bool:
        return self.at_least < FEW


def bounds(count: int) -> Bounds:
    """A count as it is told."""
    if count < FEW:
        return Bounds(0, FEW)
    for up_to, step in STEPS:
        if count < up_to:
            least = count // step * step
            return Bounds(least, least + step)
    return Bounds(COUNTED_AT_MOST, None)


def cuts_most(without: Mapping[str, Bounds], people: Bounds) -> str | None:
    """The gate without which most others would fit; None where none keeps out so many that it shows. `without`: how many would
    fit without each gate."""
    gate = max(without, key=lambda name: without[name].at_least, default=None)
    return gate if gate is not None and without[gate].at_least > people.at_least else None
