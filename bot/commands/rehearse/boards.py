"""Boards of every kind, as the bot draws them: each game under way, a lobby, a closed round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.language.render import PlainRenderer, render
from bot.table.closing import closed_by
from bot.table.frame import frame
from bot.table.luck import SecureLuck
from bot.table.opening import OpenRequest
from bot.table.pace import TimeLimits
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.emoji import EmojiSet
from rules import registry
from rules.game import Game


@dataclass(frozen=True, slots=True)
class Board:
    """A board by its name, as it is posted and as it is edited."""

    name: str
    posted: Drawing
    edited: Drawing


def boards(host: int, channel: int, emoji: EmojiSet, now: datetime) -> Iterator[Board]:
    """Yield the boards, with the member `host` on a seat. None of their rounds is stored."""
    table = Table(SecureLuck(), TimeLimits())
    lobby = None
    for game in registry.games().values():
        new = table.open(OpenRequest(game.info.key, host, channel), now)
        lobby = lobby or (new if new.play is None else None)
        round_ = new if new.play is not None else _begun(table, game, new, now)
        name = render(game.info.name, "en", PlainRenderer())
        yield Board(f"board of {name}", _draw(round_, emoji), _draw(round_, emoji, (1, 2)))
    if lobby is not None:
        closed = replace(closed_by(lobby, host), status="closed", deadline=None)
        yield Board("lobby of a round", _draw(lobby, emoji), _draw(closed, emoji))


def _begun(table: Table, game: Game[object], new: StoredRound, now: datetime) -> StoredRound:
    """Return a waiting round begun, beside as many computers as the game needs."""
    level = game.info.levels[0].key
    for _ in range(game.info.seats.start - 1):
        new = table.add_computer(new.opener, level, new.version, now)(new)
    return table.start(new.opener, now)(new)


def _draw(stored: StoredRound, emoji: EmojiSet, selected: tuple[int, ...] = ()) -> Drawing:
    return layout.draw(frame(stored), emoji, selected)
