"""Each documented rule is broken by a request of this module, and kept at its limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from documented import RULES, Sent, broken
from documented.messages import EPHEMERAL, SILENT, V2
from documented.sent import DEFER, SEND

POST_MESSAGE = "POST /channels/17/messages"
EDIT_MESSAGE = "PATCH /channels/17/messages/18"
CALLBACK = "POST /interactions/19/token/callback"
EDIT_ORIGINAL = "PATCH /webhooks/20/token/messages/@original"
COMMANDS = "PUT /applications/20/commands"
EMOJI = "POST /applications/20/emojis"
THREADS = "POST /channels/17/threads"


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": custom_id, **more}


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": [*inner]}


def menu(**more: Any) -> dict[str, Any]:
    options = [{"label": "one", "value": "1"}, {"label": "two", "value": "2"}]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def message(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"components": [*components], "flags": V2, "allowed_mentions": {"parse": []}, **more}


def command(name: str = "play", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Plays", "type": 1, **more}


def option(name: str, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "An option", **more}


def requested(route: str, body: Any, files: frozenset[str] = frozenset()) -> Sent:
    method, path = route.split()
    return Sent(method, path, body, files)


def rules_broken(sent: Sent) -> list[int]:
    """Return the numbers of the rules that a request breaks: its schema's, or those of its kind."""
    found = [*broken(sent, (1,))]
    if not found and sent.route == "PUT /applications/{}/commands":
        found = [*broken(sent.body, (2,))]
    elif not found:
        found = [*broken(sent, (3,))]
    return [one.rule for one in found]


@dataclass(frozen=True)
class Case:
    """A request that breaks a rule."""

    rule: int
    route: str
    body: Any = None
    files: frozenset[str] = frozenset()


FORTY_ONE = [text(str(number)) for number in range(41)]
MENTION = "<@17> rolls"
BOARD = frozenset(["board.png"])
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
PICTURE = message(GALLERY, attachments=[{"id": 0, "filename": "board.png"}])


def many(number: int) -> list[dict[str, Any]]:
    return [command(f"play{index}") for index in range(number)]


