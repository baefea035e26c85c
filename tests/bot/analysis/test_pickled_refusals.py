"""Every refusal reaches the bot from another process as it was raised there."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil

import pytest

import bot.analysis
from rules.dice import PIPS
from rules.errors import Refusal
from rules.screen import Seat
from rules.text import say


def all_refusals():
    """Every refusal of the rules, the table, the analyses and the storage."""
    names = ["rules.errors", "bot.table.refusals", "bot.table.store.errors"]
    names += [f"bot.analysis.{found.name}" for found in pkgutil.iter_modules(bot.analysis.__path__)]
    modules = [importlib.import_module(name) for name in names]
    found = {
        value
        for module in modules
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Refusal)
    }
    return sorted(found, key=lambda kind: kind.__name__)


EXAMPLES = {
    "int": 3,
    "str": "some words",
    "bool": True,
    "tuple[str, ...]": ("one", "two"),
    "tuple[int, ...]": (1, 2),
    "Sequence[int]": (1, 2),
    "Sequence[Text]": (say("one"), say("two")),
    "Text": say("A sentence about {seat}.", seat=Seat(1)),
    "Argument | None": Seat(1),
    "FaceSet": PIPS,
}


def test_there_are_refusals_of_every_kind():
    kinds = {kind.__name__ for kind in all_refusals()}
    assert {"NotYourTurn", "Stale", "NotFiveDice", "ChannelTaken", "Restarting"} <= kinds
    assert len(kinds) > 25


@pytest.mark.parametrize("kind", all_refusals(), ids=lambda kind: kind.__name__)
def test_every_refusal_is_pickled_as_it_is(kind):
    parameters = inspect.signature(kind).parameters.values()
    refusal = kind(*(EXAMPLES[parameter.annotation] for parameter in parameters))
    again = pickle.loads(pickle.dumps(refusal))
    assert type(again) is kind
    assert (again.text, again.args, vars(again)) == (refusal.text, refusal.args, vars(refusal))
    assert str(again) == str(refusal)
