"""The text of reviews: the numbers add up and the best choice is named, in every game."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review.amounts import rounded_totals
from bot.review.played_round import played_round
from bot.review.player_names import fitting_names
from bot.review.review_page import review_in_pieces
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from random_play import play_at_random, seats_of, tables
from rules import engine, registry
from rules.dice import SELECTIONS
from rules.engine import Acted
from rules.pieces import whole
from rules.screen import Line, Seat
from simulated_luck import SeededLuck
from slow_play import dealer_chances, left
from whole_reviews import review
from words import Words
from written_records import BLUNDER

GAMES = list(registry.games())
NAMES = ("Ana", "Bogdan", "Carmen", "Dan", "Elena", "Florin", "Gina", "Horia")
KINDS = ("luck", "skill", "others", "hidden", "estimate")
DEALER, PLAYER = Seat(0), Seat(1)

NOTHING_TO_CHOOSE = Words({"en": "before you had anything", "ro": "înainte să ai ceva de ales"})


def stored(game, seats, steps=(), options=None, **changes):
    """Return a finished round of members with this record."""
    play = engine.replay(game, seats, options or {}, steps)
    players = tuple(Player(user=seat + 1) for seat in range(seats))
    return StoredRound(
        place=DiscordPlace(1),
        game=game.info.key,
        opener=1,
        players=Players(players),
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="over",
        options=options or {},
        play=play,
        **changes,
    )


def review_of(round_, record, language, names=NAMES):
    """Return the review of a finished round, with the names of its members."""
    return whole(
        review_in_pieces(played_round(round_, record, names[: len(round_.players)]), language)
    )


def lines_of(page, language="en"):
    """Return the text below the headline, a line each."""
    renderer = PlainRenderer(language, tuple("abcdefgh"))
    blocks = (page.loss_line, *page.costliest_choices)
    return "\n".join(render(block.text, language, renderer) for block in blocks)


@pytest.mark.parametrize(
    ("key", "most"),
    [
        *((key, 2) for key in GAMES),
        *(pytest.param(key, 6, marks=pytest.mark.slow) for key in GAMES),
    ],
)
def test_rounded_numbers_add_up(key, most):
    """Result - start = luck + skill + others + hidden + estimate, in the decimals shown."""
    game = registry.game(key)
    for seats, options in list(tables(game))[:most]:
        journey = play_at_random(game, seats, options, f"shown {key} {seats} {options}")
        unit = game.info.unit(seats)
        scale = 10 if unit == "points" else 1000
        for one in review(game, seats, options, journey.record):
            tenths = rounded_totals(unit, one)
            assert tenths["start"] + sum(tenths[kind] for kind in KINDS) == tenths["result"]
            assert abs(tenths["result"] - scale * one.result) <= 0.501
            assert abs(tenths["skill"] - scale * one.total("skill")) <= 0.501
            assert abs(tenths["luck"] - scale * one.total("luck")) <= 2.51
            assert tenths["skill"] <= 0


def amounts_in(text):
    """Return the numbers of a sentence in tenths."""
    return [round(10 * float(one)) for one in re.findall(r"[-+]?\d+\.\d", text.replace(",", ""))]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_sentence_and_picture_tell_the_same_numbers(no_picture, key):
    """They are rounded from one sum."""
    game = registry.game(key)
    for seats in sorted({*game.info.seats} & {1, 2}):
        journey = play_at_random(game, seats, {}, f"agree {key} 0")
        page = review_of(stored(game, seats, journey.record), journey.record, "en")
        reviews = review(game, seats, {}, journey.record)
        tenths = [rounded_totals(game.info.unit(seats), one) for one in reviews]
        skill = [-one["skill"] for one in tenths]
        told = re.sub(r"( \d+) points?$", r"\1.0 points", said(page.loss_line))
        assert amounts_in(told) == skill or not any(skill)
        shows = [render(text, "en", PlainRenderer()) for text in page.description][1:]
        assert len(shows) == (0 if key == "six-card" else seats)
        for line, one in zip(shows, tenths, strict=False):
            assert amounts_in(line.removesuffix(".")) == [one["start"], one["result"]]


def test_rounded_numbers_add_up_at_half_way_values():
    """Start 0.25 and result 0.75 of a point lie half-way between two tenths."""
    game = registry.game("thirteen")
    journey = play_at_random(game, 1, {}, "half_way")
    (one,) = review(game, 1, {}, journey.record)
    half_way = replace(one, worths=(0.25, *one.worths[1:-1], 0.75), changes=())
    assert rounded_totals(game.info.unit(1), half_way) == {
        "start": 3,
        "luck": 5,
        "skill": 0,
        "others": 0,
        "hidden": 0,
        "estimate": 0,
        "result": 8,
    }


@pytest.mark.slow
def test_the_costliest_choice_is_named_with_its_dice_and_what_was_best():
    game = registry.game("dice-poker")
    page = review_of(stored(game, 2, BLUNDER), BLUNDER, "en")
    worths = {}
    for chosen in SELECTIONS:
        win, draw, _ = dealer_chances(left((6,) * 5, chosen), (1, 1, 2, 2, 3))
        worths[chosen] = win + draw / 2
    lost = float(max(worths.values()) - worths[1, 2, 3, 4, 5])
    assert max(worths, key=worths.get) == ()
    lost_by, first, second, *rest = lines_of(page).splitlines()
    assert lost_by == f"Chance to win lost by choices: a {100 * lost:.1f}% · b 0.0%"
    assert first.lower() == "1. 6 6 6 6 6: **a rerolled all five** · blunder"
    assert second.lower() == f"turn 1: lost {100 * lost:.1f}% chance to win · best: keep all"
    assert not any("cost" in line for line in rest)


def test_the_same_in_romanian():
    game = registry.game("dice-poker")
    page = review_of(stored(game, 2, BLUNDER), BLUNDER, "ro")
    lost_by, first, second, *_ = lines_of(page, "ro").splitlines()
    assert re.fullmatch(r"Șanse de câștig pierdute prin alegeri: a \d\d,\d\s% · b 0,0\s%", lost_by)
    assert first == "1. 6 6 6 6 6: **a a aruncat din nou toate cinci** · gafă"
    assert re.fullmatch(r"tura 1: pierdut \d\d,\d\s% șanse de câștig · cel mai bine: .+", second)
    for seat, words in (
        (DEALER, "Ai pierdut prin alegeri: 1 greșeală."),
        (PLAYER, "Ai câștigat, iar alegerile tale au fost toate bune."),
        (None, "b a câștigat, iar alegerile au fost toate bune."),
    ):
        assert said(page.headline(seat), "ro").startswith(words)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_three_costliest_of_every_game(no_picture, key):
    """The losses shown are the largest that rules.review computes, of all seats."""
    game = registry.game(key)
    seats = min(2, max(game.info.seats))
    for number in range(4):
        journey = play_at_random(game, seats, {}, f"costliest {key} {number}")
        text = lines_of(review_of(stored(game, seats, journey.record), journey.record, "en"))
        found = re.findall(r"\blost (?:less than |about )?([\d.]+)%? ", text)
        losses = sorted(
            (
                decision.loss * (1 if game.info.unit(seats) == "points" else 100)
                for one in review(game, seats, {}, journey.record)
                for decision in one.decisions
                if decision.loss
            ),
            reverse=True,
        )[:3]
        assert [float(one) for one in found] == [max(0.1, round(lost, 1)) for lost in losses]
        assert ("No losses: every choice was the best." in text) == (not losses)
        slips = sum(len(one.mistakes) for one in review(game, seats, {}, journey.record))
        of = "" if seats == 1 else ", all players"
        heading = f"The three costliest of {slips} mistakes{of}:"
        assert text.splitlines().count(heading) == (slips > 3)
        for place in range(1, len(losses) + 1):
            (line,) = re.findall(rf"^{place}\. (.*)\*\* · [\w ]+$", text, re.MULTILINE)
            dice, choice = re.fullmatch(r"(?:([\dAJKQ ]+): )?\*\*[ab] (.*)", line).groups()
            past = "chose High card" if key == "six-card" else "kept |rerolled |wrote "
            assert re.match(past, choice)
            named = key == "six-card" or ", rerolled " in choice
            assert (dice is None) == named, "dice are shown where the choice does not name them"


def said(line, language="en"):
    return render(line.text, language, PlainRenderer(language, tuple("abcdefgh")))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_seat_and_others_read_a_sentence(no_picture, key):
    """In both languages: of the smallest table in one, of the largest in the other."""
    game = registry.game(key)
    sizes = (min(game.info.seats), max(game.info.seats))
    for seats, language in zip(sizes, LANGUAGES, strict=True):
        journey = play_at_random(game, seats, {}, f"sentence {key} {seats}")
        page = review_of(stored(game, seats, journey.record), journey.record, language)
        for seat in (None, *seats_of(seats)):
            assert len(said(page.headline(seat), language)) > 20
        assert len(page.headlines) == seats
        for name, about in zip("abcdefgh", page.headlines, strict=False):
            assert name in said(Line(about), language)


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
        players = (replace(round_.players[0], left=True), round_.players[1])
        round_ = replace(round_, players=Players(players))
        page = review_of(round_, record, "en")
        nothing_chosen = not review(game, 2, {}, record)[0].decisions
        for language in LANGUAGES:
            sentence = said(page.headline(Seat(0)), language)
            assert (NOTHING_TO_CHOOSE[language] in sentence) == nothing_chosen


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_perfect_computer_gave_nothing_away(no_picture, key):
    game = registry.game(key)
    seats = min(2, max(game.info.seats))
    luck = SeededLuck(f"perfect {key}")
    levels = dict.fromkeys(seats_of(seats), "perfect")
    play = engine.play_automatic(engine.begin(game, seats, {}, luck), levels, luck)
    round_ = stored(game, seats, play.steps)
    perfect = replace(round_, players=Players((Player(level="perfect"),) * seats))
    page = review_of(perfect, play.steps, "en")
    assert "No losses: every choice was the best." in lines_of(page)


def test_names_fit_in_so_many_letters():
    """Computers are called by their level where their name is too long."""
    journey = play_at_random(registry.game("poker-dice"), 6, {}, "named")
    round_ = stored(journey.game, 6, journey.record)
    players = (*round_.players[:3], Player(level="house"), Player(level="easy"), Player(user=9))
    names = ("Alexandra Maria", "Alexandru", None, None, None, " `\n` ")
    over = played_round(replace(round_, players=Players(players)), journey.record, names)
    levels = {one.key: one.name for one in journey.game.info.levels}
    for language in LANGUAGES:
        house, easy = (
            render(levels[key], language, PlainRenderer(language)) for key in ("house", "easy")
        )
        found = fitting_names(over, language, 7)
        assert found == ("Alexa A", "Alexa B", "C", house, easy, "F")


def test_a_name_that_the_picture_shortens_is_explained(no_picture):
    journey = play_at_random(registry.game("poker-dice"), 3, {}, "named")
    round_ = stored(journey.game, 3, journey.record)
    page = review_of(round_, journey.record, "en", ("Ana", "B" * 25, None))
    *_, cut, letter = lines_of(page).splitlines()
    assert cut.endswith(": b")
    assert letter == "C: c"
    assert "a" not in re.findall(r"^\S+: (\w)$", lines_of(page), re.MULTILINE)


def test_the_picture_has_a_description():
    game = registry.game("dice-poker")
    page = review_of(stored(game, 2, BLUNDER), BLUNDER, "en")
    shows = [render(text, "en", PlainRenderer()) for text in page.description]
    assert shows[0].startswith("A line plot: each player’s chance to win")
    assert shows[1:] == ["Ana: from 48.2% to 0.0%.", "Bogdan: from 51.8% to 100.0%."]
    romanian = [render(text, "ro", PlainRenderer("ro")) for text in page.description]
    assert romanian[1] == "Ana: de la 48,2\xa0% la 0,0\xa0%."


def test_the_captions_of_the_picture_are_in_the_readers_language():
    game = registry.game("dice-poker")
    pictures = [review_of(stored(game, 2, BLUNDER), BLUNDER, one).picture for one in LANGUAGES]
    assert len({*pictures}) == len(LANGUAGES)
    assert pictures[0] == review_of(stored(game, 2, BLUNDER), BLUNDER, LANGUAGES[0]).picture


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_picture_is_drawn_where_the_chances_of_all_seats_add_up_to_one(monkeypatch, key):
    """In Six Card Poker each seat knows its own cards: nobody understands 85 % beside 93 %."""
    monkeypatch.setattr("bot.review.review_page._picture", lambda *_: b"drawn")
    game = registry.game(key)
    seats = min(2, max(game.info.seats))
    journey = play_at_random(game, seats, {}, f"alike {key}")
    page = review_of(stored(game, seats, journey.record), journey.record, "en")
    sums = [sum(worths) for worths in zip(*page.worths, strict=True)]
    alike = all(abs(one - 1) < 0.005 for one in sums)
    assert alike == (key != "six-card")
    assert (page.picture, bool(page.description)) == ((b"drawn", True) if alike else (b"", False))


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Expected points"), ("ro", "Puncte așteptate")],
)
def test_the_line_of_a_sheet_alone_is_called_expected_points(monkeypatch, language, title):
    titles = []
    monkeypatch.setattr(
        "bot.review.review_chart.chart",
        lambda _lines, _begun, captions, **_: titles.append(captions.title) or b"",
    )
    journey = play_at_random(registry.game("nine"), 1, {}, "expected points")
    page = review_of(stored(journey.game, 1, journey.record), journey.record, language)
    assert titles == [title]
    told = render(page.description[0], language, PlainRenderer(language))
    assert title.split()[0].lower() in told


def test_the_record_is_replayed_once(no_picture):
    """For the numbers, the turns and the costliest choices together."""
    game = registry.game("poker-dice")
    journey = play_at_random(game, 3, {}, "once")
    round_, played_actions = stored(game, 3, journey.record), []

    def counted(state, seat, action):
        played_actions.append(action)
        return game.play(state, seat, action)

    counting = replace(played_round(round_, journey.record), game=replace(game, play=counted))
    whole(review_in_pieces(counting, "en"))
    acted = [step.action for step in journey.record if isinstance(step, Acted)]
    assert played_actions == acted
