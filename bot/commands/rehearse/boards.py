"""Sample boards for a rehearsal: each game under way, a lobby, a closed round.

The menus of a server's settings are among them, as Discord has special rules for these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.admin.settings_panel import panel
from bot.language.render import PlainRenderer, render
from bot.table.closing import closed_by
from bot.table.frame import frame
from bot.table.luck import SecureLuck
from bot.table.opening import OpenRequest
from bot.table.server_settings import ServerSettings
from bot.table.stored_round import StoredRound, changed
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from rules import registry


@dataclass(frozen=True, slots=True)
class SampleBoard:
    """A sample board by its name, as posted and as edited."""

    name: str
    posted: Drawing
    edited: Drawing


def boards(host: int, channel: int, emoji: EmojiSet, now: datetime) -> Iterator[SampleBoard]:
    """Yield the boards, with the member `host` on a seat. Their rounds are not stored."""
    table = Table(SecureLuck(), TimeLimits())
    for game in registry.games().values():
        begun = table.open(OpenRequest(game.info.key, host, channel), now)
        name = render(game.info.name, "en", PlainRenderer())
        yield SampleBoard(f"board of {name}", _draw(begun, emoji), _draw(begun, emoji, (1, 2)))
    several = next(key for key, game in registry.games().items() if not game.info.for_two)
    lobby = table.open(OpenRequest(several, host, channel, open_to_all=True), now)
    closed = changed(closed_by(lobby, host), status="closed", deadline=None)
    yield SampleBoard("lobby of a round", _draw(lobby, emoji), _draw(closed, emoji))
    renderer, chosen = DiscordRenderer("en", emoji), ServerSettings(channels=(channel,))
    yield SampleBoard(
        "menus of the settings", panel(renderer, ServerSettings()), panel(renderer, chosen)
    )


def _draw(stored: StoredRound, emoji: EmojiSet, selected: tuple[int, ...] = ()) -> Drawing:
    return layout.draw(frame(stored), emoji, selected)
