"""Humanizations in the demo: one that needed a second writer, and one whose writing sample has no automatic score."""

import struct

from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.services import detection, humanizations, rewrites
from config.demo.cast import Cast, Program, Story, hours
from marketplace.core.actor import Actor

_SOURCE = (
    "Our family bakery leverages three generations of artisanal excellence to deliver bread experiences. Since 1961 we "
    "have been synergizing flour, water and time. Every loaf is crafted with passion, and passion is what drives our "
    "customer-centric approach. Visit us to discover an unparalleled journey of taste. "
) * 3
_OWN = (
    "My grandmother opened this bakery in 1961 with one oven and a borrowed table. We still knead by hand, and we still "
    "open at six. Come early: the rye is gone by nine."
)


def bakery(cast: Cast) -> Story:
    """A generated sample is rejected, one writer misses the turnaround, and the next one's text is approved."""
    order = _order(cast.harbour, _SOURCE, "About page of a family bakery", "clarity", 240, 2600)
    yield hours(2)
    _apply(cast["tomas"], order, "Passion drives passion. " * 30)
    detection.score_due()
    yield hours(1)
    _apply(cast["jonas"], order, _OWN)
    detection.score_due()
    yield hours(26)  # the timers have run, and nothing was delivered
    humanizations.reconcile_dirty()
    _apply(cast["priya"], order, f"{_OWN} We bake what we would eat.")
    detection.score_due()
    yield hours(3)
    delivered = rewrites.submit(
        cast["priya"], order, *_hand_in(cast["priya"], order, f"{_OWN} And the coffee is strong.")
    )
    assert delivered.submission is not None
    detection.score_due()
    yield hours(5)
    submission = delivered.submission
    Program(cast.harbour).review(
        submission.bounty.public_id, submission.public_id, "approve", "Warm and short. Thank you."
    )


def speech(cast: Cast) -> Story:
    """Waits for a person: the detector gave no score for the only sample."""
    order = _order(cast.scout, _SOURCE, "A speech for a retirement party", "tone", 1440, 4000)
    yield hours(3)
    _apply(cast["jonas"], order, f"{_OWN} [[ai:invalid]]")
    detection.score_due()


def _order(owner: Actor, source: str, subject: str, transformation: str, minutes: int, cents: int) -> str:
    screening: humanizations.ScreeningForm = {
        "ai_generated_source_text": "",
        "percentage": 25,
        "maximum_words": 100,
        "instructions": "",
    }
    row, _ = humanizations.create(
        owner,
        {
            "format": "text",
            "source_text": source,
            "transformation": transformation,
            "subject": subject,
            "instructions": "Short sentences, no big words.",
            "turnaround_minutes": minutes,
            "price_cents": cents,
            "applicant_screening": screening,
            "require_resume": False,
        },
    )
    return row.public_id


def _apply(person: Actor, order: str, words: str) -> None:
    form = _form(words)
    form["cover_letter"] = "I write by hand."
    rewrites.apply(person, order, form, rewrites.admit(person, order, form))


def _hand_in(person: Actor, order: str, words: str) -> tuple[rewrites.SampleForm, rewrites.HandIn]:
    form = _form(words)
    return form, rewrites.keep(person, order, form)


def _form(words: str) -> rewrites.SampleForm:
    return {"document": SimpleUploadedFile("rewrite.txt", words.encode()), "recording": _recording(), "resume": None}


def _recording() -> SimpleUploadedFile:
    """A video container that states a duration and has no content."""
    head = struct.pack(">B3xIIII", 0, 0, 0, 1000, 754_000).ljust(100, b"\0")
    boxes = ((b"ftyp", b"isom\0\0\2\0"), (b"moov", struct.pack(">I4s", 108, b"mvhd") + head))
    data = b"".join(struct.pack(">I4s", 8 + len(body), kind) + body for kind, body in boxes)
    return SimpleUploadedFile("screen.mp4", data)
