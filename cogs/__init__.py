"""The cogs: commands and listeners, which the bot loads by name."""
