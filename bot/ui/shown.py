"""What messages show: a drawing that a message shows already need not be sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bot.recent import Recent
from bot.ui.components import Component, Drawing

REMEMBERED = 512
"""Of how many messages the drawing is remembered."""


class Shown:
    """The drawings of messages, as far as they are known.

    It is not known what a message shows while it is drawn, after a drawing that failed, and
    after two drawings at the same time, until one is drawn alone.
    """

    def __init__(self) -> None:
        self._shown: Recent[int, list[Component]] = Recent(REMEMBERED)
        self._under_way: Counter[int] = Counter()
        self._mixed: set[int] = set()

    @contextmanager
    def drawing(self, message: int, drawing: Drawing) -> Iterator[None]:
        """Note that a message is drawn within, and shows the drawing if nothing is raised."""
        self._shown.pop(message, None)
        self._under_way[message] += 1
        if self._under_way[message] > 1:
            self._mixed.add(message)
        try:
            yield
            if message not in self._mixed:
                self.note(message, drawing)
        finally:
            self._under_way[message] -= 1
            if not self._under_way[message]:
                del self._under_way[message]
                self._mixed.discard(message)

    def note(self, message: int, drawing: Drawing) -> None:
        """Note what a message shows that was just posted."""
        self._shown[message] = drawing.to_components()

    def knows(self, message: int) -> bool:
        """Return whether it is known what a message shows."""
        return message in self._shown

    def shows(self, message: int, drawing: Drawing) -> bool:
        """Return whether a message is known to show this drawing."""
        return self._shown.use(message) == drawing.to_components()

    def forget(self) -> None:
        """Forget all drawings, after members were erased."""
        self._shown.clear()
