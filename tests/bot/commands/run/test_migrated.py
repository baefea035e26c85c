"""A database is migrated in a process of its own, whose memory ends with it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bot.storage.database import Storage

pytestmark = pytest.mark.slow

OPENED = """
import sys
from bot.commands.run.command import open_migrated
open_migrated(sys.argv[1]).close()
print([name for name in sys.modules if name.partition(".")[0] in ("alembic", "mako")])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no such processes here")
def test_what_only_migrations_need_is_not_loaded(tmp_path):
    url = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    done = subprocess.run(
        [sys.executable, "-c", OPENED, url], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    Storage.open_existing(url).close()
