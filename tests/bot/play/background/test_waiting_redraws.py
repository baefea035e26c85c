"""Nobody waits for somebody else's channel, and a board that could not be drawn is drawn soon."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest

from bot.play.background.redraws import MOST_UNDRAWN, REDRAWN_AT_TICK, Redraws
from bot.play.background.round_tasks import RoundTasks
from bot.play.boards.board import Board
from bot.storage.shards import ALL_SERVERS
from bot.ui.requests import is_unsure
from hanging import CALLBACK, EDIT, DeclaredSemaphore, declare_lock, hanging, treated
from simulated import buttons, find, table, text_of, until
from whole_rounds import between_two

pytestmark = pytest.mark.slow


def edit_of(channel):
    return f"/channels/{channel.id}/messages/*"


async def two_rounds(sim):
    """Begin a round of Ana's, and one of Bogdan's in another channel; return that channel."""
    other = sim.guild.create_text_channel("more-games")
    await sim.play(sim.ana)
    await sim.play(sim.bogdan, channel=other)
    return other


def drawn(sim, message):
    """Return whether the message shows that its round rests or is over."""
    shown = sim.reread(message)
    return "Rematch" in buttons(shown) or "This game is resting" in text_of(shown)


async def test_a_hanging_edit_holds_up_no_other_deadline(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        other = await two_rounds(sim)
        mine, theirs = sim.message, other.last_message
        with hanging(sim, "PATCH", edit_of(sim.channel)) as held:
            await sim.wait(minutes=10, seconds=2)
            assert len(held.begun) == 1
            assert drawn(sim, theirs)
            assert not drawn(sim, mine)
            assert {sim.stored(1).status, sim.stored(2).status} == {"resting"}


async def test_deadlines_are_kept_while_no_board_can_be_drawn(tmp_path):
    """As many edits hang as are made at the same time; the rounds go on."""
    async with table(tmp_path, reminders=False) as sim:
        await two_rounds(sim)
        deadlines = sim.bot.deadlines
        deadlines.tasks.drawing = DeclaredSemaphore(sim)
        deadlines.changing = DeclaredSemaphore(sim)
        with hanging(sim, "PATCH", EDIT) as held:
            await sim.wait(minutes=10, seconds=2)
            assert len(held.begun) == 1
            assert {sim.stored(1).status, sim.stored(2).status} == {"resting"}


async def test_a_rate_limit_holds_up_no_other_channel(tmp_path):
    """429 with `retry_after` 25: discord.py sleeps that long in the middle of the request."""
    async with table(tmp_path, reminders=False) as sim:
        other = await two_rounds(sim)
        mine, theirs = sim.message, other.last_message
        limited = sim.env.now().timestamp() + 600 + 25

        async def treat(carry_out, _):
            left = limited - sim.env.now().timestamp()
            if left > 0:
                await sim.env.external_wait(asyncio.sleep(left), reason="a rate limit")
            return await carry_out()

        with treated(sim, "PATCH", edit_of(sim.channel), treat):
            await sim.wait(minutes=10, seconds=2)
            assert drawn(sim, theirs)
            assert not drawn(sim, mine)
            keep = find(mine, "Keep all")["custom_id"]
            records = await sim.send_all([(sim.bogdan, theirs, keep.replace(":1:", ":2:"))])
            assert records[0].responded
            await sim.wait(seconds=60)
            assert drawn(sim, mine)
            assert sim.stored(1).place.drawn == sim.stored(1).version


async def test_presses_go_on_while_edits_hang(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=8)
        other = sim.guild.create_text_channel("more-games")
        await sim.play(sim.bogdan, channel=other)
        with hanging(sim, "PATCH", EDIT):
            await sim.wait(minutes=2, seconds=2)
            press = sim.send(
                sim.bogdan, other.last_message, find(other.last_message, "Keep all")["custom_id"]
            )
            await until(lambda: press.responded)
            assert drawn(sim, other.last_message)


async def test_a_hanging_callback_holds_up_no_other_round(tmp_path):
    """Neither its presses nor its deadlines."""
    async with table(tmp_path, reminders=False) as sim:
        other = await two_rounds(sim)
        third = sim.guild.create_text_channel("even-more-games")
        await sim.wait(minutes=9, seconds=50)
        await sim.play(sim.carmen, channel=third)
        hung = sim.send(sim.ana, sim.message, find(sim.message, "Keep all")["custom_id"])
        with hanging(sim, "POST", f"/interactions/{hung.id}/*") as held:
            await until(lambda: held.begun)
            message = third.last_message
            press = sim.send(sim.carmen, message, find(message, "Keep all")["custom_id"])
            await until(lambda: press.responded)
            assert drawn(sim, message)
            await sim.env.advance_time(12)
            assert sim.stored(2).status == "resting"
            assert drawn(sim, other.last_message)


async def test_a_reminder_that_cannot_be_deleted_holds_up_nobody(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        message = sim.message
        keep = find(message, "Keep all")["custom_id"]
        await sim.wait(minutes=2)
        with hanging(sim, "DELETE", EDIT) as held:
            first = sim.send(sim.bogdan, message, keep)
            second = sim.send(sim.ana, message, keep.replace(":0:", ":1:"))
            await until(lambda: first.responded and second.responded)
            assert len(held.begun) == 1
            assert drawn(sim, message)
            assert sim.stored().deadline.reminder is None


async def test_the_deadlines_do_not_wait_for_a_press_that_is_being_answered(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await two_rounds(sim)
        deadlines = sim.bot.deadlines
        deadlines.changing = asyncio.Semaphore(1)
        async with sim.bot.rounds.lock(1):
            await sim.wait(minutes=10, seconds=5)
            assert sim.stored(1).status == "playing"
            assert sim.stored(2).status == "resting"
            assert not deadlines.tasks.busy
        await sim.wait(seconds=4)
        assert sim.stored(1).status == "resting"


async def test_a_callback_that_hangs_frees_its_round_after_five_seconds(tmp_path):
    """The next press is answered then; nothing else is sent to whoever pressed first."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message, lock = sim.message, declare_lock(sim)
        keep = find(message, "Keep all")["custom_id"]
        first = sim.send(sim.bogdan, message, keep)
        with hanging(sim, "POST", f"/interactions/{first.id}/*") as held:
            await sim.wait(seconds=1)
            assert len(held.begun) == 1
            assert lock.locked()
            second = sim.send(sim.ana, message, keep.replace(":0:", ":1:"))
            await sim.wait(seconds=4.5)
            assert len(held.begun) == 1
            assert second.responded
            assert sim.stored().status == "over"
            assert drawn(sim, message)


