"""The commands of `dice-poker …`, each in a module or folder of its own."""

from __future__ import annotations
