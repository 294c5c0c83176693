"""States of an application, and the limits of what an applicant sends."""

from datetime import timedelta
from typing import Final, TypedDict
from urllib.parse import urlsplit

from marketplace.core import money
from marketplace.core.states import Machine

APPLICATION: Final = Machine(
    "application",
    {
        "pending": {"accept": "accepted", "reject": "rejected", "withdraw": "withdrawn"},
        "accepted": {"expire": "expired", "withdraw": "withdrawn"},
        "rejected": {"unreject": "pending"},
        # The owner allows whoever lost or gave back a seat to apply again; the person does it, or not.
        "expired": {"unreject": "expired", "apply": "pending"},
        "withdrawn": {"unreject": "withdrawn", "apply": "pending"},
    },
)
ENDED: Final = ("expired", "withdrawn")


def owner_actions(
    status: str,
    *,
    confirmed: bool,
    delivered: bool,
    decided: bool = False,
    was_hired: bool = False,
    may_reapply: bool = False,
) -> list[str]:
    """Actions of the bounty's owner on an application. None on delivered work, which is reviewed and paid, and none once
    the money is decided. `may_reapply`: the person of an ended seat may apply again already."""
    match status:
        case "accepted" if decided:
            return []
        case "pending":
            return ["accept", "reject"]
        case "accepted" if not delivered:
            return ["expire"] if confirmed else ["expire", "withdraw"]
        case "rejected":
            return ["unreject"]
        case "expired" | "withdrawn" if was_hired and not delivered and not may_reapply:
            return ["unreject"]
    return []


def applicant_actions(
    status: str,
    *,
    confirmed: bool,
    started: bool,
    delivered: bool,
    was_hired: bool,
    decided: bool = False,
    may_reapply: bool = False,
) -> list[str]:
    """Actions of the applicant."""
    match status:
        case "accepted" if decided:
            return []
        case "pending":
            return ["withdraw"]
        case "accepted":
            step = [] if started else ["start"] if confirmed else ["confirm"]
            return step if delivered else [*step, "withdraw"]
        case "withdrawn" if not was_hired:
            return ["apply"]
        case "expired" | "withdrawn" if may_reapply:
            return ["apply"]
    return []


class Compensation(TypedDict):
    type: str  # fixed or hourly
    total: float  # US dollars, of one seat


class PayTerms(TypedDict):
    currency: str
    compensation: Compensation


def terms_snapshot(seat_cents: int, price_type: str) -> PayTerms:
    """What the work pays now, as it is frozen in an application and shown on the wire. `seat_cents`: one seat's pay."""
    return {"currency": "USD", "compensation": {"type": price_type, "total": money.dollars_from_cents(seat_cents)}}


LINK_TYPES: Final = ("linkedin", "instagram", "twitter", "github", "resume", "portfolio", "custom")
# Where a link of a kind is; the other kinds may be anywhere.
LINK_HOSTS: Final = {
    "linkedin": ("linkedin.com",),
    "instagram": ("instagram.com",),
    "twitter": ("twitter.com", "x.com"),
    "github": ("github.com",),
}


def is_on_host(kind: str, url: str) -> bool:
    """Whether a link of this kind is on its kind's host, or below it."""
    hosts = LINK_HOSTS.get(kind)
    found = (urlsplit(url).hostname or "").rstrip(".")
    return hosts is None or any(found == host or found.endswith(f".{host}") for host in hosts)


DETAIL_TYPES: Final = ("text", "checkbox", "file_upload", "live_video")
# The most details of each type on one bounty.
DETAILS_AT_MOST: Final = {"file_upload": 3, "checkbox": 5, "live_video": 1}

# Bounds on a device's position: age, clock skew, accuracy.
LOCATION_MAX_AGE: Final = timedelta(minutes=10)
LOCATION_MAX_SKEW: Final = timedelta(minutes=2)
LOCATION_MAX_METERS: Final = 50_000

REVIEW_ATTEMPTS: Final = 4
_REVIEW_PAUSES: Final = (60, 300, 1800)  # seconds after the first, second and third failure


def review_pause(attempts: int) -> timedelta:
    """How long to wait after `attempts` failed attempts of the automatic reviewer, or of the detector."""
    return timedelta(seconds=_REVIEW_PAUSES[min(attempts, len(_REVIEW_PAUSES)) - 1])
