"""The order of a ballot, what a vote must be, and the report: without a database."""

from collections import Counter
from itertools import pairwise

import pytest

from marketplace.core.http import Blocked, check_link
from qa.rules.taste import ending, flaw, order, report


@pytest.mark.parametrize("size", range(2, 7))
def test_every_artifact_stands_everywhere_equally_often_and_follows_each_other_one_equally_often(size: int) -> None:
    rows = [order(size, place, "tst_x") for place in range(2 * size)]

    assert all(sorted(row) == list(range(size)) for row in rows)
    for at in range(size):
        assert set(Counter(row[at] for row in rows).values()) == {2}
    assert set(Counter(pair for row in rows for pair in pairwise(row)).values()) == {2}


def test_an_order_stays_what_it_is_and_differs_between_runs() -> None:
    assert order(4, 3, "tst_a") == order(4, 3, "tst_a")
    assert len({tuple(order(6, 0, f"tst_{n}")) for n in range(50)}) > 20


def said(reason: str, **how: object) -> str | None:
    return flaw(reason, **({"question": "Which one?", "earlier": [], "findings": set()} | how))  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", ["aaaaaaaaaaaaaaaaaaaaaaaa", "!!!! ???? .... ---- ++++", "abab abab abab abab abab"])
def test_a_reason_that_says_nothing_is_sent_back(reason: str) -> None:
    assert "says nothing" in (said(reason) or "")


@pytest.mark.parametrize(
    "reason", ["The colours are calm and clear.", "色がとても落ち着いていて読みやすいと思います。"]
)
def test_a_reason_in_any_script_is_taken(reason: str) -> None:
    assert said(reason) is None


def test_the_same_text_is_the_same_whatever_its_case_and_signs() -> None:
    assert "before" in (said("I like THE blue, one: best!", earlier=["i like the blue one best"]) or "")
    assert "question" in (said("Which of them would you buy", question="Which of them would you buy?") or "")


def test_a_video_that_is_not_live_is_sent_back_with_what_to_do() -> None:
    assert "camera" in (said("The colours are calm and clear.", findings={"not_live", "similar_image"}) or "")
    assert said("The colours are calm and clear.", findings={"similar_image"}) is None


def test_a_report_with_a_winner() -> None:
    votes = [("B", f"Because of reason number {n}.") for n in range(4)] + [("A", "It is simpler than the other.")]

    found = report(["A", "B", "C"], votes, asked=6)

    assert found["summary"] == "5 people voted of the 6 asked for. “B” came first with 4 of 5 votes (80 %)."
    assert found["tally"] == [
        {"label": "A", "votes": 1, "share": 0.2},
        {"label": "B", "votes": 4, "share": 0.8},
        {"label": "C", "votes": 0, "share": 0.0},
    ]
    assert (found["winner"], found["respondents"], found["degraded"]) == ("B", 5, True)
    assert [quote["label"] for quote in found["quotes"]] == ["A", "B", "B", "B"]
    assert found["quotes"][1]["text"] == "Because of reason number 0."


def test_a_report_with_a_tie_has_no_winner() -> None:
    found = report(["A", "B", "C"], [("A", "x"), ("C", "y")], asked=2)

    assert (found["winner"], found["degraded"]) == (None, False)
    assert found["summary"] == "2 people voted. No winner: “A” and “C” have 1 of 2 votes (50 %) each."


def test_one_vote_is_one_person() -> None:
    assert report(["A", "B"], [("A", "x")], asked=1)["summary"].startswith("1 person voted. “A”")


def test_why_a_run_without_votes_ended() -> None:
    assert [ending(why) for why in ("time_is_over", "not_funded_in_time", "last_seat_overdue")] == ["expire"] * 3
    assert [ending(why) for why in ("stopped", "refused", "budget_timing_requirements_changed")] == ["fail"] * 3


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://127.0.0.1/a",
            "https://10.0.0.8/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/",
        ),
        *("http://localhost/", "http://printer.local/", "https://db.internal/x", "http://intranet/", "http://127.1/"),
        *(
            "http://0x7f.1/",
            "http://2130706433/",
            "ftp://example.com/",
            "javascript:alert(1)",
            "https://a:b@example.com/",
        ),
        *("https:///x", "https://example.com:0/", "http://127.0.0.1./"),
    ],
)
def test_people_are_sent_to_public_addresses_only(url: str) -> None:
    with pytest.raises(Blocked):
        check_link(url)


def test_an_address_of_another_scheme_is_told_which_ones_will_do() -> None:
    with pytest.raises(Blocked, match="only http and https addresses will do"):
        check_link("ftp://example.com/")


@pytest.mark.parametrize(
    "url",
    ["http://example.com/a.png", "https://bücher.example/x?y=1", "https://1.1.1.1/#part", "https://a.b.co.:8443/"],
)
def test_a_public_address_is_shown_without_asking_anybody(url: str) -> None:
    check_link(url)
