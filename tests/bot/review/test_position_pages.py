"""Positions of finished rounds as messages: the longest ones fit Discord, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bench.local_discord.documented.sent import TEXT
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review import position_pages
from bot.review.played_round import played
from bot.review.position_choices import of_step
from bot.review.positions import page, position
from bot.table.stored_round import Player, StoredRound
from bot.ui.discord_renderer import DiscordRenderer
from discord_limits import LONGEST_EMOJI, assert_fits, every
from extra_games_shown import EXTRA_GAMES, extra_games_shown
from random_play import play_at_random
from rules import registry
from rules.engine import Acted, TakenBack, act, begin, history, take_back
from rules.review import review
from rules.screen import Action, Line, Seat
from simulated_luck import WrittenLuck

SEATS = {
    key: sorted({game.info.seats[0], 2, game.info.seats[-1]})
    for key, game in registry.games().items()
}


def longest(key, seats):
    """Return a round of members, and the two of its decisions with the most different choices."""
    game = registry.game(key)
    options = {option.key: option.values[-1].key for option in game.info.options}
    journey = play_at_random(game, seats, options, f"longest {key} {seats}")
    players = tuple(Player(user=18_446_744_073_709_551_600 + index) for index in range(seats))
    stored = StoredRound(
        id=999_999_999,
        channel=1,
        game=key,
        opener=1,
        players=players,
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="over",
        options=options,
        play=replace(journey.end, steps=()),
    )
    counts = {}
    rounds = history(game, seats, options, journey.record)
    for before, step in zip(rounds, journey.record, strict=False):
        if isinstance(step, Acted):
            legal = game.legal(before.state, step.seat)
            counts[step.number] = len({game.name(before.state, step.seat, one) for one in legal})
    most = sorted(counts, key=lambda number: (counts[number], number))[-1:]
    return stored, played(stored, journey.record), most


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), [(key, n) for key in SEATS for n in SEATS[key]])
def test_the_longest_positions_fit(key, seats):
    stored, over, numbers = longest(key, seats)
    for number in numbers:
        found = position(over, number)
        for language in LANGUAGES:
            response = SimpleNamespace(
                language=language, renderer=DiscordRenderer(language, LONGEST_EMOJI), user=1
            )
            shown = replace(page(over, None, 0), position=found)
            tree = position_pages.of_page(response, stored, shown, every=True).to_components()
            assert_fits(tree)
            text = "\n".join(one["content"] for one in every(tree) if one["type"] == TEXT)
            assert len(text) <= 4_000 - 200, "leave some room for a longer translation"


def test_choices_that_read_the_same_are_one_option():
    game = registry.game("poker-dice")
    journey = play_at_random(game, 2, {}, "same")
    over = replace(longest("poker-dice", 2)[1], record=journey.record)
    first = next(step for step in journey.record if isinstance(step, Acted))
    found = position(over, first.number)
    assert len({option.name for option in found.options}) == len(found.options)
    legal = game.legal(history(game, 2, {}, journey.record)[first.number - 1].state, Seat(0))
    assert sorted(one.code for option in found.options for one in option.actions) == sorted(
        one.code for one in legal
    )
    worths = [option.advice.worth for option in found.options]
    assert worths == sorted(worths, reverse=True)


def test_a_choice_that_was_taken_back_is_told_and_has_no_page_of_its_own():
    game = registry.game("dice-poker")
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,), (5, 3, 1, 1, 2)])
    dealer, player = Seat(0), Seat(1)
    first = act(begin(game, 2, {}, luck), dealer, Action("reroll", "3"), luck)
    back = take_back(first, first.steps, {}, 2, dealer)
    end = act(act(back, dealer, Action("reroll", "12345"), luck), player, Action("keep"), luck)
    assert isinstance(back.steps[-1], TakenBack)
    seats = (Player(user=1, taken_back=(back.recorded,)), Player(user=2))
    stored, *_ = longest("dice-poker", 2)
    stored = replace(stored, options={}, players=seats, play=replace(end, steps=()))
    over = played(stored, end.steps)
    first_page, second_page, last_page = (page(over, None, place) for place in range(3))
    assert last_page.position is None
    assert first_page.position.chosen == Action("reroll", "12345")
    renderer = PlainRenderer("en", ("Ana", "Dan"))
    told = [
        "Ana took another choice back here."
        in "".join(
            render(line.text, "en", renderer)
            for line in of_step(one.position, every=False)
            if isinstance(line, Line)
        )
        for one in (first_page, second_page)
    ]
    assert told == [True, False]
    (slip,) = review(game, 2, {}, end.steps)[0].slips
    assert position(over, slip.number) == first_page.position


@pytest.mark.parametrize("key", EXTRA_GAMES)
def test_without_exact_play_a_page_tells_the_choice_and_no_worth(key):
    with extra_games_shown(key):
        stored, over, numbers = longest(key, 2)
        found = position(over, numbers[-1])
        renderer = DiscordRenderer("ro", LONGEST_EMOJI)
        response = SimpleNamespace(language="ro", renderer=renderer, user=1)
        shown = replace(page(over, None, 0), position=found)
        tree = position_pages.of_page(response, stored, shown).to_components()
    assert (found.options, found.verdict) == ((), None)
    assert_fits(tree)
    done = re.compile(r"\*\*.* a (ales|scris|păstrat|aruncat) (.*)")
    (told,) = [one["content"] for one in every(tree) if done.search(one.get("content", ""))]
    assert "●" not in told
    assert " · " not in done.search(told)[2]
