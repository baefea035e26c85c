"""Sources as syntax trees, each parsed once in a process; nobody changes them."""

from __future__ import annotations

import ast
from functools import cache

tree_of = cache(ast.parse)
