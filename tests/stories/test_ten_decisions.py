"""Ten decisions played by five members: in two processes, across a restart, and one is erased."""

from __future__ import annotations

from contextlib import closing
from datetime import date, timedelta

import pytest

from bot import verify
from bot.cli import main
from bot.daily import store, ten_pages
from bot.daily.attempt import Player
from bot.language.languages import LANGUAGES
from bot.storage.database import Storage
from bot.table.store.errors import VersionConflict
from daily_days import best, fairness, open_daily, play_on, press, stored, worst
from discord_limits import assert_all_fit
from simulated import LOCALES, components, table, text_of
from words import Words

pytestmark = pytest.mark.usefixtures("daily_seeds")

FRIDAY = date(2026, 1, 2)
WORDS = Words(
    {
        "en": {
            "right": "{} of 10 right",
            "erased": "everything about you erased",
            "playing": "2 members are still playing.",
            "over": "This daily challenge is over.",
            "early": "the day has not ended",
            "sixth": "6 of 10",
        },
        "ro": {
            "right": "{} din 10 corecte",
            "erased": "Ai cerut azi să fie șters tot",
            "playing": "2 membri încă joacă.",
            "over": "Această provocare a zilei s-a încheiat.",
            "early": "ziua nu s-a încheiat",
            "sixth": "6 din 10",
        },
    }
)


def in_another_process(sim, member, choose, choices):
    """Decide some positions as another process of the bot does; return the attempt."""
    with closing(Storage.open(sim.url)) as other:
        day = other.read(store.load_set, FRIDAY)
        player, now = Player(day, day.plan), day.committed
        attempt = other.write(store.begin, player.begin(member.id, sim.guild.id, now))
        for _ in range(choices):
            after = player.act(attempt, 1, attempt.play().moment, choose(attempt), now)
            attempt = other.write(store.save, after)
            with pytest.raises(VersionConflict):  # of two processes one saves
                other.write(store.save, after)
        return attempt


def answer_of(sim, answer):
    return text_of(sim.reread_private(answer))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_five_members_decide_the_same_ten(tmp_path, language, capsys):
    words = WORDS[language]
    async with table(tmp_path) as sim:
        dora, emil = sim.member("dora"), sim.member("emil")
        for member in (sim.ana, sim.bogdan, sim.carmen, dora, emil):
            sim.locales[member.id] = LOCALES[language]
        await sim.restart(away=timedelta(days=1))

        begun = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, begun, FRIDAY, best, most=3)
        assert len(in_another_process(sim, sim.ana, best, 2).play().state.decided) == 5
        await sim.restart()
        assert words["sixth"] in await select_no_die(sim, sim.ana, begun, 3), "it is redrawn"
        again = await open_daily(sim, sim.ana)
        assert (await play_on(sim, sim.ana, again, FRIDAY, best)).status == "finished"

        assert in_another_process(sim, sim.bogdan, worst, 10).status == "finished"
        looked = await open_daily(sim, sim.carmen)
        for verb in ("story", "review", "walk"):
            custom_id = f"daily:0:{FRIDAY.toordinal()}:1.0.{verb}"
            sim.put_button(looked, custom_id)
            told = answer_of(sim, await sim.carmen.click(looked, custom_id=custom_id))
            assert words["early"] in told
        first = stored(sim, sim.carmen, FRIDAY).play().state.landed
        assert first == stored(sim, sim.ana, FRIDAY).play().state.decided[0][0]
        in_another_process(sim, sim.carmen, worst, 4)

        in_another_process(sim, dora, best, 6)
        in_another_process(sim, emil, best, 10)
        panel = await sim.privacy(emil)
        for verb in ("erase", "erase-now"):
            await sim.press_id(emil, panel, f"privacy:0:0:{verb}")
        assert words["erased"] in answer_of(sim, await emil.slash(sim.channel, "daily play"))

        await sim.restart()
        await sim.wait(minutes=61)
        shown = answer_of(sim, await dora.slash(sim.channel, "daily standings"))
        first, second = [line for line in shown.splitlines() if words["right"].format("") in line]
        assert str(sim.ana.id) in first
        assert words["right"].format(10) in first
        assert str(sim.bogdan.id) in second
        assert words["playing"] in shown
        assert str(emil.id) not in shown

        await sim.restart(away=timedelta(days=2))
        await sim.wait(seconds=60)
        assert stored(sim, sim.carmen, FRIDAY).status == "closed"
        assert words["over"] in await select_no_die(sim, sim.carmen, looked, 4)
        for member, message in ((sim.ana, again), (sim.carmen, looked)):
            await proven(sim, member, message, tmp_path, capsys)
        assert ten_pages.right(stored(sim, sim.ana, FRIDAY)) == 10
        assert_all_fit(sim.env.http_requests)


async def select_no_die(sim, member, message, moment):
    """Press what selects no die in a position; return what is told."""
    custom_id = f"daily:0:{FRIDAY.toordinal()}:1.{moment}.select.0"
    sim.put_button(message, custom_id)
    return answer_of(sim, await member.click(message, custom_id=custom_id))


async def proven(sim, member, message, folder, capsys):
    """Take the proof of an attempt from *Fair dice?*, and check it."""
    shown = [one.get("custom_id", "") for one in components(sim.reread(message))]
    ended = any(one.endswith(".proof") for one in shown)
    answer = await (
        press(sim, member, message, r"1\.\d+\.proof") if ended else fairness(sim, member, message)
    )
    private = sim.reread_private(answer)
    attached, _ = private.attachments
    told = verify.verify(await attached.read())
    assert told["game"] == "decisions"
    file = folder / attached.filename
    file.write_bytes(await attached.read())
    assert main(["verify", str(file)]) == 0
    assert "keep the rules of the game" in capsys.readouterr().out
