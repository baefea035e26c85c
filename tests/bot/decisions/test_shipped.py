"""The positions that ship with the bot: how many, how clear, and that they can be derived anew."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.decisions import make, shipped
from rules import registry
from rules.decisions import CLEAR_BY, WRONG_BY, choices, solved_by_noise
from rules.levels import HOUSE

GAMES = {key: game for key, game in registry.games().items() if game.decisions is not None}


def test_fourteen_thousand_ship_in_a_small_file_no_two_alike():
    positions = shipped.positions()
    assert {game: len(found) for game, found in positions.items()} == {
        game: GAMES[game].decisions.ships for game in GAMES
    }
    assert len(shipped.by_key()) == 14_000, "no key comes twice"
    size = (make.Path(make.__file__).with_name(shipped.FILE)).stat().st_size
    assert size < 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_some_are_derived_anew(key):
    """The first ones that the command finds are in the file, as hard as it says."""
    found = [*islice(make.made(key), 8)]
    for one in found:
        kept = shipped.by_key()[one.key]
        assert (kept.game, kept.stored) == (key, one.stored)
        assert kept.solved == pytest.approx(one.solved, abs=0.0006)


@pytest.mark.parametrize("key", GAMES)
def test_medium_and_the_natural_choice_are_clearly_wrong(key):
    game = GAMES[key]
    unit = game.info.unit(game.decisions.seats)
    for one in shipped.positions()[key][::97]:
        state, seat = one.state, one.seat
        decided = choices(game, state, seat, game.advise(state, seat))
        lost = {action: each.given_away for each in decided for action in each.actions}
        for level in (HOUSE.key, game.decisions.natural):
            assert lost[game.computer(state, seat, level)[0][0]] > WRONG_BY[unit]
        assert decided[0].given_away == 0
        assert decided[1].given_away >= CLEAR_BY[unit]
        assert solved_by_noise(unit, decided) == pytest.approx(one.solved, abs=0.0006)


def test_how_hard_they_are_is_spread():
    solved = [one.solved for one in shipped.by_chance()]
    assert solved == sorted(solved)
    tenth = len(solved) // 10
    assert sum(solved[:tenth]) / tenth < 0.2
    assert sum(solved[-tenth:]) / tenth > 0.9


def test_the_nearest_are_those_with_the_least_difference():
    ordered = shipped.by_chance()
    for wanted in (0.0, 0.31, 1.0):
        found = shipped.nearest(wanted, 12, {ordered[0].key})
        furthest = max(abs(one.solved - wanted) for one in found)
        nearer = [one for one in ordered if abs(one.solved - wanted) < furthest]
        assert {one.key for one in nearer} - {one.key for one in found} <= {ordered[0].key}


def test_a_file_is_read_as_it_was_written_and_no_other_is():
    some = shipped.positions()["nine"][:3]
    assert shipped.unpacked(shipped.packed(some)) == some
    with pytest.raises(ValueError, match="not a file of positions"):
        shipped.unpacked(shipped.lzma.compress(b"something else\n"))
