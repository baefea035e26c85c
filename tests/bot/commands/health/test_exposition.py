"""The page for Prometheus: every figure has its help and its type, and histograms add up."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.commands.health.exposition import COUNTERS, exposition, labelled, resident_bytes
from bot.ui.figures import Figures
from rules.errors import Refusal
from rules.text import say

LINE = re.compile(
    r'# (HELP|TYPE) \w+ .+|[a-z_]+(\{\w+="(\\.|[^"\\])*"(,\w+="(\\.|[^"\\])*")*\})? [-+0-9.e]+(inf)?'
)


def test_every_line_is_one_that_prometheus_reads() -> None:
    page = exposition(Figures(), {"ready": 1, "info": {labelled(version='a"b\\c\nd'): 1}})
    assert page.endswith("\n")
    lines = page.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert r'dice_poker_info{version="a\"b\\c\nd"} 1' in lines
    named = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    assert {f"dice_poker_{name}_total" for name in COUNTERS} <= named
    assert "dice_poker_open_rounds" not in page, "what is not known is not told"


def test_the_classes_of_a_histogram_add_up() -> None:
    figures = Figures()
    for seconds in (0.001, 0.03, 0.04, 99):
        figures.answers.add(seconds)
    lines = exposition(figures, {}).splitlines()
    assert 'dice_poker_answer_seconds_bucket{le="0.005"} 1' in lines
    assert 'dice_poker_answer_seconds_bucket{le="0.05"} 3' in lines
    assert 'dice_poker_answer_seconds_bucket{le="3.0"} 3' in lines
    assert 'dice_poker_answer_seconds_bucket{le="+Inf"} 4' in lines
    assert "dice_poker_answer_seconds_count 4" in lines


async def test_refusals_are_counted_and_passed_on() -> None:
    figures = Figures()

    async def refused() -> None:
        raise Refusal(say("The round is over."))

    with pytest.raises(Refusal):
        await figures.counted(refused())
    assert figures.refusals == 1


def test_a_deadline_is_late_after_ten_seconds() -> None:
    figures, now = Figures(), datetime(2026, 1, 1, tzinfo=UTC)
    for seconds in (0, 9, 11):
        figures.expired(now - timedelta(seconds=seconds), now)
    figures.expired(None, now)
    assert (figures.deadlines, figures.late_deadlines) == (4, 1)


def test_the_memory_is_that_of_a_process() -> None:
    memory = resident_bytes()
    assert memory is None or 10_000_000 < memory < 10_000_000_000
