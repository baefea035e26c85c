"""What a host relies on of the service, the image and the compose file."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
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
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
BOTS = ("bot", "bot-0", "bot-1")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze"
)


def assert_started(command: list[str]) -> None:
    """Check that an installation has the program, and the program the command."""
    program, name, *_ = command
    assert Path(program).name in PROJECT["scripts"]
    assert name in cli.COMMANDS


# systemd


def value(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", SERVICE, re.MULTILINE)
    return str(found)


def test_the_service_runs_the_bot_as_a_user_that_is_made_for_it() -> None:
    assert_started(value("ExecStart").split())
    kind, user, *_ = shlex.split(SYSUSERS.splitlines()[-1])
    assert (kind, user) == ("u", value("User"))


def test_the_database_lies_in_the_folder_that_systemd_makes() -> None:
    assert value("WorkingDirectory") == f"%S/{value('StateDirectory')}"
    assert Config().database_url == "sqlite:///dice-poker.sqlite3", "in the working directory"


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


def test_a_fault_of_the_host_is_not_tried_again() -> None:
    assert value("RestartPreventExitStatus") == "2"


def test_a_process_that_memory_has_ended_does_not_end_the_bot() -> None:
    """The analysis process is the first to go (`bot.thinking.process`)."""
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
def test_the_service_is_hardened() -> None:
    told = systemd("security", "--offline=true", str(ROOT / "deploy" / "dice-poker.service"))
    exposure = re.search(r"Overall exposure level for \S+ ([\d.]+)", told)
    if exposure is None:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert float(exposure[1]) < 4


# The image


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile in order, with what follows them."""
    text = re.sub(
        r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line)]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def test_what_is_copied_is_there_and_is_all_that_an_installation_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[1] == "*", "neither .env with the token nor a database gets into the image"
    copied = [path for each in all_of("COPY") for path in each.split()[:-1]]
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in ignored, path
    packages = PYPROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {name.rstrip("*") for name in packages} <= {*copied}
    assert {PROJECT["readme"], *PROJECT["license-files"]} <= {*copied}


def pins(name: str) -> dict[str, str]:
    """Return the versions of a file of pins, by the names of packages, whatever their markers."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)", text, re.MULTILINE)
    return {canonicalize_name(package): version for package, version in found}


def test_the_image_installs_the_pinned_versions_with_a_hash_of_each_file() -> None:
    """`.ci/image-requirements` writes them; without a package that is needed pip ends the build."""
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
    (install,) = (one for one in all_of("RUN") if "-r image-requirements.txt" in one)
    assert "--require-hashes" in install
    asked = [*PROJECT["dependencies"], *built_with]
    for extra in ("fast", "postgres"):
        asked += PROJECT["optional-dependencies"][extra]
    missing = {canonicalize_name(Requirement(one).name) for one in asked} - image.keys()
    assert not missing, "run .ci/image-requirements"


DIGEST = r"@sha256:[0-9a-f]{64}$"


def test_images_are_named_by_digest_and_actions_by_commit() -> None:
    images = [one["image"] for one in SERVICES.values() if one["image"] != "dice-poker"]
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


def test_the_image_runs_the_bot_as_a_user_without_rights() -> None:
    (user,) = all_of("USER")
    assert any("useradd" in one and f" {user} " in one for one in all_of("RUN"))
    names = [name for name, _ in instructions()]
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("COPY", "RUN"))


def test_what_the_image_starts_and_asks_are_commands_and_a_fault_of_the_host_ends_none() -> None:
    entry, given, check = (*all_of("ENTRYPOINT"), *all_of("CMD"), *all_of("HEALTHCHECK"))
    assert_started([*json.loads(entry), *json.loads(given)])
    assert_started(json.loads(check.partition("CMD")[2]))
    assert "--stay" in json.loads(given), "an engine starts whatever has ended again and again"
    assert not any("command" in SERVICES[name] or "entrypoint" in SERVICES[name] for name in BOTS)


def test_the_database_lies_in_the_volume(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = dict(part.split("=", 1) for each in all_of("ENV") for part in each.split())
    assert all_of("VOLUME") == ["/data"]
    assert all_of("WORKDIR")[-1] == "/data"
    monkeypatch.chdir(tmp_path)
    for name in given.keys() & SETTINGS.keys():
        monkeypatch.setenv(name, given[name])
    settings = load(needs_token=False)
    assert settings.database_url == "sqlite:////data/dice-poker.sqlite3"
    assert settings.health_port == ("127.0.0.1", 8080)


# Compose


def test_the_page_starts_every_service_by_a_profile() -> None:
    for name, service in SERVICES.items():
        (profile,) = service["profiles"]
        assert f"docker compose --profile {profile} up -d" in HOSTING, name


def test_each_database_is_on_a_volume_that_outlives_its_container() -> None:
    for name, folder in (("bot", "/data"), ("database", "/var/lib/postgresql/data")):
        volumes = dict(reversed(one.split(":")) for one in SERVICES[name]["volumes"])
        assert volumes[folder] in COMPOSE["volumes"]


def test_one_process_writes_to_a_file_and_two_share_the_servers() -> None:
    settings = {name: SERVICES[name]["environment"] for name in BOTS}
    files = [name for name in BOTS if settings[name]["DATABASE_URL"].startswith("sqlite:")]
    assert files == ["bot"]
    held = [int(settings[name]["SHARD_IDS"]) for name in ("bot-0", "bot-1")]
    assert held == [*range(int(settings["bot-0"]["SHARDS"]))]


def test_what_compose_sets_are_settings_of_the_bot() -> None:
    for name in BOTS:
        given = {
            key: re.sub(r"\$\{\w+:-(\w*)\}", r"\1", one)
            for key, one in SERVICES[name]["environment"].items()
        }
        values, faults = read_settings(given)
        assert (values.keys(), faults) == (given.keys(), {}), name


def test_neither_memory_nor_a_log_grows_without_end() -> None:
    for name, service in SERVICES.items():
        assert {"mem_limit", "pids_limit"} <= service.keys(), name
        assert {"max-size", "max-file"} == service["logging"]["options"].keys(), name


def test_every_container_is_hardened() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_the_database_is_not_told_the_token_and_reaches_nothing_outside() -> None:
    assert COMPOSE["networks"]["storage"] == {"internal": True}
    for name in ("database", "backup"):
        assert "env_file" not in SERVICES[name], "the token stands there"
        assert not any("TOKEN" in key for key in SERVICES[name]["environment"])
        assert SERVICES[name]["networks"] == ["storage"]
    assert all("storage" in SERVICES[name]["networks"] for name in BOTS)


def test_the_bot_sees_the_dumps_that_are_made_beside_it() -> None:
    backup, bot = SERVICES["backup"], SERVICES["bot-0"]
    assert backup["image"] == SERVICES["database"]["image"], "pg_dump of the server's version"
    assert "./deploy/postgresql-backup:/usr/local/bin/postgresql-backup:ro" in backup["volumes"]
    assert os.access(ROOT / "deploy" / "postgresql-backup", os.X_OK)
    folder = backup["environment"]["BACKUP_DIR"]
    assert f"backups:{folder}" in backup["volumes"]
    assert f"backups:{folder}:ro" in bot["volumes"]
    assert bot["environment"]["BACKUP_DIR"] == folder
