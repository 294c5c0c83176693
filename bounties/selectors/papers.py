"""A seat as papers of an evidence bundle: what was agreed, what was delivered and judged, what was contested."""

import json
from typing import Any

from bounties.models import Application, Attendance, Contest, Submission
from bounties.rules import terms
from escrow.models import Escrow
from escrow.ports import Paper
from escrow.selectors.papers import MOST, at
from marketplace.core.money import format_usd


def of_seat(escrow: Escrow) -> list[Paper]:
    """Nothing for what is no seat of a bounty. A constant number of queries."""
    if escrow.application_id is None:
        return []
    seat = Application.objects.select_related("bounty").prefetch_related("files").get(pk=escrow.application_id)
    return [_agreed(seat, escrow), _applied(seat), _delivered(seat), _attended(seat), _contested(seat)]


def _agreed(seat: Application, escrow: Escrow) -> Paper:
    """The terms as they were frozen when the worker was hired, word by word."""
    frozen = seat.terms_snapshot
    rows = [
        (words, terms.in_words(name, frozen[name]))
        for name, words in terms.TERMS.items()
        if frozen.get(name) not in (None, "")
    ]
    rows += [
        ("Job", seat.bounty.public_id),
        ("Pay of the seat", format_usd(escrow.human_payout_cents)),
        ("Hired", at(seat.decided_at)),
        ("Confirmed by the worker", at(seat.confirmed_at)),
        ("Due", at(seat.complete_by)),
    ]
    shown = [(name, value) for name, value in rows if value]
    return Paper("What was agreed", ("Term", "As agreed"), shown, is_agreement=True)


def _applied(seat: Application) -> Paper:
    files = list(seat.files.all())
    rows = [
        ("Applied", at(seat.created_at)),
        ("Their words", seat.cover_letter),
        ("Availability", seat.availability),
        ("Links", _lines(seat.links)),
        ("Answers", _answers(seat.answers)),
        ("The funder's words on hiring", seat.response),
        ("Files", ", ".join(file.name for file in files)),
    ]
    shown = [(name, value) for name, value in rows if value]
    return Paper(
        "The worker's application", ("What", "Words"), shown, [("sent with the application", f) for f in files]
    )


def _delivered(seat: Application) -> Paper:
    rows, files = [], []
    sent = Submission.objects.filter(application=seat).prefetch_related("files").order_by("id")
    for number, one in enumerate(sent[:MOST], start=1):
        own = list(one.files.all())
        rows.append(
            (
                at(one.created_at),
                f"{one.status} {at(one.finalized_at)}".strip(),
                one.text_evidence,
                _lines(one.links),
                _answers(one.answers),
                ", ".join(one.evidence_flags),
                ", ".join(file.name for file in own),
                one.response,
            )
        )
        files += [(f"worker: evidence {number}, sent {at(one.created_at)}", file) for file in own]
    heads = ("Sent", "Judged", "Words", "Links", "Answers", "Automatic checks", "Files", "The funder's words")
    return Paper("What was delivered", heads, rows, files)


def _attended(seat: Application) -> Paper:
    """Distances only: the worker's position is not stored."""
    rows = [
        (
            row.state.replace("_", " "),
            at(row.on_the_way_at),
            at(row.arrived_at),
            at(row.left_at),
            f"{row.distance_meters} m, as the device says" if row.distance_meters is not None else "",
        )
        for row in Attendance.objects.filter(application=seat)
    ]
    return Paper("Check-ins on the spot", ("State", "On the way", "Arrived", "Left", "Distance to the place"), rows)


def _contested(seat: Application) -> Paper:
    rows, files = [], []
    for one in Contest.objects.filter(application=seat).prefetch_related("files").order_by("id")[:MOST]:
        own = list(one.files.all())
        told = f"{one.outcome.replace('_', ' ')} {at(one.decided_at)}".strip()
        rows.append((at(one.created_at), one.reason, ", ".join(file.name for file in own), told, one.decision))
        files += [(f"worker: contest of {at(one.created_at)}", file) for file in own]
    heads = ("At", "The worker's words", "Files", "Outcome", "Our staff's words")
    return Paper("What the worker contested", heads, rows, files)


def _lines(links: list[Any]) -> str:
    return "\n".join(link if isinstance(link, str) else json.dumps(link, ensure_ascii=False) for link in links)


def _answers(answers: list[Any]) -> str:
    return "\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers)
