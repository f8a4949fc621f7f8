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
    FactValue,
    Reason,
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
SPOKEN = {"PASS": "Pass", "DOUBLE": "Double", "REDOUBLE": "Redouble"}
NOTHING = ""
_DEALS = 10


class Bids(TablePart):
    """What has been bid in this game: `self.auction`, in a game with an `Auction`."""

    __slots__ = (
        "alone",
        "bids",
        "calls",
        "contract",
        "declarer",
        "doubled",
        "height",
        "names",
        "over",
    )

    def __init__(self) -> None:
        self.names: list[str] = []
        self.calls: list[str] = []
        """What was said, from the first seat on in rows as long as there are players; empty where
        somebody did not speak. It is kept where bids can be doubled."""
        self.over: bool = True
        """Whether all have spoken who will."""
        self.bids: list[CardCommand | None] = []
        """The last bid of each seat; None for a player who has not bid."""
        self.contract: CardCommand | None = None
        """The highest bid, where that is what counts."""
        self.height: int = -1
        """Its place among all bids."""
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

    def note(self, seat: int, call: str) -> None:
        """Somebody says something."""
        while len(self.calls) % len(self.names) != seat:
            self.calls.append(NOTHING)
        self.calls.append(call)

    def facts(self) -> Mapping[str, FactValue]:
        """The auction so far as a board, with a column for each player."""
        if self.over or not self.calls:
            return {}
        names, calls = self.names, self.calls
        rows = [calls[at : at + len(names)] for at in range(0, len(calls), len(names))]
        return {"calls": [[*names], *rows]}

    def begin_game(self, table: CardGame) -> None:
        self.names = [*table.names]
        self.bids = [None] * len(table.names)
        self.contract, self.declarer, self.doubled, self.alone = None, -1, 1, False
        self.height = -1
        for fact in ("bids", "contract", "declarer", "doubled", "alone"):
            if fact in table.facts:
                table.set_fact(fact, None)


class AuctionHooks(CardTable, hooks=True):
    """What a game with an auction has."""

    auction: Bids
    """What has been bid."""

    def open_strains(self, strains: Sequence[str]) -> Sequence[str]:
        """The suits that may be bid now, of those in the auction; NT is no trump.

        Override where that is not the same in each round.
        """
        return strains


