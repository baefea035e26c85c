"""The rules of bodies, by Discord's own description of its API.

`description.json` is cut out of https://github.com/discord/discord-api-spec (openapi.json) by
`python tests/conformance/renew_description.py`. Its objects have the limits of a JSON schema; a choice of
schemas is `by`, from the number that stands as `type` to the schema. jsonschema tries every
schema of a choice: a board takes it forty times as long, and every story checks all its messages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from documented.rule import Fault, rule
from documented.sent import Json, Sent

FILE = Path(__file__).with_name("description.json")

IGNORED = ("tts", "nsfw")
"""Fields that discord.py sends with every message and command, known to every schema or not.

Discord ignores any field that it does not know; here one is taken for a mistake."""

_TYPES: dict[str, type | tuple[type, ...]] = {
    "null": type(None),
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "string": str,
    "snowflake": (str, int),
    "array": list,
    "object": dict,
}


@cache
def routes() -> dict[str, Json | None]:
    """Return the schema of the body of every route that the bot calls, None where it has none."""
    read = json.loads(FILE.read_text(encoding="utf-8"))
    parts = read["parts"]
    return {name: _resolved(of, parts) for name, of in read["routes"].items()}


def _resolved(node: Any, parts: Json) -> Any:
    """Return a schema with the schemas it refers to in place; no schema contains itself."""
    if isinstance(node, list):
        return [_resolved(one, parts) for one in node]
    if not isinstance(node, dict):
        return node
    if "of" in node:
        named = _resolved(parts[node["of"]], parts)
        return {**named, "null": True} if node.get("null") else named
    return {key: _resolved(value, parts) for key, value in node.items()}


@rule(101, "A route exists and is called with its method", "openapi.json, paths")
def _known_route(sent: Sent) -> Iterator[Fault]:
    if sent.route not in routes():
        yield Fault("404: Not Found")


@rule(102, "A body has the lengths, ranges and types of its schema", "openapi.json, requestBody")
def _as_described(sent: Sent) -> Iterator[Fault]:
    schema = routes().get(sent.route)
    if schema is not None:
        yield from faults(sent.body, schema)


def faults(value: Any, schema: Json, at: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    if value is None and schema.get("null"):
        return
    if "by" in schema:
        kind = value.get("type") if isinstance(value, dict) else None
        chosen = schema["by"].get(str(kind))
        if chosen is None:
            yield Fault(f'Value of field "type" must be one of {tuple(schema["by"])}.', at)
        else:
            yield from faults(value, chosen, at)
        return
    types = schema.get("type")
    if types is not None:
        wanted = _TYPES[types]
        if not isinstance(value, wanted) or (isinstance(value, bool) and types != "boolean"):
            yield Fault(f"Must be {types}.", at)
            return
    if types == "snowflake" and not str(value).isdigit():
        yield Fault(f'Value "{value}" is not snowflake.', at)
    if "values" in schema and value not in schema["values"]:
        yield Fault(f"Value must be one of {schema['values']}.", at)
    if isinstance(value, str):
        yield from _of_text(value, schema, at)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            least, most = schema.get("minimum"), schema.get("maximum")
            yield Fault(f"Must be between {least} and {most}.", at)
    elif isinstance(value, list):
        yield from _of_list(value, schema, at)
    elif isinstance(value, dict):
        yield from _of_object(value, schema, at)


def _of_text(value: str, schema: Json, at: tuple[str | int, ...]) -> Iterator[Fault]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not least <= len(value) <= most:
        yield Fault(f"Must be between {least} and {most} in length.", at)
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield Fault(f'Value "{value}" is not {schema["pattern"]}.', at)


def _of_list(value: list[Any], schema: Json, at: tuple[str | int, ...]) -> Iterator[Fault]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        yield Fault(f"Must be between {least} and {most} in length.", at)
    if schema.get("uniqueItems") and len({json.dumps(one) for one in value}) < len(value):
        yield Fault("Must be unique.", at)
    if "items" in schema:
        for index, one in enumerate(value):
            yield from faults(one, schema["items"], (*at, index))


def _of_object(value: Json, schema: Json, at: tuple[str | int, ...]) -> Iterator[Fault]:
    for name in schema.get("required", ()):
        if name not in value:
            yield Fault("This field is required", (*at, name))
    if len(value) > schema.get("maxProperties", len(value)):
        yield Fault(f"Must have at most {schema['maxProperties']} entries.", at)
    described, others = schema.get("properties"), schema.get("each")
    for name, one in value.items():
        if described is not None and name in described:
            yield from faults(one, described[name], (*at, name))
        elif others is not None:
            yield from faults(one, others, (*at, name))
        elif described is not None and name not in IGNORED:
            yield Fault("Discord does not know this field.", (*at, name))
