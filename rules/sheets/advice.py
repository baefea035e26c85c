"""Worths, advice and reasons for decisions in a game of sheets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from rules.dice import DIFFERENT_ROLLS
from rules.exact.reasons import reason_of_reroll
from rules.game import Advice
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, Full, Rolling, SheetFlow, State, acting
from rules.sheets.rows import (
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    ScoreSheet,
    open_rows,
    total,
)
from rules.text import Text, say
from rules.turns import KEEP, ROLLS

if TYPE_CHECKING:
    from rules.sheets.solver import Sheets


@dataclass(frozen=True)
class SheetAdvice:
    """Exact play of a game of sheets.

    Worth is the expected final total of a seat. Play maximises this total
    instead of the chance to win, so the worth is independent of the other
    seats. `scores` holds the points of each row for each of the 252 rolls.
    """

    flow: SheetFlow
    scores: tuple[tuple[int, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_roll = [self.flow.rows.worths(roll) for roll in DIFFERENT_ROLLS]
        object.__setattr__(self, "scores", tuple(zip(*by_roll, strict=True)))

    def solved(self) -> Sheets:
        """Return the solved sheet of the game; the first call computes it."""
        from rules.sheets.solver import solve  # noqa: PLC0415 — numpy is loaded with the first question

        return solve(self.scores)

    def worth(self, state: State, seat: Seat) -> float:
        """Return the seat's expected final total if it plays perfectly for the total."""
        sheet = state.sheets[seat.index]
        match state:
            case Rolling(_, _, turn) | Choosing(_, _, turn) if turn.rolls and seat == acting(state):
                to_come = self.solved().turn(_mask(sheet)).at(turn)[0]
            case Rolling() | Choosing():
                to_come = self.solved().rest[_mask(sheet)]
            case Full():
                to_come = 0
            case _:
                assert_never(state)
        return total(sheet) + float(to_come)

    def advise(self, state: State, seat: Seat) -> tuple[Advice, ...]:
        """Return the expected final total after each row and each reroll, best first.

        All later play maximises the total. Among equally good choices rows come
        before rerolls, in the order of the sheet; the first choice is that of
        the computer's level `perfect`. The result is empty for seats that are
        not awaited.
        """
        match state:
            case Choosing(sheets, _, rolled) if seat == acting(state):
                from rules.exact.advice import of_selections, ranked  # noqa: PLC0415 — numpy is loaded with the first question
                from rules.sheets.solver import EQUAL_POINTS  # noqa: PLC0415

                sheet = sheets[seat.index]
                mask, points = _mask(sheet), total(sheet)
                writing = self.solved().writing(rolled.dice, mask)
                choices = [
                    Advice(self.flow.rows[row].action, points + worth)
                    for row, worth in writing.items()
                ]
                if not rolled.last:
                    keeps = self.solved().turn(mask).keeps[ROLLS - len(rolled.rolls)]
                    selections = of_selections(rolled.dice, points + keeps[:, 0])
                    choices += [one for one in selections if one.action != KEEP]
                return ranked(choices, EQUAL_POINTS)
            case _:
                return ()

    def reason(self, state: State, seat: Seat, action: Action) -> Text | None:
        """Return what a reroll keeps and aims at, or that no roll scores more in a row."""
        match state:
            case Choosing(_, _, rolled) if action.verb == "write":
                row = self.flow.rows.index(action.on)
                most = self.flow.rows.worths(rolled.dice)[row] == max(self.scores[row])
                return say("No roll scores more in this row.") if most else None
            case Choosing(sheets, _, rolled):
                keys = {self.flow.rows[row].key for row in open_rows(sheets[seat.index])}
                return reason_of_reroll(
                    rolled.dice,
                    action,
                    full_house=FULL_HOUSE in keys,
                    straight=LARGE_STRAIGHT in keys,
                    run_of_four=SMALL_STRAIGHT in keys,
                )
            case _:
                return None


def _mask(sheet: ScoreSheet) -> int:
    """Return the open rows as a bit mask."""
    return sum(1 << row for row in open_rows(sheet))
