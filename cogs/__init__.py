"""Discord only: commands in, layouts out. `bot.client` loads these cogs by name."""
