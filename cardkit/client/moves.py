"""What one may do now, numbered; and which of it is meant by what was typed.

A move can be typed as its number, as its command, or as its cards: `3`, `discard s7`, `♠7`, `7 7`.
Plain code over the offers of a table; knows no terminal and sends nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cardkit.card_words import is_card, is_rank, is_suit
from cardkit.cardgame import RANKS, SUIT_SIGNS, SUITS, CardCommand, CardGame, CardView
from cardkit.cardgame.cards import ranks_in
from cardkit.cardgame.choice import Choice
from cardkit.faces import CardStyle
from cardkit.levels import ROBOT
from cardkit.netgame import Amount, Command, Declaration, Offer, Reason, Refused

_SIGNS = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()} | {"★": "J"})
_HOLLOW = str.maketrans(dict(zip("♤♡♢♧", "SHDC", strict=True)))
_ONE_CARD = re.compile(rf"([{SUITS}])(10|[{RANKS}])|(10|[{RANKS}])([{SUITS}])|JK?([12])")
_GLUED = re.compile(rf"(?:[{SUITS}](?:10|[{RANKS}]))+")


@dataclass(frozen=True, slots=True)
class Move:
    """One numbered thing to do: a whole command, or an open offer for which more is typed."""

    number: int
    offer: CardCommand | Offer

    @property
    def is_open(self) -> bool:
        return not isinstance(self.offer, CardCommand)

    @property
    def verb(self) -> str:
        return self.offer.verb

    @property
    def words(self) -> tuple[str, ...]:
        """What follows the verb of a whole command."""
        return () if self.is_open else tuple(str(self.offer).split()[1:])

    @property
    def start(self) -> str:
        """How an open offer begins when it is typed."""
        name = self.offer.name if isinstance(self.offer, Choice) else ""
        return f"{self.verb} {name} " if name else f"{self.verb} "

    def complete(self, words: Sequence[str]) -> Command | None:
        """The command of an open offer with these words, of which cards may be only ranks."""
        offer = self.offer
        if isinstance(offer, Amount):
            return offer.admit((offer.verb, *words))
        if not isinstance(offer, Choice):
            return None
        if words and _is_same(words[0], offer.name):
            words = words[1:]
        cards = _pick(words, offer.cards)
        if cards is not None:
            _no_doubt(words, cards, offer.cards)
        start = (offer.verb, offer.name) if offer.name else (offer.verb,)
        return None if cards is None else offer.admit((*start, *cards))


class Unfinished(Exception):
    """An open offer was chosen; `move` says what is still to be typed."""

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.move = move


def place_in_hand(view: CardView, declaration: Declaration) -> Callable[[str], tuple[object, ...]]:
    """By what a hand is sorted: as the game ranks the cards, and by suits where those matter."""
    listed = {card: at for at, card in enumerate(map(str, declaration.hand_order(view.facts)))}
    by_suit = declaration.layout(view.stage).hand == "suit"
    suits = {suit: at for at, suit in enumerate(view.suits)}
    ranks = {rank: at for at, rank in enumerate(ranks_in(view.ranks))}

    def place(card: str) -> tuple[object, ...]:
        if card in listed:
            return (0, listed[card], 0, card)
        if card[:1] not in suits or card[1:] not in ranks:
            return (1, 0, 0, card)
        suit, rank = suits[card[0]], ranks[card[1:]]
        return (0, suit, rank, card) if by_suit else (0, rank, suit, card)

    return place


def number_moves(
    offers: Iterable[CardCommand | Offer],
    view: CardView,
    declaration: Declaration = CardGame.declaration,
) -> list[Move]:
    """The offers, numbered: verb by verb, few cards before many, in the order of a hand."""
    place, verbs = place_in_hand(view, declaration), dict[str, int]()

    def order(offer: CardCommand | Offer) -> tuple[object, ...]:
        verb = verbs.setdefault(offer.verb, len(verbs))
        cards = offer.cards if isinstance(offer, CardCommand) else ()
        return (verb, len(cards), [place(card) for card in cards])

    ordered = sorted(offers, key=order)
    own = [_own_number(offer) for offer in ordered]
    if len(own) > 1 and len(verbs) == 1 and -1 not in own and len({*own}) == len(own):
        return [Move(n, offer) for n, offer in zip(own, ordered, strict=True)]
    return [Move(n, offer) for n, offer in enumerate(ordered, start=1)]


def _own_number(offer: CardCommand | Offer) -> int:
    """The number that is all that a command says: MARK 5 is move 5; -1 for any other."""
    words = str(offer).split()
    return int(words[1]) if len(words) == 2 and words[1].isdecimal() else -1


def read_move(typed: str, moves: Sequence[Move], faces: CardStyle = CardStyle()) -> str | None:  # noqa: B008
    """The command that is meant, or None where it is none of these moves.

    Raises `Refused` when several are meant, and `Unfinished` when more has to be typed.
    """
    words = split_words(typed, faces.own)
    if not words:
        return None
    move = next((move for move in moves if words[0] == str(move.number)), None)
    if move is not None:
        if len(words) == 1 and not move.is_open:
            return str(move.offer)
        if move.is_open:
            return _finish(move, words[1:])
    said = _with_verb(words, moves, faces.own)
    among, rest = ([m for m in moves if m.verb == said], words[1:]) if said else (moves, words)
    if said and not rest and len(among) == 1:
        only = among[0].complete(()) if among[0].is_open else among[0].offer
        return _finish(among[0], []) if only is None else str(only)
    found = _only_one(among, rest, faces, named=bool(said))
    if found is None and moves and len(words) == 1 and words[0].isdigit():
        raise Refused(
            Reason.NOT_NOW,
            "there is no move {number}; type a number from 1 to {most}",
            number=words[0][:20],
            most=max(move.number for move in moves),
        )
    return found


def split_words(typed: str, own: Declaration = CardGame.declaration) -> list[str]:
    """What was typed, as words of the protocol: cards however they are written, the rest as is."""
    if own.has_own_cards:
        return _split_own(typed, own)
    plain = unicodedata.normalize("NFKC", typed.translate(_SIGNS).translate(_HOLLOW))
    return [card for word in plain.split() for card in _split_word(word)]


def _split_own(typed: str, own: Declaration) -> list[str]:
    """The same with cards of the game's own, by their names or their signs."""
    faces = {face.sign: face.name for face in own.faces.values() if face.sign}
    suits = {ord(suit.sign): suit.name for suit in own.suits.values() if len(suit.sign) == 1}
    words = []
    for word in unicodedata.normalize("NFKC", typed).split():
        card = faces.get(word) or word.translate(suits).translate(_SIGNS).upper()
        words.append(card if is_card(card, own) else word)
    return words


