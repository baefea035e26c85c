"""Replay: a round that is over as an animated picture, posted once by one of its players.

Where it cannot be posted, or was not asked for by a player, only the member sees it.
"""

from __future__ import annotations

import logging
from io import BytesIO

import discord

from bot.analysis.animation.animation import Animated, animated
from bot.language.render import Person
from bot.table.frame import frame, names
from bot.table.posted_replay import note_replay, posted_replay
from bot.table.refusals import AnswersInPrivate, Stale
from bot.table.stored_round import StoredRound
from bot.ui import components, layout, reach
from bot.ui.analysis import Analyses
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import PICTURES
from bot.ui.interactions import Interactions
from bot.ui.response import Response, reason
from rules.screen import Line
from rules.text import Text, say

log = logging.getLogger(__name__)

LONGEST_DESCRIPTION = 1024
"""The most letters of the description of a picture, set by Discord."""


class Animations:
    """Answers the button Replay under a result, and Animation in the round step by step."""

    def __init__(self, interactions: Interactions, analyses: Analyses) -> None:
        self._interactions, self._analyses = interactions, analyses
        self._worker, self._board = interactions.worker, interactions.board

    async def animate(self, response: Response, pressed: CustomId) -> None:
        """Post the animation of a round, or show it to the member alone. Raises Stale."""
        async with self._interactions.lock(pressed.round):
            stored = await self._over(response, pressed)
        if await self._shown_before(response, stored):
            return
        why = _why_private(response, stored)
        if why is not None:
            await response.defer_private()
            await self._show(response, stored, why)
            return
        found = await self._animated(response, stored, stored.language)
        async with self._interactions.lock(pressed.round):
            stored = await self._over(response, pressed)
            if await self._shown_before(response, stored):
                return
            posted = await self._posted(response, stored, found)
        if not posted:
            await self._show(response, stored, _NOT_HERE)

    async def _shown_before(self, response: Response, stored: StoredRound) -> bool:
        """Tell the member where the replay is, if it was posted before."""
        place = posted_replay(stored)
        if place is not None:
            await response.send_private(
                say("The replay of this round is here: {place}", place=place)
            )
        return place is not None

    async def _posted(self, response: Response, stored: StoredRound, found: Animated) -> bool:
        """Post the animation in the language of the round; return whether Discord let the bot."""
        renderer = DiscordRenderer(stored.language, self._board.emoji, names(stored))
        shared_by = say("shared by {member}", member=Person(response.user))
        drawing, picture = _page(stored, found, renderer, shared_by)
        try:
            message = await response.post(drawing, picture)
        except discord.Forbidden as error:
            log.info("round=%d the replay could not be posted: %s", stored.id, reason(error))
            return False
        channel = response.interaction.channel_id or stored.channel
        before, after = await self._worker.change(stored.id, note_replay(channel, message))
        if before.drawn == before.version:
            self._board.mark_drawn(after)
        log.info("round=%d game=%s replay posted", stored.id, stored.game)
        return True

    async def _show(self, response: Response, stored: StoredRound, why: Text) -> None:
        """Show the animation to the member alone, in their language, and say why."""
        found = await self._animated(response, stored, response.language)
        renderer = response.renderer.naming(names(stored))
        drawing, picture = _page(stored, found, renderer, why)
        await response.show_private(drawing, picture)
        log.info("round=%d game=%s replay shown", stored.id, stored.game)

    async def _animated(self, response: Response, stored: StoredRound, language: str) -> Animated:
        key = ("animation", stored.id, language, self._interactions.names.of(stored))
        question = (await self._analyses.played(stored), frame(stored).screen, language, PICTURES)
        return await self._worker.analyse(response.user, key, animated, *question, keep=True)

    async def _over(self, response: Response, pressed: CustomId) -> StoredRound:
        """Return a round that is over and has exact play. Raises Stale for any other."""
        stored = await self._interactions.load(response, pressed.round)
        if stored.status != "over" or stored.play is None or stored.play.game.advise is None:
            raise Stale
        return stored


_NOT_HERE = say("The bot may not post pictures in this channel, so only you see this.")


def _why_private(response: Response, stored: StoredRound) -> Text | None:
    """Return why the animation is not for everybody, None where it is."""
    interaction = response.interaction
    if not stored.seats_of(response.user):
        return say("Only players of the round can post this for everybody.")
    if interaction.guild_id is not None and not interaction.app_permissions.attach_files:
        return _NOT_HERE
    try:
        reach.check(interaction)
    except AnswersInPrivate:
        return _NOT_HERE
    return None


def _page(
    stored: StoredRound, found: Animated, renderer: DiscordRenderer, remark: Text
) -> tuple[Drawing, discord.File]:
    """Return the message with an animation, and its picture."""
    shows = " ".join(renderer.text(text) for text in found.shows)[:LONGEST_DESCRIPTION]
    picture = discord.File(BytesIO(found.picture), "replay.gif", description=shows)
    steps = CustomId("tool", stored.id, stored.moment, "replay")
    button = components.button(steps, renderer.text(say("Step by step")))
    lines = [Line(text, "quiet") for text in (*found.letters, remark)]
    title = frame(stored).screen.title
    return layout.page(title, lines, renderer, picture, [button]), picture
