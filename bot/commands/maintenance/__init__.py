"""The commands for the bot's data: backup, restore, restored, move and verify."""
