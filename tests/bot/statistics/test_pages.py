"""/stats with its tabs, in both languages; what others may see of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.statistics.standing import Standing
from bot.statistics.store import accounts
from bot.table.store import rounds
from broken_full_house import FULL, accounted, ask
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from made_accounts import seat_account
from rules.skill import RoundSkill, SkillSums
from simulated import LOCALES, buttons, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import control
from words import Words, in_each_language

pytestmark = pytest.mark.slow


async def rounds_of(sim, user, given, count=12):
    """Store rounds in which a member gave this much away."""
    found = sim.stored()
    new = replace(found, id=0, seed=None, play=replace(found.play, recorded=0))

    def store(storage):
        computer = replace(new.players[1], user=None, level="house")
        for number in range(count):
            players = (replace(new.players[0], user=user), computer)
            over = storage.act(
                rounds.open_round, replace(new, players=players, channel=user + number)
            )
            account = seat_account(round_skill=RoundSkill(given, 1.0, 0.1))
            assert storage.write(accounts.store, {over.id: [account, seat_account()]})[0]

    store(sim.bot.storage)


@in_each_language
async def test_stats_tell_skill_and_the_best_in_a_few_lines(tmp_path, language):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.bogdan.id] = LOCALES[language]
        await accounted(sim)
        page = text_of(await ask(sim, sim.bogdan, "stats", game="dice-poker"))
        assert len(page.splitlines()) <= 5
        expected = Words(
            {
                "en": (
                    f"### <@{sim.bogdan.id}> · Dice Poker",
                    "**Since the start about as good as the medium computer, so far**",
                    "Rarest hand: Full House, 3s over 6s (one roll in 25.9)",
                ),
                "ro": (
                    f"### <@{sim.bogdan.id}> · Poker cu zaruri",
                    "**De la început, cam ca nivelul mediu, până acum**",
                    "Cea mai rară mână: full house, 3 cu 6 (o aruncare din 25,9)",
                ),
            }
        )[language]
        for part in expected:
            assert part in page, page
        for other in (  # a pair is not rare
            await ask(sim, sim.ana, "stats", game="dice-poker"),
            await ask(sim, sim.bogdan, "stats"),
        ):
            assert "Rar" not in text_of(other)
        other = text_of(await ask(sim, sim.ana, "stats", member=sim.bogdan))
        assert f"<@{sim.bogdan.id}>" in other
        assert sim.pings() == [str(sim.bogdan.id)]  # the challenge alone


async def test_nothing_yet_is_said_kindly(tmp_path):
    async with table(tmp_path) as sim:
        for command in ("stats", "history"):
            own = text_of(await ask(sim, sim.ana, command))
            assert "You have no games here yet." in own
            other = text_of(await ask(sim, sim.ana, command, member=sim.bogdan))
            assert f"<@{sim.bogdan.id}> has no games here." in other
        board = text_of(await ask(sim, sim.ana, "leaderboard"))
        assert "Nobody is ranked here yet." in board
        assert "3000 is perfect play" not in board
        assert "-# Not ranked yet: 10 more rated games are needed." in board


async def test_who_hides_is_seen_nowhere_but_by_themselves(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        await rounds_of(sim, sim.bogdan.id, 0.5)
        await sim.own_settings(sim.bogdan, "hidden")
        for command in ("stats", "history"):
            told = text_of(await ask(sim, sim.ana, command, member=sim.bogdan))
            assert told == f"<@{sim.bogdan.id}> hides their statistics."
            assert "keeps" not in text_of(await ask(sim, sim.bogdan, command))
        assert f"<@{sim.bogdan.id}>" not in text_of(await ask(sim, sim.ana, "leaderboard"))
        assert f"▶ 1\\. <@{sim.bogdan.id}>" in text_of(await ask(sim, sim.bogdan, "leaderboard"))
        page = await ask(sim, sim.bogdan, "stats")
        assert "🔒 Only you see your statistics." in text_of(page)
        await sim.own_settings(sim.bogdan, "hidden")
        assert f"<@{sim.bogdan.id}>" in text_of(await ask(sim, sim.ana, "leaderboard"))


@in_each_language
async def test_a_leaderboard_turns_its_pages_and_ends_with_the_askers_line(tmp_path, language):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await accounted(sim)
        for number in range(11):
            await rounds_of(sim, 1000 + number, 0.1 * (number // 2), 10)
        await rounds_of(sim, sim.ana.id, 3.0)
        page = await ask(sim, sim.ana, "leaderboard", period="week")
        lines = text_of(page).splitlines()
        places = [line.partition("\\. ")[0] for line in lines if "<@10" in line]
        assert places == ["1", "1", "3", "3", "5", "5", "7", "7", "9", "9"]
        assert any(line.startswith(f"▶ 12\\. <@{sim.ana.id}>") for line in lines)
        assert (
            Words({"en": "Skill · This week", "ro": "Pricepere · Săptămâna aceasta"})[language]
            in lines[1]
        )
        back, following = Words({"en": ("Back", "Next"), "ro": ("Înapoi", "Înainte")})[language]
        assert back not in buttons(page)
        await sim.press(sim.ana, page, following)
        turned = sim.reread(page)
        lines = text_of(turned).splitlines()
        assert [line.partition("\\. ")[0] for line in lines if "<@10" in line] == ["11"]
        assert f"▶ 12\\. <@{sim.ana.id}>" in text_of(turned)
        assert following not in buttons(turned)


async def test_who_is_not_ranked_yet_sees_their_own_number_and_why(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        lines = text_of(await ask(sim, sim.bogdan, "leaderboard")).splitlines()
        number = next(line for line in lines if line.startswith(f"▶ <@{sim.bogdan.id}> 2"))
        assert number.endswith(", provisional")
        assert "-# Not ranked yet: 9 more rated games are needed." in lines
        assert any(line.startswith("-# How good the choices are") for line in lines)


async def test_totals_are_compared_in_games_with_sheets(tmp_path):
    async with table(tmp_path) as sim:
        for game in (None, "dice-poker"):
            options = {} if game is None else {"game": game}
            told = text_of(await ask(sim, sim.ana, "leaderboard", by="best", **options))
            assert "Totals are compared within one game" in told
        board = text_of(await ask(sim, sim.ana, "leaderboard", by="best", game="nine/alone"))
        assert "Nine Categories, alone" in board
        assert "You have no total here yet." in board


@in_each_language
async def test_history_lists_rounds_and_their_player_looks_back_anywhere(tmp_path, language):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.bogdan.id] = LOCALES[language]
        await accounted(sim)
        other = sim.guild.create_text_channel("other")
        page = await ask(sim, sim.bogdan, "history", other)
        text = text_of(page)
        words = Words(
            {
                "en": (
                    "🏆 **#1 Dice Poker**: won",
                    "% chance to win · accuracy ",
                ),
                "ro": (
                    "🏆 **#1 Poker cu zaruri**: câștigată",
                    " · precizie ",
                ),
            }
        )[language]
        for part in (*words, f"<@{sim.ana.id}>", str(sim.message.id), "-# <t:"):
            assert part in text, text
        answer = await sim.press_id(sim.bogdan, page, "tool:1:*:review")
        assert Words({"en": "Review", "ro": "Analiză"})[language] in text_of(
            sim.reread_private(answer)
        )
        review = sim.reread_private(answer)
        await sim.press_id(sim.bogdan, review, "walk:1:0:steps")
        words = Words({"en": "### Step 1 of ", "ro": "### Pasul 1 din "})[language]
        assert words in text_of(sim.reread(review))
        others = await ask(sim, sim.ana, "history", member=sim.bogdan)
        assert [*buttons(others)] == ["Me", "This server", "My games"]
        assert str(sim.message.id) in text_of(others)


async def test_history_does_not_tell_where_and_with_whom_in_channels_that_the_reader_does_not_see(
    tmp_path,
):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        other = sim.guild.create_text_channel("other")
        sim.forbid(sim.carmen.id, view_channel=True)
        page = text_of(await ask(sim, sim.carmen, "history", other, member=sim.bogdan))
        assert "🏆 **#1 Dice Poker**: won" in page
        assert str(sim.message.id) not in page
        assert f"<@{sim.ana.id}>" not in page


@pytest.mark.parametrize("kind", ["server", "direct"])
async def test_where_the_bot_is_a_guest_everybody_has_their_own_numbers(tmp_path, kind):
    """Numbers of a server are not told elsewhere, nor those of others."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        await rounds_of(sim, sim.ana.id, 0.5)
        with elsewhere(sim, kind):
            own = text_of(await ask(sim, sim.ana, "stats"))
            assert "You have no games here yet." in own
            for command in ("stats", "history"):
                told = text_of(await ask(sim, sim.ana, command, member=sim.bogdan))
                assert told.startswith("Here you see only your own numbers")
            board = text_of(await ask(sim, sim.ana, "leaderboard"))
            assert "Nobody is ranked here yet." in board


