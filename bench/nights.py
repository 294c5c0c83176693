"""What docs/operations.md tells an operator to do with an instance: each night, each month, and when the year is over."""

import csv
import io
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import orjson

from bench.growth import read
from bench.instance import Instance

LATE_SECONDS = 60  # of a delivery that was taken at the first call
BATCHES = 50  # of 1,000 rows that are looked through for what should be gone
_DELIVERIES = """
select count(*) filter (where status = 'delivered'),
       count(*) filter (where status = 'delivered' and attempts > 1),
       count(*) filter (where status = 'delivered' and attempts = 1 and delivered_at > created_at + %s::interval),
       count(*) filter (where status = 'failed'),
       count(*) filter (where status in ('pending', 'retrying')),
       coalesce(extract(epoch from max(delivered_at - created_at) filter (where attempts = 1)), 0)
  from webhooks_delivery where created_at >= %s and created_at < %s
"""
_PAID = """
select coalesce(sum(m.cents) filter (where d.kind = 'earnings'), 0) from ledger_move m
  join ledger_transaction t on t.id = m.transaction_id
  join ledger_account d on d.id = m.destination_id join ledger_account s on s.id = m.source_id
 where m.created_at >= %s and m.created_at < %s and s.kind in ('hold', 'wallet')
"""

_EARNED = """
select distinct date_trunc('month', m.created_at at time zone 'UTC')::date from ledger_move m
  join ledger_account f on f.id in (m.source_id, m.destination_id) and f.code = 'fees'
 where m.created_at >= %s and m.created_at < %s order by 1
"""


@dataclass(slots=True)
class Checked:
    """`check_ledger` on one day."""

    blocks: int
    ms: float
    violations: int


@dataclass(slots=True)
class Month:
    """What the operator saw when a month was over."""

    first: date
    hires: int
    ledger: Checked
    whole: Checked | None
    webhooks: tuple[int, int, int, int, int]  # delivered, of these repeated, of these late, failed, open
    latest: float  # seconds by the sandbox's clock of the slowest that was taken at the first call
    findings: list[str]


