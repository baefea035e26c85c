"""No board is replaced by an older one, whatever a hint or a review still draws later."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.database import Storage
from bot.table.players import Players
from bot.table.store import rounds
from hanging import CALLBACK, EDIT, declare_lock, hanging, slow_analyses
from simulated import buttons, find, table, text_of
from whole_rounds import between_two


async def test_a_stale_hint_draws_in_its_turn(tmp_path):
    """Its drawing hangs with the present version; the next act is drawn after it."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, "poker-dice")
        message, lock = sim.message, declare_lock(sim)
        hint = find(message, "💡 Hint")["custom_id"]
        await sim.reroll(sim.ana, message, 1)
        moment = sim.stored().moment
        keep = find(sim.reread(message), "Keep this hand and stop")["custom_id"]
        stale = sim.send(sim.ana, message, hint)
        with hanging(sim, "POST", f"/interactions/{stale.id}/*") as held:
            await sim.wait(seconds=1)
            assert len(held.begun) == 1
            assert lock.locked()
            act = sim.send(sim.ana, message, keep)
            await sim.wait(seconds=1)
            assert sim.stored().moment == moment
            held.let_go()
            await sim.env.settle()
        assert act.responded
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.reread(message))
        assert sim.stored().place.drawn == sim.stored().version


async def test_a_stale_review_draws_in_its_turn(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message, lock = sim.message, declare_lock(sim)
        keep = find(message, "Keep all")["custom_id"]
        early = sim.send(sim.ana, message, "tool:1:0:review")
        with hanging(sim, "POST", f"/interactions/{early.id}/*") as held:
            await sim.wait(seconds=1)
            assert lock.locked()
            act = sim.send(sim.bogdan, message, keep)
            await sim.wait(seconds=1)
            assert sim.stored().moment == 0
            held.let_go()
            await sim.env.settle()
        assert act.responded
        assert f"<@{sim.ana.id}>, your turn — " in text_of(sim.reread(message))


async def test_a_review_of_somebody_who_was_absent_draws_in_its_turn(tmp_path):
    """Their press brings them back to their seat, which draws the board if need be."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message, lock = sim.message, declare_lock(sim)
        await sim.press(sim.bogdan, message, "Keep all")
        await sim.press(sim.ana, message, "Keep all")
        await _set_absent(sim)
        await sim.wait(seconds=2)  # the end is told
        sim.bot.drawings.forget()
        before = len(sim.requests("PATCH", EDIT))
        with hanging(sim, "PATCH", EDIT) as held:
            for member in (sim.ana, sim.bogdan):
                sim.send(member, message, find(sim.message, "Review")["custom_id"])
            await sim.wait(seconds=1)
            assert lock.locked()
            assert len(held.begun) == 1
            held.let_go()
            await sim.env.settle()
        assert len(sim.requests("PATCH", EDIT)) == before + 1
        assert all(one.missed_turns == 0 for one in sim.stored().players)
        assert sim.stored().place.drawn == sim.stored().version


async def _set_absent(sim):
    """Store that both members missed their last turns."""
    stored = sim.stored()
    players = tuple(replace(one, missed_turns=2) for one in stored.players)
    with Storage.open(sim.url) as storage:
        saved = storage.write(rounds.save, replace(stored, players=Players(players)))
        storage.write(rounds.mark_shown, {saved.id: rounds.ShownVersion(saved.version)})
    sim.bot.rounds.forget()


async def test_an_older_version_is_never_drawn(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        before = sim.stored()
        await sim.press(sim.bogdan, sim.message, "Keep all")
        since = len(sim.env.http_requests)
        assert await sim.bot.board.refresh(before)
        assert sim.requests(since=since) == []
        sim.bot.drawings.forget()
        assert await sim.bot.board.refresh(sim.stored())
        assert len(sim.requests("PATCH", EDIT, since=since)) == 1
        assert f"<@{sim.ana.id}>, your turn — " in sim.text


async def test_a_deferred_hint_leaves_the_board_alone(tmp_path):
    """A hint that comes after the round went on says so to its member, and draws nothing else."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, "poker-dice")
        message = sim.message
        await sim.mark(sim.ana, message, 1)
        hint, reroll = (
            find(sim.reread(message), label)["custom_id"] for label in ("💡 Hint", "Reroll 1 die")
        )
        with slow_analyses(sim) as gate:
            asked = sim.send(sim.ana, message, hint)
            await sim.env.advance_time(2)
            await sim.send_all([(sim.ana, message, reroll)])
            gate.set()
            await sim.env.settle()
        answer = sim.reread_private(sim.answer_to(asked))
        assert answer.ephemeral
        assert text_of(answer).startswith("This hint came too late")
        assert len(sim.requests("POST", CALLBACK)) == 4
        assert find(sim.reread(message), "Keep this hand and stop")["custom_id"] != hint
        assert sim.stored().players[0].hinted == ()
        assert sim.stored().place.drawn == sim.stored().version
