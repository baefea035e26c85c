"""The statements that stores run on their connections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from bot.storage.statement import Connection, Result, Statement


@contextmanager
def after_each_statement(call: Callable[[str, Mapping[str, Any]], None]) -> Iterator[None]:
    """Call with the SQL of each statement and its values, once it was executed."""
    run, run_many, execute = Connection.run, Connection.run_many, Connection.execute

    def note(connection: Connection, statement: Statement, values: Mapping[str, Any]) -> None:
        compiled = statement.compiled(connection.dialect)
        call(compiled.sql, compiled.values(values))

    def running(self: Connection, statement: Statement, /, **values: Any) -> Result:
        rows = run(self, statement, **values)
        note(self, statement, values)
        return rows

    def running_many(
        self: Connection, statement: Statement, rows: Sequence[Mapping[str, Any]]
    ) -> None:
        run_many(self, statement, rows)
        if len(rows) > 1:  # one is run as any other
            note(self, statement, rows[0])

    def executing(self: Connection, sql: str, values: Mapping[str, Any] | None = None) -> Any:
        cursor = execute(self, sql, values)
        call(sql, values or {})
        return cursor

    with (
        mock.patch.object(Connection, "run", running),
        mock.patch.object(Connection, "run_many", running_many),
        mock.patch.object(Connection, "execute", executing),
    ):
        yield
