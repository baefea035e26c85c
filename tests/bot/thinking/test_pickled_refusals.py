"""Every refusal reaches the bot from another process as it was raised there."""

from __future__ import annotations

import importlib
import inspect
import pickle

import pytest

from rules.errors import Refusal
from rules.screen import Seat
from rules.text import say


def all_refusals():
    """Every refusal of the rules, the table, the analyses and the storage."""
    modules = [importlib.import_module(name) for name in MODULES]
    found = {
        value
        for module in modules
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, Refusal)
    }
    return sorted(found, key=lambda kind: kind.__name__)


MODULES = ("rules.errors", "bot.table.refusals", "bot.table.store.errors", "bot.thinking.process")


EXAMPLES = {
    "int": 3,
    "str": "some words",
    "tuple[str, ...]": ("one", "two"),
    "Text": say("A sentence about {seat}.", seat=Seat(1)),
    "Argument | None": Seat(1),
}


def test_there_are_refusals_of_every_kind():
    kinds = {kind.__name__ for kind in all_refusals()}
    assert {"Refusal", "NotYourTurn", "Stale", "ChannelTaken", "Restarting"} <= kinds


@pytest.mark.parametrize("kind", all_refusals(), ids=lambda kind: kind.__name__)
def test_every_refusal_is_pickled_as_it_is(kind):
    parameters = inspect.signature(kind).parameters.values()
    refusal = kind(*(EXAMPLES[parameter.annotation] for parameter in parameters))
    again = pickle.loads(pickle.dumps(refusal))
    assert type(again) is kind
    assert (again.text, again.args, vars(again)) == (refusal.text, refusal.args, vars(refusal))
    assert str(again) == str(refusal)
