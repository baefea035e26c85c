"""A simulated Discord that does not answer: requests hang, are rate limited, or are cut off.

It wraps the transports of SimCord below discord.py, so that the bot meets the
errors and time-outs that it would meet with the real one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Any

import pytest

from messages_read import message_channel
from simulated import Sim

CALLBACK = "/interactions/*/callback"
EDIT = "/channels/*/messages/*"

Treat = Callable[[Callable[[], Awaitable[Any]], Any], Awaitable[Any]]
"""Answers a request, given a function that carries it out, and its JSON."""


@contextmanager
def treated(sim: Sim, method: str, path: str, treat: Treat) -> Iterator[None]:
    """Answer the requests with this method and path by `treat`."""
    transports = (sim.bot.http, sim.env._webhook_adapter)
    real = [transport.request for transport in transports]

    def wrapped(request: Any) -> Any:
        async def answer(route: Any, *args: Any, **kwargs: Any) -> Any:
            async def carry_out() -> Any:
                return await request(route, *args, **kwargs)

            url = route.url.partition("?")[0].partition("/api/v10")[2]
            if route.method != method or not fnmatch(url, path):
                return await carry_out()
            return await treat(carry_out, kwargs.get("json") or kwargs.get("payload"))

        return answer

    async def wait(task: Any, seconds: float) -> None:
        """Wait for a request by the simulated clock alone."""
        waiting = asyncio.wait({task}, timeout=seconds)
        await sim.env.external_wait(waiting, reason="Discord does not answer")

    with pytest.MonkeyPatch.context() as patched:
        for transport, request in zip(transports, real, strict=True):
            patched.setattr(transport, "request", wrapped(request))
        patched.setattr(sim.bot.requests, "_wait", wait)
        yield


class Hanging:
    """Requests that hang until `let_go`, before or after they are carried out."""

    def __init__(self, sim: Sim, times: int | None, *, landed: bool) -> None:
        self._sim = sim
        self._times = times
        self._landed = landed
        self._gate = asyncio.Event()
        self.begun: list[Any] = []

    async def treat(self, carry_out: Callable[[], Awaitable[Any]], sent: Any) -> Any:
        """Carry out the request, and wait before or after that."""
        if len(self.begun) == self._times:
            return await carry_out()
        self.begun.append(sent)
        carried_out = await carry_out() if self._landed else None
        await self._sim.env.external_wait(self._gate.wait(), reason="Discord does not answer")
        return carried_out if self._landed else await carry_out()

    def let_go(self) -> None:
        """Answer all requests from now on."""
        self._gate.set()

    async def land(self, message: Any, number: int = 0) -> None:
        """Let Discord carry out a redrawing of a message that the bot has given up."""
        sent = self.begun[number]
        stored = self._sim.env.backend.get_message(message_channel(message), message.id)
        stored.components = (sent.get("data") or sent)["components"]


@contextmanager
def hanging(
    sim: Sim, method: str, path: str, times: int | None = None, *, landed: bool = False
) -> Iterator[Hanging]:
    """Let the first requests with this method and path hang; None: all of them.

    What has `landed` is carried out at once, as where a request uses up a rate limit and
    discord.py sleeps until the next one before it returns.
    """
    held = Hanging(sim, times, landed=landed)
    with treated(sim, method, path, held.treat):
        yield held
    held.let_go()


async def slowly(sim: Sim, emit: Callable[[], Any]) -> Any:
    """Emit a press or command while the storage hangs for two seconds; return the answer."""
    storage: Any = sim.bot.stored
    real, gate = (storage._answer, storage.read_beside), asyncio.Event()

    def hung(ask: Any) -> Any:
        async def waits(*call: Any, **more: Any) -> Any:
            await sim.env.external_wait(gate.wait(), reason="a storage that hangs")
            return await ask(*call, **more)

        return waits

    storage._answer, storage.read_beside = map(hung, real)
    record = emit()
    await sim.env.advance_time(1)
    assert not record.responded
    await sim.env.advance_time(1)
    assert record.responded, "Discord waits three seconds"
    await sim.env.advance_time(30)
    gate.set()
    await sim.env.settle()
    storage._answer, storage.read_beside = real
    return sim.answer_to(record)


@contextmanager
def slow_analyses(sim: Sim) -> Iterator[asyncio.Event]:
    """Let analyses begin once the event is set."""
    analyse, gate = sim.bot.questions.answer, asyncio.Event()

    async def waits(*asked: Any, **more: Any) -> Any:
        await sim.env.external_wait(gate.wait(), reason="an analysis that takes long")
        return await analyse(*asked, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sim.bot.questions, "answer", waits)
        yield gate
    gate.set()


class DeclaredLock(asyncio.Lock):
    """A lock for which the bot may wait as long as it wants; SimCord is told so."""

    def __init__(self, sim: Sim) -> None:
        super().__init__()
        self._sim = sim

    async def acquire(self) -> Any:
        """Wait for the lock."""
        if not self.locked():
            return await super().acquire()
        return await self._sim.env.external_wait(super().acquire(), reason="a lock")


class DeclaredSemaphore(asyncio.Semaphore):
    """A semaphore of one place, for which the bot may wait as long as it wants; SimCord is told so."""

    def __init__(self, sim: Sim) -> None:
        super().__init__(1)
        self._sim = sim

    async def acquire(self) -> Any:
        """Wait for the place."""
        if not self.locked():
            return await super().acquire()
        return await self._sim.env.external_wait(super().acquire(), reason="a semaphore")


def declare_lock(sim: Sim) -> DeclaredLock:
    """Let presses wait for the lock of round 1; keep the lock as long as it is needed."""
    lock = DeclaredLock(sim)
    sim.bot.rounds._locks[1] = lock
    return lock
