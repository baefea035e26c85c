"""What can be pressed in the games of sheets: the first button does what `house` would do."""

from __future__ import annotations

import re

import pytest

from plain_words import plain
from random_play import offered
from rules import engine, registry
from rules.screen import Action, Mark, Menu, Press, Seat
from rules.sheets.flow import Choosing, Full
from rules.turns import TurnRolled
from sheet_rounds import KEYS, sheet_of, slow_points, writes
from simulated_luck import SeededLuck, WrittenLuck
from slow_yams import may_write

A = Seat(0)


@pytest.fixture(params=KEYS)
def game(request):
    return registry.game(request.param)


def rolled(game, *faces, rolls=1, closed=()):
    """Return the state of one seat with this roll; the rows `closed` are written with 0."""
    sheet = sheet_of(game, lambda key: 0 if key in closed else None)
    return Choosing((sheet,), (None,), TurnRolled((faces,) * rolls, (1,)))


def presses(game, state) -> list[Press]:
    return [one for one in game.screen(state, None).controls if isinstance(one, Press)]


def labels(game, state) -> list[str]:
    return [plain(press.label) for press in presses(game, state)]


def first(game, state) -> str:
    return presses(game, state)[0].action.code


def green(game, state) -> list[str]:
    return [press.action.code for press in presses(game, state) if press.style == "main"]


def menu(game, state) -> Menu:
    (found,) = [one for one in game.screen(state, None).controls if isinstance(one, Menu)]
    return found


# the first button is the choice of the level medium


def medium(game, state) -> Action:
    ((action, _),) = game.computer(state, A, "house")
    return action


