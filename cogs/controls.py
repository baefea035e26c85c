"""The controls of all messages: their custom ids are made and read here and nowhere else.

Every control is a DynamicItem, so a press finds its way after a restart too,
and nothing is kept in memory for a message. An id names the kind of control,
the round, the moment (a lobby's version), and what it does. A press that no
control of the clicked message answers is caught by `Lost`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, cast

import discord
from discord import ui
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import DicePokerBot
    from cogs.desk import Desk

Emoji = discord.PartialEmoji | str | None

_PLACE = r"(?P<round>[0-9]{1,15}):(?P<moment>[0-9]{1,9})"
_CODE = r"(?P<code>[a-z0-9.-]{1,41})"


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a control's id names: its round and the moment (a lobby's version) it belongs to."""

    round: int
    moment: int


def _pressed(match: re.Match[str]) -> Pressed:
    return Pressed(int(match["round"]), int(match["moment"]))


def _desk(interaction: discord.Interaction[Any]) -> Desk:
    desk: Desk = cast("DicePokerBot", interaction.client).desk
    return desk


class _Control(ui.DynamicItem[Any], template=r"_"):
    """A button or a menu whose id is read by its class's template."""

    def __init__(self, item: Any, match: re.Match[str] | None = None) -> None:
        super().__init__(item)
        self.match = match or cast("re.Match[str]", self.template.fullmatch(item.custom_id))

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read a control back from the clicked message; cannot fail."""
        return cls(item, match)


class PressButton(_Control, template=rf"press:{_PLACE}:{_CODE}"):
    """Does a game's action."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the action at the desk."""
        await _desk(interaction).act(interaction, _pressed(self.match), self.match["code"])


class MarkButton(_Control, template=rf"mark:{_PLACE}:(?P<position>[1-5])"):
    """Marks or unmarks one die."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Mark the die at the desk."""
        await _desk(interaction).mark(
            interaction, _pressed(self.match), int(self.match["position"])
        )


class SubmitButton(_Control, template=rf"submit:{_PLACE}:{_CODE}"):
    """Does a verb to the marked dice."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the marked dice to the desk."""
        await _desk(interaction).submit(interaction, _pressed(self.match), self.match["code"])


class PeekButton(_Control, template=rf"peek:{_PLACE}"):
    """Shows a seat its own Screen in private."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Ask the desk for the private Screen."""
        await _desk(interaction).peek(interaction, _pressed(self.match))


class LobbyButton(_Control, template=rf"lobby:{_PLACE}:{_CODE}"):
    """Joins, leaves or starts a table that waits for its players."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it at the desk."""
        await _desk(interaction).seat(interaction, _pressed(self.match), self.match["code"])


class ToolButton(_Control, template=rf"tool:{_PLACE}:{_CODE}"):
    """Leaves, closes, repeats: what the table offers around every game."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Use it at the desk."""
        await _desk(interaction).use(interaction, _pressed(self.match), self.match["code"])


class ActionMenu(_Control, template=rf"menu:{_PLACE}"):
    """Does the chosen action of a game."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the chosen action at the desk."""
        await _desk(interaction).act(interaction, _pressed(self.match), _chosen(interaction))


class LobbyMenu(_Control, template=rf"seat:{_PLACE}"):
    """Does the chosen action at a waiting table."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the chosen action at the desk."""
        await _desk(interaction).seat(interaction, _pressed(self.match), _chosen(interaction))


KINDS = (
    PressButton,
    MarkButton,
    SubmitButton,
    PeekButton,
    LobbyButton,
    ToolButton,
    ActionMenu,
    LobbyMenu,
)


def _chosen(interaction: discord.Interaction[Any]) -> str:
    return str((_said(interaction).get("values") or [""])[0])


