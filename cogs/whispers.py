"""What one member is told alone: why not, whose turn it is, and what may be done instead."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.frame import names
from bot.refusals import NotSeated, Stale
from bot.rounds import Kept
from bot.table import may_close
from bot.words import Place
from cogs import controls, layout
from cogs.answer import FAULTS, Answer
from rules import registry
from rules.errors import Refusal
from rules.text import say

log = logging.getLogger(__name__)

SORRY = say("Something went wrong here. Nothing was lost: please try again in a moment.")


async def apologise(answer: Answer) -> None:
    """Apologise for a fault; where even that does not reach Discord, log it."""
    try:
        await answer.whisper(SORRY)
    except FAULTS as fault:
        log.warning("an apology did not reach Discord: %s", fault)


async def busy(answer: Answer, kept: Kept) -> None:
    """Tell that the channel has its round already, where it is, and offer to close it."""
    place = Place(kept.channel, kept.message, kept.guild)
    texts = [say("A round is already open in this channel: {place}", place=place)]
    if kept.message is None:
        texts.append(say("Lost sight of it? /round shows it again."))
    buttons = []
    if may_close(kept, answer.user, may_manage(answer.interaction)):
        label = answer.words.say(say("Close the round"))
        buttons.append(
            controls.tool(kept.id, kept.moment, "close", label, discord.ButtonStyle.danger)
        )
    else:
        texts.append(say("Watch it there, or play in another channel."))
    await answer.whisper(*texts, buttons=buttons)


async def turn_away(answer: Answer, kept: Kept, refusal: Refusal) -> None:
    """Tell somebody who may not choose why, and whose turn it is."""
    texts = [refusal.text]
    if isinstance(refusal, NotSeated) and kept.status == "playing" and kept.play is not None:
        texts += [say("{seat} is choosing.", seat=seat) for seat in kept.play.awaits.seats]
    await answer.show(layout.whisper(texts, answer.words.naming(names(kept))))


async def ask_to_leave(answer: Answer, kept: Kept) -> None:
    """Ask a player whether they mean to leave. Raises Stale or NotSeated."""
    if kept.status != "playing":
        raise Stale
    if answer.user not in kept.people:
        raise NotSeated
    if len(kept.sitters) == 2:
        text = say("Leave this round? The other side wins it.")
    elif any(one.user not in (None, answer.user) and not one.away for one in kept.sitters):
        text = say("Leave this round? The table will play your seat from now on.")
    else:
        text = say("Leave this round? Nobody else plays in it, so it will be closed.")
    danger = discord.ButtonStyle.danger
    label = answer.words.say(say("Leave the round"))
    button = controls.tool(kept.id, kept.moment, "leave-now", label, danger)
    await answer.whisper(text, buttons=[button])


async def rules(answer: Answer, kept: Kept) -> None:
    """Show how the game of a round is played."""
    game = registry.game(kept.game)
    await answer.show(layout.page(game.info.name, game.rules(), answer.words))


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may manage messages in this channel of a server."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages
