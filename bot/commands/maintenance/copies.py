"""The implementation of `dice-poker backup`, `restore`, `restored` and `move`."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.admin.store import erasing
from bot.commands.maintenance.faults import report_faults
from bot.config import load
from bot.exit_codes import EXIT_OK, fail
from bot.storage.copies import moving, restored_server, restoring
from bot.storage.copies.backup import BackupFault, back_up, count_of, login
from bot.storage.copies.restoring import Restoration, Step
from bot.storage.engine import address
from bot.storage.inspection import may_access
from bot.table.store.restored import (
    draw_open_rounds_again,
    draw_seeds_again,
    pass_over_later_rounds,
)

DUMP = b"PGDMP"
"""The first bytes of a dump that `pg_restore` reads."""

AFTER_RESTORE: tuple[Step, ...] = (
    draw_open_rounds_again,
    pass_over_later_rounds,
    erasing.apply_again,
    draw_seeds_again,
)
"""The functions that adapt every restored database before it is used."""

NOT_READ = (
    "The database before it could not be read: what that held later than the backup, such as "
    "erasures, could not be taken into account."
)


@report_faults
def backup(file: Path, *, replace: bool) -> int:
    """Copy the database; return the exit code."""
    url = load(needs_token=False).database_url
    try:
        held = back_up(url, file, replace=replace)
    except BackupFault as fault:
        return fail(str(fault))
    print(f"{file} is written and checked: {held.summary}.")
    return EXIT_OK


@report_faults
def restore(file: Path) -> int:
    """Put a backup in place of the database; return the exit code."""
    url = load(needs_token=False).database_url
    try:
        restoration = put_in_place(url, file, datetime.now(UTC))
    except BackupFault as fault:
        return fail(str(fault))
    print(f"{file} is restored: {restoration.contents.summary}.")
    if restoration.kept is not None:
        log = "log of the " if restoration.kept.name.endswith("-wal") else ""
        print(f"The {log}database before it is kept as {restoration.kept}.")
    if not restoration.was_read:
        print(NOT_READ)
    return EXIT_OK


@report_faults
def restored() -> int:
    """Adapt a dump that was put back on PostgreSQL; return the exit code."""
    url = load(needs_token=False).database_url
    try:
        restoration = restored_server.adapt(url, AFTER_RESTORE)
    except BackupFault as fault:
        return fail(str(fault))
    print(f"{restoration.place} is restored: {count_of(restoration.rounds)}.")
    if restoration.kept:
        schemas = ", ".join(restoration.kept)
        kind = "schema" if len(restoration.kept) == 1 else "schemas"
        print(
            f"The tables before it are kept in the {kind} {schemas}. Once you do not need "
            f"them: psql{login(address(url))} -c 'DROP SCHEMA {schemas} CASCADE'"
        )
    if not restoration.was_read:
        print(NOT_READ)
    return EXIT_OK


@report_faults
def move(url: str) -> int:
    """Copy the database to one of the other kind; return the exit code. "-" reads the address."""
    to = sys.stdin.readline() if url == "-" else url
    try:
        result = moving.move(load(needs_token=False).database_url, to, _print_table)
    except moving.MoveFault as fault:
        return fail(str(fault))
    done = "holds the same already" if result.before else "holds everything now"
    print(
        f"{result.place} {done}, compared row by row: {result.rows['rounds']} rounds, "
        f"{sum(result.rows.values())} rows in {len(result.rows)} tables."
    )
    print("Let DATABASE_URL name it, then start the bot. The old database stays as it is.")
    return EXIT_OK


def _print_table(name: str, rows: int) -> None:
    print(f"{name}: {rows}", flush=True)


def put_in_place(url: str, backup: Path, now: datetime) -> Restoration:
    """Restore a backup with the features' functions that adapt it.

    Raises BackupFault, for PostgreSQL too: its message names the commands for a dump.
    """
    parsed = address(url)
    if not (may_access(os.R_OK, backup) and backup.is_file()):
        raise BackupFault(f"There is no file {backup} that can be read.")
    if parsed.get_backend_name() == "postgresql":
        raise BackupFault(
            "PostgreSQL has programs of its own for this, to be run once the bot is stopped: "
            + restored_server.commands(parsed, backup, now, sys.argv[0])
        )
    with backup.open("rb") as file:
        if file.read(len(DUMP)) == DUMP:
            raise BackupFault(
                f"{backup} is a dump of PostgreSQL: let DATABASE_URL name that server."
            )
    return restoring.restore(url, backup, now, AFTER_RESTORE)
