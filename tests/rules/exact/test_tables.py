"""Tables are built once for all threads; advice makes equal worths equal."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import pytest

from rules import registry
from rules.exact.advice import of_selections, ranked
from rules.exact.cached import cached_once
from rules.exact.rerolls import KEEPS, index
from rules.exact.tables import read_only
from rules.game import Advice
from rules.games.dice_poker import solver as dice_poker
from rules.games.poker_dice import solver as poker_dice
from rules.screen import Action
from rules.sheets import solver as sheets


def test_a_table_is_built_once_though_many_ask_at_the_same_time():
    built, barrier, pause = [], Barrier(8), Event()

    @cached_once
    def table(size):
        built.append(size)
        pause.wait(0.05)
        return [size]

    def ask(size):
        barrier.wait()
        return table(size)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [1, 1, 1, 1, 2, 2, 2, 2]))
    assert sorted(built) == [1, 2]
    assert all(answer is table(answer[0]) for answer in answers)


def test_a_table_that_failed_is_built_when_asked_again():
    calls = []

    @cached_once
    def table():
        calls.append(1)
        if len(calls) == 1:
            raise ZeroDivisionError
        return len(calls)

    with pytest.raises(ZeroDivisionError):
        table()
    assert table() == table() == 2


def test_tables_refuse_to_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        read_only(np.zeros(2))[0] = 1


@pytest.mark.parametrize("key", ["dice-poker", "nine", "poker-dice", "thirteen"])
def test_the_first_question_of_a_round_builds_all_tables_that_it_needs(key, monkeypatch):
    game = registry.game(key)
    start = game.start(min(game.info.seats), {})
    asked = game.worth(start, game.info.opener)

    def build(*_):
        raise AssertionError("a table was built later")

    for module, name in ((sheets, "induce"), (poker_dice, "endings"), (dice_poker, "best")):
        monkeypatch.setattr(module, name, build)
    assert game.worth(start, game.info.opener) == asked > 0


def test_worths_that_differ_by_rounding_become_equal_and_stay_in_order():
    a, b, c, d = (Action("keep", letter) for letter in "abcd")
    advice = [Advice(a, 0.3), Advice(b, 0.5), Advice(c, 0.5 + 1e-14), Advice(d, 0.3 - 1e-9)]
    found = ranked(advice)
    assert [one.action for one in found] == [b, c, a, d]
    assert found[0].worth == found[1].worth
    assert found[2].worth > found[3].worth


def test_selections_come_in_the_order_of_their_keeps():
    worth = np.arange(len(KEEPS), dtype=float)
    found = of_selections((6, 1, 6, 3, 3), worth)
    assert found[0] == Advice(Action("keep"), float(index((1, 3, 3, 6, 6))))
    assert [one.worth for one in found] == sorted(one.worth for one in found)
    same = [one.action.on for one in found if one.worth == index((1, 3, 3, 6))]
    assert same == ["1", "3"]
    assert len({one.action for one in found}) == 32
