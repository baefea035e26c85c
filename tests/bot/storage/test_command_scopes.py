"""The scopes for which a digest of the commands is stored."""

from __future__ import annotations


def test_the_scopes_of_an_application_are_those_with_a_digest(storage):
    assert storage.settings.scopes(1) == ()
    for application, scope in ((1, "global"), (1, "22"), (2, "33"), (11, "44")):
        storage.settings.set_digest(application, scope, "a")
    storage.settings.set_of_guild(1, "language", "ro")
    assert storage.settings.scopes(1) == ("22", "global")
    storage.settings.set_digest(1, "22", None)
    storage.settings.set_digest(1, "55", None)
    assert storage.settings.scopes(1) == ("global",)
    assert storage.settings.digest(1, "22") is None
    assert storage.settings.scopes(2) == ("33",)
