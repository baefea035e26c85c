"""The laws that hold on Discord's bad days: `python -m bench.discord.laws`.

The bot runs in a process of its own against the strict local Discord, 80 to 300 ms away: after a
gap with 300 boards to draw, with a global limit of 8 s in the middle, with a bucket emptied and a
shared limit, refused by Cloudflare, without emoji left, for guests of a server without it, on a
server with its commands alone, after a lost session, and behind an uplink of 1 Mbit/s. Every day
keeps all laws; the exit code is 1 where one was broken. `--rules` prints the rules that the local
Discord keeps. Linux and SQLite only.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

from bench.discord.press import cores
from bench.local_discord import prefill
from bench.local_discord.documented import RULES, Sent
from bench.local_discord.documented.rates import GLOBAL_LIMIT
from bench.local_discord.faulty import Bot
from bench.local_discord.messages import Message
from bench.local_discord.players import GAME, Player
from bench.local_discord.process import DATABASE, Failed, Launch
from bench.local_discord.server import FIRST_COPIED, Interaction, LocalDiscord

ROOT = Path(__file__).resolve().parents[2]
LATENCY = (0.08, 0.3)
BOARDS = 300
PENALTY_SECONDS = 8.0
SHARED_SECONDS = 4.0
DRAWN_SECONDS = 90.0
UPLINK = 125_000
"""Bytes a second: 1 Mbit/s."""

SHORT_TURNS = "TURN_MINUTES=0.25\n"
"""Settings with which turns end, and players are reminded, while a day lasts."""

LAST_SECONDS = 30.0
"""The seconds that a board requested at the end of a day may wait for its bucket."""

TURN_SECONDS = 15.0
TICK_SECONDS = 7.0


@dataclass
class Day:
    """The events of a day: each press with its outcome, and other faults."""

    discord: LocalDiscord
    folder: Path
    presses: list[tuple[str, Interaction, Callable[[], bool]]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str, sent: Interaction, done: Callable[[], bool]) -> Interaction:
        """Note a press, and how to find out at the end whether it was carried out."""
        self.presses.append((what, sent, done))
        return sent

    def should(self, what: str, *, be: bool) -> None:
        if not be:
            self.wrong.append(what)


Scene: TypeAlias = Callable[[Day, Launch], Awaitable[None]]


# The acts of players


async def _open(day: Day, player: Player, game: str = GAME) -> Message | None:
    before = _rounds(day.folder, player.place.channel)
    sent = await player.type("play", game=game)
    day.note("/play", sent, lambda: _rounds(day.folder, player.place.channel) > before)
    player.board = sent.shown.result()
    return player.board


async def _act(day: Day, player: Player, kinds: list[str]) -> bool:
    """Press a control of the board that takes a decision; return whether there is one."""
    if player.board is None:
        return False
    before = _steps(day.folder, player.place.channel)
    sent = await player.choose(player.board, kinds)
    if sent is None:
        return False
    day.note(kinds[0], sent, lambda: _steps(day.folder, player.place.channel) > before)
    return True


async def _press(day: Day, player: Player) -> None:
    """Press a control that may belong to another player, and return which one it was."""
    before = _steps(day.folder, player.place.channel)
    sent = None if player.board is None else await player.choose(player.board, ["press"])
    if sent is None:
        return
    shown = sent.shown.result()
    done = _steps(day.folder, player.place.channel) > before
    if done or shown is None or not shown.private:
        day.note("a press after a deadline", sent, lambda: done)


async def _play(day: Day, player: Player) -> None:
    """Play a whole round: open it, select a die, reroll it."""
    if await _open(day, player) is None:
        return
    if player.board is not None:
        await player.choose(player.board, ["mark:1"])
    await _act(day, player, ["submit", "press"])


async def _draws_again(day: Day, player: Player) -> None:
    """Request a board again; the edit of the older message is a request, too."""
    await _open(day, player)
    older = player.board
    if older is None or older.private:
        told = "nothing" if older is None else older.words
        day.should(f"a round opens at the end of the day, told was: {told}", be=False)
        return
    await player.show_here()
    await _until(lambda: older.id in day.discord.edited, LAST_SECONDS)
    day.should("a request goes out at the end of the day", be=older.id in day.discord.edited)


# The days


async def gap(day: Day, launch: Launch) -> None:
    """Start after a gap, with boards to draw, during play."""
    await _after_a_gap(day, launch, lambda: 0.0)


async def limited(day: Day, launch: Launch) -> None:
    """Meet a global limit in the middle of that."""

    def limit() -> float:
        day.discord.strict.rates.pause("global", day.discord.now() + PENALTY_SECONDS)
        return 0.0

    await _after_a_gap(day, launch, limit)


async def banned(day: Day, launch: Launch) -> None:
    """Meet Cloudflare in the middle of that: a refusal without JSON, of all requests."""

    def ban() -> float:
        day.discord.strict.rates.pause("", day.discord.now() + PENALTY_SECONDS)
        return PENALTY_SECONDS + 1  # answers are impossible meanwhile

    await _after_a_gap(day, launch, ban)


async def few_emoji(day: Day, launch: Launch) -> None:
    """Start where the quota of emoji is used up after some, for an hour."""
    day.discord.strict.rates.emoji_quota = 5
    bot = await Bot.begin(day.discord, day.folder, launch)
    try:
        player = Player(day.discord, day.discord.places[0], strict=True)
        for _ in range(3):
            await _play(day, player)
        await _until(lambda: bool(day.discord.strict.limits), TICK_SECONDS)
        await _draws_again(day, player)
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


async def _after_a_gap(day: Day, launch: Launch, happens: Callable[[], float]) -> None:
    """Draw boards during `happens`, which returns the seconds without play."""
    discord = day.discord
    database = await prefill.template(discord, day.folder, launch)
    prefill.fill(database, 0, BOARDS)
    prefill.set_deadlines(database, -timedelta(hours=1))
    discord.edited.clear()
    bot = await Bot.begin(discord, day.folder, launch)
    try:
        await _until(lambda: _copies(discord) > 5, DRAWN_SECONDS)
        await asyncio.sleep(happens())
        player = Player(discord, discord.places[0], strict=True)
        for _ in range(3):
            await _play(day, player)
        await _until(lambda: _copies(discord) >= BOARDS, DRAWN_SECONDS)
        day.should(
            f"all {BOARDS} boards are drawn: {_copies(discord)}", be=_copies(discord) >= BOARDS
        )
        await _draws_again(day, player)
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


async def emptied(day: Day, launch: Launch) -> None:
    """Ask for a board so often that its channel's edits are used up, and meet a shared limit."""
    discord = day.discord
    bot = await Bot.begin(discord, day.folder, launch)
    try:
        player = Player(discord, discord.places[0], strict=True)
        others = [Player(discord, place, strict=True) for place in discord.places[1:]]
        await _open(day, player)
        edit = Sent("PATCH", f"/channels/{player.place.channel}/messages/1")
        discord.strict.rates.pause("shared", discord.now() + SHARED_SECONDS, edit)
        for place in discord.places:
            guest = Player(discord, place.beside(player.place), strict=True)
            shown = (await guest.show_here()).shown.result()
            player.board = player.board if shown is None or shown.private else shown
        await _act(day, player, ["press"])
        await asyncio.gather(*(_play(day, other) for other in others))
        await _draws_again(day, player)
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