def _said(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    return cast("dict[str, Any]", interaction.data or {})


def press(
    round_id: int, moment: int, code: str, label: str, style: discord.ButtonStyle
) -> ui.Item[Any]:
    """Return the button of a game's action."""
    return PressButton(_button(f"press:{round_id}:{moment}:{code}", style, label))


def mark(
    round_id: int, moment: int, position: int, face: tuple[Emoji, str | None], *, marked: bool
) -> ui.Item[Any]:
    """Return the button of one die, blurple while it is marked; `face` is emoji and label."""
    emoji, label = face
    style = discord.ButtonStyle.primary if marked else discord.ButtonStyle.secondary
    return MarkButton(_button(f"mark:{round_id}:{moment}:{position}", style, label, emoji))


def submit(round_id: int, moment: int, verb: str, label: str, *, ready: bool) -> ui.Item[Any]:
    """Return the button that does `verb` to the marked dice; disabled until it is `ready`."""
    style = discord.ButtonStyle.success if ready else discord.ButtonStyle.secondary
    custom_id = f"submit:{round_id}:{moment}:{verb}"
    return SubmitButton(_button(custom_id, style, label, disabled=not ready))


def peek(round_id: int, moment: int, label: str) -> ui.Item[Any]:
    """Return the button that shows a seat its own Screen."""
    return PeekButton(_button(f"peek:{round_id}:{moment}", discord.ButtonStyle.primary, label))


def lobby(
    round_id: int, version: int, code: str, label: str, style: discord.ButtonStyle
) -> ui.Item[Any]:
    """Return a button of a waiting table."""
    return LobbyButton(_button(f"lobby:{round_id}:{version}:{code}", style, label))


def tool(
    round_id: int, moment: int, verb: str, label: str, style: discord.ButtonStyle
) -> ui.Item[Any]:
    """Return a button of the table itself."""
    return ToolButton(_button(f"tool:{round_id}:{moment}:{verb}", style, label))


def menu(
    round_id: int, moment: int, prompt: str, options: list[discord.SelectOption]
) -> ui.Item[Any]:
    """Return a menu of a game's actions."""
    return ActionMenu(_select(f"menu:{round_id}:{moment}", prompt, options))


def lobby_menu(
    round_id: int, version: int, prompt: str, options: list[discord.SelectOption]
) -> ui.Item[Any]:
    """Return a menu of a waiting table."""
    return LobbyMenu(_select(f"seat:{round_id}:{version}", prompt, options))


def _button(
    custom_id: str,
    style: discord.ButtonStyle,
    label: str | None,
    emoji: Emoji = None,
    *,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    label = label if label is None else label[:80]
    return ui.Button(custom_id=custom_id, style=style, label=label, emoji=emoji, disabled=disabled)


def _select(
    custom_id: str, prompt: str, options: list[discord.SelectOption]
) -> ui.Select[ui.LayoutView]:
    return ui.Select(custom_id=custom_id, placeholder=prompt, options=options)


def marked_on(message: discord.Message | None, round_id: int, moment: int) -> tuple[int, ...]:
    """Return the positions whose buttons are blurple: the marks that a message shows.

    Buttons of another round or moment do not count.
    """
    if message is None:
        return ()
    template = MarkButton.__discord_ui_compiled_template__
    found = []
    for item in ui.LayoutView.from_message(message).walk_children():
        if isinstance(item, ui.Button) and item.style is discord.ButtonStyle.primary:
            match = template.fullmatch(item.custom_id or "")
            if match and _pressed(match) == Pressed(round_id, moment):
                found.append(int(match["position"]))
    return tuple(sorted(found))


class Lost(commands.Cog):
    """Answers the presses that no control of the clicked message answers.

    discord.py drops a press without a word when its id matches no control's
    template, or is no longer on the message it came from.
    """

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Redraw the present for a control that has gone from its message.

        A seat is taken or left all the same: the table may have been redrawn for
        a neighbour while the button was on its way.
        """
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = str(_said(interaction).get("custom_id", ""))
        known = any(kind.__discord_ui_compiled_template__.fullmatch(custom_id) for kind in KINDS)
        if known and interaction.message is not None and custom_id in _ids(interaction.message):
            return
        seat = LobbyButton.__discord_ui_compiled_template__.fullmatch(custom_id)
        if seat:
            await _desk(interaction).seat(interaction, _pressed(seat), seat["code"])
            return
        place = re.match(rf"[a-z]+:{_PLACE}(:|$)", custom_id)
        await _desk(interaction).lost(interaction, _pressed(place) if place else None)


def _ids(message: discord.Message) -> set[str]:
    children = ui.LayoutView.from_message(message).walk_children()
    return {getattr(child, "custom_id", None) or "" for child in children}


async def setup(bot: commands.Bot) -> None:
    """Teach the bot its controls."""
    bot.add_dynamic_items(*KINDS)
    await bot.add_cog(Lost())
