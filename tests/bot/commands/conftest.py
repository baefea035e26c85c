"""Fixtures of the commands: an empty folder without settings, and a Discord on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import discord as library
import pytest

from bot.config import SETTINGS
from standin_discord import Standin, standin


@pytest.fixture
def quiet() -> Iterator[None]:
    """Leave the loggers as they are."""
    root, level = logging.root.handlers[:], logging.root.level
    discords = logging.getLogger("discord").level
    yield
    logging.root.handlers[:], logging.root.level = root, level
    logging.getLogger("discord").handlers.clear()
    logging.getLogger("discord").setLevel(discords)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: None) -> Path:
    """Be in an empty folder, without a setting, and leave the loggers as they are."""
    for name in (*SETTINGS, "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    """Let what this process asks of Discord be answered on this machine."""
    with standin() as served:
        monkeypatch.setattr(library.http.Route, "BASE", served.api)
        yield served
