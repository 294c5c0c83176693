"""Mail as an outbox: a row in the transaction of its cause, sent by a task, tried again with growing pauses."""

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction

from marketplace.core import clock
from marketplace.core.later import enqueue
from marketplace.models import Mail
from marketplace.rules import MAIL_TRIES, mail_backoff_seconds

log = logging.getLogger(__name__)


def write(*, to: str, subject: str, text: str, html: str = "") -> Mail:
    """Put a mail into the outbox; it leaves after the commit."""
    subject = " ".join(subject.split())[:255]
    mail = Mail.objects.create(to=to, subject=subject, text=text, html=html, next_try_at=clock.now())
    enqueue("marketplace.send_mails")
    return mail


def send_due(batch: int = 50) -> int:
    """Send what is due, each in its own transaction with the row claimed. Returns how many were tried."""
    done = 0
    while done < batch:
        with transaction.atomic():
            mail = (
                Mail.objects.filter(next_try_at__lte=clock.now())
                .order_by("next_try_at")
                .select_for_update(skip_locked=True)
                .first()
            )
            if mail is None:
                break
            # Taken from the queue before the call and put back by a failure: a worker that dies in between leaves
            # the row due again in ten minutes, and never sends the same mail in a tight loop.
            mail.tries += 1
            mail.next_try_at = clock.now() + timedelta(minutes=10)
            mail.save(update_fields=["tries", "next_try_at"])
        done += 1
        _send(mail)
    return done


def _send(mail: Mail) -> None:
    message = EmailMultiAlternatives(mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, [mail.to])
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    try:
        if not settings.EMAIL_URL and settings.SANDBOX:
            _keep_as_file(mail, message)
        else:
            get_connection(fail_silently=False).send_messages([message])
    except Exception as error:
        mail.last_error = repr(error)[:300]
        wait = timedelta(seconds=mail_backoff_seconds(mail.tries))
        mail.next_try_at = None if mail.tries >= MAIL_TRIES else clock.now() + wait
        log.warning("mail not sent", extra={"mail": mail.public_id, "tries": mail.tries, "cause": mail.last_error})
    else:
        mail.sent_at, mail.next_try_at, mail.last_error = clock.now(), None, ""
    mail.save(update_fields=["sent_at", "next_try_at", "last_error"])


def _keep_as_file(mail: Mail, message: EmailMultiAlternatives) -> None:
    folder = settings.DATA_DIR / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{mail.public_id}.eml").write_bytes(message.message().as_bytes())
