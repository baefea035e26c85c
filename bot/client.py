"""The bot as discord.py's client: it builds every feature, adds the cogs, and closes in order.

Each object is given by name what it needs, so nothing can be built before that. No other module
knows this one but the commands that run a bot.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

import discord
from discord.ext import commands

from bot.admin import member_switches
from bot.admin.backups import Backups
from bot.admin.bar_panel import BarPanel
from bot.admin.close_menu import CloseMenu
from bot.admin.command_errors import CommandErrors
from bot.admin.own_settings import OwnSettings
from bot.admin.privacy_panel import PrivacyPanel
from bot.admin.retention import Retention
from bot.admin.settings_panel import SettingsPanel
from bot.admin.welcome import Welcome
from bot.config import Config
from bot.daily.challenge import DailyChallenge
from bot.daily.dares import Dares
from bot.daily.day_cards import DayCards
from bot.daily.private_rounds import DailyJudge, PrivateRounds
from bot.daily.reminder_switch import reminder_switch
from bot.daily.reminders import DailyReminders
from bot.daily.ticks import DailyTicks
from bot.language.languages import KNOWN
from bot.play.background.deadlines import Deadlines
from bot.play.background.deleted_channels import DeletedChannels
from bot.play.boards.board import Board
from bot.play.boards.drawings import Drawings
from bot.play.boards.private_screens import PrivateScreens
from bot.play.boards.reminders import Reminders
from bot.play.fair.fair_page import FairPage
from bot.play.fair.proof_files import ProofFiles
from bot.play.idle_time import IdleTime
from bot.play.interactions import Interactions
from bot.play.member_choices import ON, MemberChoices
from bot.play.members_in_memory import MembersInMemory
from bot.play.opening.challenge_panel import ChallengePanel
from bot.play.opening.first_page import FirstPage
from bot.play.opening.opening import Opening
from bot.play.opening.play_command import PlayCommand
from bot.play.opening.threads import RoundThreads
from bot.play.own_rounds import OwnRounds
from bot.play.presses import Presses
from bot.play.quotas import Pictures, Pings
from bot.play.rounds import Rounds
from bot.play.servers import Servers
from bot.review.hint_and_review import HintAndReview
from bot.review.sharing import Sharing
from bot.review.step_by_step import StepByStep
from bot.statistics.judging import GameJudge
from bot.statistics.pages import StatisticsPages
from bot.storage.database import Storage
from bot.storage.shards import ALL_SERVERS, Shards
from bot.storage.thread import StorageThread
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from bot.thinking.computer_threads import ComputerThreads
from bot.thinking.process import AnalysisProcess
from bot.thinking.questions import Analysis, Questions
from bot.thinking.shipped_tables import ShippedTables
from bot.ui import command_sync
from bot.ui.away import Silence
from bot.ui.channels import Channels
from bot.ui.controls import Controls
from bot.ui.discord_clock import DiscordClock
from bot.ui.drawing.discord_renderer import CommandIds
from bot.ui.drawing.emoji import EmojiLoader, EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.fault_log import FaultLog
from bot.ui.figures import DiscordErrors, Figures
from bot.ui.hosts import hosts_of
from bot.ui.interaction import LeanBot
from bot.ui.invite import invite
from bot.ui.localization import CommandTranslator
from bot.ui.missing_permissions import Missing
from bot.ui.requests import LIMIT_SECONDS, Requests
from bot.ui.ticks import Ticks
from bot.under_way import UnderWay
from cogs.backups import BackupTick
from cogs.challenges import Challenges
from cogs.command_errors import CommandErrorEvents
from cogs.daily import DailyCommands
from cogs.deadlines import DeadlineEvents
from cogs.deleted_channels import DeletedChannelEvents
from cogs.fair import FairControls
from cogs.moderation import Moderation
from cogs.play import Play
from cogs.presses import PressListener
from cogs.retention import RetentionEvents
from cogs.review import Review
from cogs.rounds import RoundsCommand
from cogs.settings import Settings
from cogs.statistics import Statistics
from rules.engine import Luck
from rules.exact.table_store import use_tables

log = logging.getLogger(__name__)

FINISH_SECONDS = 3.0
"""The longest time that running presses may take once the bot stops."""

LEAVE_SECONDS = 1.0
"""The longest time to wait after that until Discord confirms that the bot leaves the gateway."""


class DicePokerBot(LeanBot):
    """The bot, with everything that its cogs use.

    It needs the intent `guilds` alone, and caches neither members nor messages. The storage is
    opened by the caller and closed by `close`.
    """

    def __init__(  # noqa: PLR0915 - it builds everything
        self,
        storage: Storage,
        settings: Config,
        *,
        luck: Luck | None = None,
        emoji: EmojiSet | None = None,
        analysis: Analysis | None = None,
        command_ids: CommandIds | None = None,
    ) -> None:
        figures = Figures()
        errors = DiscordErrors(figures.discord_errors)
        requests = Requests(lambda: self.held_shards.part)
        trace = requests.throttle.trace()
        Silence(requests.timer, settings.proxy).listen(trace)
        errors.listen(trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shards,
            shard_ids=settings.held_shards,  # type: ignore[arg-type]  # None: all of them
            max_ratelimit_timeout=LIMIT_SECONDS,
            http_trace=trace,
            proxy=settings.https_proxy or None,
        )
        self.answer_class = errors.answer_class(self.answer_class)
        self._stopping = self._clears_commands = False
        use_tables(ShippedTables())  # a computer may have to think in this process

        def is_answering() -> bool:
            return bool(under_way)

        def held() -> Shards:
            return self.held_shards

        # What everything else uses.
        stored, analysis = StorageThread(storage), analysis or AnalysisProcess()
        emoji, command_ids = emoji or EmojiSet(), command_ids or CommandIds()
        questions, computers = Questions(analysis), ComputerThreads(analysis)
        names, clock, faults, under_way = DisplayNames(), DiscordClock(), FaultLog(log), UnderWay()
        pings, pictures, idle = Pings(), Pictures(), IdleTime(is_answering)
        servers, missing = Servers(stored), Missing(stored)
        channels = Channels(self, requests, emoji, names)
        languages = MemberChoices(stored, "language", KNOWN)
        numbering = MemberChoices(stored, "positions", (ON,))
        public, daily = settings.public_language or None, settings.daily == "on"
        controls, ticks = Controls(), Ticks(self.is_ready, is_answering, faults)

        # Rounds, and how members see them.
        limits = TimeLimits(timedelta(minutes=settings.turn_minutes))
        table = Table(luck, limits, computers.choice)
        threads = RoundThreads(self, requests, under_way)
        rounds = Rounds(
            stored,
            table,
            computers,
            holds=ALL_SERVERS.hold if settings.held_shards is None else self.holds,
            abandoned=threads.end,
        )
        drawings = Drawings(
            emoji=emoji,
            commands=command_ids,
            clock=clock,
            names=names,
            numbering=numbering.keys(),
            last_drawings=requests.last_drawings,
        )
        daily_reminders = DailyReminders(
            channels=channels, storage=stored, servers=servers, drawings=drawings, language=public
        )
        private_rounds = PrivateRounds(
            storage=stored,
            table=table,
            rounds=rounds,
            drawings=drawings,
            clock=clock,
            reminders=daily_reminders,
            judge=DailyJudge(stored, analysis),
            offered=daily,
        )
        screens = PrivateScreens(drawings, requests, under_way, private_rounds)
        reminders = Reminders(
            channels=channels,
            storage=stored,
            rounds=rounds,
            servers=servers,
            drawings=drawings,
            pings=pings,
        )
        board = Board(
            requests=requests,
            channels=channels,
            rounds=rounds,
            drawings=drawings,
            private_screens=screens,
            reminders=reminders,
            threads=threads,
            pings=pings,
        )
        opening = Opening(
            requests=requests,
            storage=stored,
            table=table,
            rounds=rounds,
            board=board,
            private_screens=screens,
            servers=servers,
            names=names,
            language=public,
        )

        # The answers to interactions.
        interactions = Interactions(
            requests=requests,
            rounds=rounds,
            board=board,
            opening=opening,
            emoji=emoji,
            commands=command_ids,
            clock=clock,
            names=names,
            languages=languages,
            missing=missing,
            figures=figures,
            under_way=under_way,
        )
        presses = Presses(
            table=table,
            rounds=rounds,
            board=board,
            drawings=drawings,
            opening=opening,
            private_screens=screens,
            reminders=reminders,
            names=names,
            under_way=under_way,
        )
        challenges = ChallengePanel(opening, servers)
        first_page = FirstPage(rounds=rounds, servers=servers, names=names, daily=daily)
        play = PlayCommand(opening=opening, challenges=challenges, first_page=first_page)
        own_rounds = OwnRounds(
            storage=stored, rounds=rounds, board=board, drawings=drawings, opening=opening
        )
        proofs = ProofFiles(
            storage=stored, rounds=rounds, board=board, private_rounds=private_rounds
        )
        fair = FairPage(
            storage=stored,
            rounds=rounds,
            questions=questions,
            private_rounds=private_rounds,
            proofs=proofs,
        )
        reviews = HintAndReview(
            requests=requests,
            storage=stored,
            table=table,
            rounds=rounds,
            board=board,
            drawings=drawings,
            presses=presses,
            questions=questions,
            pictures=pictures,
            names=names,
        )
        step_by_step = StepByStep(rounds=rounds, hint_and_review=reviews, questions=questions)
        sharing = Sharing(
            rounds=rounds,
            drawings=drawings,
            hint_and_review=reviews,
            questions=questions,
            pictures=pictures,
            names=names,
        )
        day_cards = DayCards(
            channels=channels,
            storage=stored,
            drawings=drawings,
            servers=servers,
            language=public,
            under_way=under_way,
        )
        challenge = DailyChallenge(
            storage=stored,
            opening=opening,
            private_rounds=private_rounds,
            cards=day_cards,
            questions=questions,
            pictures=pictures,
            clock=clock,
            offered=daily,
        )
        dares = Dares(
            channels=channels,
            storage=stored,
            rounds=rounds,
            board=board,
            drawings=drawings,
            opening=opening,
            servers=servers,
            pings=pings,
            names=names,
            private_rounds=private_rounds,
            show_review=reviews.show_review,
        )

        # What is kept of members, and their settings.
        members = MembersInMemory(
            rounds=rounds,
            drawings=drawings,
            questions=questions,
            choices=(languages, numbering),
            memories=(names.memory, names.nicknames, opening.pending, challenges.made),
        )
        privacy = PrivacyPanel(
            storage=stored, table=table, rounds=rounds, board=board, members=members
        )
        switches = {
            "reminders": member_switches.reminders(stored),
            **({"daily": reminder_switch(stored)} if daily else {}),
            "positions": member_switches.positions(numbering, drawings),
            "hidden": member_switches.hidden_statistics(stored),
        }
        welcome = Welcome(channels=channels, servers=servers, drawings=drawings, language=public)

        # Work without a press.
        deadlines = Deadlines(
            client=self,
            storage=stored,
            rounds=rounds,
            table=table,
            board=board,
            reminders=reminders,
            members=members,
            figures=figures,
            faults=faults,
            held=held,
        )
        retention = Retention(
            client=self,
            storage=stored,
            rounds=rounds,
            board=board,
            idle=idle,
            held=held,
            keep_days=settings.keep_rounds_days,
        )
        game_judge = GameJudge(storage=stored, analysis=analysis, held=held, idle=idle)
        backups = Backups(folder=settings.backup_dir, url=settings.database_url, held=held)
        daily_ticks = DailyTicks(
            challenge=challenge,
            cards=day_cards,
            dares=dares,
            reminders=daily_reminders,
            clock=clock,
            held=held,
        )
        deleted_channels = DeletedChannels(storage=stored, rounds=rounds, faults=faults)

        # The cogs: commands and listeners, which register controls and ticks.
        errors_of_commands = CommandErrors(
            client=self, requests=requests, interactions=interactions
        )
        self._to_add: tuple[commands.Cog, ...] = (
            PressListener(interactions, controls, presses),
            CommandErrorEvents(self.tree, errors_of_commands),
            Play(
                client=self,
                tree=self.tree,
                interactions=interactions,
                controls=controls,
                command=play,
                opening=opening,
                first_page=first_page,
            ),
            RoundsCommand(interactions, controls, own_rounds),
            FairControls(controls, fair, proofs),
            DailyCommands(
                tree=self.tree,
                interactions=interactions,
                controls=controls,
                ticks=ticks,
                challenge=challenge,
                dares=dares,
                daily_ticks=daily_ticks,
                offered=daily,
            ),
            Settings(
                interactions=interactions,
                controls=controls,
                ticks=ticks,
                faults=faults,
                own=OwnSettings(languages, switches),
                server=SettingsPanel(servers, missing, stored),
                privacy=privacy,
                welcome=welcome,
                choices=(languages, numbering),
                shares_servers=settings.held_shards is not None,
            ),
            Moderation(
                tree=self.tree,
                interactions=interactions,
                controls=controls,
                panel=BarPanel(stored),
                close_menu=CloseMenu(client=self, rounds=rounds),
            ),
            Challenges(self.tree, interactions, controls, challenges),
            Review(
                controls=controls,
                rounds=rounds,
                hint_and_review=reviews,
                step_by_step=step_by_step,
                sharing=sharing,
            ),
            DeadlineEvents(ticks, deadlines),
            DeletedChannelEvents(deleted_channels),
            BackupTick(ticks, backups),
            RetentionEvents(ticks, retention),
            Statistics(
                interactions=interactions,
                controls=controls,
                ticks=ticks,
                pages=StatisticsPages(stored),
                judge=game_judge,
            ),
        )

        # What starting, stopping and watching the bot needs, and tests look at.
        self.settings, self.storage, self.stored = settings, storage, stored
        self.figures, self.requests, self.under_way = figures, requests, under_way
        self.emoji, self.command_ids, self.numbering = emoji, command_ids, numbering
        self.emoji_loader = EmojiLoader(self, emoji, drawings.forget)
        self.analysis, self.questions, self.computers = analysis, questions, computers
        self.table, self.rounds, self.board, self.drawings = table, rounds, board, drawings
        self.names, self.servers, self.missing = names, servers, missing
        self.interactions, self.opening, self.controls = interactions, opening, controls
        self.reminders, self.deadlines, self.ticks = reminders, deadlines, ticks
        self.challenges, self.privacy, self.backups = challenges, privacy, backups
        self.dares, self.daily_reminders = dares, daily_reminders

    async def setup_hook(self) -> None:
        """Add the cogs and send the commands, before Discord sends anything; emoji may follow."""
        log.info("invite the bot to a server: %s", invite(self.application_id or 0))
        if self.application is not None:  # Discord sent it when the bot logged in
            self.drawings.hosts = hosts_of(self.application)
        await self.rounds.begin(discord.utils.utcnow())
        await self.tree.set_translator(CommandTranslator())
        for cog in self._to_add:
            await self.add_cog(cog)
        self.ticks.start()
        await self.missing.load()
        self.emoji_loader.start()
        self._clears_commands = await command_sync.sync(
            self.tree, self.stored, self.application_id or 0, self.command_ids
        )

    def holds(self, guild: int | None) -> bool:
        """Return whether this process answers for a server (None: for direct messages)."""
        return self.held_shards.hold(guild)

    @property
    def held_shards(self) -> Shards:
        """The shards of this process; it holds all servers if their number is not yet known."""
        if self.shard_count is None:
            return ALL_SERVERS
        ids = range(self.shard_count) if self.shard_ids is None else self.shard_ids
        return Shards(self.shard_count, tuple(ids))

    async def on_ready(self) -> None:
        """Log that the bot is ready.

        After its commands were sent, remove those that an earlier program has left on servers.
        """
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        if self._clears_commands:
            self._clears_commands = False
            await command_sync.clear(self, self.requests, [guild.id for guild in self.guilds])

    async def close(self) -> None:
        """Leave the gateway, answer the interactions under way, then close HTTP and the storage.

        Pending analyses are answered with the notice that the bot restarts.
        """
        if self._stopping:
            return
        self._stopping = True
        leaving = asyncio.gather(
            *(shard.disconnect() for shard in self.shards.values()), return_exceptions=True
        )
        try:
            await asyncio.to_thread(self.analysis.close)
            await self.interactions.finish(FINISH_SECONDS, self.reminders.deletions)
            await self.requests.stop()
            await asyncio.wait({leaving}, timeout=LEAVE_SECONDS)
            self.ticks.stop()
            self.emoji_loader.stop()
            await super().close()
        finally:
            await asyncio.to_thread(self.stop_threads)
            self.storage.close()

    def stop_threads(self) -> None:
        """Finish the work under way and stop the analysis process and the threads."""
        self.analysis.close()
        self.computers.close()
        self.rounds.close()
