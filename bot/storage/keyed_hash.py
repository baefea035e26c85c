"""Hashes of member ids under a key of this database.

A stored hash shows whether a given member was noted, but not which members were: without the key it
is impossible to try all ids.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_hex

from sqlalchemy import select

from bot.storage.schema import settings
from bot.storage.statement import Connection, Statement, insert_once

SCOPE, KEY = "host", "hash-key"
"""The setting that holds the key, in hexadecimal digits."""

KEY_BYTES = 32
"""The size of a new key."""

_STORED = Statement(
    select(settings.c.value).where(settings.c.scope == SCOPE, settings.c.key == KEY)
)
_STORE = insert_once(settings)


def keyed_hash(connection: Connection, user_id: int) -> str:
    """Return the HMAC-SHA256 of a member's decimal id, in hexadecimal digits.

    The key is made at its first use, so the transaction must be one that writes.
    """
    return hash_with(get_or_make_key(connection), user_id)


def existing_hash(connection: Connection, user_id: int) -> str | None:
    """Return the same hash, None if there is no key yet; the transaction may only read."""
    key = stored_key(connection)
    return None if key is None else hash_with(key, user_id)


def hash_with(key: str, user_id: int) -> str:
    """Return the hash of a member's id under a key in hexadecimal digits.

    >>> hash_with("00" * 32, 7)[:8]
    '306e9426'
    """
    return hmac.new(bytes.fromhex(key), str(user_id).encode(), sha256).hexdigest()


def stored_key(connection: Connection) -> str | None:
    """Return the key, None if it was not needed before."""
    key: str | None = connection.run(_STORED).scalar()
    return key


def store_key(connection: Connection, key: str) -> None:
    """Store a key unless there is one; the key of a process that stores one first stays."""
    connection.run(_STORE, scope=SCOPE, key=KEY, value=key)


def get_or_make_key(connection: Connection) -> str:
    """Return the key, made at its first use, so the transaction must be one that writes."""
    key = stored_key(connection)
    if key is None:
        store_key(connection, token_hex(KEY_BYTES))
        key = get_or_make_key(connection)
    return key
