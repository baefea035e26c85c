"""The installed version of the bot."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "dice-poker-discord"


def installed_version() -> str:
    """Return the version of the installed distribution."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed: pip install -e .)"