def _split_word(word: str) -> list[str]:
    capitals = word.upper()
    if match := _ONE_CARD.fullmatch(capitals):
        suit, rank, rank_first, suit_last, joker = match.groups()
        name = f"J{joker}" if joker else (suit or suit_last) + (rank or rank_first)
        return [name.replace("10", "T")]
    if _GLUED.fullmatch(capitals):
        return re.findall("..", capitals.replace("10", "T"))
    if capitals in ("JOKER", "JK", "J"):
        return ["JK" if capitals != "J" else "J"]
    return [word]


def cards_in_words(words: Sequence[str], own: Declaration) -> bool:
    """Whether these words are cards, and nothing but cards."""
    return bool(words) and all(is_card(word, own) for word in words)


def _with_verb(words: Sequence[str], moves: Sequence[Move], own: Declaration) -> str:
    """The verb that was typed, whole or enough of it to tell; empty if there is none."""
    first = words[0].upper()
    verbs = dict.fromkeys(move.verb for move in moves)
    if is_card(first, own) or is_suit(first, own) or is_rank(first, own):
        return ""
    meant = [first] if first in verbs else [v for v in verbs if v.startswith(first)]
    return meant[0] if len(meant) == 1 else ""


def _finish(move: Move, words: Sequence[str]) -> str | None:
    """An open offer with what was typed after it; nothing typed is only the beginning."""
    if not words:
        raise Unfinished(move)
    command = move.complete(words)
    return str(command) if command is not None else f"{move.start}{' '.join(words)}"


def _only_one(
    moves: Sequence[Move], words: Sequence[str], faces: CardStyle, *, named: bool
) -> str | None:
    fitting = [m for m in moves if not m.is_open and _fits(words, m.words)]
    if len(fitting) > 1:
        shown = [f"{m.number} {' '.join(map(faces.name, m.words))}" for m in fitting[:8]]
        raise Refused(
            Reason.AMBIGUOUS,
            "several moves are meant by that; type the number of one: {moves}",
            moves=", ".join(shown) + (", …" if len(fitting) > 8 else ""),
        )
    if fitting:
        return str(fitting[0].offer)
    done = [m.complete(words) for m in moves if m.is_open and (named or words)]
    commands = [command for command in done if command is not None]
    return str(commands[0]) if len(commands) == 1 else None


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether these words are typed, in any order, each once."""
    return len(typed) == len(words) and _pick(typed, words) is not None


def _pick(typed: Sequence[str], words: Sequence[str]) -> list[str] | None:
    """The words that are typed, each taken once; whole words are taken before mere ranks."""
    left, picked = list(words), dict[int, str]()
    for same in (_is_same, _is_rank):
        for at, word in enumerate(typed):
            if at not in picked:
                found = next((other for other in left if same(word, other)), None)
                if found is not None:
                    picked[at] = found
                    left.remove(found)
    return [picked[at] for at in range(len(typed))] if len(picked) == len(typed) else None


def _no_doubt(typed: Sequence[str], picked: Sequence[str], cards: Sequence[str]) -> None:
    """Refuse a mere rank where it could be another card just as well."""
    left = list(cards)
    for card in picked:
        left.remove(card)
    for word in typed:
        if any(_is_rank(word, card) for card in left):
            raise Refused(
                Reason.AMBIGUOUS,
                "there are several {rank}; type suit and rank: {cards}",
                rank=word,
                cards=", ".join(card for card in cards if _is_rank(word, card)),
            )


def _is_same(typed: str, word: str) -> bool:
    """Whether a word was typed, of the name of a robot what is shown of it."""
    return typed.casefold() in (word.casefold(), word.removeprefix(ROBOT).casefold())


def _is_rank(typed: str, word: str) -> bool:
    """Whether a card that everybody knows was typed as its rank alone."""
    if not is_card(word):
        return False
    if word[0] == "J":
        return typed == "JK"
    return typed.upper().replace("10", "T") == word[1]
