"""A proxy of HTTP on this machine, which tells what it was asked to pass."""

from __future__ import annotations

import socket
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.parse import urlsplit

SECRET = "h%40sh"
"""A password as it stands in an address; it is h@sh."""


class OpenProxy(ThreadingTCPServer):
    """Passes requests with an absolute address, and what CONNECT asks for.

    It answers with `status` where that is not 200, and with 407 to who does not say that they are
    `user` with the password h@sh. `asked` are the first lines of all requests.
    """

    daemon_threads = False

    def __init__(self, status: int, user: str) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.status = status
        self.wants = f"Basic {b64encode(f'{user}:h@sh'.encode()).decode()}" if user else ""
        self.asked: list[str] = []
        self.port = self.server_address[1]


class _Connection(StreamRequestHandler):
    """A connection, with one request."""

    server: OpenProxy

    def handle(self) -> None:
        with suppress(OSError):
            line, *headers = self._lines()
            proxy = self.server
            proxy.asked.append(line)
            known = not proxy.wants or f"Proxy-Authorization: {proxy.wants}" in headers
            status = proxy.status if known else 407
            if status == 200:
                self._pass(line, headers)
            else:
                answer = f"HTTP/1.1 {status} No\r\nContent-Length: 0\r\n\r\n"
                self.wfile.write(answer.encode())

    def _lines(self) -> Iterator[str]:
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            yield line

    def _pass(self, line: str, headers: list[str]) -> None:
        method, address, version = line.split()
        url = urlsplit(address if "://" in address else f"//{address}")
        with socket.create_connection((url.hostname, url.port)) as server:
            if method == "CONNECT":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                ours = [one for one in headers if not one.startswith(("Proxy-", "Connection:"))]
                is_socket = "Upgrade: websocket" in headers
                ours.append("Connection: Upgrade" if is_socket else "Connection: close")
                ours.append("Via: 1.1 proxy")
                first = f"{method} {url.path or '/'}?{url.query} {version}"
                server.sendall("\r\n".join([first, *ours, "", ""]).encode())
            asking = Thread(target=self._pass_to, args=(server,))
            asking.start()
            _copy(server.recv, self.wfile.write)
            for end in (self.connection, server):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            asking.join()

    def _pass_to(self, server: socket.socket) -> None:
        """Pass what the client says, and that it has ended, for which the server may wait."""
        _copy(self.rfile.read1, server.sendall)
        with suppress(OSError):
            server.shutdown(socket.SHUT_WR)


def _copy(read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
    with suppress(OSError):
        while received := read(65536):
            write(received)


@contextmanager
def open_proxy(status: int = 200, user: str = "") -> Iterator[OpenProxy]:
    """Serve a proxy from threads of its own."""
    with OpenProxy(status, user) as proxy:
        serving = Thread(target=proxy.serve_forever, args=(0.02,))
        serving.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            serving.join()
