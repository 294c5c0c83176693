"""Pure tables of this step: rate limits, keys, codes. No database, no clock, no settings."""

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from marketplace.core.states import Machine

# ------------------------------------------------------------------ rate limits


@dataclass(frozen=True, slots=True)
class Limit:
    """`count` requests per `seconds`. `by` is ip (and, when signed in, account too, with the same number) or key."""

    name: str
    count: int
    seconds: int
    by: str = "ip"


MINUTE, HOUR, DAY = 60, 3600, 86_400
LIMITS: Final = {
    limit.name: limit
    for limit in (
        Limit("browse.public", 100, MINUTE),
        Limit("browse.signed_in", 600, MINUTE),
        Limit("conversations.poll", 600, MINUTE),
        Limit("read", 600, MINUTE),
        Limit("write", 300, MINUTE),
        Limit("login", 10, MINUTE),
        Limit("signup", 20, HOUR),
        Limit("signup.verify", 60, HOUR),
        Limit("x402.signup", 20, HOUR),
        Limit("deposit.public", 60, MINUTE),
        Limit("oauth.register", 20, HOUR),
        Limit("mcp", 600, MINUTE),
        Limit("health", 6000, MINUTE),
        Limit("key.bounties", 10_000, DAY, by="key"),
        Limit("key.messages", 50_000, DAY, by="key"),
    )
}
_CREATES_BOUNTY = ("/api/bounties", "/api/escrow/agent-checkout", "/api/escrow/personal-bounty")
_BROWSE = re.compile(r"/api/(humans(?!/(me|blocks|preferred)(/|$))|bounties|reviews|services/browse)(/|$)")
_LOGIN = re.compile(r"/api/auth/app/v1/auth/(login|code/|password/|reauthenticate)|/admin/login")
_SIGNUP = re.compile(r"/api/auth/app/v1/auth/signup|/api/agents/signup$")
_WRITES: Final = (
    ("/api/agents/signup/verify", "signup.verify"),
    ("/api/auth/app/v1/auth/email/verify", "signup.verify"),
    ("/api/x402/signup", "x402.signup"),
    ("/api/x402/wallet/deposit", "deposit.public"),
    ("/api/mpp/wallet/deposit", "deposit.public"),
    ("/oauth/register", "oauth.register"),
    ("/api/mcp", "mcp"),
)
_MESSAGE = re.compile(r"/api/conversations/[^/]+/messages$")
_UNLIMITED = re.compile(r"/api/(sandbox|providers)/")  # a provider sends in bursts, and what it sends is signed
_HEALTH: Final = ("/healthz", "/readyz")


def limit_names(method: str, path: str, *, signed_in: bool, with_key: bool) -> list[str]:
    """The classes a request counts in. By path, before the url is resolved, so that 404s, sign-in, OAuth and the admin
    are counted by the same table as our own views (contract, section 6)."""
    if _UNLIMITED.match(path):
        return []
    if path in _HEALTH:
        return ["health"]
    if method in ("GET", "HEAD", "OPTIONS"):
        if path.startswith("/api/conversations"):
            return ["conversations.poll"]
        if _BROWSE.match(path):
            return ["browse.signed_in" if signed_in else "browse.public"]
        return ["read"]
    for prefix, name in _WRITES:
        if path == prefix:
            return [name]
    if _SIGNUP.match(path):
        return ["signup"]
    if _LOGIN.match(path):
        return ["login"]
    names = ["write"]
    if with_key and method == "POST":
        if path in _CREATES_BOUNTY:
            names.append("key.bounties")
        elif _MESSAGE.match(path):
            names.append("key.messages")
    return names


# ------------------------------------------------------------------ bodies

_MULTIPART = re.compile(r"/api/(bounties/[^/]+/(submissions|applications)|disputes/[^/]+/evidence|humans/me/photos)$")


def takes_files(path: str) -> bool:
    """Routes that take multipart bodies, each file bounded by itself."""
    return _MULTIPART.match(path) is not None


# ------------------------------------------------------------------ support reports

PLATFORM: Final = UUID("01900000-0000-7000-8000-000000000001")  # the account that speaks for the service itself
REPORT_CATEGORIES: Final = (
    *("bug", "feature_request", "improvement", "ui_ux", "performance", "billing", "content", "other"),
)
REPORT_PRIORITIES: Final = ("low", "medium", "high", "urgent")
REPORT: Final = Machine(
    "support report",
    {
        "open": {"answer": "answered", "close": "closed"},
        "answered": {"answer": "answered", "ask": "open", "close": "closed"},
        "closed": {"answer": "answered", "ask": "open"},
    },
)
REPORT_STATUSES: Final = ("open", "answered", "closed")

# ------------------------------------------------------------------ keys and codes

MAX_ACTIVE_KEYS = 25
KEY_NAME_MAX = 50
CODE_SECONDS = 900
CODE_TRIES = 5
USERNAME = re.compile(r"[a-z][a-z0-9-]{2,29}")
RESERVED_USERNAMES = frozenset({"me", "blocks", "preferred", "taste"})
MAIL_TRIES = 6


def mail_backoff_seconds(tries: int) -> int:
    """Half a minute, doubling, at most an hour."""
    return int(min(30 * 2 ** (tries - 1), 3600))
