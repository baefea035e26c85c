"""Rounds as animated pictures: every game, both languages, and nothing that was never shown."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image, ImageColor

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.pictures import axes
from bot.pictures.colours import BACKGROUND, LINES
from bot.review.animation import drawing, gif, plot, scene_picture, scenes
from bot.review.animation.animated import animated
from bot.review.animation.plot import Plot
from bot.review.animation.scenes import MOST_SCENES, story
from bot.review.played_round import Played, Reviewee
from bot.ui.components import LONGEST_DESCRIPTION
from bot.ui.emoji import PICTURES
from extra_games_shown import EXTRA_GAMES, LIARS_DICE, extra_games_shown
from random_play import play_at_random
from rules import registry
from rules.engine import Acted, Landed, act, begin, replay, take_back, without_taken_back
from rules.game import Outcome
from rules.review import SLIPS
from rules.screen import Action, Cards, Dice, Line, Seat, Sheet
from rules.text import say
from simulated_luck import SeededLuck, WrittenLuck

pytestmark = pytest.mark.slow

GAMES = list(registry.games())
NAMES = (
    "Ana",
    "Bogdan 🎲",
    "Ștefania",
    "Dan",
    "Elena",
    "Florin",
    "Gina",
    "Horia-Alexandru Popescu",
)
DEALER, PLAYER = Seat(0), Seat(1)
BLUNDER = (
    Landed(1, (6, 6, 6, 6, 6)),
    Landed(2, (1, 1, 2, 2, 3)),
    Acted(3, DEALER, Action("reroll", "12345")),
    Landed(4, (1, 2, 3, 3, 5)),
    Acted(5, PLAYER, Action("keep")),
)
"""The example of docs/review.md."""


def played(game, seats, record, options=None):
    """Return a round of members, and the screen of its end."""
    record = without_taken_back(record)
    end = replay(game, seats, options or {}, record)
    over = end.over
    outcome = over.outcome if over else Outcome((Fraction(1), Fraction(0)), say("B left."))
    people = tuple(Reviewee(name) for name in NAMES[:seats])
    whole = Played(game, options or {}, record, people, over is not None, outcome)
    return whole, game.screen(end.state, None)


@cache
def at_random(key, seats):
    game = registry.game(key)
    return played(game, seats, play_at_random(game, seats, {}, f"animated {key} {seats}").record)


def frames(picture):
    """Return the number of pictures in a GIF, and for how long each is shown."""
    with Image.open(BytesIO(picture)) as file:
        assert file.format == "GIF"
        assert file.is_animated or file.n_frames == 1
        times = []
        for number in range(file.n_frames):
            file.seek(number)
            times.append(file.info["duration"])
        return times


def said(text, language="en"):
    return render(text, language, PlainRenderer(language, NAMES))


@pytest.mark.parametrize(("key", "language"), [*zip(GAMES, cycle(LANGUAGES))])
def test_every_game_is_drawn(key, language):
    over, end = at_random(key, 2)
    drawn = animated(over, end, language, PICTURES)
    times = frames(drawn.picture)
    assert 3 <= len(times) <= MOST_SCENES
    assert max(times) == times[-1] == gif.END
    assert len(drawn.picture) <= gif.MAX_BYTES
    shows = " ".join(said(text, language) for text in drawn.shows)
    assert said(over.game.info.name, language) in shows
    assert key == "six-card" or all(name in shows for name in ("Ana", "Bogdan"))
    assert len(shows) <= LONGEST_DESCRIPTION
    assert drawn.letters == ()


def test_a_sheet_alone_and_many_hands_are_drawn():
    for key, seats in (("nine", 1), ("poker-dice", 8)):
        over, end = at_random(key, seats)
        drawn = animated(over, end, "en", PICTURES)
        assert 10 <= len(frames(drawn.picture)) <= MOST_SCENES
        shows = " ".join(said(text) for text in drawn.shows)
        assert len(shows) <= LONGEST_DESCRIPTION


@pytest.mark.parametrize(
    ("key", "seats", "caption"),
    [
        ("dice-poker", 2, "chance to win"),
        ("nine", 1, "expected points"),
    ],
)
def test_the_lines_say_what_they_show(key, seats, caption, monkeypatch):
    captions = []
    monkeypatch.setattr(plot, "Plot", lambda *parts: captions.append(parts[-1]) or Plot(*parts))
    animated(*at_random(key, seats), "en", PICTURES)
    assert captions == [caption]


def test_no_lines_are_drawn_where_each_seat_knows_its_own_cards_only(monkeypatch):
    """Their chances would add up to more than one, or less."""
    monkeypatch.setattr(plot, "Plot", lambda *_: pytest.fail("lines are drawn"))
    drawn = animated(*at_random("six-card", 2), "en", PICTURES)
    assert frames(drawn.picture)
    assert len(drawn.shows) == 1


def test_members_without_a_name_are_letters():
    over, end = played(registry.game("dice-poker"), 2, BLUNDER)
    nobody = Played(
        **{name: getattr(over, name) for name in ("game", "options", "record", "over", "outcome")},
        players=(Reviewee(), Reviewee("🎲")),
    )
    drawn = animated(nobody, end, "en", PICTURES)
    assert said(drawn.letters[0]) == "A: Ana"
    assert "Chance to win of A:" in said(drawn.shows[1])


def test_the_scenes_of_a_short_round_are_all_its_steps():
    told = story(*played(registry.game("dice-poker"), 2, BLUNDER))
    assert [said(one.title) for one in told.scenes] == [
        "Ana rolls …",
        "Bogdan 🎲 rolls …",
        "Ana: reroll all five",
        "Ana rolls …",
        "Bogdan 🎲: keep all",
        "🏆 Dice Poker · Bogdan 🎲 wins",
    ]
    blunder = told.scenes[2]
    assert (blunder.verdict, blunder.chosen) == ("blunder", (1, 2, 3, 4, 5))
    assert said(blunder.cost) == "lost 71.3% chance to win · best: Keep all"
    assert [one.verdict for one in told.scenes] == [None, None, "blunder", None, "best", None]
    assert told.scenes[4].cost is None
    assert [one.faces for one in told.scenes[0].blocks if isinstance(one, Dice)] == [(6,) * 5]


@cache
def story_at_random(key, seats):
    return story(*at_random(key, seats))


@pytest.mark.parametrize(("key", "seats"), [("thirteen", 2), ("nine", 3), ("poker-dice", 8)])
def test_long_rounds_keep_what_changed_the_most(key, seats):
    told = story_at_random(key, seats)
    assert len(told.scenes) <= MOST_SCENES
    assert [one.shown for one in told.scenes] == sorted(one.shown for one in told.scenes)
    blunders = [one for one in told.reviews for one in one.decisions if one.verdict == "blunder"]
    shown = {one.shown for one in told.scenes if one.verdict == "blunder"}
    worst = max(blunders, key=lambda decision: decision.given_away)
    assert worst.number in shown
    for scene in told.scenes[:-1]:
        assert not any(isinstance(block, Sheet) for block in scene.blocks)
        assert not any(isinstance(block, Line) and block.instruction for block in scene.blocks)
        assert (scene.cost is not None) or scene.verdict not in SLIPS


def test_secret_choices_are_shown_once_they_counted():
    """A split that was changed is left out, and the last one does not tell the result before."""
    game = registry.game("six-card")
    dealt = Landed(1, (4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 4, 3, 2, 1))
    state = replay(game, 2, {}, (dealt,)).state
    first, second = game.legal(state, DEALER)[:2]
    own = game.legal(state, PLAYER)[0]
    record = (
        dealt,
        Acted(2, DEALER, first),
        Acted(3, DEALER, second),
        Acted(4, PLAYER, own),
    )
    told = story(*played(game, 2, record))
    assert [one.shown for one in told.scenes] == [1, 3, 3, 4]
    assert [said(one.title).partition(":")[0] for one in told.scenes[1:3]] == ["Ana", "Bogdan 🎲"]
    assert [block.faces for one in told.scenes[1:3] for block in one.blocks] == [
        (4, 4, 4, 3, 3, 3),
        (2, 2, 2, 1, 1, 1),
    ]
    left, end = played(game, 2, record[:3])
    told = story(left, end)
    assert [one.shown for one in told.scenes] == [1, 1]
    assert told.scenes[0].verdict is None
    for scene in told.scenes:
        faces = [one.faces for one in scene.blocks if isinstance(one, Cards)]
        assert faces in ([], [(4, 3, 2, 1)]), "only the deck is shown"
    assert frames(animated(left, end, "ro", PICTURES).picture)


@pytest.mark.parametrize("steps", range(5))
def test_rounds_that_were_left_are_drawn_up_to_there(steps):
    over, end = played(registry.game("dice-poker"), 2, BLUNDER[:steps])
    falls = sum(isinstance(step, Landed) for step in BLUNDER[:steps])
    assert len(frames(animated(over, end, "en", PICTURES).picture)) == steps + 1 + falls
    assert len(story(over, end).scenes) == steps + 1


def test_what_was_taken_back_is_not_shown():
    game = registry.game("dice-poker")
    luck = WrittenLuck([(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,), (5, 3, 1, 1, 2)])
    first = act(begin(game, 2, {}, luck), DEALER, Action("reroll", "3"), luck)
    back = take_back(first, first.steps, {}, 2, DEALER)
    end = act(act(back, DEALER, Action("reroll", "12345"), luck), PLAYER, Action("keep"), luck)
    told = story(*played(game, 2, end.steps))
    assert [one.chosen for one in told.scenes if one.chosen] == [(1, 2, 3, 4, 5)]


def test_a_picture_that_is_too_large_leaves_scenes_out(monkeypatch):
    assert gif.MAX_BYTES == 300 * 1024
    over, end = at_random("poker-dice", 2)
    whole = animated(over, end, "en", PICTURES).picture
    monkeypatch.setattr(gif, "MAX_BYTES", len(whole) - 1)
    smaller = animated(over, end, "en", PICTURES).picture
    assert len(smaller) < len(whole)
    assert 1 < len(frames(smaller)) < len(frames(whole))
    assert frames(smaller)[-1] == gif.END
    monkeypatch.setattr(gif, "MAX_BYTES", 1)
    assert frames(animated(over, end, "en", PICTURES).picture) == [gif.END]


def test_a_landing_that_its_choice_shows_too_goes_first(monkeypatch):
    monkeypatch.setattr(scenes, "MOST_SCENES", 4)
    told = story(*played(registry.game("dice-poker"), 2, BLUNDER))
    assert [one.shown for one in told.scenes] == [1, 3, 5, 5]
    assert [one.verdict for one in told.scenes] == [None, "blunder", "best", None]


def test_the_end_shows_sheets_where_they_can_be_read():
    for key, seats in (("nine", 1), ("nine", 2)):
        told = story_at_random(key, seats)
        assert any(isinstance(block, Sheet) for block in told.scenes[-1].blocks)


def test_only_the_analysis_process_loads_what_draws():
    """The bot itself starts without Pillow."""
    loaded = "import sys, bot.play.client; print({'PIL'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "set()"


def test_dice_fall_before_they_lie():
    """Only those that were rerolled, and for a moment."""
    over, end = played(registry.game("dice-poker"), 2, BLUNDER)
    times = frames(animated(over, end, "en", PICTURES).picture)
    fall, lie = gif.FALL, gif.LANDING
    assert times == [fall, lie, fall, lie, gif.SLIP, fall, lie, gif.CHOICE, gif.END]
    first, second, blunder, rerolled, *_ = story(over, end).scenes
    assert gif._falling(None, first) == {first.blocks[1]: (1, 2, 3, 4, 5)}
    assert [one.faces for one in gif._falling(first, second)] == [(1, 1, 2, 2, 3)]
    assert gif._falling(second, blunder) == {}
    kept = replace(blunder, chosen=(2, 4))
    assert [*gif._falling(kept, rerolled).values()] == [(2, 4)]


def test_faces_without_pictures_are_symbols(tmp_path):
    over, end = played(registry.game("dice-poker"), 2, BLUNDER)
    assert len(frames(animated(over, end, "en", tmp_path).picture)) == 6 + 3


@pytest.mark.parametrize("key", EXTRA_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_exact_play_every_choice_is_shown_and_no_worth(key, language):
    with extra_games_shown(key):
        over, end = at_random(key, 2)
        told = story(over, end)
        drawn = animated(over, end, language, PICTURES)
    assert told.reviews == ()
    assert all(one.verdict is None and one.cost is None for one in told.scenes)
    assert any(one.is_choice for one in told.scenes)
    assert 3 <= len(frames(drawn.picture)) <= MOST_SCENES
    assert len(drawn.shows) == 1


def test_of_a_long_round_without_exact_play_the_last_scenes_are_kept():
    with extra_games_shown(LIARS_DICE) as game:
        luck = SeededLuck("long")
        now = begin(game, 2, {}, luck)
        while now.recorded < MOST_SCENES + 5:
            now = act(now, now.awaits.seats[0], game.legal(now.state, now.awaits.seats[0])[0], luck)
        now = act(now, now.awaits.seats[0], Action("challenge"), luck)
        told = story(*played(game, 2, now.steps))
    assert len(told.scenes) == MOST_SCENES
    assert "hallenge" in said(told.scenes[-2].title)
    assert told.scenes[-2].shown == now.recorded


@pytest.mark.parametrize("seats", [2, 6])
def test_the_longest_rounds_go_by_turns(seats):
    """Every turn has two scenes, and the turns that changed more have no more than their share."""
    told = story_at_random("thirteen", seats)
    assert len(told.scenes) == MOST_SCENES == 2 * 13 + 1
    assert Counter(one.turn for one in told.scenes[:-1]) == dict.fromkeys(range(1, 14), 2)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("nine", 6),
        ("thirteen", 6),
        ("poker-dice", 8),
    ],
)
def test_many_seats_fit_the_size(key, seats):
    over, end = at_random(key, seats)
    drawn = animated(over, end, "ro", PICTURES)
    assert len(drawn.picture) <= gif.MAX_BYTES
    assert len(frames(drawn.picture)) >= 2 * seats


def test_dice_stay_where_they_are_from_picture_to_picture():
    """Whatever is written above them: so only those that are rerolled are stored again."""
    over, end = played(registry.game("dice-poker"), 2, BLUNDER)
    picture = animated(over, end, "en", PICTURES).picture
    with Image.open(BytesIO(picture)) as file:
        stills = []
        for number in (1, 4, 7):  # two landings and the choice between them
            file.seek(number)
            stills.append(file.convert("RGB"))
    white = (253, 251, 245)
    rows = [
        {y for y in range(100, 400) for x in range(24, 340) if one.getpixel((x, y)) == white}
        for one in stills
    ]
    assert min(map(min, rows)) == max(map(min, rows))


def test_the_colours_that_mean_something_are_in_the_picture():
    """A legend has the colour of its line, however many colours dice and letters take."""
    over, end = at_random("poker-dice", 8)
    with Image.open(BytesIO(animated(over, end, "en", PICTURES).picture)) as file:
        file.seek(file.n_frames - 1)
        found = {colour for _, colour in file.convert("RGB").getcolors(600 * 540)}
    assert {ImageColor.getrgb(one) for one in (BACKGROUND, *LINES)} <= found


def test_letters_are_large_enough_for_a_phone():
    """It shows a picture 360 pixels wide: then they are 11 pixels high at least."""
    sizes = set()
    over, end = at_random("nine", 2)
    with pytest.MonkeyPatch.context() as patch:
        for module in (drawing, axes):
            letters = module.font
            patch.setattr(
                module,
                "font",
                lambda size, letters=letters, **rest: sizes.add(size) or letters(size, **rest),
            )
        animated(over, end, "ro", PICTURES)
    assert min(sizes) * 360 / scene_picture.WIDTH >= 11
