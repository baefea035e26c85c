"""The text of reviews: the numbers add up and the best choice is named, in every game."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.analysis.review import COLUMNS_PER_ROW, Reviewed, hinted_choices, rounded_account
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.table.stored_round import Player, StoredRound
from random_play import play_at_random, seats_of, tables
from rules import engine, registry
from rules.dice import SELECTIONS
from rules.engine import Acted, Landed
from rules.review import review
from rules.screen import Action, Line, Seat, Sheet
from simulated_luck import SeededLuck
from slow_play import dealer_chances, left

GAMES = list(registry.games())
KINDS = ("luck", "skill", "others", "hidden")
DEALER, PLAYER = Seat(0), Seat(1)

LEFT = {"en": "left the round before its end", "ro": "a plecat înainte"}
STOPS = {"en": "the review stops there", "ro": "se oprește acolo"}
NOTHING_TO_CHOOSE = {"en": "had nothing to choose", "ro": "nu a avut nimic"}


def stored(game, seats, steps=(), options=None, **changes):
    """Return a finished round of members with this record."""
    play = engine.replay(game, seats, options or {}, steps)
    players = tuple(Player(user=seat + 1) for seat in range(seats))
    return StoredRound(
        channel=1,
        game=game.info.key,
        opener=1,
        players=players,
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="over",
        options=options or {},
        play=play,
        **changes,
    )


def lines_of(reviewed, language="en"):
    """Return the text of all blocks, a line each."""
    renderer = PlainRenderer(language, tuple("abcdefgh"))
    return "\n".join(
        render(block.text, language, renderer)
        for block in reviewed.blocks
        if isinstance(block, Line)
    )


def accounts(reviewed):
    """Return the tables as a mapping: letter → English name of the row → its cell."""
    found = {}
    for sheet in (block for block in reviewed.blocks if isinstance(block, Sheet)):
        for place, letter in enumerate(sheet.head, 1):
            found[letter] = {
                row[0].template: row[place]
                if isinstance(row[place], str)
                else render(row[place], "en", PlainRenderer())
                for row in sheet.rows
            }
    return found


@pytest.mark.parametrize("key", GAMES)
def test_what_is_shown_adds_up(no_picture, key):
    """Result - start = luck + skill + others + hidden, in the decimals shown."""
    game = registry.game(key)
    for seats, options in list(tables(game))[:6]:
        journey = play_at_random(game, seats, options, f"shown {key} {seats} {options}")
        reviewed = Reviewed(stored(game, seats, journey.record, options), journey.record, "en")
        found = accounts(reviewed)
        assert list(found) == list("ABCDEFGH"[:seats])
        for letter, one in zip(found, review(game, seats, options, journey.record), strict=True):
            account = found[letter]
            tenths = {
                name: round(10 * float(text.replace(",", "")))
                for name, text in account.items()
                if name != "accuracy"
            }
            gains = sum(tenths.get(kind, 0) for kind in KINDS)
            assert tenths["start"] + gains == tenths["result"]
            scale = 10 if game.info.unit == "points" else 1000
            assert abs(tenths["result"] - scale * one.result) <= 0.501
            assert abs(tenths["skill"] - scale * one.total("skill")) <= 0.501
            assert abs(tenths["luck"] - scale * one.total("luck")) <= 2.01
            assert tenths["skill"] <= 0
            assert account["skill"] not in ("-0.0", "+0.0")
            for kind in ("others", "hidden"):
                assert kind in account or not one.total(kind)


def test_rounded_numbers_add_up_at_half_way_values():
    """Start 0.25 and result 0.75 of a point lie half-way between two tenths."""
    game = registry.game("thirteen")
    journey = play_at_random(game, 1, {}, "half_way")
    (one,) = review(game, 1, {}, journey.record)
    half_way = replace(one, worths=(0.25, *one.worths[1:-1], 0.75), changes=())
    assert rounded_account(game, half_way) == {
        "start": 3,
        "luck": 5,
        "skill": 0,
        "others": 0,
        "hidden": 0,
        "result": 8,
    }


BLUNDER = (
    Landed(1, (6, 6, 6, 6, 6)),
    Landed(2, (1, 1, 2, 2, 3)),
    Acted(3, DEALER, Action("reroll", "12345")),
    Landed(4, (1, 2, 3, 3, 5)),
    Acted(5, PLAYER, Action("keep")),
)
"""The example of docs/review.md."""


def test_the_costliest_choice_is_named_with_its_dice_and_what_was_best():
    game = registry.game("dice-poker")
    reviewed = Reviewed(stored(game, 2, BLUNDER), BLUNDER, "en")
    worths = {}
    for chosen in SELECTIONS:
        win, draw, _ = dealer_chances(left((6,) * 5, chosen), (1, 1, 2, 2, 3))
        worths[chosen] = win + draw / 2
    lost = float(max(worths.values()) - worths[1, 2, 3, 4, 5])
    assert max(worths, key=worths.get) == ()
    first, second = lines_of(reviewed).splitlines()[:2]
    assert first == (
        "**A** a · costliest choice, with 6 6 6 6 6: **Reroll positions 1, 2, 3, 4 and 5** gave "
        f"away {lost:.2%} of the win. Best was **Keep all**."
    )
    assert second == "**B** b gave nothing away."
    assert accounts(reviewed)["A"]["accuracy"] == "0%"
    assert accounts(reviewed)["B"]["accuracy"] == "100%"


def test_the_same_in_romanian():
    game = registry.game("dice-poker")
    text = lines_of(Reviewed(stored(game, 2, BLUNDER), BLUNDER, "ro"), "ro")
    assert text.startswith("**A** a · cea mai scumpă alegere, cu 6 6 6 6 6: **Aruncă din nou")
    assert "Cea mai bună era **Păstrează tot**." in text
    assert "**B** b nu a pierdut nimic." in text


@pytest.mark.parametrize("key", GAMES)
def test_the_costliest_of_every_game(no_picture, key):
    """The loss shown is the largest one that rules.review computes."""
    game = registry.game(key)
    seats = min(2, max(game.info.seats))
    for number in range(4):
        journey = play_at_random(game, seats, {}, f"costliest {key} {number}")
        text = lines_of(
            Reviewed(stored(game, seats, journey.record), journey.record, "en")
        ).splitlines()
        for one in review(game, seats, {}, journey.record):
            letter = "AB"[one.seat.index]
            (line,) = [line for line in text if line.startswith(f"**{letter}**")]
            losses = [decision.given_away for decision in one.decisions]
            if not any(losses):
                assert line.endswith("gave nothing away.")
                continue
            amount = (
                f"{max(losses):.2f} points"
                if game.info.unit == "points"
                else f"{max(losses):.2%} of the win"
            )
            assert f"gave away {amount}." in line
            dice = re.search(r", with ([\d AJKQ]+):", line)
            assert (dice is None) == (key == "six-card")


def test_a_tiny_loss_is_not_an_accuracy_of_100_percent():
    game = registry.game("thirteen")
    for number in range(200):
        luck = SeededLuck(f"hair {number}")
        played = engine.begin(game, 1, {}, luck)
        advice = game.advise(played.state, Seat(0))
        near = next(one for one in advice if one.worth < advice[0].worth)
        if advice[0].worth - near.worth < 0.02:
            break
    played = engine.act(played, Seat(0), near.action, luck)
    played = engine.play_automatic(played, {Seat(0): "perfect"}, luck)
    (one,) = review(game, 1, {}, played.steps)
    assert 0.995 < one.accuracy < 1
    found = accounts(Reviewed(stored(game, 1, played.steps), played.steps, "en"))
    assert found["A"]["accuracy"] == "99%"


@pytest.mark.parametrize(
    ("hints", "choices"),
    [((), ()), ((4,), (1,)), ((6,), (2,)), ((4, 6), (1, 2)), ((4, 4), (1,)), ((5, 6), (2,))],
)
def test_hints_are_listed_by_the_choices_they_were_taken_for(no_picture, hints, choices):
    """Poker Dice of two: A rolls in step 1 and decides in 2; B rolls in 3 and decides in 4 and 6."""
    game = registry.game("poker-dice")
    steps = (
        Landed(1, (1, 2, 3, 4, 6)),
        Acted(2, Seat(0), Action("keep")),
        Landed(3, (1, 2, 3, 4, 6)),
        Acted(4, Seat(1), Action("reroll", "1")),
        Landed(5, (1,)),
        Acted(6, Seat(1), Action("keep")),
    )
    round_ = stored(game, 2, steps)
    players = (round_.players[0], replace(round_.players[1], hints=hints))
    round_ = replace(round_, players=players)
    reviews = review(game, 2, {}, steps)
    assert hinted_choices(round_, reviews[0]) == ()
    assert hinted_choices(round_, reviews[1]) == choices
    text = lines_of(Reviewed(round_, steps, "en"))
    words = {
        (): "",
        (1,): "💡 with a hint for choice 1",
        (2,): "💡 with a hint for choice 2",
        (1, 2): "💡 with hints for choices 1 and 2",
    }[choices]
    assert words in text
    assert ("💡" in text) == bool(choices)


def test_a_hint_for_a_split_that_was_decided_already_belongs_to_it():
    game = registry.game("six-card")
    journey = play_at_random(game, 2, {}, "hinted late")
    round_ = stored(game, 2, journey.record)
    late = len(journey.record) + 1
    round_ = replace(
        round_, players=(replace(round_.players[0], hints=(2, late)), round_.players[1])
    )
    assert hinted_choices(round_, review(game, 2, {}, journey.record)[0]) == (1,)


@pytest.mark.parametrize("key", [key for key in GAMES if 2 in registry.game(key).info.seats])
def test_a_round_that_was_left_is_reviewed_as_far_as_it_went(no_picture, key):
    """The round is left after every step at which that is possible."""
    game = registry.game(key)
    journey = play_at_random(game, 2, {}, f"left {key}")
    for number in range(1, min(len(journey.record), 12)):
        record = journey.record[:number]
        if not engine.replay(game, 2, {}, record).awaits.seats:
            continue
        round_ = stored(game, 2, record)
        players = (replace(round_.players[0], left=True, hints=(number + 1,)), round_.players[1])
        round_ = replace(round_, players=players)
        reviewed = Reviewed(round_, record, "en")
        made = review(game, 2, {}, record)[0]
        assert hinted_choices(round_, made) == (len(made.decisions) + 1,)
        account = accounts(reviewed)["A"]
        assert "when left" in account
        assert "result" not in account
        nothing_chosen = not any(isinstance(step, Acted) for step in record)
        assert not nothing_chosen or account["accuracy"] == "–"
        for language in LANGUAGES:
            text = lines_of(reviewed, language)
            assert LEFT[language] in text
            assert STOPS[language] in text
            assert "💡" in text
            assert not nothing_chosen or NOTHING_TO_CHOOSE[language] in text


@pytest.mark.parametrize("key", GAMES)
def test_a_perfect_computer_gave_nothing_away(no_picture, key):
    game = registry.game(key)
    seats = min(2, max(game.info.seats))
    luck = SeededLuck(f"perfect {key}")
    levels = dict.fromkeys(seats_of(seats), "perfect")
    played = engine.play_automatic(engine.begin(game, seats, {}, luck), levels, luck)
    round_ = stored(game, seats, played.steps)
    reviewed = Reviewed(
        replace(round_, players=(Player(level="perfect"),) * seats), played.steps, "en"
    )
    assert lines_of(reviewed).count("gave nothing away.") == seats
    for account in accounts(reviewed).values():
        assert account["skill"] == "0.0" if "skill" in account else True
        assert account["accuracy"] in ("100%", "–")


def test_the_picture_has_a_description():
    game = registry.game("dice-poker")
    reviewed = Reviewed(stored(game, 2, BLUNDER), BLUNDER, "en")
    shows = [render(text, "en", PlainRenderer()) for text in reviewed.shows]
    assert shows[0].startswith("A line plot: the share of the win")
    assert shows[1:] == ["A goes from 48.2% to 0.0%.", "B goes from 51.8% to 100.0%."]
    romanian = [render(text, "ro", PlainRenderer("ro")) for text in reviewed.shows]
    assert romanian[1] == "A merge de la 48,2\xa0% la 0,0\xa0%."


def test_the_captions_of_the_picture_are_in_the_readers_language():
    game = registry.game("dice-poker")
    english, romanian = (Reviewed(stored(game, 2, BLUNDER), BLUNDER, one) for one in LANGUAGES)
    assert english.picture != romanian.picture
    assert english.picture == Reviewed(stored(game, 2, BLUNDER), BLUNDER, "en").picture


def test_at_most_two_seats_stand_side_by_side(no_picture):
    game = registry.game("poker-dice")
    journey = play_at_random(game, 7, {}, "abreast")
    reviewed = Reviewed(stored(game, 7, journey.record), journey.record, "en")
    widths = [len(block.head) for block in reviewed.blocks if isinstance(block, Sheet)]
    assert widths == [COLUMNS_PER_ROW, COLUMNS_PER_ROW, COLUMNS_PER_ROW, 1]
