"""Push outbox: rows are written with the mail of the same matter, in its transaction, one for each device of the person; a task
sends them, and tries again with growing delays as long as they are of use.
"""

import base64
import hashlib
import json
import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F

from marketplace.core import clock
from marketplace.core.http import Blocked
from marketplace.core.open_mappings import TemplateValues
from marketplace.core.push_kinds import PUSH_KINDS
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.models import Account, Device, Push
from marketplace.providers import push_service
from marketplace.rules import PUSH_ATTEMPTS, PUSH_FAILURES, PUSH_LIFETIME, push_pause
from marketplace.services import devices
from marketplace.services.followups import Followup

log = logging.getLogger(__name__)
_TITLE, _TEXT = 120, 160  # characters


class ServiceBusy(Exception):
    """The push service asks to come back later."""


def accepts(account: Account, kind: str, about: str = "") -> bool:
    """Is the mail of this template pushed, too, has the account a device, is it active, and does its owner accept pushes about
    this? `about` is as of mails; without it there is no switch.
    """
    if kind not in PUSH_KINDS or not account.has_devices or not account.is_active:
        return False
    return not about or bool(getattr(account, f"push_{about}"))


def write(account: Account, kind: str, *, subject: str, values: TemplateValues) -> None:
    """Put a push for each device of the account into the outbox, in the caller's transaction, unless it is of no use any more.
    Locks nothing. Call `accepts` first.

    kind: a key of PUSH_KINDS. subject: the mail's, in the reader's zone; nothing else of the mail is sent. values: the template's.
    """
    how, now = PUSH_KINDS[kind], clock.now()
    latest = now + PUSH_LIFETIME
    until = values.get(how.until) if how.until else None
    expires_at = min(until, latest) if isinstance(until, datetime) else latest
    if expires_at <= now:
        return
    path = how.page.format_map(values).removeprefix(settings.BASE_URL)
    title, text = _split(subject, " ".join(str(values.get(how.matter, "")).split()))
    found = account.devices.values_list("pk", flat=True)
    Push.objects.bulk_create(
        Push(
            account=account,
            device_id=pk,
            kind=kind,
            title=_cut(title, _TITLE),
            text=_cut(text, _TEXT),
            path=path,
            urgency=how.urgency,
            topic=_topic(kind, path) if how.replaces else "",
            expires_at=expires_at,
            next_attempt_at=now,
        )
        for pk in found
    )
    enqueue("marketplace.send_pushes")


def message(push: Push) -> bytes:
    """What the browser's service worker reads."""
    said = {"title": push.title, "text": push.text, "path": push.path, "tag": push.topic or push.public_id}
    return json.dumps(said, ensure_ascii=False).encode()


def _split(subject: str, matter: str) -> tuple[str, str]:
    """The subject in two lines: what happened, and to what."""
    if matter and subject.endswith(matter) and (head := subject.removesuffix(matter).rstrip(" :,")):
        return head, matter
    head, colon, rest = subject.partition(": ")
    return (head, rest) if colon else (subject, "")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _topic(kind: str, path: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(f"{kind} {path}".encode()).digest()).decode()[:32]


class _Sending(Followup[Push, int]):
    """Sends pushes; see `followups`. The answer is the push service's status."""

    rows = Push.objects.filter(outcome="")
    lease = timedelta(minutes=1)
    batch = 100

    def may_ask(self, push: Push) -> bool:
        if push.expires_at <= clock.now():
            return self._ends(push, "late")
        device = _device(push)
        if device is None:
            return self._ends(push, "gone")
        if not push_service.can_sign_for(
            device.key
        ):  # no failure of the device: it subscribes anew at its owner's next visit
            return self._ends(push, "failed", "it subscribed with a key that we have no more")
        return super().may_ask(push)

    def _ends(self, push: Push, outcome: str, error: str = "") -> bool:
        push.outcome, push.next_attempt_at, push.last_error = outcome, None, error or push.last_error
        push.save(update_fields=["outcome", "next_attempt_at", "last_error"])
        return False

    def ask(self, push: Push) -> int:
        device = _device(push)
        if device is None:
            return 410
        status = push_service.send(
            devices.browser_of(device),
            message(push),
            key=device.key,
            ttl=int((push.expires_at - clock.now()).total_seconds()),
            urgency=push.urgency,
            topic=push.topic,
        )
        if status == 429 or status >= 500:
            raise ServiceBusy(f"status {status}")
        return status

    def settle(self, push: Push, status: int) -> None:
        if 200 <= status < 300:
            unit(lambda: _delivered(push))
        elif status in (404, 410):
            unit(lambda: _gone(push))
        else:
            unit(lambda: _fail(push, f"status {status}", is_hopeless=False))

    def unanswered(self, push: Push, error: Exception) -> None:
        cause = repr(error)[:300]
        log.warning("push not sent", extra={"push": push.public_id, "attempts": push.attempts, "cause": cause})
        again = clock.now() + push_pause(push.attempts)
        if isinstance(error, Blocked) or push.attempts >= PUSH_ATTEMPTS or again >= push.expires_at:
            unit(lambda: _fail(push, cause, is_hopeless=isinstance(error, Blocked)))
        else:
            _open(push).update(next_attempt_at=again, last_error=cause)


def _device(push: Push) -> Device | None:
    """The device, unless it was removed, became somebody else's, or its owner's account was closed."""
    found: Device | None = Device.objects.filter(
        pk=push.device_id, account=push.account_id, account__is_active=True
    ).first()
    return found


def _open(push: Push) -> Any:
    """Another worker may have ended it meanwhile: an ended push is never changed."""
    return Push.objects.filter(pk=push.pk, outcome="")


def _end(push: Push, outcome: str, error: str = "") -> bool:
    return bool(_open(push).update(outcome=outcome, next_attempt_at=None, last_error=error))


def _delivered(push: Push) -> None:
    if _end(push, "sent"):
        devices.note_delivered(push.device_id)


def _gone(push: Push) -> None:
    """The push service knows the browser no more: it ended its subscription."""
    if _end(push, "gone"):
        devices.forget(push.account_id, [push.device_id])


def _fail(push: Push, cause: str, *, is_hopeless: bool) -> None:
    """Not delivered; a device that fails again and again, or whose address may never be called, is removed."""
    if not _end(push, "failed", cause):
        return
    Device.objects.filter(pk=push.device_id).update(failures=F("failures") + 1)
    if is_hopeless or Device.objects.filter(pk=push.device_id, failures__gte=PUSH_FAILURES).exists():
        devices.forget(push.account_id, [push.device_id])


SENDING = _Sending()
send_due = SENDING.run
