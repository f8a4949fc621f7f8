"""The table as lines of text: what lies on it, who has what, the own hand, and the moves.

Pure: from what is known of a table to styled lines of a given width and number. Works for any game,
by piles, facts, scores and turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from rich.text import Text as Styled

from cardkit.card_words import is_suit, rank_sign
from cardkit.cardgame import CardView
from cardkit.cardgame.cards import ranks_in
from cardkit.client.look import Look
from cardkit.client.move_list import list_moves
from cardkit.client.moves import Move, place_in_hand
from cardkit.client.plays import Plays
from cardkit.client.robots import is_robot
from cardkit.client.styled import DIM, GAP, cut, fill, in_columns, in_lines, ink, pad, width_of
from cardkit.narrator import HIDDEN, places_of
from cardkit.netgame import FactValue, Pile, plural, translate

_NONE = Plays()
NO_PLACES: Mapping[str, int] = {}
_APART = ("board", "order", "groups", "marks")
"""Facts that stand for themselves, or are not shown at all."""
_OPEN = ("spread", "fan", "row")
"""How piles lie of which all cards are seen."""
_MOST_SPREAD = 10
_LEAST_MOVES = 2
"""Lines that are kept for moves, however many players there are."""


def table_lines(
    view: CardView,
    look: Look,
    *,
    plays: Plays = _NONE,
    moves: Sequence[Move] = (),
    page: int = 0,
    columns: int = 80,
    rows: int = 16,
) -> list[Styled]:
    """The table while a game is on, in at most so many lines."""
    head = [
        *_table(view, look, plays, columns),
        *_laid_out(view, look),
        *_boards(view, look),
        *_facts(view, look, columns),
    ]
    hand = _hand(view, look, columns)
    least = min(_LEAST_MOVES, len(moves))
    rows_of = [_player(view, look, seat, plays) for seat in _order(view)]
    players = in_columns(rows_of, columns, numbers=(1, 2))
    if len(head) + len(players) + len(hand) + least > rows:
        players = _players_in_short(view, look, columns)
    left = rows - len(head) - len(players) - len(hand)
    listed = list_moves(moves, look, columns, max(least, left), page)
    lines = [*head, *players, *hand, *listed]
    return [cut(line, columns) for line in lines[max(0, len(lines) - rows) :]]


# --- what lies on the table ----------------------------------------------------------------------


def _table(view: CardView, look: Look, plays: Plays, columns: int) -> list[Styled]:
    """The last plays, as many as fit, the very last as it lies there."""
    pile = view.piles.get("table", ())
    if pile and look.declaration.piles.get("table", Pile("")).shown in _OPEN:
        return _labelled(look.label("table"), look.faces.cards(pile), look)
    known = plays.now if sum(len(cards) for _, cards in plays.now) == len(pile) else []
    shown = known or ([("", tuple(pile[-5:]))] if pile else [])
    label = look.label("table")
    if not shown:
        empty = ink(translate("empty", look.language), DIM)
        nothing = not view.stage or look.declaration.layout(view.stage).table == "none"
        return [] if nothing else _labelled(label, empty, look)
    room = columns - width_of(label) - 2 - len(f"…{GAP}")
    parts: list[Styled] = []
    for at, (who, cards) in enumerate(reversed(shown)):
        part = Styled(f"{_short_name(view, look, who)} " if who else "")
        part.append_text(look.faces.cards(cards, chips=at == 0))
        room -= width_of(part) + (len(GAP) if parts else 0)
        if parts and room < 0:
            parts.append(ink("…", DIM))
            break
        parts.append(part)
    return _labelled(label, ink(GAP, DIM).join(reversed(parts)), look)


def _in_the_middle(view: CardView, look: Look) -> Iterator[tuple[str, Pile, tuple[str, ...]]]:
    """The piles that belong to nobody, but for the plays, with how they are shown."""
    for name, cards in view.piles.items():
        kind, _, owner = name.partition(":")
        pile = look.declaration.piles.get(kind) or Pile(kind)
        if name != "table" and owner not in view.names and pile.place != "hidden":
            yield look.label(name), replace(pile, shown=_shown(pile, cards)), tuple(cards)


def _laid_out(view: CardView, look: Look) -> list[Styled]:
    """The piles that show all their cards; when a game is over, those that belong to the result."""
    lines: list[Styled] = []
    for label, pile, cards in _in_the_middle(view, look):
        if view.phase != "playing" and not (view.phase == "results" and pile.result):
            continue
        if pile.shown == "rows":
            rows = [_row(cards, suit, view, look) for suit in view.suits]
            places = {suit + rank for suit in view.suits for rank in ranks_in(view.ranks)}
            if others := [card for card in cards if card not in places]:  # a joker has none
                rows.append(look.faces.cards(others))
            lines += _labelled(label, rows, look)
        elif pile.shown in _OPEN and cards:
            place = place_in_hand(view, look.declaration)
            ordered = sorted(cards, key=place) if pile.shown == "row" else cards
            lines += _labelled(label, look.faces.cards(ordered), look)
    return lines


def _row(cards: Sequence[str], suit: str, view: CardView, look: Look) -> Styled:
    """The cards of a suit, each in its place."""
    row = [suit + rank for rank in ranks_in(view.ranks)]
    wide = [width_of(look.faces.card(card)) for card in row]
    faces = (look.faces.card(card) if card in cards else ink("·", DIM) for card in row)
    return Styled(" ").join(pad(face, width) for face, width in zip(faces, wide, strict=True))


def _facts(view: CardView, look: Look, columns: int) -> list[Styled]:
    """Other piles, with the top card where it is seen, and facts, but not those of a player."""
    parts = []
    for label, pile, cards in _in_the_middle(view, look):
        if pile.shown not in ("stack", "count") or not cards:
            continue
        part = ink(label, DIM)
        if cards[-1] != HIDDEN and pile.shown != "count":
            part.append(" ").append_text(look.faces.card(cards[-1]))
            part.append(f" ({len(cards)})" if len(cards) > 1 else "", style=DIM)
        else:
            part.append(f" {len(cards)}", style=DIM)
        parts.append(part)
    for key, value in view.facts.items():
        if look.kind(key) in _APART or _is_for_each(view, value) or value in (0, "", None, []):
            continue
        if value in view.names:  # that is seen at the player
            continue
        parts.append(_fact(key, value, look))
    return in_lines(parts, columns, GAP)


def _boards(view: CardView, look: Look) -> list[Styled]:
    """Facts that are boards: rows of cells, or text."""
    lines: list[Styled] = []
    for value in (value for key, value in view.facts.items() if look.kind(key) == "board"):
        if not isinstance(value, list | tuple):
            lines += map(Styled, str(value).splitlines())
            continue
        rows = [row if isinstance(row, list | tuple) else [row] for row in value]
        cells = [[_cell(str(cell), look) for cell in row] for row in rows]
        width = max((width_of(cell) for row in cells for cell in row), default=0)
        line = ink(" │ ", DIM)
        lines += [line.join(pad(cell, width) for cell in row) for row in cells]
    return lines


def _cell(text: str, look: Look) -> Styled:
    """A cell of a board; one of several words is a bid or the like, with signs for suits."""
    return _in_words(text, look) if " " in text else Styled(look.translate(text))


def _fact(key: str, value: FactValue, look: Look) -> Styled:
    label = look.label(key)
    if value is True:
        return ink(label, "bold yellow")
    shown = ink(f"{label} ", "bold")
    if isinstance(value, str) and value and all(is_suit(s, look.declaration) for s in value):
        return shown.append_text(look.faces.suits(value))
    if isinstance(value, int):
        return shown.append(f"{value:,}")
    if isinstance(value, str) and look.kind(key) == "rank":
        return shown.append(rank_sign(value, look.declaration))
    return shown.append_text(_in_words(value, look))


def _in_words(value: FactValue, look: Look) -> Styled:
    """A value in words, in which suits and cards are signs: 3 ♠."""
    if isinstance(value, str) and re.fullmatch(r"[A-Z0-9+]+( [A-Z0-9+]+)*", value):
        value = value.split()
    words = value if isinstance(value, list | tuple) else [value]
    return look.faces.words(look.translate(str(word)) for word in words)


def _is_for_each(view: CardView, value: FactValue) -> bool:
    """Whether a fact is a list by seat or a table by name."""
    if isinstance(value, dict):
        return True
    return isinstance(value, list | tuple) and len(value) in (0, len(view.names))


# --- the players ---------------------------------------------------------------------------------


def _order(view: CardView) -> list[int]:
    """The seats in the order of play, oneself first."""
    order = list(view.order) if len(view.order) == len(view.names) else [*range(len(view.names))]
    start = order.index(view.seat) if view.seat in order else 0
    return order[start:] + order[:start]


def _player(view: CardView, look: Look, seat: int, plays: Plays) -> list[Styled]:
    """The cells of the line of one player."""
    name, lang = view.names[seat], look.language
    asked = seat in view.awaited
    mark = ink("▶ " if asked else "  ", "bold green")
    mine = seat == view.seat
    who = translate("You", lang) if mine else look.called(name)
    style = "bold green" if asked else "bold" if mine else ""
    count = len(view.hands[seat]) if seat < len(view.hands) else 0
    points = view.scores[seat] if seat < len(view.scores) else 0
    face = "" if mine else look.face(name)
    return [
        mark.append(who, style=style).append(f" {face}" if face else "", style=DIM),
        fill(plural(count, "1 card", "{n} cards"), lang) if view.stage else Styled(),
        fill(plural(points, "1 point", "{n:,} points"), lang),
        *_own_counts(view, look, seat),
        *_own_facts(view, look, seat),
        _notes(view, look, seat, plays),
    ]


def _own_counts(view: CardView, look: Look, seat: int) -> list[Styled]:
    """How much lies in the piles of a player that are only counted, a cell for each kind."""
    cells = []
    for kind in dict.fromkeys(name.partition(":")[0] for name in view.piles if ":" in name):
        cards = view.piles.get(f"{kind}:{view.names[seat]}", ())
        pile = look.declaration.piles.get(kind) or Pile(kind)
        counted = view.facts.get(pile.counted)
        count = counted[seat] if _is_list(counted, view) else len(cards)
        is_counted = pile.counted or pile.shown == "count" or not _is_spread(pile, cards)
        cells.append(Styled(f"{look.label(kind)} {count}" if is_counted else ""))
    return cells


def _is_list(value: object, view: CardView) -> TypeGuard[Sequence[FactValue]]:
    """Whether a fact has a value for each seat."""
    return isinstance(value, list | tuple) and len(value) == len(view.names)


def _is_spread(pile: Pile, cards: Sequence[str]) -> bool:
    """Whether a pile of a player shows its cards."""
    return _shown(pile, cards) not in ("stack", "count")


def _in_groups(pile: Pile, cards: Sequence[str], view: CardView) -> list[list[str]]:
    """Which cards of a pile lie together: those of one rank, or as a fact has them."""
    if pile.grouped == "rank":
        ranks = dict.fromkeys(card[1:] for card in cards)
        return [[card for card in cards if card[1:] == rank] for rank in ranks]
    fact = view.facts.get(pile.grouped)
    listed = [group for group in fact if _is_group(group)] if _is_group(fact) else []
    groups = [[card for card in group if card in cards] for group in listed]
    others = [card for card in cards if not any(card in group for group in groups)]
    return [group for group in (*groups, others) if group]


def _is_group(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple)


def _shown(pile: Pile, cards: Sequence[str]) -> str:
    """How a pile lies there: as it is declared, or with all its cards if they are seen and few."""
    few = len(cards) <= _MOST_SPREAD and HIDDEN not in cards
    return pile.shown or ("spread" if few else "stack")


def _own_facts(view: CardView, look: Look, seat: int) -> list[Styled]:
    """The facts of which every player has an own one: bets, titles."""
    cells = []
    counts = {pile.counted for pile in look.declaration.piles.values()}
    for key, value in view.facts.items():
        if look.kind(key) in _APART or key in counts:
            continue
        if isinstance(value, dict):
            cells.append(Styled(look.translate(str(value.get(view.names[seat], "")))))
        elif isinstance(value, Sequence) and _is_for_each(view, value) and any(value):
            one = value[seat]
            shown = Styled(f"{one:,}") if isinstance(one, int) else _in_words(one, look)
            cells.append(Styled(f"{look.label(key)} ").append_text(shown) if one else Styled())
    return cells


def _notes(view: CardView, look: Look, seat: int, plays: Plays) -> Styled:
    """What else there is to know of a player: partner, dealer, away, melds, cards shown."""
    notes, laid, name = list[Styled](), list[Styled](), view.names[seat]
    if view.seat is not None and look.partners_in(view).get(name) == view.names[view.seat]:
        notes.append(fill("partner", look.language))
    notes += (ink(look.label(key), "yellow") for key, it in view.facts.items() if it == name)
    said = plays.said.get(view.names[seat], ())
    out = (word.out for word in look.declaration.words.values() if word.out and word.verb in said)
    notes += (ink(look.translate(text), DIM) for text in dict.fromkeys(out))
    status = view.status[seat] if seat < len(view.status) else "here"
    if status == "away":
        notes.append(ink(translate("is away", look.language), "yellow"))
    elif status == "robot" and is_robot(view.names[seat]):
        notes.append(ink(translate("robot", look.language), DIM))
    elif status == "robot":
        notes.append(ink(translate("a robot plays", look.language), "yellow"))
    elif status == "forfeit" and view.phase == "playing":
        notes.append(ink(translate("has given up", look.language), "yellow"))
    for name, cards in view.piles.items():
        kind, _, owner = name.partition(":")
        pile = look.declaration.piles.get(kind) or Pile(kind)
        if cards and owner == view.names[seat] and _is_spread(pile, cards):
            laid += map(look.faces.cards, _in_groups(pile, cards, view))
    seen = [c for c in view.hands[seat] if c != HIDDEN] if seat < len(view.hands) else []
    if seen and seat != view.seat:
        if HIDDEN in view.hand:  # who does not see the own cards sees others as they are held
            laid.append(Styled(" ").join(_marked(seen, view, look, seat)))
        else:
            ordered = sorted(seen, key=place_in_hand(view, look.declaration))
            laid.append(look.faces.cards(ordered))
    return Styled(" ").join([*notes, Styled("  ").join(laid)] if laid else notes)


def _marked(
    cards: Sequence[str], view: CardView, look: Look, seat: int, *, chips: bool = False
) -> list[Styled]:
    """The cards of a hand as they are held, each with what stands at it: what hints have told."""
    faces = [look.faces.card(card, chip=chips) for card in cards]
    facts = (value for key, value in view.facts.items() if look.kind(key) == "marks")
    texts = (str(value[seat]) for value in facts if _is_list(value, view))
    for face, mark in zip(faces, next(texts, "").split(), strict=False):
        face.append("" if mark == "-" else f"({mark})", style="yellow")
    return faces


def _players_in_short(view: CardView, look: Look, columns: int) -> list[Styled]:
    parts = []
    for seat in _order(view):
        asked = seat in view.awaited
        name = _short_name(view, look, view.names[seat])
        count = len(view.hands[seat]) if seat < len(view.hands) else 0
        part = ink("▶" if asked else "", "bold green")
        part.append(f"{name} ", style="bold green" if asked else "")
        parts.append(part.append(str(count) if view.stage else "", style="bold"))
    return in_lines(parts, columns, GAP)


def _short_name(view: CardView, look: Look, name: str) -> str:
    mine = view.seat is not None and name == view.names[view.seat]
    return translate("You", look.language) if mine else look.called(name)


# --- hand and results ----------------------------------------------------------------------------


def hand_of(view: CardView, look: Look) -> list[str]:
    """The own cards, sorted."""
    return sorted(view.hand, key=place_in_hand(view, look.declaration))


def _hand(view: CardView, look: Look, columns: int) -> list[Styled]:
    if not view.hand:
        return []
    label = translate("hand", look.language)
    room = columns - width_of(label) - 2
    if HIDDEN in view.hand and view.seat is not None:
        cards = _marked(view.hand, view, look, view.seat, chips=True)
    else:
        cards = [look.faces.card(card, chip=True) for card in hand_of(view, look)]
    return _labelled(label, in_lines(cards, room), look)


def _labelled(label: str, text: Styled | list[Styled], look: Look) -> list[Styled]:
    """Lines with a label before the first; the labels of table and hand are of one width."""
    both = (look.label("table"), translate("hand", look.language))
    width = max(max(map(width_of, both)) + 2, width_of(label) + 1)
    lines = text if isinstance(text, list) else [text]
    first = pad(ink(label, "bold"), width)
    return [
        (first if at == 0 else Styled(" " * width)).append_text(line)
        for at, line in enumerate(lines)
    ]


def standing_lines(
    view: CardView,
    look: Look,
    people: Sequence[str],
    columns: int,
    rows: int,
    shared: Mapping[str, int] = NO_PLACES,
) -> list[Styled]:
    """Who sits at the table between games, with the result of the last one."""
    ranked = list(view.ranking) if view.phase == "results" else []
    seats = [*ranked, *(s for s in _order(view) if s not in ranked)]
    places = places_of([view.names[seat] for seat in ranked], shared, look.partners_in(view))
    table = [
        [
            ink(f"{places[view.names[seat]]}." if seat in ranked else "", "bold"),
            *_player(view, look, seat, _NONE),
        ]
        for seat in seats
    ]
    cells = [[row[0], row[1], *row[3:]] for row in table]  # cards count no more
    kept = [cut(line, columns) for line in _laid_out(view, look)]
    lines = [*kept, *in_columns(cells, columns, numbers=(0, 2))]
    if not lines:
        lines = [fill("Nobody has a seat yet.", look.language)]
    if people:
        names = ", ".join(people)
        lines.append(cut(fill("Here, too: {names}", look.language, names=names), columns))
    return lines[:rows]
