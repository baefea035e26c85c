"""The replay of a round that is over: an animation that a player may post.

Verdicts and costs are in the private animation alone. A line explains why the animation cannot be
posted here: the bot may not, it was posted before, or the member is not a player.
"""

from __future__ import annotations

import logging
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

import discord

from bot.language.render import Person, Place
from bot.review.animation.animated import Animated, animated
from bot.review.hint_and_review import HintAndReview
from bot.review.sharing import PLAYERS_ONLY
from bot.table.frame import POST_REPLAY, frame, names
from bot.table.posted_replay import ON_ITS_WAY, forget_replay, note_replay, posted_replay
from bot.table.round_luck import on_offer
from bot.table.stored_round import StoredRound
from bot.ui import components, layout, reach
from bot.ui.components import LONGEST_DESCRIPTION, Component, Drawing
from bot.ui.custom_ids import CustomId, tool
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import PICTURES
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, is_unsure, reason
from bot.ui.response import Response
from rules.screen import Line
from rules.text import Text, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class Replays:
    """Answers *Watch replay* under a result and in /stats, and the menu of a message."""

    def __init__(self, bot: DicePokerBot, hint_and_review: HintAndReview) -> None:
        self._acts, self._hint_and_review = bot.acts, hint_and_review
        self._live, self._board = bot.live, bot.board

    async def watch(self, response: Response, pressed: CustomId) -> None:
        """Show the animation of a round to the member, who may post it here. Raises Stale."""
        await self.show(response, await self._acts.finished(response, pressed.round))

    async def post(self, response: Response, pressed: CustomId) -> None:
        """Post the animation of a round, or show it to the member alone. Raises Stale."""
        await self._post(response, await self._acts.finished(response, pressed.round))

    async def show(self, response: Response, stored: StoredRound) -> None:
        """Show the animation of a round that is over to the member, who may post it here."""
        place, why = _posted_here(response, stored), _why_private(response, stored)
        told = why if place is None else _told(place)
        await self._show(response, stored, told, posts=place is None and why is None)

    async def _post(self, response: Response, stored: StoredRound) -> None:
        if await self._shown_before(response, stored):
            return
        why = _why_private(response, stored)
        if why is not None:
            await self._show(response, stored, why)
            return
        found = await self._animated(response, stored, stored.language, judged=False)
        async with self._live.lock(stored.id):
            stored = await self._acts.load(response, stored.id, private=True)
            if await self._shown_before(response, stored):
                return
            posted = await self._posted(response, stored, found)
        if posted is None:
            await self._show(response, stored, _NOT_HERE)
        else:
            await response.send_private(_told(posted))

    async def _shown_before(self, response: Response, stored: StoredRound) -> bool:
        """Link to the replay in this channel if it was posted before; return whether it was."""
        place = _posted_here(response, stored)
        if place is not None:
            await response.send_private(_told(place))
        return place is not None

    async def _posted(
        self, response: Response, stored: StoredRound, found: Animated
    ) -> Place | None:
        """Post the animation in the language of the round; return its place, None if refused."""
        renderer = DiscordRenderer(stored.language, self._board.emoji, names(stored))
        shared_by = say("shared by {member}", member=Person(response.user))
        drawing, picture = _page(stored, found, renderer, shared_by)
        await self._note(response, stored, ON_ITS_WAY)
        try:
            message = await response.post(drawing, picture)
        except StillUnderWay as error:
            error.then(partial(self._note_late, response, stored))
            raise
        except DISCORD_ERRORS as error:
            if not is_unsure(error):
                await self._live.change(stored.id, forget_replay(_here(response, stored)))
            if not isinstance(error, discord.Forbidden):
                raise
            log.info("round=%d the replay could not be posted: %s", stored.id, reason(error))
            return None
        await self._note(response, stored, message)
        return Place(_here(response, stored), message, stored.guild)

    async def _note(self, response: Response, stored: StoredRound, message: int) -> None:
        noted = note_replay(_here(response, stored), message)
        before, after = await self._live.change(stored.id, noted)
        if before.drawn == before.version:
            self._board.mark_drawn(after)
        if message != ON_ITS_WAY:
            log.info("round=%d game=%s replay posted", stored.id, stored.game)

    async def _note_late(self, response: Response, stored: StoredRound, message: int) -> None:
        async with self._live.lock(stored.id):
            await self._note(response, stored, message)

    async def _show(
        self, response: Response, stored: StoredRound, why: Text | None, *, posts: bool = False
    ) -> None:
        """Show the animation to the member alone, in their language, with the reason `why`."""
        found = await self._animated(response, stored, response.language, judged=True)
        renderer = response.renderer.naming(names(stored))
        drawing, picture = _page(stored, found, renderer, why, posts=posts)
        await response.show_private(drawing, picture)
        log.info("round=%d game=%s replay shown", stored.id, stored.game)

    async def _animated(
        self, response: Response, stored: StoredRound, language: str, *, judged: bool
    ) -> Animated:
        """Return the animation; drawing may take seconds, during which the member sees a notice.

        It is drawn once for all members, with the names known by then. Raises the errors of
        `Pictures.take`.
        """
        self._live.pictures.take(response.user)
        await response.note_progress(_DRAWING)
        key = ("animation", stored.id, language, judged)
        question = (
            await self._hint_and_review.played(stored),
            self._board.frame(stored).screen,
            language,
            PICTURES,
        )
        return await self._live.analyse(
            response.user, key, partial(animated, judged=judged), *question, keep=True
        )


_DRAWING = say("Drawing the replay …")

_NOT_HERE = say("The bot may not post pictures in this channel, so only you see this.")


def _told(place: Place) -> Text:
    if place.message is None:
        return say("The replay of this game is being posted in this channel, or stands in it.")
    return say("The replay of this game is here: {place}", place=place)


def _here(response: Response, stored: StoredRound) -> int:
    return response.interaction.channel_id or stored.channel


def _posted_here(response: Response, stored: StoredRound) -> Place | None:
    """Return the message in this channel with the replay of a round, None if there is none."""
    return posted_replay(stored, _here(response, stored))


def _why_private(response: Response, stored: StoredRound) -> Text | None:
    """Return the reason why the animation is not public, None if it may be."""
    interaction = response.interaction
    if not stored.took_part(response.user):
        return PLAYERS_ONLY
    if on_offer(stored):
        return say("Others may still play these dice, so only you see this.")
    if not reach.may_attach(interaction):
        return _NOT_HERE
    if interaction.guild_id != stored.guild:
        return _NOT_HERE
    try:
        reach.check(interaction)
    except reach.AnswersInPrivate:
        return _NOT_HERE
    return None


def _page(
    stored: StoredRound,
    found: Animated,
    renderer: DiscordRenderer,
    remark: Text | None,
    *,
    posts: bool = False,
) -> tuple[Drawing, discord.File]:
    """Return the message with an animation, and its picture; with `posts`, a button posts it."""
    shows = " ".join(renderer.text(text) for text in found.shows)[:LONGEST_DESCRIPTION]
    picture = discord.File(BytesIO(found.picture), "replay.gif", description=shows)
    buttons = [_button(stored, POST_REPLAY, say("Post"), renderer)] if posts else []
    remarks = () if remark is None else (remark,)
    lines = [Line(text, "quiet") for text in (*found.letters, *remarks)]
    title = frame(stored).screen.title
    return layout.page(title, lines, renderer, picture, buttons=buttons), picture


def _button(stored: StoredRound, verb: str, label: Text, renderer: DiscordRenderer) -> Component:
    pressed = tool(stored, verb)
    return components.button(pressed, renderer.text(label))
