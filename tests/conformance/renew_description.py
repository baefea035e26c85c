"""The cut of our routes from Discord's description, made anew from its openapi.json.

    python tests/conformance/renew_description.py FILE

FILE is openapi.json of https://github.com/discord/discord-api-spec. The output is the description
by which tests check bodies: limits, types and choices of the routes that the bot calls. Texts, and
features that the bot does not use (embeds, polls), are left out.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, TypeAlias

from documented.description import FILE

Json: TypeAlias = dict[str, Any]

ROUTES = {
    "GET /users/@me": None,
    "GET /applications/@me": None,
    "GET /oauth2/applications/@me": None,
    "GET /gateway": None,
    "GET /gateway/bot": None,
    "GET /applications/{application_id}/commands": None,
    "PUT /applications/{application_id}/commands": "ApplicationCommandUpdateRequest",
    "GET /applications/{application_id}/guilds/{guild_id}/commands": None,
    "PUT /applications/{application_id}/guilds/{guild_id}/commands": (
        "ApplicationCommandUpdateRequest"
    ),
    "GET /applications/{application_id}/emojis": None,
    "POST /applications/{application_id}/emojis": "",
    "POST /interactions/{interaction_id}/{interaction_token}/callback": "",
    "POST /webhooks/{webhook_id}/{webhook_token}": "IncomingWebhookRequestPartial",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": None,
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": (
        "IncomingWebhookUpdateRequestPartial"
    ),
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": None,
    "GET /channels/{channel_id}": None,
    "PATCH /channels/{channel_id}": "UpdateThreadRequestPartial",
    "POST /channels/{channel_id}/threads": "CreateTextThreadWithoutMessageRequest",
    "POST /channels/{channel_id}/messages": "MessageCreateRequest",
    "GET /channels/{channel_id}/messages/{message_id}": None,
    "PATCH /channels/{channel_id}/messages/{message_id}": "MessageEditRequestPartial",
    "DELETE /channels/{channel_id}/messages/{message_id}": None,
    "GET /users/@me/guilds": None,
    "GET /guilds/{guild_id}": None,
}
"""The routes that the bot calls, with the schema of their body: "" for the only one there is."""

CALLBACKS = (
    "CreateMessageInteractionCallbackRequest",
    "UpdateMessageInteractionCallbackRequest",
)
"""The schemas of the callbacks that the bot makes."""

LIMITS = (
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "maxProperties",
    "pattern",
    "required",
)

UNUSED = (
    "embeds",
    "poll",
    "sticker_ids",
    "shared_client_theme",
    "message_reference",
    "avatar_url",
    "applied_tags",
    "available_tags",
    "default_reaction_emoji",
    "permission_overwrites",
)
"""Fields that are known and not described further: the bot never fills them."""

ALSO = {"ChannelTypes": [16]}
"""Values that stand in Discord's prose alone: Channel Resource, Channel Types, GUILD_MEDIA."""

SNOWFLAKE = {"type": "snowflake"}
"""An id: text, or a number as in the examples of reference.mdx, Uploading Files."""


class Cut:
    """The cut from a description; `parts` are the named schemas, by name."""

    def __init__(self, described: Json) -> None:
        self._schemas = described["components"]["schemas"]
        self._paths = described["paths"]
        self.parts: dict[str, Json] = {}

    def body(self, route: str, schema: str | None) -> Json | None:
        """Return the schema of the body of a route. Raises KeyError for an unknown route."""
        method, path = route.split(" ")
        described = self._paths[path][method.lower()]
        if schema is None:
            return None
        there = described["requestBody"]["content"]["application/json"]["schema"]
        if schema and f'/{schema}"' not in json.dumps(there):
            raise KeyError(f"{route} does not take {schema}")
        if path.endswith("/callback"):
            return {"by": self._by(CALLBACKS)}
        node = self.node({"$ref": f"#/components/schemas/{schema}"} if schema else there)
        if there.get("maxItems"):
            return {"type": "array", "maxItems": there["maxItems"], "items": node}
        return node

    def node(self, schema: Json) -> Json:
        """Return a schema in our form."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in self.parts:
                self.parts[name] = {}
                known = SNOWFLAKE if name == "SnowflakeType" else self.node(self._schemas[name])
                if name in ALSO:
                    known = {**known, "values": [*known["values"], *ALSO[name]]}
                self.parts[name] = known
            return {"of": name}
        either = schema.get("oneOf") or schema.get("anyOf") or []
        if any("const" in one for one in either):
            return {"type": schema["type"], "values": [one["const"] for one in either]}
        some = [one for one in either if one != {"type": "null"}]
        if len(some) == 1:
            return {**self.node(some[0]), "null": True}
        if some and all("$ref" in one for one in some):
            names = [one["$ref"].rpartition("/")[2] for one in some]
            if not all("type" in self._schemas[name]["properties"] for name in names):
                return {}
            made: Json = {"by": self._by(names)}
            return made | ({"null": True} if len(some) < len(either) else {})
        if some:
            return {}
        return self._plain(schema)

    def _plain(self, schema: Json) -> Json:
        made: Json = {key: schema[key] for key in LIMITS if key in schema}
        types = schema.get("type")
        if isinstance(types, list):
            made["null"] = True
            types = next(one for one in types if one != "null")
        if types is not None:
            made["type"] = types
        if "enum" in schema:
            made["values"] = schema["enum"]
        if "properties" in schema:
            made["properties"] = {
                name: {} if name in UNUSED else self.node(one)
                for name, one in schema["properties"].items()
            }
        if "items" in schema:
            made["items"] = self.node(schema["items"])
        if isinstance(schema.get("additionalProperties"), dict):
            made["each"] = self.node(schema["additionalProperties"])
        return made

    def _by(self, names: tuple[str, ...] | list[str]) -> Json:
        """Return schemas by the number that stands as their `type`."""
        made = {}
        for name in names:
            node = self.node({"$ref": f"#/components/schemas/{name}"})
            for kind in self._schemas[name]["properties"]["type"]["enum"]:
                made[str(kind)] = node
        return dict(sorted(made.items()))


def cut(described: Json) -> Json:
    """Return the kept parts of a description: `routes` and `parts`."""
    cutting = Cut(described)
    routes = {}
    for route, schema in ROUTES.items():
        shown = "/".join("{}" if "{" in part else part for part in route.split("/"))
        routes[shown] = cutting.body(route, schema)
    return {"parts": dict(sorted(cutting.parts.items())), "routes": routes}


def main() -> None:
    parser = argparse.ArgumentParser(description="Renew what tests check requests by.")
    parser.add_argument("file", type=Path, help="Discord's openapi.json")
    described = json.loads(parser.parse_args().file.read_text(encoding="utf-8"))
    made = cut(described)
    lines = [f'"{part}": {{\n' + ",\n".join(_lines(made[part])) + "\n}" for part in made]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _lines(part: Json) -> list[str]:
    return [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in part.items()]


if __name__ == "__main__":
    main()
