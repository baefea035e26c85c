"""The companion of a lone player's sheet: the level medium, with the same dice.

The companion plays a turn once the member has finished theirs, with the dice that the labels of
that turn give to anybody (docs/same-dice.md), so it reveals no dice to come. It is not stored,
since it follows from the seed. It changes no result, and is no part of the record or of its proof.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Any

from bot.memory import Memory
from bot.table.frame import Frame
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from rules import engine
from rules.engine import Luck, Round
from rules.levels import HOUSE
from rules.screen import Block, Line, Seat, Sheet
from rules.text import Argument, Command, Text, say

ALONE = Seat(0)

_NEW_TO_IT = say(
    "🤖 The medium computer plays the same dice beside you. {command} turns it off.",
    command=Command("settings"),
)


class Companions:
    """Computes the totals of companions and adds them to boards.

    `declined` holds the members who have turned their companion off.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._played: Memory[int, tuple[Round[Any], tuple[int, ...]]] = Memory()
        self.declined: Set[int] = frozenset()

    def beside(self, stored: StoredRound, shown: Frame) -> Frame:
        """Return the board of a lone player's sheet with the total of its companion, if it has one.

        In a round in progress the total is in the row below the member's own, after as many turns.
        """
        if stored.status == "over":
            blocks = (*self.at_end(stored), *shown.screen.blocks)
            return replace(shown, screen=replace(shown.screen, blocks=blocks))
        turns, points = self._after_turns(stored) if stored.begun else (0, 0)
        if not turns:
            return shown
        row = (HOUSE.name, points)
        told = tuple(_with_row(block, row) for block in shown.screen.blocks)
        notes = shown.notes
        if turns == 1 and not stored.rules_known and not stored.everybody:
            notes = (_NEW_TO_IT, *notes)
        return replace(shown, screen=replace(shown.screen, blocks=told), notes=notes)

    def at_end(self, stored: StoredRound) -> tuple[Line, ...]:
        """Return the line that compares both totals, where a sheet is full."""
        play = stored.play
        if play is None or play.over is None or play.over.outcome.scores is None:
            return ()
        turns, points = self._after_turns(stored)
        if not turns:
            return ()
        return (Line(_compared(play.over.outcome.scores[ALONE.index], points), "strong"),)

    def _after_turns(self, stored: StoredRound) -> tuple[int, int]:
        """Return the number of turns that the member has finished, and the companion's total then.

        Both are 0 where there is no companion: a member who plays alone has one as long as all
        their dice are those of the seed, under the labels that everybody has.
        """
        play = stored.play
        if play is None or len(stored.players) > 1 or play.game.so_far is None:
            return 0, 0
        if play.game.level(None) != HOUSE.key or stored.players[ALONE.index].user in self.declined:
            return 0, 0
        turns, _ = play.game.so_far(play.state, ALONE)
        luck = self._table.luck_again(stored) if turns else None
        if luck is None:
            return 0, 0
        return turns, self._totals(stored, play, turns, luck)[turns - 1]

    def _totals(
        self, stored: StoredRound, own: Round[Any], turns: int, luck: Luck
    ) -> tuple[int, ...]:
        """Return the companion's totals after each of at least `turns` turns."""
        known = self._played.get(stored.id)
        companion, totals = known or (engine.begin(own.game, 1, stored.options, luck), ())
        while len(totals) < turns:
            companion = _turn_played(companion, luck)
            assert own.game.so_far is not None  # noqa: S101 — else there is no companion
            totals = (*totals, own.game.so_far(companion.state, ALONE)[1])
            self._played[stored.id] = companion, totals
        return totals


def _turn_played(before: Round[Any], luck: Luck) -> Round[Any]:
    """Return the round of a companion after its next turn."""
    game, after = before.game, before
    assert game.so_far is not None  # noqa: S101 — else there is no companion
    finished, _ = game.so_far(before.state, ALONE)
    while game.so_far(after.state, ALONE)[0] == finished:
        choices = game.computer(after.state, ALONE, HOUSE.key)
        weights = [weight for _, weight in choices]
        label = engine.choice_label(after, ALONE)
        index = luck.choose(label, weights) if len(choices) > 1 else 0
        after = engine.act(after, ALONE, choices[index][0], luck)
    return replace(after, steps=())


def _with_row(block: Block, row: tuple[Text, int]) -> Block:
    return replace(block, rows=(*block.rows, row)) if isinstance(block, Sheet) else block


def _compared(own: int, points: int) -> Text:
    said: dict[str, Argument] = {"seat": ALONE, "own": own, "points": points}
    if own > points:
        return say("{seat} {own} · the computer {points} with the same dice: {seat} wins!", **said)
    if own < points:
        return say(
            "{seat} {own} · the computer {points} with the same dice: the computer wins.", **said
        )
    return say("{seat} {own} · the computer {points} with the same dice: a draw.", **said)
