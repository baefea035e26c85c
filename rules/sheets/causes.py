"""Reasons why one choice on a sheet is worth more than another, by row.

The difference of the two worths is split by the row in which the turn ends (`endings`). The cost of
a written row is found with the same turn and that row open. A cause is given only if it explains
more than half of the difference.
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
from rules.sheets.endings import ChoiceWorth, Endings, for_points
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
from rules.turns import TurnRolled, kept_faces, positions_of

LEAST_POINTS = 0.5
"""The least difference in the average points of a row that makes a cause."""

STRAIGHTS, ALIKE = (SMALL_STRAIGHT, LARGE_STRAIGHT), (THREE, FOUR, FIVE)
OF_EACH = 3
"""The average number of dice of each face that the upper bonus needs: exactly so in Yams."""

PAIRS = ("one-pair", "two-pair", FULL_HOUSE)


@dataclass(frozen=True)
class Contrast:
    """A better and a worse choice of a seat with this sheet and these dice.

    `turn` judges the choices.
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
        return self.sheets.outcomes.rows

    @cached_property
    def mask(self) -> int:
        """The open rows as a bit mask."""
        return open_mask(self.sheet)

    @cached_property
    def ledger(self) -> int:
        return self.rows.ledger(self.sheet)

    def why(self) -> Text | None:
        """Return the cause, None if no cause explains more than half of the difference."""
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
            or (None if kept_faces(self.better, self.rolled.dice) else self._face_written(points))
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

    def _choice(self, turn: Endings, action: Action) -> ChoiceWorth:
        if action.verb == "write":
            return turn.writing(self.rolled, self._row(action.on))
        return turn.rerolling(self.rolled, positions_of(action))

    # the upper bonus

    def _bonus(self, difference: float) -> Text | None:
        """Return the cause that concerns the upper bonus, if it explains a difference of points."""
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
            others = [self.rows[other].face or 0 for other in rows_of(self.mask) if other != row]
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
        """Return the open upper rows concerned: those to be written, then those of kept faces."""
        choices = (self.better, self.worse)
        written = [self._row(choice.on) for choice in choices if choice.verb == "write"]
        kept = [
            face
            for choice in choices
            if choice.verb != "write"
            for face, _ in Counter(kept_faces(choice, self.rolled.dice)).most_common()
        ]
        of_faces = {self.rows[row].face: row for row in rows_of(self.mask)}
        written_faces = [row for row in written if self.rows[row].face is not None]
        return written_faces + [of_faces[face] for face in kept if face in of_faces]

    # a row that is written too early, too cheap, or for good reason

    def _spent(self, difference: float) -> Text | None:
        """Return the cause that Chance is worth more if it stays open."""
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
            "Save “{row}” for later: it can take a bad turn.",
            row=self._named(CHANCE),
        )

    def _few_or_many(self, difference: float) -> Text | None:
        """Return the cause that a row has few or many points compared with a turn of its own."""
        if not self.worse.verb == self.better.verb == "write":
            return None
        few, many = -self._more_than_alone(self.worse), self._more_than_alone(self.better)
        if difference <= 0 or few + many <= PART * difference:
            return None
        return self._many() if many > few else self._few()

    def _written_early(self, difference: float) -> Text | None:
        """Return the cause that a row is written with few points, while a reroll brings more."""
        if self.worse.verb != "write" or self.better.verb == "write":
            return None
        return self._few() if -self._more_than_alone(self.worse) > PART * difference else None

    def _few(self) -> Text:
        said = self._row_said(self.worse)
        points = self._points(self.worse)
        if not points and self.better.verb == "write" and not self._points(self.better):
            return say(
                "A 0 in “{row}” costs more: going for it brings {alone} points on average, "
                "“{other}” only {less}.",
                **said,
                other=self._named(self.better.on),
                less=Points(self._alone(self.better), 1),
            )
        if not points:
            return say(
                "Too early for a 0 in “{row}”: going for it brings {alone} points on average.",
                **said,
            )
        return say_count(
            "Only {n} point in “{row}”: going for it brings {alone} on average.",
            "Only {n} points in “{row}”: going for it brings {alone} on average.",
            points,
            **said,
        )

    def _many(self) -> Text:
        return say_count(
            "{n} point in “{row}” is a good catch: most get {alone} there.",
            "{n} points in “{row}” are a good catch: most get {alone} there.",
            self._points(self.better),
            **self._row_said(self.better),
        )

    def _made(self, best: ChoiceWorth, other: ChoiceWorth, enough: float) -> Text | None:
        """Return the cause that a row is complete already, for which the worse choice rolls."""
        if self.better.verb != "write" or self.worse.verb == "write":
            return None
        row = self._row(self.better.on)
        points = self._points(self.better)
        if not points or self._gain([row], best, other) <= enough:
            return None
        if other.rows[row].made > 1 - LIKELIER:
            return self._made_with_more(row, points, other.rows[row].points)
        return say_count(
            "“{row}” is already worth {n} point; a reroll risks it.",
            "“{row}” is already worth {n} points; a reroll risks them.",
            points,
            row=self.rows[row].name,
        )

    def _made_with_more(self, row: int, points: int, rerolled: float) -> Text | None:
        """Return the cause that a reroll lowers the points of a row that stays complete."""
        if rerolled >= points:
            return None
        return say_count(
            "“{row}” brings {n} point now, {rerolled} on average after a reroll.",
            "“{row}” brings {n} points now, {rerolled} on average after a reroll.",
            points,
            row=self.rows[row].name,
            rerolled=Points(rerolled, 1),
        )

    def _points(self, written: Action) -> int:
        return self.rows.entries(self.sheet, self.rolled.dice)[self._row(written.on)].points

    def _alone(self, written: Action) -> float:
        """Return the average points of a whole turn in this row alone."""
        return float(self.sheets.rest[1 << self._row(written.on), 0])

    def _more_than_alone(self, written: Action) -> float:
        return self._points(written) - self._alone(written)

    def _row(self, key: str) -> int:
        return self.rows.index(key)

    def _named(self, key: str) -> Text:
        return self.rows[self._row(key)].name

    def _row_said(self, written: Action) -> dict[str, Argument]:
        return {"row": self._named(written.on), "alone": Points(self._alone(written), 1)}

    # the aim of the kept dice

    def _made_more_often(self, best: ChoiceWorth, other: ChoiceWorth, enough: float) -> Text | None:
        """Return the cause that the better choice completes a row or straight more often."""
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
            chances = [max(choice.rows[row].made for row in together) for choice in (best, other)]
            if chances[0] - chances[1] > LIKELIER:
                return self._more_often(together, *chances)
        return None

    def _more_points(self, best: ChoiceWorth, other: ChoiceWorth, enough: float) -> Text | None:
        """Return the cause that the better reroll scores more in a row."""
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
        """Return whether a row needs equal dice, and the worse choice keeps as many of them.

        It is False for a worse choice that keeps all dice of the better one and others: that one
        has fewer dice to reroll.
        """
        if self.rows[row].key not in ALIKE or self.worse.verb == "write":
            return False
        kept, left = (kept_faces(choice, self.rolled.dice) for choice in (self.better, self.worse))
        return same(left) >= same(kept) and bool(Counter(kept) - Counter(left))

    def _gain_of_faces(self, best: ChoiceWorth, other: ChoiceWorth) -> float:
        """Return the greatest gain of a row whose face the better choice keeps, at least 0."""
        kept = {*kept_faces(self.better, self.rolled.dice)}
        rows = [row for row in best.rows if self.rows[row].face in kept]
        return max((self._gain([row], best, other) for row in rows), default=0)

    def _more_often(self, together: Sequence[int], better: float, worse: float) -> Text:
        """Return the cause that a row, or one of several straights, is completed more often."""
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
        """Return the kept dice of the better choice and, if it is a reroll, of the worse one."""
        kept = kept_faces(self.better, self.rolled.dice)
        said = {"kept": dice_kept(kept, self.face_set)}
        if self.worse.verb != "write":
            said["left"] = dice_kept(kept_faces(self.worse, self.rolled.dice), self.face_set)
        return said

    def _face_written(self, difference: float) -> Text | None:
        """Return the cause that the row of the face kept by the worse choice is written."""
        dice = kept_faces(self.worse, self.rolled.dice)
        if self.worse.verb == "write" or len({*dice}) != 1:
            return None
        if dice[0] in kept_faces(self.better, self.rolled.dice):
            return None
        for row in range(len(self.rows)):
            closed = not self.mask >> row & 1
            if closed and self.rows[row].face == dice[0] and self._explains(row, difference):
                return self._is_written(row, dice)
        return None

    def _face_open(self, best: ChoiceWorth, other: ChoiceWorth, enough: float) -> Text | None:
        """Return the cause that the row of the face kept by the better choice is open."""
        dice = () if self.better.verb == "write" else kept_faces(self.better, self.rolled.dice)
        left = () if self.worse.verb == "write" else kept_faces(self.worse, self.rolled.dice)
        for row in best.rows:
            face = self.rows[row].face
            faces = tuple(one for one in dice if one == face)
            if len(faces) > left.count(face) and self._gain([row], best, other) > enough:
                return say(
                    "“{row}” is still open, so keeping {kept} brings more.",
                    row=self.rows[row].name,
                    kept=self._faces(faces),
                )
        return None

    def _written_already(self, difference: float) -> Text | None:
        """Return the cause that the only row at which the kept dice aim is written."""
        if self.worse.verb == "write":
            return None
        dice = kept_faces(self.worse, self.rolled.dice)
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
            "“{row}” is already filled, so keeping {kept} brings less.",
            row=self.rows[row].name,
            kept=self._faces(dice),
        )

    def _explains(self, row: int, difference: float) -> bool:
        """Return whether a difference of points would vanish if a written row were open."""
        opened = self._points_between(self.mask | 1 << row, self.ledger)
        return difference - opened > PART * difference

    def _by_gain(self, rows: Iterable[int], best: ChoiceWorth, other: ChoiceWorth) -> list[int]:
        """Return rows by how much of the difference they explain, greatest first."""
        return sorted(rows, key=lambda row: -self._gain([row], best, other))

    def _gain(self, rows: Iterable[int], best: ChoiceWorth, other: ChoiceWorth) -> float:
        return sum(best.rows[row].gain - other.rows[row].gain for row in rows)

    def _faces(self, dice: Iterable[int]) -> Faces:
        return Faces(tuple(dice), self.face_set)


def _aims_at(row: Row, dice: Roll) -> bool:
    """Return whether kept dice go towards a row that does not count a single face."""
    if row.key in STRAIGHTS:
        return run(dice, least=2)
    return row.key in (*ALIKE, *PAIRS) and equal(dice)
