"""Private questions to a member who is about to leave or close a round, or keep a member out."""

from __future__ import annotations

from bot.language.render import Person
from bot.table.frame import KEEP_OUT
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from bot.ui.answer import Answer
from bot.ui.custom_ids import tool
from bot.ui.drawing import components, layout
from rules.text import say, say_count

_ENDED = say("This game has ended meanwhile: you need not leave it any more.")


async def ask_to_close(answer: Answer, stored: StoredRound) -> None:
    """Ask a member to confirm that they close a round; in one that has begun, that they leave."""
    if stored.begun and answer.user in stored.players.people:
        await ask_to_leave(answer, stored)
        return
    others = len({*stored.players.people} - {answer.user})
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
        if answer.user in stored.players.people
        else say("It ends at once and does not count."),
    ]
    label = answer.renderer.text(say("Close it for everybody"))
    close = tool(stored, "close-now")
    button = components.button(close, label, components.DANGER)
    await answer.turn_to(layout.message(texts, answer.renderer, [button]))


async def ask_whom_to_keep_out(answer: Answer, stored: StoredRound) -> None:
    """Ask the opener of a sheet for everybody which member may not play on it."""
    prompt = answer.renderer.text(say("Choose a member"))
    menu = components.member_menu(tool(stored, KEEP_OUT), prompt)
    text = say("Who may not play on this sheet? Choose them once more to let them play again.")
    await answer.turn_to(layout.message([text], answer.renderer, [menu]))


async def kept_out(answer: Answer, stored: StoredRound, member: int) -> None:
    """Confirm that a member may not play on a sheet for everybody any more, or may again."""
    sentence = (
        say("{member} cannot play on this sheet any more.", member=Person(member))
        if member in stored.turns.kept_out
        else say("{member} may play on this sheet again.", member=Person(member))
    )
    await answer.turn_to(layout.message([sentence], answer.renderer))


async def ask_to_leave(answer: Answer, stored: StoredRound) -> None:
    """Ask a player to confirm that they leave, in the private message that they pressed.

    If the round has ended meanwhile, a private message says so. Raises Stale or NotSeated.
    """
    if not stored.begun:
        if not (answer.private and stored.ended):
            raise Stale
        await answer.turn_to(layout.message([_ENDED], answer.renderer))
        return
    if answer.user not in stored.players.people:
        raise NotSeated
    if len(stored.players) == 1:
        text = say("Leave? It will not count.")
    elif len(stored.players) > 2 and not stored.players.alone:
        text = say("Leave? You will be last.")
    else:
        text = say("Leave? It counts as a loss.")
    label = answer.renderer.text(say("Leave the game"))
    leave = tool(stored, "leave-now")
    stay = tool(stored, "stay")
    buttons = [
        components.button(stay, answer.renderer.text(say("Stay"))),
        components.button(leave, label, components.DANGER),
    ]
    await answer.turn_to(layout.message([text], answer.renderer, buttons))
