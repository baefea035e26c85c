"""A day of pretended time: 300 members on twenty servers, from noon to noon.

They play every game, the day's sheet and dares; some leave, some let time run out, some press what
is not theirs or twice at once. Servers change their settings, lose a channel, remove the bot; the
bot is stopped, killed in the midst of presses, and away for half an hour.
"""

from __future__ import annotations

import logging
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from fnmatch import fnmatch
from random import Random
from types import FrameType
from typing import Any

import pytest
from simcord.backend import serializers
from sqlalchemy import or_, select

from bot.daily.store import shared_dice as daily_store
from bot.play.background.redraws import MOST_REDRAW_AFTER
from bot.storage import schema
from bot.table.stored_round import StoredRound
from busy_members import EPHEMERAL, MENU, Command, Member, Press, Server, is_pressable
from dares_played import seeded_table
from day_checks import Asked, Ledger, game_counts
from messages_read import components, text_of, until
from simulated import LOCALES, Sim
from sql import run

pytestmark = pytest.mark.slow

SERVERS, MEMBERS, CHANNELS = 20, 300, 3
NOON = timedelta(hours=12)
STEP = timedelta(minutes=1)

ACTIVE = (5, 4, 4, 4, 5, 6, 8, 11, 15, 16, 14, 8, 5, 3, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4)
"""How many members play at once, by hours from noon on: there is a peak in the evening."""

AT_A_KILL = 20
"""How many presses are under way at least when the bot is killed."""

SAMPLED_SECONDS = 0.005
ROOMS = (
    ("simulation", "/simcord/"),
    ("simulation", "/prompt_env.py"),
    ("members and checks", "/tests/"),
    ("bot", "/bot/"),
    ("bot", "/cogs/"),
    ("bot", "/rules/"),
    ("bot", "/discord/"),
)
"""The rooms of the code, by a part of the names of their files."""


