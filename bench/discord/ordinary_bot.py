"""A bot that plays Dice Poker as most people would write it: what a host would pick instead.

discord.py's `Bot` and commands, a `LayoutView` with callbacks for each message, SQLAlchemy's
asyncio with aiosqlite on a file in WAL, one round a channel, each press loaded and stored in a
session of its own. The dealer is a simple rule, and nothing is judged afterwards. Views are lost
with the process. None of this may change between two runs.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

import discord
from discord import app_commands, ui
from discord.ext import commands
from sqlalchemy import JSON, BigInteger, ForeignKey, event, func, select
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Interaction: TypeAlias = discord.Interaction["OrdinaryBot"]

DICE = 5
VIEW_SECONDS = 900.0
EMOJI = {
    face: f"<:pips_{face}:{number}>"
    for face, number in enumerate(
        (
            1576811714903539712,
            1576811714907734017,
            1576811714916122624,
            1576811714920316929,
            1576811714928705536,
            1576811714932899840,
        ),
        start=1,
    )
}
RANKS = {
    (1, 1, 1, 1, 1): "Singles",
    (2, 1, 1, 1): "One Pair",
    (2, 2, 1): "Two Pair",
    (3, 1, 1): "Three of a Kind",
    (3, 2): "Full House",
    (1, 4): "Straight",
    (4, 1): "Four of a Kind",
    (5,): "Five of a Kind",
}
"""The ranks in rising order, by how often their faces come; (1, 4) stands for a straight."""


class Base(DeclarativeBase):
    """The tables."""


class Player(Base):
    """A member who has played."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    name: Mapped[str]
    rounds: Mapped[int] = mapped_column(default=0)
    wins: Mapped[int] = mapped_column(default=0)


class Round(Base):
    """An open round of a channel."""

    __tablename__ = "rounds"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 - as SQLAlchemy wants it

    id: Mapped[int] = mapped_column(primary_key=True)
    channel: Mapped[int] = mapped_column(BigInteger, unique=True)
    player: Mapped[int] = mapped_column(ForeignKey(Player.id))
    player_name: Mapped[str]
    dealer_first: Mapped[list[int]] = mapped_column(JSON)
    dealer_dice: Mapped[list[int]] = mapped_column(JSON)
    first: Mapped[list[int]] = mapped_column(JSON)
    dice: Mapped[list[int]] = mapped_column(JSON)
    selected: Mapped[list[int]] = mapped_column(JSON, default=list)
    opened: Mapped[datetime]
    changed: Mapped[datetime]


class Result(Base):
    """A round that has ended."""

    __tablename__ = "results"

    id: Mapped[int] = mapped_column(primary_key=True)
    channel: Mapped[int] = mapped_column(BigInteger, index=True)
    player: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    dice: Mapped[list[int]] = mapped_column(JSON)
    dealer_dice: Mapped[list[int]] = mapped_column(JSON)
    won: Mapped[bool]
    ended: Mapped[datetime]


def rolled(count: int = DICE) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]


def strength(dice: list[int]) -> tuple[int, list[int]]:
    """Return the rank of a hand, from 0, and its faces in the order of comparison."""
    faces = sorted(Counter(dice).items(), key=lambda one: (one[1], one[0]), reverse=True)
    pattern = tuple(count for _, count in faces)
    if len(pattern) == DICE and max(dice) - min(dice) == DICE - 1:
        pattern = (1, 4)
    return [*RANKS].index(pattern), [face for face, _ in faces]


def name_of(dice: list[int]) -> str:
    rank, faces = strength(dice)
    return f"{[*RANKS.values()][rank]}, {faces[0]}s"


def rerolled(dice: list[int], positions: list[int]) -> list[int]:
    return [random.randint(1, 6) if place in positions else die for place, die in enumerate(dice)]


def dealer_rerolls(dice: list[int]) -> list[int]:
    """Return the positions that the dealer rolls again: all dice that stand alone."""
    counts = Counter(dice)
    if strength(dice)[0] == [*RANKS].index((1, 4)):
        return []
    return [place for place, die in enumerate(dice) if counts[die] == 1]


def shown(dice: list[int]) -> str:
    return "# " + " ".join(EMOJI[die] for die in dice)


def shown_rerolls(first: list[int], dice: list[int]) -> str:
    changes = [
        f"{EMOJI[old]} → {EMOJI[new]}" for old, new in zip(first, dice, strict=True) if old != new
    ]
    return "-# rerolled " + ", ".join(changes) if changes else "-# kept all dice"


