"""Settings of servers, and the digests of synced commands."""

from bot.storage.database import Storage
from bot.table.store import server_settings
from bot.ui import store as ui_store


def test_a_server_has_no_language_until_one_is_set(storage):
    assert storage.read(server_settings.of_guild, 1) == {}
    storage.write(server_settings.set_of_guild, 1, "language", "ro")
    storage.write(server_settings.set_of_guild, 2, "language", "en")
    assert storage.read(server_settings.of_guild, 1) == {"language": "ro"}
    storage.write(server_settings.set_of_guild, 1, "language", "en")
    assert storage.read(server_settings.of_guild, 1) == {"language": "en"}


def test_a_language_can_be_left_to_the_server_again(storage):
    storage.write(server_settings.set_of_guild, 1, "language", "ro")
    storage.write(server_settings.set_of_guild, 2, "language", "ro")
    storage.write(server_settings.set_of_guild, 1, "language", None)
    storage.write(server_settings.set_of_guild, 1, "language", None)
    assert storage.read(server_settings.of_guild, 1) == {}
    assert storage.read(server_settings.of_guild, 2) == {"language": "ro"}


def test_digests_are_kept_by_application_and_scope(storage, url):
    assert storage.read(ui_store.digest, 1, "global") is None
    storage.write(ui_store.set_digest, 1, "global", "a")
    storage.write(ui_store.set_digest, 1, "2", "b")
    storage.write(ui_store.set_digest, 2, "global", "c")
    storage.write(ui_store.set_digest, 1, "global", "d")
    with Storage.open(url) as later:
        stored = [
            later.read(ui_store.digest, *of) for of in ((1, "global"), (1, "2"), (2, "global"))
        ]
    assert stored == ["d", "b", "c"]
