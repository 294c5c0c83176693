"""The listing that a product writes for its job: words for people, and at their end the routes for programs that do the work."""

from typing import Final

WRITTEN_BY_PRODUCTS: Final = ("humanization", "taste")
_FOR_PROGRAMS: Final = "\n\nFor programs: "


def written(words: str, *, routes: str) -> str:
    """The description of the job, as the API gives it."""
    return f"{words}{_FOR_PROGRAMS}{routes}"


def for_people(description: str, kind: str) -> str:
    """The description without the routes, as pages show it. What an owner wrote is shown whole. `kind`: the job's."""
    if kind not in WRITTEN_BY_PRODUCTS:
        return description
    return description.rpartition(_FOR_PROGRAMS)[0] or description
