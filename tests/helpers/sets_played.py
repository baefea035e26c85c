"""Sets with a card: a sheet that is filled alone and offered, and who plays its dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.daily import store as daily_store
from bot.daily.sets import SharedSet
from bot.storage.database import Storage
from bot.table.stored_round import StoredRound
from rules.screen import Action, Seat
from simulated import LOCALES, Sim, table, text_of
from whole_rounds import click, play_on, use


@asynccontextmanager
async def seeded_table(folder: Path, language: str = "en", **settings: Any) -> AsyncIterator[Sim]:
    """Start the bot with the luck of its seeds; five members speak a language."""
    async with table(folder, **settings) as sim:
        sim.luck = sim.bot.table._given_luck = None  # type: ignore[assignment]
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


def set_of(sim: Sim) -> SharedSet:
    """Return the set with a card as it is stored; one of new dice before that of a sheet."""
    with closing(Storage.open(sim.url)) as storage:
        with storage._held.engine.connect() as connection:
            query = "SELECT set_key FROM set_cards ORDER BY round IS NULL DESC"
            key = connection.exec_driver_sql(query).scalar()
        found = storage.read(daily_store.load_set, int(str(key)[1:]))
    assert found is not None
    return found


def set_exists(sim: Sim) -> bool:
    """Return whether there is any card."""
    with closing(Storage.open(sim.url)) as storage, storage._held.engine.connect() as connection:
        return bool(connection.exec_driver_sql("SELECT count(*) FROM set_cards").scalar())


async def offered(sim: Sim, member: Any, game: str = "nine") -> Any:
    """Fill a sheet alone and offer its dice; return the card's message.

    `sim.board` is that of the sheet.
    """
    await sim.play(member, game)
    sim.board = sim.message  # type: ignore[attr-defined]
    await play_on(sim, [member], writes_only)
    asked = await use(member, sim.reread(sim.board), "beat")  # type: ignore[attr-defined]
    answer = await use(member, sim.reread_private(asked), "offer")
    return answer.followups[-1]


async def join(sim: Sim, member: Any, card: Any) -> Any:
    """Press the card's button; return the private message."""
    answer = await click(member, sim.reread(card), r"join:set-\d+:0")
    assert answer.ephemeral
    return answer.followups[-1] if answer.followups else answer.response


async def pressed(sim: Sim, member: Any, message: Any, verb: str) -> Any:
    """Press a button of a set by its verb; return the private answer."""
    answer = await click(member, sim.reread(message), rf"{verb}:set-\d+:0")
    return answer.followups[-1] if answer.followups else answer.response


async def closed(sim: Sim, member: Any, card: Any) -> Any:
    """Close a card as its owner, who is asked first; return the private message."""
    asked = await pressed(sim, member, card, "close")
    await sim.press_id(member, asked, "close:set-*:0")
    return asked


async def forged(sim: Sim, member: Any, message: Any, custom_id: str) -> str:
    """Press a button that the bot has not drawn there; return what it answers."""
    sim.put_button(message, custom_id)
    answer = await member.click(message, custom_id=custom_id)
    assert answer.acknowledged
    return text_of(sim.reread_private(answer))