CASES = [
    Case(101, "POST /channels/17/pins", {}),
    Case(102, POST_MESSAGE, message(row(button(label="x" * 81)))),
    Case(102, POST_MESSAGE, message(row(button("x" * 101)))),
    Case(102, POST_MESSAGE, message(row(menu(placeholder="x" * 151)))),
    Case(102, POST_MESSAGE, message(row(menu(options=[])))),
    Case(102, POST_MESSAGE, message(row(*[button(str(n)) for n in range(6)]))),
    Case(102, POST_MESSAGE, message(text(""))),
    Case(
        102,
        POST_MESSAGE,
        message(text("a"), allowed_mentions={"users": list(map(str, range(1, 102)))}),
    ),
    Case(102, POST_MESSAGE, message(text("a"), colour=1)),
    Case(102, CALLBACK, {"type": 3}),
    Case(
        102, COMMANDS, [command(options=[option("x", choices=[{"name": "x" * 101, "value": "x"}])])]
    ),
    Case(102, COMMANDS, [command(description="x" * 101)]),
    Case(102, EMOJI, {"name": "x", "image": "data:image/png;base64,"}),
    Case(102, THREADS, {"name": "x" * 101}),
    Case(102, THREADS, {"name": "x", "auto_archive_duration": 5}),
    Case(201, COMMANDS, [command("Play")]),
    Case(201, COMMANDS, [command("a b")]),
    Case(201, COMMANDS, [command(options=[option("one", name_localizations={"ro": "un joc"})])]),
    Case(202, COMMANDS, [command(description="")]),
    Case(202, COMMANDS, [command(type=2, name="Challenge")]),
    Case(
        203,
        COMMANDS,
        [
            command(
                options=[
                    option(
                        f"o{n}",
                        choices=[
                            {
                                "name": f"{m:x>100}",
                                "value": f"{n}{m}",
                                "name_localizations": {"ro": "x"},
                            }
                            for m in range(25)
                        ],
                    )
                    for n in range(4)
                ]
            )
        ],
    ),
    Case(204, COMMANDS, many(101)),
    Case(204, COMMANDS, [{"name": f"Bar {n}", "type": 2} for n in range(16)]),
    Case(204, COMMANDS, [{"name": f"Close {n}", "type": 3} for n in range(16)]),
    Case(205, COMMANDS, [command(options=[option("a"), option("b", required=True)])]),
    Case(206, COMMANDS, [command(), command()]),
    Case(206, COMMANDS, [command(), command("stats", name_localizations={"ro": "play"})]),
    Case(207, COMMANDS, [command(options=[option("a"), option("a")])]),
    Case(
        207,
        COMMANDS,
        [
            command(
                options=[
                    option("a", name_localizations={"ro": "b"}),
                    option("b", name_localizations={"ro": "c"}),
                ]
            )
        ],
    ),
    Case(
        208, COMMANDS, [command(options=[option("a", choices=[{"name": "x", "value": "y" * 101}])])]
    ),
    Case(
        208,
        COMMANDS,
        [
            command(
                options=[
                    option("a", choices=[{"name": "x", "value": "1"}, {"name": "x", "value": "2"}])
                ]
            )
        ],
    ),
    Case(209, COMMANDS, [command(name_localizations={"ro-RO": "joc"})]),
    Case(210, COMMANDS, [command(options=[option("a", 1), option("b")])]),
    Case(301, POST_MESSAGE, message({"type": 17, "components": FORTY_ONE[:40]})),
    Case(302, POST_MESSAGE, message(text("x" * 2001), text("y" * 2000))),
    Case(303, POST_MESSAGE, message(text("🎲" * 2501))),
    Case(304, POST_MESSAGE, message(row(button(), button()))),
    Case(305, POST_MESSAGE, message({**text("a"), "id": 7}, {**text("b"), "id": 7})),
    Case(306, POST_MESSAGE, message(row(menu(), button()))),
    Case(307, POST_MESSAGE, message(row(button(label="")))),
    Case(307, POST_MESSAGE, message(row({"type": 2, "style": 2, "label": "Go"}))),
    Case(307, POST_MESSAGE, message(row(button(url="https://example.org")))),
    Case(307, POST_MESSAGE, message(row(button(style=5)))),
    Case(308, POST_MESSAGE, message(row(menu(max_values=3)))),
    Case(308, POST_MESSAGE, message(row(menu(options=[{"label": "a", "value": "1"}] * 2)))),
    Case(
        308,
        POST_MESSAGE,
        message(row(menu(options=[{"label": n, "value": n, "default": True} for n in "ab"]))),
    ),
    Case(309, POST_MESSAGE, message(GALLERY)),
    Case(309, POST_MESSAGE, message(text("a")), BOARD),
    Case(310, POST_MESSAGE, message(text("a"), flags=V2 | EPHEMERAL)),
    Case(310, CALLBACK, {"type": DEFER, "data": {"flags": V2 | EPHEMERAL}}),
    Case(311, POST_MESSAGE, message(text("a"), content="b")),
    Case(312, POST_MESSAGE, message(text("a"), flags=0)),
    Case(312, CALLBACK, {"type": SEND, "data": message(text("a"), flags=EPHEMERAL)}),
    Case(312, EDIT_ORIGINAL, {"components": [text("a")]}),
    Case(313, POST_MESSAGE, message()),
    Case(314, POST_MESSAGE, {"content": "x" * 2001, "allowed_mentions": {"parse": []}}),
    Case(315, POST_MESSAGE, message(text(MENTION))),
    Case(315, EDIT_MESSAGE, message(text(MENTION))),
    Case(315, CALLBACK, {"type": SEND, "data": message(text(MENTION), flags=V2 | EPHEMERAL)}),
    Case(318, EDIT_ORIGINAL, PICTURE, BOARD),
    Case(316, POST_MESSAGE, message(text("a"), allowed_mentions={"users": ["17"]})),
    Case(
        316,
        POST_MESSAGE,
        message(text(MENTION), allowed_mentions={"parse": ["users"], "users": ["17"]}),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule} {case.route.split()[1]}")
def test_what_breaks_a_rule_is_found(case):
    assert {*rules_broken(requested(case.route, case.body, case.files))} == {case.rule}


def test_every_rule_has_a_case_a_source_and_its_words():
    assert {case.rule for case in CASES} == RULES.keys()
    for number, rule in RULES.items():
        assert rule.number == number
        assert rule.says[0].isupper()
        assert (
            rule.source.endswith(("json, paths", "requestBody"))
            or "mdx" in rule.source
            or "discord-api-docs" in rule.source
        )


FITS = [
    (POST_MESSAGE, message(text("x" * 2000), text("y" * 2000))),
    (POST_MESSAGE, message({"type": 17, "components": FORTY_ONE[:39]})),
    (POST_MESSAGE, message(text("🎲" * 2500))),
    (
        POST_MESSAGE,
        message(text(MENTION), row(button()), row(menu()), allowed_mentions={"users": ["17"]}),
    ),
    (POST_MESSAGE, {"content": "x" * 2000}),
    (EDIT_MESSAGE, message(text("a"), flags=V2 | SILENT)),
    (EDIT_MESSAGE, message(text("a"), row(button(emoji={"name": "🎲"}, label="")))),
    (CALLBACK, {"type": SEND, "data": message(text("a"), flags=V2 | EPHEMERAL)}),
    (COMMANDS, many(100)),
    (COMMANDS, [command(options=[option("joc", name_localizations={"ro": "joacă-te_ț"})])]),
    (THREADS, {"name": "x" * 100, "type": 11}),
]


@pytest.mark.parametrize(("route", "body"), FITS)
def test_what_reaches_a_limit_breaks_no_rule(route, body):
    assert rules_broken(requested(route, body)) == []


def test_a_file_that_is_named_breaks_no_rule():
    assert rules_broken(requested(POST_MESSAGE, PICTURE, BOARD)) == []


def test_a_fault_tells_its_place_as_discord_does():
    sent = requested(POST_MESSAGE, message(row(button(label="x" * 81))))
    (found,) = broken(sent, (1,))
    assert found.fault.where == ("components", 0, "components", 0, "label")
    assert found.fault.why == "Must be between 0 and 80 in length."
