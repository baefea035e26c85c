"""The switch of reminders of the day on a member's page of settings."""

from __future__ import annotations

from bot.daily.store import reminders as reminder_store
from bot.play.member_choices import MemberSwitch, stored_switch
from bot.storage.thread import StorageThread
from rules.text import say, say_in


def reminder_switch(storage: StorageThread) -> MemberSwitch:
    return stored_switch(
        say_in("setting", "Daily reminder"),
        say("A ping for the next daily challenge, 20 hours after you have begun one."),
        storage=storage,
        is_on=reminder_store.is_reminded,
        turn=reminder_store.set_reminded,
    )
