"""`dice-poker rehearse`: tries the bot's actions in a channel with a real token."""
