"""Remarks on events of a round, shown in a quiet line until the next act.

They follow from the state alone, reveal nothing hidden, and give no advice.
"""
