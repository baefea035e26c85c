"""States to JSON and back; everything that does not fit is unreadable."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from rules.codec import decode, encode
from rules.errors import Refusal, Unreadable
from steady_examples import ANY_TEXT, given, st


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Holds nothing."""


@dataclass(frozen=True, slots=True)
class Writing:
    dice: tuple[int, ...]
    pair: tuple[int, bool]
    rows: tuple[Row, ...]
    marks: tuple[tuple[int, ...] | None, ...]
    last: Row | Waiting


State: TypeAlias = Waiting | Writing

ROWS = st.builds(Row, ANY_TEXT, st.none() | st.integers())
WRITINGS = st.builds(
    Writing,
    dice=st.lists(st.integers(1, 6)).map(tuple),
    pair=st.tuples(st.integers(), st.booleans()),
    rows=st.lists(ROWS, max_size=4).map(tuple),
    marks=st.lists(st.none() | st.lists(st.integers(1, 5)).map(tuple), max_size=4).map(tuple),
    last=ROWS | st.builds(Waiting),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(WRITINGS | st.builds(Waiting))
def test_every_state_comes_back_from_json(state):
    assert decode(State, json.loads(json.dumps(encode(state)))) == state


@given(JSON)
def test_anything_else_is_unreadable(written):
    """No JSON made without our class names can be one of our states."""
    with pytest.raises(Unreadable):
        decode(State, written)


def places(written, path=()):
    """Yield every place inside a JSON value, as the keys that lead to it."""
    yield path
    items = (
        written.items()
        if isinstance(written, dict)
        else enumerate(written)
        if isinstance(written, list)
        else ()
    )
    for key, item in items:
        yield from places(item, (*path, key))


def replaced(written, path, new):
    """Return the JSON value with another value at one place."""
    if not path:
        return new
    copy = deepcopy(written)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return copy


@pytest.mark.slow
@given(WRITINGS, st.data())
def test_a_wrong_value_in_any_place_is_unreadable(state, data):
    written = encode(state)
    path = data.draw(st.sampled_from(list(places(written))))
    new = data.draw(st.sampled_from([1.5, {}, {"is": "Row"}, {"is": "Nobody"}, [[[]]], [1.5]]))
    with pytest.raises(Unreadable):
        decode(State, replaced(written, path, new))


@pytest.mark.slow
@given(WRITINGS, st.data())
def test_a_field_or_name_that_is_missing_renamed_or_new_is_unreadable(state, data):
    written = encode(state)
    objects = [path for path in places(written) if isinstance(at(written, path), dict)]
    path = data.draw(st.sampled_from(objects))
    inner = at(written, path)
    key = data.draw(st.sampled_from(sorted(inner)))
    less = {name: value for name, value in inner.items() if name != key}
    new = data.draw(st.sampled_from([less, {**inner, "new": 1}, {**less, f"{key}_": inner[key]}]))
    with pytest.raises(Unreadable):
        decode(State, replaced(written, path, new))


def at(written, path):
    for key in path:
        written = written[key]
    return written


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (int, True),
        (bool, 1),
        (int, "1"),
        (int, 1.0),
        (str, 1),
        (str, None),
        (None, 0),
        (tuple[int, ...], None),
        (tuple[int, ...], [1, None]),
        (tuple[int, ...], "12"),
        (tuple[int, int], [1]),
        (tuple[int, int], [1, 2, 3]),
        (int | None, "x"),
        (Waiting, {"is": "Writing"}),
        (Waiting, {"is": "Waiting", "more": 1}),
        (Waiting, {}),
        (Waiting, None),
        (Row, {"is": "Row", "name": "ones"}),
    ],
    ids=repr,
)
def test_what_does_not_fit_is_unreadable(kind, written):
    with pytest.raises(Unreadable):
        decode(kind, written)


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}, {1}, b"x", Row, (1, [2])], ids=repr)
def test_states_are_not_made_of_other_things(value):
    with pytest.raises(TypeError, match="states may not contain"):
        encode(value)


def test_states_of_other_kinds_are_a_mistake_in_the_code():
    with pytest.raises(TypeError, match="states may not contain"):
        decode(float, 1.5)


def test_unreadable_is_no_refusal():
    assert not issubclass(Unreadable, Refusal)


def test_a_written_state_names_its_class():
    assert encode(Writing((6,), (1, True), (), (None,), Waiting())) == {
        "is": "Writing",
        "dice": [6],
        "pair": [1, True],
        "rows": [],
        "marks": [None],
        "last": {"is": "Waiting"},
    }


@pytest.mark.parametrize(
    "written",
    [
        {"is": "Writing", "dice": [4321, "4321"]},
        {"is": "Row", "name": "4321", "points": "4321"},
        ["4321"],
        "4321",
        4321,
    ],
    ids=repr,
)
@pytest.mark.parametrize("kind", [State, Row, tuple[int, bool], tuple[int, ...], bool])
def test_what_cannot_be_read_is_not_repeated_because_states_hold_secrets(kind, written):
    with pytest.raises(Unreadable) as unreadable:
        decode(kind, written)
    assert "4321" not in str(unreadable.value)
