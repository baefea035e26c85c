"""Work in idle time: in pieces that take a few milliseconds, and between the answers."""

from __future__ import annotations

import pytest

from bot.play.idle_time import LOOK_SECONDS, PIECE_SECONDS, QUIET_SECONDS, IdleTime, Pieces


class Machine:
    """A clock that work and waiting move; `answers` says when somebody is being answered."""

    def __init__(self, answers=lambda now: False):
        self.now, self.slept = 0.0, 0.0
        self.idle = IdleTime(lambda: answers(self.now), self.sleep)

    async def sleep(self, seconds):
        self.now += seconds
        self.slept += seconds

    def work(self, seconds):
        async def do():
            self.now += seconds

        return do


@pytest.mark.parametrize(
    ("until", "quiet", "slept"),
    [(0, True, 0), (0.1, True, 0.1), (9, False, QUIET_SECONDS)],
)
async def test_a_piece_begins_when_nobody_is_answered_but_does_not_wait_for_ever(
    until, quiet, slept
):
    machine = Machine(lambda now: now < until)
    assert await machine.idle.quiet() == quiet
    assert machine.slept == pytest.approx(slept, abs=2 * LOOK_SECONDS)


@pytest.mark.parametrize("each", [0.0001, 0.001, 0.003, 0.1])
async def test_pieces_are_as_large_as_fits_into_their_time(each):
    machine = Machine()
    pieces, longest, done = Pieces(machine.idle, 40, lambda: machine.now), 0.0, 0
    for _ in range(20):
        size = pieces.size
        began = machine.now
        await pieces.do(size, machine.work(size * each))
        longest, done = max(longest, machine.now - began), done + size
    assert longest <= max(PIECE_SECONDS + each / 2, each) + 1e-9, "no press waits for more"
    assert pieces.size == max(1, min(40, round(PIECE_SECONDS / each)))


async def test_pieces_shrink_at_once_where_the_disk_becomes_slow():
    machine = Machine()
    pieces = Pieces(machine.idle, 40, lambda: machine.now)
    for _ in range(9):
        await pieces.do(pieces.size, machine.work(0.0001 * pieces.size))
    assert pieces.size == 40
    await pieces.do(40, machine.work(0.4))
    assert pieces.size == 1


async def test_a_piece_is_at_most_twice_as_large_as_the_one_before_it():
    """However quick that was: a few things may have cost nothing where many do."""
    machine = Machine()
    pieces, sizes = Pieces(machine.idle, 40, lambda: machine.now), []
    for _ in range(7):
        sizes.append(pieces.size)
        await pieces.do(pieces.size, machine.work(0))
    assert sizes == [1, 2, 4, 8, 16, 32, 40]


async def test_quick_pieces_of_few_things_let_no_larger_one_follow():
    machine = Machine()
    pieces = Pieces(machine.idle, 40, lambda: machine.now)
    for count in (1, 2, 4):
        await pieces.do(count, machine.work(0))
    for _ in range(9):
        assert pieces.size == 8
        await pieces.do(1, machine.work(0))


async def test_in_the_pauses_of_a_busy_bot_the_work_goes_on():
    """Somebody is answered two thirds of the time: pieces begin in the other third."""
    machine = Machine(lambda now: now % 0.03 < 0.02)
    pieces, began = Pieces(machine.idle, 40, lambda: machine.now), []

    def work(size):
        async def do():
            began.append(machine.now % 0.03)
            machine.now += 0.001 * size

        return do

    while machine.now < 1:
        await pieces.do(pieces.size, work(pieces.size))
    assert min(began) >= 0.02 - 1e-9
    assert len(began) > 20
