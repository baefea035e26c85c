"""Remarks on sheets: on rolls, written rows and the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules import hands
from rules.events import rolls
from rules.screen import Seat
from rules.sheets.rows import (
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    Rows,
    ScoreSheet,
    open_rows,
    total,
)
from rules.text import Text, say_count, say_in
from rules.turns import TurnRolled

_RANKS = {
    FIVE: hands.FIVE,
    FOUR: hands.FOUR,
    FULL_HOUSE: hands.FULL_HOUSE,
    LARGE_STRAIGHT: hands.STRAIGHT,
}
"""The rank of the dice that make the points of a row."""

JACKPOTS = (rolls.FIVE_OF_A_KIND, rolls.FIVE_AT_ONCE, rolls.ANOTHER_FIVE)
"""The remarks on rolls that stand above the title of a board."""

SHORT_OF_LARGE = say_in("an event", "so close: one short of the large straight")
MOST = say_in("an event", "the most this row can bring")
NO_ZERO = say_in("an event", "no zero so far")

SHORT_OF_BONUS = 3
"""The most missing points with which the bonus is missed closely."""

TELLS_LEAD_FROM = 3
"""The first turn with remarks on changes of the lead, which mean little before."""


def of_roll(rows: Rows, sheet: ScoreSheet, rolled: TurnRolled) -> Text | None:
    """Return the remark on the latest roll of the seat with this sheet."""
    ranks = {_RANKS[key] for key in _open_keys(rows, sheet) & {*_RANKS}}
    event = rolls.made_remark(rolled.rolls, ranks)
    if event is None:
        missed = rolls.missed_remark(rolled.rolls, ranks) if rolled.last else None
        return SHORT_OF_LARGE if missed == rolls.SHORT_OF[hands.STRAIGHT] else missed
    alike = event in JACKPOTS
    return rolls.ANOTHER_FIVE if alike and rows.bonuses and sheet[rows.index(FIVE)] else event


def of_write(rows: Rows, sheet: ScoreSheet, row: int) -> Text | None:
    """Return the remark on the latest row of a sheet, leaving out its bonus."""
    short = _short_of_bonus(rows, sheet, row)
    if short is not None:
        return short
    points = {worth for worth in rows.scores[row] if worth}
    if len(points) > 1 and sheet[row] == max(points):
        return MOST
    if len(open_rows(sheet)) == 1 and all(sheet[: len(rows)][at] != 0 for at in range(len(rows))):
        return NO_ZERO
    return None


def _short_of_bonus(rows: Rows, sheet: ScoreSheet, row: int) -> Text | None:
    bonuses, upper = rows.bonuses, sheet[: rows.faces]
    if bonuses is None or row >= rows.faces or None in upper:
        return None
    missing = bonuses.least - total(upper)
    if not 0 < missing <= SHORT_OF_BONUS:
        return None
    return say_count(
        "so close: {n} point short of the bonus",
        "so close: {n} points short of the bonus",
        missing,
    )


def of_lead(rows: Rows, sheets: Sequence[ScoreSheet], last: Sequence[int | None]) -> Iterator[Text]:
    """Yield the remark that the lead has changed, once all seats have played equally many turns.

    After a further five of a kind the earlier total of a sheet is unknown.
    """
    written = len(rows) - len(open_rows(sheets[0]))
    if len(sheets) == 1 or written < TELLS_LEAD_FROM or not _are_level(sheets):
        return
    if rows.bonuses and any(sheet[-2] for sheet in sheets):
        return
    now, before = [total(sheet) for sheet in sheets], []
    for points, sheet, row in zip(now, sheets, last, strict=True):
        if row is None:
            return
        before.append(points - (sheet[row] or 0) - rows.bonus_of(sheet, row))
    first, led = _leaders(now), _leaders(before)
    if len(first) == 1 and led != first:
        yield say_in("an event", "{seat} takes the lead", seat=first[0]).with_you(
            say_in("an event", "You take the lead")
        )
    elif len(sheets) == len(first) == 2 != len(led):
        yield say_in("an event", "level: {seat} and {other}", seat=first[0], other=first[1])


def _are_level(sheets: Sequence[ScoreSheet]) -> bool:
    return len({len(open_rows(sheet)) for sheet in sheets}) == 1


def _leaders(totals: Sequence[int]) -> list[Seat]:
    return [Seat(index) for index, points in enumerate(totals) if points == max(totals)]


def _open_keys(rows: Rows, sheet: ScoreSheet) -> set[str]:
    return {rows[row].key for row in open_rows(sheet)}
