"""A lease that another process holds."""

from __future__ import annotations

from bot.storage.database import Storage
from bot.storage.lease import Lease
from bot.storage.settings import put
from bot.storage.thread import StorageThread

ANOTHER = "0123456789abcdef"


def hold_elsewhere(storage: Storage, beat: int = 1) -> None:
    """Let another process have renewed the lease so often."""
    storage.write(put, "lease", "beat", f"{ANOTHER} {beat}")


async def is_stored_as_held(storage: Storage) -> bool:
    """Return whether a process that asks now sees the lease held: the helper writes it rightly."""
    thread = StorageThread(storage)
    try:
        lease = Lease(thread, alone=False)
        await lease.renew()
        return not lease.held
    finally:
        thread.close()
