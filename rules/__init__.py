"""The games themselves: pure functions on frozen values.

Nothing in this package knows Discord, a disk, a clock or luck. Dice and cards
arrive from outside (see `rules.engine.Luck`), sentences leave as values (see
`rules.text.Text`), and what a player sees leaves as a `rules.screen.Screen`.
"""