@pytest.mark.parametrize("sheets", [10, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", KEYS)
def test_every_first_button_is_the_choice_of_medium(key, sheets):
    """Half of the sheets follow the board, the others do anything a third of the time.

    There is no other pick. Before the last roll it is the only button, and writes no 0.
    Nothing is green but what alone can be done.
    """
    game = registry.game(key)
    for number in range(sheets):
        luck = SeededLuck(f"{key} {number}")
        state = game.land(game.start(1, {}), luck.roll("", 5))
        while isinstance(state, Choosing):
            chosen = medium(game, state)
            controls = game.screen(state, None).controls
            pressed = [control for control in controls if isinstance(control, Press)]
            (menu,) = [control for control in controls if isinstance(control, Menu)]
            picks = [chosen] if chosen.verb == "reroll" else []
            legal = game.legal(state, A)
            only = list(legal) if len(legal) == 1 else []
            assert [press.action for press in pressed if press.style == "main"] == only
            assert [press.action for press in pressed if press.action.verb == "reroll"] == picks
            assert [choice.action for choice in menu.choices] == writes(game, state, A)
            if state.rolled.last or chosen.verb == "reroll":
                assert pressed[0].action == chosen
            if not state.rolled.last:
                assert len(pressed) <= 1
                shown = [plain(press.label) for press in pressed]
                assert not any(re.fullmatch(r"Write 0 in [^(]+", label) for label in shown)
            action = chosen
            if number % 2 and luck.random.random() < 1 / 3:
                action = luck.random.choice(game.legal(state, A))
            state = game.play(state, A, action)
            if not isinstance(state, Full):
                state = game.land(state, luck.roll("", game.turn(state).count))


def test_a_written_row_is_chased_no_more():
    """Four in a row, two pairs and three alike are kept only for a row that is open."""
    game = registry.game("thirteen")
    straights = ("small-straight", "large-straight")
    assert first(game, rolled(game, 2, 3, 4, 5, 5)) == "reroll.5"
    assert first(game, rolled(game, 2, 3, 4, 5, 5, closed=straights)) == "reroll.123"
    assert first(game, rolled(game, 2, 2, 4, 4, 5)) == "reroll.5"
    assert first(game, rolled(game, 2, 2, 4, 4, 5, closed=["full-house"])) == "reroll.125"


def test_everybody_sees_the_same_buttons(game):
    state = rolled(game, 1, 3, 3, 4, 6)
    assert game.screen(state, A).controls == game.screen(state, None).controls


# one button rerolls what medium would reroll


def test_the_button_says_what_it_keeps():
    thirteen, nine = registry.game("thirteen"), registry.game("nine")
    assert labels(thirteen, rolled(thirteen, 5, 1, 5, 2, 5))[0] == "Keep 5 5 5, reroll 2 dice"
    assert labels(thirteen, rolled(thirteen, 2, 5, 2, 5, 1))[0] == "Keep 5 5 2 2, reroll 1 die"
    assert labels(nine, rolled(nine, 5, 1, 5, 2, 4))[0] == "Keep K K, reroll 3 dice"


def test_the_button_rerolls_these_dice_at_once(game):
    luck = WrittenLuck([(5, 1, 5, 2, 5), (6, 6)])
    playing = engine.begin(game, 1, {}, luck)
    press = presses(game, playing.state)[0]
    assert press.action == Action("reroll", "24")
    assert engine.act(playing, A, press.action, luck).state.rolled.dice == (5, 6, 5, 6, 5)


def test_where_no_die_is_kept_the_button_says_so():
    """Only sixes are open, and none has been rolled; or only chance, and all dice are low."""
    game = registry.game("thirteen")
    for dice, row in (((1, 2, 3, 4, 4), "sixes"), ((1, 2, 3, 3, 1), "chance")):
        state = rolled(game, *dice, closed=[key for key in keys_of(game) if key != row])
        assert labels(game, state)[0] == "Reroll all"
        assert first(game, state) == "reroll.12345"


@pytest.mark.parametrize("dice", [(5, 5, 5, 5, 5), (2, 3, 4, 5, 6)])
def test_without_dice_to_reroll_there_is_no_such_button(game, dice):
    state = rolled(game, *dice)
    assert not any(press.action.verb == "reroll" for press in presses(game, state))
    best = {5: "five-of-a-kind", 2: "large-straight"}[dice[0]]
    assert first(game, state) == f"write.{best}"


def test_the_button_is_gone_after_the_last_roll(game):
    for rolls, rerolls in ((1, 1), (2, 1), (3, 0)):
        state = rolled(game, 1, 1, 2, 3, 6, rolls=rolls)
        assert sum(press.action.verb == "reroll" for press in presses(game, state)) == rerolls


# rows


def test_two_rows_have_buttons_of_their_own_after_the_last_roll():
    """README 3.7: 5 5 5 2 2 is 4 above the aim of a full house, at that of fives, 1 short of twos.

    Ones and 3 of a kind are 2 short, chance 3.
    """
    game = registry.game("thirteen")
    state = rolled(game, 5, 5, 5, 2, 2, rolls=3)
    assert labels(game, state) == ["Write 25 in Full house", "Write 15 in Fives"]
    early = rolled(game, 5, 5, 5, 2, 2, rolls=2)
    assert labels(game, early) == ["Write 25 in Full house"]
    state = rolled(game, 5, 5, 5, 2, 2, rolls=3, closed=("full-house", "fives", "twos"))
    assert labels(game, state) == [
        "Write 0 in Ones",
        "Write 19 in 3 of a kind",
    ]


def test_a_row_that_scores_nothing_has_a_button_only_where_medium_would_write_it():
    """The aims are 2 in ones, 18 in sixes and 21 in a full house."""
    game = registry.game("thirteen")
    closed = [row for row in keys_of(game) if row not in ("ones", "full-house", "sixes")]
    state = rolled(game, 6, 6, 6, 3, 4, rolls=3, closed=closed)
    assert labels(game, state) == ["Write 18 in Sixes"]
    state = rolled(game, 6, 6, 2, 3, 4, rolls=3, closed=closed)
    assert labels(game, state) == ["Write 0 in Ones", "Write 12 in Sixes"]
    early = rolled(game, 6, 6, 2, 3, 4, rolls=2, closed=closed)
    assert labels(game, early) == ["Keep 6 6, reroll 3 dice"]
    nothing = rolled(game, 2, 3, 4, 5, 5, rolls=3, closed=closed)
    assert labels(game, nothing) == ["Write 0 in Ones"]


def keys_of(game) -> list[str]:
    return [action.on for action in writes(game, rolled(game, 1, 2, 3, 4, 5), A)]


@pytest.mark.parametrize(
    "seeds", [range(14), pytest.param(range(14, 40), marks=pytest.mark.slow)], ids=str
)
@pytest.mark.parametrize("most", [1, 3, 13])
def test_buttons_are_the_first_of_medium_and_the_menu_is_as_the_sheet(
    game, seeds, most, monkeypatch
):
    """Each row is the one that medium writes once those before it are used up, at most `most`.

    All but the first one score. Before the last roll one stands where medium would write it.
    """
    monkeypatch.setattr("rules.sheets.controls.DIRECT_ROWS", most)
    for seed in seeds:
        random = SeededLuck(seed).random
        dice = tuple(random.choices(range(1, 7), k=5))
        keys = keys_of(game)
        closed = random.sample(keys, random.randrange(len(keys)))
        state = rolled(game, *dice, rolls=random.choice((1, 2, 3)), closed=closed)
        points = dict(zip(keys, slow_points(game, dice), strict=True))
        open_now = [key for key in keys if key not in closed]
        if game.info.key == "yams":
            is_open = frozenset(map(keys.index, open_now))
            points = {keys[row]: worth for row, worth in may_write(is_open, dice).items()}
            open_now = [*points]
        ranked = []
        while len(ranked) < len(open_now):
            left = rolled(game, *dice, rolls=3, closed=[*closed, *ranked])
            ranked.append(medium(game, left).on)
        choices = menu(game, state).choices
        assert [choice.action.on for choice in choices] == open_now
        for key, choice in zip([key for key in keys if key in ranked], choices, strict=True):
            worth = points[key]
            told = "scores 1 point" if worth == 1 else f"scores {worth} points"
            assert plain(choice.detail) == (told if worth else "✗ scores 0 and fills the row")
        direct = [press for press in presses(game, state) if press.action.verb == "write"]
        shown = [ranked[0], *[key for key in ranked[1:] if points[key]][: most - 1]]
        if not state.rolled.last:
            shown = ranked[:1] if medium(game, state).verb == "write" else []
        assert [press.action.on for press in direct] == shown
        assert [plain(press.label).split()[1] for press in direct] == [
            str(points[key]) for key in shown
        ]


# green is only what alone can be done, and every control is in its place


def test_a_button_is_green_only_where_nothing_else_can_be_done(game):
    for seed in range(10):
        assert_green_only_where_nothing_else_can_be_done(game, seed)


def assert_green_only_where_nothing_else_can_be_done(game, seed):
    luck = SeededLuck(seed)
    playing = engine.begin(game, 1, {}, luck)
    seen = []
    while not playing.over:
        state = playing.state
        legal = {action.code for action in game.legal(state, A)}
        assert offered(game.screen(state, None)) == set(game.legal(state, A))
        assert green(game, state) == (list(legal) if len(legal) == 1 else [])
        seen += green(game, state)
        playing = engine.act(playing, A, luck.random.choice(game.legal(state, A)), luck)
    assert len(seen) <= 1


def test_the_only_row_after_the_last_roll_is_green(game):
    closed = [row for row in keys_of(game) if row != "chance"]
    for rolls, found in ((1, []), (2, []), (3, ["write.chance"])):
        assert green(game, rolled(game, 1, 1, 2, 3, 6, rolls=rolls, closed=closed)) == found


def test_a_full_house_is_not_broken_by_the_first_button(game):
    assert first(game, rolled(game, 2, 2, 2, 5, 5)) == "write.full-house"
    assert first(game, rolled(game, 2, 2, 2, 5, 5, closed=("full-house",))) == "reroll.45"


def test_controls_stand_in_the_same_order_after_each_roll(game):
    """Dice, the pick, the menu; after the last roll the menu, then rows."""
    for rolls in (1, 2, 3):
        screen = game.screen(rolled(game, 4, 4, 4, 1, 2, rolls=rolls), None)
        kinds = [type(control) for control in screen.controls]
        early = [Mark, Press, Menu]
        assert kinds == (early if rolls < 3 else [Menu, Press, Press])
        places = [one.row for one in screen.controls if isinstance(one, Press)]
        assert places == ([1] if rolls < 3 else [2, 2])