async def as_guests(day: Day, launch: Launch) -> None:
    """Play on a server without the bot, where it can only answer."""
    await _elsewhere(
        day, launch, [Player(day.discord, one, strict=True) for one in day.discord.guests]
    )


async def commands_only(day: Day, launch: Launch) -> None:
    """Play on a server to which the commands were added without the bot."""
    places = day.discord.commands_only
    await _elsewhere(day, launch, [Player(day.discord, one, strict=True) for one in places])


async def _elsewhere(day: Day, launch: Launch, players: list[Player]) -> None:
    discord = day.discord
    _settings(day.folder, SHORT_TURNS)
    bot = await Bot.begin(discord, day.folder, launch)
    try:
        one, other, late, *_ = players
        await _play(day, one)
        board = one.board
        if board is not None:
            for page in ("tool:review", "tool:share", "tool:more"):
                await one.choose(board, [page])
        await one.type("settings")
        await other.type("rounds")
        await _open(day, late)
        sent = await one.challenge(other.place)
        other.place = other.place.beside(one.place)
        challenge = sent.shown.result()
        day.should("the challenge is answered", be=challenge is not None)
        if challenge is not None and not challenge.private:
            await other.choose(challenge, ["lobby:join"])
            await asyncio.sleep(TURN_SECONDS + 2 * TICK_SECONDS)
            shown = (await other.show_here()).shown.result()
            day.should("the round is shown again", be=shown is not None and not shown.private)
            for player in (one, other):  # the deadline has passed the turn on
                player.board = shown
                await _press(day, player)
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


