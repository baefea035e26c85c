"""A review in words: where a round was won, where it was lucky, and what the costliest choice was.

The accounting is `rules.review`; docs/review.md explains it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.hint import difference
from bot.rounds import Kept
from bot.words import Capital
from rules import registry
from rules.engine import Step, replay
from rules.game import Game
from rules.review import Decision, SeatReview, review
from rules.screen import Block, Divider, Line, Seat, Sheet
from rules.text import Argument, Percent, Points, Text, say, say_count, say_in

LETTERS = "ABCDEFGHIJ"


class Reviewed:
    """A round that has been reviewed: `blocks` to read, a `picture` (PNG) and what it shows."""

    def __init__(self, kept: Kept, record: tuple[Step, ...]) -> None:
        """Review a round by its record; takes long where exact play is asked for the first time.

        Raises Unreadable when the record does not fit the game, and ValueError
        when the game has no exact play.
        """
        # Only who asks for a review waits for matplotlib, on the studying thread.
        from bot.chart import chart  # noqa: PLC0415

        game = registry.game(kept.game)
        seats = review(game, len(kept.sitters), kept.options, record)
        self.blocks: tuple[Block, ...] = (
            *_table(game, seats),
            *_stories(game, kept, record, seats),
        )
        self.picture = chart(game.info.unit, [seat.worths for seat in seats])
        self.shows = _shows(game)


def _table(game: Game[object], seats: tuple[SeatReview, ...]) -> tuple[Block, ...]:
    """Return the account of every seat: four sums that lead from start to result."""
    lines: list[Block] = [
        Line(
            say_in("who sits", "**{letter}** {seat}", letter=LETTERS[one.seat.index], seat=one.seat)
        )
        for one in seats
    ]
    columns = [seats[at : at + 3] for at in range(0, len(seats), 3)]
    return (*lines, *(_account(game, some) for some in columns))


def _account(game: Game[object], seats: tuple[SeatReview, ...]) -> Sheet:
    def amounts(of: Mapping[int, float], *, sign: bool = True) -> list[Text]:
        return [_amount(game, of[at], sign=sign) for at in range(len(seats))]

    kinds = (
        (say_in("review", "luck"), "luck"),
        (say_in("review", "skill"), "skill"),
        (say_in("review", "others"), "others"),
        (say_in("review", "hidden"), "hidden"),
    )
    rows: list[tuple[Text | str | int | None, ...]] = [
        (
            say_in("review", "start"),
            *amounts({at: one.start for at, one in enumerate(seats)}, sign=False),
        )
    ]
    rows += [
        (label, *amounts({at: one.total(kind) for at, one in enumerate(seats)}))  # type: ignore[arg-type]
        for label, kind in kinds
        if any(abs(one.total(kind)) > 0 for one in seats)  # type: ignore[arg-type]
    ]
    rows.append(
        (
            say_in("review", "result"),
            *amounts({at: one.result for at, one in enumerate(seats)}, sign=False),
        )
    )
    rows.append(
        (
            say_in("review", "accuracy"),
            *(
                "–"
                if one.accuracy is None
                else say_in("a probability", "{share}", share=Percent(one.accuracy, 0))
                for one in seats
            ),
        )
    )
    return Sheet(tuple(LETTERS[one.seat.index] for one in seats), tuple(rows))


def _amount(game: Game[object], amount: float, *, sign: bool) -> Text:
    number: Argument = Points(amount, 1) if game.info.unit == "points" else Points(100 * amount, 1)
    if sign and amount > 0:
        return say_in("an amount gained", "+{number}", number=number)
    return say_in("an amount", "{number}", number=number)


def _stories(
    game: Game[object], kept: Kept, record: tuple[Step, ...], seats: tuple[SeatReview, ...]
) -> tuple[Block, ...]:
    blocks: list[Block] = [Divider()]
    for one in seats:
        costliest = one.costliest
        if costliest is not None:
            blocks.append(Line(_costliest(game, kept, record, one.seat, costliest)))
        elif one.decisions:
            blocks.append(Line(say("{seat} gave nothing away.", seat=one.seat)))
        hints = len(kept.sitters[one.seat.index].hints)
        if hints:
            blocks.append(
                Line(
                    say_count(
                        "{seat} asked for {n} hint.",
                        "{seat} asked for {n} hints.",
                        hints,
                        seat=one.seat,
                    ),
                    "quiet",
                )
            )
    unit = (
        say("Amounts are points.")
        if game.info.unit == "points"
        else say("Amounts are percent of the win.")
    )
    blocks.append(Line(unit, "quiet"))
    blocks.append(
        Line(
            say(
                "Luck is what dice and cards did; skill is what choices gave away, so it is never "
                "above 0. Accuracy: 100 % is no worth given away."
            ),
            "quiet",
        )
    )
    return tuple(blocks)


def _costliest(
    game: Game[object], kept: Kept, record: tuple[Step, ...], seat: Seat, decision: Decision
) -> Text:
    """Name the decision that gave away most, and what was best in its place."""
    before = replay(game, len(kept.sitters), kept.options, record[: decision.number - 1]).state
    return say(
        "{seat}’s costliest choice: “{chosen}” gave away {lost}. Best was “{best}”.",
        seat=seat,
        chosen=Capital(game.name(before, seat, decision.action)),
        lost=difference(game, decision.given_away),
        best=Capital(game.name(before, seat, decision.best)),
    )


def _shows(game: Game[object]) -> Text:
    if game.info.unit == "points":
        return say("A line plot: the total that each seat could expect after every step.")
    return say("A line plot: the share of the win that each seat could expect after every step.")
