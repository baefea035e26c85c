"""The run of `dice-poker doctor`: makes all checks in order and prints a line each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.commands.doctor.application import API, look_at_application
from bot.commands.doctor.database import look_at_database
from bot.commands.doctor.finding import Finding, exit_code
from bot.config import ENV_FILE, ConfigError, exposure_of, load


def visit(api: str = API) -> int:
    """Print each finding as soon as it is made; return the exit code."""
    findings = []
    for finding in look(api):
        print(finding.line, flush=True)
        findings.append(finding)
    return exit_code(findings)


def look(api: str) -> Iterator[Finding]:
    """Yield the findings; unreadable settings end the checks."""
    try:
        settings = load(needs_token=False)
    except ConfigError as error:
        yield from (Finding("settings", "fault", fault) for fault in error.faults)
        return
    warnings = [*filter(None, (exposure_of(ENV_FILE), settings.not_read, settings.unserved))]
    for warning in warnings:
        yield Finding("settings", "warn", warning)
    if not warnings:
        yield Finding("settings", "ok", "every one can be used")
    yield from look_at_database(settings, datetime.now(UTC))
    yield from asyncio.run(look_at_application(settings, api))
