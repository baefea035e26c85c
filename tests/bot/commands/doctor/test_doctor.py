"""The doctor: what it asks Discord and the database, what it says, and its exit code."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot import cli
from bot.commands.doctor import database, visit
from bot.commands.doctor.application import look_at_application
from bot.commands.doctor.database import look_at_database
from bot.commands.doctor.finding import Finding, exit_code
from bot.config import Config
from bot.storage import inspection
from bot.storage.database import Storage
from bot.storage.migrations import VERSIONS
from bot.ui.invite import PERMISSIONS, invite
from served import served

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
ON_SERVERS = {
    "scopes": ["applications.commands", "bot"],
    "permissions": str(PERMISSIONS.value),
}
TO_ACCOUNTS = {"scopes": ["applications.commands"], "permissions": "0"}


def added(servers: Any = ON_SERVERS, accounts: Any = TO_ACCOUNTS) -> dict[str, Any]:
    """What *Add App* adds, by context; None: that context is off."""
    contexts = {"0": servers, "1": accounts}
    return {
        "integration_types_config": {
            key: {"oauth2_install_params": params} if params else {}
            for key, params in contexts.items()
            if params is not None
        }
    }


APPLICATION = {
    "id": "42",
    "name": "Dice",
    "flags": 0,
    "bot": {"username": "dicey"},
    "terms_of_service_url": "https://example.org/terms",
    "privacy_policy_url": "https://example.org/privacy",
    **added(),
}
GATEWAY = {"shards": 1, "session_start_limit": {"remaining": 990, "reset_after": 3_600_000}}


@contextmanager
def discord(
    application: Any = APPLICATION,
    gateway: Any = GATEWAY,
    *,
    status: int = 200,
    ahead: float = 0,
) -> Iterator[str]:
    """A Discord of its own on this machine; its address."""
    answers = {
        "/applications/@me": application,
        "/gateway/bot": gateway,
    }
    asked = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.headers["Authorization"])
        date = format_datetime(datetime.now(UTC) + timedelta(seconds=ahead), usegmt=True)
        return web.json_response(answers[request.path], status=status, headers={"Date": date})

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    with served(app) as address:
        yield address
    assert set(asked) <= {f"Bot {TOKEN}"}


def said(found: list[Finding], thing: str) -> tuple[str, str]:
    (finding,) = (each for each in found if each.thing == thing)
    return finding.level, finding.text


def asked(api: str, **settings: Any) -> list[Finding]:
    return asyncio.run(look_at_application(Config(discord_token=TOKEN, **settings), api))


def test_all_is_well() -> None:
    with discord() as api:
        found = asked(api)
    assert [(each.thing, each.level) for each in found] == [
        ("token", "ok"),
        ("intents", "ok"),
        ("invite", "ok"),
        ("servers", "ok"),
        ("accounts", "ok"),
        ("pages", "ok"),
        ("shards", "ok"),
        ("clock", "ok"),
    ]
    assert said(found, "invite")[1] == invite(42)
    assert exit_code(found) == 0


@pytest.mark.parametrize(
    ("answers", "thing", "level", "told"),
    [
        ({"status": 401}, "token", "fault", "Reset Token"),
        ({"status": 503}, "Discord", "away", "answered 503: try again"),
        ({"application": APPLICATION | {"flags": 1 << 18}}, "intents", "warn", "turn them off"),
        ({"application": APPLICATION | {"flags": 1 << 15}}, "intents", "warn", "turn them off"),
        (
            {"application": APPLICATION | {"interactions_endpoint_url": "https://x"}},
            "interactions",
            "fault",
            "empty Interactions Endpoint URL",
        ),
        (
            {"application": APPLICATION | {"bot_require_code_grant": True}},
            "invite",
            "fault",
            "turn off Requires OAuth2 Code Grant",
        ),
        (
            {"application": APPLICATION | added(ON_SERVERS | {"permissions": "3072"})},
            "servers",
            "warn",
            "choose Attach Files, Create Public Threads, Send Messages in Threads for Guild Install",
        ),
        (
            {"application": APPLICATION | added(TO_ACCOUNTS)},
            "servers",
            "warn",
            "the commands without the bot: choose the scope bot for Guild Install",
        ),
        (
            {"application": APPLICATION | added({})},
            "servers",
            "warn",
            "adds no commands: choose the scope bot and applications.commands",
        ),
        (
            {"application": APPLICATION | added(None)},
            "servers",
            "fault",
            "tick Guild Install",
        ),
        (
            {"application": APPLICATION | added(ON_SERVERS, {})},
            "accounts",
            "warn",
            "choose the scope applications.commands for User Install",
        ),
        (
            {"application": APPLICATION | {"privacy_policy_url": None}},
            "pages",
            "warn",
            "fill in Privacy Policy URL (",
        ),
        (
            {"gateway": {"shards": 1, "session_start_limit": {"remaining": 2, "reset_after": 1}}},
            "shards",
            "warn",
            "2 more times",
        ),
        ({"ahead": -30}, "clock", "warn", "seconds ahead of Discord's"),
        ({"ahead": 3600}, "clock", "fault", "behind Discord's"),
    ],
)
def test_what_is_wrong_is_named_with_its_remedy(
    answers: dict[str, Any], thing: str, level: str, told: str
) -> None:
    with discord(**answers) as api:
        found = asked(api)
    assert said(found, thing)[0] == level
    assert told in said(found, thing)[1]
    assert exit_code(found) == {"warn": 0, "fault": 2, "away": 1}[level]
    assert not any(TOKEN in each.line for each in found)


def test_accounts_may_be_left_out() -> None:
    with discord(application=APPLICATION | added(accounts=None)) as api:
        found = asked(api)
    assert said(found, "accounts")[0] == "ok"
    assert "tick User Install" in said(found, "accounts")[1]


def test_too_few_shards_are_told() -> None:
    with discord(gateway=GATEWAY | {"shards": 4}) as api:
        assert said(asked(api, shards=2), "shards")[0] == "warn"


def test_a_discord_that_is_away_is_no_fault_of_the_host() -> None:
    found = asked("http://127.0.0.1:9")
    assert [(each.thing, each.level) for each in found] == [("Discord", "away")]
    assert exit_code(found) == 1


def test_a_missing_token_is_a_fault() -> None:
    (found,) = asyncio.run(look_at_application(Config(), "http://127.0.0.1:9"))
    assert (found.thing, found.level) == ("token", "fault")


# The database


def looked(folder: Path, **settings: Any) -> list[Finding]:
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    return list(look_at_database(Config(**{"database_url": url, **settings}), NOW))


@pytest.mark.parametrize(
    "url", ["postgresql://ann:s3cret@@host/dice", "sqlite:///rounds.sqlite3?plugin=x"]
)
def test_an_address_that_cannot_be_read_is_a_fault(tmp_path: Path, url: str) -> None:
    (found,) = looked(tmp_path, database_url=url)
    assert (found.level, "s3cret" in found.text) == ("fault", False)
    assert "DATABASE_URL is not the address of a database" in found.text


def test_a_database_beside_its_running_bot_is_well(tmp_path: Path) -> None:
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        storage.process_lock(None).acquire(0)
        found = looked(tmp_path)
    assert (
        said(found, "database")[0] == said(found, "integrity")[0] == said(found, "disk")[0] == "ok"
    )
    assert said(found, "backup") == (
        "warn",
        "none is made: set BACKUP_DIR to a folder, best on another disk",
    )
    assert exit_code(found) == 0


def test_a_database_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    found = looked(tmp_path)
    assert said(found, "database")[0] == "ok"
    assert "made at the first start" in said(found, "database")[1]
    assert list(tmp_path.iterdir()) == []


def test_one_that_waits_for_its_migration_is_left_as_it_is(tmp_path: Path) -> None:
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}"):
        pass
    first = min(file.name for file in VERSIONS.glob("r*.py"))[:5]
    revise(tmp_path, first)
    assert "migrated at the next start" in said(looked(tmp_path), "database")[1]
    assert said(looked(tmp_path), "database")[0] == "warn"
    for unknown in ("r9999", "0024"):
        revise(tmp_path, unknown)
        assert [each.level for each in looked(tmp_path)] == ["fault"]


def revise(folder: Path, revision: str) -> None:
    with closing(sqlite3.connect(folder / "rounds.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


def test_what_a_host_has_added_is_told(tmp_path: Path) -> None:
    """A backup with it is refused."""
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}"):
        pass
    assert not [each for each in looked(tmp_path) if each.thing == "tables"]
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3")) as connection:
        connection.execute("CREATE INDEX mine ON rounds (language)")
    level, told = said(looked(tmp_path), "tables")
    assert (level, told.partition(",")[0]) == (
        "warn",
        "the index 'mine' is not as this bot makes it",
    )


def test_a_file_that_is_none_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "rounds.sqlite3").write_text("a letter to my grandmother")
    found = looked(tmp_path)
    assert [each.level for each in found] == ["fault"]
    assert "is not a database" in found[0].text


def test_damage_is_found(tmp_path: Path) -> None:
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}"):
        pass
    file = tmp_path / "rounds.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'settings'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * 64)
    found = looked(tmp_path)
    assert exit_code(found) == 2
    assert any(
        "restore" in each.text or "backup" in each.text for each in found if each.level == "fault"
    )


def test_one_that_others_write_to_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection, "BUSY_SECONDS", 0.05)
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}"):
        pass
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        (found,) = looked(tmp_path)
    assert (found.thing, found.level) == ("database", "away")


@pytest.mark.parametrize(("free", "level"), [(10**6, "fault"), (10**8, "warn"), (10**10, "ok")])
def test_little_space_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert said(looked(tmp_path), "disk")[0] == level


def test_an_unsafe_file_system_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection, "kind_of", lambda _: "cifs")
    assert said(looked(tmp_path), "file system")[0] == "warn"


@pytest.mark.parametrize(("hours", "level"), [(3, "ok"), (50, "warn"), (None, "warn")])
def test_the_age_of_the_newest_backup_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int | None, level: str
) -> None:
    made = None if hours is None else NOW - timedelta(hours=hours)
    monkeypatch.setattr(database.daily_backups, "newest_time", lambda *_: made)
    assert said(looked(tmp_path, backup_dir=str(tmp_path)), "backup")[0] == level


def test_a_folder_in_which_no_backup_can_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "backups"):
        found = looked(tmp_path, backup_dir=str(place))
        level, text = said(found, "backup")
        assert level == "fault"
        assert text == (
            f"{place} cannot be written: allow the bot to write this folder, or name another one "
            "in BACKUP_DIR"
        )
        assert exit_code(found) == 2
    assert said(looked(tmp_path, backup_dir=str(tmp_path / "new")), "backup")[0] == "warn"
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights")
def test_a_folder_that_may_not_be_written_is_a_fault_and_one_of_postgresql_is_only_read() -> None:
    url = "postgresql+psycopg://bot@localhost/rounds"
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = Path(name, "backups")
        folder.mkdir(0o555)
        if user == 0:
            os.seteuid(65534)
        try:
            for place in (folder, folder / "new"):
                assert database._backup(Config(backup_dir=str(place)), NOW).level == "fault"
            found = database._backup(Config(database_url=url, backup_dir=str(folder)), NOW)
        finally:
            os.seteuid(user)
    assert found.level == "warn"
    assert "there is none" in found.text


def test_a_file_in_place_of_the_folder_of_dumps_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    url = "postgresql+psycopg://bot@localhost/rounds"
    found = database._backup(Config(database_url=url, backup_dir=str(tmp_path / "file")), NOW)
    assert found.level == "warn"
    assert "cannot be read (Not a directory): let BACKUP_DIR name a folder" in found.text


def test_of_postgresql_dumps_are_looked_for(tmp_path: Path) -> None:
    def told(folder: Path | str) -> Finding:
        url = "postgresql+psycopg://bot@localhost/rounds"
        return database._backup(Config(database_url=url, backup_dir=str(folder)), NOW)

    assert told("").level == "warn"
    assert "dice-poker-backup.timer" in told("").text
    assert told(tmp_path).level == "warn"
    dump = tmp_path / "dice-poker-2026-04-30.dump"
    dump.touch()
    for hours, level in ((2, "ok"), (50, "warn")):
        at = (NOW - timedelta(hours=hours)).timestamp()
        os.utime(dump, (at, at))
        assert (told(tmp_path).level, f"{hours} hours old" in told(tmp_path).text) == (level, True)


# The whole visit


def test_the_command_prints_a_line_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    (folder / ".env").chmod(0o600)
    with discord() as api:
        monkeypatch.setattr(visit.visit, "__defaults__", (api,))
        assert cli.main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1].rstrip(":") for line in lines] == [
        "settings", "database", "disk", "backup",
        "token", "intents", "invite", "servers", "accounts", "pages", "shards", "clock",
    ]  # fmt: skip
    assert {line.split()[0] for line in lines} <= {"ok", "warn"}
    assert TOKEN not in "".join(lines)


def test_faulty_settings_are_all_there_is_to_say(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text("TURN_MINUTES=soon\nPUBLIC_LANGUAGE=fr\n")
    assert cli.main(["doctor"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["fault", "settings:"]] * 2


def test_shards_that_no_process_on_sqlite_can_hold_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for held, url, warned in (
        ("0-1", "sqlite:///rounds.sqlite3", True),
        ("0-3", "sqlite:///rounds.sqlite3", False),
        ("", "sqlite:///rounds.sqlite3", False),
        ("0-1", "postgresql://bot@127.0.0.1:1/rounds", False),
    ):
        (folder / ".env").write_text(f"SHARDS=4\nSHARD_IDS={held}\nDATABASE_URL={url}\n")
        (folder / ".env").chmod(0o600)
        cli.main(["doctor"])
        line = capsys.readouterr().out.splitlines()[0]
        assert line.startswith("warn   settings: SHARD_IDS names 2 of 4 shards, and") is warned
        assert line.startswith("ok     settings: ") is not warned


def test_a_large_database_needs_twice_its_size_for_a_backup() -> None:
    found = inspection.Inspection("bot.sqlite3", "newest", 10**9, free=15 * 10**8)
    enough = inspection.Inspection("bot.sqlite3", "newest", 10**9, free=25 * 10**8)
    assert [database._space(one).level for one in (found, enough)] == ["warn", "ok"]
