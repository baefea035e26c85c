"""A score sheet as a value, and games that fill one: a roll, up to two rerolls, a row.

Shared by the games that give every seat a sheet of rows; each brings its rows.
`rows` knows what rows are worth, `flow` how such a game goes, `view` how it looks.
"""

from __future__ import annotations
