"""The service file, the image and the compose file, as far as a test can see without their engines."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot import cli
from bot.config import SETTINGS, Config, read_settings
from bot.env_file import load

ROOT = Path(__file__).parents[1]
SERVICE = (ROOT / "deploy" / "dice-poker.service").read_text(encoding="utf-8")
SYSUSERS = (ROOT / "deploy" / "dice-poker.sysusers").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]

NAMES = {name.upper() for name in SETTINGS}

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze"
)


def commands() -> set[str]:
    """The names of the commands that the program has."""
    parser = cli.Parser()
    added = parser.add_subparsers(parser_class=cli.Parser)
    cli.add_commands(added)
    return set(added.choices)


# systemd


def value(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", SERVICE, re.MULTILINE)
    return str(found)


def test_the_service_runs_the_bot_as_its_own_user() -> None:
    program, command = value("ExecStart").split()
    assert Path(program).name in PROJECT["scripts"]
    assert command in commands()
    assert (value("Type"), value("RestartPreventExitStatus")) == ("notify", "2")
    kind, user, *_ = shlex.split(SYSUSERS.splitlines()[-1])
    assert (kind, user) == ("u", value("User"))


def test_the_database_lies_in_the_folder_that_systemd_makes() -> None:
    assert value("WorkingDirectory") == f"%S/{value('StateDirectory')}"
    assert Config().database_url == "sqlite:///dice-poker.sqlite3", "in the working directory"
    assert f"/var/lib/{value('StateDirectory')}" in SYSUSERS


def test_the_page_installs_the_files_where_the_service_looks() -> None:
    for name in ("dice-poker.service", "dice-poker.sysusers"):
        assert f"deploy/{name}" in HOSTING
    assert value("EnvironmentFile") in HOSTING
    assert Path(value("ExecStart").split()[0]).parents[2].as_posix() in HOSTING


def test_a_bot_that_ends_again_and_again_is_started_ever_later() -> None:
    pause, steps, longest = (int(value(f"Restart{one}")) for one in ("Sec", "Steps", "MaxDelaySec"))
    assert pause < longest
    assert steps > 1
    assert 24 * 3600 / longest < 800, "Discord resets the token after 1,000 a day"


def test_a_container_stays_after_a_fault_of_the_host() -> None:
    (given,) = (each for each in all_of("ENV") if "ON_FAULT" in each)
    assert read_settings(
        {"on_fault": dict(p.split("=", 1) for p in given.split())["ON_FAULT"]}
    ) == (
        {"on_fault": "stay"},
        {},
    )


def test_the_service_takes_no_more_than_its_share() -> None:
    """A machine with 512 MB is enough, says the page."""
    assert value("MemoryMax") == "512M"
    assert int(value("TasksMax")) >= 64
    assert "A machine with 512 MB is enough" in HOSTING


NEW_TO_SYSTEMD = ("RestartSteps", "RestartMaxDelaySec")
"""What systemd knows since version 254; older ones warn and go on."""


def systemd(*arguments: str) -> str:
    done = subprocess.run(
        ["systemd-analyze", "--no-pager", *arguments],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    return done.stdout + done.stderr


@needs_systemd
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    unit = tmp_path / "dice-poker.service"
    unit.write_text(SERVICE.replace(value("ExecStart").split()[0], sys.executable))
    told = systemd("verify", "--man=no", "--recursive-errors=no", str(unit))
    lines = [line for line in told.splitlines() if "dice-poker.service" in line]
    unknown = [line for line in lines if any(f"'{name}'" in line for name in NEW_TO_SYSTEMD)]
    assert lines == unknown, told
    unit.write_text(SERVICE.replace("WatchdogSec=60", "WatchdogSecond=60"))
    assert "WatchdogSecond" in systemd("verify", "--man=no", str(unit)), "it looks at lines"


@needs_systemd
def test_the_service_is_hardened(tmp_path: Path) -> None:
    told = systemd("security", "--offline=true", str(ROOT / "deploy" / "dice-poker.service"))
    exposure = re.search(r"Overall exposure level for \S+ ([\d.]+)", told)
    if exposure is None:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert float(exposure[1]) < 4


# The image


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile in order, with what follows them."""
    text = re.sub(
        r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line)]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def exec_form(text: str) -> list[str]:
    words = json.loads(text.strip())
    assert all(isinstance(word, str) for word in words)
    return list(words)


def test_what_is_copied_is_there_and_is_let_through() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [path for each in all_of("COPY") for path in each.split()[:-1]]
    assert {"rules", "bot", "cogs", "course", "pyproject.toml", "setup.py", "constraints.txt"} <= {
        *copied
    }
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in ignored, path
    packages = PYPROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {name.rstrip("*") for name in packages} <= {*copied}
    assert {PROJECT["readme"], *PROJECT["license-files"]} <= {*copied}