class GameButton(ui.Button["StartView"]):
    """Opens a round."""

    def __init__(self) -> None:
        super().__init__(label="Dice Poker", style=discord.ButtonStyle.primary)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await interaction.client.open_round(interaction)


class StartView(ui.LayoutView):
    """The page of games."""

    def __init__(self) -> None:
        super().__init__(timeout=VIEW_SECONDS)
        row: ui.ActionRow[StartView] = ui.ActionRow()
        row.add_item(GameButton())
        text: ui.TextDisplay[StartView] = ui.TextDisplay("### Which game?")
        self.add_item(ui.Container(text, row))


class DieButton(ui.Button["BoardView"]):
    """Selects a die, or takes it back."""

    def __init__(self, stored: Round, place: int) -> None:
        chosen = place in stored.selected
        super().__init__(
            emoji=discord.PartialEmoji.from_str(EMOJI[stored.dice[place]]),
            style=discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary,
            custom_id=f"mark:{stored.id}:{place + 1}",
        )
        self._place = place

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        bot = interaction.client
        async with bot.sessions() as session, session.begin():
            stored = await bot.round_of(session, interaction)
            if stored is not None:
                stored.selected = sorted({*stored.selected} ^ {self._place})
                stored.changed = datetime.now(UTC)
        if stored is not None:
            await interaction.response.edit_message(view=BoardView(stored))


class RerollButton(ui.Button["BoardView"]):
    """Rolls the selected dice again, which ends the round."""

    def __init__(self, stored: Round) -> None:
        super().__init__(
            label="Reroll", custom_id=f"submit:{stored.id}:reroll", disabled=not stored.selected
        )

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await interaction.client.end_round(interaction, keeps=False)


class KeepButton(ui.Button["BoardView"]):
    """Keeps all dice, which ends the round."""

    def __init__(self, stored: Round) -> None:
        super().__init__(label="Keep all", custom_id=f"press:{stored.id}:keep")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await interaction.client.end_round(interaction, keeps=True)


class HintButton(ui.Button["BoardView"]):
    """Gives the same hint for all dice."""

    def __init__(self, stored: Round) -> None:
        super().__init__(label="💡 Hint", custom_id=f"tool:{stored.id}:hint")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await interaction.response.send_message("Keep what is equal.", ephemeral=True)


class BoardView(ui.LayoutView):
    """A round that is played."""

    def __init__(self, stored: Round) -> None:
        super().__init__(timeout=VIEW_SECONDS)
        board: ui.Container[BoardView] = ui.Container(accent_color=discord.Color.blurple())
        board.add_item(
            ui.TextDisplay(
                f"### @{stored.player_name}, your turn — beat {name_of(stored.dealer_dice)}\n"
                f"One reroll each.\n**Computer**\n{shown(stored.dealer_dice)}\n"
                f"{shown_rerolls(stored.dealer_first, stored.dealer_dice)}"
            )
        )
        board.add_item(ui.Separator())
        ahead = strength(stored.dice) > strength(stored.dealer_dice)
        board.add_item(
            ui.TextDisplay(
                f"@{stored.player_name} — {name_of(stored.dice)} "
                f"({'ahead' if ahead else 'behind'})\n{shown(stored.dice)}\n"
                "-# Press dice to reroll:"
            )
        )
        dice: ui.ActionRow[BoardView] = ui.ActionRow()
        for place in range(DICE):
            dice.add_item(DieButton(stored, place))
        board.add_item(dice)
        tools: ui.ActionRow[BoardView] = ui.ActionRow()
        tools.add_item(RerollButton(stored))
        tools.add_item(HintButton(stored))
        board.add_item(tools)
        keep: ui.ActionRow[BoardView] = ui.ActionRow()
        keep.add_item(KeepButton(stored))
        board.add_item(keep)
        board.add_item(ui.TextDisplay("-# Dice Poker"))
        self.add_item(board)


class RematchButton(ui.Button["EndView"]):
    """Opens a round again."""

    def __init__(self) -> None:
        super().__init__(label="Rematch", style=discord.ButtonStyle.success)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await interaction.client.open_round(interaction)


