"""The contest of Dice Poker: one function selects for the dealer, one for the player.

README 1.11; the phases of a round are those of README 1.4.
"""

from __future__ import annotations

from operator import index
from typing import Any

from course.contest.description import Contest, Side, Template
from rules.dice import POSITIONS, Roll
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    DealerSelects,
    PlayerSelects,
    State,
)
from rules.screen import Action, Seat
from rules.turns import reroll_of


def given(state: State, seat: Seat) -> tuple[Roll, Roll]:
    """Return the dice of the seat and those of the other seat, in order of position."""
    match state:
        case DealerSelects(dealer, player):
            return dealer, player
        case PlayerSelects(dealer, player):
            return player, dealer.hand
        case _:
            raise AssertionError("no seat selects in this phase")


def shown(own: Roll, other: Roll) -> str:
    """Return the dice in words.

    >>> shown((1, 2, 3, 4, 6), (5, 5, 5, 5, 5))
    'the dice 1 2 3 4 6 against 5 5 5 5 5'
    """
    return f"the dice {' '.join(map(str, own))} against {' '.join(map(str, other))}"


def read(state: State, seat: Seat, answer: Any) -> Action | None:
    """Return the action for the value that a function returned, None if it is invalid.

    >>> read(DealerSelects((1,) * 5, (2,) * 5), DEALER, [5, 3]).code
    'reroll.35'
    >>> read(DealerSelects((1,) * 5, (2,) * 5), DEALER, [0]) is None
    True
    """
    try:
        positions = tuple(map(index, answer))
    except Exception:  # noqa: BLE001 — objects of a contestant's function may raise anything
        return None
    if len(set(positions)) != len(positions) or not set(positions) <= set(POSITIONS):
        return None
    return reroll_of(positions)


TEMPLATE = Template(
    "reroll",
    '''"""A strategy for Dice Poker: which dice are rolled again?"""


def reroll(own, other):
    """Return the positions, 1 to 5, of the dice to roll again; [] keeps all five.

    `own` are your dice in order of position, such as (6, 6, 3, 2, 1), `other` those of
    the other side: the dealer sees the player's first roll, the player the dealer's
    final hand.
    """
    positions = []
    for position, face in enumerate(own, start=1):
        if own.count(face) == 1:  # keep pairs and better, roll the others again
            positions.append(position)
    return positions
''',
)


CONTEST: Contest[State] = Contest(
    summary="the own dice and the other's to positions",
    description="A strategy takes its own five dice and the other's and returns the positions, "
    "1 to 5, to reroll. The dealer sees the player's first roll, the player the dealer's final "
    "hand.",
    sides=(Side("dealer", DEALER, "house"), Side("player", PLAYER, "house")),
    scored=PLAYER,
    given=given,
    shown=shown,
    read=read,
    expected="positions from 1 to 5, each at most once",
    template=TEMPLATE,
)