TABS = Words(
    {"en": ("Me", "This server", "My games"), "ro": ("Eu", "Serverul acesta", "Partidele mele")}
)


@in_each_language
async def test_the_tabs_of_one_message(tmp_path, language):
    """Each takes the place of the other; menus choose within them."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await accounted(sim)
        await rounds_of(sim, sim.ana.id, 0.5)
        me, server, mine = TABS[language]
        page = await ask(sim, sim.ana, "stats")
        answers = len(sim.channel.history())

        def shown():
            return sim.reread(page)

        since = len(sim.env.http_requests)
        await sim.press(sim.ana, page, server)
        place = Words({"en": "** · 13 games", "ro": "** · 13 partide"})[language]
        (own,) = [line for line in text_of(shown()).splitlines() if line.startswith("▶")]
        assert own.startswith(f"▶ 1\\. <@{sim.ana.id}> **")
        assert own.endswith(place)
        for menu, value, words in (
            ("game", "dice-poker", {"en": "🏆 Dice Poker", "ro": "🏆 Poker cu zaruri"}),
            ("by", "results", {"en": "Results among members", "ro": "Rezultate între membri"}),
            ("period", "week", {"en": "This week", "ro": "Săptămâna aceasta"}),
            ("by", "best", {"en": "Totals are compared", "ro": "Totalurile se compară"}),
            ("game", "thirteen.alone", {"en": "no total here yet", "ro": "niciun total"}),
        ):
            picked = control(shown(), rf"stats:0:0:pick-{menu}\..*")
            await sim.ana.select(shown(), [value], custom_id=picked["custom_id"])
            assert Words(words)[language] in text_of(shown())
        await sim.press(sim.ana, page, mine)
        assert "#13 " in text_of(shown())
        await sim.press(sim.ana, page, me)
        assert f"### <@{sim.ana.id}>" in text_of(shown())
        picked = control(shown(), r"stats:0:0:pick\..*")
        await sim.ana.select(shown(), ["six-card"], custom_id=picked["custom_id"])
        nothing = Words({"en": "You have no games here", "ro": "Încă nu ai partide aici"})[language]
        assert nothing in text_of(shown())
        assert len(sim.channel.history()) == answers
        assert_all_fit(sim.requests("PATCH", since=since) + sim.requests("POST", since=since))


async def test_the_buttons_of_older_pages_keep_working(tmp_path):
    """Those of /leaderboard, /history and /stats before they were one message."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        page = await ask(sim, sim.ana, "stats")
        for custom_id, words in (
            ("stats:0:0:board.0.results.month.all", "Results among members · This month"),
            ("stats:0:0:board.0.best.all.nine.alone", "Nine Categories, alone"),
            (f"stats:0:0:history.0.{sim.ana.id}", "#1 Dice Poker"),
        ):
            sim.send(sim.ana, page, custom_id)
            await sim.env.settle()
            assert words in text_of(sim.reread(page))


async def test_who_has_only_closed_games_reads_their_skill(tmp_path, monkeypatch):
    """Their choices in rated games that were closed count, though no game of theirs has ended."""
    sums = SkillSums.of([RoundSkill(0.5, 1.0, 1.0)])
    found = {"": Standing(sums=sums), "dice-poker": Standing(sums=sums)}
    monkeypatch.setattr("bot.statistics.store.standings.of_member", lambda *_: found)
    async with table(tmp_path) as sim:
        told = text_of(await ask(sim, sim.ana, "stats"))
        assert "You have no games here yet" not in told
        assert "Since the start" in told
