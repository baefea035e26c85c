"""What `dice-poker …` does, each command in a module or folder of its own."""

from __future__ import annotations
