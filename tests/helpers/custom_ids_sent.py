"""Lists the custom ids that tests send: `pytest -m "" -p custom_ids_sent --custom-ids FILE`.

Of each kind and effect the list has one id, whatever its numbers, one a line. Leave out the tests
that press those of earlier versions: `--ignore tests/bot/test_kept_versions.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import conformance

_ID = re.compile(r"""['"]custom_id['"]: ?['"]([^'"]+)['"]""")

FOUND = pytest.StashKey[dict[str, str]]()
"""One custom id of each kind and effect, by what they have in common."""


def key_of(custom_id: str) -> str:
    """Return what ids of one kind and effect have in common.

    >>> key_of("press:7:3:reroll.345") == key_of("press:12:0:reroll.1")
    True
    """
    return re.sub(r"\d+(-\d+)*", "0", custom_id)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--custom-ids", type=Path, required=True, metavar="FILE")


def pytest_configure(config: pytest.Config) -> None:
    found = config.stash[FOUND] = {}
    check = conformance.all_broken

    def collect(requests: Any) -> list[str]:
        for request in requests:
            for custom_id in _ID.findall(repr(request.json)):
                found.setdefault(key_of(custom_id), custom_id)
        return check(requests)

    conformance.all_broken = collect


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add what a worker of xdist has found."""
    for custom_id in getattr(node, "workeroutput", {}).get("custom_ids", ()):
        node.config.stash[FOUND].setdefault(key_of(custom_id), custom_id)


def pytest_sessionfinish(session: pytest.Session) -> None:
    found = sorted(session.config.stash[FOUND].values())
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["custom_ids"] = found
    else:
        session.config.getoption("custom_ids").write_text("\n".join([*found, ""]), encoding="utf-8")
