"""Private messages about rounds: refusals, whose turn it is, and possible actions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.language.render import Person
from bot.table.closing import was_closed
from bot.table.frame import KEEP_OUT, Tool, more_tools, names
from bot.table.lobby import Called
from bot.table.refusals import NotSeated, Stale
from bot.table.seating import may_join
from bot.table.stored_round import StoredRound
from bot.table.use_cases import may_close
from bot.ui import components, layout, reach, rules_pages
from bot.ui.components import SUCCESS, Component, Drawing
from bot.ui.custom_ids import CustomId, tool
from bot.ui.requests import DISCORD_ERRORS
from bot.ui.response import Response
from bot.ui.short_names import cleaned, shortened
from rules import registry
from rules.errors import Refusal
from rules.text import Command, Text, say, say_count

log = logging.getLogger(__name__)

APOLOGY = say("Something went wrong here. Nothing was lost: please try again in a moment.")

COUNTS = say("Your choice counts, but it could not be shown here. The next answer shows it.")
"""The apology for an answer that failed after the choice was stored."""

DAMAGED = say(
    "This was not stored: the bot’s database is damaged. Please tell the bot’s host to restore "
    "a backup."
)


LOCKED = say(
    "This thread is locked, so nothing can be shown in it. Nothing was lost: ask a member who "
    "manages threads to unlock it, or play in another channel."
)


LEFT = say("You left the game.")

_ENDED = say("This game has ended meanwhile: you need not leave it any more.")

NOT_REMEMBERED = say("This was done already, or you asked for it too long ago. Please ask again.")
"""The refusal of a button whose request is not remembered any more."""

SHARED_ALREADY = say("You have just shared this game. You can do so again in a minute.")

SHARE_AGAIN_AFTER = 60.0
"""The seconds until a member may share the same game again."""

_SHORTEST_NAME = 4
"""The least letters of a name on a button."""

SHOW_HERE = CustomId("rounds", 0, 0, "show")
"""The control that posts the channel's round again."""

LOST_SIGHT = say(
    "Lost sight of the game? *Show here* in {command} posts it again.", command=Command("rounds")
)


async def apologise(response: Response, apology: Text = APOLOGY) -> None:
    """Apologise for an error; log an apology that cannot be sent.

    Nobody is asked to try again what is stored. In a locked thread, where Discord accepts no
    message, the press is at least acknowledged.
    """
    if response.stored and apology is APOLOGY:
        apology = COUNTS
    response.figures.apologies.inc()
    try:
        await response.send_private(apology)
    except DISCORD_ERRORS as error:
        log.warning("an apology did not reach Discord: %s", error)
        if reach.is_archived(error):
            with suppress(*DISCORD_ERRORS):  # the warning covers both errors
                await response.acknowledge()


async def channel_taken(
    response: Response,
    stored: StoredRound,
    elsewhere: CustomId | None = None,
    *,
    rests: bool = False,
    names: Sequence[str | None] = (),
) -> None:
    """Link to the open round of the channel, and offer the possible actions meanwhile.

    The button `elsewhere` opens a round in a thread instead, if that is possible. If the member's
    own round `rests`, the message explains how it goes on. `names` are those of the players by
    seat.
    """
    texts = _taken_by(stored)
    if rests:
        text = say(
            "Your own game keeps resting. {command} takes it up in another channel.",
            command=Command("rounds"),
        )
        texts.append(text)
    texts += _ways_to_play(response, stored, in_thread=elsewhere is not None)
    if reach.only_commands(response.interaction):
        texts.append(reach.add_the_bot(response.interaction))
    await response.send_private(*texts, buttons=_meanwhile(response, stored, elsewhere, names))


def taken_here(
    response: Response, stored: StoredRound, names: Sequence[str | None]
) -> list[Component]:
    """Return what stands above the games of a page where the channel has an open round."""
    in_thread = reach.may_create(response.interaction)
    texts = [*_taken_by(stored), *_ways_to_play(response, stored, in_thread=in_thread)]
    lines = "\n".join(map(response.renderer.text, texts))
    buttons = _meanwhile(response, stored, None, names)
    return [components.text(lines), *components.rows(buttons)]


