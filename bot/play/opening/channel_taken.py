"""What a member reads where a channel has a round already: where it is, and what they can do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table import frame
from bot.table.refusals import NotSeated
from bot.table.seating import may_join
from bot.table.stored_round import StoredRound
from bot.table.use_cases import may_close
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import SUCCESS, Component
from bot.ui.drawing.short_names import cleaned, shortened
from rules import registry
from rules.errors import Refusal
from rules.text import Command, Text, say, say_count

_SHORTEST_NAME = 4
"""The least letters of a name on a button."""

SHOW_HERE = CustomId("rounds", 0, 0, "show")
"""The control that posts the channel's round again."""

LOST_SIGHT = say(
    "Lost sight of the game? *Show here* in {command} posts it again.", command=Command("rounds")
)


async def show_taken(
    answer: Answer,
    stored: StoredRound,
    elsewhere: CustomId | None,
    *,
    rests: bool,
    names: Sequence[str | None],
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
    texts += _ways_to_play(answer, stored, in_thread=elsewhere is not None)
    if reach.only_commands(answer.interaction):
        texts.append(reach.add_the_bot(answer.interaction))
    await answer.send_private(*texts, buttons=_meanwhile(answer, stored, elsewhere, names))


def taken_components(
    answer: Answer, stored: StoredRound, names: Sequence[str | None]
) -> list[Component]:
    """Return what stands above the games of a page where the channel has an open round."""
    in_thread = reach.may_create(answer.interaction)
    texts = [*_taken_by(stored), *_ways_to_play(answer, stored, in_thread=in_thread)]
    lines = "\n".join(map(answer.renderer.text, texts))
    buttons = _meanwhile(answer, stored, None, names)
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


def _ways_to_play(answer: Answer, stored: StoredRound, *, in_thread: bool) -> list[Text]:
    """Return how a member can play while a round takes the channel, without what buttons say."""
    if may_join(stored, answer.user) and answer.user not in stored.players.people:
        return [say("Join it there, or play elsewhere.")]
    if in_thread:
        return [say("You can play in a thread of this channel meanwhile.")]
    if stored.players.everybody:
        return [say("Everybody may play on it: press one of its buttons.")]
    sits = answer.user in stored.players.people
    if not (sits or may_close(stored, answer.user, reach.may_manage(answer.interaction))):
        return [say("Watch it there, or play in another channel.")]
    return []


def _meanwhile(
    answer: Answer,
    stored: StoredRound,
    elsewhere: CustomId | None,
    names: Sequence[str | None],
) -> list[Component]:
    """Return the buttons for the possible actions while a round takes the channel."""
    text, buttons = answer.renderer.text, list[Component]()
    if answer.user in stored.players.people:
        buttons.append(components.button(SHOW_HERE, text(say("Back to the game")), SUCCESS))
    if elsewhere is not None:
        style = components.SECONDARY if buttons else SUCCESS
        buttons.append(components.button(elsewhere, text(say("Play in a thread")), style))
    if may_close(stored, answer.user, reach.may_manage(answer.interaction)):
        label = _close_label(answer, stored, names)
        buttons.append(components.button(tool(stored, "close"), label, components.DANGER))
    return buttons


def _close_label(answer: Answer, stored: StoredRound, names: Sequence[str | None]) -> str:
    """Return the label of the button that closes a round, with the names of its members.

    They are as long as there is room. For a member of a round that has begun, closing means
    leaving.
    """
    clean_names = [cleaned(name or "") for name in names]
    for width in range(components.LONGEST_LABEL, _SHORTEST_NAME, -1):
        short = [shortened(name, width) or None for name in clean_names]
        label = answer.renderer.text(_closing(stored, answer.user, short))
        if len(label) <= components.LONGEST_LABEL:
            return label
    return answer.renderer.text(say("Close the game"))


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


async def shown_recently(answer: Answer, stored: StoredRound) -> None:
    """Link to a round that the member had shown again a moment ago."""
    place = stored.place.link
    await answer.send_private(
        say("You asked for this game a moment ago. Here it is: {place}", place=place)
    )


async def not_your_turn(
    answer: Answer,
    stored: StoredRound,
    refusal: Refusal,
    elsewhere: CustomId | None,
    names: Sequence[str | None],
) -> None:
    """Explain why a member may not choose, and whose turn it is.

    A member without a seat in a round that takes the channel gets the buttons of `show_taken`.
    """
    texts, buttons = [refusal.text], list[Component]()
    if isinstance(refusal, NotSeated) and stored.status == "playing" and stored.play is not None:
        texts = [say("You are not playing in this game.")]
        texts += [say("{seat} is choosing.", seat=seat) for seat in stored.play.awaits.seats]
        if elsewhere is None:
            texts.append(say("No thread can be made here: you can play in another channel."))
        buttons = _meanwhile(answer, stored, elsewhere, names)
    renderer = answer.renderer.naming(frame.names(stored))
    await answer.show_private(layout.message(texts, renderer, buttons))
