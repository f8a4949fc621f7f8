"""Bots for Hanabi."""

from collections.abc import Iterator, Mapping, Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand
from cardkit.games.hanabi.hints import COLOURS, HINTS, RAINBOW, SIGNS, UNKNOWN, read, with_hint

Built = Mapping[str, int]
"""How far each firework is built, by the sign of its colour."""


def place_to_play(known: Sequence[str], built: Built, fuses: int) -> int:
    """The place of the card that our convention says to play; -1 for none.

    Whoever was given a hint plays the newest card that it was about, if it could fit; with the
    last fuse, only if it must.
    """
    enough, unknown = (any, UNKNOWN[1]) if fuses > 1 else (all, "")
    for place in range(len(known) - 1, -1, -1):
        colour, number = known[place][0], known[place][1]
        levels = [built[c] for c in built if c in (colour, SIGNS[RAINBOW]) or colour == UNKNOWN[0]]
        fits = [level < 5 and number in (str(level + 1), unknown) for level in levels]
        if known[place] != UNKNOWN and enough(fits):
            return place
    return -1


def could_be(card: str, known: str) -> bool:
    """Whether this may be a card of which that is known."""
    colours = (SIGNS[card[0]], UNKNOWN[0], *(known[0] if card[0] == RAINBOW else ""))
    return known[0] in colours and known[1] in (card[1], UNKNOWN[1])


def is_useless(known: str, built: Built) -> bool:
    """Whether all cards of which this is known have been played before."""
    level = [built[c] for c in built if known[0] in (c, UNKNOWN[0])]
    done = known[1] != UNKNOWN[1] and int(known[1]) <= min(level, default=0)
    return done or (known[0] in built and built[known[0]] == 5)


class Friend(Bot):
    """Plays what it was hinted at, and hints only at cards that can be played at once."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        built = {SIGNS[p[-1]]: len(view.piles[p]) for p in view.piles if p.startswith("firework:")}
        assert view.seat is not None
        known = self.known(view, view.seat)
        self.fuses = view.fact("fuses", 0)
        if (place := place_to_play(known, built, self.fuses)) >= 0:
            return f"PLAY {place + 1}"
        hints = [command for command in commands if command.verb == "HINT"]
        good = [(self.plays_after(view, hint, built), hint) for hint in hints]
        best = max((g for g in good if g[0] > 0), key=lambda g: g[0], default=None)
        if best is not None:
            return best[1]
        if any(command.verb == "THROW" for command in commands):
            return f"THROW {self.place_to_throw(known, built) + 1}"
        harmless = [hint for plays, hint in good if plays == 0]
        return next(iter(harmless or hints))

    def known(self, view: CardView, seat: int) -> list[str]:
        """What hints have told about the cards in this hand, from the first to the last."""
        return [read(mark) for mark in view.fact("known", "", seat).split()]

    def known_cards(self, view: CardView, seat: int) -> list[tuple[str, str]]:
        """The cards of another player, in the order in which they lie as far as hints tell it."""
        left, found = [*view.hands[seat]], dict[int, str]()
        known = self.known(view, seat)
        for place in sorted(range(len(known)), key=lambda p: known[p].count(UNKNOWN[0])):
            fitting = [card for card in left if could_be(card, known[place])]
            found[place] = (fitting or left)[0]
            left.remove(found[place])
        return [(known[place], found[place]) for place in range(len(known))]

    def plays_after(self, view: CardView, hint: CardCommand, built: Built) -> int:
        """How many cards are played in a row after this hint; -1 if one of them is wrong."""
        seat = hint.target
        known, hand = map(list, zip(*self.known_cards(view, seat), strict=True))
        if place_to_play(known, built, self.fuses) >= 0:
            return -1  # there is something to do already
        sign = HINTS[hint.word]
        signs = {sign, RAINBOW} if sign in COLOURS else {sign}
        told = [
            with_hint(k, hint.word) if signs & {*c} else k for k, c in zip(known, hand, strict=True)
        ]
        if {*self.coming(view, built)} & {*hand}:
            return -1  # somebody is about to play the same card
        count, after = 0, dict(built)
        while (place := place_to_play(told, after, self.fuses)) >= 0:
            colour, number = hand.pop(place)
            del told[place]
            if after[SIGNS[colour]] != int(number) - 1:
                return -1
            after[SIGNS[colour]] += 1
            count += 1
        return count

    def coming(self, view: CardView, built: Built) -> Iterator[str]:
        """The cards that others are about to play."""
        for seat in range(len(view.names)):
            if seat != view.seat:
                cards = self.known_cards(view, seat)
                at = place_to_play([known for known, _ in cards], built, self.fuses)
                yield from (card for _, card in cards[at : at + 1] if at >= 0)

    def place_to_throw(self, known: Sequence[str], built: Built) -> int:
        """A card that is surely useless, or the oldest of which nothing is known."""
        useless = [place for place, card in enumerate(known) if is_useless(card, built)]
        unknown = [place for place, card in enumerate(known) if card == UNKNOWN]
        return next(iter([*useless, *unknown, 0]))


BOTS: dict[str, type[Bot]] = {"rand": Rand, "friend": Friend}
