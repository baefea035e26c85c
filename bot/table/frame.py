"""The frame around a game's Screen: players' names, deadline, buttons of the table.

A `Frame` is a plain value with everything that a front end needs to draw a round for one viewer.
Its texts are not translated yet.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from bot.language.render import FORMER_PLAYER, Person
from bot.table import closing, headline, hints, lobby, notes, score, turns
from bot.table.lobby import NameOf, computer_name, no_name
from bot.table.players import Player
from bot.table.rematch import may_play_again
from bot.table.stored_round import StoredRound
from rules import headlines, registry
from rules.game import Game, Info
from rules.screen import Divider, Line, Peek, Screen, Seat, Sheet, Tone, with_dice
from rules.text import Argument, Text, say, say_in

Verb = Literal[
    "hint",
    "leave",
    "rules",
    "rematch",
    "review",
    "share",
    "more",
    "again",
    "proof",
    "games",
    "beat",
    "remind",
    "keep-out",
    "close",
]

SHARE: Final = "share"
"""The verb of *Share*, which shows the picture of the end of a round to the member alone."""

POST_SHARED: Final = "share-now"
"""The verb of *Post* below that picture, which posts it for everybody."""

MORE: Final = "more"
"""The verb of *Menu*, and of *More* at an end, which open the further tools of a round."""

BEAT: Final = "beat"
"""The verb of *Dare others*, which asks whom, and of the menu of members there."""

OFFER: Final = "offer"
"""The verb of *Dare everybody*, which answers that question."""

REMIND: Final = "remind"
"""The verb of *Your turn*, with which a waiting member requests a reminder for another player."""

KEEP_OUT: Final = "keep-out"
"""The verb of *Keep a member out*, for the opener of a sheet for everybody."""

FAIR: Final = "proof"
"""The verb of *Fair dice?*."""

KEPT_NAMES = 1024
"""The number of rounds for which the names of the players are cached."""


def has_cards(game: Game[Any] | None) -> bool:
    """Return whether a game is played with cards; False for an unknown game."""
    return game is not None and game.info.faces.cards


def _check(stored: StoredRound) -> Text:
    """Return the label of the button that checks the dice or cards of a round."""
    cards = has_cards(registry.games().get(stored.game))
    return say("Fair cards?") if cards else say("Fair dice?")


Rolls: TypeAlias = Literal["none", "landed", "all"]
"""The dice of a board that are shown rolling."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the table, such as Hint or Leave."""

    verb: Verb
    label: Text
    main: bool = False


RULES = Tool("rules", say("Rules"))
"""The button that shows the rules to the member who presses it."""


IN_PLAY = Tool(MORE, say_in("a button", "Menu"))
"""The button that shows the tools of a round that do not fit on its board."""

AT_END = Tool(MORE, say_in("a button at an end", "More"))
"""The button that shows those tools at the end of a round."""


OTHER_GAMES = Tool("games", say("Other games"))
"""The button that shows the other games to the member who presses it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A round as one viewer sees it.

    `kind` is "round" for a Screen of the game and "lobby" for one of `bot.table.lobby`.
    `tools` follow the controls of the Screen; `notes` are quiet lines at the bottom.
    `names` are those of the seats, in order; the player on the seat `you` is called "you". Every
    control carries the `moment`, the `number` of the round, day or dare, and `where` that is: one
    of the places in `bot.ui.custom_ids`. Dice to select may be `numbered`. `rolls` are the dice
    that are shown as they roll: those that have landed, all on the first board of a round, or none.
    The `headline` of an end is above its result, the title of the Screen, or below it
    (`result_first`).
    """

    number: int
    moment: int
    language: str
    kind: Literal["round", "lobby"]
    screen: Screen
    names: tuple[Argument, ...]
    notes: tuple[Text, ...] = ()
    tools: tuple[Tool, ...] = ()
    where: str = ""
    numbered: bool = False
    rolls: Rolls = "none"
    headline: Text | None = None
    result_first: bool = False
    you: Seat | None = None


