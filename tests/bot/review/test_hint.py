"""The text of hints: in every game, and for advice whose numbers the test provides."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.language.languages import KNOWN, LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review.hint import hint, present_choice
from random_play import decisions, play_at_random
from rules import registry
from rules.dice import PIPS
from rules.game import Advice, ExactPlay
from rules.games.dice_poker.state import Final, PlayerSelects
from rules.screen import Action, Choice, Line, Menu, Part, Press, Screen, Seat, Sort
from rules.text import say, say_in
from rules.turns import KEEP, mark_reroll, reroll_of
from words import Words

GAMES = list(registry.games())
SHARE, POINTS = registry.game("dice-poker"), registry.game("thirteen")
SEAT = Seat(0)


def hint_lines(game, state, seat, chosen=None, *, language="en", seats=2):
    return [
        render(line.text, language, PlainRenderer(language))
        for line in hint(game, seats, state, seat, chosen).blocks
        if isinstance(line, Line)
    ]


def choices(lines):
    """Return the lines of the choices, in the order of their places."""
    return [line for line in lines if line.startswith(("💡", "2.", "3."))]


def lines_of_advice(game, *advice, chosen=None, language="en", seats=2, reason=None, **exact):
    """Return the hint of a game whose exact play returns this advice."""
    named = replace(
        game,
        exact=ExactPlay(
            game.worth, lambda state, seat: advice, lambda state, seat, action: reason, **exact
        ),
        name=lambda state, seat, action: say_in(action.code, "do it"),  # one each
        screen=lambda state, viewer: Screen(say("a board"), ()),
    )
    return hint_lines(named, None, SEAT, chosen, language=language, seats=seats)


def reroll(position, worth, chances=None):
    return Advice(reroll_of((position,)), worth, chances)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_the_best_choice_and_the_next_two_of_every_game(key, language):
    game = registry.game(key)
    seats = min(3, max(game.info.seats))
    journey = play_at_random(game, seats, {}, f"hint {key}")
    for spot, seat in decisions(game, list(journey.spots())[:12]):
        lines = choices(hint_lines(game, spot.state, seat, language=language, seats=seats))
        by_name = {}
        for one in game.advise(spot.state, seat):
            by_name.setdefault(game.name(spot.state, seat, one.action), one)
        advice = list(by_name.values())
        assert len(lines) == min(3, len(advice))
        for place, one in enumerate(advice[:3]):
            action = render(
                game.name(spot.state, seat, one.action), language, PlainRenderer(language)
            )
            assert action.lower() in lines[place].lower()
            points = game.info.unit(seats) == "points"
            about = "" if one.exact else Words({"en": "about ", "ro": "circa "})[language]
            if points:
                shown = f"{about}{KNOWN[language].number(one.worth, 1)}"
            else:
                chance = Words({"en": "chance to win", "ro": "șanse de câștig"})[language]
                shown = f"{chance} {about}{KNOWN[language].percentage(one.worth, 1)}"
            assert f"**: {shown}" in lines[place]
            above = advice[place - 1] if place > 0 else None
            told = Words({"en": ", like number ", "ro": ", ca numărul "})[language]
            same = above is not None and (above.worth, above.points) == (one.worth, one.points)
            assert (f"{told}{place}" in lines[place]) == same
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
            (line,) = [line for line in lines if "have selected" in line]
            lost = (advice[0].worth - one.worth) * 100
            if lost == 0:
                assert line == "✅ What you have selected is the best choice."
            elif lost < 0.05:
                assert "**) loses less than 0.1 " in line
            else:
                number = f"{lost:.1f}"
                about = "" if one.exact else "about "
                given = rf"\*\*\) loses {about}{re.escape(number)}% chance to win\.$"
                assert re.search(given, line)


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_ranks_by_the_number_it_shows(key):
    game = registry.game(key)
    seats = min(3, max(game.info.seats))
    journey = play_at_random(game, seats, {}, f"ranked {key}")
    for spot, seat in decisions(game, list(journey.spots())[:12]):
        lines = choices(hint_lines(game, spot.state, seat, seats=seats))
        numbers = [
            float(re.search(r"\*\*: (?:chance to win )?(?:about )?([\d.,]+)", line)[1])
            for line in lines
        ]
        assert numbers == sorted(numbers, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_reason_stands_below_the_best_choice(key):
    game = registry.game(key)
    told = 0
    journey = play_at_random(game, min(2, max(game.info.seats)), {}, f"reasons {key}")
    for spot, seat in decisions(game, journey.spots()):
        best = game.advise(spot.state, seat)[0].action
        reason = game.exact.reason(spot.state, seat, best)
        lines = hint_lines(game, spot.state, seat)
        below = [line for line in lines[1:] if not line.startswith("💡")]
        if reason is not None:
            told += 1
            assert below[0] == render(reason, "en", PlainRenderer("en"))
    assert told


def test_the_same_reroll_of_another_equal_die_is_not_a_further_choice():
    """6 6 6 2 2: which of the twos is kept is all the same."""
    state = PlayerSelects(Final((6,) * 5, (), (6,) * 5), (6, 6, 6, 2, 2))
    lines = choices(hint_lines(SHARE, state, Seat(1)))
    actions = [line.partition("**")[2].partition("**")[0] for line in lines]
    assert actions[0] == "Keep 6 6 6, reroll 2 2"
    assert len(set(actions)) == 3


def test_words_of_a_share():
    assert lines_of_advice(
        SHARE,
        reroll(5, 0.4165, (0.412, 0.009, 0.579)),
        reroll(4, 0.4, (0.4, 0.0, 0.6)),
        reroll(3, 0.4, (0.3, 0.2, 0.5)),
        reroll(2, 0.1, (0.1, 0.0, 0.9)),
        chosen=reroll_of((2,)),
    ) == [
        "Best choices (chance to win; a draw counts half):",
        "💡 **Do it**: chance to win 41.7%",
        "2. **Do it**: chance to win 40.0%",
        "3. **Do it**: chance to win 40.0%, like number 2",
        "What you have selected (**do it**) loses 31.7% chance to win.",
    ]


def test_words_of_a_share_among_three():
    lines = lines_of_advice(SHARE, reroll(5, 0.4, (0.3, 0.2, 0.5)), seats=3)
    assert lines == [
        "Best choices (chance to win; a shared win counts in part):",
        "💡 **Do it**: chance to win 40.0%",
    ]


def test_words_of_points_in_romanian():
    assert lines_of_advice(
        POINTS, reroll(1, 200.5), reroll(2, 199.25), chosen=reroll_of((2,)), language="ro", seats=1
    ) == [
        "Cele mai bune alegeri (puncte la care ajungi în medie):",
        "💡 **Do it**: 200,5 puncte",
        "2. **Do it**: 199,3 puncte",
        "Ce ai selectat (**do it**) pierde 1,3 puncte.",
    ]


def test_of_several_sheets_both_chance_and_points_are_told_and_an_estimate_is_called_one():
    exact = Advice(reroll_of((1,)), 0.784, points=222.0)
    assert lines_of_advice(POINTS, exact) == [
        "Best choices (chance to win, and points on average; a draw counts half):",
        "💡 **Do it**: chance to win 78.4% · 222.0 expected points",
    ]
    estimate = replace(exact, exact=False)
    assert lines_of_advice(POINTS, estimate) == [
        "Best choices (estimated chance to win, and points on average; a draw counts half):",
        "💡 **Do it**: chance to win about 78.4% · 222.0 expected points",
    ]
    _, line = lines_of_advice(POINTS, estimate, language="ro")
    assert line == "💡 **Do it**: șanse de câștig circa 78,4\xa0% · 222,0 puncte așteptate"


def test_as_many_wins_with_fewer_points_are_not_called_as_good():
    first, second = (Advice(reroll_of((one,)), 1.0, points=222.0 - one) for one in (1, 2))
    assert "like number" not in lines_of_advice(POINTS, first, second)[2]
    assert "like number" in lines_of_advice(POINTS, first, replace(second, points=221.0))[2]


def test_points_alone_are_explained_as_the_own_total():
    alone = lines_of_advice(POINTS, reroll(1, 200.5), seats=1)[0]
    assert alone == "Best choices (points you would reach on average):"


def test_a_reason_is_told_for_the_best_choice_alone():
    lines = lines_of_advice(
        POINTS, reroll(1, 200.5), reroll(2, 199.0), reason=say("It is so."), seats=1
    )
    assert lines[1:4] == [
        "💡 **Do it**: 200.5 points",
        "It is so.",
        "2. **Do it**: 199.0 points",
    ]
    assert lines.count("It is so.") == 1


def test_the_present_choice_is_compared_with_the_best_one():
    """Of the second of three choices the reason is told why the first is better."""
    advice = [reroll(place, 1 - place / 10) for place in (1, 2, 3)]
    first, second = advice[0].action, advice[1].action

    def why(state, seat, better, worse):
        return say_in("a test", f"{better.code} beats {worse.code}")

    lines = lines_of_advice(SHARE, *advice, chosen=second, why=why)
    assert f"{first.code} beats {second.code}" in lines


def test_a_tiny_loss_is_not_shown_as_nothing():
    near = (reroll(1, 0.5, (0.5, 0, 0.5)), reroll(2, 0.49999, (0.49999, 0, 0.5)))
    assert (
        "loses less than 0.1% chance to win"
        in lines_of_advice(SHARE, *near, chosen=near[1].action)[3]
    )
    near = (reroll(1, 200.0), reroll(2, 199.999))
    assert (
        "loses less than 0.1 points"
        in lines_of_advice(POINTS, *near, chosen=near[1].action, seats=1)[3]
    )


def test_an_equally_good_choice_is_called_so_wherever_it_stands():
    equal = tuple(reroll(position, 0.5, (0.5, 0, 0.5)) for position in range(1, 6))
    lines = lines_of_advice(SHARE, *equal, chosen=equal[4].action)
    assert ["like number" in line for line in lines[1:4]] == [False, True, True]
    assert lines[4].startswith("✅")
    assert not any("draw" in line.lower() for line in lines)


def test_a_single_choice_and_one_that_is_not_possible():
    assert lines_of_advice(SHARE, Advice(KEEP, 1.0, (1, 0, 0))) == [
        "Best choices (chance to win):",
        "💡 **Do it**: chance to win 100.0%",
    ]
    lines = lines_of_advice(SHARE, Advice(KEEP, 1.0, (1, 0, 0)), chosen=Action("write", "ones"))
    assert lines[2] == "What you have selected is not possible now."


def test_a_game_without_exact_play_has_no_hints():
    (line,) = hint_lines(replace(SHARE, exact=None), None, SEAT)
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


def test_the_best_choice_is_the_one_that_a_press_makes():
    """Its button says what that of the board says, or would say."""
    board = screen(mark_reroll((1, 2, 5, 5, 5), PIPS), Press(KEEP, say("Keep this")), menu())
    split = Action("split", "2")
    for action, label in (
        (reroll_of((1, 2)), "Keep 5 5 5, reroll 2 dice"),
        (reroll_of((1, 2, 3, 4, 5)), "Reroll all"),
        (KEEP, "Keep this"),
        (split, "Do it"),
    ):
        advice = (Advice(action, 0.9, (0.9, 0, 0.1)), reroll(3, 0.3, (0.3, 0, 0.7)))
        game = replace(
            SHARE,
            exact=ExactPlay(SHARE.worth, lambda state, seat, advice=advice: advice),
            name=lambda state, seat, action: say_in(action.code, "do it"),
            screen=lambda state, viewer: board,
        )
        found = hint(game, 2, None, SEAT, None)
        assert found.best == action
        assert render(found.label, "en", PlainRenderer()) == label
    assert hint(replace(SHARE, exact=None), 2, None, SEAT, None).best is None


def test_a_choice_that_is_confirmed_after_is_only_chosen_by_the_hint():
    choice = Choice(Action("split", "432-1"), say("High card 1"))
    part = Part(say("High card"), (say("Tap it"),))
    sort = Sort((4, 3, 2, 1), PIPS, (part,), (choice,), say("?"), say("Confirm"), say("Change it"))
    advice = (Advice(choice.action, 0.9, (0.9, 0, 0.1)),)
    game = replace(
        SHARE,
        exact=ExactPlay(SHARE.worth, lambda state, seat: advice),
        name=lambda state, seat, action: say("High card 1"),
        screen=lambda state, viewer: screen(sort),
    )
    found = hint(game, 2, None, SEAT, None)
    assert render(found.label, "en", PlainRenderer()) == "Choose High card 1"
