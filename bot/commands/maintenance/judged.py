"""What was made of a replayed round: a verdict for each choice, and what each seat could expect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.commands.maintenance.records import Record
from bot.language.render import Capital
from bot.review.amounts import amount, difference, number, tenths
from bot.review.review_page import VERDICT_NAMES
from rules.engine import Round, history, steps_that_count, without_taken_back
from rules.game import Game
from rules.review import EPSILON, Decision, review_of
from rules.screen import Seat
from rules.text import Text, say, say_in, side_by_side


class Judged:
    """A round of a game with exact play, judged step by step.

    Raises Unreadable and ValueError as `rules.review.review` does.
    """

    def __init__(self, game: Game[Any], record: Record) -> None:
        seats = len(record.players)
        line = without_taken_back(record.steps)
        self._game, self._unit = game, game.info.unit(seats)
        self._rounds: tuple[Round[Any], ...] = history(game, seats, record.options, line)
        self._reviews = review_of(self._rounds, seats)
        self._decisions = {
            decision.number: (one.seat, decision)
            for one in self._reviews
            for decision in one.decisions
        }
        self._places = {
            step.number: place for place, step in enumerate(steps_that_count(record.steps), 1)
        }

    def lines(self, number: int) -> Iterator[Text]:
        """Yield what is said of step `number`; nothing of one that was taken back."""
        place = self._places.get(number)
        if place is None:
            return
        if place in self._decisions:
            yield self._verdict(*self._decisions[place])
        yield side_by_side([self._expected(one.seat, one.worths[place]) for one in self._reviews])

    def _verdict(self, seat: Seat, decision: Decision) -> Text:
        told = [say_in("a verdict", "{verdict}", verdict=VERDICT_NAMES[decision.verdict])]
        if decision.given_away > EPSILON:
            state = self._rounds[decision.number - 1].state
            lost = difference(self._unit, decision.given_away, exact=decision.exact)
            best = Capital(self._game.name(state, seat, decision.best))
            told.append(say("cost {lost} · best: {best}", lost=lost, best=best))
        return side_by_side(told)

    def _expected(self, seat: Seat, worth: float) -> Text:
        expected = (
            amount(self._unit, worth)
            if self._unit == "points"
            else say_in(
                "a probability", "{share}", share=number(self._unit, tenths(self._unit, worth))
            )
        )
        return say_in(
            "what a player can expect", "{seat}: {expected}", seat=seat, expected=expected
        )
