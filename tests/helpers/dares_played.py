"""Dares: a sheet that is filled alone and offered, and who plays its dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.daily.shared_dice import SharedDice
from bot.daily.store import shared_dice as daily_store
from bot.storage.database import Storage
from bot.table.stored_round import StoredRound
from private_rounds import PrivateRound
from rules.screen import Action, Seat
from simulated import LOCALES, Sim, ids_of, last_message, table, text_of
from sql import run
from whole_rounds import click, play_on, use


@asynccontextmanager
async def seeded_table(folder: Path, language: str = "en", **settings: Any) -> AsyncIterator[Sim]:
    """Start the bot with the luck of its seeds; five members speak a language."""
    async with table(folder, **settings) as sim:
        sim.luck = sim.bot.table._fixed_luck = None  # type: ignore[assignment]
        sim.dora, sim.emil = sim.member("dora"), sim.member("emil")  # type: ignore[attr-defined]
        everybody = (sim.ana, sim.bogdan, sim.carmen, sim.dora, sim.emil)  # type: ignore[attr-defined]
        for member in everybody:
            sim.locales[member.id] = LOCALES[language]
        yield sim


def writes_only(stored: StoredRound, seat: Seat) -> Action:
    """Write the first row that is open: a short sheet, in which nothing is rerolled."""
    assert stored.play is not None
    legal = stored.play.game.legal(stored.play.state, seat)
    return next(action for action in legal if action.verb == "write")


def first_row(private_round: PrivateRound) -> Action:
    """Choose as `offered` does: the first row that is open."""
    return writes_only(private_round.round, private_round.play().awaits.seats[0])


def dare_of(sim: Sim) -> SharedDice:
    """Return the dare as it is stored."""
    with closing(Storage.open(sim.url)) as storage:
        with storage._held.transaction(reads=True) as connection:
            key = run(connection, "SELECT set_key FROM dares").scalar()
        found = storage.read(daily_store.load_dice, int(str(key)[1:]))
    assert found is not None
    return found


def is_dared(sim: Sim) -> bool:
    """Return whether anybody is dared."""
    with closing(Storage.open(sim.url)) as storage:
        return bool(storage.read(run, "SELECT count(*) FROM dares").scalar())


async def offered(sim: Sim, member: Any, game: str = "nine", invited: Any = None) -> Any:
    """Fill a sheet alone and dare others with it, or a member `invited`; return the card.

    `sim.board` is that of the sheet.
    """
    await sim.play(member, game)
    sim.board = sim.message  # type: ignore[attr-defined]
    await play_on(sim, [member], writes_only, round_id=sim.latest - sim._earlier_rounds)
    asked = await use(member, sim.reread(sim.board), "beat")  # type: ignore[attr-defined]
    question = sim.reread_private(asked)
    if invited is None:
        answer = await use(member, question, "offer")
    else:
        menu = next(one for one in ids_of(question) if one.endswith(":beat"))
        answer = await member.select(question, [invited], custom_id=menu)
    return answer.followups[-1]


async def join(sim: Sim, member: Any, card: Any) -> Any:
    """Press the card's button; return the private message."""
    answer = await click(member, sim.reread(card), r"join:set-\d+:0")
    assert answer.ephemeral
    return last_message(answer)


async def pressed(sim: Sim, member: Any, message: Any, verb: str) -> Any:
    """Press a button of a dare by its verb; return the private answer."""
    answer = await click(member, sim.reread(message), rf"{verb}:set-\d+:0")
    return last_message(answer)


async def closed(sim: Sim, member: Any, card: Any) -> Any:
    """Close a card as its owner, who is asked first; return the private message."""
    asked = await join(sim, member, card)
    await sim.press_id(member, asked, "close:set-*:0")
    return asked


async def forged(sim: Sim, member: Any, message: Any, custom_id: str) -> str:
    """Press a button that the bot has not drawn there; return what it answers."""
    sim.put_button(message, custom_id)
    answer = await member.click(message, custom_id=custom_id)
    assert answer.acknowledged
    return text_of(sim.reread_private(answer))
