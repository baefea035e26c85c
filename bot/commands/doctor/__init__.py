"""`dice-poker doctor`: looks at everything that a host sets up, and names what to mend."""
