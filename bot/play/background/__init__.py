"""What happens to rounds without a press: deadlines, overdue boards, deleted channels."""

from __future__ import annotations
