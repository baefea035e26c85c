"""The file of settings: names that are misspelt in it, and who may read it."""

import os
from pathlib import Path

import pytest

from bot.config import SETTINGS
from bot.env_file import ConfigError, exposure_of, load, meant_by

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave no setting of this machine in sight, and stand in an empty directory."""
    for field in SETTINGS:
        monkeypatch.delenv(field, raising=False)
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def write(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")


def faults(*, needs_token: bool = False) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        load(needs_token=needs_token)
    assert all("\n" not in fault for fault in refused.value.faults)
    return list(refused.value.faults)


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("TURN_MINUTE", "TURN_MINUTES"),
        ("TURNMINUTES", "TURN_MINUTES"),
        ("PUBLIC_LANGAUGE", "PUBLIC_LANGUAGE"),
        ("DISCORD_TOKE", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("DATABSE_URL", "DATABASE_URL"),
        ("database_uri", "DATABASE_URL"),
        ("SHARD", "SHARDS"),
        ("SHARDS_IDS", "SHARD_IDS"),
        ("PUBLIC_LANGUAGES", "PUBLIC_LANGUAGE"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("DEVELOPEMENT_SERVER", "DEVELOPMENT_SERVER"),
    ],
)
def test_a_misspelt_setting_is_named(misspelt: str, meant: str) -> None:
    write(f"# a comment\n{misspelt}={TOKEN}\n")
    assert faults() == [f".env, line 2: {misspelt} is not a setting: write {meant}."]


@pytest.mark.parametrize(
    "foreign",
    [
        "TEST_DATABASE_URL=postgresql://localhost/test",
        "DATABASE_URL_FALLBACK=sqlite://",
        "LOG_LEVEL_SQL=DEBUG",
        "PORT=8080",
        "TZ=Europe/Bucharest",
        "COMPOSE_PROJECT_NAME=dice",
        "POSTGRES_PASSWORD=secret",
        "LANG=C.UTF-8",
        "TOKEN=1",
        "language=ro",
        "LOGLEVEL=9\nLOG_LEVEL=INFO",
    ],
)
def test_names_of_other_programs_are_left_alone(foreign: str) -> None:
    write(f"{foreign}\n")
    load(needs_token=False)


def test_a_setting_of_the_environment_is_not_what_a_name_in_the_file_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "INFO")
    write("LOGLEVEL=9\n")
    load(needs_token=False)


def test_a_misspelt_token_is_named_beside_the_missing_one() -> None:
    write(f"DISCORD_TOKN={TOKEN}\nTURN_MINUTE=soon\n")
    told = faults(needs_token=True)
    assert [fault.split(":")[0] for fault in told] == [
        ".env, line 1",
        ".env, line 2",
        "DISCORD_TOKEN is missing",
    ]
    assert not any(TOKEN[:10] in fault for fault in told)


def test_no_setting_is_taken_for_another_one_misspelt() -> None:
    names = [field.upper() for field in SETTINGS]
    assert [meant_by(name) for name in names] == [""] * len(names)


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
