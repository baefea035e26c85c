"""Stores the settings of servers and of members, and the digests of synced commands."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, cast, delete, func, select

from bot.storage.connection import Database, reading, writing
from bot.storage.schema import settings
from bot.storage.statement import insert_for

_MEMBER, _COACH = "member/", "coach"

HIDDEN = "hidden"
"""The scope of those who keep their statistics to themselves; the key names the member."""


class Settings:
    """The settings in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_guild(self, guild: int) -> dict[str, str]:
        """Return what is stored for a server, by key; its defaults are not stored."""
        query = select(settings.c.key, settings.c.value).where(settings.c.scope == f"guild/{guild}")
        with reading(self._database) as connection:
            return {row.key: row.value for row in connection.execute(query)}

    def set_of_guild(self, guild: int, key: str, value: str | None) -> None:
        """Store a setting of a server; None removes it."""
        self._set(f"guild/{guild}", key, value)

    def of_guilds_with(self, key: str) -> dict[int, dict[str, str]]:
        """Return what is stored for each server that has chosen the setting `key`."""
        scopes = select(settings.c.scope).where(settings.c.key == key)
        query = select(settings).where(
            settings.c.scope.in_(scopes), settings.c.scope.startswith("guild/")
        )
        found: dict[int, dict[str, str]] = {}
        with reading(self._database) as connection:
            for row in connection.execute(query):
                guild = int(row.scope.removeprefix("guild/"))
                found.setdefault(guild, {})[row.key] = row.value
        return found

    def told_missing(self) -> dict[int, str]:
        """Return, by channel, which missing permissions were told."""
        prefix = "missing/"
        query = select(settings.c.key, settings.c.value).where(
            settings.c.scope.startswith("guild/"), settings.c.key.startswith(prefix)
        )
        with reading(self._database) as connection:
            rows = connection.execute(query)
            return {int(row.key.removeprefix(prefix)): row.value for row in rows}

    def set_told_missing(self, guild: int, channel: int, permissions: str | None) -> None:
        """Store which missing permissions were told in a channel; None removes it."""
        self._set(f"guild/{guild}", f"missing/{channel}", permissions)

    def coached(self) -> set[int]:
        """Return the members who have a coach."""
        query = select(settings.c.scope).where(settings.c.key == _COACH)
        with reading(self._database) as connection:
            scopes = connection.execute(query).scalars()
            return {int(scope.removeprefix(_MEMBER)) for scope in scopes}

    def set_coached(self, user: int, *, on: bool) -> None:
        """Store whether a member has a coach."""
        self._set(f"{_MEMBER}{user}", _COACH, "on" if on else None)

    def hidden(self, user: int) -> bool:
        """Return whether a member keeps their statistics to themselves."""
        return self._get(HIDDEN, f"{_MEMBER}{user}") is not None

    def hidden_among(self, users: Collection[int]) -> frozenset[int]:
        """Return those of some members who keep their statistics to themselves."""
        keys = {f"{_MEMBER}{user}": user for user in users}
        query = select(settings.c.key).where(settings.c.scope == HIDDEN, settings.c.key.in_(keys))
        with reading(self._database) as connection:
            return frozenset(keys[key] for key in connection.execute(query).scalars())

    def set_hidden(self, user: int, *, on: bool) -> None:
        """Store whether a member keeps their statistics to themselves."""
        self._set(HIDDEN, f"{_MEMBER}{user}", "on" if on else None)

    def digest(self, application: int, scope: str) -> str | None:
        """Return the digest of the commands last synced for `scope`, None if there is none."""
        return self._get(f"application/{application}", f"commands/{scope}")

    def scopes(self, application: int) -> tuple[str, ...]:
        """Return the scopes for which a digest is stored."""
        prefix = "commands/"
        with reading(self._database) as connection:
            keys = connection.execute(
                select(settings.c.key)
                .where(settings.c.scope == f"application/{application}")
                .where(settings.c.key.startswith(prefix))
                .order_by(settings.c.key)
            ).scalars()
            return tuple(key.removeprefix(prefix) for key in keys)

    def set_digest(self, application: int, scope: str, digest: str | None) -> None:
        """Store the digest of the commands synced for `scope`; None removes it."""
        self._set(f"application/{application}", f"commands/{scope}", digest)

    def _get(self, scope: str, key: str) -> str | None:
        with reading(self._database) as connection:
            return connection.execute(
                select(settings.c.value).where(settings.c.scope == scope, settings.c.key == key)
            ).scalar()

    def _set(self, scope: str, key: str, value: str | None) -> None:
        with writing(self._database) as connection:
            put(connection, scope, key, value)


def put(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Store a setting in a transaction that has begun; None removes it."""
    if value is None:
        connection.execute(delete(settings).where(settings.c.scope == scope, settings.c.key == key))
        return
    connection.execute(
        insert_for(connection)(settings)
        .values(scope=scope, key=key, value=value)
        .on_conflict_do_update(index_elements=["scope", "key"], set_={"value": value})
    )


def hidden_members() -> Select[Any]:
    """Return the query for all who keep their statistics to themselves."""
    number = cast(func.substr(settings.c.key, len(_MEMBER) + 1), BigInteger)
    return select(number).where(settings.c.scope == HIDDEN)
