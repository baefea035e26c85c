"""How the databases answer a statement, as they explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.storage.database import Storage
from statements_sent import after_each_statement

ASKING = ("SELECT", "WITH", "UPDATE", "DELETE")


@dataclass(frozen=True)
class Plan:
    """How a database answers a statement.

    `whole` are the tables that it reads as a whole, with the index where it reads all of one.
    """

    text: str
    whole: tuple[str, ...]
    sorts: bool


def sqlite_plan(connection: Connection, statement: str, parameters: Any) -> Plan:
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    steps = [row[-1] for row in rows if row[-1] != "SCAN CONSTANT ROW"]
    whole = tuple(step for step in steps if step.startswith("SCAN") and "json_each" not in step)
    return Plan("\n".join(steps), whole, any("TEMP B-TREE" in step for step in steps))


def postgres_plan(connection: Connection, statement: str, parameters: Any) -> Plan:
    """Return the plan of PostgreSQL where it may choose any index and sort only if it must."""
    for costly in ("seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin", "material"):
        connection.exec_driver_sql(f"SET LOCAL enable_{costly} = off")
    rows = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
    (explained,) = rows.scalar_one()
    nodes: list[dict[str, Any]] = []
    left: list[dict[str, Any]] = [explained["Plan"]]
    while left:
        node = left.pop()
        inside = node.get("Plans", [])
        if node["Node Type"] == "Limit":  # of what is in order it takes the first ones
            inside = [one for one in inside if "Index Name" not in one or "Filter" in one]
        nodes.append(node)
        left += inside
    whole = tuple(
        f"{node['Relation Name']} {node.get('Index Name', '')}".strip()
        for node in nodes
        if "Scan" in node["Node Type"] and "Relation Name" in node and "Index Cond" not in node
    )
    kinds = {node["Node Type"] for node in nodes}
    return Plan(str(nodes), whole, bool(kinds & {"Sort", "Incremental Sort"}))


PLANS = {"sqlite": sqlite_plan, "postgresql": postgres_plan}


def plans(storage: Storage, use: Callable[[], object]) -> list[Plan]:
    """Return the plan for each statement of `use` that reads or changes rows."""
    asked: list[tuple[str, Any]] = []
    with after_each_statement(lambda sql, values: asked.append((sql, values))):
        use()
    engine = storage._engine
    plan = PLANS[engine.dialect.name]
    with engine.connect() as connection:
        reading = [
            one
            for one in asked
            if one[0].startswith(ASKING) and ("FROM" in one[0] or "UPDATE" in one[0])
        ]
        found = [plan(connection, *one) for one in reading]
    assert found
    return found


def assert_searched(found: Iterable[Plan]) -> None:
    """Fail where a statement reads a whole table, or all of an index."""
    for plan in found:
        assert not plan.whole, plan.text
