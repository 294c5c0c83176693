"""The parts that an instance keeps: books, files, sealed texts; and those that have to run: queues, workers, beat, clock."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Final

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import OperationalError, connection, transaction

from config.doctor.findings import Finding, fault, ok, skipped, warning
from escrow.selectors import desk_health
from marketplace.core import clock, ids, redis_clients
from marketplace.models import File
from marketplace.selectors import health
from marketplace.services import archive, rekeying
from wallet.models import Discrepancy
from wallet.selectors import checkpoints
from wallet.services import books

BOOKS_SECONDS: Final = 30  # one audit; larger books are left to `check_ledger`
SAMPLE: Final = 20  # files read whole
SEALED_WITHIN: Final = timedelta(days=1)  # of when a month can be sealed; its timer looks four times a day
LARGEST_SAMPLE: Final = 20 * 2**20  # bytes of one of them
VALUES: Final = 10_000  # sealed values of a column that are opened
QUEUE_LONG: Final = 1000
CLOCK_OFF, CLOCK_WRONG = 1.0, 5.0  # seconds
ASK_WORKERS: Final = 2.0  # seconds
MISSED: Final = 5  # files named in one sentence


def look_at_books() -> Iterator[Finding]:
    """The audits of `check_ledger`, each with a time limit, and what the nightly check has left open."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('statement_timeout', %s, true)", [f"{BOOKS_SECONDS}s"])
            violations = books.violations()
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != "57014":
            raise
        yield skipped(f"too large for a quick check ({BOOKS_SECONDS} s); `check_ledger` takes its time")
    else:
        if violations:
            kind, subject, _ = violations[0]
            yield fault(
                f"{len(violations)} violations, the first is {kind}: {subject}",
                "Run `check_ledger` for all of them, and let no money out until they are explained.",
            )
        else:
            yield ok("no violation")
    yield from _unsealed()
    open_ = Discrepancy.objects.filter(over_at=None).count()
    if open_:
        yield warning(f"{open_} open in the back office", "Read Discrepancies there; explain or mend each.")


def _unsealed() -> Iterator[Finding]:
    """A month of the ledger that its timer should have sealed by now. A sandbox begins with months of its demo that nobody has."""
    month = None if settings.SANDBOX else checkpoints.next_month(clock.now() - SEALED_WITHIN)
    if month is not None:
        yield warning(
            f"{month:%Y-%m} is over and not sealed, so every nightly proof reads it again",
            "Search the workers' logs for `wallet.seal_months` and `month is not closed`: a violation of the books or a post that "
            "takes long keeps it open.",
        )


def look_at_files() -> Iterator[Finding]:
    """Is the store writable, and are files that rows name there, as they were?"""
    try:
        _write_read_delete()
    except (OSError, archive.StorageUnavailable) as error:
        yield fault(
            f"the store of files can't be written to: {getattr(error, 'message', error)}",
            "Look at the rights and the space of its folder, or at STORAGE_URL and what the store says; uploads fail "
            "meanwhile.",
        )
        return
    yield ok("the store can be written to and read")
    wrong, seen = [], 0
    for file in _sample():
        seen += 1
        if reason := _wrong(file):
            wrong.append(f"{file.public_id} {reason}")
    if wrong:
        named = ", ".join(wrong[:MISSED])
        yield fault(
            f"{len(wrong)} of {seen} files that were read are not as their rows say: {named}",
            "Run `check_files` for all that are missing, and copy them from the backup.",
        )
    else:
        yield ok(f"{seen} files were read, each as its row says")


def _write_read_delete() -> None:
    content = ids.new().hex.encode()
    key = default_storage.save(f"{archive.FOLDER}doctor/{content.decode()}", ContentFile(content))
    try:
        with default_storage.open(key) as stored:
            if stored.read() != content:
                raise OSError("what was written reads otherwise")
    finally:
        default_storage.delete(key)


