"""What people read when something is refused: never a route, a field or a header."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from bounties.errors import LocationRequired, NotEligible
from escrow.errors import TipCapExceeded
from humans.errors import PhotoLimitReached
from marketplace.core.errors import Invalid, Problem, TooManyRequests
from marketplace.core.money import format_usd
from marketplace.web import formats
from marketplace.web.words import OF_THE_API, plain, reasons, say
from wallet.errors import SpendingCapExceeded


def kinds(of: type[Problem] = Problem) -> Iterator[type[Problem]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_no_refusal_speaks_to_a_program() -> None:
    spoken = {}
    for kind in kinds():
        problem = kind.__new__(kind)
        Problem.__init__(problem)
        spoken[kind] = say(problem)
    assert len(spoken) > 80
    assert {kind: words for kind, words in spoken.items() if not words.strip() or OF_THE_API.search(words)} == {}


def test_a_cap_is_said_in_the_readers_language() -> None:
    refused = SpendingCapExceeded(
        cap="rolling_24h", attempted_cents=1180, cap_cents=2000, spent_cents=1500, resets_at=None
    )

    assert say(refused).startswith(
        "This would spend $11.80. The limit of the wallet is $20.00 in 24 hours, of which $15.00 is"
    )
    with translation.override("es"):
        assert "El límite de la cartera es" in say(refused) and "en 24 horas" in say(refused)


# Words that people never see: the API's nouns, and what only programs send or read.
OF_PROGRAMS = re.compile(
    r"\b(bount(y|ies)|escrow|seats?|spots?|submissions?|payload|header|cursor|idempotency|profile id)\b",
    re.IGNORECASE,
)
# What a browser never sends or never leaves out.
NEVER_ON_PAGES = {"idempotency_key_required", "length_required"}


def test_every_refusal_has_words_that_people_use() -> None:
    """Those that a page can raise say what happened, not only that something did."""
    odd = {}
    for kind in kinds():
        problem = kind.__new__(kind)
        Problem.__init__(problem)
        if kind.code not in NEVER_ON_PAGES and OF_PROGRAMS.search(words := say(problem)):
            odd[kind.code] = words
    assert odd == {}


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (
            LocationRequired(
                "The location is too vague: it must be exact to 1,000 metres. Here: https://x.test/jobs/1"
            ),
            "The location is too vague: it must be exact to 1,000 metres.",
        ),
        (
            NotEligible(
                "This panel asks for people of these fields: art. Your profile names none; GET /api/x lists others."
            ),
            "This panel asks for people of these fields: art. Your profile names none.",
        ),
        (Invalid({}, "Your place could not be read."), "Your place could not be read."),
        (Invalid({"a": ["b"]}), "Some fields need another value."),
        (PhotoLimitReached(), "Your profile is full of photos. Remove one first."),
        (
            TooManyRequests("More than 5 requests (support.report). Wait 30 s.", retry_after=30, retryAfterSeconds=30),
            "That was too often. Wait 1 min, then try again.",
        ),
    ],
)
def test_the_better_reason_is_kept(problem: Problem, words: str) -> None:
    assert say(problem) == words


@pytest.mark.parametrize("cents", [1, 1200, -550, 100_000, 123_456_789])
def test_sums_are_written_as_everywhere_on_pages(cents: int) -> None:
    """The API's own words go on to name the currency; nobody's `12 USD` is touched."""
    shown = formats.cents_words(cents)
    problem = TipCapExceeded(cap_cents=cents, sent_cents=cents, least_cents=100)

    assert problem.message.count(format_usd(cents)) == 2
    assert say(problem).count(shown) == 2 and "USD" not in say(problem)
    assert reasons({"price": [f"At least {format_usd(cents)} here."]}) == {"price": [f"At least {shown} here."]}
    with translation.override("es"):
        assert formats.cents_words(cents) in say(problem)
    assert plain("Send 12 USD, 1.5 USD or a1.00 USD.") == "Send 12 USD, 1.5 USD or a1.00 USD."


def test_reasons_of_fields_are_for_people_too() -> None:
    found = reasons(
        {
            "files": ["a.txt: text/plain is not what this bounty collects."],
            "upload": ["Send 1 to 3 files of the kind upload."],
            "video": ["Send capturedLive with it."],
        }
    )

    assert found == {
        "files": ["a.txt is another kind of file than what is asked for."],
        "upload": ["Choose 1 to 3 files."],
        "video": ["This does not fit here."],
    }
    assert plain("One. POST /api/x makes two.") == "One."
    assert plain("This bounty has no seats.") == "This job has no places."
