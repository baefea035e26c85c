"""The database is replaced by a copy of an earlier moment: nothing that was seen lands again."""

from __future__ import annotations

import shutil

import pytest

from bot.commands.maintenance import copies
from bot.table.luck import SeededLuck
from dares_played import seeded_table, writes_only
from rules.engine import Landed
from rules.screen import Action
from simulated import text_of
from sql import execute
from whole_rounds import between_two, control, do, leave, look, play_on

WAYS = ("by the command", "by hand")
"""`dice-poker backup` and `restore`; or copies of the file, made while the bot is stopped."""

WITHDRAWN = "`{}`… was shown, and withdrawn before a game used it up"
NO_PROOF = "This game has no proof: it got another seed while it was played"
PROVEN = "✅ All"
AHEAD = "was played further on than it is stored"

pytestmark = pytest.mark.slow


class Copy:
    """A copy of the database of a bot, which is made and put back in one of the `WAYS`."""

    def __init__(self, sim, folder, monkeypatch, way):
        monkeypatch.setenv("DATABASE_URL", sim.url)
        self.sim, self.way = sim, way
        self.database, self.file = folder / "rounds.sqlite3", folder / "copy.sqlite3"

    async def make(self):
        self.sim.bot.rounds.flush(self.sim.bot.storage)
        if self.way == "by hand":
            await self.sim.restart(meanwhile=lambda: shutil.copy(self.database, self.file))
        else:
            assert copies.backup(self.file, replace=False) == 0

    async def put_back(self):
        """Put the copy in place; boards are drawn again a moment after the start."""
        await self.sim.restart(meanwhile=self._put_back)
        await self.sim.wait(seconds=30)

    def _put_back(self):
        if self.way == "by hand":
            shutil.copy(self.file, self.database)
        else:
            assert copies.restore(self.file) == 0


@pytest.fixture(params=WAYS)
def copy_of(request, tmp_path, monkeypatch):
    """Return a function that makes the copy of a bot."""
    return lambda sim: Copy(sim, tmp_path, monkeypatch, request.param)


def landed(sim, number):
    """Return all that landed in a round."""
    return [step.faces for step in sim.record(number) if isinstance(step, Landed)]


async def fair(sim, member, number):
    """Press *Fair dice?* of a round, drawn there or not; return the text of the page."""
    custom_id = f"tool:{number}:0:proof"
    sim.put_button(sim.message, custom_id)
    return text_of(sim.reread_private(await sim.press_id(member, sim.message, custom_id)))


async def games_in(sim, channels):
    """Play two games in each channel; return their seeds and what landed."""
    seeds, all_landed = [], []
    for channel in (*channels, *channels):
        sim.channel = channel
        await sim.play(sim.ana, level="easy")
        number = sim.latest
        await sim.press_id(sim.ana, sim.message, f"press:{number}:*:keep")
        seeds.append(sim.stored(number).seed)
        all_landed += landed(sim, number)
    return seeds, all_landed


async def test_no_next_game_lands_what_was_seen_before_though_its_seed_was_known(tmp_path, copy_of):
    """A seal that somebody was shown before the copy is told as withdrawn."""
    async with seeded_table(tmp_path) as sim:
        channels = (sim.channel, sim.guild.create_text_channel("other"))
        await games_in(sim, channels)
        sim.channel = channels[0]
        shown = (await fair(sim, sim.bogdan, 1)).partition("Seal of the next game here: `")[2][:64]
        copy = copy_of(sim)
        await copy.make()
        seen, seen_landed = await games_in(sim, channels)
        await copy.put_back()
        again, again_landed = await games_in(sim, channels)
        assert len({seed.secret for seed in (*seen, *again)}) == 8
        opened = {seed.opened for seed in again}
        would_have = [SeededLuck(one.secret, at).roll("dice", 5) for one in seen for at in opened]
        have = [SeededLuck(one.secret, one.opened).roll("dice", 5) for one in again]
        assert not {*would_have} & {*have}
        assert not {*seen_landed} & {*again_landed}
        assert shown not in {seed.seal for seed in again}
        sim.channel = channels[0]
        assert WITHDRAWN.format(shown[:12]) in await fair(sim, sim.bogdan, sim.latest - 1)


def in_turn(sim):
    """Return the two members of a round in the order of their seats."""
    return sorted((sim.ana, sim.bogdan), key=lambda member: sim.stored().seats_of(member.id))


async def rerolled(sim, member):
    """Let a member reroll all dice of round 1 on its board; return what landed."""
    stored = await look(sim)
    action = next(
        one
        for one in stored.play.game.legal(stored.play.state, stored.play.awaits.seats[0])
        if one.verb == "reroll" and len(one.on) == 5
    )
    await do(sim, member, sim.message, action)
    return landed(sim, 1)[-1]