def _sample() -> list[File]:
    """Half of them the newest, half from anywhere: ids are ordered by time, and random behind it."""
    rows = File.objects.filter(size__lte=LARGEST_SAMPLE)
    newest = list(rows.order_by("-id")[: SAMPLE // 2])
    if len(newest) < SAMPLE // 2:
        return newest
    first = rows.order_by("id").values_list("id", flat=True)[0]
    low, high = first.int, newest[0].pk.int
    anywhere = [type(first)(int=random.randint(low, high)) for _ in range(SAMPLE // 2)]  # noqa: S311  a sample
    others = [rows.filter(id__gte=one).order_by("id").first() for one in anywhere]
    return [*{file.pk: file for file in [*newest, *(one for one in others if one is not None)]}.values()]


def _wrong(file: File) -> str:
    digest = hashlib.sha256()
    try:
        with default_storage.open(file.storage_key) as stored:
            for chunk in iter(lambda: stored.read(2**20), b""):
                digest.update(chunk)
    except FileNotFoundError:
        return "is missing" if File.objects.filter(pk=file.pk).exists() else ""
    return "" if digest.hexdigest() == file.sha256 else "has other bytes"


def look_at_keys() -> Iterator[Finding]:
    """Does a key open whatever is sealed? As `rekey --check`, up to VALUES of a column."""
    old = lost = current = 0
    places = []
    for place in rekeying.places():
        found = rekeying.count(place, most=VALUES)
        current, old, lost = current + found.current, old + found.old, lost + found.unreadable
        if found.unreadable:
            places.append(f"{place.name} ({found.unreadable})")
    if lost:
        yield fault(
            f"no key opens {lost} sealed values: {', '.join(places)}",
            "Put the key that they were sealed with into SECRET_KEY_FALLBACKS and restart (docs/operations.md, Keys).",
        )
    if old:
        yield warning(
            f"{old} sealed values are under an old key",
            "Run `rekey` when every node has the new SECRET_KEY; then take the old one out of the fallbacks.",
        )
    if not lost and not old:
        yield ok(f"SECRET_KEY opens all {current} sealed values that were tried")


def look_at_queues() -> Iterator[Finding]:
    """Depth, workers, beat, and timers that are late."""
    names = sorted({"celery", *(route["queue"] for route in (current_app.conf.task_routes or {}).values())})
    with redis_clients.of_queue(seconds=2) as client:
        depths = {name: int(client.llen(name)) for name in names}
        beat: bytes | None = client.get(health.HEARTBEAT)
    state = health.worker_state(beat)
    if state != "ok":
        yield fault(
            f"beat and worker: {state}",
            "Start `worker` and `beat` (docs/operations.md, Deploy) and read their logs: timers, mails and webhooks wait.",
        )
    else:
        yield ok("beat wakes a worker")
    taken = consumed_queues()
    for name in names:
        if name not in taken:
            program = "worker" if name == "celery" else name
            yield fault(f"no worker takes from the queue {name}", f"Start `ahm-server start {program}`.")
        if depths[name] > QUEUE_LONG:
            yield warning(
                f"{depths[name]} tasks wait in the queue {name}",
                "Start more of its workers, or read what keeps them busy.",
            )
    late = desk_health.late(clock.now())
    for task, since in late:
        yield fault(
            f"the timer {task} is late: a row is due since {since:%Y-%m-%d %H:%M} UTC",
            "Search the logs of the workers for this task.",
        )
    if not late:
        yield ok("no timer is late; waiting: " + ", ".join(f"{name} {depth}" for name, depth in depths.items()))


def consumed_queues() -> set[str]:
    """The queues that some worker takes from, by asking all of them. The workers of a machine have one node name, so their replies
    are not sorted by it: of all of them one would be left."""
    replies: list[dict[str, list[dict[str, str]]]] = []
    with suppress(ConnectionError):  # a worker that went away while it answered
        replies = current_app.control.broadcast("active_queues", reply=True, timeout=ASK_WORKERS) or []
    return {queue["name"] for reply in replies for queues in reply.values() for queue in queues}


def look_at_clock() -> Iterator[Finding]:
    """This machine's against the database's, as far as a round trip allows; and how far a sandbox was moved."""
    with connection.cursor() as cursor:
        before = clock.wall()
        cursor.execute("select clock_timestamp()")
        theirs = cursor.fetchone()[0]
    after = clock.wall()
    off = (before + (after - before) / 2 - theirs).total_seconds()
    words = f"this machine's is {abs(off):.1f} s {'ahead of' if off > 0 else 'behind'} the database's"
    advice = "Switch on NTP on both machines (`timedatectl`): leases, signatures and limits compare their times."
    if abs(off) > CLOCK_WRONG:
        yield fault(words, advice)
    else:
        yield warning(words, advice) if abs(off) > CLOCK_OFF else ok(f"as the database's, to {abs(off) * 1000:.0f} ms")
    if ahead := clock.offset_seconds():
        yield ok(f"the sandbox's business time is {ahead / 86_400:.1f} days ahead, as it was told")
