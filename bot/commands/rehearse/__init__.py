"""`dice-poker rehearse`: tries with a real token what the bot does in a channel."""
