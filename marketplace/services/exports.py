"""The copy of an account's data: asked for by its owner, made by a task into one ZIP file, fetched by nobody else for a few days.

It holds what the owner typed and what is known about them: a JSON file for each kind of record, and the files that they uploaded.
Of other people it names only ids and what they published about the owner, such as a review.
"""

import logging
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import IO, Any, Final
from uuid import UUID

import orjson
from django.conf import settings
from django.core.files.base import File as Content
from django.core.files.storage import default_storage

from marketplace.core import clock, ids, transactions
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.errors import ExportTooSoon, OperatorRequired
from marketplace.models import Account, Export, File
from marketplace.ports import account_data
from marketplace.selectors import account_data as own
from marketplace.selectors import personal
from marketplace.services import files, mail_templates
from marketplace.services.followups import Followup

log = logging.getLogger(__name__)
KEPT: Final = timedelta(days=7)
PAUSE: Final = timedelta(hours=24)  # between two of one account
ATTEMPTS: Final = 5
FILE_BYTES: Final = 200 * 1024 * 1024  # of uploaded files in one copy; what does not fit is only listed
_CHUNK: Final = 1024 * 1024
_README = """This is a copy of your data at {service}, made on {at:%Y-%m-%d %H:%M} UTC.

Each .json file is a list of one kind of record, the newest first, at most {most} of them. Times are UTC, amounts are cents of a US
dollar. Ids are those that you see on the pages and in the API. The folder "files" has what you uploaded{left_out}; files.json
lists all of it. The folder "letters" has the mails that we sent to you, as long as we keep them. The folder "records" has every
record that tells of you once more, with its columns as they are stored: the first word of a name is the part of the service, the
last one says what you are in it. reads_by_our_staff.json says when our staff looked at your data, in which role and why. What other
people wrote to you stays in your messages and is not in this copy.
"""


@dataclass(frozen=True, slots=True)
class Described:
    """A copy as it stands now."""

    pk: UUID
    status: str  # being_made, ready, expired, failed
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None
    size_bytes: int | None
    may_ask_at: datetime  # another one
    file: File | None  # while it is ready

    @property
    def download_url(self) -> str | None:
        """For whoever has it, for an hour."""
        return files.signed_url(self.file) if self.file is not None else None


def request(actor: Actor) -> Export:
    """Ask for a copy of one's data. One that is being made already is returned. Locks the account. Raises ExportTooSoon (409)
    within 24 hours of the last one that was made.
    """
    return _request(actor.id)


def request_for(actor: Actor, pk: UUID) -> Export:
    """An operator asks for it at the person's word, who gets the mail and fetches it, signed in; no staff can. As `request`. Raises
    OperatorRequired (403); InvalidState (409) for an account that is closed.
    """
    if not actor.is_operator:
        raise OperatorRequired()
    return _request(pk)


def _request(pk: UUID) -> Export:
    def work() -> Export:
        account = Account.objects.locked().get(pk=pk)
        if not account.is_active:  # closed: its copy would be fetched by nobody
            raise InvalidState("This account is closed.", currentState="closed", allowedActions=[])
        last = own.latest_export(account)
        if last is not None and last.ready_at is None and last.failed_at is None:
            return last
        if last is not None and last.failed_at is None and last.created_at > clock.now() - PAUSE:
            raise ExportTooSoon(retryAt=last.created_at + PAUSE)
        made: Export = Export.objects.create(account=account, next_attempt_at=clock.now())
        enqueue("marketplace.make_exports")
        return made

    return transactions.unit(work)


def latest(actor: Actor) -> Export:
    """The caller's newest copy. Raises NotFound (404) when none was ever asked for."""
    found = own.latest_export(actor.me)
    if found is None:
        raise NotFound("No copy of your data was asked for.")
    return found


def described(row: Export) -> Described:
    """What a copy is now, and from when on another one may be asked for."""
    now = clock.now()
    is_there = row.file is not None and row.expires_at is not None and row.expires_at > now
    if row.failed_at is not None:
        status = "failed"
    elif row.ready_at is None:
        status = "being_made"
    else:
        status = "ready" if is_there else "expired"
    return Described(
        pk=row.pk,
        status=status,
        created_at=row.created_at,
        ready_at=row.ready_at,
        expires_at=row.expires_at,
        size_bytes=row.file.size if row.file is not None else None,
        may_ask_at=row.failed_at or row.created_at + PAUSE,
        file=row.file if status == "ready" else None,
    )


def open_file(actor: Actor, export_id: str) -> tuple[File, Content]:
    """The file of one's own export (`exp_…`). Raises NotFound (404) for anybody else's, and after it has expired."""
    gone = NotFound("There is no such file (any more).")
    try:
        pk = ids.decode("exp", export_id)
        row = Export.objects.select_related("file").get(pk=pk, account_id=actor.id, expires_at__gt=clock.now())
    except (ValueError, Export.DoesNotExist):
        raise gone
    if row.file is None:
        raise gone
    return row.file, files.by_id(row.file.public_id)


