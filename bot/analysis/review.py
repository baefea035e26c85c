"""Reviews as blocks of text and a picture: luck, skill and the costliest choice of each seat.

The accounting is in `rules.review`; docs/review.md explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from types import MappingProxyType

from bot.analysis.hint import difference
from bot.language.render import Capital, PlainRenderer, render
from bot.table.stored_round import StoredRound
from rules import registry
from rules.dice import Faces
from rules.engine import Step, replay
from rules.game import Game
from rules.review import Decision, Kind, SeatReview, review
from rules.screen import Block, Dice, Divider, Line, Mark, Seat, Sheet
from rules.text import (
    Argument,
    Percent,
    Placeholder,
    Points,
    Positions,
    Text,
    say,
    say_count,
    say_in,
)

KINDS: Mapping[Kind, Text] = MappingProxyType(
    {
        "luck": say_in("review", "luck"),
        "skill": say_in("review", "skill"),
        "others": say_in("review", "others"),
        "hidden": say_in("review", "hidden"),
    }
)
"""The names of the kinds of change, in the order of the rows."""

COLUMNS_PER_ROW = 2
"""The number of seats side by side in one table; a phone has room for two."""

MAX_SEATS_WITH_DICE = 4
"""The largest number of seats at which dice are drawn; with more they are written as symbols."""


class Reviewed:
    """The review of a round: text `blocks`, a `picture` (PNG) and its description, `shows`."""

    def __init__(self, stored: StoredRound, record: tuple[Step, ...], language: str) -> None:
        """Review a round by its record; `language` is that of the captions in the picture.

        The first call may take long, while the tables of exact play are computed. Raises
        Unreadable when the record does not fit the game, and ValueError when the game
        has no exact play.
        """
        game = registry.game(stored.game)
        reviews = review(game, len(stored.players), stored.options, record)
        self.blocks: tuple[Block, ...] = (
            *(
                line
                for seat_review in reviews
                for line in _summary(game, stored, record, seat_review)
            ),
            Divider(),
            *(
                _account(game, stored, reviews[first : first + COLUMNS_PER_ROW])
                for first in range(0, len(reviews), COLUMNS_PER_ROW)
            ),
            *(Line(text, "quiet") for text in _legend(game, stored, reviews)),
        )
        self.picture = _picture(game, reviews, language)
        self.shows = _shows(game, reviews)


def _summary(
    game: Game[object], stored: StoredRound, record: tuple[Step, ...], seat_review: SeatReview
) -> Iterator[Line]:
    """Yield the name of a seat with its costliest choice, and the choices made with hints."""
    who: dict[str, Argument] = {"letter": seat_review.seat.letter, "seat": seat_review.seat}
    if seat_review.costliest is not None:
        yield Line(_costliest(game, stored, record, seat_review.costliest, who))
    elif seat_review.decisions:
        yield Line(say("**{letter}** {seat} gave nothing away.", **who))
    else:
        yield Line(say("**{letter}** {seat} had nothing to choose.", **who))
    hinted = hinted_choices(stored, seat_review)
    if hinted:
        yield Line(
            say_count(
                "💡 with a hint for choice {choices}",
                "💡 with hints for choices {choices}",
                len(hinted),
                choices=Positions(hinted),
            ),
            "quiet",
        )
    if stored.players[seat_review.seat.index].left:
        yield Line(say("left the round before its end"), "quiet")


def hinted_choices(stored: StoredRound, seat_review: SeatReview) -> tuple[int, ...]:
    """Return which choices of a seat, counted from 1, its member made with a hint.

    `Player.hints` holds the record number expected for each of these choices. A choice
    that was not made, because the round was left, counts as the next one.
    """
    numbers = [decision.number for decision in seat_review.decisions]
    last = len(numbers) if stored.play is not None and stored.play.over else len(numbers) + 1
    choices = (
        1 + sum(number < hint for number in numbers)
        for hint in stored.players[seat_review.seat.index].hints
    )
    return tuple(sorted({min(choice, last) for choice in choices}))


def _costliest(
    game: Game[object],
    stored: StoredRound,
    record: tuple[Step, ...],
    decision: Decision,
    who: Mapping[str, Argument],
) -> Text:
    """Return the costliest decision of a seat in words, with its loss and the best action."""
    before = replay(game, len(stored.players), stored.options, record[: decision.number - 1]).state
    seat = record[decision.number - 1].seat  # type: ignore[union-attr]
    arguments: dict[str, Argument] = {
        **who,
        "chosen": Capital(game.name(before, seat, decision.action)),
        "lost": difference(game, decision.given_away),
        "best": Capital(game.name(before, seat, decision.best)),
    }
    dice = _dice(game, before, seat)
    if dice is None:
        return say(
            "**{letter}** {seat} · costliest choice: **{chosen}** gave away {lost}. "
            "Best was **{best}**.",
            **arguments,
        )
    shown = dice if len(stored.players) <= MAX_SEATS_WITH_DICE else _symbols(dice)
    return say(
        "**{letter}** {seat} · costliest choice, with {dice}: **{chosen}** gave away {lost}. "
        "Best was **{best}**.",
        dice=shown,
        **arguments,
    )


def _dice(game: Game[object], state: object, seat: Seat) -> Faces | None:
    """Return the one set of dice that a seat can select, or else sees; None without exactly one."""
    screen = game.screen(state, seat)
    for dice in (
        [Faces(mark.faces, mark.face_set) for mark in screen.controls if isinstance(mark, Mark)],
        [Faces(block.faces, block.face_set) for block in screen.blocks if isinstance(block, Dice)],
    ):
        if len(dice) == 1:
            return dice[0]
    return None


def _symbols(dice: Faces) -> str:
    return " ".join(dice.face_set.symbols[face - 1] for face in dice.faces)


def _account(game: Game[object], stored: StoredRound, reviews: tuple[SeatReview, ...]) -> Sheet:
    """Return the accounts of some seats: a column each, from the start to the result."""
    columns = [rounded_account(game, seat_review) for seat_review in reviews]
    rows: list[tuple[Text | str | int | None, ...]] = [
        (say_in("review", "start"), *(_amount(column["start"]) for column in columns))
    ]
    rows += [
        (name, *(_gain(column[kind]) for column in columns))
        for kind, name in KINDS.items()
        if any(seat_review.total(kind) for seat_review in reviews)
    ]
    ended = stored.play is not None and stored.play.over is not None
    result = say_in("review", "result") if ended else say_in("review", "when left")
    rows.append((result, *(_amount(column["result"]) for column in columns)))
    rows.append(
        (say_in("review", "accuracy"), *(_accuracy(seat_review) for seat_review in reviews))
    )
    return Sheet(tuple(seat_review.seat.letter for seat_review in reviews), tuple(rows))


def rounded_account(game: Game[object], seat_review: SeatReview) -> dict[str, int]:
    """Return a seat's account in whole tenths of a point or of a percent.

    Start, result and all kinds but luck are rounded independently; luck is the
    remainder, so that the rounded numbers add up exactly.
    """
    scale = 10 if game.info.unit == "points" else 1000

    def tenths(worth: float) -> int:
        # Rounding to 8 decimals first removes the floating-point error of sums.
        return floor(round(scale * worth, 8) + 0.5)

    account: dict[str, int] = {
        kind: tenths(seat_review.total(kind)) for kind in KINDS if kind != "luck"
    }
    start, result = tenths(seat_review.start), tenths(seat_review.result)
    luck = result - start - sum(account.values())
    return {**account, "start": start, "luck": luck, "result": result}


def _amount(tenths: int) -> Text:
    return say_in("an amount", "{number}", number=Points(tenths / 10, 1))


def _gain(tenths: int) -> Text:
    if tenths > 0:
        return say_in("an amount gained", "+{number}", number=Points(tenths / 10, 1))
    return _amount(tenths)


def _accuracy(seat_review: SeatReview) -> Text | str:
    """Return the accuracy of a seat, at most 99 % if any decision gave something away."""
    if seat_review.accuracy is None:
        return "–"
    share = 1.0 if seat_review.costliest is None else min(seat_review.accuracy, 0.99)
    return say_in("a probability", "{share}", share=Percent(share, 0))


def _legend(
    game: Game[object], stored: StoredRound, reviews: tuple[SeatReview, ...]
) -> Iterator[Text]:
    """Yield the notes that explain the numbers."""
    if stored.play is None or stored.play.over is None:
        yield say("A player left before the end; the review stops there.")
    if game.info.unit == "points":
        yield say("In points: the final total to expect with perfect play.")
    else:
        yield say("In percent of the win; a shared win counts in part.")
    yield say(
        "Luck: the effect of dice and cards. Skill: what your own choices gave away, never above 0."
    )
    if any(seat_review.total("others") for seat_review in reviews):
        yield say("Others: the effect of the other players’ choices.")
    if any(seat_review.total("hidden") for seat_review in reviews):
        yield say("Hidden: the effect of secret cards and choices that were revealed.")
    yield say("Accuracy: {all} means that nothing was given away.", all=Percent(1, 0))


def _picture(game: Game[object], reviews: tuple[SeatReview, ...], language: str) -> bytes:
    # matplotlib is slow to import: only on the first review, in the thread of the analysis
    from bot.analysis.review_chart import Captions, SeatLine, chart  # noqa: PLC0415

    points = game.info.unit == "points"

    def plain(text: Text) -> str:
        return render(text, language, PlainRenderer(language))

    captions = Captions(
        plain(say("Expected total") if points else say("Share of the win")),
        plain(say("steps of the round")),
        plain(say("costliest choice")),
        lambda worth: plain(say_in("a probability", "{share}", share=_worth(game, worth, 0))),
    )
    lines = [
        SeatLine(
            seat_review.worths,
            None if seat_review.costliest is None else seat_review.costliest.number,
        )
        for seat_review in reviews
    ]
    return chart(lines, captions, shares=not points)


def _worth(game: Game[object], worth: float, digits: int) -> Placeholder:
    return Points(worth, digits) if game.info.unit == "points" else Percent(worth, digits)


def _shows(game: Game[object], reviews: tuple[SeatReview, ...]) -> tuple[Text, ...]:
    """Return the description of the picture, for screen readers."""
    summary = (
        say("A line plot: the total that each seat could expect after every step.")
        if game.info.unit == "points"
        else say("A line plot: the share of the win that each seat could expect after every step.")
    )
    return (
        summary,
        *(
            say(
                "{letter} goes from {start} to {result}.",
                letter=seat_review.seat.letter,
                start=_worth(game, seat_review.start, 1),
                result=_worth(game, seat_review.result, 1),
            )
            for seat_review in reviews
        ),
    )
