"""The text of hints: in every game, and for advice whose numbers the test provides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.analysis.hint import hint, present_choice
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from random_play import decisions, play_at_random
from rules import registry
from rules.dice import PIPS
from rules.game import Advice
from rules.screen import Action, Choice, Line, Menu, Press, Screen, Seat
from rules.text import say
from rules.turns import KEEP, mark_reroll, reroll_of

GAMES = list(registry.games())
SHARE, POINTS = registry.game("dice-poker"), registry.game("thirteen")
SEAT = Seat(0)


def hint_lines(game, state, seat, chosen=None, language="en"):
    return [
        render(line.text, language, PlainRenderer(language))
        for line in hint(game, state, seat, chosen)
        if isinstance(line, Line)
    ]


def lines_of_advice(game, *advice, chosen=None, language="en"):
    """Return the hint of a game whose exact play returns this advice."""
    named = replace(
        game,
        advise=lambda state, seat: advice,
        name=lambda state, seat, action: say("do it"),
        screen=lambda state, viewer: Screen(say("a board"), ()),
    )
    return hint_lines(named, None, SEAT, chosen, language)


def reroll(position, worth, chances=None):
    return Advice(reroll_of((position,)), worth, chances)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_the_best_choice_and_the_next_two_of_every_game(key, language):
    game = registry.game(key)
    seats = min(3, max(game.info.seats))
    journey = play_at_random(game, seats, {}, f"hint {key}")
    for spot, seat in decisions(game, list(journey.spots())[:12]):
        lines = hint_lines(game, spot.state, seat, language=language)
        advice = game.advise(spot.state, seat)
        for place, one in enumerate(advice[:3]):
            action = render(
                game.name(spot.state, seat, one.action), language, PlainRenderer(language)
            )
            assert action.lower() in lines[place].lower()
            digits = f"{one.worth:,.2f}" if one.chances is None else f"{100 * one.chances[0]:.1f}"
            if language == "ro":
                digits = digits.translate(str.maketrans(",.", ".,"))
            assert digits in lines[place]
            equal = place > 0 and one.worth == advice[place - 1].worth
            assert lines[place].startswith("=") == equal
        assert lines[0].startswith("💡")
        assert all(lines)


@pytest.mark.parametrize("key", GAMES)
def test_what_every_present_choice_gives_away(key):
    game = registry.game(key)
    journey = play_at_random(game, min(2, max(game.info.seats)), {}, f"given away {key}")
    for spot, seat in decisions(game, list(journey.spots())[:6]):
        advice = game.advise(spot.state, seat)
        assert {one.action for one in advice} == set(game.legal(spot.state, seat))
        for one in (advice[0], advice[len(advice) // 2], advice[-1]):
            lines = hint_lines(game, spot.state, seat, one.action)
            line = lines[min(3, len(advice))]
            lost = advice[0].worth - one.worth
            if lost == 0:
                assert line == "✅ Your present choice is as good as it gets."
            elif game.info.unit == "points" and lost > 0.01:
                assert line.endswith(f"**) gives away {lost:.2f} points.")
            elif lost > 0.0001:
                assert line.endswith(f"**) gives away {100 * lost:.2f}% of the win.")


def test_words_of_a_share():
    assert lines_of_advice(
        SHARE,
        reroll(5, 0.4165, (0.412, 0.009, 0.579)),
        reroll(4, 0.4, (0.4, 0.0, 0.6)),
        reroll(3, 0.4, (0.3, 0.2, 0.5)),
        reroll(2, 0.1, (0.1, 0.0, 0.9)),
        chosen=reroll_of((2,)),
    ) == [
        "💡 **Do it**: you win 41.2%, draw 0.9%",
        "2. **Do it**: you win 40.0%",
        "= **Do it**: you win 30.0%, draw 20.0% (just as good)",
        "Your present choice (**do it**) gives away 31.65% of the win.",
        "A draw counts as a share of the win: half between two players.",
        "Exact, if everybody plays perfectly from here on.",
    ]


def test_words_of_points_in_romanian():
    assert lines_of_advice(
        POINTS, reroll(1, 200.5), reroll(2, 199.25), chosen=reroll_of((2,)), language="ro"
    )[:3] == [
        "💡 **Do it**: 200,50 puncte în total",
        "2. **Do it**: 199,25 puncte în total",
        "Alegerea ta de acum (**do it**) pierde 1,25 puncte.",
    ]


def test_points_are_explained_as_the_own_total():
    assert "not the chance to beat the others" in lines_of_advice(POINTS, reroll(1, 200.5))[-1]


def test_a_tiny_loss_is_not_shown_as_nothing():
    near = (reroll(1, 0.5, (0.5, 0, 0.5)), reroll(2, 0.49999, (0.49999, 0, 0.5)))
    assert (
        "gives away less than 0.01% of the win"
        in lines_of_advice(SHARE, *near, chosen=near[1].action)[2]
    )
    near = (reroll(1, 200.0), reroll(2, 199.999))
    assert (
        "gives away less than 0.01 points"
        in lines_of_advice(POINTS, *near, chosen=near[1].action)[2]
    )


def test_an_equally_good_choice_is_called_so_wherever_it_stands():
    equal = tuple(reroll(position, 0.5, (0.5, 0, 0.5)) for position in range(1, 6))
    lines = lines_of_advice(SHARE, *equal, chosen=equal[4].action)
    assert [line[0] for line in lines[:3]] == ["💡", "=", "="]
    assert lines[3].startswith("✅")
    assert not any("draw" in line.lower() for line in lines)


def test_a_single_choice_and_one_that_is_not_possible():
    assert lines_of_advice(SHARE, Advice(KEEP, 1.0, (1, 0, 0))) == [
        "💡 **Do it**: you win 100.0%",
        "Exact, if everybody plays perfectly from here on.",
    ]
    lines = lines_of_advice(SHARE, Advice(KEEP, 1.0, (1, 0, 0)), chosen=Action("write", "ones"))
    assert lines[1] == "Your selection is not possible now."


def test_a_game_without_exact_play_has_no_hints():
    (line,) = hint_lines(replace(SHARE, advise=None), None, SEAT)
    assert line == "There are no hints for this game."


def screen(*controls):
    return Screen(say("a table"), (), controls)


def menu(*chosen):
    actions = [Action("split", f"{place}") for place in range(3)]
    return Menu(
        say("choose"),
        tuple(
            Choice(action, say("it"), chosen=place in chosen)
            for place, action in enumerate(actions)
        ),
    )


def test_the_present_choice_is_what_is_selected_or_chosen():
    dice = mark_reroll((1, 2, 3, 4, 5), PIPS)
    assert present_choice(screen(dice, Press(KEEP, say("keep"))), (3, 1)) == reroll_of((1, 3))
    assert present_choice(screen(dice), ()) is None
    assert present_choice(screen(menu(1)), ()) == Action("split", "1")
    assert present_choice(screen(menu()), ()) is None
    assert present_choice(screen(dice, menu(2)), (4,)) == reroll_of((4,))
    assert present_choice(screen(), (1,)) is None
