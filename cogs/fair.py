"""*Fair dice?* and *Proof*: their controls."""

from __future__ import annotations

from discord.ext import commands

from bot.play.fair.fair_page import FairPage
from bot.play.fair.proof_files import ProofFiles
from bot.table.frame import FAIR
from bot.ui.controls import Controls


class FairControls(commands.Cog):
    """Shows whether the dice of a round were fair."""

    def __init__(self, controls: Controls, page: FairPage, proofs: ProofFiles) -> None:
        self._controls, self._page, self._proofs = controls, page, proofs

    async def cog_load(self) -> None:
        self._controls.add_tool(FAIR, self._page.show)
        self._controls.add("fair", self._proofs.press)
