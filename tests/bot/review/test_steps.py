"""Rounds step by step as messages: the longest pages fit Discord, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.language.languages import LANGUAGES
from bot.review.played_round import played_round
from bot.review.step_by_step import draw_page
from bot.review.steps import step_page
from bot.ui.drawing.discord_renderer import DiscordRenderer
from discord_limits import LONGEST_EMOJI, assert_fits, every
from documented.sent import TEXT
from extra_games_shown import EXTRA_GAMES, extra_games_shown
from random_play import ended_round
from rules import registry
from rules.engine import history
from rules.screen import Action, Dice, Line, Seat
from rules.text import Percent, Points
from written_records import BLUNDER

SEATS = {
    key: sorted({game.info.seats[0], 2, game.info.seats[-1]})
    for key, game in registry.games().items()
}


def at_random(key, seats):
    """Return a round of members with the longest ids, with its record."""
    stored, record = ended_round(key, seats, f"longest {key} {seats}")
    return stored, played_round(stored, record)


def shown(stored, page, language):
    """Return the components of a page as Discord gets them."""
    renderer = DiscordRenderer(language, LONGEST_EMOJI)
    response = SimpleNamespace(language=language, renderer=renderer, user=1)
    return draw_page(response, stored, page).to_components()


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), [(key, n) for key in SEATS for n in SEATS[key]])
def test_every_page_of_the_last_turns_fits(key, seats):
    stored, over = at_random(key, seats)
    last = step_page(over, None, 0).places - 1
    for place in range(max(last - 6, 0), last + 1):
        page = step_page(over, None, place)
        for language in LANGUAGES:
            tree = shown(stored, page, language)
            assert_fits(tree)
            text = "\n".join(one["content"] for one in every(tree) if one["type"] == TEXT)
            assert len(text) <= 4_000 - 200, "leave some room for a longer translation"


def test_a_step_is_the_board_one_sentence_and_one_number():
    """Neither the verdict, nor what would have been better, nor whose turn it was."""
    _, over = at_random("dice-poker", 2)
    over = replace(over, options={}, record=BLUNDER)
    *board, done, worth = step_page(over, None, 0).blocks
    assert [one.faces for one in board if isinstance(one, Dice)][-1] == (6, 6, 6, 6, 6)
    assert not any(isinstance(one, Line) and one.instruction for one in board)
    assert done.text.template == "{seat} rerolled all five"
    ((_, chance),) = worth.text.arguments
    rounds = history(over.game, 2, {}, BLUNDER)
    advice = over.game.exact.advise(rounds[2].state, Seat(0))
    exactly = next(one.worth for one in advice if one.action == Action("reroll", "12345"))
    assert chance == Percent(round(exactly, 3))
    assert step_page(over, None, 2).blocks == ()


def test_a_sheet_alone_tells_the_total_that_it_leads_to():
    _, over = at_random("nine", 1)
    *_, done, worth = step_page(over, None, 4).blocks
    assert worth.text.template == "Expected points after it: {points}"
    ((_, points),) = worth.text.arguments
    assert isinstance(points, Points)
    assert done.size == "strong"


def test_a_worth_that_is_an_estimate_is_called_one():
    stored, over = at_random("nine", 2)
    text = "\n".join(
        one.get("content", "") for one in every(shown(stored, step_page(over, None, 0), "en"))
    )
    assert re.search(r"^Chance to win after it: about \d+\.\d%$", text, re.MULTILINE)


@pytest.mark.parametrize("key", EXTRA_GAMES)
def test_without_exact_play_a_page_tells_the_choice_and_no_worth(key):
    with extra_games_shown(key):
        stored, over = at_random(key, 2)
        places = step_page(over, None, 0).places
        pages = [step_page(over, None, place) for place in range(places)]
        tree = shown(stored, next(one for one in reversed(pages) if one.blocks), "ro")
    assert_fits(tree)
    done = re.compile(r"\*\*.* a (ales|scris|păstrat|aruncat) (.*)")
    told = [one["content"] for one in every(tree) if done.search(one.get("content", ""))]
    assert len(told) == 1
    assert "după aceasta" not in told[0]
