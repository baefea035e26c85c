"""`dice-poker setup`: from a token to a bot that can be started."""
