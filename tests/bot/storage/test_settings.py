"""Settings of servers, and the digests of synced commands."""

from bot.storage import Storage


def test_a_server_has_no_language_until_one_is_set(storage):
    assert storage.settings.guild_language(1) is None
    storage.settings.set_guild_language(1, "ro")
    storage.settings.set_guild_language(2, "en")
    assert storage.settings.guild_language(1) == "ro"
    storage.settings.set_guild_language(1, "en")
    assert storage.settings.guild_language(1) == "en"


def test_a_language_can_be_left_to_the_server_again(storage):
    storage.settings.set_guild_language(1, "ro")
    storage.settings.set_guild_language(2, "ro")
    storage.settings.set_guild_language(1, None)
    storage.settings.set_guild_language(1, None)
    assert storage.settings.guild_language(1) is None
    assert storage.settings.guild_language(2) == "ro"


def test_digests_are_kept_by_application_and_scope(storage, url):
    assert storage.settings.digest(1, "global") is None
    storage.settings.set_digest(1, "global", "a")
    storage.settings.set_digest(1, "2", "b")
    storage.settings.set_digest(2, "global", "c")
    storage.settings.set_digest(1, "global", "d")
    with Storage.open(url) as later:
        stored = [later.settings.digest(*of) for of in ((1, "global"), (1, "2"), (2, "global"))]
    assert stored == ["d", "b", "c"]
