"""Answers without JSON, as the answer of a tool: of a picture its state is told by headers, and the photo itself is bytes."""

from collections.abc import Mapping
from typing import Any, Final

from marketplace.core.tools.registry import catalog
from marketplace.core.tools.repairs import again
from marketplace.core.tools.tool import Call

# Header -> field of the tool's answer. An id is the last part of an address.
_TOLD: Final = {
    "Content-Location": "pictureId",
    "X-Bounty-Id": "bountyId",
    "X-Submission-Id": "submissionId",
    "X-Deliver-By": "deliverBy",
    "X-Delivery-Status": "deliveryStatus",
    "X-Owner-Action": "ownerAction",
    "Retry-After": "retryAfterSeconds",
}
_ROUTE: Final = "/api/picture-of-sf"
_STATUSES: Final = {200: "delivered", 202: "processing"}
_NEWS: Final = "proof.uploaded,bounty.completed,application.seat_expired,escrow.refunded"
BARE: Final[dict[str, Any]] = {
    **{name: {"type": "string"} for name in _TOLD.values()},
    "deliverBy": {"type": "string", "format": "date-time"},
    "retryAfterSeconds": {"type": "integer"},
    "status": {"type": "string"},
    "nextActions": {"type": "array", "items": {"$ref": "NextCallOut"}},
}


def read_bare(call: Call, status: int, headers: Mapping[str, str]) -> dict[str, Any] | None:
    """The answer to a call by its headers; None for one that has a body of its own, and for what is no answer of ours."""
    is_photo = status == 200 and headers.get("Content-Type") == "image/jpeg"
    is_told = status == 202 and "Content-Location" in headers and "Content-Type" not in headers
    if not call.path.startswith(_ROUTE) or not (is_photo or is_told):
        return None
    found: dict[str, Any] = {"success": True, "status": _STATUSES[status]}
    for header, name in _TOLD.items():
        if value := headers.get(header):
            found[name] = int(value) if name == "retryAfterSeconds" else value.rpartition("/")[2]
    return found | {"nextActions": _steps(found)}


def _steps(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A photo that is there is looked at; else one is waited for, or the order is taken back."""
    bounty = {name: found[name] for name in ("bountyId",) if name in found}
    if "submissionId" in found:
        seen = bounty | {"submissionId": found["submissionId"]}
        judged = found.get("ownerAction") == "review"
        why = (
            "Shows the photo, with what was found against it: it waits for your decision."
            if judged
            else "Shows the photo."
        )
        return [again(catalog()["get_submission"], seen, why=why)]
    if not bounty:
        return []
    wait = {"after": "start", **bounty, "types": _NEWS}
    return [
        again(catalog()["wait_for_events"], wait, why="Waits for the photo. Then with after: nextCursor."),
        again(catalog()["get_picture"], {"pictureId": found["pictureId"]}, why="How it stands."),
    ]
