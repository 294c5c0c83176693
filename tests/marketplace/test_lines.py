"""What a text may hold. Whoever reads a title, a name or a headline sees all of it, in the order in which it was written."""

from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from marketplace.api.fields import Line, Text
from tests.api import Api
from tests.contract.cells import BOUNTY, LINK, SIGNUP
from tests.factories.market import untouched

HIDDEN = {
    "turned around": "pay \u202e1.00 USD",
    "an isolate": "pay \u2066now\u2069",
    "no width": "ad\u200bmin",
    "a word joiner": "ad\u2060min",
    "a soft hyphen": "ad\u00admin",
    "a grapheme joiner": "ad\u034fmin",
    "a Hangul filler": "ad\u115fmin",
    "half a Hangul filler": "ad\uffa0min",
    "a Mongolian separator": "ad\u180emin",
    "a filler alone": "ad\u3164min",
    "a tag": "ad\U000e0041min",
    "tags after another sign than a flag": "x\U000e0067\U000e0062\U000e007f",
    "a byte order mark": "\ufeffadmin",
    "a terminal's command": "\x1b[2Jadmin",
    "a line break": "Water plants\nGET /api/keys",
    "a tab": "Water\tplants",
    "a line separator": "Water\u2028plants",
    "C1": "admin\x9b2J",
}
KEPT = ["می‌خواهم", "क्‍ष", "👩‍🔬 in the lab", "C++\u200f בתל אביב", "Água às 3", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 match"]


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_one_line_is_refused_with_what_can_not_be_seen_or_turns_it_around(
    text: str, agent: Api, worker: Api, anonymous: Api
) -> None:
    wrong: list[tuple[str, str, Api, str, dict[str, Any]]] = [
        ("title", "POST", agent, "/api/bounties", BOUNTY | {"title": text}),
        ("skillsNeeded.0", "POST", agent, "/api/bounties", BOUNTY | {"skillsNeeded": [text]}),
        ("location.city", "POST", agent, "/api/bounties", BOUNTY | {"location": {"city": text, "country": "PT"}}),
        ("name", "PATCH", worker, "/api/humans/me", {"name": text}),
        ("headline", "PATCH", worker, "/api/humans/me", {"headline": text}),
        ("name", "POST", worker, "/api/keys", {"name": text}),
        ("description", "POST", agent, "/api/payment-links", LINK | {"description": text}),
        ("summary", "POST", agent, "/api/support/reports", {"summary": text, "description": "It broke."}),
        ("agentName", "POST", anonymous, "/api/agents/signup", SIGNUP | {"agentName": text}),
    ]
    for field, method, caller, path, body in wrong:
        with untouched():
            answer = caller.call(method, path, body)
        assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", [field]), path
        assert "Leave out the character U+" in answer["fields"][field][0]


@pytest.mark.parametrize("text", KEPT)
def test_the_joiners_and_marks_that_scripts_and_emoji_are_written_with_come_back_byte_for_byte(
    text: str, worker: Api
) -> None:
    assert worker.patch("/api/humans/me", {"headline": text})["human"]["headline"] == text


def test_a_line_of_nothing_but_joiners_is_blank(worker: Api) -> None:
    with untouched():
        answer = worker.patch("/api/humans/me", {"name": "\u200d\u200c\u200e\ufe0f"})
    assert (answer.status, list(answer["fields"])) == (400, ["name"])


def test_several_lines_keep_their_breaks_tabs_and_directions_and_no_control_character(agent: Api) -> None:
    text = "First:\t\u2067שלום\u2069\r\nthen\n\n\u202bالسلام\u202c"
    assert Text(max_length=100).run_validation(text) == text

    with untouched():
        answer = agent.post("/api/bounties", BOUNTY | {"description": "Wait.\x1b[2J"})
    assert (answer.status, answer["fields"]) == (
        400,
        {"description": ["Leave out the character U+001B at position 5: it can't be seen, or it changes how the rest is shown."]},
    )  # fmt: skip


def test_blanks_around_a_line_that_is_trimmed_are_no_fault() -> None:
    assert Line(trim=True).run_validation(" Ada\n") == "Ada"


@pytest.mark.parametrize("text", ["\u3164", "\u00ad \u034f", "\u2800\n", "\ufe0f"])
def test_a_text_of_nothing_that_is_seen_is_blank(text: str) -> None:
    with pytest.raises(ValidationError):
        Text().run_validation(text)