async def slow_uplink(day: Day, launch: Launch) -> None:
    """Post the picture of a long round while others press, all behind one slow line."""
    discord = day.discord
    bot = await Bot.begin(discord, day.folder, launch)
    try:
        player = Player(discord, discord.places[0], strict=True)
        others = [Player(discord, place, strict=True) for place in discord.places[1:4]]
        await _long_round(day, player)
        board = player.board
        if board is None or board.control("tool", "share") is None:
            raise Failed("the long round did not end")
        asked = await player.choose(board, ["tool:share"])
        question = None if asked is None else asked.shown.result()
        if question is None:
            raise Failed("the picture was not shown")
        for _ in range(round(10 * LAST_SECONDS)):
            if question.control("tool", "share-now") is not None:
                break
            await asyncio.sleep(0.1)
        discord.line.bytes_per_second = UPLINK
        posting = asyncio.create_task(_post_picture(day, player, question))
        await asyncio.sleep(0.1)
        await asyncio.gather(posting, *(_play(day, other) for other in others))
        await asyncio.sleep(TICK_SECONDS)
        posted = _with_files(discord, player.place.channel)
        day.should(f"the picture is posted once: {posted}", be=posted == 1)
        discord.line.bytes_per_second = None
        await _draws_again(day, others[0])
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


async def _long_round(day: Day, player: Player) -> None:
    """Play a game of many seats against computers, to its end."""
    board = await _open(day, player, "nine")
    if board is None:
        return
    for _ in range(5):
        menu = board.control("seat")
        if menu is not None:
            await player.press(menu, board, [menu["options"][-1]["value"]])
    await player.choose(board, ["lobby:start"])
    for _ in range(80):
        if board.control("tool", "rematch") is not None:
            return
        if await player.choose(board, ["press", "submit", "menu"]) is None:
            await asyncio.sleep(0.2)


async def _post_picture(day: Day, player: Player, question: Message) -> None:
    channel = player.place.channel
    sent = await player.choose(question, ["tool:share-now"])
    if sent is None:
        raise Failed("the picture cannot be posted")
    day.note("Post it", sent, lambda: _with_files(day.discord, channel) > 0)


async def reconnected(day: Day, launch: Launch) -> None:
    """Request a reconnect, make a server unavailable, and end the session, during play."""
    discord, gateway = day.discord, day.discord.gateway
    bot = await Bot.begin(discord, day.folder, launch)
    try:
        player = Player(discord, discord.places[0], strict=True)
        await _play(day, player)
        gateway.ready.clear()
        await gateway.reconnect()
        await asyncio.sleep(0.1)
        await _play(day, player)
        await asyncio.wait_for(gateway.ready.wait(), LAST_SECONDS)
        day.should("the session is resumed", be=gateway.resumed == 1)
        await gateway.lose(player.place.guild)
        await _play(day, Player(discord, discord.places[-1], strict=True))
        await gateway.find(player.place.guild)
        await gateway.rested()
        gateway.ready.clear()
        await gateway.invalidate()
        await asyncio.wait_for(gateway.ready.wait(), LAST_SECONDS)
        day.should("two sessions were begun", be=len(gateway.starts.times) == 2)
        await _draws_again(day, player)
        day.should("no traceback in the log", be=not bot.tracebacks())
    finally:
        await bot.stop()


DAYS: dict[str, tuple[str, Scene]] = {
    "gap": (f"{BOARDS} boards after a gap", gap),
    "limit": (f"a global 429 of {PENALTY_SECONDS:.0f} s", limited),
    "bucket": ("a bucket emptied, and a shared limit", emptied),
    "guest": ("a guest server", as_guests),
    "commands": ("a commands-only server", commands_only),
    "ban": (f"a refusal of {PENALTY_SECONDS:.0f} s by Cloudflare, without JSON", banned),
    "emoji": ("a quota of emoji that is used up for an hour", few_emoji),
    "gateway": ("a gateway that reconnects, loses a server and ends the session", reconnected),
    "uplink": ("an uplink of 1 Mbit/s", slow_uplink),
}


# The laws

Law: TypeAlias = Callable[[Day], list[str]]


_LINK = "https://discord.com/channels/"
"""The part of a private answer that links to the result."""


def _goes_on(day: Day) -> list[str]:
    strict, now = day.discord.strict, day.discord.now()
    ended = [at + limited.retry_after for at, limited in strict.limits]
    last = max((end for end in ended if end < now), default=0.0)
    began = max((at for at, _ in strict.limits), default=0.0)
    if strict.last_arrival >= max(last, began):
        return []
    return [f"nothing was sent after the last of {len(ended)} refusals"]


def _told_right(day: Day) -> list[str]:
    found = []
    for what, sent, done in day.presses:
        shown = sent.shown.result()
        if not done():
            continue
        if not sent.callback:
            found.append(f"{what} was done, and Discord said that the interaction failed")
        elif shown is None:
            found.append(f"{what} was done, and nothing was shown")
        elif shown.private and _LINK not in shown.words:
            found.append(f"{what} was done, and told was: {shown.words[:200]}")
    return found


