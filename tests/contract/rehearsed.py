"""A caller who asks for a dry run before each write, and holds what it said against what the call then did."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.core.files.storage import default_storage
from django.db import connection

from escrow.models import Escrow
from marketplace.core import effects, ids
from marketplace.models import Account
from tests import digest
from tests.api import Answer, Api
from wallet.models.ledger import LedgerMove

ENDS = "the dry run ends before"


class Rehearsed(Api):
    """`operation` is the one that its writes are of."""

    operation: str

    def call(self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **headers: str) -> Answer:
        if method == "GET":
            return super().call(method, path, body, raw=raw, **headers)

        def ask(*, dry: bool) -> Answer:
            in_body = dry and isinstance(body, dict) and raw is None
            sent = body | {"dryRun": True} if in_body else body
            return Api.call(self, method, dry_path(path) if dry and not in_body else path, sent, raw=raw, **headers)

        return self._rehearse(ask)

    def upload(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        def ask(*, dry: bool) -> Answer:
            for value in fields.values():
                for file in value if isinstance(value, list) else [value]:
                    if hasattr(file, "seek"):
                        file.seek(0)
            return Api.upload(self, dry_path(path) if dry else path, fields, **headers)

        return self._rehearse(ask)

    def _rehearse(self, ask: Callable[..., Answer]) -> Answer:
        with digest.unchanged(), nothing_leaves():
            dry = ask(dry=True)
        before = Books()
        real = ask(dry=False)
        assert "Idempotency-Replayed" not in real.headers, "the dry run has used the key"
        with digest.unchanged(), nothing_leaves():
            after = ask(dry=True)
        assert after.code not in ("idempotency_key_reused", "idempotency_in_progress"), (
            "the key of the call was looked up"
        )
        check(self, dry, real, before)
        return real


def rehearsed(caller: Api, operation: str) -> Rehearsed:
    twin: Any = copy.copy(caller)
    twin.__class__ = Rehearsed
    twin.operation = operation
    found: Rehearsed = twin
    return found


def dry_path(path: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}dryRun=true"


@contextmanager
def nothing_leaves() -> Iterator[None]:
    """Nothing is queued for after the commit, and no byte is stored."""
    queued = len(connection.run_on_commit)
    with mock.patch.object(type(default_storage), "save", side_effect=AssertionError("a file is stored"), create=True):
        yield
    assert len(connection.run_on_commit) == queued


class Books:
    """What is there before a call: the last move, and whose pools and seats are known."""

    def __init__(self) -> None:
        self.last = LedgerMove.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.escrows = set(Escrow.objects.values_list("pk", flat=True))
        self.accounts = set(Account.objects.values_list("pk", flat=True))

    def moved(self) -> list[tuple[str, str, int]]:
        """Since then."""
        rows = LedgerMove.objects.filter(pk__gt=self.last).order_by("pk").select_related("source", "destination")
        return [(self._code(row.source), self._code(row.destination), row.cents) for row in rows]

    def _code(self, account: Any) -> str:
        known = self.escrows if account.kind in ("pool", "hold") else self.accounts
        return account.code if account.owner_id is None or account.owner_id in known else f"{account.kind}:new"


def check(caller: Rehearsed, dry: Answer, real: Answer, before: Books) -> None:
    """The dry run foresaw this call."""
    moved = before.moved()
    if real.status >= 400:
        assert (dry.status, dry.code) == (real.status, real.code), (dry.body, real.body)
        return
    assert dry.status == 200, dry.body
    assert {"success", "dryRun", "wouldChange", "warnings"} <= dry.body.keys()
    would = dry["wouldChange"]
    foreseen = [(code_of(move["from"], caller), code_of(move["to"], caller), move["cents"]) for move in would["money"]]
    if any(warning.startswith(ENDS) for warning in dry["warnings"]):
        assert foreseen == moved[: len(foreseen)]
    else:
        assert foreseen == moved
        assert would["status"] == status_of(real.body)
    effect = effects.of(caller.operation)
    assert effect is not None and would["irreversible"] is effect.irreversible
    assert effect.moves_money or not moved or caller.operation in MOVES_OTHERS_MONEY


# Their caller moves nobody's money: a poster's pool pays by itself for who is hired at once, and what ends takes its money back.
MOVES_OTHERS_MONEY = ("apply", "confirmSeat", "answerTerms", "applyForHumanization", "withdrawDispute", "stopQaRun")


def code_of(name: str, caller: Api) -> str:
    """The ledger's code of a name that an answer has."""
    kind, _, whose = name.partition(":")
    if whose == "new" or kind not in ("wallet", "earnings", "pool", "hold"):
        return name
    if not whose:
        return f"{kind}:{caller.account.pk}"
    if kind in ("pool", "hold"):
        return f"{kind}:{ids.decode('esc', whose)}"
    return f"{kind}:{Account.objects.get(profile_id=ids.decode('prf', whose)).pk}"


def status_of(body: Any) -> Any:
    """Of what an answer is about, as a reader finds it: beside `success`, or in the first object."""
    if not isinstance(body, dict):
        return None
    if "status" in body:
        return body["status"]
    return next((part["status"] for part in body.values() if isinstance(part, dict) and "status" in part), None)
