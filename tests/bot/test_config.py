"""The settings: what is read, what is corrected, what is refused and with which remedy."""

from pathlib import Path

import pytest

from bot.config import SETTINGS, Config, read_settings
from bot.env_file import ConfigError, load
from bot.language.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into your settings (.env, or the file of your service)"
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Remove the settings of this machine and work in an empty directory."""
    for field in SETTINGS:
        monkeypatch.delenv(field, raising=False)
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")


def faults(*, needs_token: bool = False) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        load(needs_token=needs_token)
    assert all("\n" not in fault for fault in refused.value.faults)
    return list(refused.value.faults)


def test_without_any_setting_only_the_token_is_missing() -> None:
    assert faults(needs_token=True) == [f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}."]
    settings = load(needs_token=False)
    assert settings == Config()
    assert settings.discord_token == ""


def test_every_setting_is_read_from_the_file() -> None:
    write(
        f"""DISCORD_TOKEN={TOKEN}
        DATABASE_URL=sqlite:////var/lib/dice.sqlite3
        PUBLIC_LANGUAGE=ro
        DEVELOPMENT_SERVER=123456789012345678
        TURN_MINUTES=0.5
        LOG_LEVEL=debug
        SHARDS=4
        SOMETHING_ELSE=is none of our business
        """
    )
    settings = load()
    assert settings.discord_token == TOKEN
    assert settings.database_url == "sqlite:////var/lib/dice.sqlite3"
    assert settings.public_language == "ro"
    assert settings.development_server == 123456789012345678
    assert settings.turn_minutes == 0.5
    assert settings.log_level == "DEBUG"
    assert settings.shards == 4


def test_the_environment_wins_over_the_file_unless_it_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write("TURN_MINUTES=5\nPUBLIC_LANGUAGE=ro\n")
    monkeypatch.setenv("TURN_MINUTES", "7")
    monkeypatch.setenv("PUBLIC_LANGUAGE", "")
    settings = load(needs_token=False)
    assert (settings.turn_minutes, settings.public_language) == (7, "ro")


@pytest.mark.parametrize("blank", ["", "  ", '""', "' '"])
def test_an_empty_value_is_the_default(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for field in sorted(set(SETTINGS) - {"discord_token"}):
        with monkeypatch.context() as patched:
            patched.setenv(field.upper(), blank)
            assert getattr(load(needs_token=False), field) == SETTINGS[field].default, field


@pytest.mark.parametrize(
    "pasted", [f"  {TOKEN}\t", f'"{TOKEN}"', f"'{TOKEN}'", f"{TOKEN}\r\n", f'" {TOKEN}\n"']
)
def test_what_was_pasted_around_a_token_is_stripped(
    pasted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", pasted)
    assert load().discord_token == TOKEN


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("   ", f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}."),
        ('""', f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}."),
        (
            f"Bot {TOKEN}",
            f"DISCORD_TOKEN has spaces or line ends inside: {PORTAL_INSTRUCTIONS}, in one piece.",
        ),
        (
            TOKEN.replace(".", ".\n"),
            f"DISCORD_TOKEN has spaces or line ends inside: {PORTAL_INSTRUCTIONS}, in one piece.",
        ),
        (f"{TOKEN}…", f"DISCORD_TOKEN has characters that no token has: {PORTAL_INSTRUCTIONS}."),
        (
            "123456789012345678",
            f"DISCORD_TOKEN is the application's id, not the bot's token: {PORTAL_INSTRUCTIONS}.",
        ),
        (
            "0123456789abcdef" * 4,
            f"DISCORD_TOKEN is the application's public key, not the bot's token: {PORTAL_INSTRUCTIONS}.",
        ),
        (
            "aB3-_" * 6 + "xy",
            f"DISCORD_TOKEN is the OAuth2 client secret, not the bot's token: {PORTAL_INSTRUCTIONS}.",
        ),
    ],
)
def test_what_is_no_token_is_named(
    pasted: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", pasted)
    assert faults(needs_token=True) == [sentence]


MINUTES = "must be a number of minutes above 0 and at most 1440, such as 10 or 0.5."
SERVER = (
    "must be the id of a server (Discord, developer mode, right click on the server, "
    "Copy Server ID) or empty."
)
SHARDS = "must be a whole number from 1 to 10000, or empty."
LEVEL = "must be DEBUG, INFO, WARNING, ERROR or CRITICAL."
DATABASE = (
    "must be an address that begins with sqlite:/// and names a file, or with postgresql:// and "
    "names a database."
)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TURN_MINUTES", "soon", f"TURN_MINUTES is “soon” but {MINUTES}"),
        ("TURN_MINUTES", "0", f"TURN_MINUTES is “0” but {MINUTES}"),
        ("TURN_MINUTES", "-1", f"TURN_MINUTES is “-1” but {MINUTES}"),
        ("TURN_MINUTES", "1440.1", f"TURN_MINUTES is “1440.1” but {MINUTES}"),
        ("TURN_MINUTES", "nan", f"TURN_MINUTES is “nan” but {MINUTES}"),
        ("TURN_MINUTES", "inf", f"TURN_MINUTES is “inf” but {MINUTES}"),
        ("TURN_MINUTES", "0,5", f"TURN_MINUTES is “0,5” but {MINUTES}"),
        (
            "PUBLIC_LANGUAGE",
            "xx",
            f"PUBLIC_LANGUAGE is “xx” but must be {', '.join(LANGUAGES)} or empty.",
        ),
        ("DEVELOPMENT_SERVER", "My Server", f"DEVELOPMENT_SERVER is “My Server” but {SERVER}"),
        ("DEVELOPMENT_SERVER", "0", f"DEVELOPMENT_SERVER is “0” but {SERVER}"),
        ("DEVELOPMENT_SERVER", str(2**63), f"DEVELOPMENT_SERVER is “{2**63}” but {SERVER}"),
        ("SHARDS", "0", f"SHARDS is “0” but {SHARDS}"),
        ("SHARDS", "1.5", f"SHARDS is “1.5” but {SHARDS}"),
        ("LOG_LEVEL", "loud", f"LOG_LEVEL is “loud” but {LEVEL}"),
        ("LOG_LEVEL", "a\x1b[31mb", f"LOG_LEVEL is “a?[31mb” but {LEVEL}"),
        ("DATABASE_URL", "dice.sqlite3", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "sqlite:dice.sqlite3", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "postgresql+asyncpg://h/d", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "mysql://me:hush@h/d", f"DATABASE_URL {DATABASE}"),
    ],
)
def test_a_faulty_value_is_named_with_its_remedy(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert faults() == [sentence]


ANY_TEXT = {"log_file", "backup_dir", "discord_token_file"}
"""Settings that have no faulty value: whether a path can be used is found out when it is used."""


def test_every_fault_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in SETTINGS:
        if field.startswith("discord_token"):
            continue
        monkeypatch.setenv(field.upper(), "@")
    reported = faults(needs_token=True)
    assert [fault.split()[0] for fault in reported] == [
        field.upper() for field in SETTINGS if field not in ANY_TEXT
    ]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("postgres://me:hush@host/dice", "postgresql+psycopg://me:hush@host/dice"),
        ("postgresql://host/dice", "postgresql+psycopg://host/dice"),
        ("postgresql+psycopg://host/dice", "postgresql+psycopg://host/dice"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///dice.sqlite3", "sqlite:///dice.sqlite3"),
    ],
)
def test_the_database_is_named_as_sqlalchemy_wants_it(given: str, kept: str) -> None:
    assert read_settings({"database_url": given}) == ({"database_url": kept}, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_bot_can_be_set(language: str) -> None:
    assert read_settings({"public_language": language.upper()}) == (
        {"public_language": language},
        {},
    )


@pytest.mark.parametrize(("name", "value"), [("turn_minutes", 0.001), ("turn_minutes", 1440)])
def test_the_ends_of_each_range_are_allowed(name: str, value: float) -> None:
    assert read_settings({name: str(value)}) == ({name: value}, {})


def test_secrets_are_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Config(discord_token=TOKEN, database_url="postgresql://me:hush@h/d")
    assert TOKEN not in repr(settings) + str(settings)
    assert "hush" not in repr(settings) + str(settings)
    for field in SETTINGS:
        monkeypatch.setenv(field.upper(), f"{TOKEN} hush")
    reported = faults(needs_token=True)
    assert len(reported) == len(SETTINGS) - len(ANY_TEXT)
    assert not any(TOKEN[:10] in fault or "hush" in fault for fault in reported)


def test_a_refusal_holds_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f"Bot {TOKEN}")
    with pytest.raises(ConfigError) as refused:
        load()
    assert refused.value.__context__ is None
    assert refused.value.__cause__ is None


def test_a_line_that_cannot_be_parsed_is_reported_beside_the_other_faults(
    caplog: pytest.LogCaptureFixture,
) -> None:
    write(f"DISCORD_TOKEN {TOKEN}\nSHARDS=none\n")
    assert faults(needs_token=True) == [
        ".env, line 1, cannot be understood: write it as NAME=value.",
        f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}.",
        f"SHARDS is “none” but {SHARDS}",
    ]
    assert not caplog.records


def test_a_file_from_a_windows_editor_is_read() -> None:
    Path(".env").write_bytes(f"\ufeffDISCORD_TOKEN={TOKEN}\r\nPUBLIC_LANGUAGE=ro\r\n".encode())
    settings = load()
    assert (settings.discord_token, settings.public_language) == (TOKEN, "ro")


def test_a_file_in_another_encoding_is_named() -> None:
    Path(".env").write_bytes("PUBLIC_LANGUAGE=română".encode("utf-16"))
    assert faults() == [".env is not UTF-8 text: save it again in this encoding."]


def test_a_directory_in_place_of_the_file_is_named(bare: Path) -> None:
    (bare / ".env").mkdir()
    assert faults() == [".env cannot be read (Is a directory): make it a file that you may read."]


def test_the_example_with_a_token_is_a_setup_that_runs() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    write(text.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}"))
    assert load() == Config(discord_token=TOKEN)


@pytest.mark.parametrize(
    ("shards", "held", "numbers"),
    [
        ("8", "", None),
        ("8", "0-3", [0, 1, 2, 3]),
        ("8", "5", [5]),
        ("8", "0-1,6", [0, 1, 6]),
        ("8", "2/4", [2, 6]),
        ("9", "0/4", [0, 4, 8]),
        ("9", "4/4", [0, 4, 8]),
        ("1", "7/1", [0]),
    ],
)
def test_a_process_holds_the_connections_that_are_named(
    shards: str, held: str, numbers: list[int] | None
) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS={shards}\nSHARD_IDS={held}\n")
    assert load().held_shards == numbers


def test_any_part_is_one_of_parts_that_hold_each_connection_once() -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS=10\nSHARD_IDS=any/4\n")
    settings = load()
    held = [one.held_shards or [] for one in settings.choices]
    assert held == [[0, 4, 8], [1, 5, 9], [2, 6], [3, 7]]
    with pytest.raises(ValueError, match="any"):
        _ = settings.held_shards
    (only,) = settings.choices[1].choices
    assert only == settings.choices[1]


@pytest.mark.parametrize(
    ("shards", "held"),
    [
        *(("", "0-3"), ("4", "2-4"), ("4", "one"), ("4", "3-1"), ("4", "-1")),
        *(("", "0/1"), ("4", "0/5"), ("4", "any/5"), ("4", "0/0"), ("4", "some/2"), ("4", "any")),
    ],
)
def test_connections_that_there_are_not_are_named(shards: str, held: str) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS={shards}\nSHARD_IDS={held}\n")
    with pytest.raises(ConfigError) as mistake:
        load()
    assert [fault.split()[0] for fault in mistake.value.faults] == ["SHARD_IDS"]
