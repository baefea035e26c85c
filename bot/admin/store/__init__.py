"""Storage for export, erasure and retention of members' data."""

from __future__ import annotations
