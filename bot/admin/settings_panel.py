"""The private panel on which managers of a server choose its settings.

It shows every setting of `bot.table.server_settings`, with a menu or a button by its kind. Each
control takes effect at once and redraws the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import discord

from bot.admin.own_settings import back_button, switch_line
from bot.language.render import Person, Until
from bot.play.act_log import log_deed
from bot.play.servers import Servers
from bot.storage.thread import StorageThread
from bot.table.players import FORMER_ELSEWHERE
from bot.table.server_settings import (
    SETTINGS,
    STATES,
    ChannelsSetting,
    ChoiceSetting,
    ServerSettings,
    SeveralSetting,
    SwitchSetting,
    stored_value,
)
from bot.table.store import bars
from bot.table.store.bars import Bar
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.missing_permissions import Missing
from rules.errors import BadCode, BadOption, Refusal
from rules.game import NamedKey
from rules.text import Capital, Text, say, say_count, say_in

CHANNEL_TYPES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.media,
)
"""The types of channels in which commands are typed; threads belong to one of them."""

PANEL = "all"
"""The control that shows the panel; the others are the keys of its settings."""

LISTED_BARS = 10
"""The most bars that the panel lists."""

LONGEST_PLACEHOLDER = 150
"""The most letters of the text in a menu of which nothing is chosen, set by Discord."""


class SettingsPanel:
    """Draws the panel and answers its controls."""

    def __init__(self, servers: Servers, missing: Missing, storage: StorageThread) -> None:
        self._servers = servers
        self._missing = missing
        self._storage = storage

    async def show(self, answer: Answer) -> None:
        """Show the panel to a member who may manage the server."""
        guild = managed_server(answer)
        settings = await self._servers.settings(guild)
        await answer.turn_to(await self._page(answer, guild, settings))

    async def change_setting(self, answer: Answer, pressed: CustomId) -> None:
        """Change one setting, or show the panel. Raises BadCode and BadOption."""
        guild, what = managed_server(answer), pressed.what
        if what == PANEL:
            await self.show(answer)
            return
        key, _, state = what.partition(".")
        if key not in SETTINGS:
            raise BadCode
        value = _value(answer, key, state, [*answer.chosen])
        settings = await self._servers.set(guild, key, value)
        answer.stored = True
        log_deed(guild, "set", answer.user, detail=f"{key}={stored_value(key, value) or ''}")
        await answer.redraw(await self._page(answer, guild, settings))

    async def _page(self, answer: Answer, guild: int, settings: ServerSettings) -> Drawing:
        active_bars = await self._storage.read(bars.in_force, guild, discord.utils.utcnow())
        notes = [*_bar_lines(active_bars), *await self._missing.mark_reported(answer)]
        return panel(answer.renderer, settings, partial(_present_channels, answer), notes)


def managed_server(answer: Answer) -> int:
    """Return the server of an interaction. Raises a refusal if the member does not manage it.

    Raises OnlyCommands where the bot itself is not on the server.
    """
    interaction = answer.interaction
    if interaction.guild_id is None or not reach.manages_server(interaction):
        raise Refusal(say("Only members who may manage this server can change its settings."))
    reach.check_added(interaction)
    return interaction.guild_id


def _value(answer: Answer, key: str, state: str, chosen: list[str]) -> Any:
    """Return the value that a press has chosen; `state` is that of a switch. Raises BadOption."""
    match SETTINGS[key]:
        case SwitchSetting():
            if state not in STATES:
                raise BadOption(state)
            return STATES[state]
        case ChoiceSetting(values=values):
            if [value.key for value in values() if value.key in chosen] != chosen or not chosen:
                raise BadOption(", ".join(chosen))
            return chosen[0]
        case SeveralSetting(values=values):
            keys = tuple(value.key for value in values() if value.key in chosen)
            if len(keys) != len(chosen):
                raise BadOption(", ".join(chosen))
            return () if len(keys) == len(values()) else keys
        case ChannelsSetting(most=most):
            resolved = answer.resolved("channels")  # those that Discord has found
            if len(chosen) > most or any(one not in resolved for one in chosen):
                raise BadOption(", ".join(chosen))
            return tuple(map(int, chosen))


def _present_channels(answer: Answer, channels: tuple[int, ...]) -> tuple[int, ...]:
    """Return the channels without those that the server certainly no longer has."""
    return tuple(channel for channel in channels if reach.has_channel(answer.interaction, channel))


def _bar_lines(active_bars: list[Bar]) -> list[Text]:
    """Return a line for each of the bars that end first, and one with the number of the others."""
    lines = [_bar_line(bar) for bar in active_bars[:LISTED_BARS]]
    more = len(active_bars) - LISTED_BARS
    if more > 0:
        lines.append(say_count("and {n} more barred member", "and {n} more barred members", more))
    return lines


def _bar_line(bar: Bar) -> Text:
    member = Person(FORMER_ELSEWHERE if bar.user is None else bar.user)
    if bar.set_by is None:
        return say("🚫 {member}: barred, ends {when}", member=member, when=Until(bar.until))
    return say(
        "🚫 {member}: barred by {moderator}, ends {when}",
        member=member,
        moderator=Person(bar.set_by),
        when=Until(bar.until),
    )


def panel(
    renderer: DiscordRenderer,
    settings: ServerSettings,
    present: Callable[[tuple[int, ...]], tuple[int, ...]],
    notes: Sequence[Text],
) -> Drawing:
    """Return the panel. `present` returns those of some channels that the server has.

    `notes` are the lines below: barred members and missing permissions.
    """
    render = renderer.text
    effect = say(
        "Each choice takes effect at once; open games play on. Members may still choose a day for "
        "each turn of a game."
    )
    texts = [f"### {render(say('Settings of this server'))}", f"-# {render(effect)}"]
    parts = [components.text("\n".join(texts))]
    switches = []
    for key, setting in SETTINGS.items():
        value, custom_id = getattr(settings, key), CustomId("setting", 0, 0, key)
        match setting:
            case SwitchSetting():
                switches.append(switch_line(renderer, custom_id, setting.about, on=value))
            case ChoiceSetting(about, values):
                lines = [_option(renderer, setting, choice, value) for choice in values()]
                menu = components.menu(custom_id, render(about)[:LONGEST_PLACEHOLDER], lines)
                parts += components.rows([menu])
            case SeveralSetting():
                menu = _several_menu(renderer, custom_id, setting, value)
                parts += [components.text(render(setting.about)), *components.rows([menu])]
            case ChannelsSetting():
                channels = present(value)
                menu = components.channel_menu(
                    custom_id,
                    render(say_in("nothing is chosen", "{all}", all=Capital(setting.none))),
                    (one.value for one in CHANNEL_TYPES),
                    channels,
                    setting.most,
                )
                parts += [components.text(render(setting.about)), *components.rows([menu])]
                if value and not channels:
                    parts.append(components.text(render(setting.gone)))
    parts += switches
    if notes:
        parts.append(components.text("\n".join(render(text) for text in notes)))
    rows = components.rows([back_button(renderer)])
    return Drawing([components.container(layout.COLOURS["play"], parts), *rows])


def _option(
    renderer: DiscordRenderer, setting: ChoiceSetting, value: NamedKey, chosen: str
) -> Component:
    text = say("{option}: {value}", option=setting.about, value=value.name)
    return components.option(value.key, renderer.text(text), None, chosen=value.key == chosen)


def _several_menu(
    renderer: DiscordRenderer, custom_id: CustomId, setting: SeveralSetting, chosen: tuple[str, ...]
) -> Component:
    render = renderer.text
    lines = [
        components.option(value.key, render(value.name), None, chosen=value.key in chosen)
        for value in setting.values()
    ]
    none = render(say_in("nothing is chosen", "{all}", all=Capital(setting.none)))
    return components.several(custom_id, none, lines)
