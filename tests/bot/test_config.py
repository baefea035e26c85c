"""The settings: what is read, what is corrected, what is refused and with which remedy."""

import os
from pathlib import Path

import pytest

from bot.config import RETIRED, SETTINGS, Config, ConfigError, exposure_of, load, read_settings
from bot.language.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) and give it to dice-poker setup, or write it into .env "
    "or the file of your service"
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Remove the settings of this machine and work in an empty directory."""
    for name in (*SETTINGS, *RETIRED, "HEALTH_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
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
        HEALTH_PORT=0.0.0.0:8080
        TURN_MINUTES=0.5
        LOG_LEVEL=debug
        SHARDS=4
        """
    )
    settings = load()
    assert settings.discord_token == TOKEN
    assert settings.database_url == "sqlite:////var/lib/dice.sqlite3"
    assert settings.public_language == "ro"
    assert settings.health_port == ("0.0.0.0", 8080)
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
    for name in SETTINGS:
        with monkeypatch.context() as patched:
            patched.setenv(name, blank)
            read = getattr(load(needs_token=False), name.lower())
            assert read == SETTINGS[name].default, name


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
PORT = (
    "must be a port such as 8080, an address in digits and a port such as 0.0.0.0:8080, or empty."
)
SHARDS = "must be a whole number from 1 to 10000, or empty."
LEVEL = "must be DEBUG, INFO, WARNING, ERROR or CRITICAL."
DATABASE = (
    "must be an address that begins with sqlite:/// and names a file by a path without ?, or with "
    "postgresql:// and names a database."
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
        ("HEALTH_PORT", "http", f"HEALTH_PORT is “http” but {PORT}"),
        ("HEALTH_PORT", "0", f"HEALTH_PORT is “0” but {PORT}"),
        ("HEALTH_PORT", "65536", f"HEALTH_PORT is “65536” but {PORT}"),
        ("HEALTH_PORT", "host:80", f"HEALTH_PORT is “host:80” but {PORT}"),
        ("HEALTH_PORT", "127.0.0.1", f"HEALTH_PORT is “127.0.0.1” but {PORT}"),
        ("SHARDS", "0", f"SHARDS is “0” but {SHARDS}"),
        ("SHARDS", "1.5", f"SHARDS is “1.5” but {SHARDS}"),
        ("LOG_LEVEL", "loud", f"LOG_LEVEL is “loud” but {LEVEL}"),
        ("LOG_LEVEL", "a\x1b[31mb", f"LOG_LEVEL is “a?[31mb” but {LEVEL}"),
        ("DATABASE_URL", "dice.sqlite3", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "sqlite:dice.sqlite3", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "postgresql+asyncpg://h/d", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "mysql://me:hush@h/d", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "sqlite:///dice.sqlite3?mode=ro", f"DATABASE_URL {DATABASE}"),
        ("DATABASE_URL", "sqlite:///what?.sqlite3", f"DATABASE_URL {DATABASE}"),
    ],
)
def test_a_faulty_value_is_named_with_its_remedy(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert faults() == [sentence]


ANY_TEXT = {"BACKUP_DIR", "DISCORD_TOKEN_FILE"}
"""Settings that have no faulty value: whether a path can be used is found out when it is used."""


def test_every_fault_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        if not name.startswith("DISCORD_TOKEN"):
            monkeypatch.setenv(name, "@")
    reported = faults(needs_token=True)
    assert [fault.split()[0] for fault in reported] == [
        name for name in SETTINGS if name not in ANY_TEXT
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
    assert read_settings({"DATABASE_URL": given}) == ({"DATABASE_URL": kept}, {})


def test_the_home_folder_of_a_path_is_meant_by_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere/ann")
    for name in ANY_TEXT:
        assert SETTINGS[name].kind.read("~/a ~b") == "/somewhere/ann/a ~b"
        assert SETTINGS[name].kind.read("~nobody-has-this-name/a").startswith("~")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_bot_can_be_set(language: str) -> None:
    assert read_settings({"PUBLIC_LANGUAGE": language.upper()}) == (
        {"PUBLIC_LANGUAGE": language},
        {},
    )


@pytest.mark.parametrize(("name", "value"), [("TURN_MINUTES", 0.001), ("TURN_MINUTES", 1440)])
def test_the_ends_of_each_range_are_allowed(name: str, value: float) -> None:
    assert read_settings({name: str(value)}) == ({name: value}, {})


def test_secrets_are_never_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Config(discord_token=TOKEN, database_url="postgresql://me:hush@h/d")
    assert TOKEN not in repr(settings) + str(settings)
    assert "hush" not in repr(settings) + str(settings)
    for name in SETTINGS:
        monkeypatch.setenv(name, f"{TOKEN} hush")
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


@pytest.mark.parametrize(
    "secret", [TOKEN, "postgresql://me:hush@host/dice", "postgresql://me:hush@host/d?sslmode=no"]
)
def test_a_secret_in_a_line_of_its_own_is_told_by_the_number_of_the_line(secret: str) -> None:
    write(f"DISCORD_TOKEN=\n{secret}\n")
    told = faults(needs_token=True)
    assert told == [
        ".env, line 2, cannot be understood: write it as NAME=value.",
        f"DISCORD_TOKEN is missing: {PORTAL_INSTRUCTIONS}.",
    ]


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
    ],
)
def test_a_process_holds_the_connections_that_are_named(
    shards: str, held: str, numbers: list[int] | None
) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS={shards}\nSHARD_IDS={held}\n")
    assert load().held_shards == numbers


