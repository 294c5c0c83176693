"""The seven tabs of a case: each is a template, and what it shows, asked when it is opened."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from escrow.admin.case_screen.opened import Opened
from escrow.rules.cases import FINDINGS
from escrow.selectors import (
    case_alike,
    case_money,
    case_pieces,
    case_record,
    case_timeline,
    clocks,
    desk_settings,
    macros,
)
from escrow.selectors.case_timeline import SOURCES, Entry
from marketplace.api.backoffice import actor_names
from marketplace.models import Account
from marketplace.services import files, thumbnails

_PER_PAGE = 100
_TURNS, _ZOOMS = (0, 90, 180, 270), (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    label: str
    show: Callable[[Opened], dict[str, Any]]

    @property
    def template(self) -> str:
        return f"admin/escrow/case/tabs/{self.name}.html"


def _contract(opened: Opened) -> dict[str, Any]:
    case = opened.case
    wanted = desk_settings.evidence_wanted(case.category) if case.dispute_id else []
    return {
        "sheet": opened.sheet,
        "findings": [(word, word.replace("_", " ")) for word in FINDINGS],
        "wanted": wanted,
    }


# ------------------------------------------------------------------ evidence


def _evidence(opened: Opened) -> dict[str, Any]:
    """One piece large, perhaps another one beside it; all of them small."""
    pieces = [_shown(one) for one in case_pieces.of(opened.case)]
    asked = opened.request.GET
    chosen = _pick(pieces, asked.get("piece"), 1)
    beside = _pick(pieces, asked.get("beside"), 0)
    at = pieces.index(chosen) if chosen else 0
    return {
        "pieces": pieces,
        "chosen": chosen,
        "beside": beside,
        "earlier": pieces[at - 1] if at > 0 else None,
        "later": pieces[at + 1] if at + 1 < len(pieces) else None,
        "turn": _one_of(asked.get("turn"), _TURNS),
        "next_turn": (_one_of(asked.get("turn"), _TURNS) + 90) % 360,
        "zoom": _one_of(asked.get("zoom"), _ZOOMS),
        "zooms": _ZOOMS,
    }


def _shown(one: case_pieces.Shown) -> dict[str, Any]:
    file = one.piece.file
    kind = file.content_type.partition("/")[0]
    is_image = kind == "image"
    small = thumbnails.address(file.public_id) if is_image else ""
    said = {"camera": "by the live camera", "device": "by the device's clock", "exif": "by the file itself"}
    return {
        "number": one.number,
        "file": file,
        "side": one.side,
        "of": one.piece.of,
        "kind": kind,
        "url": files.signed_url(file).removeprefix(settings.BASE_URL),  # of this host: the policy allows no other
        "large": small.format(side=1280) if is_image else "",
        "small": small.format(side=320) if is_image else "",
        "sent_at": one.piece.sent_at,
        "taken_at": file.captured_at,
        "taken_by": said.get(file.captured_by, "by the file itself, which names no zone"),
        "is_old": file.captured_at is not None and (one.piece.sent_at - file.captured_at).total_seconds() > 86_400,
        "distance": one.piece.distance,
        "detector": one.piece.detector,
        "flags": one.piece.flags,
        "alike": one.alike,
    }


def _pick(pieces: list[dict[str, Any]], number: str | None, default: int) -> dict[str, Any] | None:
    wanted = int(number) if number and number.isascii() and number.isdigit() and len(number) < 6 else default
    return next((piece for piece in pieces if piece["number"] == wanted), pieces[0] if pieces and default else None)


def _one_of(text: str | None, allowed: tuple[int, ...]) -> int:
    return next((number for number in allowed if text == str(number)), allowed[0])


# ------------------------------------------------------------------ timeline, dialogue


def _timeline(opened: Opened) -> dict[str, Any]:
    chosen = tuple(one for one in opened.request.GET.getlist("source") if one in SOURCES)
    entries = case_timeline.entries(opened.case, sources=chosen or SOURCES)
    shown = list(reversed(entries))[:_PER_PAGE]
    names = _names(opened, shown)
    return {
        "sources": [(one, one in chosen) for one in SOURCES],
        "entries": [(entry, names.get(entry.by, "")) for entry in shown],
        "left_out": len(entries) - len(shown),
    }


def _names(opened: Opened, entries: list[Entry]) -> dict[Any, str]:
    """Who acted, by the label of an event or the key of an account. Two queries."""
    case = opened.case
    names: dict[Any, str] = dict(actor_names({entry.by for entry in entries if isinstance(entry.by, str) and entry.by}))
    keys = {entry.by for entry in entries if entry.by and not isinstance(entry.by, str)}
    for account in Account.objects.filter(pk__in=keys):
        side = {case.owner_id: ", funder", case.worker_id: ", worker"}.get(account.pk, "")
        names[account.pk] = f"{account.display_name}{side}"
    return names


def _dialogue(opened: Opened) -> dict[str, Any]:
    """All words of both sides and of staff in one line of time, notes among them."""
    case = opened.case
    entries = case_timeline.entries(case, sources=("words", "staff", "note"))
    entries = [entry for entry in entries if entry.raw is None or entry.raw[0] not in ("preview",)]
    names = _names(opened, entries)
    return {
        "said": [(entry, names.get(entry.by, "somebody"), _who(opened, entry)) for entry in entries[-_PER_PAGE:]],
        "asked": list(case.requests.select_related("asked").order_by("-id")),
        "macros": macros.holding() if opened.is_mine and opened.is_open else [],
        "ask_hours": int(clocks.holding().evidence.total_seconds()) // 3600,
        "asked_of": opened.request.GET.get("of", ""),
        "asked_item": opened.request.GET.get("item", "")[:200],
    }


def _who(opened: Opened, entry: Entry) -> str:
    if entry.source == "note":
        return "note"
    by: dict[Any, str] = {opened.case.owner_id: "funder", opened.case.worker_id: "worker"}
    return by.get(entry.by, "staff")


# ------------------------------------------------------------------ the rest


def _money(opened: Opened) -> dict[str, Any]:
    return {"money": case_money.of(opened.case), "decisions": opened.decisions}


def _parties(opened: Opened) -> dict[str, Any]:
    return {"records": list(zip(("Funder", "Worker"), case_record.of(opened.case), strict=True))}


def _alike(opened: Opened) -> dict[str, Any]:
    found = case_alike.of(opened.case)
    return {"similar": found, "by_decision": sorted(found.by_decision.items(), key=lambda row: -row[1])}


TABS: Final = (
    Tab("contract", "Contract and evidence", _contract),
    Tab("evidence", "Evidence", _evidence),
    Tab("timeline", "Timeline", _timeline),
    Tab("dialogue", "Dialogue", _dialogue),
    Tab("money", "Money", _money),
    Tab("parties", "Parties", _parties),
    Tab("alike", "Like it", _alike),
)


def chosen(name: str | None) -> Tab:
    return next((tab for tab in TABS if tab.name == name), TABS[0])
