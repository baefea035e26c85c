"""No garbage is collected while the bot starts; afterwards what started is left alone."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.client import DicePokerBot
from bot.commands.run import command as running
from bot.commands.run import garbage, log_output
from bot.config import Config


class Loop:
    """An object that refers to itself, which only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def thawed() -> Iterator[None]:
    """Let collections visit everything before and after the test."""
    gc.unfreeze()
    yield
    gc.unfreeze()


def collects() -> bool:
    """Whether garbage goes by itself once much has been made."""
    lost = weakref.ref(Loop())
    kept = [[] for _ in range(2 * max(garbage.ALLOCATED, gc.get_threshold()[0]))]
    return bool(kept) and lost() is None


@pytest.mark.slow
def test_nothing_is_collected_while_modules_load_and_all_is_as_before_in_the_end(
    thawed: None,
) -> None:
    usual = gc.get_threshold()
    assert collects()
    with garbage.pause():
        assert not collects()
        garbage.resume()
        assert collects()
        assert gc.get_threshold()[0] == garbage.ALLOCATED
    assert gc.isenabled()
    assert gc.get_threshold() == usual
    assert not gc.get_freeze_count()


def test_a_start_that_fails_leaves_python_collecting(thawed: None) -> None:
    def fail() -> None:
        with garbage.pause():
            garbage.exempt_objects()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert not gc.get_freeze_count()
    assert collects()


def test_what_loaded_is_spared_and_what_the_start_left_is_freed(thawed: None) -> None:
    """What players bring later is collected: it is not spared."""
    with garbage.pause():
        loaded, left = Loop(), weakref.ref(Loop())
        garbage.resume()
        assert left() is None
        spared = gc.get_freeze_count()
        assert spared > 10_000
        later = Loop()
        visited = gc.get_objects()
        assert any(each is later for each in visited)
        assert not any(each is loaded for each in visited)


@pytest.mark.slow
def test_a_bot_that_is_hosted_collects_once_it_is_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thawed: None
) -> None:
    """Before it connects, where a stall would keep players waiting."""
    seen = []

    async def set_up(self: DicePokerBot) -> None:
        seen.append(("set up", gc.isenabled()))

    async def start(self: DicePokerBot, token: str) -> None:
        await self._async_setup_hook()
        await self.setup_hook()
        seen.append(("connects", gc.isenabled()))

    monkeypatch.setattr(log_output, "set_up", lambda _: None)
    monkeypatch.setattr(DicePokerBot, "setup_hook", set_up)
    monkeypatch.setattr(DicePokerBot, "start", start)
    url = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    chosen = Config(database_url=url, discord_token="a.b.c", shards=1)
    with garbage.pause():
        assert running.run(chosen) == 0
    assert seen == [("set up", False), ("connects", True)]
