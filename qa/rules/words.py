"""The summary text of a QA report."""

from collections.abc import Mapping


def summary(
    *,
    accepted: int,
    asked: int,
    by_severity: Mapping[str, int],
    new: int,
    still_open: int,
    resolved: int,
    since: str | None,
) -> str:
    """A few sentences: how many finished, what was found, what changed since the last run (`since`: its date)."""
    total = sum(by_severity.values())
    kinds = ", ".join(f"{count} {severity}" for severity, count in by_severity.items() if count)
    lines = [f"{accepted} of {asked} {_many('tester', asked)} finished."]
    if accepted == 0:
        return f"{lines[0]} No evidence was accepted, so this run says nothing about what works."
    lines.append(f"{total} {_many('finding', total)}: {kinds}." if total else "Nothing was found.")
    if since:
        lines.append(f"Since the run of {since}: {new} new, {still_open} still open, {resolved} resolved.")
    return " ".join(lines)


def _many(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
