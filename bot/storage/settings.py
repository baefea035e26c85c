"""Stores the settings of servers and the digests of synced commands."""

from __future__ import annotations

from sqlalchemy import Engine, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.connection import reading, writing
from bot.storage.schema import settings


class Settings:
    """The settings in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def guild_language(self, guild: int) -> str | None:
        """Return the language set for a server, None if there is none."""
        return self._get(f"guild/{guild}", "language")

    def set_guild_language(self, guild: int, language: str | None) -> None:
        """Set the language of a server; None removes the setting."""
        self._set(f"guild/{guild}", "language", language)

    def digest(self, application: int, scope: str) -> str | None:
        """Return the digest of the commands last synced for `scope`, None if there is none."""
        return self._get(f"application/{application}", f"commands/{scope}")

    def set_digest(self, application: int, scope: str, digest: str) -> None:
        """Store the digest of the commands synced for `scope`."""
        self._set(f"application/{application}", f"commands/{scope}", digest)

    def _get(self, scope: str, key: str) -> str | None:
        with reading(self._engine) as connection:
            return connection.execute(
                select(settings.c.value).where(settings.c.scope == scope, settings.c.key == key)
            ).scalar()

    def _set(self, scope: str, key: str, value: str | None) -> None:
        with writing(self._engine) as connection:
            if value is None:
                connection.execute(
                    delete(settings).where(settings.c.scope == scope, settings.c.key == key)
                )
                return
            dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
            connection.execute(
                dialect.insert(settings)
                .values(scope=scope, key=key, value=value)
                .on_conflict_do_update(index_elements=["scope", "key"], set_={"value": value})
            )
