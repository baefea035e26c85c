"""The word of the coach: the choice, the best choice, and the difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.review.amounts import difference, number, tenths
from rules.game import Advice, Game, Unit
from rules.screen import Action, Block, Dice, Line, Seat
from rules.text import Text, say, say_in

LEAST_TOLD = 0.001, 0.1
"""The least cost of a choice that deserves a word: in chance to win, and in points."""

LEAST_ESTIMATED = 0.005
"""The least cost for a chance that is an estimate."""

FORMS: Mapping[str, tuple[Text, Text]] = MappingProxyType(
    {
        "keep all": (say("You kept all"), say("keeping all")),
        "keep this hand": (say("You kept this hand"), say("keeping this hand")),
        "reroll all five": (say("You rerolled all five"), say("rerolling all five")),
        "keep {kept}, reroll {rerolled}": (say("You kept {kept}"), say("keeping {kept}")),
        "write {n} point in “{row}”": (
            say("You wrote {points} in {row}"),
            say("writing {points} in {row}"),
        ),
    }
)
"""The past form and the gerund of choices, by the sentence that names a choice."""


def word(
    game: Game[object], seats: int, state: object, seat: Seat, action: Action
) -> tuple[Block, ...]:
    """Return the word for a seat that takes `action` in `state`; empty if there is none.

    There is no word about choices that are best, or nearly best. The first call may take long,
    while the tables of exact play are computed.
    """
    if game.exact is None:
        return ()
    advice = game.advise(state, seat)
    best = advice[0]
    chosen = next((one for one in advice if one.action == action), best)
    unit = game.info.unit(seats)
    exact = best.exact and chosen.exact
    if best.worth - chosen.worth < _least(unit, exact=exact):
        return ()
    mark = game.screen(state, seat).mark
    dice = () if mark is None else (Dice(mark.faces, mark.face_set),)
    did, better = game.name(state, seat, action), game.name(state, seat, best.action)
    return (*dice, Line(_told(unit, did, better, _loss(unit, chosen, best, exact=exact)), "strong"))


def _least(unit: Unit, *, exact: bool) -> float:
    share, points = LEAST_TOLD
    if unit == "points":
        return points
    return share if exact else LEAST_ESTIMATED


def _loss(unit: Unit, chosen: Advice, best: Advice, *, exact: bool) -> Text:
    """Return the loss of a choice: "3.2 points", "4.1%", "about 4.1%"."""
    lost = best.worth - chosen.worth
    if unit == "points":
        return difference(unit, lost, exact=exact)
    chance = say_in("a probability", "{share}", share=number(unit, tenths(unit, lost)))
    return chance if exact else say_in("an amount", "about {amount}", amount=chance)


def _told(unit: Unit, did: Text, better: Text, lost: Text) -> Text:
    """Return a sentence on a choice and the better one; without `FORMS`, their names stand."""
    if did.template in FORMS and better.template in FORMS:
        done, doing = (
            _formed(FORMS[did.template][0], did),
            _formed(FORMS[better.template][1], better),
        )
        if unit == "points":
            return say("{done}; {doing} was worth {lost} more.", done=done, doing=doing, lost=lost)
        return say(
            "{done}; {doing} would have raised your chance to win by {lost}.",
            done=done,
            doing=doing,
            lost=lost,
        )
    if unit == "points":
        return say(
            "You chose {did}; {better} was worth {lost} more.", did=did, better=better, lost=lost
        )
    return say(
        "You chose {did}; {better} would have raised your chance to win by {lost}.",
        did=did,
        better=better,
        lost=lost,
    )


def _formed(form: Text, named: Text) -> Text:
    return replace(form, arguments=(*named.arguments, ("points", named.count)))
