"""Private rounds of days and dares, played through the controls of their messages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import private_rounds
from bot.daily.judging import MEMBER
from bot.daily.shared_dice import Key
from bot.daily.store import shared_dice as daily_store
from bot.table.store import rounds
from private_rounds import PrivateRound, loaded
from rules.game import Advice
from rules.screen import Action
from simulated import Sim, last_message
from whole_rounds import click, do

Chooser = Callable[[PrivateRound], Action]
"""Decides what a member does in a private round."""


def best(private_round: PrivateRound) -> Action:
    return _by_worth(private_round)[0].action


def worst(private_round: PrivateRound) -> Action:
    return _by_worth(private_round)[-1].action


def _by_worth(private_round: PrivateRound) -> tuple[Advice, ...]:
    play = private_round.play()
    return play.game.advise(play.state, MEMBER)


def stored(sim: Sim, member: Any, key: Key) -> PrivateRound | None:
    """Return the private round of a member with shared dice as it is stored."""
    return loaded(sim.bot.storage, key, member.id)


async def open_daily(sim: Sim, member: Any, channel: Any = None) -> Any:
    """Press *Play* on the page of `/daily`; return the private message."""
    page = await open_page(sim, member, channel)
    answer = await press(sim, member, page, r"today:day-\d+:0")
    return last_message(answer)


async def open_page(sim: Sim, member: Any, channel: Any = None) -> Any:
    """Type `/daily`; return the private page."""
    answer = await member.slash(channel or sim.channel, "daily")
    assert answer.acknowledged
    assert answer.ephemeral
    return last_message(answer)


def finish(sim: Sim, member: Any, day: date, choose: Chooser) -> PrivateRound:
    """Play a day to its end without Discord; return the private round."""
    storage, now = sim.bot.storage, sim.env.now()
    shared = storage.write(daily_store.draw_day, day, now)
    assert shared.sheet is not None
    new = private_rounds.begun(shared, shared.sheet, member.id, sim.guild.id, now)
    storage.write(daily_store.begin_round, new)
    private_round = stored(sim, member, day)
    while private_round is not None and private_round.status == "private":
        storage.write(
            rounds.save, private_rounds.acted(private_round.round, choose(private_round), now), now
        )
        private_round = stored(sim, member, day)
    assert private_round is not None
    return private_round


async def share(sim: Sim, member: Any, channel: Any = None) -> Any:
    """Press *Share here* below the end of today's private round; return the answer."""
    page = await open_daily(sim, member, channel)
    return await press(sim, member, page, r"share:day-\d+:0")


async def press(sim: Sim, member: Any, message: Any, pattern: str) -> Any:
    """Press the button whose control fits the pattern; return the answer."""
    return await click(member, sim.reread(message), pattern)


async def play_on(  # noqa: PLR0917
    sim: Sim, member: Any, message: Any, key: Key, choose: Chooser, most: int = 999
) -> PrivateRound:
    """Play at most so many choices of a private round; return it."""
    for _ in range(most):
        private_round = stored(sim, member, key)
        assert private_round is not None
        if private_round.status != "private":
            break
        await do(sim, member, message, choose(private_round))
    private_round = stored(sim, member, key)
    assert private_round is not None
    return private_round
