"""The service file, the image and the compose file, as far as a test can see without their engines."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import cli
from bot.config import SETTINGS, Config, load, read_settings

ROOT = Path(__file__).parents[1]
SERVICE = (ROOT / "deploy" / "dice-poker.service").read_text(encoding="utf-8")
SYSUSERS = (ROOT / "deploy" / "dice-poker.sysusers").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]

NAMES = {*SETTINGS}

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze"
)


# systemd


def value(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", SERVICE, re.MULTILINE)
    return str(found)


def test_the_service_runs_the_bot_as_its_own_user() -> None:
    program, command = value("ExecStart").split()
    assert Path(program).name in PROJECT["scripts"]
    assert command in cli.COMMANDS
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
    (given,) = all_of("CMD")
    assert exec_form(given) == ["run", "--stay"]
    assert not re.findall(
        r"^ *(?:command|entrypoint):(?!.*postgresql-backup)", COMPOSE, re.MULTILINE
    )


def test_the_service_takes_no_more_than_its_share() -> None:
    assert value("MemoryMax") == "512M"
    assert int(value("TasksMax")) >= 64
    assert "So 512 MB suit" in HOSTING


def test_a_process_that_memory_has_ended_does_not_end_the_bot() -> None:
    """The analysis process is the first to go (`bot.thinking.worker`)."""
    assert value("OOMPolicy") == "continue"


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
@pytest.mark.parametrize("name", ["dice-poker-backup.service", "dice-poker-backup.timer"])
def test_systemd_understands_the_units_of_the_backup(tmp_path: Path, name: str) -> None:
    for each in ("dice-poker-backup.service", "dice-poker-backup.timer"):
        text = (ROOT / "deploy" / each).read_text(encoding="utf-8")
        (tmp_path / each).write_text(text.replace("/opt/dice-poker", str(ROOT)))
    told = systemd("verify", "--man=no", "--recursive-errors=no", str(tmp_path / name))
    assert [line for line in told.splitlines() if "dice-poker-backup" in line] == []


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
    assert {
        "rules",
        "bot",
        "cogs",
        "course",
        "pyproject.toml",
        "setup.py",
        "image-requirements.txt",
    } <= {*copied}
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in ignored, path
    packages = PYPROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {name.rstrip("*") for name in packages} <= {*copied}
    assert {PROJECT["readme"], *PROJECT["license-files"]} <= {*copied}


def test_dependencies_are_pinned_and_their_layer_outlives_a_change_of_the_code() -> None:
    order = [f"{name} {rest}" for name, rest in instructions()]
    (install,) = (line for line in order if "-r image-requirements.txt" in line)
    assert "--require-hashes" in install
    (own,) = (line for line in order if line.endswith("--no-build-isolation ."))
    assert order.index(install) < order.index("COPY bot bot") < order.index(own)
    version = re.match(r"python:(3\.\d+)-slim@sha256:[0-9a-f]{64}$", all_of("FROM")[0])
    assert version is not None
    assert f"Programming Language :: Python :: {version[1]}" in PROJECT["classifiers"]


def pins(name: str) -> dict[str, str]:
    """The versions of a file of pins, by the names of packages, whatever their markers."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", text, re.MULTILINE)
    return {canonicalize_name(package): version for package, version in found}


def test_the_image_installs_the_pinned_versions_with_a_hash_of_each_file() -> None:
    """`.ci/image-requirements` writes them."""
    known, image = pins("constraints.txt"), pins("image-requirements.txt")
    built_with = {
        canonicalize_name(Requirement(one).name) for one in PYPROJECT["build-system"]["requires"]
    }
    assert {name: known.get(name) for name in image if name not in built_with} == {
        name: version for name, version in image.items() if name not in built_with
    }
    text = (ROOT / "image-requirements.txt").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=\S)", text.partition("\n")[2].strip()):
        assert re.fullmatch(r"\S+==\S+( \\\n    --hash=sha256:[0-9a-f]{64})+", entry), entry
    asked = [*PROJECT["dependencies"], *built_with]
    for extra in ("fast", "postgres"):
        asked += PROJECT["optional-dependencies"][extra]
    there = {"python_version": "3.13", "python_full_version": "3.13.0", "sys_platform": "linux"}
    there |= {"platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix"}
    there |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    seen, waiting = set[str](), [Requirement(one) for one in asked]
    while waiting:
        needed = waiting.pop()
        name = canonicalize_name(needed.name)
        extras = ["", *needed.extras]
        key = f"{name}{sorted(needed.extras)}"
        if key in seen:
            continue
        seen.add(key)
        assert name in image, f"{name} is missing: run .ci/image-requirements"
        with suppress(PackageNotFoundError):  # this Python may not need it
            for one in requires(name) or ():
                marker = Requirement(one).marker
                if not marker or any(
                    marker.evaluate({**there, "extra": extra}) for extra in extras
                ):
                    waiting.append(Requirement(one))


DIGEST = r"@sha256:[0-9a-f]{64}$"


def test_images_are_named_by_digest_and_actions_by_commit() -> None:
    services = yaml.safe_load(COMPOSE)["services"]
    images = [one["image"] for one in services.values() if one["image"] != "dice-poker"]
    workflows = [
        yaml.safe_load(file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    ]
    jobs = [job for workflow in workflows for job in workflow["jobs"].values()]
    images += [one["image"] for job in jobs for one in job.get("services", {}).values()]
    assert images
    assert [one for one in (*images, *all_of("FROM")) if not re.search(DIGEST, one)] == []
    used = [one["uses"] for job in jobs for one in job.get("steps", ()) if "uses" in one]
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one)] == []


