"""The page for Prometheus: every figure has its help and its type, and histograms add up."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import yaml
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot.commands.health.exposition import COUNTERS, GAUGES, exposition, resident_bytes
from bot.ui.figures import DISCORD_ERRORS, SESSIONS, DiscordErrors, Figures

ROOT = Path(__file__).parents[4]
HOSTING = (ROOT / "docs" / "large-hosts.md").read_text("utf-8")
GIVEN = {
    "info": {"1.2": 1},
    "uptime_seconds": 3.5,
    "ready": 1,
    "servers": 2,
    "open_rounds": 0,
    "waiting_accounts": 3,
    "waiting_counts": 0,
    "outdated_boards": 1,
    "waiting_writes": 0,
    "gateway_latency_seconds": {"0": 0.1, "1": math.inf},
    "gateway_sessions_left": 990,
    "waiting_requests": 2,
    "waiting_questions": 1,
    "database_bytes": 4096,
    "backup_bytes": 2048,
    "backup_age_seconds": 60,
    "free_disk_bytes": {"database": 1e9, "backups": 2e9},
}
COUNTED = {"gateway_sessions": {"new": 1}, "discord_errors": {"5xx": 2}, "logged_errors": 3}


def families(page: bytes) -> dict[str, Metric]:
    """Read a page as Prometheus does; the names of counters lose their end."""
    return {one.name: one for one in text_string_to_metric_families(page.decode())}


def test_every_figure_has_its_type_and_its_labels() -> None:
    found = families(exposition(Figures(), GIVEN, COUNTED))
    kinds = {name: one.type for name, one in found.items() if name.startswith("dice_poker_")}
    assert kinds == {
        "dice_poker_presses": "counter",
        "dice_poker_commands": "counter",
        "dice_poker_refusals": "counter",
        "dice_poker_apologies": "counter",
        "dice_poker_deadlines": "counter",
        "dice_poker_late_deadlines": "counter",
        "dice_poker_gateway_sessions": "counter",
        "dice_poker_discord_errors": "counter",
        "dice_poker_logged_errors": "counter",
        "dice_poker_info": "gauge",
        "dice_poker_uptime_seconds": "gauge",
        "dice_poker_ready": "gauge",
        "dice_poker_servers": "gauge",
        "dice_poker_open_rounds": "gauge",
        "dice_poker_waiting_accounts": "gauge",
        "dice_poker_waiting_counts": "gauge",
        "dice_poker_outdated_boards": "gauge",
        "dice_poker_waiting_writes": "gauge",
        "dice_poker_gateway_latency_seconds": "gauge",
        "dice_poker_gateway_sessions_left": "gauge",
        "dice_poker_waiting_requests": "gauge",
        "dice_poker_waiting_questions": "gauge",
        "dice_poker_database_bytes": "gauge",
        "dice_poker_backup_bytes": "gauge",
        "dice_poker_backup_age_seconds": "gauge",
        "dice_poker_free_disk_bytes": "gauge",
        "dice_poker_answer_seconds": "histogram",
    }
    assert {name for name in found if not name.startswith("dice_poker_")} <= {
        "process_start_time_seconds",
        "process_resident_memory_bytes",
    }, "nothing that the library tells by itself"
    labels = {name: [one.labels for one in found[f"dice_poker_{name}"].samples] for name in GIVEN}
    assert labels.pop("info") == [{"version": "1.2"}]
    assert labels.pop("gateway_latency_seconds") == [{"shard": "0"}, {"shard": "1"}]
    assert labels.pop("free_disk_bytes") == [{"of": "database"}, {"of": "backups"}]
    assert {name: one for name, one in labels.items() if one != [{}]} == {}
    assert all(one.documentation for one in found.values())


def test_the_page_for_hosts_names_every_figure() -> None:
    named = {*re.findall(r"`((?:dice_poker|process)_\w+)`", HOSTING)}
    counted = {f"dice_poker_{name}_total" for name in COUNTERS}
    measured = {f"dice_poker_{name}" for name in GAUGES}
    assert counted | measured | {"dice_poker_answer_seconds"} <= named


RULES = yaml.safe_load((ROOT / "deploy" / "dice-poker.rules.yml").read_text("utf-8"))


def test_alerts_ask_for_figures_that_there_are_and_for_kinds_that_are_counted() -> None:
    (group,) = RULES["groups"]
    known = {f"dice_poker_{name}_total" for name in COUNTERS}
    known |= {f"dice_poker_{name}" for name in GAUGES} | {"dice_poker_answer_seconds_bucket"}
    asked: set[str] = set()
    for rule in group["rules"]:
        names = {*re.findall(r"\bdice_poker_\w+", rule["expr"])}
        assert names <= known, rule["alert"]
        asked |= names
        for given in re.findall(r'kind=~?"([^"]+)"', rule["expr"]):
            kinds = [one for one in (*DISCORD_ERRORS, *SESSIONS) if re.fullmatch(given, one)]
            assert kinds, rule["alert"]
        assert rule["labels"]["severity"] in ("page", "morning")
        assert rule["annotations"]["summary"]
    worth_a_page = {"ready", "gateway_sessions_left", "free_disk_bytes", "backup_age_seconds"}
    assert {f"dice_poker_{name}" for name in worth_a_page} <= asked


def test_errors_of_discord_are_counted_by_their_kind() -> None:
    errors = DiscordErrors()
    by_discord = {"Via": "1.1 google"}
    for status, headers in (
        (200, by_discord),
        (404, by_discord),
        (429, {**by_discord, "X-RateLimit-Scope": "shared"}),
        (429, {**by_discord, "X-RateLimit-Scope": "global"}),
        (429, {**by_discord, "X-RateLimit-Scope": "of a kind that is new"}),
        (429, {}),
        (500, by_discord),
        (503, {}),
    ):
        errors.note(status, headers)
    assert errors.counts == {
        "429 shared": 1,
        "429 global": 1,
        "429 user": 1,
        "429 network": 1,
        "5xx": 2,
    }


async def test_answers_of_a_session_without_a_trace_are_counted_too() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app, errors = web.Application(), DiscordErrors()
    app.router.add_get("/{status}", answer)
    async with TestServer(app) as server:
        trace = aiohttp.TraceConfig()
        errors.listen(trace)
        answers = errors.answer_class(aiohttp.ClientResponse)
        for options in ({"response_class": answers}, {"trace_configs": [trace]}):
            async with aiohttp.ClientSession(**options) as session:
                for status in (200, 404, 429, 502):
                    async with session.get(server.make_url(f"/{status}")) as answered:
                        assert answered.status == status
            assert errors.counts == {"429 network": 1, "5xx": 1}
            errors.counts.clear()


def test_what_is_not_known_is_not_told() -> None:
    found = families(exposition(Figures(), {"ready": 1}))
    assert "dice_poker_ready" in found
    assert "dice_poker_open_rounds" not in found


def test_a_label_may_hold_any_letter() -> None:
    page = exposition(Figures(), {"info": {'a"b\\c\nd': 1}})
    assert rb'dice_poker_info{version="a\"b\\c\nd"} 1.0' in page.splitlines()


def test_the_classes_of_a_histogram_add_up() -> None:
    figures = Figures()
    for seconds in (0.001, 0.03, 0.04, 99):
        figures.answers.add(seconds)
    lines = exposition(figures, {}).decode().splitlines()
    assert 'dice_poker_answer_seconds_bucket{le="0.005"} 1.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="0.05"} 3.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="3.0"} 3.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="+Inf"} 4.0' in lines
    assert "dice_poker_answer_seconds_count 4.0" in lines
    assert "dice_poker_answer_seconds_sum 99.071" in lines


def test_a_deadline_is_late_after_ten_seconds() -> None:
    figures, now = Figures(), datetime(2026, 1, 1, tzinfo=UTC)
    for seconds in (0, 9, 11):
        figures.expired(now - timedelta(seconds=seconds), now)
    figures.expired(None, now)
    assert (figures.deadlines, figures.late_deadlines) == (4, 1)


def test_the_memory_is_that_of_a_process() -> None:
    memory = resident_bytes()
    assert memory is None or 10_000_000 < memory < 10_000_000_000