def frame(
    stored: StoredRound,
    viewer: Seat | None = None,
    hosts: Set[int] = frozenset(),
    numbering: Set[int] = frozenset(),
    *,
    name_of: NameOf = no_name,
) -> Frame:
    """Return the round as `viewer` sees it; None is the public view.

    The public view marks the seats of members who host the bot, `hosts`. Dice are numbered if a
    member who selects them is among those who want numbers, `numbering`. `name_of` returns the
    name of a member, for labels.
    """
    kind: Literal["round", "lobby"] = "lobby" if stored.play is None else "round"
    screen, texts, tools = _contents(stored, viewer, name_of)
    sentence = headline.sentence_of(stored)
    if headline.celebrates(stored):
        screen = replace(screen, jackpot=sentence)
    if viewer is None and not hosts.isdisjoint(stored.players.people):
        texts = (*texts, *notes.of_hosts(stored, hosts))
    numbered = bool(numbering) and not numbering.isdisjoint(_selecting(stored, viewer))
    return Frame(
        stored.id,
        stored.moment,
        stored.language,
        kind,
        screen,
        names(stored),
        texts,
        tools,
        numbered=numbered,
        headline=sentence,
        result_first=sentence is not None and not headline.leads(stored),
    )


def _selecting(stored: StoredRound, viewer: Seat | None) -> list[int | None]:
    """Return the members who select what is drawn for a viewer."""
    awaited = () if stored.play is None else stored.play.awaits.seats
    seats = awaited if viewer is None else (viewer,)
    shared = [] if stored.turns.under_way is None else [stored.turns.under_way.member]
    return [*shared, *(stored.players[seat.index].user for seat in seats)]


def names(stored: StoredRound) -> tuple[Argument, ...]:
    """Return the name of the player on each seat; empty if the game no longer exists."""
    return _names(stored.game, stored.players)


@lru_cache(KEPT_NAMES)
def _names(game: str, players: tuple[Player, ...]) -> tuple[Argument, ...]:
    """Return the names from a cache: an action changes no name."""
    if game not in registry.games():
        return ()
    return tuple(_name(game, players, Seat(index)) for index in range(len(players)))


def forget_names() -> None:
    """Drop the names that are kept, after members were erased."""
    _names.cache_clear()


def _name(game: str, players: tuple[Player, ...], seat: Seat) -> Argument:
    """Return the name of the player on `seat`: a member, a computer, or an empty seat.

    Several former players are distinguished by the letters of their seats.
    """
    player = players[seat.index]
    if player.former:
        if sum(other.former for other in players) == 1:
            return FORMER_PLAYER
        return say_in("the name of a player", "a former player ({letter})", letter=seat.letter)
    if player.everybody:
        return turns.NAME
    if player.user is not None:
        return Person(player.user)
    if player.free:
        return say_in("the name of a player", "whoever accepts")
    computers = sum(other.level is not None for other in players)
    return computer(registry.game(game).info, player.level, seat, alone=computers == 1)


def computer(info: Info, key: str | None, seat: Seat, *, alone: bool) -> Text:
    """Return the name of a computer of the level `key`.

    It names the level, and the letter of the seat unless the computer is the only one
    (`alone`).
    """
    level = next(level.name for level in info.levels if level.key == key)
    return computer_name(level, None if alone else seat)


def _contents(
    stored: StoredRound, viewer: Seat | None, name_of: NameOf
) -> tuple[Screen, tuple[Text, ...], tuple[Tool, ...]]:
    if stored.play is None:
        if stored.status == "waiting":
            return lobby.screen(stored, name_of), notes.of_lobby(stored), (IN_PLAY,)
        return lobby.ended_screen(stored), (), _tools_after_close(stored)
    screen = stored.play.game.screen(stored.play.state, viewer)
    match stored.status:
        case "playing" | "private" | "resting":
            explains, first = not stored.rules_known, _is_first(stored, screen)
            brief = explains and screen.mark is not None and screen.mark.explained
            texts = (
                *score.lines(stored),
                *notes.of_round(stored, screen.footer, first=first, brief=brief),
            )
            board = screen.with_goal() if explains else screen
            board = turns.with_members(stored, board) if stored.players.everybody else board
            board = _without_look(board) if viewer is None else board
            board = _opened_already(board) if stored.players.alone and viewer is None else board
            board = _resting(stored, board) if stored.status == "resting" else board
            return board, texts, _tools(stored, screen, viewer)
        case "over":
            tools = _tools_after_end(stored, viewer)
            texts = notes.of_end(stored, _game(stored))
            board = _finished(stored, screen)
            board = turns.with_members(stored, board) if stored.players.everybody else board
            return _scored(stored, board), texts, tools
        case _:
            title = say_in("title", "{game} · closed", game=_game(stored))
            closed = _stopped(screen, title, closing.reason(stored), "gone")
            return closed, (), _tools_after_close(stored)