def _waits(day: Day) -> list[str]:
    return [str(one) for one in day.discord.strict.of_rule(602)]


def _below_fifty(day: Day) -> list[str]:
    most = day.discord.strict.rates.most_a_second()
    return [] if most < GLOBAL_LIMIT else [f"{most} requests within a second"]


def _mentions(day: Day) -> list[str]:
    return [str(one) for one in day.discord.strict.of_rule(315)]


def _documented(day: Day) -> list[str]:
    others = Counter(
        str(one) for one in day.discord.strict.broken if one.rule not in (*_OWN_LAWS, *_TRIED)
    )
    return [f"{count} × {why}" for why, count in others.items()]


_OWN_LAWS = (315, 602)
"""Rules that are laws by themselves."""

_TRIED = (503, 605, 606)
"""The refusals that a bot finds by trying: missing membership, limits without headers."""

LAWS: dict[str, Law] = {
    "after any 429 a later request still goes out": _goes_on,
    "nothing that was done is told as failed": _told_right,
    "no request during a Retry-After": _waits,
    "below 50 requests a second": _below_fifty,
    "every <@id> of a message stands in its mentions": _mentions,
    "every other rule of the table is kept": _documented,
    "the day went as it should": lambda day: day.wrong,
}


def _rounds(folder: Path, channel: int) -> int:
    return _count(folder, "SELECT count(*) FROM rounds WHERE channel = ?", channel)


def _steps(folder: Path, channel: int) -> int:
    query = "SELECT count(*) FROM steps JOIN rounds ON rounds.id = steps.round WHERE channel = ?"
    return _count(folder, f"{query} AND action IS NOT NULL", channel)


def _count(folder: Path, query: str, channel: int) -> int:
    database = folder / DATABASE
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        (count,) = connection.execute(query, (channel,)).fetchone()
    return int(count)


def _copies(discord: LocalDiscord) -> int:
    return sum(message >= FIRST_COPIED for message in discord.edited)


def _with_files(discord: LocalDiscord, channel: int) -> int:
    """Return how many messages for everybody in a channel show an uploaded file."""
    messages = [one for one in discord.messages.values() if one.channel == channel]
    return sum("attachment://" in one.text and not one.private for one in messages)


def _settings(folder: Path, text: str) -> None:
    settings = folder / ".env"
    settings.write_text(text, encoding="utf-8")
    settings.chmod(0o600)


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    for _ in range(int(seconds / 0.05)):
        if condition():
            break
        await asyncio.sleep(0.05)


async def live(name: str, launch: Launch) -> tuple[str, list[tuple[str, list[str]]]]:
    """Live through a day; return its figures, and each law with what broke it. Raises Failed."""
    with tempfile.TemporaryDirectory(prefix="laws-") as folder:
        async with LocalDiscord(2, 6) as discord:
            discord.line.latency = LATENCY
            day = Day(discord, Path(folder))
            await DAYS[name][1](day, launch)
            return _figures(day), [(law, broken(day)) for law, broken in LAWS.items()]


def _figures(day: Day) -> str:
    strict = day.discord.strict
    done = sum(done() for _, _, done in day.presses)
    most = strict.rates.most_a_second()
    return (
        f"{done} of {len(day.presses)} acts done, {len(strict.rates.counted)} requests beside "
        f"{day.discord.answers} callbacks, at most {most} a second, {len(strict.limits)} × 429"
    )


def _told(names: Iterable[str], launch: Launch) -> int:
    """Live through the days and print each law with a tick; return how many were broken."""
    wrong = 0
    for name in names:
        figures, laws = asyncio.run(live(name, launch))
        print(f"\n{DAYS[name][0]}: {figures}")
        for law, broken in laws:
            print(f"  {'✗' if broken else '✓'} {law}", flush=True)
            for why in broken:
                print(f"      {why}")
            wrong += bool(broken)
    print(f"\n{wrong} laws broken")
    return wrong


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Try the laws on Discord's bad days.")
    parser.add_argument("--only", choices=DAYS, action="append", help="one day; may be repeated")
    parser.add_argument("--rules", action="store_true", help="print the rules and stop")
    parser.add_argument("--checkout", type=Path, default=ROOT, metavar="FOLDER")
    chosen = parser.parse_args(argv)
    if chosen.rules:
        for number, rule in sorted(RULES.items()):
            print(f"{number}  {rule.says} [{rule.source}]")
        return 0
    core, _ = cores()
    try:
        return int(_told(chosen.only or DAYS, Launch(core, chosen.checkout.resolve())) > 0)
    except Failed as failed:
        sys.exit(f"laws.py: {failed}")


if __name__ == "__main__":
    sys.exit(main())
