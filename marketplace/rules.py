"""Pure rules of this app: rate limits, keys, codes, OAuth clients. No database, no clock, no settings."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, TypeGuard
from uuid import UUID

from django.utils.translation import gettext_lazy

from marketplace.core import links, texts
from marketplace.core.backoff import doubling
from marketplace.core.states import Machine

# ------------------------------------------------------------------ rate limits


@dataclass(frozen=True, slots=True)
class Limit:
    """`count` requests per `seconds`. `by` is ip (and, when signed in, also account, with the same number), key, or owner: the
    account alone, whatever addresses and keys it uses.
    """

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
        Limit("support.report", 30, HOUR, by="owner"),
        Limit("members.invite", 30, DAY, by="owner"),
        Limit("qa.burst", 30, MINUTE, by="owner"),
        Limit("qa.hour", 300, HOUR, by="owner"),
        Limit("key.bounties", 10_000, DAY, by="key"),
        Limit("key.messages", 50_000, DAY, by="key"),
    )
}
SAFE: Final = ("GET", "HEAD", "OPTIONS")


def limit_names(declared: tuple[str, ...], *, signed_in: bool, with_key: bool) -> list[str]:
    """The limits that a request counts towards, of those that its operation declares. `browse` depends on whether the caller is
    authenticated; quotas of an owner or a key apply to callers that have one.
    """
    names = []
    for name in declared:
        if name == "browse":
            names.append("browse.signed_in" if signed_in else "browse.public")
        elif (by := LIMITS[name].by) == "ip" or (with_key if by == "key" else signed_in):
            names.append(name)
    return names


# Limits of routes that aren't our views: allauth, OAuth, the admin, files, provider webhooks, unknown paths. `login` is where a
# password, a mailed code or a one-time password can be guessed, and where anyone can make us send mails.
_LOGIN = re.compile(
    r"/api/auth/app/v1/(auth/(login|code/|password/|reauthenticate|2fa/|email/verify/resend)|account/)|/admin/login"
    r"|/account/(login|password/|second-factor|reauthenticate)"
)
_SIGNUP = re.compile(r"/api/auth/app/v1/auth/signup|/join$")
_VERIFY: Final = "/api/auth/app/v1/auth/email/verify"
_WRITES: Final = {
    _VERIFY: "signup.verify",
    "/account/verify": "signup.verify",
    "/oauth/register": "oauth.register",
    "/oauth/register/": "oauth.register",
    "/api/mcp": "mcp",
}
# allauth also checks a mailed code by GET, in a header, which allows guessing, too.
_CODE_READ: Final = {_VERIFY: "signup.verify", "/api/auth/app/v1/auth/password/reset": "login"}
# Whole path prefixes. Providers send in bursts and sign what they send; both limits are above what a web server of ours can serve.
_PREFIXES: Final = {"/api/providers/": "unrestricted", "/static/": "static"}
PROBES: Final = ("/livez", "/readyz", "/startupz", "/healthz", "/metrics")


def limit_class(method: str, path: str) -> str:
    """The limit of a request that none of our views answers."""
    for start, name in _PREFIXES.items():
        if path.startswith(start):
            return name
    if path in PROBES:
        return "health"
    if method in SAFE:
        return _CODE_READ.get(path, "read")
    if (name_of_write := _WRITES.get(path)) is not None:
        return name_of_write
    if _SIGNUP.match(path):
        return "signup"
    return "login" if _LOGIN.match(path) else "write"


# ------------------------------------------------------------------ support reports

PLATFORM: Final = UUID("01900000-0000-7000-8000-000000000001")  # the account that writes the service's own messages
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

# ------------------------------------------------------------------ members of an account

ACCOUNT_HEADER: Final = "X-Account"  # names the account that a session acts for
INVITATION_LIFE: Final = timedelta(days=7)
MAX_MEMBERS: Final = 50  # of an account, with the invitations that wait; and accounts that one person is a member of

# ------------------------------------------------------------------ keys and codes

MAX_ACTIVE_KEYS = 25
CODE_SECONDS = 900
CODE_TRIES = 5
USERNAME = re.compile(r"[a-z][a-z0-9-]{2,29}")
RESERVED_USERNAMES = frozenset({"me", "blocks", "preferred", "taste"})
MAIL_ATTEMPTS = 6


def mail_pause(attempts: int) -> timedelta:
    """The delay before a mail is sent again: 30 s, doubling, at most an hour."""
    return doubling(attempts, first=timedelta(seconds=30), most=timedelta(hours=1))


PUSH_ATTEMPTS: Final = 5
PUSH_FAILURES: Final = 5  # pushes in a row that were lost, after which a device is removed
PUSH_LIFETIME: Final = timedelta(hours=24)


def push_pause(attempts: int) -> timedelta:
    """The delay before a push is sent again: a minute, doubling, at most an hour."""
    return doubling(attempts, first=timedelta(minutes=1), most=timedelta(hours=1))


# ------------------------------------------------------------------ programs that connect by OAuth

MCP_PATH: Final = "/api/mcp"
PUBLIC_FOR_A_DAY: Final = {
    "Cache-Control": "public, max-age=86400"
}  # what is the same for everybody until a new version runs
SKILL_PATH: Final = "/.well-known/agent-skills/hire-people/SKILL.md"
SCOPE: Final = "tools"
_FOR_ANY_ORIGIN = re.compile(r"/api/mcp$|/oauth/(token|revoke|register)(/|$)|/\.well-known/oauth-")
REDIRECTS_MAX, REDIRECT_MAX, CLIENT_NAME_MAX = 10, 500, 100
GRANTS: Final = {"authorization_code", "refresh_token"}
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_BROWSER_SCHEMES: Final = {
    "http",
    "https",
    "javascript",
    "data",
    "vbscript",
    "file",
    "blob",
    "about",
    "ws",
    "wss",
    "ftp",
}


def for_any_origin(path: str) -> bool:
    """Routes that pages of any origin may call and read (CORS): for MCP clients that run in a browser."""
    return _FOR_ANY_ORIGIN.match(path) is not None


def client_fault(metadata: dict[str, Any]) -> tuple[str, str] | None:
    """Why a client with these metadata (RFC 7591) is rejected: an error code and a description. None when it is accepted.

    The library accepts more than we offer: other grants, and plain http to any host.
    """
    grants = metadata.get("grant_types", ["authorization_code"])
    if not _texts(grants) or not {"authorization_code"} <= set(grants) <= GRANTS:
        return "invalid_client_metadata", "grant_types: authorization_code is needed, refresh_token is possible."
    if metadata.get("response_types", ["code"]) != ["code"]:
        return "invalid_client_metadata", 'response_types: only ["code"] is offered.'
    name = metadata.get("client_name", "")
    if not isinstance(name, str) or len(name) > CLIENT_NAME_MAX or texts.find(name, texts.HIDDEN):
        return "invalid_client_metadata", f"client_name: at most {CLIENT_NAME_MAX} characters that can be seen."
    uris = metadata.get("redirect_uris")
    if not _texts(uris) or not 0 < len(uris) <= REDIRECTS_MAX:
        return "invalid_redirect_uri", f"redirect_uris: a list of 1 to {REDIRECTS_MAX} addresses."
    for uri in uris:
        if fault := redirect_fault(uri):
            return "invalid_redirect_uri", f"redirect_uris: {fault}"
    return None


def redirect_fault(uri: str) -> str | None:
    """Why this redirect URI is rejected, or None. The library also checks its scheme and form."""
    if len(uri) > REDIRECT_MAX or any(ord(c) <= 0x20 or ord(c) == 0x7F for c in uri):
        return f"at most {REDIRECT_MAX} characters, without blanks."
    try:
        link = links.read(uri)
    except links.Unsafe as reason:
        return f"{reason}."
    if link.scheme == "http" and link.host not in _LOOPBACK:
        return "plain http leads to this computer only (127.0.0.1, [::1] or localhost); use https."
    return None


def native_scheme(text: str) -> bool:
    """May an installed app use this URL scheme? Not the schemes that browsers handle themselves."""
    return re.fullmatch(r"[a-z][a-z0-9.+-]*", text) is not None and text not in _BROWSER_SCHEMES


def destination(uri: str) -> str:
    """Where a browser is led by this redirect URI, which `redirect_fault` has accepted, described for a person who is asked for
    consent.
    """
    link = links.read(uri)
    if link.scheme == "http":
        return "a program on this computer"
    return link.host if link.scheme == "https" else f"the program {link.scheme} on this device"


def _texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


# ------------------------------------------------------------------ browsers

_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS X", "macOS"), ("Linux", "Linux")),
)


def device(user_agent: str) -> str:
    """A browser's User-Agent, described for a person."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return " on ".join(filter(None, (browser, system))) or user_agent.split("/")[0][:40] or "Unknown"


# ------------------------------------------------------------------ staff

PROPOSAL: Final = Machine(
    "proposal",
    {"open": {"approve": "applied", "decline": "declined", "withdraw": "withdrawn", "expire": "expired"}},
)
PROPOSAL_LIFE: Final = timedelta(hours=24)
# Codes of `account_data.open_matters`: the account has money here, or money waits for it.
MONEY_MATTERS: Final = frozenset(
    {"wallet", "earnings", "debts", "money_on_its_way", "held_money", "transfers", "disputes"}
)

# ------------------------------------------------------------------ limits of spending

# What a limit is a sum of, by the name that a refusal gives it (`cap`); of a key or program that has its kind before it.
CAP_WORDS: Final = {
    "per_bounty": gettext_lazy("for one job"),
    "rolling_24h": gettext_lazy("in 24 hours"),
    "rolling_7d": gettext_lazy("in 7 days"),
    "rolling_30d": gettext_lazy("in 30 days"),
}
