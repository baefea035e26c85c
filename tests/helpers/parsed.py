"""Sources as syntax trees, each parsed once in a process; nobody changes them."""

from __future__ import annotations

import ast
from functools import cache

parsed = cache(ast.parse)