class _Making(Followup[Export, File]):
    """Makes the files; see `followups`."""

    rows = Export.objects.filter(ready_at=None, failed_at=None)
    lease = timedelta(minutes=15)
    batch = 5

    def ask(self, row: Export) -> File:
        with tempfile.TemporaryFile() as target:
            _write(row.account, target)
            target.seek(0)
            name = f"my-data-{clock.now():%Y-%m-%d}.zip"
            return files.store_made(row.account, target, name=name, content_type="application/zip", purpose=own.EXPORT)

    def settle(self, row: Export, answer: File) -> None:
        def work() -> None:
            locked = Export.objects.locked().filter(pk=row.pk, ready_at=None, failed_at=None).first()
            if locked is None or not locked.account.is_active:  # another process was quicker, or the account was closed
                return
            files.insert_rows([answer])
            locked.file, locked.ready_at, locked.next_attempt_at = answer, clock.now(), None
            locked.expires_at = locked.ready_at + KEPT
            locked.save(update_fields=["file", "ready_at", "next_attempt_at", "expires_at"])
            mail_templates.send(
                locked.account,
                "export_ready",
                until=locked.expires_at,
                size=f"{max(1, round(answer.size / 1e6))} MB",
                support=settings.SUPPORT_EMAIL,
            )

        transactions.unit(work)

    def unanswered(self, row: Export, error: Exception) -> None:
        again = clock.now() + timedelta(minutes=10) * row.attempts
        failed = row.attempts >= ATTEMPTS
        ended = {"failed_at": clock.now(), "next_attempt_at": None} if failed else {"next_attempt_at": again}
        Export.objects.filter(pk=row.pk, ready_at=None).update(**ended)
        log.error("an export could not be made", extra={"export": row.public_id}, exc_info=error)


MAKING = _Making()
make_due = MAKING.run


def delete_expired() -> int:
    """Delete the files of exports that have expired, at most 500, each in a transaction of its own. Returns how many."""
    due = Export.objects.filter(expires_at__lte=clock.now(), file__isnull=False).order_by("expires_at")
    return sum(transactions.unit(partial(_delete_file, pk)) for pk in list(due.values_list("pk", flat=True)[:500]))


def delete_of(account: Account) -> None:
    """Delete every export of an account that is being closed. In the caller's transaction. Locks the exports."""
    for row in Export.objects.locked().filter(account=account):
        _delete_file(row.pk)
        row.delete()


def _delete_file(pk: Any) -> int:
    row = Export.objects.locked().select_related(None).filter(pk=pk).first()
    if row is None or row.file is None:
        return 0
    file, row.file = row.file, None
    row.save(update_fields=["file"])
    files.delete(file)
    return 1


def _write(account: Account, target: IO[bytes]) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        _write_tables(archive, own.parts(account))
        for part in account_data.all():
            _write_tables(archive, part.parts(account))
        _write_tables(archive, ((f"records/{name}", rows) for name, rows in personal.records(account)))
        for mail in personal.letters(account)[: own.MOST].iterator(chunk_size=100):
            archive.writestr(f"letters/{mail.created_at:%Y-%m-%d}-{mail.pk}.txt", f"{mail.subject}\n\n{mail.text}")
        left_out = _write_files(archive, account)
        note = " as far as there is room" if left_out else ""
        words = _README.format(service=settings.SERVICE_NAME, at=clock.now(), most=own.MOST, left_out=note)
        archive.writestr("README.txt", words)


def _write_tables(archive: zipfile.ZipFile, tables: Iterable[tuple[str, Iterable[dict[str, Any]]]]) -> None:
    for name, rows in tables:
        with archive.open(f"{name}.json", "w") as out:
            out.write(b"[")
            for number, row in enumerate(rows):
                out.write((b",\n" if number else b"\n") + orjson.dumps(row, default=str))
            out.write(b"\n]\n")


def _write_files(archive: zipfile.ZipFile, account: Account) -> int:
    """Returns how many did not fit."""
    left_out = used = 0
    for file in own.files(account).order_by("-pk")[: own.MOST].iterator(chunk_size=100):
        if used + file.size > FILE_BYTES:
            left_out += 1
            continue
        try:
            content = default_storage.open(file.storage_key)
        except FileNotFoundError:
            left_out += 1
            continue
        used += file.size
        with content, archive.open(f"files/{file.public_id}-{file.name}", "w") as out:
            while chunk := content.read(_CHUNK):
                out.write(chunk)
    return left_out
