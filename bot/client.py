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
from bot.daily.attempts import Attempts, Judges
from bot.daily.challenge import DailyChallenge
from bot.daily.dares import Dares
from bot.daily.day_cards import DayCards
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
from bot.review.look_back import LookBack
from bot.review.sharing import Sharing
from bot.statistics.judging import Judging
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
from rules.exact.kept import keep_with

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
        Silence(requests.timer).listen(trace)
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
        )
        self.answer_class = errors.answer_class(self.answer_class)
        self.settings, self.figures, self.requests = settings, figures, requests
        self._stopping = self._clears_commands = False
        keep_with(ShippedTables())  # a computer may have to think in this process
        language, offers_days = settings.public_language or None, settings.daily == "on"

        # What everything else uses.
        self.storage, self.stored = storage, StorageThread(storage)
        self.analysis = analysis or AnalysisProcess()
        self.questions = Questions(self.analysis)
        self.computers = ComputerThreads(self.analysis)
        self.emoji, self.command_ids = emoji or EmojiSet(), command_ids or CommandIds()
        self.names, self.clock = DisplayNames(), DiscordClock()
        self.faults, self.under_way = FaultLog(log), UnderWay()
        self.servers, self.missing = Servers(self.stored), Missing(self.stored)
        self.languages = MemberChoices(self.stored, "language", KNOWN)
        self.numbering = MemberChoices(self.stored, "positions", (ON,))
        pings, pictures = Pings(), Pictures()

        # Rounds, and how members see them.
        self.table = Table(
            luck, TimeLimits(timedelta(minutes=settings.turn_minutes)), self.computers.choice
        )
        threads = RoundThreads(self, requests, self.under_way)
        self.rounds = Rounds(
            self.stored,
            self.table,
            self.computers,
            holds=ALL_SERVERS.hold if settings.held_shards is None else self.holds,
            abandoned=threads.end,
        )
        self.drawings = Drawings(
            emoji=self.emoji,
            commands=self.command_ids,
            clock=self.clock,
            names=self.names,
            numbering=self.numbering.keys(),
            shown=requests.shown,
        )
        self.emoji_loader = EmojiLoader(self, self.emoji, self.drawings.forget)
        self.daily_reminders = DailyReminders(
            client=self,
            requests=requests,
            storage=self.stored,
            servers=self.servers,
            names=self.names,
            emoji=self.emoji,
            language=language,
        )
        self.attempts = Attempts(
            storage=self.stored,
            table=self.table,
            rounds=self.rounds,
            drawings=self.drawings,
            clock=self.clock,
            reminders=self.daily_reminders,
            judges=Judges(self.stored, self.analysis),
            offered=offers_days,
        )
        private_screens = PrivateScreens(self.drawings, requests, self.under_way, self.attempts)
        self.reminders = Reminders(
            client=self,
            requests=requests,
            storage=self.stored,
            rounds=self.rounds,
            servers=self.servers,
            names=self.names,
            emoji=self.emoji,
            pings=pings,
        )
        self.board = Board(
            client=self,
            requests=requests,
            rounds=self.rounds,
            drawings=self.drawings,
            private_screens=private_screens,
            reminders=self.reminders,
            threads=threads,
            emoji=self.emoji,
            names=self.names,
            pings=pings,
        )
        self.opening = Opening(
            requests=requests,
            storage=self.stored,
            table=self.table,
            rounds=self.rounds,
            board=self.board,
            private_screens=private_screens,
            servers=self.servers,
            names=self.names,
            language=language,
        )

        # The answers to interactions.
        self.interactions = Interactions(
            requests=requests,
            rounds=self.rounds,
            board=self.board,
            opening=self.opening,
            emoji=self.emoji,
            commands=self.command_ids,
            clock=self.clock,
            names=self.names,
            languages=self.languages,
            missing=self.missing,
            figures=figures,
            under_way=self.under_way,
        )
        self.presses = Presses(
            table=self.table,
            rounds=self.rounds,
            board=self.board,
            drawings=self.drawings,
            opening=self.opening,
            private_screens=private_screens,
            reminders=self.reminders,
            names=self.names,
            under_way=self.under_way,
        )
        self.challenges = ChallengePanel(self.opening, self.servers)
        first_page = FirstPage(
            storage=self.stored,
            rounds=self.rounds,
            servers=self.servers,
            names=self.names,
            daily=offers_days,
        )
        hint_and_review = HintAndReview(
            requests=requests,
            storage=self.stored,
            table=self.table,
            rounds=self.rounds,
            board=self.board,
            drawings=self.drawings,
            presses=self.presses,
            questions=self.questions,
            pictures=pictures,
            names=self.names,
        )
        look_back = LookBack(
            rounds=self.rounds, hint_and_review=hint_and_review, questions=self.questions
        )
        sharing = Sharing(
            rounds=self.rounds,
            drawings=self.drawings,
            hint_and_review=hint_and_review,
            questions=self.questions,
            pictures=pictures,
            names=self.names,
        )
        day_cards = DayCards(
            client=self,
            requests=requests,
            storage=self.stored,
            drawings=self.drawings,
            servers=self.servers,
            language=language,
            under_way=self.under_way,
        )
        challenge = DailyChallenge(
            storage=self.stored,
            opening=self.opening,
            attempts=self.attempts,
            cards=day_cards,
            questions=self.questions,
            pictures=pictures,
            clock=self.clock,
            offered=offers_days,
        )
        self.dares = Dares(
            client=self,
            requests=requests,
            storage=self.stored,
            rounds=self.rounds,
            board=self.board,
            drawings=self.drawings,
            opening=self.opening,
            servers=self.servers,
            pings=pings,
            names=self.names,
            attempts=self.attempts,
            review=hint_and_review.give_review,
        )
        self.members = MembersInMemory(
            rounds=self.rounds,
            drawings=self.drawings,
            questions=self.questions,
            choices=(self.languages, self.numbering),
            memories=(
                self.names.memory,
                self.names.nicknames,
                self.opening.pending,
                self.challenges.made,
            ),
        )

        self.members = MembersInMemory(
            rounds=self.rounds,
            drawings=self.drawings,
            questions=self.questions,
            choices=(self.languages, self.numbering),
            memories=(
                self.names.memory,
                self.names.nicknames,
                self.opening.pending,
                self.challenges.made,
            ),
        )

        # Work without a press.
        def is_answering() -> bool:
            return bool(self.under_way)

        def held() -> Shards:
            return self.held_shards

        self.ticks, idle = Ticks(self.is_ready, is_answering, self.faults), IdleTime(is_answering)
        self.deadlines = Deadlines(
            client=self,
            storage=self.stored,
            rounds=self.rounds,
            table=self.table,
            board=self.board,
            reminders=self.reminders,
            members=self.members,
            figures=figures,
            faults=self.faults,
            held=held,
        )
        retention = Retention(
            client=self,
            storage=self.stored,
            rounds=self.rounds,
            board=self.board,
            idle=idle,
            held=held,
            keep_days=settings.keep_rounds_days,
        )
        self.judging = Judging(storage=self.stored, analysis=self.analysis, held=held, idle=idle)
        self.backups = Backups(folder=settings.backup_dir, url=settings.database_url, held=held)
        daily_ticks = DailyTicks(
            challenge=challenge,
            cards=day_cards,
            dares=self.dares,
            reminders=self.daily_reminders,
            clock=self.clock,
            held=held,
        )

        # The pages of settings and privacy.
        switches = {
            "reminders": member_switches.reminders(self.stored),
            **({"daily": reminder_switch(self.stored)} if offers_days else {}),
            "positions": member_switches.positions(self.numbering, self.drawings),
            "hidden": member_switches.hidden_statistics(self.stored),
        }
        self.privacy = PrivacyPanel(
            storage=self.stored,
            table=self.table,
            rounds=self.rounds,
            board=self.board,
            members=self.members,
        )
        welcome = Welcome(
            client=self,
            requests=requests,
            servers=self.servers,
            names=self.names,
            emoji=self.emoji,
            commands=self.command_ids,
            language=language,
        )

        # The cogs, which register controls, commands and ticks.
        self.controls = Controls()
        tree, interactions, controls = self.tree, self.interactions, self.controls
        proofs = ProofFiles(
            storage=self.stored, rounds=self.rounds, board=self.board, sets=self.attempts
        )
        self._to_add: tuple[commands.Cog, ...] = (
            PressListener(interactions, controls, self.presses),
            CommandErrorEvents(
                tree,
                CommandErrors(client=self, requests=requests, interactions=interactions),
            ),
            Play(
                client=self,
                tree=tree,
                interactions=interactions,
                controls=controls,
                command=PlayCommand(
                    opening=self.opening, challenges=self.challenges, first_page=first_page
                ),
                opening=self.opening,
                first_page=first_page,
            ),
            RoundsCommand(
                interactions,
                controls,
                OwnRounds(
                    storage=self.stored,
                    rounds=self.rounds,
                    board=self.board,
                    drawings=self.drawings,
                    opening=self.opening,
                ),
            ),
            FairControls(
                controls,
                FairPage(
                    storage=self.stored,
                    rounds=self.rounds,
                    questions=self.questions,
                    sets=self.attempts,
                    proofs=proofs,
                ),
                proofs,
            ),
            DailyCommands(
                tree=tree,
                interactions=interactions,
                controls=controls,
                ticks=self.ticks,
                challenge=challenge,
                dares=self.dares,
                daily_ticks=daily_ticks,
                offered=offers_days,
            ),
            Settings(
                interactions=interactions,
                controls=controls,
                ticks=self.ticks,
                faults=self.faults,
                own=OwnSettings(self.languages, switches),
                server=SettingsPanel(self.servers, self.missing, self.stored),
                privacy=self.privacy,
                welcome=welcome,
                choices=(self.languages, self.numbering),
                shares_servers=settings.held_shards is not None,
            ),
            Moderation(
                tree=tree,
                interactions=interactions,
                controls=controls,
                panel=BarPanel(self.stored),
                close_menu=CloseMenu(client=self, rounds=self.rounds),
            ),
            Challenges(tree, interactions, controls, self.challenges),
            Review(
                controls=controls,
                rounds=self.rounds,
                hint_and_review=hint_and_review,
                look_back=look_back,
                sharing=sharing,
            ),
            DeadlineEvents(self.ticks, self.deadlines),
            DeletedChannelEvents(
                DeletedChannels(storage=self.stored, rounds=self.rounds, faults=self.faults)
            ),
            BackupTick(self.ticks, self.backups),
            RetentionEvents(self.ticks, retention),
            Statistics(
                interactions=interactions,
                controls=controls,
                ticks=self.ticks,
                pages=StatisticsPages(self.stored),
                judging=self.judging,
            ),
        )

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
