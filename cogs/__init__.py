"""The cogs: commands and listeners, which register controls and ticks."""
