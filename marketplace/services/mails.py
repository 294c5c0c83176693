"""Mail outbox: a row is written in the transaction of its cause, sent by a task, and retried with growing delays."""

import logging
from contextlib import closing
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.queue import enqueue
from marketplace.core.transactions import insert_later, write_gathered_events
from marketplace.models import Mail
from marketplace.providers.mail_line import MailLine
from marketplace.rules import MAIL_ATTEMPTS, mail_pause
from marketplace.services.followups import Followup

log = logging.getLogger(__name__)
_line: ContextVar[MailLine | None] = ContextVar("mail_line", default=None)  # of the run that is going on here


def write(*, to: str, subject: str, text: str, html: str = "") -> Mail:
    """Put a mail into the outbox; it is sent after the commit. In the caller's transaction (`insert_later`). Locks nothing.

    subject: cut at 255 characters. text, html: the two forms of the body.
    """
    subject = " ".join(subject.split())[:255]
    mail = Mail(to=to, subject=subject, text=text, html=html, next_attempt_at=clock.now())
    insert_later(mail)
    enqueue("marketplace.send_mails")
    return mail


def is_written(*, to: str, subject: str, naming: str, since: datetime) -> bool:
    """Was a mail with this subject, whose text names this, written to this address since then? Locks nothing."""
    write_gathered_events()  # and the mails that go with them
    found = Mail.objects.filter(to=to, subject=" ".join(subject.split())[:255], created_at__gt=since)
    return found.filter(text__contains=naming).exists()


class _Sending(Followup[Mail, None]):
    """Sends mails; see `followups`."""

    rows = Mail.objects.filter(sent_at=None)
    lease = timedelta(minutes=10)
    batch = 50

    def ask(self, mail: Mail) -> None:
        message = EmailMultiAlternatives(mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, [mail.to])
        if mail.html:
            message.attach_alternative(mail.html, "text/html")
        if not settings.EMAIL_URL and settings.SANDBOX:
            _keep_as_file(mail, message)
        else:
            self._hand_over(message)

    def run(self, batch: int | None = None) -> int:
        with closing(MailLine()) as line:
            token = _line.set(line)
            try:
                return super().run(batch)
            finally:
                _line.reset(token)

    @staticmethod
    def _hand_over(message: EmailMultiAlternatives) -> None:
        if (line := _line.get()) is not None:
            line.send(message)
            return
        with closing(MailLine()) as own:
            own.send(message)

    def settle(self, mail: Mail, answer: None) -> None:
        _unsent(mail).update(sent_at=clock.now(), next_attempt_at=None, last_error="")

    def unanswered(self, mail: Mail, error: Exception) -> None:
        again = None if mail.attempts >= MAIL_ATTEMPTS else clock.now() + mail_pause(mail.attempts)
        cause = repr(error)[:300]
        _unsent(mail).update(next_attempt_at=again, last_error=cause)
        log.warning("mail not sent", extra={"mail": mail.public_id, "attempts": mail.attempts, "cause": cause})


def _unsent(mail: Mail) -> QuerySet[Mail]:
    """Another worker may have sent it meanwhile: a sent mail is never changed."""
    return Mail.objects.filter(pk=mail.pk, sent_at=None)


SENDING = _Sending()
send_due = SENDING.run


def _keep_as_file(mail: Mail, message: EmailMultiAlternatives) -> None:
    folder = settings.DATA_DIR / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{mail.public_id}.eml").write_bytes(message.message().as_bytes())
