"""Messages that only one member sees: why not, whose turn it is, what they may do instead."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.table.closing import was_closed
from bot.table.frame import FAIR, check_label, names
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from bot.table.use_cases import may_close
from bot.ui import components, layout, reach, rules_pages
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId, tool
from bot.ui.requests import DISCORD_ERRORS
from bot.ui.response import Response
from rules import registry
from rules.errors import Refusal
from rules.text import Command, Text, say, say_count

log = logging.getLogger(__name__)

APOLOGY = say("Something went wrong here. Nothing was lost: please try again in a moment.")

DAMAGED = say(
    "This was not stored: the bot’s database is damaged. Please tell whoever runs the bot, who "
    "has to restore a backup."
)


LOCKED = say(
    "This thread is locked, so nothing can be shown in it. Nothing was lost: ask a member who "
    "manages threads to unlock it, or play in another channel."
)


NOT_REMEMBERED = say("This was done already, or you asked for it too long ago. Please ask again.")
"""The refusal of a button whose request is not remembered any more."""

SHARED_ALREADY = say("You have just shared this review. You can do so again in a minute.")

SHOW_HERE = CustomId("rounds", 0, 0, "show")
"""The control that posts the channel's round again."""

LOST_SIGHT = say(
    "Lost sight of the round? *Show here* in {command} posts it again.", command=Command("rounds")
)


async def apologise(response: Response, apology: Text = APOLOGY) -> None:
    """Apologise for an error; log an apology that cannot be sent.

    In a locked thread, where Discord takes no message, the press is at least acknowledged.
    """
    response.figures.apologies += 1
    try:
        await response.send_private(apology)
    except DISCORD_ERRORS as error:
        log.warning("an apology did not reach Discord: %s", error)
        if reach.is_archived(error):
            with suppress(*DISCORD_ERRORS):  # the warning stands for both
                await response.acknowledge()


async def channel_taken(
    response: Response,
    stored: StoredRound,
    elsewhere: CustomId | None = None,
    *,
    rests: bool = False,
) -> None:
    """Say that the channel has an open round, where it is, and offer to show or to close it.

    A press of `elsewhere` plays in a thread instead, if that is possible. Where the
    member's own round `rests`, say how it goes on.
    """
    place = stored.place
    texts = [say("A round is already open in this channel: {place}", place=place)]
    if stored.message is None:
        texts.append(LOST_SIGHT)
    if rests:
        text = say(
            "Your own round keeps resting. {command} takes it up in another channel.",
            command=Command("rounds"),
        )
        texts.append(text)
    buttons = list[Component]()
    if response.user in stored.people:
        label = response.renderer.text(say("Back to the round"))
        buttons.append(components.button(SHOW_HERE, label, components.SUCCESS))
    if elsewhere is not None:
        texts.append(say("You can play in a thread of this channel meanwhile."))
        label = response.renderer.text(say("Play in a thread"))
        style = components.SECONDARY if buttons else components.SUCCESS
        buttons.append(components.button(elsewhere, label, style))
    if may_close(stored, response.user, may_manage(response.interaction)):
        label = response.renderer.text(say("Close the round"))
        close = tool(stored, "close")
        buttons.append(components.button(close, label, components.DANGER))
    elif elsewhere is None:
        texts.append(say("Watch it there, or play in another channel."))
    if reach.only_commands(response.interaction):
        texts.append(reach.add_the_bot(response.interaction))
    await response.send_private(*texts, buttons=buttons)


async def shown_recently(response: Response, stored: StoredRound) -> None:
    """Say where the round is that the member had shown again a moment ago."""
    place = stored.place
    await response.send_private(
        say("You asked for this round a moment ago. Here it is: {place}", place=place)
    )


async def not_your_turn(response: Response, stored: StoredRound, refusal: Refusal) -> None:
    """Say why a member may not choose, and whose turn it is."""
    texts = [refusal.text]
    if isinstance(refusal, NotSeated) and stored.status == "playing" and stored.play is not None:
        texts += [say("{seat} is choosing.", seat=seat) for seat in stored.play.awaits.seats]
    await response.show_private(layout.message(texts, response.renderer.naming(names(stored))))


def after_the_end(response: Response, stored: StoredRound) -> Drawing:
    """Return what a private message of a round shows to whoever has no more to choose there."""
    text = say("The round is over.")
    if was_closed(stored):
        text = say("The round was closed.")
    elif stored.begun:
        text = say("You left the round.")
    return layout.message([text], response.renderer)


async def ask_to_close(response: Response, stored: StoredRound) -> None:
    """Ask a member to confirm that they close a round in which others sit."""
    others = len({*stored.people} - {response.user})
    texts = [
        say("Close this round? Nobody else plays in it.")
        if not others
        else say_count(
            "Close this round? {n} other member plays in it.",
            "Close this round? {n} other members play in it.",
            others,
        ),
        say("It ends at once and does not count. You can leave your own seat instead.")
        if response.user in stored.people
        else say("It ends at once and does not count."),
    ]
    if response.user in stored.people:
        texts += _cost(stored)
    label = response.renderer.text(say("Close it for everybody"))
    close = tool(stored, "close-now")
    button = components.button(close, label, components.DANGER)
    if response.private:
        await response.redraw(layout.message(texts, response.renderer, [button]))
    else:
        await response.send_private(*texts, buttons=[button])


async def ask_to_leave(response: Response, stored: StoredRound) -> None:
    """Ask a player to confirm that they leave. Raises Stale or NotSeated."""
    if not stored.begun:
        raise Stale
    if response.user not in stored.people:
        raise NotSeated
    if stored.match_of > 1:
        text = say("Leave this round? The other side wins it, and with it the match.")
    elif len(stored.players) == 2:
        text = say("Leave this round? The other side wins it.")
    elif any(one.user not in (None, response.user) and not one.automatic for one in stored.players):
        text = say("Leave this round? Your seat will then be played automatically.")
    else:
        text = say("Leave this round? Nobody else plays in it, so it will be closed.")
    label = response.renderer.text(say("Leave the round"))
    leave = tool(stored, "leave-now")
    stay = tool(stored, "stay")
    rules = tool(stored, "rules")
    fair = tool(stored, FAIR)
    check = check_label(registry.games().get(stored.game))
    buttons = [
        components.button(stay, response.renderer.text(say("Stay"))),
        components.button(leave, label, components.DANGER),
        components.button(rules, response.renderer.text(rules_pages.FIRST_PART)),
        components.button(fair, response.renderer.text(check)),
    ]
    await response.send_private(text, *_cost(stored), buttons=buttons)


def _cost(stored: StoredRound) -> list[Text]:
    """Return what it costs to break a round off: skill, where it is rated."""
    if stored.unrated or not stored.advises:
        return []
    return [say("This round is rated: for your skill, what is missing counts as played badly.")]


async def stay(response: Response) -> None:
    """Put the question of *Leave* away. Raises BadCode on a message that others see."""
    await response.dismiss()


async def how_to_play(
    response: Response, stored: StoredRound, below: Sequence[Component] = ()
) -> None:
    """Show the rules of a round's game, with what stands below them."""
    game = registry.game(stored.game)
    await response.show_private(rules_pages.draw(game, response.renderer, beside=True, more=below))


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member manages the server of an interaction.

    It has the bot, or at least its commands; elsewhere the bot is only a member's guest.
    """
    added = reach.server(interaction) is not None or reach.only_commands(interaction)
    return added and interaction.permissions.manage_guild


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member may manage messages in this channel of a server."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages
