"""The games as pure functions on immutable values.

The package is independent of Discord, files, clocks and random sources. Callers
supply dice and cards through `rules.engine.Luck`. Sentences are returned as
`rules.text.Text`, the view of a player as `rules.screen.Screen`.
"""
