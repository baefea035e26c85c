"""The switches on a member's page of settings that belong to no other feature."""

from __future__ import annotations

from bot.play.boards.drawings import Drawings
from bot.play.member_choices import ON, MemberChoices, MemberSwitch, stored_switch
from bot.storage.thread import StorageThread
from bot.table.store import member_settings
from rules.text import say, say_in


def reminders(storage: StorageThread) -> MemberSwitch:
    """Return the switch of reminders of turns."""
    return stored_switch(
        say_in("setting", "Reminders"),
        say("A ping when it is your turn and the time runs out."),
        storage=storage,
        is_on=member_settings.is_reminded,
        turn=member_settings.set_reminded,
    )


def positions(numbering: MemberChoices, drawings: Drawings) -> MemberSwitch:
    """Return the switch of positions on dice; boards are drawn anew once it is turned."""

    async def is_on(user: int) -> bool:
        return user in numbering

    async def turn(user: int, on: bool) -> None:
        await numbering.choose(user, ON if on else None)
        drawings.forget()

    return MemberSwitch(
        say_in("setting", "Positions on dice"),
        say("Shows each die’s position, 1 to 5, on its button."),
        is_on,
        turn,
    )


def hidden_statistics(storage: StorageThread) -> MemberSwitch:
    """Return the switch that hides a member's statistics."""
    return stored_switch(
        say("Hide my statistics"),
        say("If it is on, only you see how well you play, on every server."),
        storage=storage,
        is_on=member_settings.is_hidden,
        turn=member_settings.set_hidden,
    )
