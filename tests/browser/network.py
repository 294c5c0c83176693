"""A network that ends in the middle: between a browser and the server, and cut when a test says so."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

PIECE = 16_384  # bytes


class Network:
    """Passes on what goes to and fro. `cut_after` ends the next upload once so many bytes of it have gone through; with
    `lose_answer` the next upload goes through whole and its answer does not. Then there is no network until `mend`.
    """

    def __init__(self, server: str, listener: socket.socket) -> None:
        at = urlsplit(server)
        self._server = (at.hostname or "127.0.0.1", at.port or 80)
        self._listener = listener
        self.url = f"http://{at.hostname}:{listener.getsockname()[1]}"
        self.cut_after = 0
        self.lose_answer = self.is_gone = False
        self.passed = 0  # bytes of the upload that was cut
        self._open: set[socket.socket] = set()
        self._uploads: set[socket.socket] = set()

    def mend(self) -> None:
        self.cut_after, self.lose_answer, self.is_gone = 0, False, False

    def serve(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return  # it was closed
            if self.is_gone:
                browser.close()
                continue
            server = socket.create_connection(self._server, timeout=60)
            browser.settimeout(60)
            self._open |= {browser, server}
            threading.Thread(target=self._out, args=(browser, server), daemon=True).start()
            threading.Thread(target=self._back, args=(server, browser), daemon=True).start()

    def _out(self, browser: socket.socket, server: socket.socket) -> None:
        sent = 0
        with suppress(OSError):
            while piece := browser.recv(PIECE):
                if piece.startswith(b"POST "):
                    self._uploads.add(server)
                sent += len(piece) if server in self._uploads else 0
                if self.cut_after and sent > self.cut_after:
                    self.passed = sent - len(piece)
                    self._go()
                server.sendall(piece)
        self._end(browser, server)

    def _back(self, server: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while piece := server.recv(PIECE):
                if self.lose_answer and server in self._uploads:
                    self._go()
                browser.sendall(piece)
        self._end(server, browser)

    def _go(self) -> None:
        self.is_gone = True
        self._end(*self._open)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            self._open.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def between(server: str) -> Iterator[Network]:
    """A network to the server at this address; the browser goes to its `url`."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as listener:
        network = Network(server, listener)
        thread = threading.Thread(target=network.serve, daemon=True)
        thread.start()
        yield network
        network._go()
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(10)
