"""Hints as blocks of text: the best choices and the present one's loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from bot.review.amounts import difference, worth_of
from rules.game import Advice, Game, Unit
from rules.screen import (
    Action,
    Block,
    Cards,
    Dice,
    Divider,
    Line,
    Mark,
    Menu,
    Press,
    Screen,
    Seat,
    Sort,
)
from rules.text import Capital, Text, say, say_in
from rules.turns import positions_of, reroll_label

CHOICES_SHOWN = 3
"""The number of choices in a hint, best first."""

MIN_DRAW_SHOWN = 0.0005
"""Less likely draws are not shown: they would be rounded to 0.0 %."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The text of a hint, and the best choice, for a button with this label."""

    blocks: tuple[Block, ...]
    best: Action | None = None
    label: Text | None = None


def hint(game: Game[object], seats: int, state: object, seat: Seat, chosen: Action | None) -> Hint:
    """Return a hint for an awaited seat of a table with a number of `seats`.

    `chosen` is its present choice, None if it has none. The first call may take long, while the
    tables of exact play are computed.
    """
    if game.exact is None:
        return Hint((Line(say("There are no hints for this game.")),))
    unit, name = game.info.unit(seats), partial(game.name, state, seat)
    advice = game.advise(state, seat)
    by_name: dict[Text, Advice] = {}  # equal dice have equal names
    for option in advice:
        by_name.setdefault(name(option.action), option)
    best = (*islice(by_name.values(), CHOICES_SHOWN),)
    # The board may be out of sight, so the hint shows its dice.
    screen = game.screen(state, seat)
    blocks: list[Block] = [*_dice(screen)]
    blocks.append(Line(explain_numbers(unit, seats, best)))
    for place, option in enumerate(best, 1):
        blocks.append(Line(_choice_line(unit, name(option.action), place, best)))
        if place == 1:
            blocks += [Line(text, "quiet") for text in _reason(game, state, seat, option)]
    if chosen is not None:
        blocks += [Divider(), Line(_chosen_line(unit, name, advice, chosen))]
        blocks += [Line(text, "quiet") for text in _why_not(game, state, seat, advice, chosen)]
    action = best[0].action
    return Hint(tuple(blocks), action, _label(screen, action, name(action)))


def _dice(screen: Screen) -> Iterator[Dice | Cards]:
    """Yield the dice or cards of the seat: those to select, else the last that are shown."""
    mark = screen.mark
    blocks = [block for block in screen.blocks if isinstance(block, Dice | Cards)]
    if mark is not None:
        yield Dice(mark.faces, mark.face_set)
    elif blocks:
        yield replace(blocks[-1], landed=()) if isinstance(blocks[-1], Dice) else blocks[-1]


def _label(screen: Screen, action: Action, name: Text) -> Text:
    """Return the label of the button that makes a choice, as on the board."""
    for control in screen.controls:
        match control:
            case Press() if control.action == action:
                return control.label
            case Sort(choices=choices) if action in [one.action for one in choices]:
                return say_in("a button", "Choose {action}", action=name)
            case Mark() if control.verb == action.verb and (places := positions_of(action)):
                return reroll_label(control.faces, places, control.face_set)
            case _:
                continue
    return say_in("a button", "{action}", action=Capital(name))


def present_choice(screen: Screen, selected: tuple[int, ...]) -> Action | None:
    """Return the action that a seat has prepared, or made and may still replace; else None.

    `selected` holds the positions of the selected dice.
    """
    for control in screen.controls:
        match control:
            case Mark() if selected:
                return control.action(selected)
            case Sort() if (choice := control.choice(selected)) is not None:
                return choice.action
            case Menu(choices=choices) | Sort(choices=choices):
                for choice in choices:
                    if choice.chosen:
                        return choice.action
            case _:
                continue
    return None


def _choice_line(unit: Unit, name: Text, place: int, advice: tuple[Advice, ...]) -> Text:
    """Return a choice with its place and its worth; a tie with the choice above is noted."""
    option = advice[place - 1]
    choice = say_in(
        "what a choice is worth",
        "**{action}**: {worth}",
        action=Capital(name),
        worth=worth_of(unit, option),
    )
    if place == 1:
        return say("💡 {choice}", choice=choice)
    above = advice[place - 2]
    if (above.worth, above.points) == (option.worth, option.points):
        return say(
            "{place}. {choice}, like number {above}", place=place, choice=choice, above=place - 1
        )
    return say_in("in an order of choices", "{place}. {choice}", place=place, choice=choice)


def _reason(game: Game[object], state: object, seat: Seat, option: Advice) -> Iterator[Text]:
    reason = None if game.exact is None else game.exact.reason(state, seat, option.action)
    if reason is not None:
        yield reason


def _why_not(
    game: Game[object], state: object, seat: Seat, advice: tuple[Advice, ...], chosen: Action
) -> Iterator[Text]:
    """Yield the reason why the best choice is better than the present one."""
    possible = any(option.action == chosen for option in advice)
    if game.exact is not None and possible:
        why = game.exact.why(state, seat, advice[0].action, chosen)
        if why is not None:
            yield why


def _chosen_line(
    unit: Unit, name: Callable[[Action], Text], advice: tuple[Advice, ...], chosen: Action
) -> Text:
    """Return the loss of the present choice, compared with the best one."""
    own = next((option for option in advice if option.action == chosen), None)
    if own is None:
        return say("What you have selected is not possible now.")
    loss = advice[0].worth - own.worth
    if loss <= 0:
        return say("✅ What you have selected is the best choice.")
    return say(
        "What you have selected (**{choice}**) loses {lost}.",
        choice=name(chosen),
        lost=difference(unit, loss, exact=own.exact),
    )


def explain_numbers(unit: Unit, seats: int, best: tuple[Advice, ...]) -> Text:
    """Return the sentence that explains the numbers of the choices below it."""
    if unit == "points":
        return say("Best choices (points you would reach on average):")
    draws = say("a draw counts half") if seats == 2 else say("a shared win counts in part")
    totals = any(option.points is not None for option in best)
    if not all(option.exact for option in best):
        if totals:
            return say(
                "Best choices (estimated chance to win, and points on average; {shared}):",
                shared=draws,
            )
        return say("Best choices (estimated chance to win; {shared}):", shared=draws)
    if totals:
        return say("Best choices (chance to win, and points on average; {shared}):", shared=draws)
    if all(option.chances is None or option.chances[1] < MIN_DRAW_SHOWN for option in best):
        return say("Best choices (chance to win):")
    return say("Best choices (chance to win; {shared}):", shared=draws)