class AuctionState(StageState):
    """Who may still bid, and how the last calls were."""

    __slots__ = ("calls", "last", "passes", "players", "waiting")

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        """Who may still speak, the next one first."""
        self.players = len(waiting)
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
        Fact(
            "calls",
            "the auction so far",
            "auction",
            told="",
            kind="board",
            values=(*SPOKEN.values(),),
        ),
    )

    bids: str = setting(
        "number",
        "what is bid: a number, a suit, or both, as a contract",
        choices=("number", "suit", "contract"),
        unsaid="Bid a number.",
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
        "the highest number to bid",
        unsaid={0: "as many as a hand has cards"},
        least=0,
        most=1_000,
        says="The highest number to bid is {most}.",
    )
    strains: tuple[str, ...] = setting(STRAINS, "the suits to bid, lowest first; NT is no trump")
    keep: str = setting(
        "highest",
        "what counts in the end: the highest bid, or each player's own",
        choices=("highest", "each"),
        unsaid="The highest bid counts in the end.",
        says={"each": "Everybody's own bid counts."},
    )
    rising: bool = setting(
        True, "a bid has to be higher than the last one", says="Each bid is higher than the last."
    )
    rounds: int = setting(
        0,
        "how often everybody speaks",
        unsaid={0: "until all others have passed"},
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
        unsaid="When nobody bids, the game is played all the same.",
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
        unsaid="The first player leads.",
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
        bids, contract, declarer, doubled, without_partner, calls = facts
        assert isinstance(bids, Fact)
        yield bids if self.bids != "suit" else replace(bids, role="")
        if self.keep == "highest":
            yield from (contract, declarer)
        yield from (doubled, calls) if self.doubles else ()
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

    def sentence(self, name: str) -> Sentence | None:
        found = super().sentence(name)
        return found and (found[0], {**found[1], "strains": " ".join(self.strains)})

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
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
        table.auction.calls, table.auction.over = [], False
        table.state = AuctionState(seats)
        if self.secret:
            table.ask_all(*seats, secret=True)
        else:
            table.ask(seats[0])

    # --- what is offered ---------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: AuctionState) -> Offers:
        return self._bids(table, seat, self._others(table, seat))

    def _bids(
        self, table: CardGame, seat: int, others: tuple[CardCommand, ...] = ()
    ) -> Sequence[CardCommand]:
        """The bids that this player may make, and then these others."""
        above = table.auction.height if self.rising else -1
        most = self.most or max(self.least, len(table.piles[seat]))
        bids = self.bids, self.least, most, self.strains, self.alone
        offers = _offers_above(above, *bids, others)
        if self.bids == "number" or "open_strains" not in table.overridden:
            return offers
        words = ("", *table.open_strains(self.strains))
        return [offer for offer in offers if offer.word in words]

    def _others(self, table: CardGame, seat: int) -> tuple[CardCommand, ...]:
        auction, passes = table.auction, (PASS,) if self.may_pass else ()
        if not self.doubles or auction.contract is None or auction.doubled == 4:
            return passes
        ours = seat == auction.declarer or (
            table.seats.partners and seat == table.partner(auction.declarer)
        )
        if auction.doubled == 1:
            return passes if ours else (*passes, DOUBLE)
        return (*passes, REDOUBLE) if ours else passes

    # --- what is done ------------------------------------------------------------------------

    def act(self, table: CardGame, seat: int, command: CardCommand, state: AuctionState) -> None:
        auction, waiting = table.auction, state.waiting
        passes = command.verb == "PASS"
        state.calls += 1
        state.passes = state.passes + 1 if passes else 0
        waiting.remove(seat)
        if command.verb in BIDS:
            self._keep(table, seat, command)
        elif not passes:
            auction.doubled *= 2
            table.set_fact("doubled", f"×{auction.doubled}")
        if self.doubles:
            auction.note(seat, SPOKEN.get(command.verb) or command.partition(" ")[2])
            if table.log.listening:
                table.emit("FACT", "calls", auction.facts()["calls"])
        if not (passes and self.pass_is_final):
            waiting.append(seat)
        if not waiting or self._is_over(table, state):
            self._end(table)
        else:
            table.awaited = (waiting[0],)

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
        height = _height(bid, self.bids, self.strains)
        if height > auction.height:
            auction.contract, auction.height, auction.declarer = bid, height, seat
            auction.doubled, auction.alone = 1, bid.verb == "ALONE"
            if self.alone:
                table.set_fact("alone", table.names[seat] if auction.alone else None)
            table.set_fact("contract", said[seat])
            table.set_fact("doubled", None)

    def _is_over(self, table: CardGame, state: AuctionState) -> bool:
        players = state.players
        if self.first_wins and table.auction.contract is not None:
            return True
        if (
            self.rising
            and not self.doubles
            and not any(self._bids(table, seat) for seat in state.waiting)
        ):
            return True  # nobody can bid higher
        if self.rounds:
            return state.calls >= self.rounds * players
        if table.auction.contract is None:
            return state.passes >= players
        if state.passes >= players - 1:
            return True
        return self.pass_is_final and state.waiting == [table.auction.declarer]

    def _end(self, table: CardGame) -> None:
        auction = table.auction
        auction.over = True
        if auction.calls and table.log.listening:
            table.emit("FACT", "calls", None)
        if not any(auction.bids) and self.nobody != "play":
            again = self.nobody == "deal_again" and table.piles.deals < self.deals
            table.deal_again() if again else table.skip_stages("nobody")
            return
        if auction.alone:
            partner = table.partner(auction.declarer)
            table.piles.move(table.hand(partner)[::-1], partner, "away", partner)
        if auction.declarer >= 0:  # not before: the last bidder may be overbid
            table.set_fact("declarer", table.names[auction.declarer])
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
        closed = {*self.strains} - {*table.open_strains(self.strains)}
        if command.verb in BIDS and command.word in closed:
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "{suit} cannot be bid now. You may say: {offers}",
                suit=command.word,
                offers=table.in_words(table.legal(seat)),
            )
        if command.verb in BIDS and contract is not None and self.rising:
            raise Refused(
                CardReason.TOO_WEAK,
                "bid higher than {bid}. You may say: {offers}",
                bid=contract.partition(" ")[2],
                offers=table.in_words(table.legal(seat)),
            )
        if command.verb == "DOUBLE":
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "only a bid of the other side can be doubled, and only once",
            )
        if command.verb == "REDOUBLE":
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "only a bid of your side that the others have doubled can be redoubled",
            )


@lru_cache(maxsize=1024)
def _offers_above(
    above: int,
    bids: str,
    least: int,
    most: int,
    strains: tuple[str, ...],
    alone: bool,
    others: tuple[CardCommand, ...],
) -> tuple[CardCommand, ...]:
    """The bids that are higher than this, and what else can be said: the same at all tables."""
    made, numbers = list[CardCommand](), range(least, most + 1)
    for verb in BIDS if alone else BIDS[:1]:
        if bids == "number":
            made += (CardCommand(verb, amount=n) for n in numbers)
        elif bids == "suit":
            made += (CardCommand(verb, word=strain) for strain in strains)
        else:
            made += (CardCommand(verb, amount=n, word=s) for n in numbers for s in strains)
    return (*(bid for bid in made if _height(bid, bids, strains) > above), *others)


def _height(bid: CardCommand, bids: str, strains: tuple[str, ...]) -> int:
    """The place of a bid among all bids."""
    if bids == "number":
        return bid.amount
    return bid.amount * len(strains) + strains.index(bid.word)
