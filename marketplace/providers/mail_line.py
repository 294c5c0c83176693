"""The line to the mail server, kept over several mails: opening one, with TLS and a login, takes longer than ten mails do."""

import smtplib
from contextlib import suppress
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection

MAILS = 20  # over one line: some servers close it after more
_CLOSING = 421  # "service not available, closing": said by a server that has had enough of this line


class MailLine:
    """Opened by the first mail. Not for several threads at once; `close` it. A line that the server has closed is opened anew."""

    def __init__(self) -> None:
        self._backend: Any = None
        self._sent = 0

    def send(self, message: EmailMultiAlternatives) -> None:
        """Raises OSError or smtplib.SMTPException when the server did not take it, or did not say that it has."""
        is_kept = self._is_alive()
        if not is_kept:
            self._open()
        try:
            self._backend.send_messages([message])
        except smtplib.SMTPSenderRefused as error:
            # Said before the server has taken anything of it: a second mail can't come of this.
            if not is_kept or error.smtp_code != _CLOSING:
                raise
            self._open()
            self._backend.send_messages([message])
        self._sent += 1

    def close(self) -> None:
        if self._backend is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._backend.close()
        self._backend = None

    def _open(self) -> None:
        self.close()
        backend = get_connection(fail_silently=False)
        backend.open()
        self._backend, self._sent = backend, 0

    def _is_alive(self) -> bool:
        # Backends that talk to no server (files, memory) have no connection: nothing is kept of them.
        server = getattr(self._backend, "connection", None)
        if server is None or self._sent >= MAILS:
            return False
        try:
            return bool(server.noop()[0] == 250)
        except (smtplib.SMTPException, OSError):
            return False
