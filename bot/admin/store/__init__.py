"""What is stored of a member and goes with them: export, erasure, retention."""

from __future__ import annotations
