"""A review in words: where a round was won, where it was lucky, and what the costliest choice was.

The accounting is `rules.review`; docs/review.md explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from types import MappingProxyType

from bot.hint import difference
from bot.rounds import Kept
from bot.words import Capital, Plain, speak
from rules import registry
from rules.dice import Faces
from rules.engine import Step, replay
from rules.game import Game
from rules.review import Decision, Kind, SeatReview, review
from rules.screen import Block, Dice, Divider, Line, Mark, Seat, Sheet
from rules.text import Argument, Percent, Points, Positions, Spoken, Text, say, say_count, say_in

KINDS: Mapping[Kind, Text] = MappingProxyType(
    {
        "luck": say_in("review", "luck"),
        "skill": say_in("review", "skill"),
        "others": say_in("review", "others"),
        "hidden": say_in("review", "hidden"),
    }
)
"""What a round is made of, in the order in which it is told."""

ABREAST = 2
"""So many seats stand side by side in a table: a phone has room for no more."""

FEW = 4
"""At a table of so many the dice of a choice are drawn; of more they are only written."""


class Reviewed:
    """A round that has been reviewed: `blocks` to read, a `picture` (PNG) and what it `shows`."""

    def __init__(self, kept: Kept, record: tuple[Step, ...], language: str) -> None:
        """Review a round by its record; takes long where exact play is asked for the first time.

        The words in the picture are in `language`. Raises Unreadable when the
        record does not fit the game, and ValueError when the game has no exact
        play.
        """
        game = registry.game(kept.game)
        seats = review(game, len(kept.sitters), kept.options, record)
        self.blocks: tuple[Block, ...] = (
            *(line for one in seats for line in _story(game, kept, record, one)),
            Divider(),
            *(
                _account(game, kept, seats[at : at + ABREAST])
                for at in range(0, len(seats), ABREAST)
            ),
            *(Line(text, "quiet") for text in _legend(game, kept, seats)),
        )
        self.picture = _picture(game, seats, language)
        self.shows = _shows(game, seats)


def _story(
    game: Game[object], kept: Kept, record: tuple[Step, ...], one: SeatReview
) -> Iterator[Line]:
    """Tell who sits on a seat, its costliest choice, and for which choices it took hints."""
    who: dict[str, Argument] = {"letter": one.seat.letter, "seat": one.seat}
    if one.costliest is not None:
        yield Line(_costliest(game, kept, record, one.costliest, who))
    elif one.decisions:
        yield Line(say("**{letter}** {seat} gave nothing away.", **who))
    else:
        yield Line(say("**{letter}** {seat} had nothing to choose.", **who))
    hinted = hinted_choices(kept, one)
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
    if kept.sitters[one.seat.index].left:
        yield Line(say("left the round before its end"), "quiet")


def hinted_choices(kept: Kept, one: SeatReview) -> tuple[int, ...]:
    """Return for which of a seat's choices, counted from 1, its member took a hint.

    A hint is kept by the number that the record was to give to the choice. One
    that was never made, because the round was left, counts as the next.
    """
    made = [decision.number for decision in one.decisions]
    most = len(made) if kept.play is not None and kept.play.over else len(made) + 1
    choices = (
        1 + sum(number < hint for number in made) for hint in kept.sitters[one.seat.index].hints
    )
    return tuple(sorted({min(choice, most) for choice in choices}))


def _costliest(
    game: Game[object],
    kept: Kept,
    record: tuple[Step, ...],
    decision: Decision,
    who: Mapping[str, Argument],
) -> Text:
    """Name the decision that gave away most, and what was best in its place."""
    before = replay(game, len(kept.sitters), kept.options, record[: decision.number - 1]).state
    seat = record[decision.number - 1].seat  # type: ignore[union-attr]
    told: dict[str, Argument] = {
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
            **told,
        )
    drawn = dice if len(kept.sitters) <= FEW else _written(dice)
    return say(
        "**{letter}** {seat} · costliest choice, with {dice}: **{chosen}** gave away {lost}. "
        "Best was **{best}**.",
        dice=drawn,
        **told,
    )


def _dice(game: Game[object], state: object, seat: Seat) -> Faces | None:
    """Return the dice that a seat chose about, None where there were none."""
    screen = game.screen(state, seat)
    for lying in (
        [Faces(one.faces, one.drawn) for one in screen.controls if isinstance(one, Mark)],
        [Faces(one.faces, one.drawn) for one in screen.blocks if isinstance(one, Dice)],
    ):
        if len(lying) == 1:
            return lying[0]
    return None


def _written(dice: Faces) -> str:
    return " ".join(dice.drawn.symbols[face - 1] for face in dice.faces)


def _account(game: Game[object], kept: Kept, seats: tuple[SeatReview, ...]) -> Sheet:
    """Return the account of some seats: sums that lead from start to result."""
    columns = [shown(game, one) for one in seats]
    rows: list[tuple[Text | str | int | None, ...]] = [
        (say_in("review", "start"), *(_amount(each["start"]) for each in columns))
    ]
    rows += [
        (name, *(_gain(each[kind]) for each in columns))
        for kind, name in KINDS.items()
        if any(one.total(kind) for one in seats)
    ]
    ended = kept.play is not None and kept.play.over is not None
    result = say_in("review", "result") if ended else say_in("review", "when left")
    rows.append((result, *(_amount(each["result"]) for each in columns)))
    rows.append((say_in("review", "accuracy"), *(_accuracy(one) for one in seats)))
    return Sheet(tuple(one.seat.letter for one in seats), tuple(rows))


def shown(game: Game[object], one: SeatReview) -> dict[str, int]:
    """Return a seat's account in tenths of a point or of a percent, as it is shown.

    Start, result and every kind but luck are rounded each for itself; luck is
    shown as the rest, so that what is shown adds up exactly.
    """
    scale = 10 if game.info.unit == "points" else 1000

    def tenths(worth: float) -> int:
        # To the eighth decimal first: that takes away what only adding up has put there.
        return floor(round(scale * worth, 8) + 0.5)

    account: dict[str, int] = {kind: tenths(one.total(kind)) for kind in KINDS if kind != "luck"}
    start, result = tenths(one.start), tenths(one.result)
    luck = result - start - sum(account.values())
    return {**account, "start": start, "luck": luck, "result": result}


def _amount(tenths: int) -> Text:
    return say_in("an amount", "{number}", number=Points(tenths / 10, 1))


def _gain(tenths: int) -> Text:
    if tenths > 0:
        return say_in("an amount gained", "+{number}", number=Points(tenths / 10, 1))
    return _amount(tenths)


def _accuracy(one: SeatReview) -> Text | str:
    """Write how accurate a seat was; 100 % only where really nothing was given away."""
    if one.accuracy is None:
        return "–"
    share = 1.0 if one.costliest is None else min(one.accuracy, 0.99)
    return say_in("a probability", "{share}", share=Percent(share, 0))


def _legend(game: Game[object], kept: Kept, seats: tuple[SeatReview, ...]) -> Iterator[Text]:
    """Say what the numbers count."""
    if kept.play is None or kept.play.over is None:
        yield say("The round was left before its end; what is counted ends there.")
    if game.info.unit == "points":
        yield say("In points: the final total to expect with perfect play.")
    else:
        yield say("In percent of the win; a shared win counts in part.")
    yield say(
        "Luck: what dice and cards did. Skill: what your own choices gave away, never above 0."
    )
    if any(one.total("others") for one in seats):
        yield say("Others: what the other players’ choices did.")
    if any(one.total("hidden") for one in seats):
        yield say("Hidden: what came to light of cards and choices that were secret.")
    yield say("Accuracy: {all} means that nothing was given away.", all=Percent(1, 0))


def _picture(game: Game[object], seats: tuple[SeatReview, ...], language: str) -> bytes:
    # Only who asks for a review waits for matplotlib, on the studying thread.
    from bot.chart import Captions, Drawn, chart  # noqa: PLC0415

    points = game.info.unit == "points"

    def words(text: Text) -> str:
        return speak(text, language, Plain(language))

    captions = Captions(
        words(say("Expected total") if points else say("Share of the win")),
        words(say("steps of the round")),
        words(say("costliest choice")),
        lambda worth: words(say_in("a probability", "{share}", share=_worth(game, worth, 0))),
    )
    lines = [
        Drawn(one.worths, None if one.costliest is None else one.costliest.number) for one in seats
    ]
    return chart(lines, captions, shares=not points)


def _worth(game: Game[object], worth: float, digits: int) -> Spoken:
    return Points(worth, digits) if game.info.unit == "points" else Percent(worth, digits)


def _shows(game: Game[object], seats: tuple[SeatReview, ...]) -> tuple[Text, ...]:
    """Return what the picture shows, for those who cannot see it."""
    shows = (
        say("A line plot: the total that each seat could expect after every step.")
        if game.info.unit == "points"
        else say("A line plot: the share of the win that each seat could expect after every step.")
    )
    return (
        shows,
        *(
            say(
                "{letter} goes from {start} to {result}.",
                letter=one.seat.letter,
                start=_worth(game, one.start, 1),
                result=_worth(game, one.result, 1),
            )
            for one in seats
        ),
    )
