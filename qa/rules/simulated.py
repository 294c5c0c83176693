"""What the simulated people of a sandbox find in a QA run, and what they vote for in a taste run."""

from collections.abc import Mapping, Sequence
from typing import Final

# The same of everybody, so that a report shows how findings are merged.
FINDING: Final[Mapping[str, str]] = {
    "title": "Simulated finding: the footer covers the last button",
    "steps": "Open the page on a narrow screen and scroll to its end.",
    "expected": "The last button can be pressed.",
    "actual": "The footer lies over the button, which takes no press.",
    "severity": "medium",
}


def vote(labels: Sequence[str], handle: str) -> dict[str, str]:
    """One person's vote: always the same of the same person, in words of their own, as a run asks for. `labels`: not empty."""
    choice = labels[sum(handle.encode()) % len(labels)]
    reason = f"I choose {choice}: it says at once what it is. This is the reason of {handle}, a simulated person."
    return {"vote": choice, "reason": reason}
