"""Worths, advice and reasons for decisions in a game of sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from rules.dice import SELECTIONS
from rules.exact.reasons import reason_of_reroll
from rules.game import Advice
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, Full, Rolling, SheetFlow, State, acting
from rules.sheets.rows import (
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    ScoreSheet,
    open_mask,
    open_rows,
    total,
)
from rules.text import Text, say
from rules.turns import KEEP, ROLLS, TurnRolled, TurnRolling, reroll_of

if TYPE_CHECKING:
    from rules.exact.tables import FloatArray
    from rules.exact.turns import Turn
    from rules.sheets.rows import Rows
    from rules.sheets.solver import Sheets
    from rules.sheets.winning import WinTurn


@lru_cache(1)
def turn_alone(rows: Rows, open_rows: int, ledger: int) -> Turn:
    """Return a solved turn of a sheet that is filled alone; the last one is kept in memory."""
    from rules.sheets.solver import solve  # noqa: PLC0415 — numpy is loaded with the first question

    return solve(rows).turn(open_rows, ledger)


@dataclass(frozen=True)
class SheetAdvice:
    """Perfect play of a game of sheets: for points with one seat, for the win with several.

    Alone worth is the expected final total, exactly. With several seats it is
    the share of the win, exact late in the round and an estimate before
    (`winning`).
    """

    flow: SheetFlow

    def solved(self) -> Sheets:
        """Return the sheet solved for points; the first call computes it."""
        from rules.sheets.solver import solve  # noqa: PLC0415 — numpy is loaded with the first question

        return solve(self.flow.rows)

    def winning(self, state: Rolling | Choosing) -> WinTurn:
        """Return the present turn of several seats, solved for the win."""
        from rules.sheets.winning import TurnStart, solve_turn  # noqa: PLC0415 — numpy is loaded with the first question

        rows, sheets = self.flow.rows, state.sheets
        masks, totals, ledgers = (map(read, sheets) for read in (open_mask, total, rows.ledger))
        return solve_turn(rows, TurnStart((*masks,), (*totals,), acting(state).index, (*ledgers,)))

    def worth(self, state: State, seat: Seat) -> float:
        """Return the seat's expected share of the win; alone, its expected final total."""
        alone = len(state.sheets) == 1
        match state:
            case Rolling(_, _, turn) | Choosing(_, _, turn) if alone:
                return self._total_alone(state.sheets[0], turn)
            case Rolling(_, _, turn) | Choosing(_, _, turn):
                solved = self.winning(state)
                return solved.shares(solved.turn.at(turn))[seat.index]
            case Full(sheets):
                outcome = self.flow.outcome(sheets)
                return float(total(sheets[0]) if alone else outcome.shares[seat.index])
            case _:
                assert_never(state)

    def _total_alone(self, sheet: ScoreSheet, turn: TurnRolled | TurnRolling) -> float:
        """Return the expected final total of a single sheet in its turn."""
        mask, ledger = self._place(sheet)
        if turn.rolls:
            to_come = turn_alone(self.flow.rows, mask, ledger).at(turn)[0]
        else:
            to_come = self.solved().rest[mask, ledger]
        return total(sheet) + float(to_come)

    def _place(self, sheet: ScoreSheet) -> tuple[int, int]:
        """Return the open rows, as a bit mask, and the ledger of a sheet."""
        return open_mask(sheet), self.flow.rows.ledger(sheet)

    def advise(self, state: State, seat: Seat) -> tuple[Advice, ...]:
        """Return the worth of each row and each reroll, best first.

        Alone all later play maximises the total, and among equally good choices
        rows come before rerolls, in the order of the sheet. With several seats
        all later play maximises the share of the win; equal shares are told
        apart by more expected points first. The first choice is that of the
        computer's level `perfect`. The result is empty for seats that are not
        awaited.
        """
        match state:
            case Choosing(sheets, _, rolled) if seat == acting(state):
                if len(sheets) == 1:
                    return self._advise_alone(sheets[0], rolled)
                return self._advise_to_win(state, rolled)
            case _:
                return ()

    def _advise_alone(self, sheet: ScoreSheet, rolled: TurnRolled) -> tuple[Advice, ...]:
        from rules.exact.advice import of_selections, ranked  # noqa: PLC0415 — numpy is loaded with the first question
        from rules.sheets.solver import EQUAL_POINTS  # noqa: PLC0415

        (mask, ledger), points = self._place(sheet), total(sheet)
        writing = self.solved().writing(rolled.dice, mask, ledger)
        choices = [
            Advice(self.flow.rows[row].action, points + worth) for row, worth in writing.items()
        ]
        if not rolled.last:
            keeps = turn_alone(self.flow.rows, mask, ledger).keeps[ROLLS - len(rolled.rolls)]
            selections = of_selections(rolled.dice, points + keeps[:, 0])
            choices += [advice for advice in selections if advice.action != KEEP]
        return tuple(
            replace(advice, points=advice.worth) for advice in ranked(choices, EQUAL_POINTS)
        )

    def _advise_to_win(self, state: Choosing, rolled: TurnRolled) -> tuple[Advice, ...]:
        from rules.exact.rerolls import index, keeps_of  # noqa: PLC0415 — numpy is loaded with the first question
        from rules.sheets.winning import ranked  # noqa: PLC0415

        solved = self.winning(state)

        def advice(action: Action, columns: FloatArray) -> Advice:
            own, points, *_ = columns.tolist()
            shares = solved.shares(columns)
            return Advice(action, own, shares=shares, points=points, exact=solved.exact)

        roll_index = index(rolled.dice)
        choices = [
            advice(self.flow.rows[row].action, solved.written[row][roll_index])
            for row in self.flow.rows.entries(state.sheets[acting(state).index], rolled.dice)
        ]
        if not rolled.last:
            keeps = solved.turn.keeps[ROLLS - len(rolled.rolls)]
            by_keep = sorted(zip(keeps_of(rolled.dice), SELECTIONS, strict=True))
            choices += [
                advice(reroll_of(positions), keeps[keep])
                for keep, positions in by_keep
                if positions
            ]
        return ranked(choices)

    def reason(self, state: State, seat: Seat, action: Action) -> Text | None:
        """Return the kept dice and the aim of a reroll, or the points of a row."""
        match state:
            case Choosing(sheets, _, rolled) if action.verb == "write":
                row = self.flow.rows.index(action.on)
                entry = self.flow.rows.entries(sheets[seat.index], rolled.dice)[row]
                if entry.bonus:
                    return say("It makes the upper bonus: {points} points.", points=entry.bonus)
                if entry.extra:
                    return say(
                        "A further five of a kind brings {points} points.", points=entry.extra
                    )
                most = entry.points == max(self.flow.rows.scores[row])
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

    def why(self, state: State, seat: Seat, better: Action, worse: Action) -> Text | None:
        """Return why one choice of the acting seat is worth more than another."""
        from rules.sheets.causes import Contrast  # noqa: PLC0415 — numpy is loaded with the first question
        from rules.sheets.endings import Endings, for_points  # noqa: PLC0415
        from rules.sheets.last_round import EQUAL_SHARES  # noqa: PLC0415

        if not isinstance(state, Choosing):
            return None
        sheets, sheet = self.solved(), state.sheets[seat.index]
        mask, ledger = self._place(sheet)
        if len(state.sheets) == 1:
            turn = for_points(sheets, mask, ledger)
        else:
            solved = self.winning(state)
            written = {row: columns[:, :2] for row, columns in solved.written.items()}
            turn = Endings(sheets.outcomes.scores(mask), written, EQUAL_SHARES)
        return Contrast(self.flow.face_set, sheets, sheet, state.rolled, better, worse, turn).why()
