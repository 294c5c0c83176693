"""All that happened around a case, merged: events, words, staff's work, money, and who was told what by mail, push and webhook."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from escrow.models import Case, DecisionPreview
from escrow.ports import case_subjects, case_talk
from escrow.selectors import appeals
from marketplace.core import ids
from marketplace.core.money import format_usd
from marketplace.models import Mail, Push
from wallet import ledger
from webhooks.models import Delivery, Event

SOURCES: Final = ("event", "words", "staff", "note", "money", "mail", "push", "webhook")
_LATEST = 300  # of each source
_BEFORE = timedelta(minutes=1)
_ID = re.compile(r"[a-z]{3,5}_[0-9a-z]{20,}")  # for programs: it stands in the record


_CODE = re.compile(r"[a-z]+(?:[._][a-z]+|[A-Z][a-z]*)*")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z")
_JOINT = re.compile(r"[._]|[A-Z]")


@dataclass(frozen=True, slots=True)
class Entry:
    """`by`: an actor's label or an account's key; empty for nobody. `to`: who was told. `raw`: kind and key of its row."""

    at: datetime
    source: str
    by: str | UUID
    what: str
    words: str = ""
    to: str = ""
    raw: tuple[str, str] | None = None


def entries(case: Case, *, sources: tuple[str, ...] = SOURCES) -> list[Entry]:
    """The latest of each source, oldest first. At most fifteen queries, however much happened. Needs escrow, dispute, owner and
    worker."""
    found = [entry for source in sources for entry in _READERS[source](case)]
    return sorted(found, key=lambda entry: entry.at)


def raw(case: Case, kind: str, key: str) -> dict[str, Any] | None:
    """The whole row behind an entry of this case, as it is stored; None for anything else."""
    reader = _ROWS.get(kind)
    try:
        row = None if reader is None else reader(case).filter(pk=UUID(key)).first()
    except ValueError:
        return None
    return None if row is None else _columns(row)


def _columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


# ------------------------------------------------------------------ rows


def _events(case: Case) -> QuerySet[Event]:
    """About the case, its dispute, its money and its seat, and what the bounty's own events say of the seat."""
    about = [case.pk, case.escrow_id, *case_subjects.get(case.escrow.subject_kind).rows(case.escrow)]
    about += [case.dispute_id] if case.dispute_id else []
    rows = Q(subject_id__in=about)
    if case.escrow.bounty_id is not None:
        rows |= Q(subject_id=case.escrow.bounty_id, data__applicationId=ids.encode("app", case.escrow.subject_id))
    return Event.objects.filter(rows)


def _mails(case: Case) -> QuerySet[Mail]:
    """To the two sides, since the case was opened, that name it."""
    addresses = [account.email for account in (case.owner, case.worker) if account.email]
    named = Q(subject__contains=case.title) | Q(text__contains=case.title)
    if case.dispute is not None:
        named |= Q(text__contains=case.dispute.public_id)
    return Mail.objects.filter(named, to__in=addresses, created_at__gte=case.created_at - _BEFORE)


def _pushes(case: Case) -> QuerySet[Push]:
    named = Q(text=case.title[:160]) | Q(title__contains=case.title[:80])
    if case.dispute is not None:
        named |= Q(path__contains=case.dispute.public_id)
    since = case.created_at - _BEFORE
    return Push.objects.filter(named, account_id__in=[case.owner_id, case.worker_id], created_at__gte=since)


def _deliveries(case: Case) -> QuerySet[Delivery]:
    return Delivery.objects.filter(event__in=_events(case).filter(public=True).values("pk")).select_related("endpoint")


_ROWS: Final[dict[str, Callable[[Case], QuerySet[Any]]]] = {
    "event": _events,
    "mail": _mails,
    "push": _pushes,
    "webhook": _deliveries,
    "message": lambda case: case.messages.all(),
    "note": lambda case: case.notes.all(),
    "request": lambda case: case.requests.all(),
    "offer": lambda case: case.offers.all(),
    "preview": lambda case: _previews(case),
}


def _previews(case: Case) -> QuerySet[DecisionPreview]:
    rows: QuerySet[DecisionPreview] = DecisionPreview.objects.all()
    return rows.filter(dispute_id=case.dispute_id) if case.dispute_id else rows.filter(case_id=case.pk)


def _latest(rows: QuerySet[Any]) -> list[Any]:
    return list(rows.order_by("-id")[:_LATEST])


def _side(case: Case, account_id: UUID) -> str:
    return "the funder" if account_id == case.owner_id else "the worker" if account_id == case.worker_id else "staff"


# ------------------------------------------------------------------ sources


def _of_events(case: Case) -> Iterator[Entry]:
    for row in _latest(_events(case)):
        what, told = (
            ("time ran out", _silence(row)) if row.type == "dispute.clock_ran_out" else (_plain(row.type), _told(row))
        )
        yield Entry(row.created_at, "event", row.actor, what, told, raw=("event", str(row.pk)))


def _silence(row: Event) -> str:
    """Who did not answer what."""
    what = "the objection" if row.note == "opened" else "what our staff asked for"
    return f"The {row.data.get('of')} did not answer {what} in time."


