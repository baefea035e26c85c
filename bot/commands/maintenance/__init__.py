"""The commands for the bot's data: backup, restore, move and verify."""
