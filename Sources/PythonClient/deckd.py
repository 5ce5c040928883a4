"""A client of deckd: the state of its decks, their events, and where their cards are at each moment.

    import deckd

    with deckd.Client() as client:
        for event in client:
            if event.type == "card.swiped":
                print(event["card"], event["direction"])

`Client` blocks, or lives in the loop of somebody else; `AsyncClient` is the same for asyncio. Both connect again by
themselves, may start before the daemon, and miss no event where the daemon keeps its state. Both are thin: all that is
not input or output is in `Session`.

In a loop, such as GLib's, `fileno()` is readable whenever there is something for `poll()` to do, and `timeout()` says
after how many seconds it has something to do even so:

    GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, client.fileno(), GLib.IOCondition.IN, receive)
    receive()  # calls poll(), which connects
    client.request("deck.undo", {"deck": "main"}, answered)  # does not wait

One file, standard library only, Python 3.9 or later. Version 1.0.0, protocol 1.
"""

from __future__ import annotations

import asyncio
import collections
import collections.abc
import copy
import dataclasses
import heapq
import json
import math
import os
import re
import select
import socket
import time
from types import TracebackType
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Deque,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

__all__ = [
    "AsyncClient",
    "Client",
    "ConnectionLost",
    "Deck",
    "DeckdError",
    "Event",
    "Matrix",
    "Place",
    "Places",
    "Refused",
    "Session",
    "WrongMessage",
    "now",
    "socket_path",
]

Json = Dict[str, Any]
Answer = Callable[[Any, Optional["DeckdError"]], None]
Delegate = Mapping[str, Callable[[Json], Any]]
Matrix = Tuple[float, float, float, float, float, float]


# Errors


class DeckdError(Exception):
    """What a client reports."""


class Refused(DeckdError):
    """The daemon refused a request: its `code`, and where it says, the wrong `field` and what was `expected`."""

    def __init__(self, error: Json) -> None:
        data = error.get("data") or {}
        self.code: int = error.get("code", 0)
        self.message: str = error.get("message", "")
        self.field: Optional[str] = data.get("field")
        self.expected: Optional[str] = data.get("expected")
        self.error = error
        expected = f"; expected {self.expected}" if self.expected else ""
        # Many messages name it.
        field = f" ({self.field})" if self.field and self.field not in self.message else ""
        super().__init__(f"{self.message}{field}{expected}")


class ConnectionLost(DeckdError):
    """The connection was lost while a request waited for its answer, or there was none to send it."""

    def __init__(self, sent: bool = True) -> None:
        super().__init__(
            "connection lost; it may or may not have been performed" if sent else "not connected; nothing was sent"
        )


class WrongMessage(DeckdError):
    """The other side sent a line that is not a message; it cannot be deckd, or not one that this client understands."""


class Contradiction(DeckdError):
    """An event that does not fit the model: one was missed. A session catches it and subscribes again."""