class Backoffice:
    """The admin, as the demo's operator uses it in a browser."""

    def __init__(self, instance: Instance) -> None:
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{instance.port}/admin/", timeout=60)
        who = instance.demo["operator"]
        self.post("login/", {"username": who["username"], "password": who["password"]})

    def post(self, page: str, form: dict[str, str]) -> None:
        """Send the form of this page, which then leads on. Raises RuntimeError when it shows the form again."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.client.get(page).text)
        sent = form | {"csrfmiddlewaretoken": token[1] if token else ""}
        done = self.client.post(page, data=sent, headers={"Referer": str(self.client.base_url)})
        if done.status_code != 302:
            raise RuntimeError(f"{page}: {done.status_code} {done.text[:2000]}")

    def keep(self, kind: str, days: int, *, is_archived: bool) -> None:
        """Set a keeping time."""
        form = {"days": str(days), "why": "As our privacy notice says."} | (
            {"is_archived": "on"} if is_archived else {}
        )
        self.post(f"marketplace/keepingtime/{kind}/change/", form)


class Operator:
    """`wrong`: whatever an operator would have to do something about."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.wrong = instance, list[str]()
        self.office = Backoffice(instance)
        self.backups = instance.data_dir.parent / "backups"
        self.seconds: dict[str, list[float]] = {}

    def timed(self, what: str, work: Callable[[], Any]) -> Any:
        begun = time.monotonic()
        found = work()
        self.seconds.setdefault(what, []).append(time.monotonic() - begun)
        return found

    def command(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        """A management command, typed. What it prints; another exit code than these is wrong."""
        done = self.timed(" ".join(words[:1]), lambda: self.instance.command(*words))
        if done.returncode not in codes:
            self.wrong.append(f"{' '.join(words)}: exit code {done.returncode}\n{(done.stdout + done.stderr)[-1500:]}")
        return str(done.stdout)

    def night(self) -> None:
        """The timers of the hour and of the night, sent to the worker as beat does, which leaves them alone for some seconds after
        the clock was moved: until then the next night is here. And what alerts would say."""
        from config.celery import BEAT, app

        for name, row in BEAT.items():
            if not row["clock"] and "turns" in row and row["every"] >= 3600:
                app.send_task(name, ignore_result=True)
        self.watch()

    def watch(self) -> None:
        """Timers that are late, and books that disagree."""
        from escrow.selectors import desk_health
        from marketplace.core import clock
        from wallet.models import Discrepancy

        now = clock.now()
        for task, since in desk_health.late(now):
            self.wrong.append(f"{now:%Y-%m-%d}: {task} is late since {since:%Y-%m-%d %H:%M}")
        for row in Discrepancy.objects.filter(over_at=None):
            self.wrong.append(f"{now:%Y-%m-%d}: books disagree: {row.fault} {row.subject} {row.detail}")

    def check(self, *, whole: bool = False) -> Checked:
        """`check_ledger` in this process, where it can be measured."""
        from wallet.services import books

        begun = time.perf_counter()
        found = books.violations(whole=whole)
        taken = (time.perf_counter() - begun) * 1000
        self.wrong += [f"check_ledger{' --whole' if whole else ''}: {violation}" for violation in found]
        return Checked(read(lambda: books.violations(whole=whole), set()).blocks, taken, len(found))

    def doctor(self) -> list[str]:
        """Its findings but those that are well."""
        said = self.command("doctor", "--json", codes=(0, 1, 2))
        try:
            findings = orjson.loads(said)["findings"]
        except (orjson.JSONDecodeError, KeyError):
            return [f"doctor said {said[-500:]}"]
        self.wrong += [f"doctor: {row['part']}: {row['words']}" for row in findings if row["level"] == "fault"]
        return [f"{row['part']}: {row['words']}" for row in findings if row["level"] in ("warning", "fault")]

    def month(self, first: date, hires: int) -> Month:
        """The month that began on `first` is over, and not yet sealed."""
        after = (first + timedelta(days=32)).replace(day=1)
        is_quarter = first.month in (1, 3, 6, 9, 12)
        found = Month(
            first,
            hires,
            self.timed("check_ledger here", self.check),
            self.timed("check_ledger --whole here", lambda: self.check(whole=True)) if is_quarter else None,
            *self.deliveries(first, after),
            self.doctor(),
        )
        if is_quarter:
            self.command("backup", str(self.backups))
            self.command("check_audit")
            self.command("check_files")
        return found

    def deliveries(self, first: date, after: date) -> tuple[tuple[int, int, int, int, int], float]:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(_DELIVERIES, [f"{LATE_SECONDS} s", _midnight(first), _midnight(after)])
            delivered, repeated, late, failed, open_, latest = cursor.fetchone()
        return (delivered, repeated, late, failed, open_), float(latest)

    def sealed(self) -> None:
        """Every month in which something moved is sealed by a day after it can be, as doctor asks it of a service that is none of a
        sandbox."""
        from config.doctor.state import SEALED_WITHIN
        from marketplace.core import clock
        from wallet.selectors import checkpoints

        if (month := checkpoints.next_month(clock.now() - SEALED_WITHIN)) is not None:
            self.wrong.append(f"{clock.now():%Y-%m-%d}: {month:%Y-%m} is not sealed")

    def kept_too_long(self) -> None:
        """What its keeping time has passed by more than two days, and is still there."""
        from marketplace.core import clock
        from marketplace.core.keeping import KEEPING
        from marketplace.services import keeping

        for kind in KEEPING:
            before, place = clock.now() - timedelta(days=keeping.days(kind) + 2), None
            for _ in range(BATCHES):
                old = keeping.keeper(kind).find(before, place)
                if old.keys:
                    self.wrong.append(f"{len(old.keys)} {kind} were kept for too long")
                if old.keys or old.is_last:
                    break
                place = old.place

    def papers(self, number: int) -> list[str]:
        """The papers of the year that is over. Says what is in them."""
        told = self.command("report_payees", str(number))
        rows = list(csv.DictReader(io.StringIO(told)))
        reported = round(sum(float(row["year_paid_usd"]) for row in rows) * 100)
        paid = self._paid(number)
        if reported != paid:
            self.wrong.append(f"report_payees {number} says {reported} cents, the ledger {paid}")
        return [
            f"report_payees: {len(rows)} people, {reported / 100:,.2f} USD; the ledger says {paid / 100:,.2f}",
            *self._invoices(number),
        ]

    def _paid(self, number: int) -> int:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(_PAID, [_midnight(date(number, 1, 1)), _midnight(date(number + 1, 1, 1))])
            return int(cursor.fetchone()[0])

    def _invoices(self, number: int) -> list[str]:
        """Each series is without gaps, and each month in which fees were earned has its invoices."""
        from django.db import connection

        from escrow.models import Invoice

        rows = list(Invoice.objects.filter(year=number).order_by("number").values_list("number", "month"))
        numbers = [row[0] for row in rows]
        if numbers != list(range(1, len(rows) + 1)):
            self.wrong.append(f"the invoices of {number} have gaps: {numbers}")
        months = set(Invoice.objects.values_list("month", flat=True))
        with connection.cursor() as cursor:
            cursor.execute(_EARNED, [_midnight(date(number, 1, 1)), _midnight(date(number + 1, 1, 1))])
            earned = [month for (month,) in cursor.fetchall()]
        if missing := [f"{month:%B}" for month in earned if month not in months]:
            self.wrong.append(f"no invoices for the months {missing}")
        return [f"invoices: {len(rows)} in the series of {number}, numbered to {max(numbers, default=0)}"]

    def last_night(self, folder: Path) -> str:
        """The clean-up is awaited: then nothing may be there that should be gone. And a last backup is restored into `folder`."""
        from marketplace.services import upkeep

        upkeep.delete_expired()
        self.kept_too_long()
        self.watch()
        self.command("backup", str(self.backups))
        latest = max(self.backups.iterdir())
        folder.mkdir(mode=0o700)
        shutil.copy2(self.instance.data_dir / "secret_key", folder)
        other = replace(
            self.instance, data_dir=folder, environment=self.instance.environment | {"DATA_DIR": str(folder)}
        )
        self._at(other, "restore", str(latest))
        return "the last backup, restored: " + self._at(other, "check_ledger", "--whole").strip()

    def _at(self, other: Instance, *words: str) -> str:
        done = self.timed(f"{words[0]}, restored", lambda: other.command(*words))
        if done.returncode:
            self.wrong.append(f"{words[0]} of the restored: {(done.stdout + done.stderr)[-1500:]}")
        return str(done.stdout)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
