"""The stage of Hanabi: hints are given, fireworks built and cards thrown away."""

from cardkit import EVERYONE, Card, CardCommand, CardGame, condition, setting, viewers
from cardkit.games.hanabi.hints import (
    COLOURS,
    HINTS,
    RAINBOW,
    UNKNOWN,
    WORDS,
    may_be,
    with_hint,
    written,
)
from cardkit.stages import Offers, Stage, StageState


class Show(StageState):
    """Hints, fuses and last turns that are left, and what hints have told."""

    __slots__ = ("fuses", "hints", "known", "turns")

    def __init__(self, hints: int, fuses: int, turns: int) -> None:
        self.hints, self.fuses, self.turns = hints, fuses, turns
        self.known: dict[int, tuple[str, ...]] = {}  # by seat, card for card


@condition
class Fireworks(Stage[CardGame, Show]):
    """Give a hint, play a card to the firework of its colour, or throw one away."""

    declares = WORDS
    on_table = "none"

    hints: int = setting(
        8, "hints at the beginning, and the most there can be", least=1, most=20,
        says="There are {hints} hints; a card thrown away or a firework completed wins one back.",
    )  # fmt: skip
    fuses: int = setting(
        3, "mistakes that end the game", least=1, most=9,
        says="A card that does not fit burns one of {fuses} fuses; the last one ends the game.",
    )  # fmt: skip
    keeps: bool = setting(
        False,
        "the fireworks are not lost when the last fuse burns",
        says_not="With the last fuse all fireworks are lost.",
    )

    def plays_unseen(self) -> bool:
        return True

    def tells_of_hands(self) -> bool:
        return True

    def endings(self) -> tuple[str, ...]:
        return ("all_built", "no_fuses", "no_cards")

    def begin(self, table: CardGame) -> None:
        table.state = state = Show(self.hints, self.fuses, len(table.order))
        self._tell(table, state)
        table.ask(table.first)

    def _tell(self, table: CardGame, state: Show) -> None:
        table.set_fact("hints", state.hints)
        table.set_fact("fuses", state.fuses)
        for seat in range(len(table.names)):
            known, size = state.known.get(seat, ()), len(table.hand(seat))
            state.known[seat] = (known + (UNKNOWN,) * size)[:size]
        known_hands = [state.known[seat] for seat in range(len(table.names))]
        table.set_fact("known", [" ".join(map(written, hand)) for hand in known_hands])

    def cannot_hold(self, table: CardGame, seat: int, state: Show) -> list[set[Card]]:
        every = table.cards.all
        return [{c for c in every if not may_be(c, known)} for known in state.known[seat]]

    def touched(self, table: CardGame, seat: int, what: str) -> list[int]:
        """The places of the cards in a hand that a hint is about; a rainbow has all colours."""
        signs = {HINTS[what], RAINBOW} if HINTS[what] in COLOURS else {HINTS[what]}
        return [n for n, card in enumerate(table.hand(seat), 1) if not signs.isdisjoint(card)]

    def offers(self, table: CardGame, seat: int, state: Show) -> Offers:
        verbs = ("PLAY", "THROW") if state.hints < self.hints else ("PLAY",)
        plays = [CardCommand(verb, cards=(card,)) for verb in verbs for card in table.hand(seat)]
        others = [other for other in table.order if other != seat and state.hints]
        said = [(s, what) for s in others for what in HINTS if self.touched(table, s, what)]
        return plays + [CardCommand("HINT", name=table.names[s], target=s, word=w) for s, w in said]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: Show) -> None:
        state.turns -= not table.piles["stock"]
        (self._hint if command.verb == "HINT" else self._part_with)(table, seat, command, state)
        self._tell(table, state)
        piles = [f"firework:{suit}" for suit in table.deck.suits]
        full = all(len(table.piles[pile]) == len(table.deck.order) for pile in piles)
        over = "no_fuses" if not state.fuses else "all_built" if full else ""
        for pile in piles if over == "no_fuses" and not self.keeps else ():
            table.piles.move(table.piles[pile][::-1], pile, "away", to=EVERYONE)
        if state.turns and not over:
            return table.ask(table.following[seat])
        return table.next_stage(over or "no_cards")

    def _hint(self, table: CardGame, seat: int, command: CardCommand, state: Show) -> None:
        whom, what = command.target, command.word
        places = self.touched(table, whom, what)
        table.disclose("PLACES", table.names[whom], " ".join(map(str, places)), what)
        known = enumerate(state.known[whom], 1)
        state.known[whom] = tuple(with_hint(k, what) if n in places else k for n, k in known)
        state.hints -= 1

    def _part_with(self, table: CardGame, seat: int, command: CardCommand, state: Show) -> None:
        card, pile = command.cards[0], f"firework:{command.cards[0].suit}"
        if command.verb == "THROW":
            pile, state.hints = "away", state.hints + 1
        elif len(table.piles[pile]) != card.level:
            pile, state.fuses = "away", state.fuses - 1
        elif card.rank == "5":
            state.hints = min(state.hints + 1, self.hints)
        at = next(n for n, each in enumerate(table.hand(seat)) if each is card)
        state.known[seat] = state.known[seat][:at] + state.known[seat][at + 1 :]
        table.piles.move((card,), seat, pile, to=EVERYONE)
        table.piles.take(seat, 1, to=viewers(*{*table.order} - {seat}))
