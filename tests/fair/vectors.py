"""Whole deals, honest and false, with what each of the three roles must make of them.

`python -m tests.fair.vectors` writes `vectors.json`, to which every implementation is held: what is
told to a player, frame by frame, what a dealer is told by the players, and what an auditor reads.
The deals come from the machine itself, and the lies are planted here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

from cardkit.fair import (
    AuditorRole,
    DealerRole,
    FalseDeal,
    PlayerRole,
    Shuffle,
    commit_player,
    written_step,
)
from cardkit.fair.dealer_role import DealActions, Roster
from cardkit.netgame import Refused
from cardkit.protocol import read_frame

FILE = Path(__file__).with_suffix(".json")
DECK = "S2 S3 S4 S5 S6 S7"
SEATS = ["ann", "bob"]
ABOUT = {"server": "ab" * 32, "table": "t-1", "match": 1, "game": "g", "preset": "", "options": {}}
Message = list[Any]
Frame = list[Message]
Vector = dict[str, Any]


def number_of(text: str) -> bytes:
    """A secret or a contribution that is the same in each run."""
    return sha256(text.encode()).digest()


class Card(str):
    """A card as a shuffle knows it."""

    number = 0


# --- what is told to a player ------------------------------------------------------------------


class Told:
    """A table as ann hears it: the machine deals, and anything else can be told in its place."""

    def __init__(self, seats: Sequence[str] = SEATS, robots: Sequence[str] = ()) -> None:
        self.seats, self.robots = list(seats), robots
        self.dealer = DealerRole()
        self.names = [*seats]
        self.events = 0
        self.drawn: list[str] = []
        self.frames: list[Frame] = []
        self.heard: list[Vector] = []
        self.first: tuple[list[Any], Message] = [], []
        """A proof of the deck before it was shuffled again."""
        self.player = self.newcomer()
        self.tell(["#1", "OK", "JOIN", "t-1"], self.state("preparing"))

    def newcomer(self, name: str = "ann") -> PlayerRole:
        def draw(size: int) -> bytes:
            self.drawn.append(number_of(f"{name} {len(self.drawn)}").hex())
            return bytes.fromhex(self.drawn[-1])

        return PlayerRole(name, draw)

    def begin_anew(self, name: str = "ann") -> None:
        """Whoever listens from here on has heard nothing of it."""
        self.player, self.frames, self.heard, self.drawn = self.newcomer(name), [], [], []

    def vector(self, name: str) -> Vector:
        return {
            "name": name,
            "player": self.player.name,
            "contributions": self.drawn,
            "frames": self.frames,
            "heard": self.heard,
        }

    def tell(self, *messages: Sequence[Any]) -> list[list[str]]:
        frame: Frame = json.loads(json.dumps(messages))
        said, found = self.player.hear(read_frame(frame))
        answers = [command.words() for command in said]
        self.frames.append(frame)
        faults = [[finding.deal, finding.fault.name] for finding in found]
        self.heard.append({"answers": answers, "found": faults})
        return answers

    def event(self, *words: Any) -> Message:
        self.events += 1
        return [self.events, *words]

    def state(self, phase: str, **more: Any) -> Message:
        data = {"names": self.names, "phase": phase, "table": "t-1", "rules": "g"}
        return ["STATE", self.events, data | more]

    # --- one step of a deal after the other, told as the machine tells it ---

    @property
    def roster(self) -> Roster:
        people = frozenset(name for name in self.seats if name not in self.robots)
        return Roster(self.seats, people, people)

    def carry_out(self, actions: DealActions) -> DealActions:
        """What the machine tells reaches ann, and what she answers the machine."""
        for words in self.tell(*actions.told) if actions.told else []:
            self.answer(words)
        return actions

    def answer(self, words: list[str]) -> None:
        verb, number, value = words
        given = verb, "ann", int(number), bytes.fromhex(value)
        self.carry_out(self.dealer.contribute(*given, self.roster, 0.0))

    def open(self, **about: Any) -> None:
        number = self.dealer.number + 1
        whole = {**ABOUT, "deck": DECK, "deal": number, "seats": self.seats} | about
        self.carry_out(self.dealer.open(whole, number_of(f"secret {number}")))

    def contribute(self, verb: str, *names: str) -> None:
        """What the others give."""
        deal = self.dealer.coming
        assert deal is not None
        for name in names:
            value = number_of(f"{name} gives to {deal.number}")
            if verb == "COMMIT":
                value = commit_player(deal.context, self.seats.index(name), value)
            given = verb, name, deal.number, value
            self.carry_out(self.dealer.contribute(*given, self.roster, 0.0))

    def start(self, *others: str) -> None:
        """All are bound; of the others these."""
        self.contribute("COMMIT", *others)
        self.carry_out(self.dealer.start("ann", self.roster, 0.0, DealActions()))
        if self.dealer.coming is not None and not self.dealer.coming.commits:
            self.time_up()

    def time_up(self) -> None:
        self.carry_out(self.dealer.time_up(self.roster, 0.0))

    def begin(self, label: str = "deck", game: int = 1) -> None:
        """The cards are shuffled, and the game begins."""
        deal = self.dealer.coming
        assert deal is not None
        self.dealer.employ(deal.seed())
        self.shuffle(label)
        self.tell(self.event("PHASE", "playing", game))
        self.tell(self.event("GATHER", "stock", 6), self.event("SHUFFLE", "stock", 6))

    def shuffle(self, label: str, cards: Sequence[str] = ()) -> None:
        """The machine shuffles, and tells the root."""
        dealer = self.dealer.dealer
        assert dealer is not None
        pile = [Card(card) for card in cards or DECK.split()]
        for at, card in enumerate(pile):
            card.number = at
        dealer.shuffle(pile, label)
        self.shuffled = dealer.shuffles[-1]
        self.tell(*self.dealer.prove([]))

    def whole(self, game: int = 1) -> None:
        """A deal from its opening to the first cards."""
        others = [name for name in self.seats if name not in ("ann", *self.robots)]
        self.open()
        self.start(*others)
        self.contribute("REVEAL", *others)
        self.begin(game=game)
        self.deal("ann", 0, 1)
        self.deal("bob", 2, 3)

    def proof(self, place: int) -> list[Any]:
        return self.shuffled.deck.proof(place).words()

    def proofs(self, to: str, *items: Any) -> Message:
        return ["PROOF", self.dealer.number, self.shuffled.label, to, *items]

    def deal(self, to: str, *places: int, seen: bool | None = None) -> None:
        """Cards leave the stock: ann sees her own."""
        seen = to == "ann" if seen is None else seen
        faces = [self.shuffled.cards[place] if seen else "??" for place in places]
        items = [self.proof(place) if seen else place for place in places]
        self.tell(self.event("MOVE", "stock", to, *faces), self.proofs(to, *items))

    def secrets(self) -> None:
        self.tell(*self.dealer.open_secrets("hand", match_over=True))

    def told_of(self, step: str) -> Message:
        """The last message of a deal by this name."""
        messages = [m for frame in self.frames for m in frame if m[:2] == ["DEAL", step]]
        return deepcopy(messages[-1])


Tell = Callable[[], Told]
PLAYER: dict[str, tuple[Tell, tuple[str, ...]]] = {}
"""By name, what is told to ann, and what she has to find in it."""


def vector(*faults: str) -> Callable[[Tell], Tell]:
    def note(tell: Tell) -> Tell:
        PLAYER[tell.__name__.replace("_", " ")] = tell, faults
        return tell

    return note


def ready(*others: str, seats: Sequence[str] = SEATS) -> Told:
    """All contributions are there, and no card."""
    table = Told(seats)
    table.open()
    table.start(*(others or ("bob",)))
    table.contribute("REVEAL", *(others or ("bob",)))
    return table


def begun() -> Told:
    """The deck is shuffled, and no card is dealt."""
    table = ready()
    table.begin()
    return table


def dealt() -> Told:
    """Both have two cards, and two are left."""
    table = Told()
    table.whole()
    return table


def listed() -> Told:
    """All are bound, and bob has opened nothing yet."""
    table = Told()
    table.open()
    table.start("bob")
    return table


# honest deals


@vector()
def a_whole_deal() -> Told:
    table = dealt()
    table.deal("table", 4, seen=True)
    table.secrets()
    return table


@vector()
def two_games_of_a_match_and_the_first_deal_of_the_next() -> Told:
    table = dealt()
    table.whole(game=2)
    told = table.dealer.open_secrets("match", match_over=True)
    assert len(told) == 2
    for secret in told:
        table.tell(secret)
    table.dealer.new_match()
    table.open(match=2)
    table.start("bob")
    table.contribute("REVEAL", "bob")
    table.begin()
    return table


@vector()
def draws_from_the_stock_one_by_one() -> Told:
    table = begun()
    for place, to in enumerate(("ann", "bob", "ann", "bob", "table")):
        table.deal(to, place, seen=to != "bob")
    return table


@vector()
def used_cards_are_shuffled_again() -> Told:
    table = dealt()
    table.deal("table", 4, 5, seen=True)
    table.tell(table.event("MOVE", "table", "stock", *table.shuffled.cards[4:]))
    table.shuffle("shuffle 2", table.shuffled.cards[4:])
    table.tell(table.event("SHUFFLE", "stock", 2))
    table.deal("ann", 0)
    table.deal("bob", 1)
    table.secrets()
    return table


@vector()
def a_hand_is_void_and_dealt_again_from_the_whole_deck() -> Told:
    table = dealt()
    table.tell(table.event("GATHER", "stock", 6))
    table.shuffle("deck 2")
    table.tell(table.event("SHUFFLE", "stock", 6))
    table.deal("ann", 0, 1)
    table.secrets()
    return table


@vector()
def cards_that_were_put_back_leave_without_a_proof() -> Told:
    table = dealt()
    table.tell(table.event("MOVE", "ann", "stock", table.shuffled.cards[0]))
    table.tell(table.event("MOVE", "stock", "bob", "??"))
    return table


@vector()
def a_card_that_was_shown_in_the_stock_is_dealt() -> Told:
    table = begun()
    card = table.shuffled.cards[0]
    table.tell(table.event("SHOW", "stock", card), table.proofs("stock", table.proof(0)))
    table.tell(table.event("MOVE", "stock", "table", card), table.proofs("table", 0))
    return table


@vector()
def robots_give_nothing() -> Told:
    table = Told(["ann", "bob", "robot-1"], robots=["robot-1"])
    table.whole()
    table.secrets()
    return table


@vector()
def who_takes_no_part_is_missing() -> Told:
    table = Told(["ann", "bob", "cid"])
    table.open()
    table.start("bob")
    table.contribute("REVEAL", "bob")
    table.begin()
    table.deal("ann", 0)
    table.secrets()
    return table


@vector()
def who_is_bound_and_opens_nothing_is_missing() -> Told:
    table = listed()
    table.time_up()
    table.begin()
    table.deal("ann", 0)
    table.secrets()
    return table


@vector()
def i_am_left_off_the_list_and_open_nothing() -> Told:
    table = Told()
    table.open()
    table.tell(["DEAL", "commits", 1, ["", ""]])
    table.tell(["DEAL", "ready", 1, ["missing", "missing"]])
    return table


@vector()
def who_leaves_before_the_first_game_makes_its_deal_void() -> Told:
    table = Told(["ann", "bob", "cid"])
    table.open()
    table.start("bob", "cid")
    table.seats = SEATS
    table.tell(table.event("SEATS", *SEATS))
    table.carry_out(table.dealer.people_changed(table.roster, 0.0))
    table.names = SEATS
    table.whole()
    table.secrets()
    return table


@vector()
def who_leaves_a_running_match_is_missing_and_keeps_the_seat() -> Told:
    table = dealt()
    table.open()
    table.contribute("COMMIT", "bob")
    table.tell(table.event("AWAY", "bob", "robot", 0))
    table.robots = ["bob"]
    table.start()
    table.time_up()
    table.begin(game=2)
    table.deal("ann", 0)
    return table


@vector()
def before_all_are_bound_another_deal_takes_the_place_of_one() -> Told:
    table = Told()
    table.open()
    table.open()
    table.start("bob")
    table.contribute("REVEAL", "bob")
    table.begin()
    return table


@vector()
def lost_in_the_middle_of_a_game_and_back_with_all_that_was_missed() -> Told:
    table = dealt()
    missed = [table.event("MOVE", "stock", "bob", "??"), table.proofs("bob", 4)]
    so_far = [list(words) for words in table.dealer.so_far(0)]
    table.tell(["#2", "OK", "RESUME", "ann"], *so_far, *missed)
    table.deal("ann", 5)
    table.secrets()
    return table


@vector()
def lost_for_long_and_back_with_the_state_alone() -> Told:
    table = dealt()
    table.events += 3
    so_far = [list(words) for words in table.dealer.so_far(0)]
    again = table.proofs("ann", table.proof(0), table.proof(1))
    table.tell(["#2", "OK", "RESUME", "ann"], *so_far, again, table.state("playing"))
    table.deal("bob", 5)
    table.secrets()
    return table


@vector()
def lost_before_the_deal_and_back_in_the_game() -> Told:
    table = Told()
    table.open()
    heard, table.tell = table.tell, lambda *messages: []  # type: ignore[method-assign]
    table.start("bob")
    table.contribute("REVEAL", "bob")
    table.time_up()
    table.begin()
    table.tell = heard  # type: ignore[method-assign]
    so_far = [list(words) for words in table.dealer.so_far(0)]
    table.tell(["#2", "OK", "RESUME", "ann"], *so_far, table.state("playing"))
    table.deal("ann", 0)
    table.secrets()
    return table


@vector()
def the_server_was_restarted_and_goes_on_with_the_same_deal() -> Told:
    table = listed()
    so_far = [list(words) for words in table.dealer.so_far(0)]
    table.tell(["#2", "OK", "RESUME", "ann"], *so_far, table.state("preparing"))
    table.contribute("REVEAL", "bob")
    table.begin()
    table.deal("ann", 0)
    return table


@vector("DEALT_TWICE", "NO_PROOF")
def who_comes_to_watch_in_the_middle_hears_of_order_from_there_on() -> Told:
    table = dealt()
    so_far = [list(words) for words in table.dealer.so_far(30)]
    table.begin_anew("wes")
    table.tell(["#1", "OK", "WATCH", "t-1"], *so_far, table.state("playing"))
    table.deal("bob", 4)
    table.deal("bob", 4)  # dealt twice
    table.tell(table.event("MOVE", "stock", "bob", "??"))  # without a proof
    return table


@vector("NOT_MY_COMMIT")
def another_program_of_mine_was_bound_to_something_else() -> Told:
    table = Told()
    table.open()
    opened = table.told_of("open")
    table.begin_anew()
    table.tell(["#1", "OK", "RESUME", "ann"], opened, table.state("preparing"))
    table.tell(["DEAL", "commits", 1, [number_of("foreign").hex(), ""]])
    table.open()
    table.tell(["DEAL", "commits", 2, [number_of("foreign").hex(), ""]])  # but this is false
    return table


@vector()
def another_program_of_mine_gave_before_i_joined() -> Told:
    table = dealt()
    so_far = [list(words) for words in table.dealer.so_far(0)]
    table.begin_anew()
    table.tell(["#1", "OK", "ENTER", "ann", "token"])
    table.tell(["#2", "OK", "JOIN", "t-1"], *so_far, table.state("playing"))
    table.deal("ann", 4)
    return table


@vector()
def i_go_to_another_table_and_come_back() -> Told:
    table = dealt()
    table.tell(["#2", "OK", "EXIT"])
    other = {"table": "t-2", "match": 2, "deal": 1, "game": "h"}
    table.tell(["#3", "OK", "JOIN", "t-2"])
    dealer, table.dealer = table.dealer, DealerRole()
    table.open(**other)
    table.dealer = dealer
    table.tell(["#4", "OK", "EXIT"])
    so_far = [list(words) for words in table.dealer.so_far(0)]
    table.tell(["#5", "OK", "JOIN", "t-1"], *so_far, table.state("playing"))
    table.deal("bob", 4)
    return table


# --- lies ---

Deed = Callable[[Told], object]
OTHER = number_of("another").hex()


def says(*message: Any) -> Deed:
    """A message of a deal in place of, or besides, what the machine would tell."""
    return lambda table: table.tell(["DEAL", *message])


def happens(*words: Any) -> Deed:
    return lambda table: table.tell(table.event(*words))


def changes(step: str, *parts: Any) -> Deed:
    """The same message once more, with other words at its end."""

    def deed(table: Told) -> None:
        message = table.told_of(step)
        table.tell([*message[: len(message) - len(parts)], *parts])

    return deed


def opens(**about: Any) -> Deed:
    return lambda table: table.open(**about)


def deals(to: str, *places: int) -> Deed:
    return lambda table: table.deal(to, *places)


def moves(*places: int, proved: Sequence[int], to: str = "ann", **words: Any) -> Deed:
    """Cards from these places are told, and proofs for those come with them."""

    def deed(table: Told) -> None:
        faces = [table.shuffled.cards[place] for place in places]
        items = [table.proof(place) for place in proved]
        message = table.proofs(to, *items)
        message[1:3] = words.get("deal", message[1]), words.get("label", message[2])
        table.tell(table.event("MOVE", "stock", to, *faces), *[message] * bool(proved))

    return deed


def proves(change: Callable[[list[Any]], list[Any]]) -> Deed:
    """The first card comes with a proof that is not quite right."""

    def deed(table: Told) -> None:
        item = change(table.proof(0))
        table.tell(table.event("MOVE", "stock", "ann", item[1]), table.proofs("ann", item))

    return deed


def stacks(cards: Sequence[str]) -> Deed:
    """The dealer takes a deck of its own choice."""

    def deed(table: Told) -> None:
        assert table.dealer.coming is not None
        deal = table.dealer.coming
        table.dealer.employ(deal.seed())
        table.shuffled = Shuffle(deal, "deck", cards)
        table.tell(["DEAL", "root", 1, "deck", 6, table.shuffled.deck.root.hex()])
        table.tell(table.event("PHASE", "playing", 1), table.event("SHUFFLE", "stock", 6))

    return deed


def shuffles_again(table: Told) -> None:
    """The rest of the deck, in the middle of the game."""
    table.first = table.proof(4), table.proofs("ann", table.proof(4))
    table.shuffle("shuffle 2", table.shuffled.cards[4:])


def shows(place: int) -> Deed:
    def deed(table: Told) -> None:
        card, proof = table.shuffled.cards[place], table.proofs("stock", table.proof(place))
        table.tell(table.event("SHOW", "stock", card), proof)

    return deed


def plays_on(table: Told) -> None:
    table.whole(game=table.dealer.number + 1)


def next_match(table: Told) -> None:
    table.dealer.new_match()
    table.open(match=2)


# fmt: off
LIES: dict[str, tuple[str, Tell, *tuple[Deed, ...]]] = {
    # what a deal is about
    "a deal is about another number": (
        "OTHER_DEAL", Told,
        says("open", 1, {**ABOUT, "deck": DECK, "deal": 2, "seats": SEATS}, OTHER)),
    "a deal is about another table": ("OTHER_DEAL", Told, opens(table="t-2")),
    "a player has two seats": ("BAD_SEATS", Told, opens(seats=["ann", "ann"])),
    "nobody has a seat": ("BAD_SEATS", Told, opens(seats=[])),
    "a seat has no name": ("BAD_SEATS", Told, opens(seats=["ann", 2])),
    "too many have seats": ("BAD_SEATS", Told, opens(seats=[f"p{n}" for n in range(31)])),
    "the deck is no text": ("BAD_ABOUT", Told, opens(deck=7)),
    "the match is no number": ("BAD_ABOUT", Told, opens(match="1")),
    "a deal says more than it should": ("BAD_ABOUT", Told, opens(more=1)),
    "a deal says more than anybody reads": ("UNREADABLE", Told, opens(options={"x": "y" * 17000})),
    "the server has another key": ("OTHER_SERVER", Told, opens(), opens(server=OTHER)),
    "the deck has another card": ("OTHER_RULES", Told, opens(), opens(deck=f"{DECK} SA")),
    "the options are others": ("OTHER_RULES", Told, opens(), opens(options={"games": "9"})),
    "the match is an earlier one": ("NUMBER_USED", Told, opens(), opens(match=0)),
    "the dealer binds itself anew": ("REOPENED", Told, opens(), changes("open", OTHER)),
    "a void deal is opened again": ("NUMBER_USED", Told, opens(), says("void", 1), changes("open")),
    "the state is that of another table": (
        "OTHER_TABLE", Told, opens(), lambda t: t.tell(t.state("preparing", table="t-9"))),
    # which step follows which
    "nobody has left, and a deal to which all are bound is void": (
        "GIVEN_UP", listed, says("void", 1)),
    "a deal to which all are bound is dropped for another": ("GIVEN_UP", listed, opens()),
    "players change places so that a deal can be given up": (
        "GIVEN_UP", listed, happens("SEATS", "bob", "ann"), says("void", 1)),
    "a deal is taken back after its cards were dealt": ("VOID_LATE", dealt, says("void", 1)),
    "commitments to a deal that was never opened": (
        "NEVER_OPENED", Told, says("commits", 7, ["", ""])),
    "contributions to a deal that was never opened": (
        "NEVER_OPENED", Told, says("ready", 7, ["missing"] * 2)),
    "a root of a deal that was never opened": (
        "NEVER_OPENED", Told, says("root", 7, "deck", 6, OTHER)),
    "the secret of a deal that was never opened": ("NEVER_OPENED", Told, says("secret", 7, OTHER)),
    "commitments to a deal that is void": (
        "NEVER_OPENED", Told, opens(), says("void", 1), says("commits", 1, ["", ""])),
    "an old deal is dealt once more": (
        "OLD_DEAL", dealt, plays_on, says("ready", 1, ["missing"] * 2)),
    "a game begins without a deal": ("NO_DEAL", Told, happens("PHASE", "playing", 1)),
    "a game begins when all are bound": ("NO_DEAL", listed, happens("PHASE", "playing", 1)),
    "two games are dealt with one deal": ("NO_DEAL", dealt, happens("PHASE", "playing", 2)),
    "others play than the deal was opened for": (
        "OTHER_PLAYERS", ready, happens("SEATS", "ann", "eve"), lambda t: t.begin()),
    # contributions
    "a commitment of mine that i never made": (
        "NOT_MY_COMMIT", Told, opens(), says("commits", 1, [OTHER, ""])),
    "the list of commitments is changed": (
        "COMMITS_CHANGED", listed, changes("commits", [OTHER, ""])),
    "the list of commitments is changed in the game": (
        "COMMITS_CHANGED", dealt, changes("commits", [OTHER, ""])),
    "the list of commitments is too short": (
        "COMMITS_LENGTH", Told, opens(), says("commits", 1, [""])),
    "contributions are told before all are bound": (
        "READY_EARLY", Told, opens(), says("ready", 1, ["missing", OTHER])),
    "the contributions are changed": ("READY_CHANGED", dealt, changes("ready", ["missing", OTHER])),
    "the list of contributions is too long": (
        "READY_LENGTH", listed, says("ready", 1, ["missing"] * 3)),
    "bob opens something else, and it is passed on": (
        "WRONG_CONTRIBUTION", listed, says("ready", 1, ["missing", OTHER])),
    "bob gives something without being bound": (
        "WRONG_CONTRIBUTION", Told, opens(), says("commits", 1, ["", ""]),
        says("ready", 1, ["missing", OTHER])),
    # shuffles
    "a deck is bound before all contributions are there": (
        "ROOT_EARLY", listed, says("root", 1, "deck", 6, OTHER)),
    "a root is changed": ("ROOT_CHANGED", begun, changes("root", OTHER)),
    "a card too few is shuffled": ("WRONG_SIZE", ready, says("root", 1, "deck", 5, OTHER)),
    "more is shuffled than there is": ("WRONG_SIZE", ready, says("root", 1, "shuffle 2", 7, OTHER)),
    "other cards are shuffled than the dealer was bound to": (
        "OTHER_CARDS", dealt, shuffles_again, happens("SHUFFLE", "stock", 3)),
    "a pile is shuffled in secret": ("UNBOUND_SHUFFLE", dealt, happens("SHUFFLE", "stock", 2)),
    "too much is shuffled": (
        "TOO_MANY_SHUFFLES", ready,
        lambda t: t.tell(*(["DEAL", "root", 1, f"{n}", 1, "00" * 32] for n in range(1001)))),
    # cards
    "a proof of a shuffle that nobody knows": (
        "UNBOUND_PROOF", begun, moves(0, proved=[0], label="x")),
    "a proof of another deal": (
        "PROOF_OF_OTHER_DEAL", dealt, plays_on, moves(4, proved=[4], deal=1)),
    "a proof of the shuffle before": (
        "PROOF_OF_OTHER_PILE", dealt, shuffles_again, happens("SHUFFLE", "stock", 2),
        lambda t: t.tell(t.event("MOVE", "stock", "ann", t.first[0][1]), t.first[1])),
    "a proof has another card": ("WRONG_PROOF", begun, proves(lambda item: [0, "SA", *item[2:]])),
    "a proof has another place": ("WRONG_PROOF", begun, proves(lambda item: [1, *item[1:]])),
    "a proof has another salt": (
        "WRONG_PROOF", begun, proves(lambda item: [*item[:2], "00" * 16, item[3]])),
    "a proof has a shorter path": (
        "WRONG_PROOF", begun, proves(lambda item: [*item[:3], item[3][:-64]])),
    "a proof has half a node": (
        "UNREADABLE NO_PROOF", begun, proves(lambda item: [*item[:3], item[3][:-2]])),
    "a card begins in its salt": (
        "UNREADABLE NO_PROOF", begun, proves(lambda item: [*item[:2], item[2][:-2], item[3]])),
    "a proof has no path": ("UNREADABLE NO_PROOF", begun, proves(lambda item: item[:3])),
    "a deck holds a card twice": (
        "TOO_MANY_OF_A_CARD", ready, stacks(["S2", "S2", "S4", "S5", "S6", "S7"]),
        deals("ann", 0, 1)),
    "a card is dealt twice": ("DEALT_TWICE", begun, deals("ann", 0, 1), deals("bob", 1)),
    "a card is dealt from the bottom": ("OUT_OF_ORDER", begun, deals("bob", 5)),
    "a place is left out": ("OUT_OF_ORDER", begun, deals("bob", 0, 2)),
    "a place is none": ("OUT_OF_ORDER", begun, deals("bob", -1)),
    "a card is dealt without a proof": ("NO_PROOF", begun, moves(0, proved=[])),
    "a card is shown in the stock without a proof": (
        "NO_PROOF", dealt, happens("SHOW", "stock", "S2")),
    "more cards are proved than dealt": ("TOO_MANY_PROOFS", begun, moves(0, proved=[0, 1])),
    "another card is told than proved": ("OTHER_FACE", begun, moves(1, proved=[0])),
    "another card is dealt than was shown in the stock": (
        "OTHER_FACE", begun, shows(0), lambda t: t.tell(
            t.event("MOVE", "stock", "table", t.shuffled.cards[1]), t.proofs("table", 0))),
    # secrets
    "the secret is another": ("WRONG_SECRET", dealt, says("secret", 1, OTHER)),
    "a secret is kept back": (
        "SECRET_KEPT", dealt, plays_on,
        lambda t: t.tell(*t.dealer.open_secrets("hand", match_over=True)[1:])),
    "a secret is kept back until the next match": (
        "SECRET_KEPT", dealt, lambda t: t.secrets(), plays_on, next_match),
    "the deck is not the one that follows": (
        "WRONG_DECK", ready, stacks(sorted(DECK.split())), deals("ann", 0, 1),
        lambda t: t.secrets()),
    # anything at all
    "words that nobody can read": ("UNREADABLE", dealt, says("open", 2, {}, "zz"), says("new", 2)),
    "a list that is none": ("UNREADABLE", dealt, says("commits", 1, "no list")),
    "contributions that are no numbers": (
        "UNREADABLE", listed, says("ready", 1, ["zz", "missing"])),
    "a size that is none": ("UNREADABLE", dealt, says("root", 1, "deck", "six", OTHER)),
    "a secret that is too short": ("UNREADABLE", dealt, says("secret", 1, "00")),
    "a proof that is none": (
        "UNREADABLE", dealt,
        lambda t: t.tell(["PROOF", "one", "deck", "ann"], ["PROOF", 1, "deck", "ann", "no item"])),
    "the same lie three times": ("NEVER_OPENED", Told, *[says("commits", 7, ["", ""])] * 3),
}
# fmt: on
"""By name: the codes of what ann has to find, how far the deal has come, and what is told then."""


# --- what players tell a dealer ----------------------------------------------------------------


def dealer_vectors() -> Iterator[Vector]:
    """By name the inputs of a dealer; what it stores, tells and does follows from the machine."""
    about = {**ABOUT, "deck": DECK, "deal": 1, "seats": ["ann", "bob", "robot-1"]}
    opened = ["open", about, number_of("secret").hex()]
    given = {name: number_of(name) for name in ("ann", "bob")}
    deal = DealerRole()
    deal.open(about, number_of("secret"))
    assert deal.coming is not None
    bound = {
        name: commit_player(deal.coming.context, seat, given[name]).hex()
        for seat, name in enumerate(given)
    }
    both = [["commit", name, 1, bound[name]] for name in given]
    open_both = [["reveal", name, 1, given[name].hex()] for name in given]
    start = ["start", "ann"]
    told: dict[str, list[list[Any]]] = {
        "all contribute": [opened, *both, start, *open_both],
        "start comes before the commitments": [opened, start, *both, *open_both],
        "bob is not bound in time": [opened, both[0], start, ["time_up"], open_both[0]],
        "bob opens nothing in time": [opened, *both, start, open_both[0], ["time_up"]],
        "bob opens something else, and then what he is bound to": [
            opened,
            *both,
            start,
            open_both[0],
            ["reveal", "bob", 1, given["ann"].hex()],
            open_both[1],
        ],
        "bob opens before all are bound": [opened, both[0], open_both[1]],
        "bob commits after all are bound": [opened, *both, start, both[1]],
        "the last commitment before the list counts": [
            opened,
            ["commit", "bob", 1, "00" * 32],
            *both,
            start,
            *open_both,
        ],
        "a contribution to another deal": [opened, ["commit", "ann", 2, bound["ann"]]],
        "a contribution of somebody who does not play": [opened, ["commit", "eve", 1, "00" * 32]],
        "bob leaves when all are bound": [
            opened,
            *both,
            start,
            ["people_changed", ["ann", "robot-1"]],
        ],
        "bob was lost when commitments were waited for": [
            opened,
            both[0],
            start,
            ["lost", "bob"],
        ],
        "a dispute is told once": [opened, *[["dispute", "bob", 1, "strange"]] * 2],
        "a dispute of a deal that is not open": [opened, ["dispute", "bob", 2, "strange"]],
    }
    for name, inputs in told.items():
        yield {"name": name, "inputs": inputs, "outputs": run_dealer(inputs)}


def run_dealer(inputs: Sequence[Sequence[Any]]) -> list[Any]:
    """What a dealer makes of each input: actions as plain data, or the code of its refusal."""
    dealer, outputs = DealerRole(), list[Any]()
    seats, here = ["ann", "bob", "robot-1"], {"ann", "bob"}
    for at, (kind, *words) in enumerate(inputs):
        if kind == "people_changed":
            seats = words[0]
        if kind == "lost":
            here = here - {words[0]}
        roster = Roster(seats, here & set(seats), here & set(seats))
        try:
            match kind:
                case "open":
                    actions = dealer.open(words[0], bytes.fromhex(words[1]))
                case "start":
                    actions = dealer.start(words[0], roster, at, DealActions())
                case "commit" | "reveal":
                    value = bytes.fromhex(words[2])
                    given = kind.upper(), words[0], words[1], value
                    actions = dealer.contribute(*given, roster, at)
                case "people_changed" | "lost":
                    actions = dealer.people_changed(roster, at)
                case "time_up":
                    actions = dealer.time_up(roster, at)
                case _:
                    actions = dealer.dispute(*words)
        except Refused as refused:
            outputs.append(str(refused.reason))
        else:
            told = [list(words) for words in actions.told if words[1] != "open"]
            outputs.append([sorted(actions.step), told, actions.seed.hex(), actions.start_again])
    return outputs


# --- what an auditor reads ---------------------------------------------------------------------


def honest_steps() -> tuple[list[Any], dict[str, str]]:
    """The steps of two games in a record, and the secrets at its end."""
    dealer, steps, secrets = DealerRole(), list[Any](), dict[str, str]()
    roster = Roster(SEATS, set(SEATS), set(SEATS))

    def note(actions: DealActions) -> DealActions:
        if actions.step:
            steps.append(["step", written_step(actions.step, 0.0), SEATS])
        return actions

    for number in (1, 2):
        secret = number_of(f"secret {number}")
        secrets[str(number)] = secret.hex()
        note(dealer.open({**ABOUT, "deck": DECK, "deal": number, "seats": SEATS}, secret))
        assert dealer.coming is not None
        for seat, name in enumerate(SEATS):
            bound = commit_player(dealer.coming.context, seat, number_of(f"{name} {number}"))
            dealer.contribute("COMMIT", name, number, bound, roster, 0.0)
        note(dealer.start("ann", roster, 0.0, DealActions()))
        for name in SEATS:
            given = "REVEAL", name, number, number_of(f"{name} {number}")
            actions = note(dealer.contribute(*given, roster, 0.0))
        steps.append(["input", f"START {actions.seed.hex()}", SEATS])
        dealer.employ(actions.seed)
    return steps, secrets


OPENED, LISTED, GIVEN, BEGUN, OPENED_2, LISTED_2, _, BEGUN_2 = range(8)
"""Where the steps of an honest record are."""


def auditor_vectors() -> Iterator[Vector]:
    """An honest record, and lies that are planted in it."""

    def plant(
        name: str, fault: str, *changes: Callable[[list[Any], dict[str, str]], object]
    ) -> Vector:
        steps, secrets = honest_steps()
        for change in changes:
            change(steps, secrets)
        verdicts = run_auditor(steps, secrets)
        assert verdicts[-1] == fault, (name, verdicts)
        return {"name": name, "secrets": secrets, "steps": steps, "verdicts": verdicts}

    def void(players: list[str], at: int = GIVEN) -> Callable[..., object]:
        return lambda steps, _: steps.insert(
            at, ["step", {"deal": at // 3 + 1, "void": True}, players]
        )

    def about(**parts: Any) -> Callable[..., object]:
        return lambda steps, _: steps[OPENED][1]["about"].update(parts)

    def given(*values: str) -> Callable[..., object]:
        return lambda steps, _: steps[GIVEN][1].update(given=list(values))

    other = "00" * 32
    yield plant("two games", "")
    yield plant(
        "the secret is another", "WRONG_SECRET", lambda _, secrets: secrets.update({"1": other})
    )
    yield plant("a secret is missing", "NO_SECRET", lambda _, secrets: secrets.pop("2"))
    yield plant("a deal is about another match", "OTHER_MATCH", about(match=2))
    yield plant("a deal has another deck", "OTHER_MATCH", about(deck="S2 S2"))
    yield plant("a deal has two seats for one", "BAD_SEATS", about(seats=["ann", "ann"]))
    yield plant(
        "a deal is skipped",
        "OTHER_MATCH",
        lambda steps, _: steps.__delitem__(slice(OPENED, OPENED_2)),
    )
    yield plant(
        "a list is told twice", "TOLD_TWICE", lambda steps, _: steps.insert(LISTED, steps[LISTED])
    )
    yield plant(
        "contributions are told twice", "TOLD_TWICE", lambda s, _: s.insert(GIVEN, s[GIVEN])
    )
    yield plant("a list is missing", "READY_EARLY", lambda steps, _: steps.pop(LISTED))
    yield plant(
        "a list is too short", "COMMITS_LENGTH", lambda steps, _: steps[LISTED][1]["commits"].pop()
    )
    yield plant("contributions are too few", "READY_LENGTH", given(other))
    yield plant("a contribution is another", "WRONG_CONTRIBUTION", given(other, "missing"))
    yield plant("a contribution is called missing", "WRONG_SEED", given("missing", "missing"))
    yield plant("a game begins without its deal", "NO_DEAL", lambda steps, _: steps.pop(GIVEN))
    yield plant(
        "a seed is another", "WRONG_SEED", lambda s, _: s[BEGUN].__setitem__(1, f"START {other}")
    )
    yield plant(
        "others play", "OTHER_PLAYERS", lambda s, _: s[BEGUN].__setitem__(2, ["ann", "eve"])
    )
    yield plant(
        "a deal is dropped for another",
        "GIVEN_UP",
        lambda s, _: s.__delitem__(slice(GIVEN, OPENED_2)),
    )
    yield plant("nobody has left, and the deal is void", "GIVEN_UP", void(SEATS))
    yield plant("places are changed, and the deal is void", "GIVEN_UP", void(["bob", "ann"]))
    yield plant(
        "bob has left, and the deal is void",
        "NO_DEAL",
        void(["ann"]),
        lambda s, _: s.pop(GIVEN + 1),
    )
    yield plant("a deal is void after it was dealt", "VOID_LATE", void(["ann"], at=BEGUN))
    yield plant("a step of no deal", "NEVER_OPENED", lambda steps, _: steps.pop(OPENED))


def run_auditor(steps: Sequence[Sequence[Any]], secrets: dict[str, str]) -> list[str]:
    """What an auditor makes of each step, up to the first that is false: a code, or nothing."""
    opened = {int(number): bytes.fromhex(secret) for number, secret in secrets.items()}
    auditor, verdicts = AuditorRole(0, ABOUT, opened), list[str]()
    for kind, what, players in deepcopy(list(steps)):
        try:
            if kind == "step":
                auditor.follow(what, players, DECK)
            else:
                words = what.split()
                auditor.check_start(words)
                pile = [Card(card) for card in DECK.split()]
                auditor.employ(bytes.fromhex(words[1])).shuffle(pile, "deck")
                auditor.shuffled(players)
        except FalseDeal as wrong:
            return [*verdicts, wrong.fault.name]
        verdicts.append("")
    return verdicts


# --- the file ----------------------------------------------------------------------------------


def player_vector(name: str) -> Vector:
    if name in LIES:
        codes, tell, *deeds = LIES[name]
        faults = tuple(codes.split())
    else:
        (tell, faults), deeds = PLAYER[name], []
    table = tell()
    for deed in deeds:
        deed(table)
    made = table.vector(name)
    found = [fault for heard in made["heard"] for _, fault in heard["found"]]
    assert found == list(faults), (name, found)
    return made


def all_vectors() -> dict[str, list[Vector]]:
    return {
        "player": [player_vector(name) for name in (*PLAYER, *LIES)],
        "dealer": list(dealer_vectors()),
        "auditor": list(auditor_vectors()),
    }


def written() -> str:
    """One vector on each line."""
    parts = []
    for role, vectors in all_vectors().items():
        lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in vectors)
        parts.append(f'"{role}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
