"""What QA decides without a database: times, prices, likeness, doubts."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qa.rules.findings import Reported, compare, gist, merge, similarity
from qa.rules.reviews import escalate_applicant_reason, escalate_evidence_reason, has_media
from qa.rules.runs import working_status
from qa.rules.templates import days_between, find_errors, latest_time, next_time, run_cost, windows
from qa.rules.words import summary
from tests.factories.qa import BUG

BPS = 1800
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FIT: dict[str, Any] = {
    "cadence": "daily", "cadence_days": None, "pay_per_tester_cents": 333, "tester_count": 3,
    "budget_per_run_cents": 1179, "period_cap_cents": 1179,
}  # fmt: skip


@pytest.mark.parametrize(
    ("cadence", "custom", "days"),
    [("once", None, None), ("daily", None, 1), ("every_2_days", None, 2), ("weekly", None, 7), ("custom", 30, 30)],
)
def test_a_cadence_is_a_number_of_days(cadence: str, custom: int | None, days: int | None) -> None:
    assert days_between(cadence, custom) == days


def test_the_fee_is_rounded_for_each_tester() -> None:
    assert run_cost(333, 3, BPS) == 3 * (333 + 60) == 1179


def test_the_next_time_is_the_same_time_of_day_and_what_was_missed_stays_missed() -> None:
    assert next_time(NOON, 1, NOON) == NOON + DAY
    assert next_time(NOON, 1, NOON + 5 * DAY + timedelta(hours=3)) == NOON + 6 * DAY
    assert latest_time(NOON, 1, NOON + 5 * DAY + timedelta(hours=3)) == NOON + 5 * DAY
    assert latest_time(NOON, None, NOON + 5 * DAY) == NOON


def test_a_daily_run_is_over_within_its_day() -> None:
    window = windows(1)
    assert window.intake + timedelta(hours=2) + timedelta(hours=window.work_hours) < DAY
    assert windows(7).intake > windows(2).intake == windows(None).intake


def test_a_template_whose_sums_fit_has_no_faults() -> None:
    assert find_errors(FIT, BPS) == {}


@pytest.mark.parametrize(
    ("changed", "field", "word"),
    [
        ({"budget_per_run_cents": 1178}, "budgetPerRunCents", "3 x (333 pay + 60 fee) = 1179 cents"),
        ({"period_cap_cents": 1178}, "periodCapCents", "at least 1179"),
        ({"cadence": "once", "period_cap_cents": 1180}, "periodCapCents", "give 1179"),
        ({"cadence": "custom"}, "cadenceDays", "1 to 30"),
        ({"cadence_days": 3}, "cadenceDays", "custom"),
        (
            {"pay_per_tester_cents": 500_000, "budget_per_run_cents": 2_000_000, "period_cap_cents": 2_000_000},
            "testerCount",
            "10,000.00",
        ),
    ],
)
def test_what_does_not_fit_is_named_by_its_field(changed: dict[str, Any], field: str, word: str) -> None:
    faults = find_errors(FIT | changed, BPS)
    assert list(faults) == [field]
    assert word in faults[field][0]


def said(tester: str, **changed: Any) -> Reported:
    return Reported(tester, BUG | {"fileIds": [f"fil_{tester}"]} | changed)


def test_the_same_fault_in_other_words_is_one_finding_in_any_order() -> None:
    reports = [
        said("a"),
        said("b", title="Grey pay button", severity="critical", actual="The pay button stays grey."),
        said(
            "c", title="Search finds no mugs", steps="Type mug into the search field.", actual="No results are listed."
        ),
    ]
    for order in permutations(reports):
        first, second = merge(order)
        assert (first.severity, sorted(first.testers), sorted(first.file_ids)) == (
            "critical",
            ["a", "b"],
            ["fil_a", "fil_b"],
        )
        assert (second.words["title"], second.testers) == ("Search finds no mugs", ["c"])


def test_findings_without_a_word_in_common_are_not_alike() -> None:
    other = BUG | {"title": "Typo in footer", "steps": "Scroll down.", "actual": "Adress is misspelt."}
    empty = BUG | {"title": "日本語", "steps": "…", "actual": "!"}
    assert similarity(gist(BUG), gist(other)) < 0.2
    assert similarity(gist(BUG), gist(BUG)) == pytest.approx(1)
    assert similarity(gist(BUG), gist(empty)) == 0


@given(st.text(min_size=1, max_size=120).filter(str.strip), st.text(max_size=60), st.text(max_size=60))
@example("No way out", "…", "!")
@example("Cannot get in", "", "")
@example("🙁🙁", "🙁", "🙁")
@example("支払いボタンが灰色のまま", "カートに入れる", "押せない")
def test_a_finding_is_always_like_itself(title: str, steps: str, actual: str) -> None:
    one = gist({"title": title, "steps": steps, "actual": actual})
    assert similarity(one, one) == 1
    assert merge([said("a", title=title), said("b", title=title)])[0].testers == ["a", "b"]


@pytest.mark.parametrize(
    ("one", "other", "stranger"),
    [
        ("支払いボタンが灰色のまま", "灰色の支払いボタン", "検索結果が表示されない"),
        ("付款按钮一直是灰色", "付款按钮是灰色的", "搜索没有结果"),
        ("ปุ่มชำระเงินเป็นสีเทา", "ปุ่มชำระเงินสีเทา", "ค้นหาไม่เจอ"),
        ("Cannot get out of it", "Cannot get out", "Cannot do that"),
    ],
)
def test_titles_without_blanks_or_of_small_words_are_compared_too(one: str, other: str, stranger: str) -> None:
    assert [sorted(entry.testers) for entry in merge([said("a", title=one), said("b", title=other)])] == [["a", "b"]]
    known = gist(BUG | {"title": one})
    assert similarity(known, gist(BUG | {"title": stranger})) < similarity(known, gist(BUG | {"title": other}))


def test_one_tester_who_says_it_twice_counts_once() -> None:
    assert merge([said("a"), said("a")])[0].testers == ["a"]


def test_the_diff_says_what_is_new_what_is_gone_and_what_stayed() -> None:
    diff = compare(["F1", "F3"], ["F1", "F2"])
    assert (diff.new, diff.resolved, diff.still_open) == (["F3"], ["F2"], ["F1"])
    assert compare(["F1"], None).new == ["F1"]


CLEAR: dict[str, Any] = {"findings": [BUG], "checks": ["similar_image"], "steps_answered": False, "text": ""}


def test_clear_evidence_leaves_no_doubt() -> None:
    assert escalate_evidence_reason(**CLEAR) == ""
    assert escalate_evidence_reason(**CLEAR | {"findings": [], "steps_answered": True}) == ""
    assert escalate_evidence_reason(**CLEAR | {"findings": [], "text": "I bought a mug and all went well."}) == ""
    assert escalate_evidence_reason(**CLEAR | {"findings": [], "text": "マグカップを買えました"}) == ""


@pytest.mark.parametrize(
    ("title", "steps", "actual"),
    [
        ("支払いボタンが灰色のまま", "カートに入れて、支払い画面を開く", "ボタンを押せない"),
        ("付款按钮是灰色的", "把商品放进购物车，打开付款页面", "按钮按不动"),
        ("ปุ่มชำระเงินเป็นสีเทา", "ใส่ตะกร้าแล้วเปิดหน้าชำระเงิน", "กดปุ่มไม่ได้"),
    ],
)
def test_a_report_in_a_script_without_blanks_is_as_clear_as_any(title: str, steps: str, actual: str) -> None:
    report = BUG | {"title": title, "steps": steps, "actual": actual}
    assert escalate_evidence_reason(**CLEAR | {"findings": [report]}) == ""


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"checks": ["duplicate_file"]}, "duplicate_file"),
        ({"checks": ["blank_image"]}, "blank_image"),
        ({"findings": [BUG | {"actual": "Broken."}]}, "finding_unclear"),
        ({"findings": [BUG | {"title": "Bad"}]}, "finding_unclear"),
        ({"findings": [], "text": "All good."}, "nothing_reported"),
    ],
)
def test_unclear_evidence_is_left_to_the_owner(changed: dict[str, Any], why: str) -> None:
    assert escalate_evidence_reason(**CLEAR | changed) == why


def test_a_tester_with_a_dispute_or_two_lost_seats_is_left_to_the_owner() -> None:
    assert escalate_applicant_reason(disputes=0, lost_seats=1) == ""
    assert escalate_applicant_reason(disputes=1, lost_seats=0) == "earlier_disputes"
    assert escalate_applicant_reason(disputes=0, lost_seats=2) == "earlier_seats_lost"


@pytest.mark.parametrize(("mode", "kind"), [("photo", "image/png"), ("video", "video/mp4"), ("document", "text/plain")])
def test_each_mode_asks_for_its_own_media(mode: str, kind: str) -> None:
    assert has_media(mode, ["application/zip", kind])
    assert not has_media(mode, ["application/zip"])


def test_a_run_stands_where_its_testers_are() -> None:
    assert working_status(stopped=False, intake_over=False, at_work=0) == "open"
    assert working_status(stopped=False, intake_over=True, at_work=1) == "open"
    assert working_status(stopped=True, intake_over=True, at_work=1) == "draining"
    assert working_status(stopped=True, intake_over=True, at_work=0) == "reviewing"


def test_the_summary_says_who_finished_and_what_changed() -> None:
    counts = {"critical": 0, "high": 1, "medium": 0, "low": 0}
    assert (
        summary(accepted=1, asked=2, by_severity=counts, new=0, still_open=1, resolved=1, since="2026-03-01")
        == "1 of 2 testers finished. 1 finding: 1 high. Since the run of 2026-03-01: 0 new, 1 still open, 1 resolved."
    )
    nothing = summary(accepted=0, asked=1, by_severity={}, new=0, still_open=0, resolved=0, since=None)
    assert "says nothing about what works" in nothing
