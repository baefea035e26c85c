"""The example of alerts: it asks for figures that there are, and tells what it is for."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.ui.figures import DISCORD_ERRORS, SESSIONS, Figures

ROOT = Path(__file__).parents[1]
FILE = ROOT / "deploy" / "dice-poker.rules.yml"
(GROUP,) = yaml.safe_load(FILE.read_text("utf-8"))["groups"]
ALERTS: dict[str, dict[str, Any]] = {rule["alert"]: rule for rule in GROUP["rules"]}
FIGURES = {one.name for one in Figures().registry.collect()}
"""The names of all figures; those of counters without their end."""

PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool")


def figures_in(text: str) -> set[str]:
    """Return the figures that a text names, by the names of `FIGURES`."""
    named = re.findall(r"\b(?:dice_poker|process)_[a-z_]+", text)
    return {re.sub(r"_(total|bucket|count|sum)$", "", one) for one in named}


@pytest.mark.parametrize("name", ALERTS)
def test_an_alert_asks_for_figures_that_there_are_and_for_kinds_that_are_counted(name: str) -> None:
    alert = ALERTS[name]
    figures = figures_in(alert["expr"])
    assert figures <= FIGURES
    assert figures or name == "DicePokerAway"
    for given in re.findall(r'kind=~?"([^"]+)"', alert["expr"]):
        assert any(re.fullmatch(given, one) for one in (*DISCORD_ERRORS, *SESSIONS))
    assert alert["labels"]["severity"] in ("page", "morning")
    assert alert["annotations"]["summary"]


def promtool(*arguments: object) -> None:
    done = subprocess.run(
        [str(PROMTOOL), *map(str, arguments)],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_promtool_understands_every_alert() -> None:
    promtool("check", "rules", FILE)


def unknown(minutes: int) -> str:
    """Return the values of a figure that is not known; promtool repeats numbers alone."""
    return " ".join(["NaN"] * minutes)


@needs_promtool
@pytest.mark.parametrize(
    ("alert", "series", "fires"),
    [
        ("OldBackup", {"backup_age_seconds": "60+60x600"}, False),
        ("OldBackup", {"backup_age_seconds": "90000+60x600"}, True),
        ("OldBackup", {"backup_age_seconds": unknown(600)}, True),
        ("OldBackup", {"servers": "1x600"}, True),
        (
            "OldBackup",
            {
                'backup_age_seconds{instance="a"}': unknown(600),
                'backup_age_seconds{instance="b"}': "60x600",
            },
            False,
        ),
        ("JudgingGrows", {"unjudged_games": "2000+1x600"}, True),
        ("JudgingGrows", {"unjudged_games": "2000-1x600"}, False),
        ("JudgingGrows", {"unjudged_games": "0+1x600"}, False),
        ("JudgingGrows", {"unjudged_games": unknown(600)}, False),
        ("JudgingGrows", {"unjudged_games": f"2000x90 {unknown(20)} 2000x500"}, True),
        ("DiskFull", {'free_disk_bytes{of="database"}': unknown(600)}, False),
        ("DiskFull", {'free_disk_bytes{of="backups"}': "100000000x600"}, True),
        ("NotReady", {"ready": "0x600"}, True),
    ],
)
def test_an_alert_fires_when_it_should(
    tmp_path: Path, alert: str, series: dict[str, str], fires: bool
) -> None:
    """After ten hours of a series, with a value for each minute."""
    given = [{"series": f"dice_poker_{name}", "values": of} for name, of in series.items()]
    (tmp_path / "rules.yml").write_bytes(FILE.read_bytes())
    condition = f'count(ALERTS{{alertname="DicePoker{alert}",alertstate="firing"}})'
    expected = [{"labels": "{}", "value": 1}] if fires else []
    asked = {"expr": condition, "eval_time": "10h", "exp_samples": expected}
    test = {"interval": "1m", "input_series": given, "promql_expr_test": [asked]}
    file = tmp_path / "tests.yml"
    file.write_text(json.dumps({"rule_files": ["rules.yml"], "tests": [test]}))
    promtool("test", "rules", file)
