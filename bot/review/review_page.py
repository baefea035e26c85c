"""Reviews as blocks of text and a picture.

A review has a headline, a sum and the costliest choices. `rules.review` computes the numbers
behind them; docs/review.md explains them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from bot.language.render import PlainRenderer, in_symbols, render
from bot.review.amounts import (
    accuracy_text,
    difference,
    difference_of,
    number,
    rounded_totals,
)
from bot.review.past_form import past_form
from bot.review.played_round import PlayedRound
from bot.review.player_names import fitting_names, shortened_names
from bot.review.review_headline import headline
from rules.dice import Faces
from rules.engine import Acted, Round, history, shown_to_all
from rules.game import Game
from rules.losses import choices_that_count
from rules.pieces import Pieces
from rules.review import (
    Decision,
    SeatReview,
    Verdict,
    costliest,
    have_same_information,
    reviews_in_pieces,
    turns,
)
from rules.screen import Block, Dice, Line, Mark, Seat
from rules.text import (
    Argument,
    Capital,
    Percent,
    Placeholder,
    Points,
    Text,
    say,
    say_in,
    side_by_side,
)

MOST_COSTLIEST = 3
"""The most choices that are named, of all seats together."""

MAX_SEATS_WITH_DICE = 4
"""The largest number of seats at which dice are drawn; with more they are written as symbols."""

PICTURE_NAME_WIDTH = 24
"""The most letters of a name in the picture."""

VERDICT_NAMES: Mapping[Verdict, Text] = MappingProxyType(
    {
        "best": say_in("verdict", "best"),
        "good": say_in("verdict", "good"),
        "inaccuracy": say_in("verdict", "small mistake"),
        "mistake": say_in("verdict", "mistake"),
        "blunder": say_in("verdict", "blunder"),
    }
)


class RoundReview:
    """The review of a round: its `loss_line`, `costliest_choices` and `picture` (PNG).

    `description` is that of the picture; both are empty where the seats do not see the round alike,
    since chances that do not add up to one would be confusing. `headlines` holds the sentence about
    each seat for others, `worths` the worth of the round to each seat before and after each step,
    `accuracy` that of each seat, None where no choice counts. Secret choices that were never shown
    to all are left out.
    """

    def __init__(
        self,
        played: PlayedRound,
        language: str,
        whole: Sequence[Round[object]],
        rounds: Sequence[Round[object]],
        reviews: tuple[SeatReview, ...],
    ) -> None:
        """Describe the `reviews` of a round; `language` is that of the picture.

        `whole` is its history, and `rounds` the part of it that all have seen.
        """
        begun = turns(rounds)
        worst = costliest(reviews, MOST_COSTLIEST)
        secret_seats = frozenset(
            step.seat for step in whole[-1].steps[len(rounds) - 1 :] if isinstance(step, Acted)
        )
        self._for_players = tuple(headline(played, one, secret_seats, you=True) for one in reviews)
        self.loss_line = Line(_loss_text(played, reviews))
        self.costliest_choices: tuple[Block, ...] = (
            *_more_than(worst, reviews),
            *(
                line
                for place, choice in enumerate(worst, 1)
                for line in _costly(played, place, choice, rounds, begun)
            ),
            *_shortened(played, language),
        )
        self.headlines = tuple(headline(played, one, secret_seats, you=False) for one in reviews)
        self.worths = tuple(one.worths for one in reviews)
        self.accuracy = tuple(_accuracy(played, rounds, one) for one in reviews)
        self._first = 0 if played.outcome is None else played.outcome.winners[0].index
        names = fitting_names(played, language, PICTURE_NAME_WIDTH)
        alike = have_same_information(reviews, played.unit)
        self.picture = _picture(played, reviews, worst, begun, language) if alike else b""
        self.description = plot_description(played, reviews, names)

    def headline(self, seat: Seat | None) -> Line:
        """Return the first sentence of the review, for a player or for others (None)."""
        return Line(
            self.headlines[self._first] if seat is None else self._for_players[seat.index], "strong"
        )


def review_in_pieces(played: PlayedRound, language: str) -> Pieces[RoundReview]:
    """Return the review of a round, computed in pieces; `language` is that of the picture.

    Raises Unreadable when the record does not fit the game, and ValueError when the game has no
    exact play.
    """
    whole = history(played.game, len(played.players), played.options, played.record)
    rounds = shown_to_all(whole)
    reviews = yield from reviews_in_pieces(rounds, len(played.players))
    return RoundReview(played, language, whole, rounds, reviews)


def _accuracy(played: PlayedRound, rounds: Sequence[Round[object]], one: SeatReview) -> Text | None:
    """Return the accuracy of a seat, None where none of its choices counts."""
    seats, end = len(played.players), played.players[one.seat.index].counts_to
    that_count = choices_that_count(rounds, seats, played.options, one.seat, end)
    if not that_count.choices:
        return None
    numbers = {choice.number for choice in that_count.choices}
    loss = sum(each.loss for each in one.decisions if each.number in numbers)
    return accuracy_text(loss, that_count.par, estimated=played.game.info.estimates(seats))


def _loss_text(played: PlayedRound, reviews: tuple[SeatReview, ...]) -> Text:
    """Return the loss of each seat: its total of skill, as a positive amount."""
    losses = [-rounded_totals(played.unit, one)["skill"] for one in reviews]
    if not any(decision.loss for one in reviews for decision in one.decisions):
        return say("No losses: every choice was the best.")
    if len(reviews) == 1:
        return say("Lost by choices: {amount}", amount=difference_of(played.unit, losses[0]))
    amounts = [
        say_in(
            "what a player gave away",
            "{seat} {amount}",
            seat=one.seat,
            amount=number(played.unit, tenths),
        )
        for one, tenths in zip(reviews, losses, strict=True)
    ]
    if played.unit == "points":
        return say("Points lost by choices: {amounts}", amounts=side_by_side(amounts))
    return say("Chance to win lost by choices: {amounts}", amounts=side_by_side(amounts))


def _more_than(
    costliest_choices: Sequence[tuple[SeatReview, Decision]], reviews: tuple[SeatReview, ...]
) -> Iterator[Line]:
    """Yield the line above the list of the costliest choices where there are more mistakes."""
    mistakes = sum(len(one.mistakes) for one in reviews)
    if mistakes <= len(costliest_choices):
        return
    if len(reviews) == 1:
        yield Line(say("The three costliest of {n} mistakes:", n=mistakes))
    else:
        yield Line(say("The three costliest of {n} mistakes, all players:", n=mistakes))


def _costly(
    played: PlayedRound,
    place: int,
    costly: tuple[SeatReview, Decision],
    rounds: Sequence[Round[object]],
    begun: tuple[int, ...],
) -> Iterator[Line]:
    """Yield a choice with its verdict, and below it its cost and the best choice.

    The costliest choice is followed by the reason; a phone has no room for more.
    """
    seat, decision = costly[0].seat, costly[1]
    game, state = played.game, rounds[decision.number - 1].state
    with_dice = len(played.players) <= MAX_SEATS_WITH_DICE

    def line(text: Text, size: Literal["plain", "quiet"] = "plain") -> Line:
        return Line(text if with_dice else in_symbols(text), size)

    choice = game.name(state, seat, decision.action)
    said: dict[str, Argument] = {
        "place": place,
        "done": past_form(seat, choice),
        "verdict": VERDICT_NAMES[decision.verdict],
    }
    dice = _dice(game, state, seat)
    if dice is None or _names_all(choice, dice):
        yield line(say("{place}. **{done}** · {verdict}", **said))
    else:
        yield line(say("{place}. {dice}: **{done}** · {verdict}", dice=dice, **said))
    cost: dict[str, Argument] = {
        "lost": difference(played.unit, decision.loss, exact=decision.exact),
        "best": Capital(game.name(state, seat, decision.best)),
    }
    if len(begun) > 1:
        turn = bisect_right(begun, decision.number)
        yield line(say("turn {turn}: lost {lost} · best: {best}", turn=turn, **cost), "quiet")
    else:
        yield line(say("lost {lost} · best: {best}", **cost), "quiet")
    if place == 1 and game.exact is not None:
        why = game.exact.why(state, seat, decision.best, decision.action)
        if why is not None:
            yield line(why, "quiet")


def _dice(game: Game[object], state: object, seat: Seat) -> Faces | None:
    """Return the dice that a seat can select, otherwise those it sees; None for several sets."""
    screen = game.screen(state, seat)
    for dice in (
        [Faces(mark.faces, mark.face_set) for mark in screen.controls if isinstance(mark, Mark)],
        [Faces(block.faces, block.face_set) for block in screen.blocks if isinstance(block, Dice)],
    ):
        if len(dice) == 1:
            return dice[0]
    return None


def _names_all(choice: Text, dice: Faces) -> bool:
    """Return whether the name of a choice contains all these dice."""
    faces = [face for _, one in choice.arguments if isinstance(one, Faces) for face in one.faces]
    return sorted(faces) == sorted(dice.faces)


def _shortened(played: PlayedRound, language: str) -> Iterator[Line]:
    """Yield the full name for each name that the picture shortens, or that is not known."""
    for name, seat in shortened_names(played, language, PICTURE_NAME_WIDTH):
        yield Line(say("{letter}: {seat}", letter=name, seat=seat), "quiet")


def _picture(
    played: PlayedRound,
    reviews: tuple[SeatReview, ...],
    worst: tuple[tuple[SeatReview, Decision], ...],
    begun: tuple[int, ...],
    language: str,
) -> bytes:
    # Pillow is slow to import: only on the first review, in the analysis process
    from bot.review.review_chart import ReviewCaptions, SeatLine, chart  # noqa: PLC0415

    points = played.unit == "points"

    def plain(text: Text) -> str:
        return render(text, language, PlainRenderer(language))

    captions = ReviewCaptions(
        plain(say("Expected points") if points else say("Chance to win")),
        plain(say("turns")),
        plain(say("costliest choices")),
        lambda worth: plain(say_in("a probability", "{share}", share=_worth(played, worth))),
    )
    lines = [
        SeatLine(
            name,
            one.worths,
            tuple(decision.number for other, decision in worst if other.seat == one.seat),
        )
        for name, one in zip(
            fitting_names(played, language, PICTURE_NAME_WIDTH), reviews, strict=True
        )
    ]
    return chart(lines, begun, captions, shares=not points)


def _worth(played: PlayedRound, worth: float) -> Placeholder:
    return Points(worth, 0) if played.unit == "points" else Percent(worth, 0)


def plot_description(
    played: PlayedRound, reviews: tuple[SeatReview, ...], names: tuple[str, ...]
) -> tuple[Text, ...]:
    """Return the description of the lines of all seats, for screen readers; empty without lines."""
    if not have_same_information(reviews, played.unit):
        return ()
    summary = (
        say("A line plot: each player’s expected points, turn by turn.")
        if played.unit == "points"
        else say("A line plot: each player’s chance to win, turn by turn.")
    )
    return (
        summary,
        *(
            say(
                "{name}: from {start} to {result}.",
                name=name,
                start=number(played.unit, totals["start"]),
                result=number(played.unit, totals["result"]),
            )
            for name, totals in zip(
                names, (rounded_totals(played.unit, one) for one in reviews), strict=True
            )
        ),
    )
