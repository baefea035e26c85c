"""Draws rounds as their members see them: the public message, and the Screen of one seat."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

import discord

from bot.memory import Memory
from bot.play.boards.selections import Selections
from bot.table.frame import Frame, Rolls, forget_names, frame
from bot.table.stored_round import StoredRound
from bot.ui.discord_clock import DiscordClock
from bot.ui.drawing import layout, mentions
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import CommandIds, DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.requests import LastDrawings
from rules.screen import Seat
from rules.text import say

KEPT_DRAWINGS = 512
"""The number of rounds whose drawing is kept; drawings of other rounds are made again."""


class Drawings:
    """Draws rounds, with the selections of their seats.

    `numbering` are the members whose dice are drawn with their positions, `hosts` the accounts that
    host the bot, `last_drawings` those that messages show.
    """

    def __init__(
        self,
        *,
        emoji: EmojiSet,
        commands: CommandIds,
        clock: DiscordClock,
        names: DisplayNames,
        numbering: Set[int],
        last_drawings: LastDrawings,
    ) -> None:
        self._emoji, self._commands, self._clock = emoji, commands, clock
        self._clock.on_change = self.forget
        self._names, self._numbering = names, numbering
        self._last_drawings = last_drawings
        self.hosts: frozenset[int] = frozenset()
        self.selections = Selections()
        self._kept: Memory[int, tuple[int, Frame, Drawing]] = Memory(KEPT_DRAWINGS)

    def renderer(self, language: str) -> DiscordRenderer:
        """Return the renderer of messages that everybody reads."""
        return DiscordRenderer(language, self._emoji, commands=self._commands)

    def numbers(self, user: int) -> bool:
        """Return whether a member wants dice drawn with their positions."""
        return user in self._numbering

    def frame(self, stored: StoredRound, viewer: Seat | None = None) -> Frame:
        """Return the round as a seat sees it; None stands for the public view.

        Dice that have landed roll in the first drawing after the act that rolled them.
        """
        still = frame(stored, viewer, self.hosts, self._numbering, name_of=self._names.name)
        rolls = self.rolls(stored)
        return still if rolls == "none" else replace(still, rolls=rolls)

    def rolls(self, stored: StoredRound) -> Rolls:
        """Return which dice roll in the next drawing of a round.

        In the first drawing all of them roll, since all are new.
        """
        if not stored.just_rolled:
            return "none"
        return "all" if stored.version == 1 else "landed"

    def draw(self, frame: Frame, selected: Sequence[int] = ()) -> Drawing:
        """Return the message of a frame that is drawn once and not kept."""
        return layout.draw(frame, self._emoji, selected, self._commands, self._clock.lead)

    def public(self, stored: StoredRound, message: discord.Message | None = None) -> Drawing:
        """Return the public drawing of the round at present, with the selected dice.

        `message` is the message that is redrawn: after a restart the selection is read from it.
        """
        public_frame, drawing = self.public_board(stored)
        if public_frame.screen.mark is None:
            return drawing
        selected = self.selections.of_awaited(stored, message)
        return layout.with_selected(drawing, public_frame, self._emoji, selected)

    def public_board(self, stored: StoredRound) -> tuple[Frame, Drawing]:
        """Return the public frame of the round and its message without a selection.

        They are made once for each version, and once more when the dice have come to rest.
        """
        version, public_frame, drawing = self._kept.get(stored.id) or (0, None, None)
        if public_frame is None or drawing is None or version != stored.version:
            public_frame = self.frame(stored)
        elif public_frame.rolls != "none" and not stored.just_rolled:
            public_frame = replace(public_frame, rolls="none")
        else:
            return public_frame, drawing
        drawing = self.draw(public_frame)
        self._kept[stored.id] = stored.version, public_frame, drawing
        return public_frame, drawing

    def moved(self, stored: StoredRound) -> Drawing:
        """Return the drawing of an older message of the round: a link to the present one."""
        text = say("This game goes on here: {place}", place=stored.place.link)
        return layout.message([text], self.renderer(stored.language))

    def forget(self) -> None:
        """Drop all drawings, after members were erased or have changed how dice are drawn."""
        self._kept.clear()
        forget_names()
        mentions.plain.cache_clear()
        self._last_drawings.forget()
