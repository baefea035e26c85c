"""Storage for export, erasure and retention of members' data, and the audit log."""

from __future__ import annotations