@pytest.mark.parametrize(
    ("shards", "part", "told"),
    [
        ("8", "2/4", "write 2,6"),
        ("9", "0/4", "write 0,4,8"),
        ("9", "4/4", "write 0,4,8"),
        ("1", "7/1", "write 0"),
        ("10", "any/4", "give each process its own, 0,4,8; 1,5,9; 2,6; 3,7"),
        ("4", "any/1", "give each process its own, 0,1,2,3"),
    ],
)
def test_a_part_of_1_0_0_is_one_line_with_the_list_to_write(
    shards: str, part: str, told: str
) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS={shards}\nSHARD_IDS={part}\n")
    assert faults() == [f"SHARD_IDS is a list now: {told}."]


@pytest.mark.parametrize(
    ("shards", "held"),
    [
        *(("4", "2-4"), ("4", "one"), ("4", "3-1"), ("4", "-1")),
        *(("4", "0/5"), ("4", "any/5"), ("4", "0/0"), ("4", "some/2"), ("4", "any")),
    ],
)
def test_connections_that_there_are_not_are_named(shards: str, held: str) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS={shards}\nSHARD_IDS={held}\n")
    with pytest.raises(ConfigError) as mistake:
        load()
    assert [fault.split()[0] for fault in mistake.value.faults] == ["SHARD_IDS"]


@pytest.mark.parametrize("held", ["0-3", "0/1", "one"])
def test_connections_without_their_number_are_told_to_set_it(held: str) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARD_IDS={held}\n")
    assert faults() == [
        "SHARD_IDS needs SHARDS: set it too, to the number of all shards, the same for every process."
    ]


def test_connections_are_not_blamed_for_a_number_that_cannot_be_read() -> None:
    write(f"DISCORD_TOKEN={TOKEN}\nSHARDS=many\nSHARD_IDS=0-3\n")
    assert faults() == [f"SHARDS is “many” but {SHARDS}"]


# The address of /healthz


@pytest.mark.parametrize(
    ("given", "served"),
    [
        ("8080", ("127.0.0.1", 8080)),
        (":8080", ("127.0.0.1", 8080)),
        ("0.0.0.0:8080", ("0.0.0.0", 8080)),
        ("[::1]:65535", ("::1", 65535)),
        ("[::]:1", ("::", 1)),
    ],
)
def test_a_port_is_served_to_this_machine_or_on_the_address_before_it(
    given: str, served: tuple[str, int]
) -> None:
    write(f"HEALTH_PORT={given}\n")
    assert load(needs_token=False).health_port == served


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_the_address_of_version_1_counts_for_a_port_without_one(address: str) -> None:
    write(f"HEALTH_ADDRESS={address}\nHEALTH_PORT=8080\n")
    settings = load(needs_token=False)
    assert (settings.health_port, settings.not_read) == ((address, 8080), "")
    write(f"HEALTH_ADDRESS={address}\nHEALTH_PORT=127.0.0.2:8080\n")
    assert load(needs_token=False).health_port == ("127.0.0.2", 8080)
    write(f"HEALTH_ADDRESS={address}\n")
    assert load(needs_token=False).health_port is None


def test_a_faulty_address_of_version_1_is_told() -> None:
    write("HEALTH_ADDRESS=here\nHEALTH_PORT=8080\n")
    assert faults() == [f"HEALTH_PORT is “here:8080” but {PORT}"]


# Names that are no settings