# Events


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened: an event of a deck, "resync", "error", or a notification by the name of its method.

    `event["card"]` is a member by its name on the wire, and `event.get("decision")` one that may be left out.
    """

    type: str
    params: Json = dataclasses.field(default_factory=dict)

    @property
    def seq(self) -> int:
        """The event's number; 0 for what has none."""
        return int(self.params.get("seq", 0))

    @property
    def deck(self) -> str:
        """The deck's id; empty where it is not about a deck."""
        return str(self.params.get("deck", ""))

    def __getitem__(self, name: str) -> Any:
        return self.params[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Returns a member, or the default where the event has none of this name."""
        return self.params.get(name, default)


# Models


@dataclasses.dataclass
class Deck:
    """A deck's state, as its events report it; `cards` are as `deck.cards` returns them, by index."""

    deck: str
    kind: str
    preset: str
    seq: int
    surface: Json
    area: Json
    current: int
    count: int
    undo_depth: int
    settings: Json
    round: Optional[str] = None
    open: Optional[str] = None
    cards: Optional[List[Json]] = None

    @staticmethod
    def read(state: Json) -> Deck:
        """Reads a snapshot or the members of `deck.added`."""
        _check(state)
        return Deck(
            deck=state["deck"],
            kind=state["kind"],
            preset=state["preset"],
            seq=state["seq"],
            surface=state["surface"],
            area=state["area"],
            current=state["current"],
            count=state["count"],
            undo_depth=state["undoDepth"],
            settings=dict(state["settings"]),
            round=state.get("round"),
            open=state.get("open"),
        )

    @property
    def front(self) -> Optional[Json]:
        """The front card; `None` when the deck has run out, or its cards are not fetched."""
        return self.cards[self.current] if self.cards and self.current < len(self.cards) else None

    def card(self, id: str) -> Optional[Json]:
        """The card with an id; `None` where the deck has none."""
        return next((card for card in self.cards or () if card["id"] == id), None)

    def as_json(self) -> Json:
        """The state by the names on the wire."""
        state = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        state["undoDepth"] = state.pop("undo_depth")
        return {name: value for name, value in state.items() if value is not None}

    def apply(self, event: Event, fetched: Optional[Mapping[str, Optional[Json]]] = None) -> None:
        """Updates the state by its next event; `fetched` are the cards that events up to it inserted or updated.

        Raises `Contradiction`, and changes nothing, where the event does not fit.
        """
        self._check(event)
        self.seq = event.seq
        self.current = event.get("current", self.current)
        self.count = event.get("count", self.count)
        self.undo_depth = event.get("undoDepth", self.undo_depth)
        type, cards = event.type, self.cards
        if type == "card.selected" and self.kind == "stack":
            self.open = event["card"]
        elif type in ("card.dismissed", "deck.reset", "deck.loaded"):
            self.open = None
        elif type == "deck.configured":
            known = self.settings if event["kind"] == self.kind else event["settings"]
            self.settings = {name: event["settings"].get(name, value) for name, value in known.items()}
            self.kind, self.preset = event["kind"], event["preset"]
        elif type == "surface.changed":
            self.surface, self.area = event["surface"], event["area"]
        if cards is not None:
            if type == "card.updated":
                cards[event["index"]] = _card(event["card"], fetched)
            elif type == "card.inserted":
                cards.insert(event["index"], _card(event["card"], fetched))
            elif type == "card.removed":
                del cards[event["index"]]
            elif type == "card.moved":
                cards.insert(event["to"], cards.pop(event["from"]))
            elif type == "deck.loaded":
                self.cards = None if self.count else []
        # A deck reports its round's phases if a card has `loaded`; otherwise they follow from its other events.
        if type == "round.changed":
            self.round = event["phase"]
        elif type in ("deck.loaded", "deck.reset"):
            self.round = "active"
        if self.settings.get("round.enabled") is not True:
            self.round = None
        elif self.round != "loading":
            self.round = "active" if self.current < self.count else "ended"

    def _check(self, event: Event) -> None:
        type = event.type
        if type == "card.dismissed" and self.open != event["card"]:
            raise Contradiction(f"{event['card']} is closed, but was not open")
        if self.cards is None or type == "deck.loaded":
            return
        count = len(self.cards)
        if type in _AT_INDEX:
            index = event["from"] if type == "card.moved" else event["index"]
            if not (0 <= index < count and self.cards[index]["id"] == event["card"]):
                raise Contradiction(f"{event['card']} is not at {index}")
        elif type == "card.inserted" and not 0 <= event["index"] <= count:
            raise Contradiction(f"{event['card']} is inserted at {event['index']} of {count}")
        count += {"card.inserted": 1, "card.removed": -1}.get(type, 0)
        if event.get("count", self.count) != count:
            raise Contradiction(f"{self.deck} has {event.get('count', self.count)} cards, but {count} are known")


def _card(id: str, fetched: Optional[Mapping[str, Optional[Json]]]) -> Json:
    """The fetched card, or what stands for one that a later event has removed again."""
    return (fetched or {}).get(id) or {"id": id, _MISSING: True}


def _check(members: Json) -> None:
    """Raises an error where a member that means the same everywhere is of another type."""
    for name in {"seq", "current", "count", "undoDepth"} & set(members):
        if type(members[name]) is not int or not 0 <= members[name] <= _GREATEST:
            raise ValueError(f"{name} is no count")
    for name in {"type", "deck", "kind", "preset", "card", "journal"} & set(members):
        if type(members[name]) is not str:
            raise ValueError(f"{name} is no text")


_MISSING = "\0missing"  # no member on the wire has this name
_AT_INDEX = ("card.swiped", "card.reset", "card.shown", "card.selected", "card.updated", "card.removed", "card.moved")
_CARDS = ("card.inserted", "card.updated")
_CHANGES = ("deck.loaded", "deck.added", "card.removed", "card.moved", *_CARDS)


def _loads(event: Event) -> bool:
    """Whether the deck has other cards from the event on."""
    return event.type in ("deck.loaded", "deck.added") and bool(event["count"])


# Motions


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a card is drawn: a rectangle in the deck's coordinates, before `scale` and `rotation` about its anchor."""

    id: str
    x: float
    y: float
    w: float
    h: float
    scale: float
    rotation: float
    anchor: Tuple[float, float]
    z: float
    opacity: float
    lift: Optional[float] = None

    @property
    def matrix(self) -> Matrix:
        """The card's own coordinates, from (0, 0) to (w, h), to the deck's: a, b, c, d, e, f as in CSS and Cairo.

        The point (u, v) of the card is drawn at (a·u + c·v + e, b·u + d·v + f).
        """
        turn = math.radians(self.rotation)
        cosine, sine = self.scale * math.cos(turn), self.scale * math.sin(turn)
        across, down = self.anchor[0] * self.w, self.anchor[1] * self.h
        e = self.x + across - cosine * across + sine * down
        f = self.y + down - sine * across - cosine * down
        return (cosine, sine, -sine, cosine, e, f)


@dataclasses.dataclass(frozen=True)
class Places:
    """All that is to be drawn of a deck at a moment: cards from the lowest to the highest, and as in a frame `overlay`,
    `detail` and `fan`."""

    cards: List[Place]
    overlay: Optional[Json] = None
    detail: Optional[Json] = None
    fan: Optional[Json] = None


class _Motions:
    """The courses of a deck's properties."""

    def __init__(self, motions: Iterable[Json] = ()) -> None:
        self.cards: Dict[str, Dict[str, Json]] = {}
        self.parts: Dict[str, Dict[str, Json]] = {}
        for motion in motions:
            self.take(motion)

    def take(self, motion: Json) -> None:
        name: str = motion.get("property", "")
        if motion["kind"] != "remove":
            try:
                _reach(motion)
            except _UnknownFormula:
                return  # The property keeps its course.
            if name not in _PROPERTIES:
                return
        part, _, rest = name.partition(".")
        if part in ("overlay", "detail", "fan"):
            if motion["kind"] == "remove":
                self.parts.pop(part, None)
            else:
                self.parts.setdefault(part, {})[rest] = motion
        elif motion["kind"] != "remove":
            self.cards.setdefault(motion["card"], {})[name] = motion
        elif name:
            self.cards.get(motion["card"], {}).pop(name, None)
        else:
            self.cards.pop(motion["card"], None)

    def places(self, t: float) -> Places:
        cards = []
        for id, courses in self.cards.items():
            at = {name: value(course, t) for name, course in courses.items()}
            anchor = (at.get("anchor.x", 0.5), at.get("anchor.y", 0.5))
            if all(name in at for name in ("x", "y", "w", "h")):
                place = Place(
                    id,
                    at["x"],
                    at["y"],
                    at["w"],
                    at["h"],
                    at.get("scale", 1),
                    at.get("rotation", 0),
                    anchor,
                    at.get("z", 0),
                    at.get("opacity", 1),
                    at.get("lift"),
                )
                cards.append(place)
        cards.sort(key=lambda place: place.z)
        return Places(cards, *(self._part(part, t) for part in ("overlay", "detail", "fan")))

    def _part(self, part: str, t: float) -> Optional[Json]:
        if part not in self.parts:
            return None
        figures: Json = {}
        for name, course in self.parts[part].items():
            figures.update({label: course[label] for label in ("card", "direction") if label in course})
            group, _, member = name.rpartition(".")
            (figures.setdefault(group, {}) if group else figures)[member] = value(course, t)
        return figures

    def moving(self, t: float) -> bool:
        groups = (*self.cards.values(), *self.parts.values())
        return any(_moves(course, t) for courses in groups for course in courses.values())


_PROPERTIES = frozenset(
    """x y w h scale rotation anchor.x anchor.y z opacity lift overlay.progress overlay.opacity overlay.stamp.opacity
    overlay.stamp.scale overlay.stamp.rotation overlay.glow overlay.wash detail.x detail.y detail.w detail.h
    detail.opacity detail.scale detail.scroll detail.content detail.header.opacity detail.header.scale detail.progress
    fan.over fan.pull fan.spread""".split()
)
# How large a motion's numbers and values are at most, how small those that are above 0, and how deep formulas nest.
_GREATEST, _LEAST, _DEEPEST = 2**53 - 1, 1e-9, 16


class _UnknownFormula(Exception):
    """A formula of a later daemon."""


def _reach(formula: Json, depth: int = 1) -> float:
    """The magnitude that a formula's values do not exceed; raises an error about a formula that is wrong."""
    kind = formula["kind"]
    if depth > _DEEPEST:
        raise ValueError(f"formulas nest more than {_DEEPEST} deep")
    if "end" in formula or kind in ("curve", "decay"):
        _number(formula["end"])
    if kind == "set":
        reach = abs(_number(formula["value"]))
    elif kind in ("sum", "product"):
        reaches = [_reach(part, depth + 1) for part in formula["of"]]
        reach = sum(reaches) if kind == "sum" else math.prod(reaches)
    elif kind == "piecewise":
        _reach(formula["of"], depth + 1)
        reach = max(abs(_number(v)) for _, v in formula["points"])
        inputs = [_number(u) for u, _ in formula["points"]]
        if any(right <= left for left, right in zip(inputs, inputs[1:])):
            raise ValueError("points do not ascend")
    elif kind == "spring":
        target = _number(formula["to"])
        reach = abs(target) + max(_spring_reach(piece, target) for piece in (formula, *formula.get("then", ())))
    elif kind == "curve":
        x1, y1, x2, y2 = formula["curve"]
        for x in (x1, x2):
            _number(x, 0, 1)
        _number(formula["start"])
        _number(formula["duration"], 0)
        way = _number(formula["to"]) - _number(formula["from"])
        reach = abs(formula["from"]) + abs(way) * (1 + abs(_number(y1)) + abs(_number(y2)))
    elif kind == "decay":
        _number(formula["start"])
        way = abs(_number(formula["velocity"])) / _number(formula["rate"], _LEAST)
        reach = max(abs(_number(formula["to"])), abs(_number(formula["from"])) + way)
    else:
        raise _UnknownFormula
    if not reach <= _GREATEST:
        raise ValueError(f"a motion reaches beyond {_GREATEST}")
    return reach


def _spring_reach(piece: Json, target: float) -> float:
    """How far from its target a spring gets at most, whatever its damping: its velocity takes it v/ω₀ at most."""
    _number(piece["start"])
    _number(piece["damping"], 0)
    omega = math.sqrt(_number(piece["stiffness"], _LEAST))
    return abs(_number(piece["from"]) - target) + abs(_number(piece["velocity"])) / omega


def _number(value: Any, least: float = -_GREATEST, most: float = _GREATEST) -> float:
    if type(value) not in (int, float) or not least <= value <= most:
        raise ValueError(f"a motion lacks a number from {least} to {most}")
    return float(value)


def _moves(course: Json, t: float) -> bool:
    return course["kind"] != "set" and bool(course.get("end", math.inf) > t)


def value(course: Json, t: float) -> float:
    """The value of a formula at a moment, in microseconds of the daemon's clock."""
    kind = course["kind"]
    if kind == "set":
        return float(course["value"])
    if kind == "sum":
        return sum(value(term, t) for term in course["of"])
    if kind == "product":
        return math.prod(value(term, t) for term in course["of"])
    if kind == "piecewise":
        return _interpolate(course["points"], value(course["of"], t))
    if t >= course.get("end", math.inf):
        return float(course["to"])
    if t <= course["start"]:
        return float(course["from"])
    tau = (t - course["start"]) / 1e6
    if kind == "spring":
        started = [piece for piece in course.get("then", ()) if piece["start"] <= t]
        return _spring(started[-1] if started else course, course["to"], t)
    if kind == "curve":
        progress = min(tau / course["duration"], 1) if course["duration"] > 0 else 1
        return float(course["from"] + (course["to"] - course["from"]) * _bezier(course["curve"], progress))
    return float(course["from"] - course["velocity"] / course["rate"] * math.expm1(-course["rate"] * tau))


def _spring(piece: Json, target: float, t: float) -> float:
    """ẍ + cẋ + kx = 0, with x the distance from the target."""
    tau = (t - piece["start"]) / 1e6
    x, v = piece["from"] - target, piece["velocity"]
    omega = math.sqrt(piece["stiffness"])
    zeta = piece["damping"] / (2 * omega)
    if abs(zeta - 1) < 1e-6:
        offset = math.exp(-omega * tau) * (x + (v + omega * x) * tau)
    elif zeta < 1:
        swing = omega * math.sqrt(1 - zeta * zeta)
        wave = x * math.cos(swing * tau) + (v + zeta * omega * x) / swing * math.sin(swing * tau)
        offset = math.exp(-zeta * omega * tau) * wave
    else:
        root = omega * math.sqrt(zeta * zeta - 1)
        fast = -zeta * omega - root
        slow = piece["stiffness"] / fast  # as −ζω₀ + root it would lose its digits
        a = (v - fast * x) / (slow - fast)
        offset = a * math.exp(slow * tau) + (x - a) * math.exp(fast * tau)
    return float(target + offset)


def _bezier(curve: Sequence[float], progress: float) -> float:
    """A CSS timing function, by bisection: it converges whatever the control points are."""

    def at(first: float, second: float, s: float) -> float:
        return 3 * (1 - s) ** 2 * s * first + 3 * (1 - s) * s * s * second + s**3

    x1, y1, x2, y2 = curve
    low, high = 0.0, 1.0
    for _ in range(48):
        middle = (low + high) / 2
        low, high = (middle, high) if at(x1, x2, middle) < progress else (low, middle)
    return at(y1, y2, (low + high) / 2)


def _interpolate(points: Sequence[Sequence[float]], u: float) -> float:
    if u <= points[0][0]:
        return points[0][1]
    for (u0, v0), (u1, v1) in zip(points, points[1:]):
        if u <= u1:
            return v0 + (v1 - v0) * (u - u0) / (u1 - u0)
    return points[-1][1]


# The session


class _Fetch:
    """A request for cards of a deck: whole pages from 0 on, or chosen ids."""

    def __init__(self, ids: Optional[List[str]] = None) -> None:
        self.ids = ids
        self.cards: List[Json] = []
        self.first_seq: Optional[int] = None


class _Follower:
    """A deck between what the daemon has said about it and what the model shows.

    `state` has what is published; while whole pages are fetched, it is the next state, without cards. `waiting` are
    the events that neither the model includes nor the author has received.
    """

    def __init__(self, state: Deck, waiting: List[Event]) -> None:
        self.state = state
        self.waiting = waiting
        self.fetch: Optional[_Fetch] = None
        #: Cards that were fetched for events that still wait, each with the `seq` of its page.
        self.fetched: Dict[str, Tuple[int, Optional[Json]]] = {}


def _checked_delegates(delegates: Mapping[str, Delegate]) -> Mapping[str, Delegate]:
    """Raises a `TypeError` where delegates are not functions by the names of questions, by decks."""
    questions = ("shouldSwipe", "shouldDrag", "allowedDirections", "threshold")
    if not isinstance(delegates, collections.abc.Mapping):
        raise TypeError(f"delegates: expected a delegate by each deck's id, not {delegates!r}")
    for deck, delegate in delegates.items():
        if not isinstance(deck, str):
            raise TypeError(f"delegates: expected the id of a deck, not {deck!r}")
        place = f"delegates[{deck!r}]"
        if not isinstance(delegate, collections.abc.Mapping) or not delegate:
            raise TypeError(f"{place}: expected functions by the names of questions, such as {{'shouldSwipe': decide}}")
        for name, function in delegate.items():
            if name not in questions:
                raise TypeError(f"{place}[{name!r}]: expected one of {', '.join(questions)}")
            if not callable(function):
                raise TypeError(f"{place}[{name!r}]: expected a function, not {function!r}")
    return delegates


class Session:
    """The protocol of a client without input or output.

    It learns that a connection is up or lost (`connected`, `disconnected`) and is given lines (`receive`). What is to
    be sent collects in `outgoing`, what is to be delivered in `events`, and the state of the decks is in `decks`.
    """

    def __init__(
        self,
        client: str = "deckd.py",
        deck: str = "*",
        topics: Sequence[str] = ("events", "motions"),
        cards: bool = True,
        delegates: Optional[Mapping[str, Delegate]] = None,
        resume: Optional[Tuple[Optional[str], int]] = None,
    ) -> None:
        """A session that follows a deck, or all; `resume` is the journal and the last event of an earlier one."""
        self.client, self.deck, self.topics, self.fetches_cards = client, deck, list(topics), cards
        self.delegates = _checked_delegates(delegates or {})
        #: The decks as of the events delivered, by their ids. A deck is here when its cards are, too; it may be ahead of
        #: its events while an earlier one of another deck waits.
        self.decks: Dict[str, Deck] = {}
        #: What the author has not taken yet.
        self.events: Deque[Event] = collections.deque()
        #: By their `seq`, those that are in the model, but come after one that still waits for its deck's cards.
        self._held: List[Tuple[int, int, Event]] = []
        #: Lines to send.
        self.outgoing: Deque[str] = collections.deque()
        #: The name of the daemon's journal, to resume with.
        self.journal: Optional[str] = resume[0] if resume else None
        #: Whether the subscription of the present connection has begun.
        self.subscribed = False
        self._last = resume[1] if resume else 0
        self._up = False
        self._first = resume is None
        self._resumes = False
        self._floor = 0
        self._contradicted = False
        self._followers: Dict[str, _Follower] = {}
        #: The picture of each deck that was reported last, with the period, and the last one.
        self._syncs: Dict[str, Tuple[float, float]] = {}
        self._drawn: Dict[str, float] = {}
        self._motions: Dict[str, _Motions] = {}
        #: What a request has at most: bytes of its line, and cards, unless the daemon's hello says otherwise.
        self._most_bytes, self._most_cards = 1 << 15, 250
        #: Requests that are made in parts, the first under way.
        self._divided: Deque[Tuple[List[Tuple[str, Json]], Answer]] = collections.deque()
        self._next_id = 1
        self._answers: Dict[int, Answer] = {}
        #: What the delegates have not answered yet, by the ids of the questions.
        self._deciding: Dict[str, Any] = {}
        #: Called where there is something to send that no method of the author's made.
        self.flush: Callable[[], None] = lambda: None
        self._settled: Deque[Tuple[Answer, Any, Optional[DeckdError]]] = collections.deque()

    # The connection

    def connected(self) -> None:
        """A connection is up: introduces the client and subscribes."""
        self._up = True
        self._syncs.clear()
        self._request("hello", {"protocol": 1, "client": self.client}, self._greeted)
        self._subscribe(resumes=not self._contradicted)

    def disconnected(self) -> None:
        """The connection is lost: fails every request that waits. The models stay as they are."""
        self.outgoing.clear()
        self._up = self.subscribed = False
        answers, self._answers = self._answers, {}
        for answer in answers.values():
            answer(None, ConnectionLost())
        self._settle()
        self._close(list(self._deciding))

    def receive(self, line: Union[str, bytes]) -> None:
        """Takes a line of the daemon; after a `DeckdError`, the connection is to be closed and begun again."""
        if not line.strip():
            return
        try:
            self._dispatch(_parse(line))
            self._release()
        except DeckdError:
            raise
        except Exception as error:  # whatever is wrong with a message, down to how deep it nests
            reason = f"{type(error).__name__}: {error}"
            raise WrongMessage(f"a line is wrong ({reason}): {_excerpt(line)}; expected a message of deckd") from error
        self._settle()

    def request(self, method: str, params: Optional[Json] = None, answer: Optional[Answer] = None) -> None:
        """Sends a request; `answer` is called once, with its result or with `Refused` or `ConnectionLost`.

        A request fails at once while there is no connection. An exception of `answer` is delivered as an "error", and so
        is what is refused where there is no `answer`.

        One with more cards than the daemon takes at once is made in parts, each after the answer to the one before. A deck
        takes the cards of `deck.load` and `deck.reload` all at once even so, or none; those of other methods up to the part
        that fails.
        """

        # The author's function is called when the message is dealt with, so that it finds the model as it is then.
        def settle(result: Any, error: Optional[DeckdError]) -> None:
            if answer:
                self._settled.append((answer, result, error))
            else:
                self._checked(result, error)

        if self._up:
            parts = list(self._parts(method, params or {}))
            if len(parts) == 1:
                self._request(method, params or {}, settle)
            else:
                self._divided.append((parts, settle))
                if len(self._divided) == 1:
                    self._make(parts)
        else:
            settle(None, ConnectionLost(sent=False))
            self._settle()

    def notify(self, method: str, params: Optional[Json] = None) -> None:
        """Sends a request that is not to be answered, such as `surface.vsync`."""
        self._send({"method": method, "params": params or {}})

    # Drawing

    def drew(self, deck: str, t: float, period: float) -> None:
        """Says that a picture of a deck came at `t`, and that one comes each `period`, 2,000 to 50,000, both in microseconds.

        To be called after each picture; it is sent where that is new, so that a drag is drawn ahead of its finger
        (`surface.vsync`).
        """
        if not self._up or deck not in self.decks or not period > 0:
            return
        drawn, self._drawn[deck] = self._drawn.get(deck, t), t
        if deck in self._syncs:
            last, known = self._syncs[deck]
            passed = (t - last) / known
            is_off = abs(passed - round(passed)) * known > 1000 or abs(period / known - 1) > 0.02
            # After a rest, too: the client that the surface followed may have left.
            if not (is_off or t - drawn > 200_000) or t - last <= 500_000:
                return
        self._syncs[deck] = (t, period)
        surface = self.decks[deck].surface.get("name", "main")
        self.notify("surface.vsync", {"surface": surface, "t": round(t), "period": round(period)})

    def places(self, deck: str, t: float) -> Places:
        """Where everything of a deck is at a moment, in microseconds of the daemon's clock."""
        motions = self._motions.get(deck)
        return motions.places(t) if motions else Places([])

    def moving(self, deck: str, t: float) -> bool:
        """Whether anything of a deck changes after a moment; a front end may stop drawing while nothing does."""
        return deck in self._motions and self._motions[deck].moving(t)

    # Sending

    def _send(self, message: Json) -> None:
        self.outgoing.append(_dumped({"jsonrpc": "2.0", **message}).decode())

    def _request(self, method: str, params: Json, answer: Answer) -> None:
        self._send({"id": self._next_id, "method": method, "params": params})
        self._answers[self._next_id] = answer
        self._next_id += 1

    def _make(self, parts: List[Tuple[str, Json]]) -> None:
        """Makes requests one after the other, and then those of the next divided one: they would mix what they stage."""

        def proceed(result: Any, error: Optional[DeckdError]) -> None:
            if not error and len(parts) > 1:
                return self._make(parts[1:])
            self._divided.popleft()[1](result, error)
            while self._divided and not self._up:
                self._divided.popleft()[1](None, ConnectionLost())
            if self._divided:
                self._make(self._divided[0][0])

        self._request(*parts[0], proceed)

    def _parts(self, method: str, params: Json) -> Iterator[Tuple[str, Json]]:
        """The requests that one stands for: several if it has more cards, or ids of cards, than the daemon takes at once."""
        # What is no index or range of a deck is left to the daemon.
        at, number = params.get("at", 0), params.get("count")
        if type(at) is not int or at < 0:
            yield method, params
            return
        if method == "deck.remove" and type(number) is int and self._most_cards < number <= 1_000_000:
            # The last cards first: a range that is not the deck's is refused before any is removed.
            for start in reversed(range(0, number, self._most_cards)):
                yield method, {**params, "at": at + start, "count": min(number - start, self._most_cards)}
            return
        cards = params.get("cards")
        batches = self._batches(cards, {**params, "cards": []}) if isinstance(cards, list) else []
        if len(batches) < 2:
            yield method, params
            return
        stages, count = method in ("deck.load", "deck.reload"), 0
        for cards in batches:
            if stages:
                deck = {"deck": params["deck"]} if "deck" in params else {}
                yield "deck.stage", {**deck, "from": count, "cards": cards}
            else:
                place = {"at": params["at"] + count} if "at" in params else {}
                yield method, {**params, **place, "cards": cards}
            count += len(cards)
        if stages:
            yield method, {"staged": count, **{name: value for name, value in params.items() if name != "cards"}}

    def _batches(self, cards: Sequence[Any], others: Json) -> List[List[Any]]:
        """Cards, or ids of cards, in as many requests as they need, each with other parameters."""
        # Beside the parameters: the envelope, a deck of the client's own, and an index.
        room = self._most_bytes - len(_dumped(others)) - 400
        batches: List[List[Any]] = [[]]
        size = 0
        for card in cards:
            length = len(_dumped(card)) + 1
            if batches[-1] and (len(batches[-1]) == self._most_cards or size + length > room):
                batches.append([])
                size = 0
            batches[-1].append(card)
            size += length
        return batches

    def _greeted(self, result: Any, error: Optional[DeckdError]) -> None:
        if result:
            limits = result.get("limits", {})
            self._most_bytes = limits.get("line", self._most_bytes)
            self._most_cards = limits.get("requestCards", self._most_cards)
        self._checked(result, error)

    def _checked(self, result: Any, error: Optional[DeckdError]) -> None:
        if isinstance(error, Refused):
            self.report(error)

    def report(self, error: Exception) -> None:
        """Delivers an "error" to the author."""
        self.events.append(Event("error", {"message": str(error)}))

    def _subscribe(self, resumes: bool) -> None:
        params: Json = {"deck": self.deck, "topics": self.topics}
        self._resumes = resumes and self.journal is not None
        if self._resumes:
            params.update(since=self._last, journal=self.journal)
        self._request("subscribe", params, self._begin)
        for deck in self.delegates:
            self._register(deck)

    def _register(self, deck: str) -> None:
        self._request("delegate.register", {"deck": deck, "questions": list(self.delegates[deck])}, self._checked)

    # Receiving

    def _settle(self) -> None:
        while self._settled:
            answer, result, error = self._settled.popleft()
            try:
                answer(result, error)
            except Exception as failure:  # the connection stays open; the report names the failure
                self.report(DeckdError(f"an answer's function failed: {failure!r}"))

    def _dispatch(self, message: Json) -> None:
        method, params = message.get("method"), message.get("params", {})
        if not isinstance(params, dict):
            raise TypeError("params are no object")
        if method in ("event", "motion"):
            _check(params)
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._asked(message["id"], str(method), params)
        elif method == "event":
            self._happened(Event(params["type"], params))
            # One that the snapshots include was registered for when they came.
            if params["type"] == "deck.added" and params["deck"] in self.delegates and params["seq"] > self._floor:
                self._register(params["deck"])
        elif method == "motion":
            if params["deck"] in self._motions:
                self._motions[params["deck"]].take(params)
        elif method == "delegate.closed":
            self._close([str(params["id"])])
        else:
            self.events.append(Event(str(method), params))

    def _answered(self, message: Json) -> None:
        answer = self._answers.pop(message["id"], None) if isinstance(message.get("id"), int) else None
        error = Refused(message["error"]) if "error" in message else None
        if answer:
            answer(message.get("result"), error)
        elif error:
            # An error without an id is about a line or an answer of ours, or the reason why the daemon disconnects.
            self.report(error)

    def _asked(self, id: Any, method: str, params: Json) -> None:
        if not method.startswith("delegate."):
            return
        answer = self.delegates.get(params.get("deck", ""), {}).get(method[len("delegate.") :])
        result: Any = None
        try:
            result = answer(params) if answer else None
            if asyncio.iscoroutine(result):
                result = self._task(result)
            elif asyncio.isfuture(result) and not result.get_loop().is_running():
                raise TypeError("an asyncio.Future answers for an AsyncClient alone; expected a concurrent.futures.Future")
        except Exception as error:
            return self._fail(id, method, error)
        if not hasattr(result, "add_done_callback"):
            return self._answer(id, method, lambda: result)
        self._deciding[str(id)] = result  # a loop holds its tasks weakly

        def decide(done: Any) -> None:
            # Not of a question that ended, which another daemon may ask again by the same id.
            if self._deciding.get(str(id)) is done:
                del self._deciding[str(id)]
                self._answer(id, method, done.result)
                self.flush()

        result.add_done_callback(decide)

    def _close(self, ids: Sequence[str]) -> None:
        """Cancels the futures of questions that ended without their answer."""
        for future in [self._deciding.pop(id) for id in ids if id in self._deciding]:
            if hasattr(future, "cancel"):
                future.cancel()

    @staticmethod
    def _task(coroutine: Any) -> Any:
        try:
            return asyncio.get_running_loop().create_task(coroutine)
        except RuntimeError:
            coroutine.close()
            raise TypeError("an async function answers for an AsyncClient alone: no loop runs here") from None

    def _answer(self, id: Any, method: str, result: Callable[[], Any]) -> None:
        try:
            self._send({"id": id, "result": result()})
        except (Exception, asyncio.CancelledError) as error:
            self._fail(id, method, error)

    def _fail(self, id: Any, method: str, error: BaseException) -> None:
        """Leaves a question to the daemon, and names the failure."""
        self.report(DeckdError(f"{method} failed: {error!r}"))
        self._send({"id": id, "result": None})

    def _begin(self, result: Any, error: Optional[DeckdError]) -> None:
        """Takes the reply to `subscribe`."""
        if isinstance(error, Refused):
            raise error
        if error:
            return
        _check(result)
        snapshots: List[Json] = result["snapshots"] if "snapshots" in result else [result["snapshot"]]
        missed = result.get("resync", False) or not (self._first or self._resumes)
        self._floor = max([result.get("seq", 0), *(snapshot["seq"] for snapshot in snapshots)])
        if self._first or missed:
            self._last = self._floor
        self._first, self._contradicted, self.subscribed = False, False, True
        self.journal = result.get("journal")
        earlier, self._followers = self._followers, {}
        if missed:
            earlier = {}
            self._held.clear()
            self.events.append(Event("resync"))
        self._motions = {snapshot["deck"]: _Motions(snapshot.get("motions", ())) for snapshot in snapshots}
        for id in set(self.decks) - set(self._motions):
            del self.decks[id]
        for snapshot in snapshots:
            follower = earlier.pop(snapshot["deck"], None)
            self._follow(Deck.read(snapshot), follower.waiting if follower else [])
        for follower in earlier.values():
            self._deliver(*follower.waiting)

    def _happened(self, event: Event) -> None:
        self._last = event["seq"]
        follower = self._followers.get(event.deck)
        if self._contradicted:
            return
        if event.seq > self._floor and event.type == "deck.removed":
            self.decks.pop(event.deck, None)
            self._motions.pop(event.deck, None)
            self._deliver(*(self._followers.pop(event.deck).waiting if follower else ()), event)
        elif follower:
            follower.waiting.append(event)
            if not follower.fetch:
                self._advance(follower)
        elif event.seq > self._floor and event.type == "deck.added":
            self._motions[event.deck] = _Motions()
            self._follow(Deck.read(event.params), [event])
        else:
            self._deliver(event)

    def _deliver(self, *events: Event) -> None:
        for event in events:
            heapq.heappush(self._held, (event.seq, id(event), event))  # the id, so that events are never compared

    def _release(self) -> None:
        """Delivers over all decks in the order of `seq`, so that who resumes after the last event misses none."""
        waiting = (follower.waiting[0].seq for follower in self._followers.values() if follower.waiting)
        first = min(waiting, default=math.inf)
        while self._held and self._held[0][0] < first:
            self.events.append(heapq.heappop(self._held)[2])

    # Whole states

    def _follow(self, state: Deck, waiting: List[Event]) -> None:
        """Begins with a deck in a state without cards."""
        follower = self._followers[state.deck] = _Follower(state, waiting)
        if self.fetches_cards and state.count > 0:
            self._fetch(follower, _Fetch())
        else:
            self._publish(follower, state, [] if self.fetches_cards else None)

    def _publish(self, follower: _Follower, state: Deck, cards: Optional[List[Json]]) -> None:
        """Replaces the model by a state that includes the first of the waiting events; delivers these."""
        state.cards = cards
        if cards is not None and (len(cards) != state.count or any(_MISSING in card for card in cards)):
            return self._contradict()
        follower.state = self.decks[state.deck] = state
        follower.fetch = None
        self._advance(follower)

    def _advance(self, follower: _Follower) -> None:
        """Applies and delivers the waiting events, up to one that begins a fetch."""
        while follower.waiting:
            event, state = follower.waiting[0], follower.state
            if event.seq > state.seq:
                if self.fetches_cards and _loads(event):
                    return self._reload(follower)
                if self.fetches_cards and event.type in _CARDS:
                    return self._fetch(follower, _Fetch(self._wanted(follower)))
                try:
                    self._apply(event, state)
                except Contradiction:
                    return self._contradict()
            del follower.waiting[0]
            self._deliver(event)

    def _apply(self, event: Event, state: Deck, fetched: Optional[Mapping[str, Optional[Json]]] = None) -> None:
        try:
            state.apply(event, fetched)
        except Contradiction:
            raise
        except Exception:
            # It is wrong, and would be again after each connection: the next subscription does without it.
            self._contradicted = True
            raise

    def _contradict(self) -> None:
        self._contradicted = True
        self._subscribe(resumes=False)

    def _reload(self, follower: _Follower) -> None:
        """Fetches all cards of a deck again."""
        follower.fetched.clear()
        self._fetch(follower, _Fetch())

    def _wanted(self, follower: _Follower, after: Optional[int] = None) -> List[str]:
        """The ids that waiting events insert or update, and that were not fetched since."""
        ids = [
            event["card"]
            for event in follower.waiting
            if event.type in _CARDS
            and event.seq > follower.state.seq
            and event.seq > follower.fetched.get(event["card"], (0, None))[0]
            and (after is None or event.seq <= after)
        ]
        return list(dict.fromkeys(ids))

    def _fetch(self, follower: _Follower, fetch: _Fetch, start: int = 0) -> None:
        follower.fetch = fetch
        if fetch.ids is not None:
            # The events of those beyond still wait, so they are fetched next.
            del fetch.ids[len(self._batches(fetch.ids, {})[0]) :]
        selection = {"from": start} if fetch.ids is None else {"ids": fetch.ids}

        def answer(result: Any, error: Optional[DeckdError]) -> None:
            if self._followers.get(follower.state.deck) is not follower or self._contradicted or not self.subscribed:
                return  # The deck is gone, or another subscription has begun.
            if error and fetch.first_seq is not None:
                return self._reload(follower)  # The list is shorter by now than where the page was to begin.
            if error:
                raise error
            self._take_page(follower, fetch, result)

        self._request("deck.cards", {"deck": follower.state.deck, **selection}, answer)

    def _take_page(self, follower: _Follower, fetch: _Fetch, page: Json) -> None:
        _check(page)
        seq: int = page["seq"]
        cards = {card["id"]: card for card in page["cards"]}
        if fetch.ids is not None:
            following = fetch.ids[page["next"] :] if "next" in page else []
            for id in page.get("missing", ()):
                follower.fetched[id] = (seq, None)
            follower.fetched.update((id, (seq, card)) for id, card in cards.items())
            if any(_loads(event) and follower.state.seq < event.seq <= seq for event in follower.waiting):
                return self._reload(follower)
            following += [id for id in self._wanted(follower, after=seq) if id not in following]
            if following:
                return self._fetch(follower, _Fetch(following))
            return self._include(follower, seq, None)
        if fetch.first_seq is None:
            fetch.first_seq = seq
        elif any(event.type in _CHANGES and event.seq > fetch.first_seq for event in follower.waiting):
            return self._reload(follower)
        fetch.cards += cards.values()
        if "next" in page:
            return self._fetch(follower, fetch, page["next"])
        self._include(follower, seq, fetch.cards)

    def _include(self, follower: _Follower, seq: int, cards: Optional[List[Json]]) -> None:
        """Makes the model include all up to an event, with all cards or those that were fetched for it; delivers."""
        state = copy.copy(follower.state)
        state.cards = list(state.cards) if cards is None and state.cards is not None else None
        fetched = {id: card for id, (_, card) in follower.fetched.items()}
        try:
            for event in follower.waiting:
                if state.seq < event.seq <= seq:
                    self._apply(event, state, fetched)
        except Contradiction:
            return self._contradict()
        follower.fetched.clear()
        self._publish(follower, state, state.cards if cards is None else cards)


def _dumped(value: Any) -> bytes:
    # What UTF-8 does not have is refused here, where its author sees it.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _parse(line: Union[str, bytes]) -> Json:
    text = line.decode() if isinstance(line, bytes) else line
    message: Json = json.loads(text)
    if not isinstance(message, dict):
        raise TypeError("no object")
    if _SURROGATE.search(text):
        # One that is alone could neither be sent back nor printed: it becomes U+FFFD, as a byte that is wrong does.
        utf16 = json.dumps(message, ensure_ascii=False).encode("utf-16", "surrogatepass")
        message = json.loads(utf16.decode("utf-16", "replace"))
    return message


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _excerpt(line: Union[str, bytes]) -> str:
    text = line[:400].decode(errors="replace") if isinstance(line, bytes) else line
    return repr(text.strip() if len(text) < 100 else text[:100] + "…")


# Input and output


def now() -> int:
    """The moment to draw, in microseconds of the daemon's clock, on the daemon's machine."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


def socket_path(path: Optional[str] = None) -> str:
    """Where the daemon listens: the path given, else `$DECKD_SOCKET`, else the first usual one that exists."""
    chosen = path or os.environ.get("DECKD_SOCKET")
    if chosen:
        return chosen
    folders = ["/run/deckd"] + ([os.environ["XDG_RUNTIME_DIR"]] if os.environ.get("XDG_RUNTIME_DIR") else [])
    usual = [f"{folder}/{name}.sock" for name in ("deckd", "deckd-observe") for folder in folders]
    return next((path for path in usual if os.path.exists(path)), usual[0])


class _Line:
    """What both clients know of their connection: the bytes of a line that is not complete, and when to try again."""

    SHORTEST, LONGEST = 0.1, 2.0
    LONGEST_LINE = 1 << 26

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rest = bytearray()
        self.delay = 0.0
        self.begun = -math.inf
        self.failed = False
        self.reported = ""

    def begin(self) -> None:
        """A connection is made."""
        self.begun, self.failed = time.monotonic(), False
        self.session.connected()

    def receive(self, data: bytes) -> None:
        """Gives the session what has come; after a `DeckdError`, which is reported, the connection is to be closed."""
        *ends, rest = data.split(b"\n")
        try:
            for end in ends:
                line = b"".join((self.rest, end))
                self.rest.clear()
                self.session.receive(line)
            self.rest += rest
            if len(self.rest) > self.LONGEST_LINE:
                raise WrongMessage("a line is longer than 64 MiB; expected a message of deckd")
        except DeckdError as error:
            self.failed = True
            # Once, such as that there is no such deck: it begins again until there is.
            if str(error) != self.reported:
                self.session.report(error)
            self.reported = str(error)
            raise

    def lose(self) -> float:
        """The connection is lost, or could not be made; returns after how many seconds to try again.

        At once, then after 0.1 s, doubling up to 2 s; connections begin at least 0.1 s apart. A message that is wrong is
        likely to come again, so that the delay grows after it.
        """
        if self.session.subscribed and not self.failed:
            self.delay, self.reported = 0.0, ""
        self.rest.clear()
        self.session.disconnected()
        wait = max(self.delay, self.begun + self.SHORTEST - time.monotonic())
        self.delay = min(max(2 * self.delay, self.SHORTEST), self.LONGEST)
        return wait

    def take(self) -> bytes:
        """What is to be sent."""
        data = "".join(f"{line}\n" for line in self.session.outgoing).encode()
        self.session.outgoing.clear()
        return data


class _Following:
    """What both clients show of what they follow."""

    session: Session

    @property
    def connected(self) -> bool:
        """Whether the client has subscribed on the present connection; the decks stay while it has not."""
        return self.session.subscribed

    @property
    def decks(self) -> Dict[str, Deck]:
        """The decks as of the events delivered, by their ids."""
        return self.session.decks

    @property
    def journal(self) -> Optional[str]:
        """The name of the daemon's journal, where it keeps one."""
        return self.session.journal

    def places(self, deck: str, t: Optional[float] = None) -> Places:
        """Where everything of a deck is, now or at a moment."""
        return self.session.places(deck, now() if t is None else t)

    def moving(self, deck: str, t: Optional[float] = None) -> bool:
        """Whether anything of a deck still changes; while nothing does, there is nothing new to draw."""
        return self.session.moving(deck, now() if t is None else t)


class Client(_Following):
    """A connection to the daemon, which is made again whenever it is lost.

    It receives in `poll` and `call` alone; nothing happens in between, so the decks never change under the author.
    """

    def __init__(
        self,
        path: Optional[str] = None,
        *,
        client: str = "deckd.py",
        deck: str = "*",
        topics: Sequence[str] = ("events", "motions"),
        cards: bool = True,
        delegates: Optional[Mapping[str, Delegate]] = None,
        resume: Optional[Tuple[Optional[str], int]] = None,
    ) -> None:
        """A client that follows a deck, or all of them, and connects when it is first used.

        `delegates` are functions by the names of questions, by decks: `{"main": {"shouldSwipe": decide}}`; each gets
        the question's `params`, and returns the answer, or a future of it (`asyncio.Future`,
        `concurrent.futures.Future`) that is done in the client's thread; in asyncio it may be `async`. The future is
        cancelled when its question ends without its answer: time is up, the swipe was given up, or the connection was
        lost. `resume` is an earlier run's `journal` and the `seq` of the last event that it saw.
        """
        self.session = Session(client, deck, topics, cards, delegates, resume)
        self.session.flush = self._send
        self._path = path
        self._line = _Line(self.session)
        self._socket: Optional[socket.socket] = None
        self._poller: Optional[select.epoll] = None
        self._interest = 0
        self._unsent = b""
        self._retry = 0.0

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def drew(self, deck: str, period: float, t: Optional[float] = None) -> None:
        """Says that a picture of a deck came, now or at a moment, and that one comes each `period` microseconds.

        To be called after each picture, so that a drag is drawn ahead of its finger.
        """
        self.session.drew(deck, now() if t is None else t, period)
        self._send()

    def __iter__(self) -> Iterator[Event]:
        """Yields what happens, for ever."""
        while True:
            yield from self.poll(None)

    def poll(self, timeout: Optional[float] = 0.0) -> List[Event]:
        """Returns what has happened; waits for something to come, or for a time in seconds, if it is nothing yet.

        Connects, and calls what `request` was given, where that is due.
        """
        self._step(0.0)
        if not self.session.events:
            self._step(timeout)
        events = list(self.session.events)
        self.session.events.clear()
        self._send()
        return events

    def call(self, method: str, params: Optional[Json] = None, timeout: Optional[float] = None, **more: Any) -> Any:
        """Makes a request and returns its result; waits for a connection first.

        Raises `Refused`, `ConnectionLost`, or `TimeoutError` after so many seconds without an answer. What happens
        meanwhile is kept for `poll`.
        """
        end = None if timeout is None else time.monotonic() + timeout
        answers: List[Tuple[Any, Optional[DeckdError]]] = []
        while not self.session.subscribed:
            self._wait(method, end)
        self.session.request(method, {**(params or {}), **more}, lambda result, error: answers.append((result, error)))
        while not answers:
            self._wait(method, end)
        self._send()
        result, error = answers[0]
        if error:
            raise error
        return result

    def request(self, method: str, params: Optional[Json] = None, answer: Optional[Answer] = None) -> None:
        """Makes a request without waiting; `poll` calls `answer` with its result, or `Refused` or `ConnectionLost`.

        A request fails at once while there is no connection: `answer` is called before this returns. What `answer`
        raises is delivered as an "error".
        """
        self.session.request(method, params, answer)
        self._send()

    def close(self) -> None:
        """Closes the connection; using the client again makes a new one, with another `fileno()`."""
        if self._socket:
            self._lose()
        if self._poller:
            self._poller.close()
            self._poller = None

    # In the loop of somebody else

    def fileno(self) -> int:
        """A descriptor that is readable while `poll` has something to take, to send or to return.

        It stays the same until `close`, also while there is no connection; `timeout` says when to try again then.
        """
        self._send()
        return self._epoll().fileno()

    def timeout(self) -> Optional[float]:
        """After how many seconds to call `poll`, whether or not `fileno()` is readable; `None` if that says it all."""
        if self._socket:
            return None
        return 0.0 if self.session.events else max(self._retry - time.monotonic(), 0.0)

    def wants_write(self) -> bool:
        """Whether something waits until the daemon reads; `fileno()` is readable then as soon as it does."""
        return bool(self._unsent or self.session.outgoing)

    # Input and output

    def _epoll(self) -> select.epoll:
        if not self._poller:
            self._poller = select.epoll()
        return self._poller

    def _wait(self, method: str, end: Optional[float]) -> None:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutError(f"{method} got no answer in time; it may or may not have been performed")
        self._step(left)

    def _step(self, timeout: Optional[float]) -> None:
        """Connects, or sends and receives once; waits at most for a time."""
        if not self._socket:
            wait = max(self._retry - time.monotonic(), 0)
            if wait > 0:
                time.sleep(wait if timeout is None else min(wait, timeout))
                if timeout is not None and timeout < wait:
                    return
            return self._connect()
        self._send(is_complete=False)
        if self._socket and self._epoll().poll(timeout):
            self._receive()
            self._send()

    def _receive(self) -> None:
        assert self._socket
        try:
            data = self._socket.recv(1 << 18)
            if not data:
                return self._lose()
            self._line.receive(data)
        except BlockingIOError:
            pass
        except (OSError, DeckdError):
            self._lose()

    def _send(self, is_complete: bool = True) -> None:
        """Sends what the daemon takes, and has `fileno()` readable where more, or an event, waits.

        While a step waits (`is_complete` is false), events that wait do not end it.
        """
        if not self._socket:
            return
        self._unsent += self._line.take()
        try:
            if self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            return self._lose()
        waits = self._unsent or is_complete and self.session.events
        # A socket that can be written to is what makes the descriptor readable for an event that was received before.
        interest = select.EPOLLIN | (select.EPOLLOUT if waits else 0)
        if interest != self._interest:
            self._epoll().modify(self._socket, interest)
            self._interest = interest

    def _connect(self) -> None:
        new = socket.socket(socket.AF_UNIX)
        new.setblocking(False)
        try:
            new.connect(socket_path(self._path))
        except OSError:
            new.close()
            self._retry = time.monotonic() + self._line.lose()
            return
        self._socket, self._interest = new, select.EPOLLIN
        self._epoll().register(new, self._interest)
        self._line.begin()
        self._send()

    def _lose(self) -> None:
        if self._socket:
            # Closing it takes it from the poller as well.
            self._socket.close()
        self._socket, self._unsent = None, b""
        self._retry = time.monotonic() + self._line.lose()


class AsyncClient(_Following):
    """A connection for asyncio, made again whenever it is lost: `async with AsyncClient() as client`."""

    def __init__(
        self,
        path: Optional[str] = None,
        *,
        client: str = "deckd.py",
        deck: str = "*",
        topics: Sequence[str] = ("events", "motions"),
        cards: bool = True,
        delegates: Optional[Mapping[str, Delegate]] = None,
        resume: Optional[Tuple[Optional[str], int]] = None,
    ) -> None:
        """As `Client` is made."""
        self._client = Client(
            path, client=client, deck=deck, topics=topics, cards=cards, delegates=delegates, resume=resume
        )
        self.session = self._client.session
        self.session.flush = self._flush
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._timer: Optional[asyncio.TimerHandle] = None
        self._failure: Optional[BaseException] = None
        self._change: Optional[asyncio.Future[None]] = None

    async def __aenter__(self) -> AsyncClient:
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._client.fileno(), self._attend)
        self._attend()
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._end()

    def drew(self, deck: str, period: float, t: Optional[float] = None) -> None:
        """Says that a picture of a deck came, now or at a moment, and that one comes each `period` microseconds.

        To be called after each picture, so that a drag is drawn ahead of its finger.
        """
        self._client.drew(deck, period, t)

    async def __aiter__(self) -> AsyncIterator[Event]:
        """Yields what happens, for ever."""
        while True:
            while self.session.events:
                yield self.session.events.popleft()
            await self.changed()

    async def changed(self) -> None:
        """Waits until something has come: an event, a motion, an answer.

        Raises `DeckdError` where nothing can come, since the client has ended.
        """
        if self._loop is None:
            raise DeckdError("the client does not run; expected `async with` around what uses it") from self._failure
        if self._change is None or self._change.done():
            self._change = self._loop.create_future()
        await asyncio.shield(self._change)

    async def call(self, method: str, params: Optional[Json] = None, **more: Any) -> Any:
        """Makes a request and returns its result; waits for a connection first.

        Raises `Refused` or `ConnectionLost`.
        """
        while not self.session.subscribed:
            await self.changed()
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def answer(result: Any, error: Optional[DeckdError]) -> None:
            if future.done():
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._client.request(method, {**(params or {}), **more}, answer)
        self._wait()
        return await future

    def _flush(self) -> None:
        self._client._send()
        self._notice()
        self._wait()

    def _notice(self) -> None:
        if self._change and not self._change.done():
            self._change.set_result(None)

    def _attend(self) -> None:
        """Does what is due."""
        try:
            self._client._step(0.0)
            # The author takes events when there is time; the descriptor is to be readable for what is new alone.
            self._client._send(is_complete=False)
        except Exception as error:  # of the author's, or ours: nobody may wait for a client that has ended
            self._failure = error
            return self._end()
        self._notice()
        self._wait()

    def _wait(self) -> None:
        """Has the loop attend again when that is due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._loop and not self._client._socket:
            self._timer = self._loop.call_later(max(self._client._retry - time.monotonic(), 0), self._attend)

    def _end(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._loop:
            self._loop.remove_reader(self._client._epoll().fileno())
        self._loop = None
        self._client.close()
        self._notice()