@pytest.mark.parametrize("pressed", [r"press:1:\d+:.*", r"mark:1:\d+:1"])
async def test_a_game_that_was_played_on_lands_other_dice_and_has_no_proof(
    tmp_path, copy_of, pressed, caplog
):
    """The command draws its board again; after a copy by hand the first press tells of it."""
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, "thirteen")
        copy = copy_of(sim)
        await copy.make()
        seed, moment = sim.stored().seed, sim.stored().moment
        first = await rerolled(sim, sim.ana)
        ahead = sim.message
        await copy.put_back()
        assert sim.stored().moment == moment
        by_hand = copy.way == "by hand"
        if by_hand:
            assert (sim.stored().seed, sim.message) == (seed, ahead)
            custom_id = control(sim.reread(ahead), pressed)["custom_id"]
            assert (await sim.ana.click(ahead, custom_id=custom_id)).acknowledged
        assert caplog.text.count(AHEAD) == by_hand, "one press gives one seed"
        after = sim.stored()
        assert (after.moment, after.seed.proven) == (moment, False)
        assert after.seed.secret != seed.secret
        assert control(sim.message, rf"mark:1:{moment}:1")
        assert await rerolled(sim, sim.ana) != first
        ended = await play_on(sim, [sim.ana], writes_only)
        assert ended.finished
        assert sim.stored().seed == after.seed
        shown = await fair(sim, sim.bogdan, 1)
        assert NO_PROOF in shown
        assert PROVEN not in shown


@pytest.mark.parametrize("copy_of", WAYS[1:], indirect=True)
async def test_a_game_that_stayed_as_it_was_keeps_its_seed_and_its_proof(tmp_path, copy_of):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, level="easy")
        seed, copy = sim.stored().seed, copy_of(sim)
        await copy.make()
        await copy.put_back()
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        assert sim.stored().seed == seed
        assert PROVEN in await fair(sim, sim.bogdan, 1)


async def test_a_game_that_has_begun_since_is_a_lobby_again_with_another_seed(tmp_path, copy_of):
    async with seeded_table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        seed, copy = sim.stored().seed, copy_of(sim)
        await copy.make()
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        first = landed(sim, 1)
        await copy.put_back()
        assert sim.stored().status == "waiting"
        if copy.way == "by hand":
            await sim.press_id(sim.bogdan, sim.message, "press:1:*:keep")
        assert not sim.stored().seed.proven
        assert sim.stored().seed.secret != seed.secret
        await sim.press_id(sim.bogdan, sim.message, "lobby:1:*:join")
        assert landed(sim, 1)[0] != first[0]


async def test_a_game_that_has_ended_since_goes_on_with_another_seed(tmp_path, copy_of):
    """Everybody could see its first seed."""
    async with seeded_table(tmp_path) as sim:
        await between_two(sim)
        seed, copy = sim.stored().seed, copy_of(sim)
        await copy.make()
        await leave(sim, sim.ana)
        assert sim.stored().ended
        await copy.put_back()
        assert sim.stored().open
        if copy.way == "by hand":
            await sim.press_id(sim.ana, sim.message, "tool:1:*:rematch")
        assert sim.stored().seed.secret != seed.secret


@pytest.mark.parametrize("copy_of", WAYS[1:], indirect=True)
async def test_the_press_of_an_absent_member_tells_of_it_too(tmp_path, copy_of):
    """It only returns them to their seat where it comes too late."""
    async with seeded_table(tmp_path) as sim:
        await between_two(sim, "nine")
        copy = copy_of(sim)
        await copy.make()
        first, _ = in_turn(sim)
        await rerolled(sim, first)
        execute(f"sqlite:///{copy.file}", "UPDATE seats SET missed_turns = 2 WHERE seat = 0")
        await copy.put_back()
        await sim.press_id(first, sim.message, "press:1:*")
        assert not sim.stored().seed.proven


@pytest.mark.parametrize("copy_of", WAYS[1:], indirect=True)
async def test_the_press_of_a_member_who_may_not_choose_tells_of_it_too(tmp_path, copy_of):
    async with seeded_table(tmp_path) as sim:
        await between_two(sim, "nine")
        copy = copy_of(sim)
        await copy.make()
        first, second = in_turn(sim)
        await rerolled(sim, first)
        await copy.put_back()
        await sim.press_id(second, sim.message, "press:1:*")
        assert not sim.stored().seed.proven


@pytest.mark.parametrize("copy_of", WAYS[1:], indirect=True)
async def test_on_a_sheet_for_everybody_any_press_tells_of_it(tmp_path, copy_of):
    """Also of a member who could not have the turn that was free at that moment."""
    async with seeded_table(tmp_path) as sim:
        page = await sim.first_page(sim.ana)
        for custom_id in ("table:0:0", "everybody:0:0", "everybody:0:0:nine"):
            await sim.press_id(sim.ana, page, custom_id)
        await do(sim, sim.ana, sim.message, Action("write", "one-pair"))
        copy = copy_of(sim)
        await copy.make()
        await do(sim, sim.bogdan, sim.message, Action("write", "two-pair"))
        await copy.put_back()
        answer = await do(sim, sim.carmen, sim.message, Action("write", "chance"))
        assert "was faster" in text_of(sim.reread_private(answer))
        assert not sim.stored().seed.proven
