"""The rendering of sentences for Discord: mentions, emoji, timestamps, links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import timedelta

import discord
from discord import AppCommandType
from discord.app_commands import AppCommand

from bot.language.render import YOU, Person, Place, Until, render
from bot.ui.drawing.emoji import EmojiSet
from rules.dice import FaceSet, Roll
from rules.screen import Seat
from rules.text import Argument, Command, Text


class CommandIds:
    """The ids of slash commands, by name.

    No id is known before the commands have been compared with Discord's. `in_discord` is whether
    Discord itself offers the commands: under names in the member's language, and some in the menus
    of members and messages.
    """

    def __init__(self, *, in_discord: bool = True) -> None:
        self.in_discord = in_discord
        self._ids: dict[str, int] = {}

    def know(self, commands: Iterable[AppCommand]) -> None:
        """Replace the ids with those of the commands that Discord has now."""
        self._ids = {
            command.name: command.id
            for command in commands
            if command.type is AppCommandType.chat_input
        }

    def mention(self, command: Command) -> str:
        """Return the mention of a command, or its plain name if its id is not known.

        >>> CommandIds().mention(Command("play"))
        '/play'
        """
        command_id = self._ids.get(command.name)
        return f"/{command.name}" if command_id is None else f"</{command.name}:{command_id}>"


@dataclass(frozen=True)
class DiscordRenderer:
    """Renders sentences for one reader, or for everybody at a table.

    `names` are the players by seat; the one on the seat `you` is called "you". `bold` sets the
    names of computers in bold, as mentions stand out by themselves. Dice are emoji, or `symbols`.
    A moment `counts_down` on a board, which is drawn again; elsewhere it is told as each reader's
    clock shows it. `lead` is that of the clock of this machine over Discord's, in seconds.
    """

    language: str
    emoji: EmojiSet
    names: tuple[Argument, ...] = field(default=())
    bold: bool = True
    commands: CommandIds = field(default_factory=CommandIds)
    counts_down: bool = False
    lead: float = 0.0
    you: Seat | None = None
    symbols: bool = False

    def naming(self, names: tuple[Argument, ...], you: Seat | None = None) -> DiscordRenderer:
        """Return a copy with the names of these players, for the one on the seat `you`."""
        return replace(self, names=names, you=you)

    def with_symbols(self) -> DiscordRenderer:
        return replace(self, symbols=True)

    def text(self, text: Text) -> str:
        return render(text, self.language, self)

    def seat(self, seat: Seat) -> str:
        """Mention the member on this seat, or name the computer."""
        if seat == self.you:
            return self.text(YOU)
        match self.names[seat.index]:
            case Person(user):
                return self.person(user)
            case Text() as name:
                return f"**{self.text(name)}**" if self.bold else self.text(name)
            case other:
                return str(other)

    def person(self, user: int) -> str:
        return f"<@{user}>"

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        """Return dice as emoji or symbols in a line of text."""
        return face_set.symbols_of(faces) if self.symbols else self.emoji.row(faces, face_set)

    def until(self, until: Until) -> str:
        """Return a moment as a timestamp: as the time that is left, or in the reader's own zone."""
        lead = 0.0 if until.of_discord else self.lead
        at = until.when - timedelta(seconds=lead)
        return discord.utils.format_dt(at, "R" if self.counts_down else "f")

    def place(self, place: Place) -> str:
        """Return a link to a message, or a mention of its channel."""
        if place.message is None:
            return f"<#{place.channel}>"
        guild = "@me" if place.guild is None else place.guild
        return f"https://discord.com/channels/{guild}/{place.channel}/{place.message}"

    def command(self, command: Command) -> str:
        """Return the mention of a command, which can be clicked."""
        return self.commands.mention(command)
