"""Single positions to decide: those that ship with the bot, and practice."""
