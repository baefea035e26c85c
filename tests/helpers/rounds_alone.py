"""Rounds without Discord, with what the bot gives them."""

from __future__ import annotations

from bot.play.rounds import Rounds
from bot.storage.database import Storage
from bot.storage.thread import StorageThread
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from bot.thinking.computer_threads import ComputerThreads
from bot.thinking.questions import Analysis, Questions


class RoundsAlone(Rounds):
    """The rounds of a database, their table, and questions to an analysis."""

    def __init__(self, storage: Storage | StorageThread, analysis: Analysis) -> None:
        self.storage = StorageThread(storage) if isinstance(storage, Storage) else storage
        self.analysis = analysis
        self.questions = Questions(self.analysis)
        self.computers = ComputerThreads(self.analysis)
        self.table = Table(None, TimeLimits(), self.computers.choice)
        super().__init__(self.storage, self.table, self.computers)

    def close(self) -> None:
        self.analysis.close()
        self.computers.close()
        super().close()
