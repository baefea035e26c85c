"""Why one choice on a sheet is worth more than another: a sentence tied to the rows.

The difference of the two worths is taken apart by the row that the turn ends in
(`endings`). What a written row takes away is told by the same turn with that row open. A
cause is told only where it explains more than half of the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.dice import POSITIONS, Faces, FaceSet, Roll
from rules.exact.causes import LIKELIER, PART, dice_kept, equal, run, same, seldom
from rules.exact.rerolls import EQUAL
from rules.screen import Action
from rules.sheets.endings import Choice, Endings, for_points
from rules.sheets.outcomes import rows_of
from rules.sheets.rows import (
    CHANCE,
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE,
    Row,
    Rows,
    ScoreSheet,
    open_mask,
)
from rules.sheets.solver import Sheets
from rules.text import Argument, Percent, Points, Text, say, say_count
from rules.turns import TurnRolled, kept_by, positions_of

LEAST_POINTS = 0.5
"""The least by which a row brings more points on average to be worth telling."""

STRAIGHTS, ALIKE = (SMALL_STRAIGHT, LARGE_STRAIGHT), (THREE, FOUR, FIVE)
OF_EACH = 3
"""How many dice of each face the upper bonus needs on average: in Yams they just make it."""

PAIRS = ("one-pair", "two-pair", FULL_HOUSE)


@dataclass(frozen=True)
class Contrast:
    """Two choices of a seat with this sheet and these dice, of which one is worth more.

    `turn` is the turn by which the choices are judged.
    """

    face_set: FaceSet
    sheets: Sheets
    sheet: ScoreSheet
    rolled: TurnRolled
    better: Action
    worse: Action
    turn: Endings

    @cached_property
    def rows(self) -> Rows:
        """The rows of the sheet."""
        return self.sheets.outcomes.rows

    @cached_property
    def mask(self) -> int:
        """The open rows as a bit mask."""
        return open_mask(self.sheet)

    @cached_property
    def ledger(self) -> int:
        """The ledger of the sheet."""
        return self.rows.ledger(self.sheet)

    def why(self) -> Text | None:
        """Return the cause, None where none explains more than half of the difference."""
        best, other = self._choice(self.turn, self.better), self._choice(self.turn, self.worse)
        difference = best.worth - other.worth
        points = self._points_between(self.mask, self.ledger)
        if difference <= 0:
            return None
        return (
            self._bonus(points)
            or self._spent(points)
            or self._few_or_many(points)
            or self._made(best, other, PART * difference)
            or (None if kept_by(self.better, self.rolled.dice) else self._face_written(points))
            or self._made_more_often(best, other, PART * difference)
            or self._face_written(points)
            or self._face_open(best, other, PART * difference)
            or self._written_already(points)
            or self._more_points(best, other, PART * difference)
            or self._written_early(points)
        )

    def _points_between(self, mask: int, ledger: int) -> float:
        """Return the difference of the two choices, for points, with these open rows."""
        turn = for_points(self.sheets, mask, ledger)
        return self._choice(turn, self.better).worth - self._choice(turn, self.worse).worth

    def _choice(self, turn: Endings, action: Action) -> Choice:
        if action.verb == "write":
            return turn.writing(self.rolled, self._row(action.on))
        return turn.rerolling(self.rolled, positions_of(action))

    # the upper bonus

    def _bonus(self, difference: float) -> Text | None:
        """Return what the upper bonus needs, where it explains a difference of points."""
        bonuses = self.rows.bonuses
        if bonuses is None or difference <= 0:
            return None
        paid = bonuses.with_bonus(self.ledger)
        if paid == self.ledger:
            return None
        if difference - self._points_between(self.mask, paid) <= PART * difference:
            return None
        missing = bonuses.least - bonuses.upper_points(self.ledger)
        for row in self._upper_rows():
            face = self.rows[row].face or 0
            others = [self.rows[one].face or 0 for one in rows_of(self.mask) if one != row]
            number = -(-(missing - OF_EACH * sum(others)) // face)
            too_few = self.better == self.rows[row].action and self.rolled.dice.count(face) < number
            if number in POSITIONS and not too_few:
                return say(
                    "The bonus of {bonus} points is at stake: “{row}” needs {dice} for it.",
                    bonus=bonuses.upper,
                    row=self.rows[row].name,
                    dice=self._faces((face,) * number),
                )
        return say_count(
            "The bonus of {bonus} points is at stake: {n} point is missing in the upper rows.",
            "The bonus of {bonus} points is at stake: {n} points are missing in the upper rows.",
            missing,
            bonus=bonuses.upper,
        )

    def _upper_rows(self) -> list[int]:
        """Return the open upper rows that the choices concern: those written, then those kept."""
        written = [self._row(one.on) for one in (self.better, self.worse) if one.verb == "write"]
        kept = [
            face
            for one in (self.better, self.worse)
            if one.verb != "write"
            for face, _ in Counter(kept_by(one, self.rolled.dice)).most_common()
        ]
        of_faces = {self.rows[row].face: row for row in rows_of(self.mask)}
        found = [row for row in written if self.rows[row].face is not None]
        return found + [of_faces[face] for face in kept if face in of_faces]

    # a row that is written too early, too cheap, or for good reason

    def _spent(self, difference: float) -> Text | None:
        """Return that Chance is spent, which is worth more if it stays open."""
        if self.worse.on != CHANCE or self.better.verb != "write":
            return None
        left = self.mask ^ 1 << self._row(self.better.on)
        rest, ledger = self.sheets.rest, self.ledger
        later = float(rest[left, ledger] - rest[left ^ 1 << self._row(CHANCE), ledger])
        if later - self._points(self.worse) <= PART * difference:
            return None
        if later - self._alone(self.worse) <= -self._more_than_alone(self.worse):
            return self._few()
        return say(
            "“{row}” is spent too early: later it takes a turn that fails.",
            row=self._named(CHANCE),
        )

    def _few_or_many(self, difference: float) -> Text | None:
        """Return that a row is written with few points, or with many, for a turn of its own."""
        if not self.worse.verb == self.better.verb == "write":
            return None
        few, many = -self._more_than_alone(self.worse), self._more_than_alone(self.better)
        if difference <= 0 or few + many <= PART * difference:
            return None
        return self._many() if many > few else self._few()

    def _written_early(self, difference: float) -> Text | None:
        """Return that a row is written with few points where a reroll brings more."""
        if self.worse.verb != "write" or self.better.verb == "write":
            return None
        return self._few() if -self._more_than_alone(self.worse) > PART * difference else None

    def _few(self) -> Text:
        said = self._row_said(self.worse)
        points = self._points(self.worse)
        if not points and self.better.verb == "write" and not self._points(self.better):
            return say(
                "0 costs more in “{row}”: whoever goes for it makes {alone} points on average, "
                "for “{other}” only {less}.",
                **said,
                other=self._named(self.better.on),
                less=Points(self._alone(self.better), 1),
            )
        if not points:
            return say(
                "0 in “{row}” is too early: whoever goes for it makes {alone} points on average.",
                **said,
            )
        return say_count(
            "{n} point in “{row}” is little: whoever goes for it makes {alone} on average.",
            "{n} points in “{row}” are few: whoever goes for it makes {alone} on average.",
            points,
            **said,
        )

    def _many(self) -> Text:
        return say_count(
            "{n} point in “{row}” is much: whoever goes for it makes {alone} on average.",
            "{n} points in “{row}” are many: whoever goes for it makes {alone} on average.",
            self._points(self.better),
            **self._row_said(self.better),
        )

    def _made(self, best: Choice, other: Choice, enough: float) -> Text | None:
        """Return that a row is made already, which the worse choice rolls for."""
        if self.better.verb != "write" or self.worse.verb == "write":
            return None
        row = self._row(self.better.on)
        points = self._points(self.better)
        if not points or self._gain([row], best, other) <= enough:
            return None
        if other.rows[row].made > 1 - LIKELIER:
            return self._made_with_more(row, points, other.rows[row].points)
        return say_count(
            "“{row}” is made: {n} point is sure, and rerolling risks it.",
            "“{row}” is made: {n} points are sure, and rerolling risks them.",
            points,
            row=self.rows[row].name,
        )

    def _made_with_more(self, row: int, points: int, rerolled: float) -> Text | None:
        """Return that a reroll, after which a row is made as well, lowers its points."""
        if rerolled >= points:
            return None
        return say_count(
            "“{row}” has {n} point now, and {rerolled} on average after rerolling.",
            "“{row}” has {n} points now, and {rerolled} on average after rerolling.",
            points,
            row=self.rows[row].name,
            rerolled=Points(rerolled, 1),
        )

    def _points(self, written: Action) -> int:
        return self.rows.entries(self.sheet, self.rolled.dice)[self._row(written.on)].points

    def _alone(self, written: Action) -> float:
        """Return what a whole turn brings on average in this row alone."""
        return float(self.sheets.rest[1 << self._row(written.on), 0])

    def _more_than_alone(self, written: Action) -> float:
        return self._points(written) - self._alone(written)

    def _row(self, key: str) -> int:
        return self.rows.index(key)

    def _named(self, key: str) -> Text:
        return self.rows[self._row(key)].name

    def _row_said(self, written: Action) -> dict[str, Argument]:
        return {"row": self._named(written.on), "alone": Points(self._alone(written), 1)}

    # what the dice that are kept aim at

    def _made_more_often(self, best: Choice, other: Choice, enough: float) -> Text | None:
        """Return which row, or that a straight, is made more often by the better choice."""
        if self.better.verb == self.worse.verb == "write":
            return None
        rows = [
            row for row in best.rows if self.rows[row].face is None and self.rows[row].key != CHANCE
        ]
        straights = [
            row
            for row in rows
            if self.rows[row].key in STRAIGHTS and self._gain([row], best, other) > 0
        ]
        enough = max(enough, self._gain_of_faces(best, other))
        for together in (straights, *([row] for row in self._by_gain(rows, best, other))):
            if self._gain(together, best, other) <= enough or self._as_alike(together[0]):
                continue
            chances = [max(one.rows[row].made for row in together) for one in (best, other)]
            if chances[0] - chances[1] > LIKELIER:
                return self._more_often(together, *chances)
        return None

    def _more_points(self, best: Choice, other: Choice, enough: float) -> Text | None:
        """Return in which row the better reroll scores more."""
        if "write" in (self.better.verb, self.worse.verb):
            return None
        row = self._by_gain(best.rows, best, other)[0]
        if self._gain([row], best, other) <= enough:
            return None
        scored, less = best.rows[row].points, other.rows[row].points
        if scored - less <= LEAST_POINTS:
            return None
        return say(
            "“{row}” brings {better} points on average with {kept}, {worse} with {left}.",
            row=self.rows[row].name,
            **self._kept_said(),
            better=Points(scored, 1),
            worse=Points(less, 1),
        )

    def _as_alike(self, row: int) -> bool:
        """Return whether a row wants equal dice, of which the worse choice keeps no fewer.

        Where it only keeps others beside those of the better choice, it has fewer to reroll.
        """
        if self.rows[row].key not in ALIKE or self.worse.verb == "write":
            return False
        kept, left = (kept_by(one, self.rolled.dice) for one in (self.better, self.worse))
        return same(left) >= same(kept) and bool(Counter(kept) - Counter(left))

    def _gain_of_faces(self, best: Choice, other: Choice) -> float:
        """Return the most that the row of a face gains that the better choice keeps, at least 0."""
        kept = {*kept_by(self.better, self.rolled.dice)}
        rows = [row for row in best.rows if self.rows[row].face in kept]
        return max((self._gain([row], best, other) for row in rows), default=0)

    def _more_often(self, together: Sequence[int], better: float, worse: float) -> Text:
        """Return how often a row, or one of several straights, is made with either choice."""
        straights, row = len(together) > 1, self.rows[together[0]].name
        said = {"better": Percent(better, 0), **self._kept_said()}
        if self.worse.verb == "write":
            if straights:
                return say("A straight is made {better} of the time with {kept}.", **said)
            return say("“{row}” is made {better} of the time with {kept}.", row=row, **said)
        if worse < EQUAL:
            if straights:
                return say(
                    "A straight is made {better} of the time with {kept}, never with {left}.",
                    **said,
                )
            return say(
                "“{row}” is made {better} of the time with {kept}, never with {left}.",
                row=row,
                **said,
            )
        said["worse"] = seldom(worse)
        if straights:
            return say(
                "A straight is made {better} of the time with {kept}, {worse} with {left}.", **said
            )
        return say(
            "“{row}” is made {better} of the time with {kept}, {worse} with {left}.",
            row=row,
            **said,
        )

    def _kept_said(self) -> dict[str, Argument]:
        """Return what the better choice keeps, and what the worse one does if it is a reroll."""
        kept = kept_by(self.better, self.rolled.dice)
        said = {"kept": dice_kept(kept, self.face_set)}
        if self.worse.verb != "write":
            said["left"] = dice_kept(kept_by(self.worse, self.rolled.dice), self.face_set)
        return said

    def _face_written(self, difference: float) -> Text | None:
        """Return that the row of the face that the worse choice keeps is written."""
        dice = kept_by(self.worse, self.rolled.dice)
        if self.worse.verb == "write" or len({*dice}) != 1:
            return None
        if dice[0] in kept_by(self.better, self.rolled.dice):
            return None
        for row in range(len(self.rows)):
            closed = not self.mask >> row & 1
            if closed and self.rows[row].face == dice[0] and self._explains(row, difference):
                return self._is_written(row, dice)
        return None

    def _face_open(self, best: Choice, other: Choice, enough: float) -> Text | None:
        """Return that the face that the better choice keeps counts in a row that is open."""
        dice = () if self.better.verb == "write" else kept_by(self.better, self.rolled.dice)
        left = () if self.worse.verb == "write" else kept_by(self.worse, self.rolled.dice)
        for row in best.rows:
            face = self.rows[row].face
            faces = tuple(one for one in dice if one == face)
            if len(faces) > left.count(face) and self._gain([row], best, other) > enough:
                return say(
                    "“{row}” is open, so keeping {kept} brings more.",
                    row=self.rows[row].name,
                    kept=self._faces(faces),
                )
        return None

    def _written_already(self, difference: float) -> Text | None:
        """Return that the kept dice aim at one row that is written, and would be better with it."""
        if self.worse.verb == "write":
            return None
        dice = kept_by(self.worse, self.rolled.dice)
        rows = [
            row
            for row in range(len(self.rows))
            if not self.mask >> row & 1
            and _aims_at(self.rows[row], dice)
            and self._explains(row, difference)
        ]
        return self._is_written(rows[0], dice) if len(rows) == 1 else None

    def _is_written(self, row: int, dice: Roll) -> Text:
        return say(
            "“{row}” is written already, so keeping {kept} brings less.",
            row=self.rows[row].name,
            kept=self._faces(dice),
        )

    def _explains(self, row: int, difference: float) -> bool:
        """Return whether a written row explains a difference of points: open, it would not be."""
        opened = self._points_between(self.mask | 1 << row, self.ledger)
        return difference - opened > PART * difference

    def _by_gain(self, rows: Iterable[int], best: Choice, other: Choice) -> list[int]:
        """Return rows, those first that explain most of the difference."""
        return sorted(rows, key=lambda row: -self._gain([row], best, other))

    def _gain(self, rows: Iterable[int], best: Choice, other: Choice) -> float:
        return sum(best.rows[row].gain - other.rows[row].gain for row in rows)

    def _faces(self, dice: Iterable[int]) -> Faces:
        return Faces(tuple(dice), self.face_set)


def _aims_at(row: Row, dice: Roll) -> bool:
    """Return whether kept dice go towards a row that does not count a single face."""
    if row.key in STRAIGHTS:
        return run(dice, least=2)
    return row.key in (*ALIKE, *PAIRS) and equal(dice)