async def test_what_a_hanging_callback_did_is_shown_to_the_others_at_once(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message = sim.message
        with hanging(sim, "POST", CALLBACK):
            sim.send(sim.bogdan, message, find(message, "Keep all")["custom_id"])
            await sim.wait(seconds=5 + 3 + 1)
            assert f"<@{sim.ana.id}>, your turn — " in text_of(sim.reread(message))


async def test_an_answer_that_was_given_up_and_lands_late_does_not_stay(tmp_path):
    """The board counts as undrawn, is drawn with the next version, and again within a minute."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message = sim.message
        keep = find(message, "Keep all")["custom_id"]
        with hanging(sim, "POST", CALLBACK, times=1) as held:
            sim.send(sim.bogdan, message, keep)
            await sim.wait(seconds=5.5)
            assert sim.stored().place.drawn < sim.stored().version
            await sim.send_all([(sim.ana, message, keep.replace(":0:", ":1:"))])
            assert drawn(sim, message)
            assert sim.stored().place.drawn < sim.stored().version
            await sim.wait(seconds=5)
            await held.land(message)
            assert not drawn(sim, message)
        await sim.wait(seconds=50)
        assert drawn(sim, message)
        assert sim.stored().place.drawn == sim.stored().version
        since = len(sim.env.http_requests)
        await sim.wait(minutes=5)
        assert sim.requests("PATCH", since=since) == []


async def test_an_answer_that_lands_when_nobody_expects_it_any_more_is_drawn_over_at_once(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message = sim.message
        keep = find(message, "Keep all")["custom_id"]
        with hanging(sim, "POST", CALLBACK, times=1, landed=True) as held:
            sim.send(sim.bogdan, message, keep)
            await sim.wait(seconds=45)
            await sim.send_all([(sim.ana, message, keep.replace(":0:", ":1:"))])
            assert sim.stored().place.drawn == sim.stored().version
            await held.land(message)
            assert not drawn(sim, message)
            held.let_go()
            await sim.wait(seconds=4)
        assert drawn(sim, message)


async def test_a_deadline_that_cannot_be_drawn_is_drawn_within_a_minute(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message = sim.message
        sim.env.inject_error("PATCH", EDIT, status=503)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert not drawn(sim, message)
        await sim.wait(seconds=55)
        assert drawn(sim, message)
        assert sim.stored().place.drawn == sim.stored().version


async def test_a_deadline_whose_edit_hangs_is_drawn_within_a_minute(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message = sim.message
        with hanging(sim, "PATCH", EDIT, times=1) as held:
            await sim.wait(minutes=10, seconds=10)
            assert len(held.begun) == 1
            assert not drawn(sim, message)
            assert sim.stored().place.drawn < sim.stored().version
            await sim.wait(seconds=50)
            assert drawn(sim, message)
            assert sim.stored().place.drawn == sim.stored().version


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_a_board_that_discord_refuses_is_given_up_once_its_round_is_over(tmp_path, status):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        sim.env.inject_error("PATCH", EDIT, status=status, times=None)
        # its deadline is after ten; what waits is tried again after ten more at the latest
        await sim.wait(minutes=22)
        assert len(sim.requests("PATCH", EDIT)) == 1
        assert sim.stored().place.drawn == sim.stored().version
        await sim.restart()
        await sim.wait(minutes=1)
        assert len(sim.requests("PATCH", EDIT)) == 1


async def test_too_many_edits_of_old_messages_mean_later_also_once_the_round_is_over(tmp_path):
    """Discord's error 30046 is no refusal for ever, and nothing was carried out."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        sim.env.inject_error("PATCH", EDIT, status=400, code=30046, times=1)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().place.drawn < sim.stored().version
        assert sim.bot.board.doubts(1) == 0
        await sim.wait(minutes=1)
        assert len(sim.requests("PATCH", EDIT)) == 2
        assert sim.stored().place.drawn == sim.stored().version


@pytest.mark.parametrize("status", [400, 429, 503])
def test_it_is_not_unsure_whatever_its_status_is(status):
    response = SimpleNamespace(status=status, reason="")
    assert not is_unsure(discord.HTTPException(response, {"code": 30046, "message": "later"}))
    assert is_unsure(discord.HTTPException(response, "")) is (status == 503)


async def test_a_board_of_an_open_round_is_tried_again_ever_more_rarely(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        sim.env.inject_error("PATCH", EDIT, status=403, times=None)
        await sim.wait(minutes=19)
        tried = len(sim.requests("PATCH", EDIT))
        assert 5 <= tried <= 6, "at once, then 20, 40, 80, 160 and 320 seconds later"
        assert text_of(sim.message)


def no_tasks():
    """Return tasks of rounds of which none is carried out; the test says how they start."""
    return RoundTasks(rounds=None, outages=None, faults=None, part=1.0)


def test_tries_are_at_most_ten_minutes_apart():
    board = SimpleNamespace(undrawn={1}, urgent=set(), doubts=lambda _: 0)
    tasks, tried = no_tasks(), []
    redraws = Redraws(storage=None, board=board, outages=None, tasks=tasks)
    for second in range(2_000):
        tasks.start = lambda *_, at=second: tried.append(at)
        redraws.start(second)
    assert tried == [20, 40, 80, 160, 320, 640, 1240, 1840]


class Undrawn:
    """Rounds whose boards are outdated: nothing is drawn before `finish` says so."""

    def __init__(self, ids):
        self.left = sorted(ids, reverse=True)
        self.read, self.drawn, tasks = [], [], no_tasks()
        self.busy, tasks.start = tasks.busy, self._start
        self.board = SimpleNamespace(undrawn=set(), urgent=set(), doubts=lambda _: 0)
        self.board.put_off = lambda found: Board.put_off(self.board, found)
        self.redraws = Redraws(
            storage=SimpleNamespace(read=self._read),
            board=self.board,
            outages=SimpleNamespace(connected=lambda: ALL_SERVERS),
            tasks=tasks,
        )
        self.redraws.search()

    async def _read(self, function, shards, *, below, most):
        found = tuple([one for one in self.left if one < below][:most])
        self.read.append(len(found))
        return found

    def _start(self, ids, do):
        self.drawn += ids
        self.busy.update(dict.fromkeys(ids))

    async def tick(self, second):
        await self.redraws.find()
        self.redraws.start(second)

    def finish(self):
        for one in self.busy:
            self.board.undrawn.discard(one)
        self.busy.clear()


async def test_after_a_gap_no_more_boards_are_read_than_can_be_drawn_the_newest_first():
    rounds = Undrawn(range(1, 1001))
    await rounds.tick(0)
    assert rounds.drawn == list(range(1000, 1000 - REDRAWN_AT_TICK, -1))
    for second in range(3, 30, 3):
        await rounds.tick(second)
    assert rounds.read == [REDRAWN_AT_TICK], "nothing more is read while nothing is drawn"
    for second in range(30, 90, 3):
        rounds.finish()
        await rounds.tick(second)
    assert rounds.drawn == list(range(1000, 0, -1)), "each once, none is forgotten"
    assert max(rounds.read) == REDRAWN_AT_TICK
    assert rounds.redraws.search_below is None


async def test_boards_that_cannot_be_drawn_are_not_collected_without_end():
    rounds = Undrawn(range(1, 10_001))
    for second in range(0, 600, 3):
        await rounds.tick(second)
        rounds.busy.clear()  # none could be drawn
    assert len(rounds.board.undrawn) <= MOST_UNDRAWN + REDRAWN_AT_TICK