def told_in_vain(needs_token: bool = False) -> list[str]:
    """Return the names in the warning of `load`, which is one line."""
    told = load(needs_token=needs_token).not_read
    assert "\n" not in told
    if not told:
        return []
    names = told.removeprefix("These are no settings of the bot and are not read: ")
    return names.removesuffix(". .env.example has them all.").split(", ")


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("TURN_MINUTE", "TURN_MINUTES"),
        ("TURNMINUTES", "TURN_MINUTES"),
        ("PUBLIC_LANGAUGE", "PUBLIC_LANGUAGE"),
        ("DISCORD_TOKE", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("DATABSE_URL", "DATABASE_URL"),
        ("SHARD", "SHARDS"),
        ("SHARDS_IDS", "SHARD_IDS"),
        ("PUBLIC_LANGUAGES", "PUBLIC_LANGUAGE"),
        ("LOGLEVEL", "LOG_LEVEL"),
    ],
)
def test_a_misspelt_setting_is_named_with_what_it_means(
    misspelt: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setenv(misspelt, TOKEN)
        assert told_in_vain() == [f"{misspelt} (is it {meant}?)"]
    write(f"# a comment\n{misspelt.lower()}={TOKEN}\n")
    assert told_in_vain() == [f"{misspelt} (is it {meant}?)"]


@pytest.mark.parametrize(
    "foreign",
    [
        "TEST_DATABASE_URL",
        "DATABASE_URL_FALLBACK",
        "LOG_LEVEL_SQL",
        "PORT",
        "TZ",
        "LANG",
        "TOKEN",
    ],
)
def test_names_of_other_programs_are_left_alone_in_the_environment_and_named_in_the_file(
    foreign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setenv(foreign, "1")
        assert told_in_vain() == []
    write(f"{foreign}=1\n")
    assert told_in_vain() == [foreign]


def test_what_compose_reads_in_the_same_file_is_no_warning() -> None:
    write("POSTGRES_PASSWORD=abc\nCOMPOSE_PROJECT_NAME=dice\n")
    assert told_in_vain() == []


def test_a_setting_that_is_given_too_is_not_what_another_name_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOGLEVEL", "9")
    write("LOG_LEVEL=INFO\n")
    assert told_in_vain() == []


def test_a_misspelt_token_is_named_beside_the_missing_one() -> None:
    write(f"DISCORD_TOKN={TOKEN}\nTURN_MINUTE=soon\n")
    missing, named = faults(needs_token=True)
    assert missing.startswith("DISCORD_TOKEN is missing")
    assert "DISCORD_TOKN (is it DISCORD_TOKEN?), TURN_MINUTE (is it TURN_MINUTES?)" in named
    assert TOKEN[:10] not in named


@pytest.mark.parametrize(("version", "gone"), [("1.0.0", sorted(RETIRED)), ("2.0.0", [])])
def test_the_file_of_each_version_starts_this_one_and_one_line_names_what_went(
    version: str, gone: list[str]
) -> None:
    kept = (ROOT / "tests" / "bot" / "versions" / version / "env.example").read_text()
    write(kept.replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}"))
    assert load() == Config(discord_token=TOKEN)
    assert told_in_vain(needs_token=True) == gone


def test_what_compose_files_of_version_1_say_is_no_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ON_FAULT", "STAY")
    assert told_in_vain() == []
    write("ON_FAULT=stay\n")
    assert told_in_vain() == ["ON_FAULT"], "nothing but a compose file can rely on it"
    Path(".env").unlink()
    monkeypatch.setenv("ON_FAULT", "exit")
    monkeypatch.setenv("BACKUP_KEEP", "30")
    assert told_in_vain() == ["BACKUP_KEEP", "ON_FAULT"]


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
@pytest.mark.parametrize(
    ("mode", "exposed"), [(0o600, False), (0o640, False), (0o644, True), (0o604, True)]
)
def test_a_file_that_everybody_can_read_is_told(mode: int, exposed: bool) -> None:
    write(f"DISCORD_TOKEN={TOKEN}\n")
    Path(".env").chmod(mode)
    told = exposure_of(Path(".env"))
    assert bool(told) is exposed
    assert not exposed or told.endswith("chmod 600 .env")
    assert "\n" not in told
    load()


def test_a_file_that_is_not_there_is_not_exposed() -> None:
    assert exposure_of(Path(".env")) == ""


# The token in a file of its own


def test_the_token_is_read_from_the_file_that_is_named_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("secret").write_text(f"{TOKEN}\n", encoding="utf-8")
    write("DISCORD_TOKEN=\nDISCORD_TOKEN_FILE=secret\n")
    assert load().discord_token == TOKEN
    monkeypatch.setenv("DISCORD_TOKEN", f"{TOKEN}-of-the-environment")
    assert load().discord_token == f"{TOKEN}-of-the-environment"


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (None, "names secret, which cannot be read (No such file or directory): make it a file"),
        (b"\xff\xfe", "names secret, which is not UTF-8 text: save it as such."),
        (b" \n", "names secret; the token in it is missing: copy the token from"),
        (b"123456789012345678", "names secret; the token in it is the application's id"),
    ],
)
def test_a_file_without_a_token_is_named_once_and_never_shown(
    held: bytes | None, told: str
) -> None:
    if held is not None:
        Path("secret").write_bytes(held)
    write("DISCORD_TOKEN_FILE=secret\n")
    [fault] = faults(needs_token=True)
    assert fault.startswith(f"DISCORD_TOKEN_FILE {told}")
    assert "123456789012345678" not in fault
