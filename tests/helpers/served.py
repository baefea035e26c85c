"""Web applications and free ports on this machine, for code that asks by HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from aiohttp import web


def free_port() -> int:
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return int(end.getsockname()[1])


@contextmanager
def served(app: web.Application) -> Iterator[str]:
    """Serve an application from a thread of its own, on a free port; give its address."""
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    ready, address = Event(), list[str]()

    async def serve() -> None:
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        address.append(f"http://127.0.0.1:{runner.addresses[0][1]}")
        ready.set()
        await stop.wait()
        await runner.cleanup()

    def run() -> None:
        loop.run_until_complete(serve())
        loop.close()

    thread = Thread(target=run)
    thread.start()
    assert ready.wait(10)
    try:
        yield address[0]
    finally:
        # Told, not stopped: a test may end before the loop has come to wait.
        loop.call_soon_threadsafe(stop.set)
        thread.join()