class Town:
    """Twenty servers with their members, and the bot that they all use."""

    def __init__(self, sim: Sim, caplog: pytest.LogCaptureFixture) -> None:
        self.sim, self.ledger, self.random = sim, Ledger(sim, caplog), Random("town")
        self.begun = sim.env.now()
        self.servers = [self._server(number) for number in range(SERVERS)]
        self.members = [self._member(number) for number in range(MEMBERS)]

    def _server(self, number: int) -> Server:
        guild = self.sim.env.create_guild(f"Server {number}")
        return Server(guild, [guild.create_text_channel(f"table-{n}") for n in range(CHANNELS)])

    def _member(self, number: int) -> Member:
        server = self.servers[number % SERVERS]
        self.sim.guild = server.guild
        rights = {} if server.members else {"manage_guild": True, "manage_messages": True}
        language = "ro" if number % 7 == 0 else "en"
        actor = self.sim.member(f"member {number}", LOCALES[language], **rights)
        random = Random(f"member {number}")
        member = Member(actor, server, random, faithful=random.choice((0.0, 0.1, 0.3, 0.6)))
        server.members.append(member)
        return member

    # Time --------------------------------------------------------------------------------------

    async def live(self, hours: float, *, at_rest: bool = True) -> None:
        """Let members play for some hours, then look at all rounds."""
        end = self.sim.env.now() + timedelta(hours=hours)
        while self.sim.env.now() < end:
            await self.do(self.wanted())
            await self.sim.wait(seconds=STEP.total_seconds())
            self.ledger.check_quiet()
        self.ledger.check_rounds(at_rest=at_rest)

    def wanted(self, at_least: int = 0) -> list[tuple[Member, Press | Command]]:
        """Return what the members who are active do next; now and then one presses twice.

        They are `at_least` so many.
        """
        boards = self._own_boards()
        self._wake(boards, at_least)
        acts = list[tuple[Member, Press | Command]]()
        for member in self._active():
            act = member.next_act(self.ledger.seen, boards.get(member.id, ()))
            acts += [(member, act)] * (2 if self.random.random() < 0.03 else 1)
        return acts

    async def do(self, acts: list[tuple[Member, Press | Command]]) -> None:
        """Send presses and commands at once, and check their answers."""
        since = self.sim.env.now()
        asked = [self._send(*one) for one in acts]
        await self.sim.env.settle()
        self.ledger.check_answers(asked, since)
        for one in asked:
            self._read(one)

    def _send(self, member: Member, act: Press | Command) -> Asked:
        asked = Asked(member, act, None)
        self.ledger.note(asked)
        if isinstance(act, Command):
            asked.record = self.sim.send_command(
                member.actor, act.name, channel=act.channel, **act.options
            )
        else:
            asked.record = self.sim.send(member.actor, act.message, act.custom_id, act.values)
            member.pressed = [*member.pressed, act][-8:]
        return asked

    def _read(self, asked: Asked) -> None:
        """Let a member read the private answer to what they did."""
        record = asked.record
        for number in (*record.followup_ids, record.message_id):
            message = self.ledger.seen.at(record.channel_id, number)
            if message is not None and message.flags & EPHEMERAL:
                asked.member.page = message
                return

    def _active(self) -> list[Member]:
        now = self.sim.env.now()
        return [
            one
            for one in self.members
            if one.active_until and one.active_until > now and one.server in self.servers
        ]

    def _wake(self, boards: dict[int, list[object]], at_least: int) -> None:
        """Let members take up their phones: because it is their hour, or others wait for them."""
        now, active = self.sim.env.now(), self._active()
        hour = int((now - self.begun) / timedelta(hours=1)) % 24
        missing = max(0, ACTIVE[hour] - len(active), at_least - len(active))
        idle = [one for one in self.members if one.server in self.servers and one not in active]
        for member in self.random.sample(idle, missing):
            member.active_until = now + timedelta(minutes=self.random.randint(5, 60))
        for member in idle:
            if member.id in boards and self.random.random() < member.faithful:
                member.active_until = now + timedelta(minutes=self.random.randint(2, 10))

    def _open_rounds(self) -> list[StoredRound]:
        query = select(schema.rounds.c.id).where(schema.IS_OPEN)
        return [self.ledger.load(one.id) for one in self.sim.bot.storage.read(run, query)]

    def _own_boards(self) -> dict[int, list[object]]:
        """Return by member the boards that wait for them."""
        rounds, boards = schema.rounds, dict[int, list[object]]()
        query = select(rounds.c.id).where(
            rounds.c.set_key.is_(None), or_(schema.IS_OPEN, schema.IS_RESTING)
        )
        for round_id, *_ in self.sim.bot.storage.read(run, query):
            stored = self.ledger.load(round_id)
            board = self.ledger.seen.at(stored.place.channel, stored.place.message)
            if board is None:
                continue
            awaited = range(len(stored.players))
            if stored.play is not None:
                awaited = [seat.index for seat in stored.play.awaits.seats]
            for seat in awaited:
                boards.setdefault(stored.players[seat].user or 0, []).append(board)
        return boards

    async def fill(self, member: Member, message: Any) -> None:
        """Let a member write row after row of a sheet, and reroll nothing."""
        while writes := writes_on(self.ledger.seen.message(message)):
            await self.do([(member, member.random.choice(writes))])

    async def dare(self, server: Server) -> tuple[Member, Any]:
        """Let a member fill a sheet alone and dare others, who play its dice.

        Return the member and the card.
        """
        owner, *others = server.members[4:8]
        channel = server.guild.create_text_channel("dares")
        server.channels.append(channel)
        await self.do([(owner, Command(channel, "play", {"game": "nine"}))])
        owner.page = board = self.ledger.seen.last_messages(channel)[-1]
        await self.fill(owner, board)
        for control in ("tool:*:beat", "tool:*:offer"):
            await self.press(owner, control)
        card = self.ledger.seen.last_messages(channel)[-1]
        for member in (*others, owner):
            member.page = card
            await self.press(member, "join:set-*")
            await self.fill(member, member.page)
        return owner, card

    async def close_dare(self, owner: Member, card: Any) -> None:
        """Let the owner of a card close it, unless they have done so in the course of the day."""
        owner.page = self.ledger.seen.message(card)
        if any(one.get("custom_id", "").startswith("join:") for one in components(owner.page)):
            await self.press(owner, "join:set-*")
            await self.press(owner, "close:set-*")

    # What happens on servers ---------------------------------------------------------------------

    async def type(self, member: Member, name: str, /, **options: object) -> str:
        """Type a command in the first channel; return the page that the member reads."""
        await self.do([(member, Command(member.server.channels[0], name, options))])
        return text_of(member.page)

    async def press(self, member: Member, pattern: str) -> str:
        """Press the first control on the member's page that fits; return the page after that."""
        ids = [one.get("custom_id", "") for one in components(member.page)]
        wanted = next(one for one in ids if fnmatch(one, pattern))
        await self.do([(member, Press(member.page, wanted))])
        return text_of(member.page)

    async def change_settings(self, server: Server) -> None:
        """Let a moderator turn everything that can be turned on or off, and back."""
        await self.type(server.moderator, "settings")
        await self.press(server.moderator, "setting:0:0:all")
        for _ in range(2):
            for switch in {
                one["custom_id"].rpartition(".")[0]
                for one in components(server.moderator.page)
                if one.get("custom_id", "").endswith((".on", ".off"))
            }:
                await self.press(server.moderator, f"{switch}.*")

    async def bar(self, server: Server) -> Member:
        """Bar a member, who is told so when they type /play."""
        barred = server.members[2]
        page = await self.type(server.moderator, "bar", member=barred.actor, duration="day")
        assert "is barred" in page
        assert "barred you" in await self.type(barred, "play", game="nine", level="easy")
        return barred

    async def lift_bar(self, barred: Member) -> None:
        await self.type(barred.server.moderator, "bar", member=barred.actor)
        assert "may play here" in await self.press(barred.server.moderator, "bar:0:0:lift.*")

    async def erase(self, member: Member) -> None:
        await self.type(member, "settings")
        for control in ("privacy:0:0:page", "privacy:0:0:erase", "privacy:0:0:erase-now"):
            await self.press(member, control)

    def forbid(self, channel: Any) -> None:
        """Take from the bot the permission to write in a channel."""
        self.sim.channel = channel
        self.sim.forbid(send_messages=True, view_channel=True)
        self.ledger.unreachable.add(channel.id)

    def allow(self, channel: Any) -> None:
        self.sim.channel = channel
        self.sim.forbid()
        self.ledger.unreachable.discard(channel.id)

    async def delete_channel(self, server: Server) -> None:
        """Delete the last channel of a server, whatever is played there."""
        self.sim.env.backend.delete_channel(server.channels.pop().id)
        await self.sim.env.settle()

    async def remove_bot(self, server: Server) -> None:
        """Remove the bot from a server; its members are left without it."""
        self.servers.remove(server)
        self.ledger.unreachable.add(server.guild.id)
        self.sim.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id)})
        guild = self.sim.env.backend.guilds[server.guild.id]
        for place in (*guild.channel_ids, *guild.thread_ids):
            self.sim.env.inject_error(
                "*", f"/channels/{place}*", status=403, code=50001, times=None
            )
        await self.sim.env.settle()

    async def add_bot(self, server: Server) -> None:
        backend = self.sim.env.backend
        backend.faults.clear()
        payload = dict(serializers.guild_create_payload(backend, backend.guilds[server.guild.id]))
        payload.pop("unavailable", None)  # a server that is new
        backend.emit("GUILD_CREATE", payload)
        await self.sim.env.settle()
        self.servers.append(server)
        self.ledger.unreachable.discard(server.guild.id)

    # What happens to the bot ---------------------------------------------------------------------

    async def kill(self) -> None:
        """Kill the bot in the midst of presses, start another, and press the same again.

        Each member presses one thing: who marks a die and rerolls at once may reroll either.
        """
        acts = self.wanted(at_least=AT_A_KILL)
        for one in acts:
            self._send(*one)
        await until(lambda: len(self.sim.env.http_requests) > len(acts) // 2)
        await self.sim.kill()
        self.sim.env.http_requests.clear()
        self.ledger.check_quiet()
        self.ledger.check_rounds(at_rest=False)
        await self.do([one for one in acts if self.ledger.seen.has(one[1])])

    async def be_away(self, minutes: float) -> None:
        """Let nothing run for some minutes: no turn is missed, no lobby lapses."""
        before = self._open_rounds()
        await self.sim.restart(away=timedelta(minutes=minutes))
        await self.sim.wait(seconds=30)
        now = self.sim.env.now()
        for was in before:
            stored = self.ledger.load(was.id)
            assert stored.status == was.status, f"round {was.id} did not wait"
            assert stored.play is None or stored.moment == was.moment
            for player, earlier in zip(stored.players, was.players, strict=True):
                assert player.missed_turns == earlier.missed_turns
            assert stored.deadline.at is None or stored.deadline.at > now

    async def lose_discord(self, minutes: float) -> None:
        """Let Discord answer 503 for some minutes where the bot writes in channels."""
        self.sim.env.inject_error("*", "/channels/*", status=503, times=None)
        self.ledger.discord_fails = True
        await self.live(minutes / 60, at_rest=False)
        self.sim.env.backend.faults.clear()
        self.ledger.discord_fails = False
        self.ledger.excused[self.sim.bot] = self.sim.apologies()
        await self.sim.wait(seconds=MOST_REDRAW_AFTER + 60)  # boards are tried ever more seldom
        self.ledger.check_rounds()

    # Standings -----------------------------------------------------------------------------------

    async def check_standings(self, day: date) -> int:
        """Let a member of each server read the standings; return how many have finished the day."""
        for server in self.servers:
            page = await self.type(server.members[2], "daily")
            self.ledger.check_standings(page, day, server.guild.id, server.members[2].id)
        return self.ledger.check_entries(day)


def writes_on(message: Any) -> list[Press]:
    """Return the presses that write a row of a sheet: by a button, or by a line of the menu."""
    shown = [one for one in components(message) if is_pressable(one)]
    menus = [one for one in shown if one["type"] == MENU]
    by_menu = [
        Press(message, one["custom_id"], [line["value"]])
        for one in menus
        for line in one["options"]
    ]
    buttons = [one["custom_id"] for one in shown if ":write." in one["custom_id"]]
    return [*by_menu, *(Press(message, one) for one in buttons)]


async def test_a_day_of_three_hundred_members_on_twenty_servers(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    async with seeded_table(tmp_path) as sim:
        await sim.restart(away=NOON)
        town = Town(sim, caplog)
        with sampled() as shares:
            begun = time.process_time()
            await a_day(town)
            seconds = time.process_time() - begun
        assert town.ledger.check_proofs() > 200
        print("\n" + figures(town, seconds, shares))  # noqa: T201 — what `-s` shows


async def a_day(town: Town) -> None:
    """Live from noon to noon."""
    sim, ledger = town.sim, town.ledger
    calm, moderated, closed, smaller, left = town.servers[:5]
    await town.live(1)
    await town.change_settings(moderated)
    barred = await town.bar(moderated)
    town.forbid(closed.channels[0])
    await town.live(2)
    await town.lift_bar(barred)
    await sim.restart(away=timedelta(seconds=20))
    await town.live(1)
    await town.delete_channel(smaller)
    await town.live(2)
    await town.kill()
    await town.remove_bot(left)
    await town.live(1)
    await town.add_bot(left)
    await town.dare(calm)
    dared = await town.dare(moderated)
    await town.live(1)
    await town.kill()
    await town.live(1)
    await town.lose_discord(5)
    await town.live(2.25)
    town.allow(closed.channels[0])
    today = sim.env.now().date()
    assert await town.check_standings(today) >= 5
    await town.kill()
    await town.live(2)
    dice = sim.bot.storage.read(daily_store.load_dice, today)
    assert dice is not None
    assert None not in (dice.closed, dice.revealed), "the day has ended, its seed is shown"
    await town.close_dare(*dared)
    await town.erase(calm.members[3])
    await town.live(2)
    await town.be_away(30)
    await town.live(4)
    await town.kill()
    await town.live(4)
    assert await town.check_standings(today + timedelta(days=1)) > 0
    assert ledger.check_cards() >= 2
    ledger.check_rounds()


@contextmanager
def sampled() -> Iterator[Counter[str]]:
    """Count where the processor is every few milliseconds, by the room of the code.

    What a library computes belongs to the room that asked for it. While the main thread waits, the
    bot's own threads compute: for the database, for analyses.
    """
    shares: Counter[str] = Counter()

    def look(_signal: int, frame: FrameType | None) -> None:
        while frame is not None:
            file = frame.f_code.co_filename
            if file.endswith("selectors.py"):
                shares["threads"] += 1
                return
            for room, folder in ROOMS:
                if folder in file:
                    shares[room] += 1
                    return
            frame = frame.f_back

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, SAMPLED_SECONDS, SAMPLED_SECONDS)
    try:
        yield shares
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def figures(town: Town, seconds: float, shares: Counter[str]) -> str:
    """Return the figures of the day: presses, what they cost, and how rounds ended."""
    acts = town.ledger.verbs.total()
    bot = (shares["bot"] + shares["threads"]) / shares.total()
    lines = [
        f"{acts} presses and commands, {town.ledger.requests} requests of the bot",
        f"{1000 * seconds / acts:.1f} processor seconds a thousand, with SimCord and members",
        f"{1000 * seconds * bot / acts:.1f} of them the bot's own; {dict(shares)}",
        f"answers: {dict(town.ledger.answers)}",
        f"presses: {dict(town.ledger.verbs.most_common())}",
        *(f"{game}: {dict(ends.most_common())}" for game, ends in game_counts(town.sim)),
    ]
    return "\n".join(lines)