class EndView(ui.LayoutView):
    """The end of a round."""

    def __init__(self, stored: Round, player: Player) -> None:
        super().__init__(timeout=VIEW_SECONDS)
        won = strength(stored.dice) > strength(stored.dealer_dice)
        winner = f"<@{stored.player}>" if won else "Computer"
        board: ui.Container[EndView] = ui.Container(accent_color=discord.Color.green())
        board.add_item(
            ui.TextDisplay(
                f"### 🎲 {name_of(stored.dice)} against {name_of(stored.dealer_dice)}\n"
                f"**🏆 Dice Poker · {winner} wins**\n"
                f"{player.wins} of {player.rounds} rounds won so far"
            )
        )
        board.add_item(ui.Separator())
        for name, first, dice in (
            ("**Computer**", stored.dealer_first, stored.dealer_dice),
            (f"<@{stored.player}>", stored.first, stored.dice),
        ):
            board.add_item(
                ui.TextDisplay(
                    f"{name} — {name_of(dice)}\n{shown(dice)}\n{shown_rerolls(first, dice)}"
                )
            )
            board.add_item(ui.Separator())
        row: ui.ActionRow[EndView] = ui.ActionRow()
        row.add_item(RematchButton())
        board.add_item(row)
        self.add_item(board)


class OrdinaryBot(commands.Bot):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix="!",
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        path = os.environ["DATABASE_URL"].removeprefix("sqlite:///")
        # Of several connections that read before they write, all but one would fail.
        self._engine = create_async_engine(
            f"sqlite+aiosqlite:///{path}", pool_size=1, max_overflow=0
        )
        event.listen(self._engine.sync_engine, "connect", _use_wal)
        self.sessions = async_sessionmaker(self._engine, expire_on_commit=False)

    async def setup_hook(self) -> None:
        """Make the tables and register the command."""
        async with self._engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        self.tree.add_command(play)
        await self.tree.sync()

    async def close(self) -> None:
        await super().close()
        await self._engine.dispose()

    async def round_of(self, session: Any, interaction: Interaction) -> Round | None:
        """Return the round of the channel; where it is not the member's, refuse and return None."""
        stored = await session.scalar(select(Round).where(Round.channel == interaction.channel_id))
        if stored is None or stored.player != interaction.user.id:
            await interaction.response.send_message("This is not your round.", ephemeral=True)
            return None
        return cast("Round", stored)

    async def open_round(self, interaction: Interaction) -> None:
        async with self.sessions() as session, session.begin():
            channel = interaction.channel_id
            taken = await session.scalar(
                select(func.count()).select_from(Round).where(Round.channel == channel)
            )
            if not taken:
                user = interaction.user
                if await session.get(Player, user.id) is None:
                    session.add(Player(id=user.id, name=user.display_name, rounds=0, wins=0))
                    await session.flush()
                dealt, dice, now = rolled(), rolled(), datetime.now(UTC)
                stored = Round(
                    channel=channel,
                    player=user.id,
                    player_name=user.display_name,
                    dealer_first=dealt,
                    dealer_dice=rerolled(dealt, dealer_rerolls(dealt)),
                    first=dice,
                    dice=dice,
                    selected=[],
                    opened=now,
                    changed=now,
                )
                session.add(stored)
        if taken:
            await interaction.response.send_message("A round is being played here.", ephemeral=True)
        else:
            await interaction.response.send_message(view=BoardView(stored))

    async def end_round(self, interaction: Interaction, *, keeps: bool) -> None:
        async with self.sessions() as session, session.begin():
            stored = await self.round_of(session, interaction)
            if stored is None:
                return
            if not keeps:
                stored.dice = rerolled(stored.dice, stored.selected)
            player = await session.get_one(Player, stored.player)
            won = strength(stored.dice) > strength(stored.dealer_dice)
            session.add(
                Result(
                    channel=stored.channel,
                    player=stored.player,
                    dice=stored.dice,
                    dealer_dice=stored.dealer_dice,
                    won=won,
                    ended=datetime.now(UTC),
                )
            )
            player.rounds += 1
            player.wins += won
            await session.delete(stored)
        allowed = discord.AllowedMentions(users=[interaction.user])
        await interaction.response.edit_message(
            view=EndView(stored, player), allowed_mentions=allowed
        )


@app_commands.command(description="Play a game in this channel")
@app_commands.choices(game=[app_commands.Choice(name="Dice Poker", value="dice-poker")])
async def play(interaction: Interaction, game: str | None = None) -> None:
    """Show the games, or open a round of one."""
    if game is None:
        await interaction.response.send_message(view=StartView(), ephemeral=True)
    else:
        await interaction.client.open_round(interaction)


def _use_wal(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.close()
