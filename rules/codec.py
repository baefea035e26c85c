"""Frozen states to JSON and back, by their annotations.

Only what states are made of is known: frozen dataclasses, unions of them,
tuples, ints, strs, bools and None. A dataclass is written as an object that
names its class, so a union needs no other tag. Reading is strict: anything
that does not fit raises `Unreadable`, never a half-filled state.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.errors import Unreadable

_CLASS = "is"


def encode(value: object) -> Any:
    """Return `value` in lists, dicts, numbers, strings and None.

    Raises TypeError for anything that states are not made of.

    >>> from rules.screen import Seat
    >>> encode((Seat(1), None))
    [{'is': 'Seat', 'index': 1}, None]
    """
    match value:
        case None | bool() | int() | str():
            return value
        case tuple():
            return [encode(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            written = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
            return {_CLASS: type(value).__name__, **written}
    raise TypeError(f"states are not made of {type(value).__name__}")


def decode(kind: Any, written: Any) -> Any:
    """Read a value of type `kind` back. Raises Unreadable when it does not fit.

    >>> from rules.screen import Seat
    >>> decode(Seat, {"is": "Seat", "index": 1})
    Seat(index=1)
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _decode_union(get_args(kind), written)
    if origin is tuple:
        return _decode_tuple(get_args(kind), written)
    if kind is NoneType or kind is None:
        if written is None:
            return None
    elif kind in (bool, int, str):
        if type(written) is kind:
            return written
    elif is_dataclass(kind):
        return _decode_class(kind, written)
    else:
        raise TypeError(f"states are not made of {kind!r}")
    raise Unreadable(f"{_kind_of(written)} is not a {kind!r}")


def _decode_union(kinds: tuple[Any, ...], written: Any) -> Any:
    for kind in kinds:
        try:
            return decode(kind, written)
        except Unreadable:
            continue
    raise Unreadable(f"{_kind_of(written)} is none of {kinds!r}")


def _decode_tuple(kinds: tuple[Any, ...], written: Any) -> tuple[Any, ...]:
    if not isinstance(written, list):
        raise Unreadable(f"{_kind_of(written)} is not a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(written)
    if len(kinds) != len(written):
        raise Unreadable(f"a list of {len(written)} does not have {len(kinds)} items")
    return tuple(decode(kind, item) for kind, item in zip(kinds, written, strict=True))


def _decode_class(kind: Any, written: Any) -> Any:
    if not isinstance(written, dict) or written.get(_CLASS) != kind.__name__:
        raise Unreadable(f"{_kind_of(written)} is not a {kind.__name__}")
    hints = _hints(kind)
    if set(written) - {_CLASS} != set(hints):
        raise Unreadable(f"the fields of {kind.__name__} have changed")
    return kind(**{name: decode(hint, written[name]) for name, hint in hints.items()})


def _kind_of(written: Any) -> str:
    """Name what was read by its kind alone: states hold secrets, and faults are logged.

    >>> _kind_of({"is": "Splitting", "hands": []}), _kind_of([4, 4])
    ('Splitting', 'list')
    """
    named = written.get(_CLASS) if isinstance(written, dict) else None
    return named if isinstance(named, str) else type(written).__name__


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
