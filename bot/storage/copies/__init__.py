"""Copies of the database: backups, what is left of a lost one, their restoration, and the move.

Several of them are made by PostgreSQL's own programs.
"""
