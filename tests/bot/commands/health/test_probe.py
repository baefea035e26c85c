"""`dice-poker health` where another program has the port of HEALTH_PORT."""

from __future__ import annotations

import socket
from threading import Thread

import pytest
from aiohttp import web

from bot.commands.health import probe
from served import served

PAGE = "<!doctype html>\n<title>Hello</title>\n"


def told(port: int) -> str:
    answers = {probe.fault("127.0.0.1", port, ready=ready) for ready in (True, False)}
    (answer,) = answers
    return answer.replace(str(port), "PORT")


OTHER = (
    "another program answers on 127.0.0.1 port PORT: set HEALTH_PORT to a port of the bot's own, "
    "and start the bot again"
)


@pytest.mark.parametrize(
    ("status", "kind", "text"),
    [
        (200, "text/html", PAGE),
        (200, "text/html", "ok"),
        (200, "text/plain", "two\nlines"),
        (404, "text/plain", "404 page not found"),
        (503, "application/json", "{}"),
    ],
)
def test_the_page_of_another_program_is_not_repeated(status: int, kind: str, text: str) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, content_type=kind, text=text)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    with served(app) as address:
        assert told(int(address.rpartition(":")[2])) == OTHER


def test_a_program_without_http_is_another_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            for _ in range(2):
                end, _ = server.accept()
                with end:
                    end.recv(1000)
                    end.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        greeting = Thread(target=greet, daemon=True)
        greeting.start()
        assert told(server.getsockname()[1]) == OTHER
        greeting.join(10)
