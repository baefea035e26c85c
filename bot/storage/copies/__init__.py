"""Copies of the database: backups, what is left of a lost one, their restoration, and the move.

Those of PostgreSQL are made by its own programs.
"""
