"""The scenes of an animation: the landings and the choices that matter."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.review.amounts import difference
from bot.review.played_round import Played
from rules.dice import Faces
from rules.engine import Acted, Round, history, shown_to_all
from rules.review import EPSILON, Decision, SeatReview, Verdict, review_of, turns
from rules.screen import Block, Cards, Dice, Line, Screen, Seat, Sheet, with_dice
from rules.text import Capital, Text, say, say_in

MOST_SCENES = 27
"""The most scenes of an animation; in a longer round, each turn keeps the greatest changes.

Without exact play the last scenes are kept.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """The contents of a picture for a step of the record, in this `turn`.

    A choice (`is_choice`) has the positions of the dice that were `chosen` and, with exact play, a
    `verdict` and the `cost` of a costly choice; its blocks are the position before it. The lines
    end with the worths of step `shown`: the effect of a secret choice is revealed later.
    """

    shown: int
    turn: int
    title: Text
    blocks: tuple[Block, ...]
    chosen: tuple[int, ...] = ()
    verdict: Verdict | None = None
    cost: Text | None = None
    is_choice: bool = False
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """The scenes of a round, the number of its `turns`, and its review for each seat.

    Without exact play there are no `reviews`.
    """

    scenes: tuple[Scene, ...]
    turns: int
    reviews: tuple[SeatReview, ...]


def story(played: Played, end: Screen, *, judged: bool = True) -> Story:
    """Return the scenes of a round; the last one is the `end`, the Screen of its board.

    Only with `judged` they contain verdicts and the costs of choices. The first call may take long,
    while the tables of exact play are computed. Raises Unreadable when the record does not fit the
    game.
    """
    whole = history(played.game, len(played.players), played.options, played.record)
    rounds = shown_to_all(whole)
    reviews = () if played.game.exact is None else review_of(rounds, len(played.players))
    decisions = {decision.number: decision for one in reviews for decision in one.decisions}
    choices = _choices(rounds)
    begun = turns(rounds)
    found = [
        _choice(played, rounds, begun, choices[number], decisions.get(number) if judged else None)
        if number in choices
        else _landing(rounds, begun, number)
        for number in _kept(rounds, choices.keys(), begun, reviews)
    ]
    last = end_scene(len(rounds) - 1, len(begun), end)
    return Story((*found, last), len(begun), reviews)


def _choices(rounds: Sequence[Round[Any]]) -> dict[int, Acted]:
    """Return the choices by number; of those that a seat replaced, only the last one."""
    last: dict[tuple[Seat, int], Acted] = {}
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted):
            last[step.seat, before.moment] = step
    return {step.number: step for step in last.values()}


def _kept(
    rounds: Sequence[Round[Any]],
    decisions: Container[int],
    begun: Sequence[int],
    reviews: Sequence[SeatReview],
) -> list[int]:
    """Return the numbers of the steps that have a scene, besides the end."""
    steps = [after.steps[-1] for after in rounds[1:]]
    acted = [step.number for step in steps if isinstance(step, Acted)]
    numbers = [
        step.number for step in steps if step.number in decisions or step.number not in acted
    ]
    if len(numbers) < MOST_SCENES:
        return numbers
    # The scene of a choice shows the dice that landed before it, too.
    numbers = [number for number in numbers if number in decisions or number + 1 not in decisions]
    if len(numbers) < MOST_SCENES:
        return numbers
    if not reviews:
        return numbers[1 - MOST_SCENES :]
    changed = {
        number: max(abs(one.worths[number] - one.worths[before]) for one in reviews)
        for before, number in pairwise([0, *numbers])
    }
    # By turns: the greatest change of each turn first, then the second of each, and so on.
    place: Counter[int] = Counter()
    order: list[tuple[int, float, int]] = []
    for number in sorted(numbers, key=lambda number: (-changed[number], number)):
        turn = bisect_right(begun, number)
        place[turn] += 1
        order.append((place[turn], -changed[number], number))
    return sorted(number for *_, number in sorted(order)[: MOST_SCENES - 1])


def _landing(rounds: Sequence[Round[Any]], begun: tuple[int, ...], number: int) -> Scene:
    before, after = rounds[number - 1], rounds[number]
    title = before.game.screen(before.state, None).title
    blocks = _drawn(after.game.screen(after.state, None))
    if not any(isinstance(one, Dice | Cards) for one in blocks):  # the landing is secret
        blocks = _drawn(before.game.screen(before.state, None))
    if after.over is not None:  # the next scene names the winner
        blocks = tuple(one for one in blocks if not (isinstance(one, Line) and one.size != "plain"))
    return Scene(number, bisect_right(begun, number), title, blocks)


def _choice(
    played: Played,
    rounds: Sequence[Round[Any]],
    begun: tuple[int, ...],
    step: Acted,
    judged: Decision | None,
) -> Scene:
    before, seat, action, number = rounds[step.number - 1], step.seat, step.action, step.number
    game, state, secret = played.game, before.state, before.awaits.secret
    screen = game.screen(state, seat if secret else None)
    mark = screen.mark
    rerolls = mark is not None and action.verb == mark.verb
    cost = None
    if judged is not None and judged.given_away > EPSILON:
        lost = difference(played.unit, judged.given_away, exact=judged.exact)
        best = Capital(game.name(state, seat, judged.best))
        cost = say("lost {lost} · best: {best}", lost=lost, best=best)
    return Scene(
        number - 1 if secret and rounds[number].moment > before.moment else number,
        bisect_right(begun, number),
        say_in("a choice", "{seat}: {choice}", seat=seat, choice=game.name(state, seat, action)),
        _drawn(screen, secret=secret),
        tuple(int(position) for position in action.on) if rerolls else (),
        None if judged is None else judged.verdict,
        cost,
        is_choice=True,
    )


def end_scene(shown: int, turns: int, end: Screen) -> Scene:
    """Return the last scene of a round of `turns` turns, whose lines end with step `shown`."""
    return Scene(shown, turns, end.title, _drawn(end, end=True), is_end=True)


def _drawn(screen: Screen, *, secret: bool = False, end: bool = False) -> tuple[Block, ...]:
    """Return the blocks of a Screen for a picture, without instructions.

    A `secret` Screen, which addresses its seat, gives only dice and cards. Before the `end` there
    are no sheets, no quiet lines, and of the lines with dice in them only the last one.
    """
    blocks = [
        block
        for block in with_dice(screen)
        if not (isinstance(block, Line) and (secret or block.instruction))
    ]
    if end:
        return tuple(blocks)
    with_faces = [block for block in blocks if isinstance(block, Line) and _has_faces(block.text)]
    return tuple(
        block
        for block in blocks
        if not isinstance(block, Sheet)
        and not (isinstance(block, Line) and block.size == "quiet")
        and block not in with_faces[:-1]
    )


def _has_faces(text: Text) -> bool:
    return any(isinstance(value, Faces) for _, value in text.arguments)