def _tools(stored: StoredRound, screen: Screen, viewer: Seat | None) -> tuple[Tool, ...]:
    """Return Hint where the viewer has a choice; `MORE` on the public board.

    On a seat's own Screen the rules are there until everybody at the table knows them.
    """
    gives_hints = screen.decides and hints.are_given(stored)
    hint = (Tool("hint", say("💡 Hint")),) if gives_hints else ()
    if viewer is None:
        return (*hint, IN_PLAY)
    return hint if stored.rules_known else (*hint, RULES)


def _is_first(stored: StoredRound, screen: Screen) -> bool:
    """Return whether a board is the first on which a member chooses, and so explains the goal."""
    awaited = () if stored.play is None else stored.play.awaits.seats
    first = next(seat for seat, player in enumerate(stored.players) if player.user is not None)
    return screen.goal is not None and Seat(first) in awaited


def more_tools(
    stored: StoredRound, user: int, name_of: NameOf = no_name
) -> tuple[Tool | Peek, ...]:
    """Return the tools behind `MORE`: the rules and the check of the dice for all members.

    At the end of a round these are the check and other games. Before, the opener of a sheet for
    everybody may keep members out and close it. A player gets the Screens that the board leaves
    out, *Your turn* while others are awaited, with their names on the server from `name_of`, and
    Leave; none of these in a private round.
    """
    fair = Tool(FAIR, _check(stored))
    if stored.ended:
        return (fair, OTHER_GAMES)
    rules = Tool("rules", say("How to play"))
    if stored.players.everybody and user == stored.opener:
        keep_out = Tool(KEEP_OUT, say("Keep a member out"))
        return (rules, fair, keep_out, Tool("close", say("Close the game")))
    if stored.play is None or user not in stored.players.people or stored.set_key is not None:
        return (rules, fair)
    screen = stored.play.game.screen(stored.play.state, None)
    looks = tuple(
        control for control in screen.controls if isinstance(control, Peek) and not control.main
    )
    waits = all(stored.players[seat.index].user != user for seat in stored.play.awaits.seats)
    remind = _remind(stored, name_of) if waits else ()
    return (rules, *looks, *remind, fair, Tool("leave", say("Leave")))


def _remind(stored: StoredRound, name_of: NameOf) -> tuple[Tool, ...]:
    """Return the reminder button for a waiting member, if an awaited player can be reminded."""
    seats = () if stored.play is None else stored.play.awaits.seats
    awaited, people = {stored.players[seat.index].user for seat in seats}, {*stored.players.people}
    awaited &= people
    calls = stored.status == "playing" and not (stored.players.alone or stored.place.out_of_reach)
    if not calls or awaited in (set(), people):
        return ()
    (user, *others) = awaited
    name = None if others or user is None else name_of(stored.place.guild, user)
    label = say("⏰ Your turn") if name is None else say("⏰ Your turn, {name}", name=name)
    return (Tool(REMIND, label),)


def _tools_after_end(stored: StoredRound, viewer: Seat | None) -> tuple[Tool, ...]:
    if viewer is not None:
        return ()
    alone = len(stored.players) == 1 or stored.players.everybody
    label = say("Play again") if alone else say("Rematch")
    rematch = Tool("rematch", label, main=True)
    review, share = Tool("review", say("Review")), Tool(SHARE, say("Share"))
    return (rematch, review, share, *_dare(stored), AT_END)


