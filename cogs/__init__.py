"""The cogs: commands and listeners, each with its `setup`. The bot loads them by name."""
