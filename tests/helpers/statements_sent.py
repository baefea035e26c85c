"""The statements that a database is sent, by SQLAlchemy and by acts on the driver itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from sqlalchemy import event

from bot.storage.database import Storage
from bot.storage.driver import DriverConnection


@contextmanager
def after_each_statement(storage: Storage, call: Callable[[str], None]) -> Iterator[None]:
    """Call with the SQL of each statement, once it was executed."""

    def executed(_connection: object, _cursor: object, sql: str, *_rest: object) -> None:
        call(sql)

    def calling(execute: Callable[..., Any]) -> Callable[..., Any]:
        def called(driver: DriverConnection, sql: str, *values: Any) -> Any:
            result = execute(driver, sql, *values)
            if execute is not many or len(values[0]) > 1:  # one is executed as any other
                call(sql)
            return result

        return called

    many = DriverConnection.execute_many

    event.listen(storage._engine, "after_cursor_execute", executed)
    try:
        with (
            mock.patch.object(DriverConnection, "execute", calling(DriverConnection.execute)),
            mock.patch.object(DriverConnection, "execute_many", calling(many)),
        ):
            yield
    finally:
        event.remove(storage._engine, "after_cursor_execute", executed)
