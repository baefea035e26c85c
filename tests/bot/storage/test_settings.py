"""Settings of servers, and the digests of synced commands."""

from bot.database import Storage


def test_a_server_has_no_language_until_one_is_set(storage):
    assert storage.settings.of_guild(1) == {}
    storage.settings.set_of_guild(1, "language", "ro")
    storage.settings.set_of_guild(2, "language", "en")
    assert storage.settings.of_guild(1) == {"language": "ro"}
    storage.settings.set_of_guild(1, "language", "en")
    assert storage.settings.of_guild(1) == {"language": "en"}


def test_a_language_can_be_left_to_the_server_again(storage):
    storage.settings.set_of_guild(1, "language", "ro")
    storage.settings.set_of_guild(2, "language", "ro")
    storage.settings.set_of_guild(1, "language", None)
    storage.settings.set_of_guild(1, "language", None)
    assert storage.settings.of_guild(1) == {}
    assert storage.settings.of_guild(2) == {"language": "ro"}


def test_digests_are_kept_by_application_and_scope(storage, url):
    assert storage.settings.digest(1, "global") is None
    storage.settings.set_digest(1, "global", "a")
    storage.settings.set_digest(1, "2", "b")
    storage.settings.set_digest(2, "global", "c")
    storage.settings.set_digest(1, "global", "d")
    with Storage.open(url) as later:
        stored = [later.settings.digest(*of) for of in ((1, "global"), (1, "2"), (2, "global"))]
    assert stored == ["d", "b", "c"]
