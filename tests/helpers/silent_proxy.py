"""A proxy that can fall silent: connections stay open, but nothing passes any more."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread


class SilentProxy:
    """Passes bytes between clients on `port` of the loopback interface and a server.

    A silent proxy takes bytes and connections without an answer, as a stopped process or a network
    that swallows packets does.
    """

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._sockets: list[socket.socket] = []
        self._speaking = Event()
        self._speaking.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def silence(self) -> None:
        """Pass nothing until `speak`."""
        self._speaking.clear()

    def speak(self) -> None:
        """Pass again, also what came meanwhile."""
        self._speaking.set()

    def close(self) -> None:
        """Close all connections."""
        self.speak()
        for each in (self._listening, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._sockets += [client, server]
            for source, target in ((client, server), (server, client)):
                Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while received := source.recv(65536):
                self._speaking.wait()
                target.sendall(received)
            target.shutdown(socket.SHUT_RDWR)
