"""Auction: players bid in turn, or all at once in secret, for what is played next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import TablePart
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.roles import bid_for
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardTable
from cardkit.netgame import (
    Declared,
    Fact,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

PASS, DOUBLE, REDOUBLE = CardCommand("PASS"), CardCommand("DOUBLE"), CardCommand("REDOUBLE")
STRAINS = ("C", "D", "H", "S", "NT")
BIDS = ("BID", "ALONE")
NOTHING = ""
_DEALS = 10


@lru_cache(maxsize=64)
def _all_bids(
    verbs: Sequence[str], bids: str, least: int, most: int, strains: Sequence[str]
) -> tuple[CardCommand, ...]:
    """Every bid that there is, ready-made."""
    numbers, made = range(least, most + 1), list[CardCommand]()
    for verb in verbs:
        if bids == "number":
            made += (CardCommand(verb, amount=n) for n in numbers)
        elif bids == "suit":
            made += (CardCommand(verb, word=strain) for strain in strains)
        else:
            made += (CardCommand(verb, amount=n, word=s) for n in numbers for s in strains)
    return tuple(made)


class Bids(TablePart):
    """What has been bid in this game: `self.auction`, in a game with an `Auction`."""

    __slots__ = ("alone", "bids", "contract", "declarer", "doubled")

    def __init__(self) -> None:
        self.bids: list[CardCommand | None] = []
        """The last bid of each seat; None for a player who has not bid."""
        self.contract: CardCommand | None = None
        """The highest bid, where that is what counts."""
        self.declarer: int = -1
        """The seat whose bid it is."""
        self.doubled: int = 1
        """What the contract counts: 1, doubled 2, redoubled 4."""
        self.alone: bool = False
        """Whether the declarer plays without the partner."""

    def bid_of(self, table: CardGame, seat: int) -> int | None:
        """How many tricks the side of this player has bid for, if it has to take any."""
        bid, bidder = bid_for(table, seat) or (None, seat)
        return bid if bidder == seat else None

    def begin_game(self, table: CardGame) -> None:
        self.bids = [None] * len(table.names)
        self.contract, self.declarer, self.doubled, self.alone = None, -1, 1, False
        for fact in ("bids", "contract", "declarer", "doubled", "alone"):
            table.set_fact(fact, None)


class AuctionHooks(CardTable, hooks=True):
    """What a game with an auction has."""

    auction: Bids
    """What has been bid."""


class AuctionState(StageState):
    """Who may still bid, and how the last calls were."""

    __slots__ = ("calls", "last", "passes", "waiting")

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        """Who may still speak, the next one first."""
        self.calls = 0
        self.passes = 0  # in a row
        self.last = -1  # who said the last word that was no pass


@condition
class Auction(Stage["CardGame", AuctionState]):
    """Everybody in turn bids or passes; the highest bid counts, or each player's own."""

    hooks = AuctionHooks
    hand_order: ClassVar[str] = "suit"
    on_table: ClassVar[str] = "none"
    part_name: ClassVar[str] = "auction"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "BID",
            "bid",
            told=("{who} bids {number} {choice}", "{who} bids {choice}", "{who} bids {number}"),
            you=("You bid {number} {choice}", "You bid {choice}", "You bid {number}"),
            button="Bid",
            number=(0, None),
        ),
        Word(
            "ALONE",
            "bid, and play without your partner",
            told=(
                "{who} bids {number} {choice} alone",
                "{who} bids {choice} alone",
                "{who} bids {number} alone",
            ),
            you=(
                "You bid {number} {choice} alone",
                "You bid {choice} alone",
                "You bid {number} alone",
            ),
            button="Alone",
            number=(0, None),
        ),
        words.PASS,
        Word("DOUBLE", "double the contract", "{who} doubles", "You double", "Double"),
        Word("REDOUBLE", "redouble it", "{who} redoubles", "You redouble", "Redouble"),
        Fact("bids", "what each player has bid", "bid", told="", kind="seats", role="bids"),
        Fact("contract", "the highest bid", "contract", told="", role="contract"),
        Fact("declarer", "whose bid that is", "declarer", told="", role="declarer"),
        Fact("doubled", "what the contract counts", "doubled", told=""),
        Fact("alone", "who plays without a partner", "alone", told=""),
    )

    bids: str = setting(
        "number",
        "what is bid: a number, a suit, or both, as a contract",
        choices=("number", "suit", "contract"),
        says={
            "suit": "BID a suit; the order is {strains}.",
            "contract": "BID a number and a suit; the order is {strains}.",
        },
    )
    least: int = setting(
        0,
        "the lowest number to bid",
        least=0,
        most=1_000,
        says="The lowest number to bid is {least}.",
    )
    most: int = setting(
        0,
        "the highest number to bid; 0: as many as a hand has cards",
        least=0,
        most=1_000,
        says="The highest number to bid is {most}.",
    )
    strains: tuple[str, ...] = setting(STRAINS, "the suits to bid, lowest first; NT is no trump")
    keep: str = setting(
        "highest",
        "what counts in the end: the highest bid, or each player's own",
        choices=("highest", "each"),
        says={"each": "Everybody's own bid counts."},
    )
    rising: bool = setting(
        True, "a bid has to be higher than the last one", says="Each bid is higher than the last."
    )
    rounds: int = setting(
        0,
        "how often everybody speaks; 0: until all others have passed",
        least=0,
        most=9,
    )
    first_wins: bool = setting(
        False, "the first bid ends the auction", says="The first bid ends the auction."
    )
    may_pass: bool = setting(True, "players may pass", says_not="Everybody has to bid.")
    pass_is_final: bool = setting(
        False, "a player who has passed may not bid again", says="A pass is final."
    )
    doubles: bool = setting(
        False,
        "opponents may double the contract, and its side redouble",
        says="Opponents may DOUBLE the last bid, and its side REDOUBLE.",
    )
    alone: bool = setting(
        False,
        "a bid may be for playing without the partner, whose cards are put away",
        says="You may bid ALONE: then your partner's cards are put away.",
    )
    secret: bool = setting(
        False, "all bid at once, in secret", says="All bid at once, and nobody sees it before."
    )
    nobody: str = setting(
        "play",
        "when nobody bids: play all the same, deal again, or end the game",
        choices=("play", "deal_again", "end"),
        says={
            "deal_again": "If nobody bids, the cards are dealt again.",
            "end": "If nobody bids, the game is over.",
        },
    )
    deals: int = setting(
        _DEALS,
        "deals without a bid after which a game is over that would be dealt again",
        least=2,
        most=1_000,
    )
    leads: str = setting(
        "first",
        "who leads afterwards: the first player, the highest bidder, or the player after them",
        choices=("first", "declarer", "after_declarer"),
        says={
            "declarer": "The highest bidder leads.",
            "after_declarer": "The player after the highest bidder leads.",
        },
    )

    def part(self) -> Bids:
        return Bids()

    def declared(self) -> Iterator[Declared]:
        bid, alone, passes, double, redouble, *facts = self.declares
        number = (self.least, self.most or None) if self.bids != "suit" else None
        choice = self.strains if self.bids != "number" else ()
        for word in (bid, alone) if self.alone else (bid,):
            assert isinstance(word, Word)
            yield replace(word, number=number, choice=choice)
        if self.may_pass:
            yield passes
        if self.doubles:
            yield from (double, redouble)
        bids, contract, declarer, doubled, without_partner = facts
        assert isinstance(bids, Fact)
        yield bids if self.bids != "suit" else replace(bids, role="")
        if self.keep == "highest":
            yield from (contract, declarer)
        yield from (doubled,) if self.doubles else ()
        yield from (without_partner,) if self.alone else ()

    def conflicts(self) -> list[str]:
        has_suits, has_numbers = self.bids != "number", self.bids != "suit"
        of_highest = self.rising or self.first_wins or self.doubles or self.alone
        wrong: list[tuple[str, object]] = [
            (
                Text("least is more than most; write least ≤ most"),
                self.most and self.least > self.most,
            ),
            (
                Text("least and most are about numbers: leave them, or write bids='contract'"),
                not has_numbers and (self.least or self.most),
            ),
            (
                Text("strains are suits to bid: write bids='suit' or bids='contract'"),
                not has_suits and self.strains != STRAINS,
            ),
            (
                Text("secret bids are made once: write rounds=1, rising=False"),
                self.secret and (self.rising or self.rounds != 1),
            ),
            (
                Text(
                    "after the first bid nobody bids or doubles, and before it all may pass: write "
                    "rising=False, and leave secret, doubles and may_pass as they are"
                ),
                self.first_wins
                and (self.rising or self.secret or self.doubles or not self.may_pass),
            ),
            (
                Text(
                    "with keep='each' no bid is the highest: write rising=False, and leave "
                    "first_wins, doubles, alone and leads as they are"
                ),
                self.keep == "each" and (of_highest or self.leads != "first"),
            ),
            (
                Text("bids that need not rise have no end: write rounds=1"),
                not (self.rounds or self.rising or self.first_wins),
            ),
            (
                Text("an auction without passes needs an end: write rounds=1"),
                not self.rounds and not self.may_pass,
            ),
            (
                Text("bids that must rise come to an end: write may_pass=True or rising=False"),
                self.rising and not self.may_pass,
            ),
            (
                Text("somebody bids where nobody may pass: leave nobody as it is"),
                self.nobody != "play" and not self.may_pass,
            ),
            (
                Text("nobody speaks again after a pass: leave pass_is_final"),
                self.pass_is_final and (self.rounds == 1 or not self.may_pass),
            ),
            (
                Text("deals are counted where cards are dealt again: write nobody='deal_again'"),
                self.deals != _DEALS and self.nobody != "deal_again",
            ),
        ]
        return [sentence for sentence, holds in wrong if holds][:1]

    def sentences(self) -> list[Sentence]:
        strains = " ".join(self.strains)
        said = [(said, {**parts, "strains": strains}) for said, parts in super().sentences()]
        if self.first_wins:
            least = max(1, self.rounds)
            often = plural(
                least, "Everybody speaks at most once.", "Everybody speaks at most {n} times."
            )
        elif self.rounds:
            often = plural(self.rounds, "Everybody speaks once.", "Everybody speaks {n} times.")
        else:
            often = Text("It ends when all others have passed.")
        said.append((often, {}))
        if self.rising and self.most and self.bids == "number" and not self.doubles:
            said.append(("A bid of {most} ends the auction.", {"most": self.most}))
        if self.nobody == "deal_again":
            over = "After {deals} deals without a bid the game is over."
            said.append((over, {"deals": self.deals}))
        return said

    def begin(self, table: CardGame) -> None:
        seats = [*table.still_in()]
        table.state = AuctionState(seats)
        if self.secret:
            table.ask_all(*seats, secret=True)
        else:
            table.ask(seats[0])

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: AuctionState) -> Offers:
        return [*self._bids(table, seat), *self._others(table, seat, state)]

    def _bids(self, table: CardGame, seat: int) -> Iterator[CardCommand]:
        contract = table.auction.contract if self.rising else None
        most = self.most or max(self.least, len(table.piles[seat]))
        verbs = BIDS if self.alone else BIDS[:1]
        made = _all_bids(verbs, self.bids, self.least, most, self.strains)
        higher = -1 if contract is None else self._height(contract)
        return (bid for bid in made if self._height(bid) > higher)

    def _height(self, bid: CardCommand) -> int:
        """The place of a bid among all bids."""
        if self.bids == "number":
            return bid.amount
        return bid.amount * len(self.strains) + self.strains.index(bid.word)

    def _others(self, table: CardGame, seat: int, state: AuctionState) -> Iterator[CardCommand]:
        if self.may_pass:
            yield PASS
        auction = table.auction
        if self.doubles and auction.contract is not None:
            ours = seat == auction.declarer or (
                table.seats.partners and seat == table.partner(auction.declarer)
            )
            if auction.doubled == 1 and not ours:
                yield DOUBLE
            elif auction.doubled == 2 and ours:
                yield REDOUBLE

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: AuctionState) -> None:
        auction = table.auction
        state.calls += 1
        state.passes = state.passes + 1 if command.verb == "PASS" else 0
        state.waiting.remove(seat)
        if command.verb in BIDS:
            self._keep(table, seat, command)
        elif command.verb != "PASS":
            auction.doubled *= 2
            table.set_fact("doubled", auction.doubled)
        if command.verb != "PASS" or not self.pass_is_final:
            state.waiting.append(seat)
        if not state.waiting or self._is_over(table, state):
            self._end(table)
        else:
            table.ask(state.waiting[0])

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: AuctionState
    ) -> None:
        for seat, command in answers.items():
            if command.verb in BIDS:
                self._keep(table, seat, command)
        self._end(table)

    def _keep(self, table: CardGame, seat: int, bid: CardCommand) -> None:
        auction = table.auction
        auction.bids[seat] = bid
        said = [NOTHING if each is None else each.partition(" ")[2] for each in auction.bids]
        table.set_fact("bids", said)
        if self.keep == "each":
            return
        if auction.contract is None or self._height(bid) > self._height(auction.contract):
            auction.contract, auction.declarer, auction.doubled = bid, seat, 1
            auction.alone = bid.verb == "ALONE"
            table.set_fact("alone", table.names[seat] if auction.alone else None)
            table.set_fact("contract", bid.partition(" ")[2])
            table.set_fact("declarer", table.names[seat])
            table.set_fact("doubled", None)

    def _is_over(self, table: CardGame, state: AuctionState) -> bool:
        players = len(table.still_in())
        if self.first_wins and table.auction.contract is not None:
            return True
        if self.rising and not self.doubles:
            more = (bid for seat in state.waiting for bid in self._bids(table, seat))
            if next(more, None) is None:
                return True  # nobody can bid higher
        if self.rounds:
            return state.calls >= self.rounds * players
        if table.auction.contract is None:
            return state.passes >= players
        left = [seat for seat in state.waiting if seat != table.auction.declarer]
        return state.passes >= players - 1 or not left

    def _end(self, table: CardGame) -> None:
        auction = table.auction
        if not any(auction.bids) and self.nobody != "play":
            again = self.nobody == "deal_again" and table.piles.deals < self.deals
            table.deal_again() if again else table.skip_stages("nobody")
            return
        if auction.alone:
            partner = table.partner(auction.declarer)
            table.piles.move(table.hand(partner)[::-1], partner, "away", partner)
        if auction.declarer >= 0 and self.leads != "first":
            after = self.leads == "after_declarer"
            table.leader = table.following[auction.declarer] if after else auction.declarer
        table.next_stage()

    def endings(self) -> Iterable[str]:
        return () if self.nobody == "play" else ("nobody",)

    def misfits(self, rules: Rules) -> list[str]:
        deck = {*rules.deck.suits, "NT"}
        strange = [strain for strain in self.strains if strain not in deck]
        if self.bids != "number" and strange:
            return [Text("{strain} is no suit of the deck", strain=strange[0])]
        if self.alone and not rules.seats.partners:
            return [Text("alone is for players with partners: write Seats(partners=True)")]
        if self.bids != "suit" and not self.most and self.least > rules.fewest_dealt():
            return [Text("a hand may be too small to bid {least}: write most=…", least=self.least)]
        return []

    def explain(
        self, table: CardGame, seat: int, command: CardCommand, state: AuctionState
    ) -> None:
        contract = table.auction.contract
        if command.verb in BIDS and contract is not None and self.rising:
            raise Refused(
                CardReason.TOO_WEAK,
                "bid higher than {bid}. You may say: {offers}",
                bid=contract.partition(" ")[2],
                offers=table.in_words(table.legal(seat)),
            )