def _tools_after_close(stored: StoredRound) -> tuple[Tool, ...]:
    """Return the tools for a round that was closed or has lapsed."""
    again = (Tool("again", say("Play again"), main=True),) if may_play_again(stored) else ()
    return (*again, OTHER_GAMES if stored.unreadable else AT_END)


def _dare(stored: StoredRound) -> tuple[Tool, ...]:
    """Return the button if no other member can have seen the seed and no card offers the dice."""
    offered = stored.end.secret_until is not None and not stored.end.has_card
    return (Tool(BEAT, say("Dare others")),) if offered else ()


def _without_look(screen: Screen) -> Screen:
    """Return a board without the button for an optional Screen, which `MORE` has instead."""
    controls = tuple(
        control for control in screen.controls if not isinstance(control, Peek) or control.main
    )
    return screen if controls == screen.controls else replace(screen, controls=controls)


def _opened_already(screen: Screen) -> Screen:
    """Return the board of a member alone, whose own Screen was shown together with it."""
    controls = tuple(
        replace(control, main=False) if isinstance(control, Peek) else control
        for control in screen.controls
    )
    return replace(screen, controls=controls)


def _resting(stored: StoredRound, screen: Screen) -> Screen:
    """Return the Screen of a resting round: it says so first, and keeps its controls."""
    rests = (
        say(
            "💤 This sheet is resting until somebody presses a button. The channel is free "
            "meanwhile."
        )
        if stored.players.everybody
        else say(
            "💤 This game is resting until {player} presses a button. The channel is free "
            "meanwhile.",
            player=Person(stored.opener),
        )
    )
    return replace(screen, blocks=(Line(rests, "strong"), *screen.blocks), tone="waiting")


def _scored(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen with the score of rematches, if it follows on another round."""
    lines = tuple(Line(text, "strong") for text in score.lines(stored))
    return replace(screen, blocks=(*screen.blocks, *lines))


def _finished(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen of a round, which players may have left before its end."""
    outcome = stored.outcome
    if stored.play is None or outcome is None:
        return screen
    winners = outcome.winners
    if len(stored.players.leavers) == len(stored.players):
        return _stopped(screen, headlines.EVERYBODY_LEFT, _left(stored), "lost")
    if stored.play.over is None:
        screen = _stopped(screen, _result(winners), _left(stored), "won")
    elif stored.players.leavers:
        screen = _without_leavers(stored, screen)
    people = [index for index, player in enumerate(stored.players) if player.user is not None]
    if any(winner.index in people for winner in winners):
        return screen
    return replace(screen, tone="lost")


def _without_leavers(stored: StoredRound, screen: Screen) -> Screen:
    """Return the final Screen of a round that some players left: they come last.

    It names the winners among the others.
    """
    outcome, over = stored.outcome, stored.play and stored.play.over
    leavers = map(Seat, stored.players.leavers)
    sentences = (say("{seat} left and comes last.", seat=seat) for seat in leavers)
    lines = tuple(Line(text, "strong") for text in sentences)
    board = replace(screen, blocks=(*lines, *screen.blocks))
    if outcome is None or not over or outcome.winners == over.outcome.winners:
        return board
    tone: Tone = "won" if len(outcome.winners) == 1 else "drawn"
    return replace(board, title=_result(outcome.winners), tone=tone)


def _left(stored: StoredRound) -> Text:
    """Return the sentence that explains the end of a round that ended because a player left."""
    return say("{seat} left the game.", seat=Seat(stored.players.left_last))


def _result(winners: Sequence[Seat]) -> Text:
    """Return the result of a round that some players left; without a score, which they change."""
    return headlines.win(winners[0]) if len(winners) == 1 else headlines.shared_win(winners)


def _stopped(screen: Screen, title: Text, reason: Text, tone: Tone) -> Screen:
    """Return a board as it was when its round ended early, without instructions and controls.

    Dice that only buttons showed are drawn; sheets show the written rows.
    """
    blocks = [
        block.written() if isinstance(block, Sheet) else block
        for block in with_dice(screen)
        if not (isinstance(block, Line) and block.instruction)
    ]
    return Screen(title, (Line(reason, "strong"), Divider(), *blocks), (), tone)


def _game(stored: StoredRound) -> Text:
    return registry.game(stored.game).info.name