def _taken_by(stored: StoredRound) -> list[Text]:
    """Return what tells that a round takes the channel, and how a member finds it."""
    name = registry.game(stored.game).info.name
    taken = say(
        "A game is already open in this channel: {game}, {place}",
        game=name,
        place=stored.place.link,
    )
    return [taken] if stored.place.message is not None else [taken, LOST_SIGHT]


def _ways_to_play(response: Response, stored: StoredRound, *, in_thread: bool) -> list[Text]:
    """Return how a member can play while a round takes the channel, without what buttons say."""
    if may_join(stored, response.user) and response.user not in stored.players.people:
        return [say("Join it there, or play elsewhere.")]
    if in_thread:
        return [say("You can play in a thread of this channel meanwhile.")]
    if stored.players.everybody:
        return [say("Everybody may play on it: press one of its buttons.")]
    sits = response.user in stored.players.people
    if not (sits or may_close(stored, response.user, may_manage(response.interaction))):
        return [say("Watch it there, or play in another channel.")]
    return []


def _meanwhile(
    response: Response,
    stored: StoredRound,
    elsewhere: CustomId | None,
    names: Sequence[str | None],
) -> list[Component]:
    """Return the buttons for the possible actions while a round takes the channel."""
    text, buttons = response.renderer.text, list[Component]()
    if response.user in stored.players.people:
        buttons.append(components.button(SHOW_HERE, text(say("Back to the game")), SUCCESS))
    if elsewhere is not None:
        style = components.SECONDARY if buttons else SUCCESS
        buttons.append(components.button(elsewhere, text(say("Play in a thread")), style))
    if may_close(stored, response.user, may_manage(response.interaction)):
        label = _close_label(response, stored, names)
        buttons.append(components.button(tool(stored, "close"), label, components.DANGER))
    return buttons


def _close_label(response: Response, stored: StoredRound, names: Sequence[str | None]) -> str:
    """Return the label of the button that closes a round, with the names of its members.

    They are as long as there is room. For a member of a round that has begun, closing means
    leaving.
    """
    known = [cleaned(name or "") for name in names]
    for width in range(components.LONGEST_LABEL, _SHORTEST_NAME, -1):
        short = [shortened(name, width) or None for name in known]
        label = response.renderer.text(_closing(stored, response.user, short))
        if len(label) <= components.LONGEST_LABEL:
            return label
    return response.renderer.text(say("Close the game"))


def _closing(stored: StoredRound, user: int, names: Sequence[str | None]) -> Text:
    if user in stored.players.people:
        return say("Leave the game") if stored.begun else say("Close the game")
    others = [
        name
        for player, name in zip(stored.players, names, strict=False)
        if player.user in stored.players.people
    ]
    match others:
        case [str(one)]:
            return say("Close {member}’s game", member=one)
        case [str(one), str(other)]:
            return say("Close {member}’s and {other}’s game", member=one, other=other)
        case [str(one), _, _, *more]:
            return say_count(
                "Close the game of {member} and {n} other",
                "Close the game of {member} and {n} others",
                len(more) + 2,
                member=one,
            )
        case _:
            return say("Close the game")


async def shown_recently(response: Response, stored: StoredRound) -> None:
    """Link to a round that the member had shown again a moment ago."""
    place = stored.place.link
    await response.send_private(
        say("You asked for this game a moment ago. Here it is: {place}", place=place)
    )


async def not_your_turn(
    response: Response,
    stored: StoredRound,
    refusal: Refusal,
    elsewhere: CustomId | None = None,
    called: Sequence[str | None] = (),
) -> None:
    """Explain why a member may not choose, and whose turn it is.

    A member without a seat in a round that takes the channel gets the buttons of `channel_taken`.
    """
    texts, buttons = [refusal.text], list[Component]()
    if isinstance(refusal, NotSeated) and stored.status == "playing" and stored.play is not None:
        texts = [say("You are not playing in this game.")]
        texts += [say("{seat} is choosing.", seat=seat) for seat in stored.play.awaits.seats]
        if elsewhere is None:
            texts.append(say("No thread can be made here: you can play in another channel."))
        buttons = _meanwhile(response, stored, elsewhere, called)
    renderer = response.renderer.naming(names(stored))
    await response.show_private(layout.message(texts, renderer, buttons))


