"""The scopes for which a digest of the commands is stored."""

from __future__ import annotations

from bot.table.store import server_settings
from bot.ui import store as ui_store


def test_the_scopes_of_an_application_are_those_with_a_digest(storage):
    assert storage.read(ui_store.scopes, 1) == ()
    for application, scope in ((1, "global"), (1, "22"), (2, "33"), (11, "44")):
        storage.write(ui_store.set_digest, application, scope, "a")
    storage.write(server_settings.set_of_guild, 1, "language", "ro")
    assert storage.read(ui_store.scopes, 1) == ("22", "global")
    storage.write(ui_store.set_digest, 1, "22", None)
    storage.write(ui_store.set_digest, 1, "55", None)
    assert storage.read(ui_store.scopes, 1) == ("global",)
    assert storage.read(ui_store.digest, 1, "22") is None
    assert storage.read(ui_store.scopes, 2) == ("33",)
