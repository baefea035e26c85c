"""Every message of every game fits Discord's limits and a phone with the longest names.

Rounds are played at random at tables of every size, and drawn in both languages: for everybody
and for seats, under way, resting, left by some, over and closed, with a score and a day for each
turn. What is left of a message once its round is unknown fits as well, and has no control.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from random import Random

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.table.frame import frame
from bot.table.players import Player, Players
from bot.table.store.errors import RoundGone
from bot.table.stored_round import Deadline, DiscordPlace, StoredRound, Terms
from bot.table.time_limits import DAY
from bot.ui.custom_ids import tool
from bot.ui.drawing import components, layout, rules_pages
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.interaction import LeanMessage
from discord_limits import LONGEST_EMOJI, assert_fits, code_lines, every
from documented.messages import V2
from documented.sent import TEXT
from random_play import play_at_random, tables
from rules import registry
from rules.dice import DIFFERENT_ROLLS
from rules.engine import Round
from rules.game import Over
from rules.games.nine import rows as nine
from rules.games.thirteen import rows as thirteen
from rules.screen import Heading, Seat
from rules.sheets.flow import Choosing
from rules.turns import TurnRolled

USER = 18_446_744_073_709_551_600
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def players(game, seats, kind):
    """Return members with ids of twenty digits, or computers with the longest name."""
    levels = [level.key for level in game.info.levels]
    longest = max(levels, key=len)
    people = [Player(user=USER + index, wins=2) for index in range(seats)]
    match kind:
        case "people":
            return tuple(people)
        case "left":
            return tuple(
                replace(one, left=index % 2 == 1, missed_turns=2 * (index % 3))
                if 0 < index < seats - 1
                else one
                for index, one in enumerate(people)
            )
        case "computers":
            return (people[0], *(Player(level=longest) for _ in range(1, seats)))
    raise AssertionError(kind)


def drawn(stored, viewer=None):
    """Return the components of a round as Discord would get them, in one language."""
    return layout.draw(frame(stored, viewer), LONGEST_EMOJI, (1, 2, 3, 4, 5)).to_components()


def assert_message_fits(stored, viewer=None):
    """Check the message of a round, and what a press leaves of it where the round is unknown."""
    tree = drawn(stored, viewer)
    assert_fits(tree)
    message = LeanMessage({"id": "1", "flags": V2, "components": tree}, None)
    left = components.without_controls(message, tool(stored, "leave")) or tree
    assert not [one for one in every(left) if "custom_id" in one]
    assert [one for one in every(left) if one["type"] == TEXT] == [
        one for one in every(tree) if one["type"] == TEXT
    ]
    gone = render(RoundGone(stored.id).text, stored.language, PlainRenderer(stored.language))
    assert_fits([*left, components.text(f"-# {gone}")])


def stored_of(game, seats, options, kind, language):
    return StoredRound(
        id=999_999_999_999_999,
        version=999_999_999,
        place=DiscordPlace(channel=USER, guild=USER, message=USER),
        game=game.info.key,
        opener=USER,
        players=Players(players(game, seats, kind)),
        opened=NOW,
        deadline=Deadline(NOW),
        language=language,
        options=options,
        terms=Terms(minutes=DAY),
        successor_of=7,
        status="playing",
    )


def looked_at(game, seats, most):
    """Return how many states of a round are drawn: more of the smallest and largest tables."""
    sizes = (min(game.info.seats), max(game.info.seats), min(3, max(game.info.seats)))
    return most if seats in sizes else 2


@pytest.mark.parametrize("most", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "kind",
    ["people", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("left", "computers"))],
)
def test_screens_of_random_games_fit(any_game, kind, most):
    looked = 0
    for seats, options in tables(any_game):
        seed = f"fit {any_game.info.key} {seats} {kind}"
        journey = play_at_random(any_game, seats, options, seed)
        inner = [state for state in journey.states if not hasattr(any_game.turn(state), "count")]
        some = Random(seed).sample(inner, min(len(inner), looked_at(any_game, seats, most)))
        for state in (*some, journey.states[-2], journey.states[-1]):
            play = Round(any_game, state, 999_999_999, 999)
            over = isinstance(any_game.turn(state), Over)
            for language in LANGUAGES:
                stored = replace(stored_of(any_game, seats, options, kind, language), play=play)
                if over:
                    stored = stored.ended_as("over")
                for viewer in (None, Seat(0), Seat(seats - 1)):
                    assert_message_fits(stored, viewer)
                    looked += 1
                if not over:
                    assert_message_fits(
                        replace(stored, status="resting", deadline=stored.deadline.moved(None))
                    )
                assert_message_fits(stored.ended_as("closed"))
    assert looked > 20


def test_a_round_of_two_that_somebody_left_fits(any_game):
    if 2 not in any_game.info.seats:
        return
    journey = play_at_random(any_game, 2, any_game.complete({}), "left")
    for state in journey.states[len(journey.states) // 2 :][:20]:
        for language in LANGUAGES:
            stored = stored_of(any_game, 2, {}, "people", language)
            gone = (replace(stored.players[0], left=True), stored.players[1])
            play = Round(any_game, state, 3, 3)
            assert_message_fits(replace(stored, players=Players(gone), play=play).ended_as("over"))


@pytest.mark.parametrize("kind", ["people", pytest.param("computers", marks=pytest.mark.slow)])
def test_lobbies_fit(any_game, kind):
    for seats in sorted({*any_game.info.seats} | {1}):
        for options in [options for _, options in tables(any_game)]:
            for language in LANGUAGES:
                stored = replace(
                    stored_of(any_game, seats, options, kind, language), status="waiting", play=None
                )
                if len(any_game.info.seats) == 1 and (seats == 1 or kind == "computers"):
                    continue
                reserved = (
                    stored.players[0],
                    *(replace(one, accepted=False) for one in stored.players[1:]),
                )
                for waiting in (stored, replace(stored, players=Players(reserved))):
                    assert_message_fits(waiting)
                challenge = len(any_game.info.seats) == 1
                for status in ("withdrawn", "lapsed", "closed", *["declined"] * challenge):
                    assert_message_fits(stored.ended_as(status))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_fit(any_game, language):
    """Every part of the rules."""
    words = DiscordRenderer(language, LONGEST_EMOJI)
    parts = 1 + sum(isinstance(block, Heading) for block in any_game.rules())
    pages = [rules_pages.draw(any_game, words, part).to_components() for part in range(parts)]
    assert len({str(page) for page in pages}) == parts
    for page in pages:
        assert_fits(page)


@pytest.mark.parametrize("game", ["thirteen", "nine"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_full_sheets_with_the_highest_numbers_fit(game, language):
    """Three sheets side by side, each row as high as it can be: totals have three digits."""
    played = registry.game(game)
    rows = {"thirteen": thirteen.ROWS, "nine": nine.ROWS}[game].rows
    best = tuple(max(row.worth(roll) for roll in DIFFERENT_ROLLS) for row in rows)
    assert 340 <= sum(best) < 1000
    for seats in range(1, max(played.info.seats) + 1):
        journey = play_at_random(played, seats, {}, f"full {seats}")
        end = journey.states[-1]
        highest = replace(end, sheets=(best,) * seats)
        stored = stored_of(played, seats, {}, "people", language)
        stored = replace(stored, play=Round(played, highest, 3, 3)).ended_as("over")
        tree = drawn(stored)
        assert_fits(tree)
        texts = [one["content"] for one in every(tree) if one["type"] == TEXT]
        lines = [line for text in texts for line in code_lines(text)]
        assert len(lines) >= (len(rows) + 1) / 2 + (seats > 1)


@pytest.mark.parametrize("game", ["thirteen", "nine"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_open_rows_with_the_most_points_fit(game, language):
    """What a roll would score has a sign and up to three digits, beside the widest label."""
    played = registry.game(game)
    most = [roll for roll in DIFFERENT_ROLLS if len(set(roll)) <= 2 or len(set(roll)) == 5]
    rows = len(played.start(1, {}).sheets[0])
    for seats, roll in product((1, 2, 3), most):
        sheets = ((*(None,) * (rows - 1), 99),) * seats
        state = Choosing(sheets, (rows - 1,) * seats, TurnRolled((roll,), (1,)))
        stored = stored_of(played, seats, {}, "computers", language)
        stored = replace(stored, play=Round(played, state, 3, 3))
        assert_fits(drawn(stored))
