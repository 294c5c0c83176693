"""The listing that a product writes for its job: words for people, and at their end the routes for programs that do the work."""

from typing import Final

_FOR_PROGRAMS: Final = "\n\nFor programs: "


def written(words: str, *, routes: str) -> str:
    """The description of the job, as the API gives it."""
    return f"{words}{_FOR_PROGRAMS}{routes}"


def for_people(description: str, *, is_ours: bool) -> str:
    """The description without the routes, as pages show it; what an owner wrote whole. `is_ours`: a product wrote it."""
    if not is_ours:
        return description
    return description.rpartition(_FOR_PROGRAMS)[0] or description
