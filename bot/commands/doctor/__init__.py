"""`dice-poker doctor`: checks everything that a host sets up, and names the remedies."""