def _told(row: Event) -> str:
    parts = [row.note] if row.note else []
    for name, value in row.data.items():
        if value not in (None, "", []) and not isinstance(value, dict | list) and not _ID.fullmatch(str(value)):
            is_money = name.endswith("Cents") and isinstance(value, int)
            parts.append(f"{_plain(name.removesuffix('Cents'))}: {format_usd(value) if is_money else _plain(value)}")
    return ", ".join(parts)


def _plain(name: object) -> str:
    """A name for programs in the words of people: `proof.uploaded`, `textEvidence`, `pending_review`; a moment as staff read
    them; anything else as it is."""
    if isinstance(name, str) and _MOMENT.fullmatch(name):
        return f"{name[:10]} {name[11:16]}"
    if not isinstance(name, str) or not _CODE.fullmatch(name):
        return str(name)
    return _JOINT.sub(lambda found: f" {found[0].lower()}" if found[0].isupper() else " ", name)


def _of_words(case: Case) -> Iterator[Entry]:
    for said in case_talk.get()(case.escrow):
        yield Entry(said.at, "words", said.by or "", f"wrote, about {said.where}", said.words)
    if case.dispute is not None:
        yield Entry(case.dispute.created_at, "words", case.owner_id, "objected", case.dispute.description)
        made = appeals.of(case.dispute) if case.round > 1 else None
        if made is not None:
            yield Entry(made.created_at, "words", made.made_by_id, "appealed", made.words)
        for piece in case.dispute.evidence.prefetch_related("files").order_by("-id")[:_LATEST]:
            files = ", ".join(file.name for file in piece.files.all())
            yield Entry(
                piece.created_at,
                "words",
                piece.author_id,
                "added evidence",
                "\n".join(filter(None, [piece.text, files])),
            )


def _of_staff(case: Case) -> Iterator[Entry]:
    for row in _latest(case.messages.all()):
        to = {"both": "both sides", "funder": "the funder", "worker": "the worker"}[row.to]
        yield Entry(row.created_at, "staff", row.author_id, "wrote", row.words, to, ("message", str(row.pk)))
    for row in _latest(case.requests.all()):
        items = "\n".join(filter(None, ["; ".join(row.items), row.words]))
        what = f"asked {_side(case, row.asked_id)} for this until {row.due_at:%Y-%m-%d %H:%M}: {row.state}"
        yield Entry(row.created_at, "staff", row.made_by_id, what, items, raw=("request", str(row.pk)))
    for row in _latest(case.offers.all()):
        what = f"offered {format_usd(row.worker_cents)} for the worker, {row.state}"
        yield Entry(row.created_at, "staff", row.made_by_id, what, row.words, raw=("offer", str(row.pk)))
    for row in _latest(_previews(case)):
        what = f"previewed {format_usd(row.worker_cents)} for the worker"
        yield Entry(row.created_at, "staff", row.made_by_id, what, row.reason, raw=("preview", str(row.pk)))


def _of_notes(case: Case) -> Iterator[Entry]:
    for row in _latest(case.notes.all()):
        yield Entry(
            row.created_at, "note", row.author_id, "noted, for colleagues", row.words, raw=("note", str(row.pk))
        )


def _of_money(case: Case) -> Iterator[Entry]:
    lines = ledger.lines(ledger.hold(case.escrow_id)).select_related("transaction", "other").order_by("-move_id")
    for line in lines[:_LATEST]:
        way = "from" if line.cents > 0 else "to"
        yield Entry(
            line.created_at, "money", "", line.description, f"{format_usd(line.cents)}, {way} {line.other.kind}"
        )


def _of_mails(case: Case) -> Iterator[Entry]:
    for row in _latest(_mails(case)):
        to = "the funder" if row.to == case.owner.email else "the worker"
        state = f"sent {row.sent_at:%H:%M:%S}" if row.sent_at else row.last_error or "not sent yet"
        yield Entry(row.created_at, "mail", "", row.subject, state, to, ("mail", str(row.pk)))


def _of_pushes(case: Case) -> Iterator[Entry]:
    for row in _latest(_pushes(case)):
        words = f"{row.text} ({row.outcome or 'not sent yet'})".strip()
        yield Entry(row.created_at, "push", "", row.title, words, _side(case, row.account_id), ("push", str(row.pk)))


def _of_webhooks(case: Case) -> Iterator[Entry]:
    for row in _latest(_deliveries(case)):
        answered = f", {row.response_status}" if row.response_status else ""
        words = f"{row.status}{answered}, {row.attempts} attempt{'s' if row.attempts != 1 else ''}"
        to = _side(case, row.endpoint.account_id)
        yield Entry(row.created_at, "webhook", "", _plain(row.event_type), words, to, ("webhook", str(row.pk)))


_READERS: Final[dict[str, Callable[[Case], Iterator[Entry]]]] = {
    "event": _of_events,
    "words": _of_words,
    "staff": _of_staff,
    "note": _of_notes,
    "money": _of_money,
    "mail": _of_mails,
    "push": _of_pushes,
    "webhook": _of_webhooks,
}
