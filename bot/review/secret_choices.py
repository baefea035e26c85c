"""Choices made in secret that were never shown to all."""

from __future__ import annotations

from typing import Any

from rules.engine import Acted, Round


def shown_to_all(rounds: tuple[Round[Any], ...]) -> tuple[Round[Any], ...]:
    """Return a history without the choices at its end that were never shown to all.

    A round may be left while some seats have decided in secret, and others have not.
    """
    shown = len(rounds)
    while shown > 1 and _is_open(rounds[shown - 2], rounds[shown - 1]):
        shown -= 1
    return rounds[:shown]


def _is_open(before: Round[Any], after: Round[Any]) -> bool:
    """Return whether the step between was a secret choice that others still owe."""
    acted = isinstance(after.steps[-1], Acted)
    open_still = after.moment == before.moment and after.over is None
    return acted and open_still and before.awaits.secret
