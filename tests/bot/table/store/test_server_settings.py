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


def test_digests_are_kept_by_application(storage, url):
    assert storage.read(ui_store.digest, 1) is None
    storage.write(ui_store.set_digest, 1, "a")
    storage.write(ui_store.set_digest, 2, "c")
    storage.write(ui_store.set_digest, 1, "d")
    with Storage.open(url) as later:
        assert [later.read(ui_store.digest, one) for one in (1, 2)] == ["d", "c"]
        later.write(ui_store.set_digest, 1, None)
        assert later.read(ui_store.digest, 1) is None
