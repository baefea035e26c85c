"""The figures for Prometheus: fourteen of the bot, and what is counted by their kinds."""

from __future__ import annotations

import math
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from bot.client import DicePokerBot
from bot.config import Config
from bot.storage.database import Storage
from bot.ui.figures import DISCORD_ERRORS, DISKS, SESSIONS, DiscordErrors, Figures
from standin_discord import TOKEN, standin


def families(page: bytes) -> dict[str, Metric]:
    """Read a page as Prometheus does; the names of counters lose their end."""
    return {one.name: one for one in text_string_to_metric_families(page.decode())}


def errors_of(figures: Figures) -> dict[str, float]:
    """Return the errors of Discord that were counted, without the kinds of which there are none."""
    (family,) = figures.discord_errors.collect()
    return {one.labels["kind"]: one.value for one in family.samples if one.value}


def test_there_are_fourteen_figures_and_those_of_the_process() -> None:
    found = families(Figures().page())
    kinds = {name: one.type for name, one in found.items() if not name.startswith("process_")}
    assert kinds == {
        "dice_poker_answer_seconds": "histogram",
        "dice_poker_refusals": "counter",
        "dice_poker_apologies": "counter",
        "dice_poker_late_deadlines": "counter",
        "dice_poker_gateway_sessions": "counter",
        "dice_poker_discord_errors": "counter",
        "dice_poker_logged_errors": "counter",
        "dice_poker_ready": "gauge",
        "dice_poker_servers": "gauge",
        "dice_poker_open_rounds": "gauge",
        "dice_poker_unjudged_games": "gauge",
        "dice_poker_waiting_writes": "gauge",
        "dice_poker_backup_age_seconds": "gauge",
        "dice_poker_free_disk_bytes": "gauge",
    }
    assert all(one.documentation for one in found.values())


def test_a_figure_has_all_its_labels_from_the_start() -> None:
    """So an increase from nothing to one is seen."""
    labels = {
        name: {tuple(sample.labels.items()) for sample in one.samples}
        for name, one in families(Figures().page()).items()
    }
    assert labels["dice_poker_gateway_sessions"] == {(("kind", kind),) for kind in SESSIONS}
    assert labels["dice_poker_discord_errors"] == {(("kind", kind),) for kind in DISCORD_ERRORS}
    assert labels["dice_poker_free_disk_bytes"] == {(("of", of),) for of in DISKS}
    assert labels["dice_poker_refusals"] == {()}


def test_what_is_not_known_is_no_number() -> None:
    """What was not looked at is not told as 0: a backup of that age would be new."""
    samples = [s for one in families(Figures().page()).values() for s in one.samples]
    unknown = {one.name for one in samples if math.isnan(one.value)}
    assert unknown == {
        "dice_poker_open_rounds",
        "dice_poker_unjudged_games",
        "dice_poker_backup_age_seconds",
        "dice_poker_free_disk_bytes",
    }


def test_two_bots_in_one_process_count_each_its_own() -> None:
    first, second = Figures(), Figures()
    first.refusals.inc()
    assert "dice_poker_refusals_total 1.0" in first.page().decode().splitlines()
    assert "dice_poker_refusals_total 0.0" in second.page().decode().splitlines()


def test_the_classes_of_a_histogram_add_up() -> None:
    figures = Figures()
    for seconds in (0.001, 0.03, 0.04, 99):
        figures.answer_seconds.observe(seconds)
    lines = figures.page().decode().splitlines()
    assert 'dice_poker_answer_seconds_bucket{le="0.005"} 1.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="0.05"} 3.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="3.0"} 3.0' in lines
    assert 'dice_poker_answer_seconds_bucket{le="+Inf"} 4.0' in lines
    assert "dice_poker_answer_seconds_count 4.0" in lines
    assert "dice_poker_answer_seconds_sum 99.071" in lines


def test_errors_of_discord_are_counted_by_their_kind() -> None:
    figures = Figures()
    errors = DiscordErrors(figures.discord_errors)
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
        errors.count(status, headers)
    assert errors_of(figures) == {
        "429 shared": 1,
        "429 global": 1,
        "429 user": 1,
        "429 network": 1,
        "5xx": 2,
    }


async def test_answers_of_a_session_without_a_trace_are_counted_too() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    async with TestServer(app) as server:
        for traced in (False, True):
            figures = Figures()
            errors = DiscordErrors(figures.discord_errors)
            trace = aiohttp.TraceConfig()
            errors.listen(trace)
            answers = errors.answer_class(aiohttp.ClientResponse)
            options = {"trace_configs": [trace]} if traced else {"response_class": answers}
            async with aiohttp.ClientSession(**options) as session:
                for status in (200, 404, 429, 502):
                    async with session.get(server.make_url(f"/{status}")) as answered:
                        assert answered.status == status
            assert errors_of(figures) == {"429 network": 1, "5xx": 1}


async def test_a_bot_counts_the_errors_that_discord_answers_it_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with standin() as served, Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        monkeypatch.setattr(discord.http.Route, "BASE", served.api)
        served.refuse = [("GET", "/users/@me", 429, {"retry_after": 0.001, "message": "slowly"})]
        bot = DicePokerBot(storage, Config())
        async with bot:
            with pytest.raises(discord.HTTPException):
                await bot.http.static_login(TOKEN)
        assert errors_of(bot.figures) == {"429 user": 5}, "discord.py asks five times"