def test_dependencies_are_pinned_and_their_layer_outlives_a_change_of_the_code() -> None:
    order = [f"{name} {rest}" for name, rest in instructions()]
    (install,) = (line for line in order if "-c constraints.txt" in line)
    extras = re.findall(r"'\.\[([a-z,]+)\]'", install)[0].split(",")
    assert {*extras} <= {*PROJECT["optional-dependencies"]}
    assert (
        order.index(install)
        < order.index("COPY bot bot")
        < order.index("RUN pip install --no-deps --force-reinstall .")
    )
    version = re.match(r"python:(3\.\d+)-slim$", all_of("FROM")[0])
    assert version is not None
    assert f"Programming Language :: Python :: {version[1]}" in PROJECT["classifiers"]


def test_the_image_runs_the_bot_as_a_user_without_rights() -> None:
    names = [name for name, _ in instructions()]
    (user,) = all_of("USER")
    made = next(each for each in all_of("RUN") if "useradd" in each)
    assert made.replace("    ", " ").split()[-1] == "/data"
    assert f" {user} " in made
    assert "--uid" in made
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("COPY", "RUN"))
    program, *rest = exec_form(all_of("ENTRYPOINT")[0]) + exec_form(all_of("CMD")[0])
    assert program in PROJECT["scripts"]
    assert set(rest) <= commands()
    assert all_of("STOPSIGNAL") == ["SIGTERM"]


def test_the_image_asks_the_bot_itself_how_it_does() -> None:
    (check,) = all_of("HEALTHCHECK")
    program, command = exec_form(check.partition("CMD")[2])
    assert program in PROJECT["scripts"]
    assert command in commands()


def test_the_database_lies_in_the_volume(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = dict(part.split("=", 1) for each in all_of("ENV") for part in each.split())
    assert all_of("VOLUME") == ["/data"]
    assert all_of("WORKDIR")[-1] == "/data"
    monkeypatch.chdir(tmp_path)
    for name in given.keys() & NAMES:
        monkeypatch.setenv(name, given[name])
    settings = load(needs_token=False)
    assert settings.database_url == "sqlite:////data/dice-poker.sqlite3"
    assert (settings.health_address, settings.health_port) == ("127.0.0.1", 8080)


# Compose


def section(name: str) -> str:
    """The lines of one service of the compose file, or of one of its anchors."""
    indent = "" if name.startswith("x-") else "  "
    pattern = rf"^{indent}{re.escape(name)}:.*\n(?:{indent}  .*\n)+"
    found = re.search(pattern, COMPOSE, re.MULTILINE)
    assert found is not None, name
    return found[0]


def test_there_are_two_profiles() -> None:
    assert "profiles: [sqlite]" in section("bot")
    assert "profiles: [postgres]" in section("database")
    for process in ("bot-0", "bot-1"):
        assert "<<: *shared" in section(process)
    assert "profiles: [postgres]" in section("x-shared")
    for profile in ("sqlite", "postgres"):
        assert f"docker compose --profile {profile} up -d" in HOSTING


def test_two_processes_share_the_servers() -> None:
    shards = int(re.findall(r'SHARDS: "(\d+)"', COMPOSE)[0])
    held = [int(one) for one in re.findall(r'SHARD_IDS: "(\d+)"', COMPOSE)]
    assert sorted(held) == list(range(shards))


def test_containers_take_no_more_than_their_share() -> None:
    """Neither memory nor a log grows without end."""
    for name in ("x-bot", "database"):
        assert "mem_limit: 512m" in section(name)
        assert "logging: " in section(name)
    assert re.search(r"driver: local\n\s+options: \{ max-size: 10m, max-file: \"5\" \}", COMPOSE)


def test_what_compose_sets_are_settings_and_addresses_of_databases() -> None:
    named = set(re.findall(r"^\s+([A-Z_]+):", COMPOSE, re.MULTILINE))
    assert {name for name in named if not name.startswith("POSTGRES_")} <= NAMES
    urls = re.findall(r"DATABASE_URL: (\S+)", COMPOSE)
    assert len(urls) == 2
    for url in urls:
        given = {"database_url": url.replace("${POSTGRES_PASSWORD:-}", "secret")}
        assert read_settings(given)[1] == {}
    assert 'volumes: ["rounds:/data"]' in section("bot")
    assert re.search(r"^volumes:\n  rounds:\n  postgres:\n", COMPOSE, re.MULTILINE)