def after_the_end(response: Response, stored: StoredRound) -> Drawing:
    """Return the private message of a round for a member who has no more choices there."""
    text = say("The game is over.")
    if was_closed(stored):
        text = say("The game was closed.")
    elif stored.begun:
        text = LEFT
    return layout.message([text], response.renderer)


async def ask_to_close(response: Response, stored: StoredRound) -> None:
    """Ask a member to confirm that they close a round; in one that has begun, that they leave."""
    if stored.begun and response.user in stored.players.people:
        await ask_to_leave(response, stored)
        return
    others = len({*stored.players.people} - {response.user})
    texts = [
        say("Close this sheet? Everybody may play on it.")
        if stored.players.everybody
        else say("Close this game? Nobody else plays in it.")
        if not others
        else say_count(
            "Close this game? {n} other member plays in it.",
            "Close this game? {n} other members play in it.",
            others,
        ),
        say("It ends at once and does not count. You can leave your own seat instead.")
        if response.user in stored.players.people
        else say("It ends at once and does not count."),
    ]
    label = response.renderer.text(say("Close it for everybody"))
    close = tool(stored, "close-now")
    button = components.button(close, label, components.DANGER)
    await response.turn_to(layout.message(texts, response.renderer, [button]))


async def ask_whom_to_keep_out(response: Response, stored: StoredRound) -> None:
    """Ask the opener of a sheet for everybody which member may not play on it."""
    prompt = response.renderer.text(say("Choose a member"))
    menu = components.member_menu(tool(stored, KEEP_OUT), prompt)
    text = say("Who may not play on this sheet? Choose them once more to let them play again.")
    await response.turn_to(layout.message([text], response.renderer, [menu]))


async def kept_out(response: Response, stored: StoredRound, member: int) -> None:
    """Confirm that a member may not play on a sheet for everybody any more, or may again."""
    told = (
        say("{member} cannot play on this sheet any more.", member=Person(member))
        if member in stored.turns.kept_out
        else say("{member} may play on this sheet again.", member=Person(member))
    )
    await response.turn_to(layout.message([told], response.renderer))


async def ask_to_leave(response: Response, stored: StoredRound) -> None:
    """Ask a player to confirm that they leave, in the private message that they pressed.

    If the round has ended meanwhile, a private message says so. Raises Stale or NotSeated.
    """
    if not stored.begun:
        if not (response.private and stored.ended):
            raise Stale
        await response.turn_to(layout.message([_ENDED], response.renderer))
        return
    if response.user not in stored.players.people:
        raise NotSeated
    if len(stored.players) == 1:
        text = say("Leave? It will not count.")
    elif len(stored.players) > 2 and not stored.players.alone:
        text = say("Leave? You will be last.")
    else:
        text = say("Leave? It counts as a loss.")
    label = response.renderer.text(say("Leave the game"))
    leave = tool(stored, "leave-now")
    stay = tool(stored, "stay")
    buttons = [
        components.button(stay, response.renderer.text(say("Stay"))),
        components.button(leave, label, components.DANGER),
    ]
    await response.turn_to(layout.message([text], response.renderer, buttons))


async def more(response: Response, stored: StoredRound, called: Called) -> None:
    """Show a member the further actions of a round."""
    looks = CustomId("peek", stored.id, stored.moment)
    buttons = [
        components.button(
            tool(stored, one.verb) if isinstance(one, Tool) else looks,
            response.renderer.text(one.label),
        )
        for one in more_tools(stored, response.user, called)
    ]
    await response.send_private(registry.game(stored.game).info.name, buttons=buttons)


async def stay(response: Response) -> None:
    """Dismiss the question of *Leave*. Raises BadCode on a message that others see."""
    await response.dismiss()


async def how_to_play(response: Response, stored: StoredRound) -> None:
    """Show the rules of a round's game."""
    game = registry.game(stored.game)
    await response.show_private(rules_pages.draw(game, response.renderer, beside=True))


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member manages the server of an interaction.

    The server must have the bot, or at least its commands; elsewhere the bot is only a member's
    guest.
    """
    added = reach.server(interaction) is not None or reach.only_commands(interaction)
    return added and interaction.permissions.manage_guild


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member may manage messages in this channel of a server."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages
