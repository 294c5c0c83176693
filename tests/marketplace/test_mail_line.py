"""One line for the mails of a run, against a mail server that speaks SMTP and says when it has had enough."""

import socketserver
import threading
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from marketplace.core import clock
from marketplace.models import Mail
from marketplace.providers import mail_line
from marketplace.services import mails

pytestmark = pytest.mark.django_db


class _Talk(socketserver.StreamRequestHandler):
    server: "Server"

    def handle(self) -> None:
        self.server.lines += 1
        taken = 0
        self._say("220 here")
        while word := self.rfile.readline().decode().strip():
            verb = word.split()[0].upper()
            if verb == "NOOP" and taken in self.server.hangs_up_after:
                return
            if verb == "MAIL" and taken in self.server.tired_after:
                self._say("421 enough of this line")
                return
            if verb == "RCPT" and "nobody" in word:
                self._say("550 no such person")
                continue
            if verb == "DATA":
                self._say("354 go on")
                while self.rfile.readline() != b".\r\n":
                    pass
                taken += 1
                self.server.taken += 1
            self._say("221 bye" if verb == "QUIT" else "250 ok")
            if verb == "QUIT":
                self.server.goodbyes += 1
                return

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    """Counts lines and mails. Drops a line, or says 421, when it has taken so many mails over it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.lines = self.taken = self.goodbyes = 0
        self.hangs_up_after: set[int] = set()
        self.tired_after: set[int] = set()


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with Server() as found:
        settings.EMAIL_URL = "smtp://here"
        settings.EMAIL_HOST, settings.EMAIL_PORT = found.server_address
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def written(number: int, to: str = "ada@example.com") -> list[Mail]:
    return [mails.write(to=to, subject=f"No. {n}", text="Hello Ada.") for n in range(number)]


def unsent() -> int:
    return Mail.objects.filter(sent_at=None).count()


def test_the_mails_of_a_run_go_over_one_line_which_is_closed(server: Server) -> None:
    written(5)

    assert mails.send_due() == 5

    assert (server.taken, server.lines, server.goodbyes, unsent()) == (5, 1, 1, 0)


def test_a_line_is_not_used_for_more_mails_than_servers_like(server: Server) -> None:
    written(mail_line.MAILS + 1)

    mails.send_due()

    assert (server.taken, server.lines) == (mail_line.MAILS + 1, 2)


def test_a_line_that_the_server_dropped_or_had_enough_of_is_opened_anew_and_each_mail_arrives_once(
    server: Server,
) -> None:
    server.hangs_up_after, server.tired_after = {3}, {2}
    written(4)

    mails.send_due()

    assert (server.taken, unsent()) == (4, 0)
    assert server.lines > 1


def test_a_refused_mail_leaves_the_line_to_the_next_one(server: Server) -> None:
    written(1)
    (refused,) = written(1, to="nobody@example.com")
    written(1)

    mails.send_due()

    assert (server.taken, server.lines) == (2, 1)
    refused.refresh_from_db()
    assert refused.sent_at is None and "550" in refused.last_error
    assert refused.next_attempt_at is not None and refused.next_attempt_at > clock.now()


def test_a_mail_sent_by_itself_opens_and_closes_a_line(server: Server) -> None:
    (mail,) = written(1)

    assert mails.SENDING.ask_now(mail.pk)

    assert (server.taken, server.lines, server.goodbyes) == (1, 1, 1)
