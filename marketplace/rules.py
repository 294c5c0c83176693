"""Pure tables of this step: rate limits, keys, codes. No database, no clock, no settings."""

import re
from dataclasses import dataclass
from typing import Final

# ------------------------------------------------------------------ rate limits


@dataclass(frozen=True, slots=True)
class Limit:
    """`count` requests per `seconds`. `by` is ip (and, when signed in, account too, with the same number), key or owner:
    the account alone, whichever addresses and keys it uses."""

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
        Limit("static", 6000, MINUTE),
        Limit("unrestricted", 60_000, MINUTE),
        Limit("qa.burst", 30, MINUTE, by="owner"),
        Limit("qa.hour", 300, HOUR, by="owner"),
        Limit("key.bounties", 10_000, DAY, by="key"),
        Limit("key.messages", 50_000, DAY, by="key"),
    )
}
_CREATES_BOUNTY = ("/api/bounties", "/api/escrow/agent-checkout", "/api/escrow/personal-bounty")
_BROWSE = re.compile(r"/api/(humans(?!/(me|blocks|preferred)(/|$))|bounties|reviews|services/browse)(/|$)")
# Where a password, a mailed code or a one-time password can be guessed, and where a stranger makes us send mails.
_LOGIN = re.compile(
    r"/api/auth/app/v1/(auth/(login|code/|password/|reauthenticate|2fa/|email/verify/resend)|account/)|/admin/login"
)
_SIGNUP = re.compile(r"/api/auth/app/v1/auth/signup|/api/agents/signup$")
_WRITES: Final = {
    "/api/agents/signup/verify": "signup.verify",
    "/api/auth/app/v1/auth/email/verify": "signup.verify",
    "/api/x402/signup": "x402.signup",
    "/api/x402/wallet/deposit": "deposit.public",
    "/api/mpp/wallet/deposit": "deposit.public",
    "/oauth/register": "oauth.register",
    "/oauth/register/": "oauth.register",
    "/api/mcp": "mcp",
}
_MESSAGE = re.compile(r"/api/conversations/[^/]+/messages$")
_QA = re.compile(r"/api/v1/qa/")
# A provider sends in bursts, and what it sends is signed; the sandbox is one's own. No web server of ours gets that far.
_UNRESTRICTED = re.compile(r"/api/(sandbox|providers)/")
_HEALTH: Final = ("/healthz", "/readyz")


def limit_names(method: str, path: str, *, signed_in: bool, with_key: bool) -> list[str]:
    """The classes a request counts in, at least one. By path, before the url is resolved, so that 404s, sign-in, OAuth,
    the admin and its static files are counted by the same table as our own views (contract, section 6)."""
    if _UNRESTRICTED.match(path):
        return ["unrestricted"]
    if path in _HEALTH:
        return ["health"]
    if path.startswith("/static/"):
        return ["static"]
    if method in ("GET", "HEAD", "OPTIONS"):
        if path.startswith("/api/conversations"):
            return ["conversations.poll"]
        if _BROWSE.match(path):
            return ["browse.signed_in" if signed_in else "browse.public"]
        return ["read"]
    if (name := _WRITES.get(path)) is not None:
        return [name]
    if _SIGNUP.match(path):
        return ["signup"]
    if _LOGIN.match(path):
        return ["login"]
    names = ["write"]
    if signed_in and _QA.match(path):
        names += ["qa.burst", "qa.hour"]
    if with_key and method == "POST":
        if path in _CREATES_BOUNTY:
            names.append("key.bounties")
        elif _MESSAGE.match(path):
            names.append("key.messages")
    return names


# ------------------------------------------------------------------ bodies

_MULTIPART = re.compile(r"/api/(bounties/[^/]+/(submissions|applications)|humans/me/photos)$")


def takes_files(path: str) -> bool:
    """Routes that take multipart bodies, each file bounded by itself."""
    return _MULTIPART.match(path) is not None


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
