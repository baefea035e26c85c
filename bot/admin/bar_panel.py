"""The private panel on which a moderator bars a member or lifts the bar.

Barred members may finish the rounds in which they sit; they cannot open, join or start a round, and
are not invited.
"""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.language.render import Person, Until
from bot.play.act_log import log_deed
from bot.storage.thread import StorageThread
from bot.table.store import bars
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Drawing
from rules.errors import BadCode, BadOption, Refusal
from rules.game import NamedKey
from rules.text import say, say_in

DURATIONS: dict[str, timedelta] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
}
"""The times for which a member can be barred."""

NAMED_DURATIONS = (
    NamedKey("hour", say_in("duration", "An hour")),
    NamedKey("day", say_in("duration", "A day")),
    NamedKey("week", say_in("duration", "A week")),
    NamedKey("month", say_in("duration", "A month")),
)
"""The same times, by name."""

LIFT = "lift"
"""The verb of the button that lifts a bar; the others are the keys of `DURATIONS`."""

NOT_YOURSELF = say("You cannot bar yourself.")


class BarPanel:
    """Draws the panel and answers its buttons."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage

    async def show(
        self,
        answer: Answer,
        member: discord.User | discord.Member,
        duration: str | None = None,
    ) -> None:
        """Show whether a member is barred, after barring them for a `duration`.

        Raises a refusal for bots, for the moderator, for members who manage the server, and for
        users who may not moderate.
        """
        guild = _moderated_server(answer)
        now = discord.utils.utcnow()
        barred = await self._storage.read(bars.bar_end, guild, member.id, now) is not None
        if not barred or duration is not None:  # an existing bar can be lifted
            _check_can_be_barred(answer, member)
        if duration is not None:
            await self._bar(guild, member.id, duration, answer.user)
            answer.stored = True
        await answer.show_private(await self._drawing(answer, guild, member.id))

    async def bar_or_lift(self, answer: Answer, pressed: CustomId) -> None:
        """Bar the member for a time, or lift the bar.

        Raises a refusal for users who may not moderate.
        """
        guild = _moderated_server(answer)
        verb, _, member = pressed.what.partition(".")
        if not member.isdecimal():
            raise BadCode
        if verb == LIFT:
            await self._storage.write(bars.lift, guild, int(member))
            log_deed(guild, "lift", answer.user, int(member))
        elif int(member) == answer.user:
            raise Refusal(NOT_YOURSELF)
        else:
            await self._bar(guild, int(member), verb, answer.user)
        answer.stored = True
        await answer.redraw(await self._drawing(answer, guild, int(member)))

    async def _bar(self, guild: int, member: int, duration: str, moderator: int) -> None:
        if duration not in DURATIONS:
            raise BadOption(duration)
        until = discord.utils.utcnow() + DURATIONS[duration]
        await self._storage.write(bars.bar, guild, member, until, moderator)
        log_deed(guild, "bar", moderator, member, duration)

    async def _drawing(self, answer: Answer, guild: int, member: int) -> Drawing:
        now = discord.utils.utcnow()
        until = await self._storage.read(bars.bar_end, guild, member, now)
        render = answer.renderer.text
        if until is None:
            texts = [
                say(
                    "{member} may play here. For how long are they to be barred?",
                    member=Person(member),
                )
            ]
        else:
            texts = [
                say(
                    "{member} is barred from playing here. The bar ends {when}.",
                    member=Person(member),
                    when=Until(until),
                ),
                say(
                    "They cannot open or join a game, nor be invited; those in which they sit "
                    "play on. They are told when they try."
                ),
            ]
        buttons = [
            components.button(
                CustomId("bar", 0, 0, f"{duration.key}.{member}"), render(duration.name)
            )
            for duration in NAMED_DURATIONS
        ]
        if until is not None:
            label = render(say("Lift the bar"))
            lift = CustomId("bar", 0, 0, f"{LIFT}.{member}")
            buttons.append(components.button(lift, label, components.SUCCESS))
        return layout.message(texts, answer.renderer, buttons)


def _check_can_be_barred(answer: Answer, member: discord.User | discord.Member) -> None:
    """Refuse to bar a bot, the moderator, and a member who may manage the server on Discord."""
    if member.bot:
        raise Refusal(say("Bots do not play here, so none can be barred."))
    if member.id == answer.user:
        raise Refusal(NOT_YOURSELF)
    permissions = member.resolved_permissions if isinstance(member, discord.Member) else None
    if permissions is not None and (permissions.manage_guild or permissions.administrator):
        raise Refusal(say("Members who manage this server cannot be barred from its games."))


def _moderated_server(answer: Answer) -> int:
    """Return the server of an interaction. Raises a refusal if the member does not moderate it."""
    guild = answer.interaction.guild_id
    if guild is None or not reach.may_manage(answer.interaction):
        raise Refusal(say("Only members who may manage messages can do this."))
    return guild
