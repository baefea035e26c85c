"""The reminder of the daily challenge: one short ping for members who want it.

It comes `AFTER` the beginning of their round of a day, in that channel, if they have begun no other
since.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import discord

from bot.daily.calendar import begins, day_at
from bot.daily.controls import control
from bot.daily.private_round import DAY_OVER
from bot.daily.store import reminders as reminder_store
from bot.daily.store.reminders import Reminder
from bot.language.render import Person, Place, Until
from bot.play.boards.drawings import Drawings
from bot.play.servers import Servers
from bot.storage.thread import StorageThread
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.channels import Channels
from bot.ui.custom_ids import DAY, CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.localization import public_language
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from rules.errors import Refusal
from rules.text import Command, say

log = logging.getLogger(__name__)

AFTER = timedelta(hours=20)
"""The time from the beginning of a round to its reminder, unless the next day begins later."""

REMIND, STOP = "remind", "stop"
"""The verbs of *Remind me* and of *No more reminders*, which names the member."""

AT_ONCE = 20
"""The maximum number of reminders that a tick sends."""


class DailyReminders:
    """Answers *Remind me* and *No more reminders*, and sends reminders."""

    def __init__(
        self,
        *,
        channels: Channels,
        storage: StorageThread,
        servers: Servers,
        drawings: Drawings,
        language: str | None,
    ) -> None:
        self._channels, self._storage, self._servers = channels, storage, servers
        self._drawings, self._language = drawings, language

    # Controls ------------------------------------------------------------------------

    async def offer(self, answer: Answer, stored: StoredRound) -> list[Component]:
        """Return *Remind me* for the end of a round, none where it would do nothing."""
        guild = reach.server(answer.interaction)
        if guild is None or due_time(stored) <= discord.utils.utcnow():
            return []
        wanted = (await self._servers.settings(guild)).reminders
        if not wanted or await self._storage.read(reminder_store.is_reminded, answer.user):
            return []
        label = answer.renderer.text(say("Remind me"))
        return [components.button(control(day_at(stored.opened), REMIND), label)]

    async def turn_on(self, answer: Answer, stored: StoredRound) -> None:
        """Remind a member in this channel of the day after that of a round, and of later ones.

        Raises a refusal once the reminder would be late, and outside servers.
        """
        when = due_time(stored)
        if reach.server(answer.interaction) is None or when <= discord.utils.utcnow():
            raise Refusal(DAY_OVER)
        await self._storage.write(reminder_store.set_reminded, answer.user, on=True)
        await self.schedule(answer, stored)
        answer.stored = True
        await answer.send_private(
            say(
                "⏰ You will be pinged here on {when}, unless you have begun the next challenge "
                "by then. It is so after each one that you begin; {command} turns it off.",
                when=Until(when),
                command=Command("settings"),
            )
        )

    async def turn_off(self, answer: Answer, pressed: CustomId) -> None:
        """Turn off the reminders of a member, by the button of one; that of another is refused."""
        if pressed.what != str(answer.user):
            raise Refusal(say("This reminder is for another member."))
        await self._storage.write(reminder_store.set_reminded, answer.user, on=False)
        answer.stored = True
        text = say(
            "You are not reminded any more. {command} turns it on again.",
            command=Command("settings"),
        )
        await answer.send_private(text)

    async def schedule(self, answer: Answer, stored: StoredRound) -> None:
        """Store when and where the reminder of a round is due, if its member wants one."""
        guild, channel = reach.server(answer.interaction), answer.interaction.channel_id
        place = None if guild is None or channel is None else (guild, channel)
        settings = await self._servers.settings(guild)
        language = public_language(
            answer.interaction, settings.chosen_language, self._language, answer.language
        )
        await self._storage.write(
            reminder_store.store_reminder, answer.user, place, language, due_time(stored)
        )

    # Reminders -----------------------------------------------------------------------

    async def send_due(self) -> None:
        """Send the reminders that are due.

        Each is taken from storage before it is sent, so it is sent at most once.
        """
        now = discord.utils.utcnow()
        for reminder in await self._storage.read(reminder_store.due_reminders, now, AT_ONCE):
            taken = await self._storage.write(reminder_store.take_reminder, reminder)
            if taken and (await self._servers.settings(reminder.guild)).reminders:
                await self._send(reminder, day_at(now).toordinal())

    async def _send(self, reminder: Reminder, day: int) -> None:
        place = Place(reminder.channel, guild=reminder.guild)
        message, pinged = self._drawing(reminder, day), [reminder.member]
        try:
            with unasked():
                await self._channels.post(place, message, pinged)
        except DISCORD_ERRORS as error:
            log.info("channel=%d no reminder of the day sent: %s", reminder.channel, reason(error))

    def _drawing(self, reminder: Reminder, day: int) -> Drawing:
        renderer = self._drawings.renderer(reminder.language)
        text = say("{member}, today’s challenge is waiting.", member=Person(reminder.member))
        stop = CustomId(STOP, day, 0, str(reminder.member), DAY)
        play = CustomId("today", day, 0, "", DAY)
        buttons = [
            components.button(
                play, renderer.text(say("Play today’s challenge")), components.SUCCESS
            ),
            components.button(stop, renderer.text(say("No more reminders"))),
        ]
        return layout.message([text], renderer, buttons)


def due_time(stored: StoredRound) -> datetime:
    """Return when the reminder of a round is due: the next day has begun by then."""
    return max(stored.opened + AFTER, begins(day_at(stored.opened) + timedelta(days=1)))
