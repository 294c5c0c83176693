"""/status: what worked is noted once a minute by one statement, and 90 days of it are shown as bars, as a table, and as moments."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.celery import BEAT
from marketplace import tasks
from marketplace.core import clock, http
from marketplace.errors import StorageUnavailable
from marketplace.models import StatusDay
from marketplace.selectors import health
from marketplace.selectors import status as selected
from marketplace.services import status, upkeep
from tests.api import Api

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 10, 12, 30, 20, tzinfo=UTC)
FULL = bytes([255] * 180)


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"
    monkeypatch.setattr(health, "_written", {})
    monkeypatch.setattr(clock, "wall", lambda: NOW)
    monkeypatch.setattr(http, "get", lambda *_, **__: http.Reply(200, b""))


def noted(day: date, *gaps: tuple[int, int], part: str = status.WORK, from_: int = 0, until: int = 1440) -> None:
    """Every minute of the day worked but those of the gaps, each from a minute until before another."""
    bits = 0
    for minute in range(from_, until):
        if not any(begin <= minute < end for begin, end in gaps):
            bits |= 1 << minute
    StatusDay.objects.create(day=day, part=part, minutes=bits.to_bytes(180, "little"))


def test_a_minute_is_noted_by_one_statement_once() -> None:
    with CaptureQueriesContext(connection) as captured:
        tasks.record_status()
        tasks.record_status()

    assert len(captured) == 2
    rows = StatusDay.objects.order_by("part")
    assert [(row.part, row.day) for row in rows] == [(part, NOW.date()) for part in sorted(status.PARTS)]
    for row in rows:
        assert selected._line(bytes(row.minutes)).index("1") == 12 * 60 + 30
        assert int.from_bytes(row.minutes, "little").bit_count() == 1, "a second run in the minute changes nothing"
    assert BEAT["marketplace.record_status"]["every"] == 60


def test_the_minutes_of_a_day_are_in_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    for minute in (0, 1, 719, 1439):
        moment = datetime(2026, 3, 9, minute // 60, minute % 60, tzinfo=UTC)
        monkeypatch.setattr(clock, "wall", lambda moment=moment: moment)
        status.record()

    line = selected._line(bytes(StatusDay.objects.get(part=status.WORK).minutes))
    assert [place for place, bit in enumerate(line) if bit == "1"] == [0, 1, 719, 1439]
    assert len(line) == 1440


@pytest.mark.parametrize("answer", [http.Reply(503, b""), http.CallFailed("refused"), http.Blocked("no address")])
def test_pages_that_are_not_answered_are_not_noted(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    def ask(url: str, **_: Any) -> http.Reply:
        assert url.endswith("/livez")
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(http, "get", ask)

    assert status.record() == [status.FILES, status.WORK]


def test_a_full_disk_is_not_noted_as_working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_write_file", lambda: "not writable: ENOSPC")

    assert status.record() == [status.PAGES, status.WORK]


def test_a_store_that_is_away_is_not_noted_as_working(objects: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert status.FILES in status.record()

    def away(*_: Any) -> bool:
        raise StorageUnavailable()

    monkeypatch.setattr(type(status.default_storage._wrapped), "exists", away)
    assert status.FILES not in status.record()


def test_interruptions_are_found_to_the_minute() -> None:
    noted(date(2026, 3, 8), (600, 645), (700, 702))  # two minutes without a note are none
    noted(date(2026, 3, 9), (1430, 1440))
    noted(date(2026, 3, 10), (0, 5), until=12 * 60 + 20)

    [part] = selected.history((status.WORK,))

    found = [(one.begun_at.strftime("%d %H:%M"), one.length(NOW.replace(second=0))) for one in part.interruptions]
    minutes = [(when, span // timedelta(minutes=1)) for when, span in found]
    assert minutes == [("08 10:00", 45), ("09 23:50", 15), ("10 12:20", 10)]
    assert [one.ended_at is None for one in part.interruptions] == [False, False, True], "the last one goes on"
    assert [(day.known, day.missing, day.tone) for day in part.days[-3:]] == [
        (1440, 45, "bad"),
        (1440, 10, "wait"),
        (750, 15, "wait"),
    ]
    assert part.share == 98.07, "70 of 3,630 minutes are missing; rounded down"


def test_what_was_before_the_first_note_is_not_known_and_counts_for_nothing() -> None:
    noted(date(2026, 3, 9), from_=1000)
    noted(date(2026, 3, 10), until=750)

    [part] = selected.history((status.WORK,))

    assert len(part.days) == 90
    assert [(day.known, day.tone) for day in part.days[-3:]] == [(0, ""), (440, "good"), (750, "good")]
    assert (part.share, part.interruptions) == (100.0, [])


def test_days_without_any_note_between_others_were_interrupted() -> None:
    noted(date(2026, 3, 7))
    noted(date(2026, 3, 10), until=750)

    [part] = selected.history((status.WORK,))

    assert [(one.begun_at.day, one.length(NOW).days) for one in part.interruptions] == [(8, 2)]


def test_an_interruption_from_before_the_window_and_one_note_only() -> None:
    StatusDay.objects.create(day=date(2025, 12, 1), part=status.WORK, minutes=FULL)  # older than 90 days
    assert selected.history((status.WORK,)) == []

    status.record()  # this very minute: nothing has passed yet
    for part in selected.history((status.WORK,)):
        assert (part.share, part.interruptions) == (100.0, [])


def test_history_takes_one_query_however_long_it_is() -> None:
    for number in range(90):
        for part in status.PARTS:
            StatusDay.objects.create(day=NOW.date() - timedelta(days=number), part=part, minutes=FULL)

    with CaptureQueriesContext(connection) as captured:
        found = selected.history(status.PARTS)

    assert len(captured) == 1
    assert [(part.part, part.share) for part in found] == [(part, 100.0) for part in status.PARTS]


def test_the_page_shows_bars_a_table_and_interruptions(anonymous: Api) -> None:
    noted(date(2026, 3, 9), (600, 645))
    noted(date(2026, 3, 10), until=750)

    page = anonymous.get("/status").body.decode()

    assert len(re.findall(r'<rect class="good"', page)) == 1
    assert re.search(r'<rect class="bad"[^>]*><title>[^<]*: 45 min interrupted</title>', page)
    assert len(re.findall(r'<rect class="track"', page)) == 88
    table = page[page.index("<table>") : page.index("</table>")]
    assert re.findall(r"<td>([^<]*)</td>", table) == ["No interruption", "45 min interrupted"], "newest first"
    assert "45 min</span>" in page
    assert "97.94 % of the time" in page
    assert "Not measured" in page and "<style" not in page


def test_a_part_that_was_never_seen_to_work_is_not_shown(anonymous: Api) -> None:
    noted(date(2026, 3, 9))

    page = anonymous.get("/status").body.decode()

    assert "Pages and the interface for agents" not in page


def test_a_fresh_instance_shows_the_moment_only(anonymous: Api) -> None:
    page = anonymous.get("/status").body.decode()

    assert "Interruptions" not in page and "<table" not in page


def test_old_days_are_deleted_in_the_end() -> None:
    noted(NOW.date() - timedelta(days=401))
    noted(NOW.date() - timedelta(days=399))

    upkeep.delete_expired()

    assert [row.day for row in StatusDay.objects.all()] == [NOW.date() - timedelta(days=399)]
