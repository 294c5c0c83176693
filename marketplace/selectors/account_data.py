"""What the service knows about an account, for the copy that its owner may fetch. Each app has its own part (`account_data` in
its selectors); what is copied is named column by column, so that a new column is private until somebody adds it here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.models import (
    Account,
    ApiKey,
    Call,
    Connector,
    Export,
    File,
    Identity,
    Membership,
    PrivateRead,
    SupportReport,
)

MOST = 20_000  # rows of one table, the newest
EXPORT = "export"  # the purpose of its file

_ACCOUNT = (
    *("email", "username", "name", "phone", "billing_email", "signup_country", "signup_region", "signup_city"),
    *("terms_version", "privacy_version", "terms_accepted_at", "email_verified_at", "identity_verified_at"),
    *("identity_country", "linkedin_verified_at", "payouts_onboarded_at", "mail_applications", "mail_work"),
    *(
        "mail_messages",
        "mail_invoices",
        "time_zone",
        "language",
        "browser_time_zone",
        "browser_language",
        "last_active_at",
    ),
)
_CALL = (
    *("created_at", "via", "program", "request_id", "idempotency_key", "operation", "verb", "note", "method", "path"),
    *("status", "error_code", "cents", "object_id", "repeats"),
)


def table(
    rows: QuerySet[Any], prefix: str, *columns: str, refs: Mapping[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """These columns of the newest rows, as the API writes names and ids. `prefix`: of the rows' public ids; empty where they have
    none. `refs`: column of another row's key -> prefix of that row's id.
    """
    refs = refs or {}
    names = [*(["pk"] if prefix else []), *columns, *refs]
    for row in rows.order_by("-pk").values(*names)[:MOST].iterator(chunk_size=500):
        found: dict[str, Any] = {"id": ids.encode(prefix, row["pk"])} if prefix else {}
        found |= {_wire(name): row[name] for name in columns}
        for name, other in refs.items():
            key = _wire(name.rpartition("__")[0].rpartition("__")[2] or name.removesuffix("_id")) + "Id"
            found[key] = ids.encode(other, row[name]) if row[name] else None
        yield found


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    """The part of this app: name of the table, and its rows."""
    told = {_wire(name): getattr(account, name) for name in _ACCOUNT}
    yield "account", [{"id": account.public_id, "profileId": account.public_profile_id, **told}]
    keys = ApiKey.objects.filter(account=account)
    may, used = ("scopes", "categories", "countries"), ("last_used_at", "last_used_from", "last_used_by")
    yield "api_keys", table(keys, "key", "name", "shown_prefix", *may, "created_at", *used, "revoked_at")
    yield "programs", table(Connector.objects.filter(account=account), "ctr", "name", *may, "created_at")
    yield "activity", table(Call.objects.filter(account=account), "act", *_CALL, refs={"key_id": "key"})
    yield "identities", table(Identity.objects.filter(account=account), "idn", "agent_id", "created_at")
    yield "sessions", table(UserSession.objects.filter(user=account), "", "ip", "user_agent", "created_at")
    held, given = Membership.objects.filter(person=account), Membership.objects.filter(account=account)
    yield "memberships", table(held, "mbr", "role", "created_at", "ended_at", refs={"account__profile_id": "prf"})
    yield "members", table(given, "mbr", "role", "created_at", "ended_at", refs={"person__profile_id": "prf"})
    reports = SupportReport.objects.filter(account=account)
    words = ("number", "summary", "description", "category", "priority", "status", "created_at", "answered_at")
    yield "support_reports", table(reports, "rpt", *words)
    reads = PrivateRead.objects.filter(about=account)
    yield "reads_by_our_staff", table(reads, "prd", "created_at", "role", "what", "object_type", "reason")
    yield "files", table(files(account), "fil", "name", "content_type", "size", "sha256", "purpose", "created_at")


def files(account: Account) -> QuerySet[File]:
    """What the account's owner uploaded; not the copies that were made here."""
    return File.objects.filter(owner=account).exclude(purpose=EXPORT)


def latest_export(account: Account) -> Export | None:
    """The export that was asked for last."""
    found: Export | None = Export.objects.filter(account=account).select_related("file").order_by("-pk").first()
    return found


def _wire(name: str) -> str:
    head, *rest = name.replace("__", "_").split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)
