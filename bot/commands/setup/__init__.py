"""`dice-poker setup`: makes the settings of a new bot from its token."""
