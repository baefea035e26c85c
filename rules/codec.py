"""Encode frozen states as JSON values and decode them by their annotations.

States consist of frozen dataclasses, unions of them, tuples, ints, fractions, strs,
bools and None. A dataclass is encoded as an object that names its class, so a union
needs no other tag. Decoding is strict: any mismatch raises `Unreadable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.errors import Unreadable

_CLASS = "is"

_FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)

_UNBOUND: Mapping[Any, Any] = MappingProxyType({})


def encode(value: object) -> Any:
    """Return `value` as lists, dicts, numbers, strings and None.

    Raises TypeError for a type that states may not contain.

    >>> from rules.screen import Seat
    >>> encode((Seat(1), None))
    [{'is': 'Seat', 'index': 1}, None]
    """
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return str(value)
        case tuple():
            return [encode(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            stored = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
            return {_CLASS: type(value).__name__, **stored}
    raise TypeError(f"states may not contain {type(value).__name__}")


def decode(kind: Any, stored: Any) -> Any:
    """Return the value of type `kind` that `encode` stored. Raises Unreadable on a mismatch.

    >>> from rules.screen import Seat
    >>> decode(Seat, {"is": "Seat", "index": 1})
    Seat(index=1)
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _decode_union(get_args(kind), stored)
    if origin is tuple:
        return _decode_tuple(get_args(kind), stored)
    if origin is not None and is_dataclass(origin):
        parameters = getattr(origin, "__parameters__", ())
        return _decode_class(origin, stored, dict(zip(parameters, get_args(kind), strict=True)))
    if kind is NoneType or kind is None:
        if stored is None:
            return None
    elif kind in (bool, int, str):
        if type(stored) is kind:
            return stored
    elif kind is Fraction:
        if isinstance(stored, str) and _FRACTION.fullmatch(stored):
            return Fraction(stored)
    elif is_dataclass(kind):
        return _decode_class(kind, stored)
    else:
        raise TypeError(f"states may not contain {kind!r}")
    raise Unreadable(f"{_kind_of(stored)} is not a {kind!r}")


def _decode_union(kinds: tuple[Any, ...], stored: Any) -> Any:
    for kind in kinds:
        try:
            return decode(kind, stored)
        except Unreadable:
            continue
    raise Unreadable(f"{_kind_of(stored)} is none of {kinds!r}")


def _decode_tuple(kinds: tuple[Any, ...], stored: Any) -> tuple[Any, ...]:
    if not isinstance(stored, list):
        raise Unreadable(f"{_kind_of(stored)} is not a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(stored)
    if len(kinds) != len(stored):
        raise Unreadable(f"a list of {len(stored)} does not have {len(kinds)} items")
    return tuple(decode(kind, item) for kind, item in zip(kinds, stored, strict=True))


def _decode_class(kind: Any, stored: Any, bound: Mapping[Any, Any] = _UNBOUND) -> Any:
    """Return the value of a dataclass; `bound` has the types of its parameters."""
    if not isinstance(stored, dict) or stored.get(_CLASS) != kind.__name__:
        raise Unreadable(f"{_kind_of(stored)} is not a {kind.__name__}")
    hints = _hints(kind)
    if set(stored) - {_CLASS} != set(hints):
        raise Unreadable(f"the fields of {kind.__name__} have changed")
    kinds = {name: bound.get(hint, hint) for name, hint in hints.items()}
    return kind(**{name: decode(field_kind, stored[name]) for name, field_kind in kinds.items()})


def _kind_of(stored: Any) -> str:
    """Return the class name or type name of a stored value.

    Error messages contain this name only, because states hold secrets and
    errors are logged.

    >>> _kind_of({"is": "Splitting", "hands": []}), _kind_of([4, 4])
    ('Splitting', 'list')
    """
    named = stored.get(_CLASS) if isinstance(stored, dict) else None
    return named if isinstance(named, str) else type(stored).__name__


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
