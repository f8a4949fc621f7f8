"""Why a command was refused: the slower path that teaches.

Legality is decided by the offers alone; here only the reason is found, and put into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardkit.cardgame.cards import Card, find_cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.reasons import CardReason
from cardkit.netgame import Amount, Reason, Refused, Text, in_a_row, whole_number

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


def refuse(table: CardGame, seat: int, words: list[str]) -> None:
    """Raise the most telling refusal there is for these words; return when there is none."""
    verb, rest = words[0], words[1:]
    if verb not in table.verbs:
        return
    names = [w for w in rest if w in table.cards.named]
    _check_target(table, seat, verb, rest)
    declared = [word for word in table.declaration.words.values() if word.verb == verb]
    if any(word.cards or word.choice == "card" for word in declared):
        _check_words(table, verb, rest)
    if not table.cards.has_doubles and len(set(names)) < len(names):
        twice = next(n for n in names if names.count(n) > 1)
        raise Refused(CardReason.CARD_TWICE, "{card} is named twice; there is only one", card=twice)
    cards: Sequence[Card] = ()
    if any(word.cards for word in declared):
        if all(word.choice == "card" for word in declared):
            names = names[:-1]  # the last one is not meant to be in the hand
        held = table.stage.hand(table, seat, table.state)
        hand = table.piles.seen_by(seat, held)
        reach = [*hand, *_within_reach(table, seat, verb, held)]
        found = find_cards(names, reach)
        if found is None:
            found = _without_choice(table, seat, verb, names)
        if found is None and len(hand) < len(held):
            raise Refused(
                CardReason.NOT_HELD,
                "you do not see your cards; name one by its place in your hand, from 1 to {count}",
                count=len(held),
            )
        if found is None:
            missing = [n for n in names if n not in reach] or names
            raise Refused(
                CardReason.NOT_HELD,
                "you do not hold {cards}; your hand is {hand}",
                cards=" ".join(missing),
                hand=" ".join(table.piles.faces(hand, seat)) or Text("empty"),
            )
        cards = found
    _check_hook(table, seat, words)
    _check_count(table, seat, verb, cards)
    table.stage.explain(table, seat, _command(table, words, cards), table.state)
    _check_amount(table, seat, verb, rest)


def _command(table: CardGame, words: list[str], cards: Sequence[Card]) -> CardCommand:
    """What was said, as the command it would be if it were possible."""
    verb, *rest = words
    name = rest.pop(0) if rest and rest[0] in table.people.seat_of else ""
    numbers = [number for word in rest if (number := whole_number(word)) is not None]
    others = [w for w in rest if w not in cards and whole_number(w) is None]
    return CardCommand(
        verb,
        name=name,
        target=table.people.seat_of.get(name, -1),
        cards=cards,
        amount=numbers[0] if numbers else None,
        word=others[-1] if others else "",
    )


def _within_reach(table: CardGame, seat: int, verb: str, held: Sequence[Card]) -> list[Card]:
    """The cards of open piles besides the hand from which this is offered: `TAKE S7 H3 C4`."""
    offers = [o for o in table.legal(seat) if o.verb == verb and isinstance(o, CardCommand)]
    others = {card for offer in offers for card in offer.cards if card not in held}
    piles = (pile for pile in table.piles.values() if not others.isdisjoint(pile))
    return [card for pile in piles for card in table.piles.seen_by(seat, pile)]


def _without_choice(table: CardGame, seat: int, verb: str, names: list[str]) -> list[Card] | None:
    """The same cards without the one that is only named behind them, as in `DISCARD J1 S8`."""
    for word in table.declaration.words.values():
        if word.verb == verb and word.cards and word.choice == "card":
            return find_cards(names[: word.cards[1]], table.hand(seat))
    return None


def _check_words(table: CardGame, verb: str, words: list[str]) -> None:
    choices = _choices(table, verb)
    for word in words:
        if (
            word in table.cards.named
            or word in choices
            or word in table.people.seat_of
            or whole_number(word) is not None
        ):
            continue
        if len(word) == 2 or word[:1] in (*table.deck.suits, "J") or not table.deck.is_french:
            raise Refused(
                CardReason.NO_SUCH_CARD,
                "{card} is no card of this game; write suit and rank, like {example}"
                if table.deck.suits
                else "{card} is no card of this game; {example} is one",
                card=word[:40],
                example=table.cards.all[0],
            )


def _choices(table: CardGame, verb: str) -> set[str]:
    """The words to choose from that may follow this verb."""
    of_deck = {"suit": table.deck.suits, "rank": table.deck.ranks, "card": table.cards.named}
    declared = [w.choice for w in table.declaration.words.values() if w.verb == verb]
    return {word for c in declared for word in (of_deck[c] if isinstance(c, str) else c)}


def _check_target(table: CardGame, seat: int, verb: str, words: list[str]) -> None:
    offered = [o for o in table.legal(seat) if o.verb == verb]
    targets = {o.target for o in offered if isinstance(o, CardCommand | Choice)} - {-1}
    if not targets:
        return
    allowed = ", ".join(table.names[t] for t in sorted(targets))
    if not words or (words[0] not in table.people.seat_of and words[0] not in table.cards.named):
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "{verb} needs the name of a player first: {allowed}",
            verb=verb,
            allowed=allowed,
        )
    if table.people.seat_of.get(words[0], -1) not in targets:
        raise Refused(
            CardReason.BAD_TARGET,
            "{verb} goes to {allowed} now",
            verb=verb,
            allowed=allowed,
        )


def _check_amount(table: CardGame, seat: int, verb: str, words: list[str]) -> None:
    for offer in table.legal(seat):
        if isinstance(offer, Amount) and offer.verb == verb:
            raise Refused(
                CardReason.BAD_AMOUNT,
                "{verb} takes a whole number from {least} to {most}",
                verb=verb,
                least=offer.least,
                most=offer.most,
            )
    listed = [o for o in table.legal(seat) if isinstance(o, CardCommand) and o.verb == verb]
    numbers = sorted({o.amount for o in listed if not o.cards and not o.word})
    typed = [w for w in words if w.lstrip("+-").isdigit()]
    if any(numbers) and (typed or not words or len(listed) == len(numbers)):
        least, most = numbers[0], numbers[-1]
        if least == most:
            sentence = "{verb} takes the number {most} here"
        elif len(numbers) == most - least + 1:
            sentence = "{verb} takes a number from {least} to {most} here"
        else:
            sentence = "{verb} takes one of these numbers here: {numbers}"
        raise Refused(
            CardReason.BAD_AMOUNT,
            sentence,
            verb=verb,
            least=least,
            most=most,
            numbers=in_a_row(map(str, numbers)),
        )


def _check_hook(table: CardGame, seat: int, words: list[str]) -> None:
    """The game's own check has the first word on what the stage would allow.

    Also where a word of a choice is missing, if no choice would help.
    """
    line = " ".join(words)
    candidates = [
        o for o in table.stage.candidates(table, seat, table.state) if isinstance(o, CardCommand)
    ]
    meant = [o for o in candidates if o == line] or [
        o for o in candidates if o.word and o == f"{line} {o.word}"
    ]
    if not any(o in table.legal(seat) for o in meant):
        for offer in meant:
            table.run_check(seat, offer)


def _check_count(table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
    for offer in table.legal(seat):
        if not isinstance(offer, Choice) or offer.verb != verb:
            continue
        if not offer.least <= len(cards) <= offer.most:
            raise Refused(
                CardReason.BAD_COUNT,
                "{verb} takes {most} of your cards, not {count}"
                if offer.least == offer.most
                else "{verb} takes {least} to {most} of your cards, not {count}",
                verb=verb,
                least=offer.least,
                most=offer.most,
                count=len(cards),
            )
