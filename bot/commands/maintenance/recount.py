"""`dice-poker recount`: computes the accounts of all rounds again, then all statistics.

It may be interrupted at any moment: the database has the waiting rounds and the progress of the
accounts (`accounts_renewal` and `standings_rebuild` in `bot/statistics/store`).
"""

from __future__ import annotations

from hashlib import blake2b
from inspect import getsource

from bot.commands.maintenance.faults import faults_told
from bot.config import load
from bot.exit_codes import EXIT_OK
from bot.statistics import account_making
from bot.statistics.account import SeatAccount
from bot.statistics.account_making import ToAccount, accounts_of
from bot.statistics.store import accounts, accounts_renewal, standings_rebuild
from bot.storage.database import Storage
from bot.thinking.kept_tables import KeptTables, folders, version
from rules.errors import Unreadable
from rules.exact.kept import keep_with

LOOKED_AT = 500
"""The number of rounds in one transaction."""


@faults_told
def recount() -> int:
    """Compute the accounts of all counted rounds again and count them; return the exit code."""
    with Storage.open_existing(load(needs_token=False).database_url) as storage:
        keep_with(KeptTables(folders(storage.file)))
        print(f"{_told(_renew(storage))} accounted for anew.")
        storage.write_within(standings_rebuild.ENTER_SECONDS, standings_rebuild.enter_all)
        print(f"{_told(standings_rebuild.count_all(storage))} counted again.")
        storage.write(accounts_renewal.finish)
    return EXIT_OK


def _renew(storage: Storage) -> int:
    """Compute the accounts of all counted rounds again, one by one; return their number."""
    by, done = _code(), 0
    reached = storage.read(accounts_renewal.reached, by)
    if reached:
        print(f"The last run was interrupted after round {reached}; this one continues there.")
    while rounds := storage.read(accounts_renewal.after, reached, LOOKED_AT):
        for round_id in rounds:
            made = accounting(storage, round_id)
            storage.write(accounts_renewal.replace, round_id, made, by)
            done += bool(made)
        reached = rounds[-1]
    return done


def accounting(storage: Storage, round_id: int) -> tuple[SeatAccount, ...]:
    """Return the accounts of a round, empty if it has none or cannot be read."""
    found = storage.read(accounts.to_account, [round_id]).get(round_id)
    if found is None:
        return ()
    try:
        return accounts_of(ToAccount.of(*found))
    except Unreadable as error:
        print(f"Round {round_id} cannot be read: {error}")
    except Exception as error:  # noqa: BLE001 — all other rounds are accounted for
        print(f"Round {round_id} cannot be accounted for: {error!r}")
    return ()


def _code() -> str:
    """Return a checksum of the code that computes accounts."""
    checksum = blake2b(version().encode(), digest_size=8)
    checksum.update(getsource(account_making).encode())
    return checksum.hexdigest()


def _told(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"