def test_what_is_pinned_is_proposed_anew() -> None:
    proposed = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    kinds = {one["package-ecosystem"] for one in proposed["updates"]}
    assert kinds == {"pip", "docker", "docker-compose", "github-actions"}


def test_the_image_is_built_started_and_looked_through_for_known_vulnerabilities() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    commands = {name: [one.get("run", "") for one in job["steps"]] for name, job in jobs.items()}
    assert {"docker build -t dice-poker .", ".ci/start-image dice-poker"} <= {*commands["image"]}
    assert os.access(ROOT / ".ci" / "start-image", os.X_OK)
    assert any(
        "pip-audit" in one and "image-requirements.txt" in one
        for one in commands["vulnerabilities"]
    )


def test_the_image_runs_the_bot_as_a_user_without_rights() -> None:
    names = [name for name, _ in instructions()]
    (user,) = all_of("USER")
    made = next(each for each in all_of("RUN") if "useradd" in each)
    assert made.replace("    ", " ").split()[-1] == "/data"
    assert f" {user} " in made
    assert "--uid" in made
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("COPY", "RUN"))
    program, command, *_ = exec_form(all_of("ENTRYPOINT")[0]) + exec_form(all_of("CMD")[0])
    assert program in PROJECT["scripts"]
    assert command in cli.COMMANDS
    assert all_of("STOPSIGNAL") == ["SIGTERM"]


def test_the_image_asks_the_bot_itself_how_it_does() -> None:
    (check,) = all_of("HEALTHCHECK")
    program, command = exec_form(check.partition("CMD")[2])
    assert program in PROJECT["scripts"]
    assert command in cli.COMMANDS


def test_the_database_lies_in_the_volume(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = dict(part.split("=", 1) for each in all_of("ENV") for part in each.split())
    assert all_of("VOLUME") == ["/data"]
    assert all_of("WORKDIR")[-1] == "/data"
    monkeypatch.chdir(tmp_path)
    for name in given.keys() & NAMES:
        monkeypatch.setenv(name, given[name])
    settings = load(needs_token=False)
    assert settings.database_url == "sqlite:////data/dice-poker.sqlite3"
    assert settings.health_port == ("127.0.0.1", 8080)


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
    for name in ("bot", "x-shared"):  # the bot of the first profile moves to the second one
        assert "networks: [default, storage]" in section(name)
    for profile in ("sqlite", "postgres"):
        assert f"docker compose --profile {profile} up -d" in HOSTING


def test_two_processes_share_the_servers() -> None:
    shards = int(re.findall(r'SHARDS: "(\d+)"', COMPOSE)[0])
    held = [int(one) for one in re.findall(r'SHARD_IDS: "(\d+)"', COMPOSE)]
    assert sorted(held) == list(range(shards))


def test_containers_take_no_more_than_their_share() -> None:
    """Neither memory nor a log grows without end."""
    for name, most in (("x-bot", 512), ("database", 512), ("backup", 256)):
        assert f"mem_limit: {most}m" in section(name)
        assert "pids_limit: " in section(name)
        assert "logging: " in section(name)
    assert re.search(r"driver: local\n\s+options: \{ max-size: 10m, max-file: \"5\" \}", COMPOSE)


def test_the_database_is_hardened_as_the_bot_is_and_knows_none_of_its_secrets() -> None:
    services = yaml.safe_load(COMPOSE)["services"]
    bot = services["bot"]
    for name in ("database", "backup"):
        service = services[name]
        for key in ("read_only", "cap_drop", "security_opt", "logging"):
            assert service[key] == bot[key], (name, key)
        assert "env_file" not in service, "the token stands there"
        assert not any("TOKEN" in key for key in service["environment"])
        assert service["networks"] == ["storage"], "it reaches nothing else"
    assert services["database"]["user"] == "postgres"
    assert yaml.safe_load(COMPOSE)["networks"]["storage"] == {"internal": True}
    for name in ("bot-0", "bot-1"):
        assert services[name]["networks"] == ["default", "storage"]


def test_the_dumps_of_compose_are_made_as_those_of_the_timer_and_the_bot_sees_them() -> None:
    services = yaml.safe_load(COMPOSE)["services"]
    backup = services["backup"]
    assert "./deploy/postgresql-backup:/usr/local/bin/postgresql-backup:ro" in backup["volumes"]
    assert backup["image"] == services["database"]["image"], "pg_dump of the server's version"
    folder = backup["environment"]["BACKUP_DIR"]
    assert f"backups:{folder}" in backup["volumes"]
    assert f"backups:{folder}:ro" in services["bot-0"]["volumes"]
    assert services["bot-0"]["environment"]["BACKUP_DIR"] == folder
    unit = (ROOT / "deploy" / "dice-poker-backup.service").read_text(encoding="utf-8")
    assert "ExecStart=/opt/dice-poker/deploy/postgresql-backup\n" in unit
    assert os.access(ROOT / "deploy" / "postgresql-backup", os.X_OK)


def test_what_compose_sets_are_settings_and_addresses_of_databases() -> None:
    named = set(re.findall(r"^\s+([A-Z_]+):", COMPOSE, re.MULTILINE))
    assert {name for name in named if not name.startswith(("POSTGRES_", "PG"))} <= NAMES
    urls = re.findall(r"DATABASE_URL: (\S+)", COMPOSE)
    assert len(urls) == 2
    for url in urls:
        given = {"DATABASE_URL": url.replace("${POSTGRES_PASSWORD:-}", "secret")}
        values, faults = read_settings(given)
        assert (values.keys(), faults) == ({"DATABASE_URL"}, {})
    assert 'volumes: ["rounds:/data"]' in section("bot")
    assert re.search(r"^volumes:\n  rounds:\n  postgres:\n  backups:\n", COMPOSE, re.MULTILINE)
