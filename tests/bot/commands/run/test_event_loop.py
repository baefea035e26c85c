"""The event loop of the running bot."""

import asyncio
import sys

import pytest

from bot.commands.run.command import new_loop


def test_uvloop_is_used_where_it_is_installed():
    uvloop = pytest.importorskip("uvloop")
    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert isinstance(runner.get_loop(), uvloop.Loop)
        assert runner.run(asyncio.sleep(0, "done")) == "done"


def test_without_uvloop_the_loop_is_that_of_asyncio(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert isinstance(runner.get_loop(), asyncio.BaseEventLoop)
        assert runner.run(asyncio.sleep(0, "done")) == "done"
