"""A failure of each error code, made by the class that the program raises: for the examples of the OpenAPI document."""

from collections.abc import Callable, Iterator
from importlib import import_module

from bounties.errors import AmountMismatch, FieldNotEditable, PayBelowMinimum
from bounties.rules.applications import APPLICATION
from escrow.errors import TipCapExceeded
from humans.errors import AttemptLimitReached
from marketplace.api.wire import loads
from marketplace.core.errors import BadRequest, Forbidden, Invalid, Problem, TooManyRequests, Unavailable
from marketplace.errors import CategoryNotAllowed, CountryNotAllowed, InvalidLimit, ScopeNotAllowed, TooManyAttempts
from qa.errors import InsufficientWalletBalance, NoReportYet
from wallet.errors import (
    ApprovalDeclined,
    ApprovalExceeded,
    ApprovalExpired,
    InsufficientFunds,
    RefundQuoteChanged,
    SpendingCapExceeded,
    TooManyApprovals,
    WalletFrozen,
)
from webhooks.errors import InboxRestored, TooManyWaiting

APPS = ("marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa")
OF_A_PROTOCOL = {"payment_required"}  # what is to be paid stands in headers and fields of x402 or MPP
_APPROVAL = "apv_01h455vb4pex5vsknk084sn02q"
_KEY = "key_01h455vb4pex5vsknk084sn02q"


def _raised(call: Callable[[], object]) -> Problem:
    try:
        call()
    except Problem as refused:
        return refused
    raise AssertionError("nothing was refused")


# Of codes whose words and figures come from the call that is refused.
_GIVEN = [
    Invalid({"price": ["Give at least $1.00."]}),
    _raised(lambda: loads(b"{")),
    _raised(lambda: APPLICATION.next("withdrawn", "accept")),
    BadRequest("Send a JSON object.", code="invalid_body"),
    BadRequest("A value holds characters that can't be stored, such as NUL.", code="invalid_value"),
    InvalidLimit("limit is a whole number from 1 to 100.", maximum=100),
    InvalidLimit("offset is a whole number from 0 to 1000.", code="invalid_offset", maximum=1000),
    FieldNotEditable(
        "These can't be edited: currency. Leave them out, or send them as they are.",
        fields={"currency": ["This field can't be edited."]},
    ),
    PayBelowMinimum(area="Lisbon", hourly_cents=1200, price_cents=600, per_hour=False),
    InsufficientFunds(required_cents=590, balance_cents=200),
    InsufficientWalletBalance(required_cents=5900, balance_cents=200, run_id="run_01h455vb4pex5vsknk084sn02q"),
    ScopeNotAllowed(scope="hire", allowed=["read"], where=f"/api/keys/{_KEY}/limits"),
    CategoryNotAllowed(category="labor-gigs", allowed=["design"], where=f"/api/keys/{_KEY}/limits"),
    CountryNotAllowed(found=["PT"], allowed=["ES"], where=f"/api/keys/{_KEY}/limits"),
    SpendingCapExceeded(
        cap="rolling_24h", attempted_cents=590, cap_cents=1000, spent_cents=590, resets_at="2026-12-01T18:00:00.000Z"
    ),
    WalletFrozen(since="2026-12-01T18:00:00.000Z", reason="I look into what was bought."),
    ApprovalDeclined(approval=_APPROVAL, note="Too dear: offer four dollars."),
    ApprovalExpired(approval=_APPROVAL),
    ApprovalExceeded(approval=_APPROVAL, approved_cents=590, needed_cents=708),
    TooManyApprovals(50),
    TipCapExceeded(cap_cents=5000, sent_cents=4800, least_cents=100),
    Forbidden("Only the two parties of a dispute add to it.", code="not_party"),
    AmountMismatch(price_cents=500, total_cents=590),
    RefundQuoteChanged(None),
    NoReportYet(status="running"),
    TooManyRequests(retry_after=30),
    TooManyAttempts(retry_after=900),
    TooManyWaiting(retry_after=5),
    InboxRestored(readAfter="WzQxLDE3OTgwMDAwMDBd.Zm9yIHRoaXMgb25l", restoredAt="2026-12-01T18:00:00.000Z"),
    AttemptLimitReached(retry_after=86_400),
    Unavailable("Somebody else is changing the same thing right now. Try again.", code="busy", retry_after=1),
]


def of_code(codes: set[str]) -> dict[str, Problem]:
    """For each of these codes a failure as it is answered; of several classes with one code, the lowest app's."""
    found = {"server_error": Problem()} | {problem.code: problem for problem in _GIVEN}
    for app in APPS:
        import_module(f"{app}.errors")
    for kind in sorted(_kinds(Problem), key=_place):
        if kind.code in codes - OF_A_PROTOCOL - set(found) and "message" in _told(kind):
            found[kind.code] = kind()
    return {code: problem for code, problem in sorted(found.items()) if code in codes}


def _kinds(kind: type[Problem]) -> Iterator[type[Problem]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _kinds(inner)


def _place(kind: type[Problem]) -> tuple[int, str]:
    app = kind.__module__.partition(".")[0]
    return APPS.index(app) if app in APPS else len(APPS), kind.__qualname__


def _told(kind: type[Problem]) -> set[str]:
    """Attributes that this class or its own family states, not only the class of its status."""
    return {name for each in kind.__mro__ if each is not Problem and issubclass(each, Problem) for name in vars(each)}
