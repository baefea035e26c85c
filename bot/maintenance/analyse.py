"""`dice-poker analyse`: the accounting of rounds that ended before there was any."""

from __future__ import annotations

from bot.analysis.accounting import account
from bot.analysis.kept_tables import KeptTables, folders
from bot.env_file import load
from bot.exit_codes import EXIT_OK
from bot.maintenance.faults import faults_told
from bot.storage import Storage
from rules import registry
from rules.errors import Unreadable
from rules.exact.kept import keep_with

LOOKED_AT = 500
"""How many rounds are looked at in one transaction."""


@faults_told
def analyse(*, count_again: bool) -> int:
    """Account for all rounds that have ended without; `count_again` builds statistics anew."""
    with Storage.open_existing(load(needs_token=False).database_url) as storage:
        keep_with(KeptTables(folders(storage.file)))
        _enter(storage)
        print(f"{_told(_account_all(storage))} accounted for.")
        if count_again:
            print(f"{_told(storage.accounts.count_again())} counted again.")
    return EXIT_OK


def _enter(storage: Storage) -> None:
    """Let the rounds wait that have ended without an accounting."""
    after: int | None = 0
    while after is not None:
        _, after = storage.account_queue.enqueue_old(after, LOOKED_AT)


def _account_all(storage: Storage) -> int:
    """Account for the rounds that wait, one at a time; return how many there were."""
    done = 0
    while waiting := storage.account_queue.waiting(LOOKED_AT):
        for round_id, _ in waiting:
            done += _account_one(storage, round_id)
    return done


def _account_one(storage: Storage, round_id: int) -> bool:
    found = storage.accounts.to_account(round_id)
    if found is None:
        storage.accounts.store(round_id, ())
        return False
    stored, record = found
    ends = tuple(player.counted_to for player in stored.players)
    try:
        accounting = account(registry.game(stored.game), stored.options, record, ends)
    except Unreadable as error:
        print(f"Round {round_id} cannot be read: {error}")
        accounting = ()
    storage.accounts.store(round_id, accounting)
    return bool(accounting)


def _told(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"
