"""The client builds the cogs."""

from __future__ import annotations

from pathlib import Path

from simulated import table

ROOT = Path(__file__).parents[2]


async def test_the_client_adds_every_cog(tmp_path):
    files = {f"cogs.{path.stem}" for path in (ROOT / "cogs").glob("*.py")} - {"cogs.__init__"}
    async with table(tmp_path) as sim:
        cogs = sim.bot.cogs.values()
        assert {type(cog).__module__ for cog in cogs} == files
        assert len(cogs) == len(files)
