"""Mail as an outbox: written with its cause, sent once, tried again with growing pauses, never in a tight loop."""

import email
import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from email import policy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.db import connection, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from marketplace.core import clock
from marketplace.models import Mail
from marketplace.providers import mail_line
from marketplace.rules import MAIL_ATTEMPTS, mail_pause
from marketplace.services import mails

pytestmark = pytest.mark.django_db


class Server:
    """Stands in for the mail server: refuses as long as it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
        settings.EMAIL_URL = "smtp://mail.example.com"
        self.away = False
        self.sent: list[Any] = []
        self.inside_transaction: list[bool] = []
        monkeypatch.setattr(mail_line, "get_connection", lambda **_: self)

    def open(self) -> bool:
        return True

    def close(self) -> None:
        """As the backends of Django."""

    def send_messages(self, messages: list[Any]) -> int:
        self.inside_transaction.append(len(connection.savepoint_ids) > 0)
        if self.away:
            raise smtplib.SMTPServerDisconnected("gone")
        self.sent += messages
        return len(messages)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Server:
    return Server(monkeypatch, settings)


def written(**more: str) -> Mail:
    return mails.write(**{"to": "ada@example.com", "subject": "Hello", "text": "Hello Ada.", **more})


def test_a_mail_is_sent_once(server: Server) -> None:
    mail = written(html="<p>Hello Ada.</p>")

    assert (mails.send_due(), mails.send_due()) == (1, 0)

    (message,) = server.sent
    assert (message.to, message.subject, message.body) == (["ada@example.com"], "Hello", "Hello Ada.")
    assert message.from_email == project.DEFAULT_FROM_EMAIL
    assert message.alternatives[0][0] == "<p>Hello Ada.</p>"
    mail.refresh_from_db()
    assert (mail.attempts, mail.next_attempt_at, mail.last_error) == (1, None, "")
    assert mail.sent_at is not None


def test_the_task_is_queued_on_commit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued: list[str] = []
    monkeypatch.setattr("marketplace.core.queue._send", lambda task, *_: queued.append(task))

    with django_capture_on_commit_callbacks(execute=True):
        written()
        assert queued == []

    assert queued == ["marketplace.send_mails"]


def test_a_mail_of_a_refused_transaction_never_leaves(server: Server) -> None:
    with transaction.atomic():
        written()
        transaction.set_rollback(True)

    assert mails.send_due() == 0
    assert server.sent == []


def test_a_failure_is_tried_again_with_growing_pauses_and_given_up_in_the_end(
    server: Server, at: Callable[[str], datetime]
) -> None:
    now = at("2026-05-01T12:00:00Z")
    mail, server.away = written(), True
    pauses = []

    while True:
        assert mails.send_due() == 1
        assert mails.send_due() == 0, "not before its time"
        mail.refresh_from_db()
        assert "SMTPServerDisconnected" in mail.last_error
        if mail.next_attempt_at is None:
            break
        pauses.append((mail.next_attempt_at - now).total_seconds())
        clock.freeze(mail.next_attempt_at - timedelta(milliseconds=1))
        assert mails.send_due() == 0
        clock.freeze(now := mail.next_attempt_at)

    assert pauses == [30, 60, 120, 240, 480]
    assert (mail.attempts, mail.sent_at) == (MAIL_ATTEMPTS, None)


def test_a_mail_goes_out_when_the_server_is_back(server: Server, at: Callable[[str], datetime]) -> None:
    now = at("2026-05-01T12:00:00Z")
    mail, server.away = written(), True
    mails.send_due()

    server.away = False
    clock.freeze(now + timedelta(seconds=30))
    mails.send_due()

    mail.refresh_from_db()
    assert (mail.attempts, mail.last_error, len(server.sent)) == (2, "", 1)
    assert mail.sent_at == now + timedelta(seconds=30)


def test_a_batch_is_bounded_and_the_oldest_goes_first(server: Server, at: Callable[[str], datetime]) -> None:
    begun = at("2026-05-01T12:00:00Z")
    for number in range(5):
        clock.freeze(begun + timedelta(seconds=number))
        written(subject=f"Mail {number}")

    assert mails.send_due(batch=3) == 3
    assert [message.subject for message in server.sent] == ["Mail 0", "Mail 1", "Mail 2"]


@pytest.mark.parametrize(
    "subject", ["Hello\nBcc: everybody@example.com", "Hello\r\n\r\nbody", "  many   blanks  ", "s" * 400]
)
def test_a_subject_is_one_line(server: Server, subject: str) -> None:
    mail = written(subject=subject)

    mails.send_due()

    assert "\n" not in mail.subject and "\r" not in mail.subject and len(mail.subject) <= 255
    assert server.sent[0].message()["Bcc"] is None


def test_a_sandbox_keeps_mails_as_files_that_a_mail_program_reads() -> None:
    mail = written(subject="Grüße", text="Olá Ada.")

    mails.send_due()

    path = Path(project.DATA_DIR) / "mail" / f"{mail.public_id}.eml"
    read = email.message_from_bytes(path.read_bytes(), policy=policy.default)
    assert (read["To"], read["Subject"]) == ("ada@example.com", "Grüße")
    body = read.get_body()
    assert body is not None and body.get_content().strip() == "Olá Ada."


def test_the_pauses_double_up_to_an_hour() -> None:
    assert [mail_pause(attempts).total_seconds() for attempts in range(1, 10)] == [
        30,
        60,
        120,
        240,
        480,
        960,
        1920,
        3600,
        3600,
    ]
