"""What `dice-poker backup` and `dice-poker restore` do and say."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.commands.maintenance.faults import faults_told
from bot.env_file import load
from bot.exit_codes import EXIT_OK, fail
from bot.storage.backup import BackupFault, back_up
from bot.storage.restoring import restore as put_in_place


@faults_told
def backup(file: Path, *, replace: bool) -> int:
    """Copy the database; return the exit code."""
    url = load(needs_token=False).database_url
    try:
        held = back_up(url, file, replace=replace)
    except BackupFault as fault:
        return fail(str(fault))
    print(f"{file} is written and checked: {held.summary}.")
    return EXIT_OK


@faults_told
def restore(file: Path) -> int:
    """Put a backup in the place of the database; return the exit code."""
    url = load(needs_token=False).database_url
    try:
        restored = put_in_place(url, file, datetime.now(UTC))
    except BackupFault as fault:
        return fail(str(fault))
    print(f"{file} is restored: {restored.contents.summary}.")
    if restored.kept is not None:
        print(f"The database before it is kept as {restored.kept}.")
    if not restored.was_read:
        print(
            "It could not be read: what it held later than the backup, such as erasures, "
            "could not be taken into account."
        )
    return EXIT_OK
