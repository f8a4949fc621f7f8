"""Lies of a server one by one, told to a watch by hand: each has its name, and honest talk none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.client.messages import Frame
from cardkit.fair import FairDealer, Shuffle, Terms, Watch, commit_player
from cardkit.fair.watch import DEALS_KEPT
from tests.fair_tables import draw

DECK = "S2 S3 S4 S5 S6 S7"
SEATS = ["ann", "bob"]
GIFT = b"b" * 32


class Dealer:
    """A server that can be made to lie about anything."""

    def __init__(self, **about: Any) -> None:
        self.watch = Watch("ann", draw("lies"))
        self.about: dict[str, Any] = {
            "server": "ab" * 32,
            "table": "t-1",
            "match": 1,
            "deal": 0,
            "game": "g",
            "preset": "",
            "options": {},
            "deck": DECK,
            "seats": SEATS,
        } | about
        self.number = 0
        self.found: list[str] = []
        self.answers: list[list[str]] = []
        state = {"names": SEATS, "phase": "preparing", "table": "t-1", "rules": "g"}
        self.tell(["#1", "OK", "JOIN", "t-1"], ["STATE", 0, state])

    def tell(self, *messages: list[Any]) -> None:
        answers, found = self.watch.hear(list(messages))
        self.answers += answers
        self.found += [str(finding.text) for finding in found]

    def event(self, *words: Any) -> list[Any]:
        self.number += 1
        return [self.number, *words]

    def open(self, deal: int = 1, **about: Any) -> None:
        whole = self.about | {"deal": deal} | about
        self.terms = Terms(whole, b"s%d" % deal * 16 if deal < 10 else b"s" * 32)
        self.tell(self.opening())

    def opening(self) -> list[Any]:
        return ["DEAL", "open", self.terms.number, self.terms.about, self.terms.commitment.hex()]

    def bind(self) -> None:
        mine = self.answers[-1][2]
        bob = commit_player(self.terms.context, 1, GIFT).hex()
        self.tell(["DEAL", "commits", self.terms.number, [mine, bob]])

    def ready(self) -> None:
        gifts = [bytes.fromhex(self.answers[-1][2]), GIFT]
        self.tell(["DEAL", "ready", self.terms.number, [gift.hex() for gift in gifts]])
        cards = DECK.split()
        FairDealer(self.terms.seed(gifts)).shuffle(cards, "deck")
        self.shuffle = Shuffle(self.terms, "deck", cards)

    def root(self) -> None:
        root = self.shuffle.deck.root.hex()
        self.tell(["DEAL", "root", self.terms.number, "deck", len(self.shuffle.cards), root])

    def begin(self) -> None:
        game = [self.event("PHASE", "playing", 1), self.event("GATHER", "stock", 6)]
        self.tell(*game, self.event("SHUFFLE", "stock", 6))

    def proof(self, place: int) -> list[Any]:
        proof = self.shuffle.deck.proof(place)
        return [place, proof.card, proof.salt.hex(), b"".join(proof.path).hex()]

    def deal(self, *places: int, to: str = "ann") -> None:
        items = [self.proof(place) if to == "ann" else place for place in places]
        faces = [self.shuffle.cards[place] if to == "ann" else "??" for place in places]
        move = self.event("MOVE", "stock", to, *faces)
        self.tell(move, ["PROOF", self.terms.number, "deck", to, *items])

    def secret(self, number: int = 0, secret: bytes = b"") -> None:
        told = (secret or self.terms.secret).hex()
        self.tell(["DEAL", "secret", number or self.terms.number, told])

    def whole(self, number: int = 1) -> None:
        self.open(number)
        self.bind()
        self.ready()
        self.root()
        self.begin()
        self.deal(0, 1, 2)
        self.deal(3, 4, to="bob")


def test_an_honest_dealer_is_found_to_be_one() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.secret()
    dealer.whole(2)
    dealer.secret()
    assert dealer.found == []
    assert [answer[0] for answer in dealer.answers] == ["COMMIT", "REVEAL"] * 2
    assert [deal.opened for deal in dealer.watch.of_match] == [True, True]
    assert [deal.proved for deal in dealer.watch.of_match] == [3, 3]


# --- deals -----------------------------------------------------------------------------------


def test_a_number_is_never_used_for_two_deals() -> None:
    dealer = Dealer()
    dealer.open()
    dealer.terms = Terms(dealer.terms.about, b"t" * 32)
    dealer.tell(dealer.opening())
    assert dealer.found == ["the dealer has bound itself anew to a deal that was open already"]
    dealer.tell(["DEAL", "void", 1])
    dealer.tell(dealer.opening())
    assert dealer.found[1:] == ["the number of this deal was used before"]


def test_a_deal_is_not_given_up_once_all_are_bound_unless_somebody_has_left() -> None:
    """Whoever could do that would look at the deck first."""
    for give_up in ("void", "open"):
        dealer = Dealer()
        dealer.open()
        dealer.bind()
        if give_up == "void":
            dealer.tell(["DEAL", "void", 1])
        dealer.open(2)
        assert dealer.found == ["a deal was given up although nobody had left"]
    dealer = Dealer()
    dealer.open()
    dealer.bind()
    dealer.tell(dealer.event("SEATS", "ann"), ["DEAL", "void", 1])
    dealer.tell(dealer.event("SEATS", "ann", "cid"))
    dealer.open(2, seats=["ann", "cid"])
    assert dealer.found == []


def test_before_all_are_bound_a_deal_is_given_up_without_harm() -> None:
    dealer = Dealer()
    dealer.open()
    dealer.open(2)
    dealer.bind()
    assert dealer.found == []


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"deal": 2}, "the deal is about another one, or about another table"),
        ({"table": "t-2"}, "the deal is about another one, or about another table"),
        ({"seats": ["ann", "ann"]}, "the seats of the deal are not one for each player"),
        ({"seats": []}, "the seats of the deal are not one for each player"),
        ({"deck": 7}, "the deal does not say what it is about"),
        ({"match": "1"}, "the deal does not say what it is about"),
    ],
)
def test_a_deal_is_about_this_table(about: dict[str, Any], wrong: str) -> None:
    dealer = Dealer()
    terms = Terms(dealer.about | {"deal": 1} | about, b"s" * 32)
    dealer.tell(["DEAL", "open", 1, terms.about, terms.commitment.hex()])
    assert dealer.found == [wrong]


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"server": "cd" * 32}, "the deal names another key of the server than the deals before"),
        ({"deck": DECK + " SA"}, "the deal is about other rules than the deals before"),
        ({"options": {"games": "9"}}, "the deal is about other rules than the deals before"),
        ({"match": 0}, "the number of this deal was used before"),
    ],
)
def test_deals_of_a_table_are_about_the_same_things(about: dict[str, Any], wrong: str) -> None:
    dealer = Dealer()
    dealer.open()
    dealer.open(2, **about)
    assert dealer.found == [wrong]


def test_others_do_not_play_than_the_deal_was_opened_for() -> None:
    dealer = Dealer()
    dealer.open(seats=["ann", "zoe"])
    bob = commit_player(dealer.terms.context, 1, GIFT).hex()
    dealer.tell(["DEAL", "commits", 1, [dealer.answers[-1][2], bob]])
    dealer.ready()
    dealer.root()
    dealer.begin()
    assert dealer.found == ["others play than the deal was opened for"]


def test_each_game_has_a_deal_of_its_own() -> None:
    dealer = Dealer()
    dealer.begin()
    assert dealer.found == [
        "a game has begun without a deal of its own",
        "a pile was shuffled that nobody was bound to",
    ]
    dealer = Dealer()
    dealer.whole()
    dealer.begin()
    assert dealer.found[0] == "a game has begun without a deal of its own"


def test_a_deal_whose_cards_are_dealt_is_not_taken_back() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.tell(["DEAL", "void", 1])
    assert dealer.found == ["a deal was taken back after its cards were dealt"]


# --- contributions ---------------------------------------------------------------------------


def test_who_is_left_off_the_list_is_missing_and_opens_nothing() -> None:
    dealer = Dealer()
    dealer.open()
    dealer.tell(["DEAL", "commits", 1, ["", ""]])
    dealer.tell(["DEAL", "ready", 1, ["missing", "missing"]])
    assert dealer.found == []
    assert [answer[0] for answer in dealer.answers] == ["COMMIT"]
    assert dealer.watch.deal is not None
    assert dealer.watch.deal.missing == SEATS


def test_a_new_program_does_not_take_a_commitment_of_the_old_one_for_a_lie() -> None:
    dealer = Dealer()
    dealer.open()
    foreign = commit_player(dealer.terms.context, 0, b"x" * 32).hex()
    fresh = Watch("ann", draw("afresh"))
    state = {"names": SEATS, "phase": "preparing", "table": "t-1", "rules": "g"}
    answers, found = fresh.hear(
        [["#1", "OK", "RESUME", "ann"], dealer.opening(), ["STATE", 3, state]]
    )
    assert [answer[0] for answer in answers] == ["COMMIT"]
    assert fresh.hear([["DEAL", "commits", 1, [foreign, ""]]]) == ([], [])
    dealer.terms = Terms(dealer.about | {"deal": 2}, b"t" * 32)
    fresh.hear([dealer.opening()])
    foreign = commit_player(dealer.terms.context, 0, b"x" * 32).hex()
    found = fresh.hear([["DEAL", "commits", 2, [foreign, ""]]])[1]  # but this one it is
    assert [f.text for f in found] == ["the list holds a commitment of yours that you never made"]


@pytest.mark.parametrize(
    "first", [["#1", "OK", "ENTER", "ann", "t"], ["#1", "OK", "RESUME", "ann"]]
)
def test_what_another_program_of_mine_gave_is_no_lie_when_i_join_its_table(
    first: list[Any],
) -> None:
    """It was left in the middle of a match, and this one has heard nothing of it."""
    dealer = Dealer()
    dealer.whole()
    state = ["STATE", dealer.number, {"names": SEATS, "phase": "playing", "table": "t-1"}]
    mine, gift = dealer.answers[-2][2], dealer.answers[-1][2]
    bob = commit_player(dealer.terms.context, 1, GIFT).hex()
    so_far = [
        dealer.opening(),
        ["DEAL", "commits", 1, [mine, bob]],
        ["DEAL", "ready", 1, [gift, GIFT.hex()]],
    ]
    fresh = Watch("ann", draw("another"))
    assert fresh.hear([first]) == ([], [])
    assert fresh.hear([["#2", "OK", "JOIN", "t-1"], *so_far, state])[1] == []
    dealer.open(2)
    theirs = commit_player(dealer.terms.context, 0, b"x" * 32).hex()
    fresh.hear([["#3", "OK", "EXIT"]])
    again = [["#4", "OK", "JOIN", "t-1"], dealer.opening(), ["DEAL", "commits", 2, [theirs, bob]]]
    found = fresh.hear(again)[1]  # but of this one nobody else knows
    assert [f.text for f in found] == ["the list holds a commitment of yours that you never made"]


# --- cards -----------------------------------------------------------------------------------


def dealt(*steps: tuple[str, tuple[int, ...]]) -> list[str]:
    dealer = Dealer()
    dealer.open()
    dealer.bind()
    dealer.ready()
    dealer.root()
    dealer.begin()
    for to, places in steps:
        dealer.deal(*places, to=to)
    return dealer.found


def test_cards_come_in_the_order_of_the_shuffle_and_each_once() -> None:
    assert dealt(("ann", (0, 1)), ("bob", (2, 3)), ("table", (4,))) == []
    late = "bob was dealt the card at place 2, and 1 was next"
    assert dealt(("ann", (0,)), ("bob", (2,))) == [late]
    assert dealt(("bob", (0, 2))) == ["bob was dealt the card at place 2, and 1 was next"]
    assert dealt(("ann", (0, 1)), ("bob", (1,))) == ["the card at place 1 was dealt twice"]
    assert dealt(("table", (5,))) == ["table was dealt the card at place 5, and 0 was next"]


def test_who_comes_in_the_middle_hears_of_order_from_there_on() -> None:
    dealer = Dealer()
    dealer.whole()
    late = Watch("wes", draw("wes"))
    terms, deal = dealer.terms, dealer.watch.deal
    assert deal is not None
    assert deal.given is not None
    assert deal.commits is not None
    bound = [each.hex() for each in deal.commits if each]
    given = [each.hex() for each in deal.given if each]
    root = ["DEAL", "root", 1, "deck", 6, dealer.shuffle.deck.root.hex()]
    state = {"names": SEATS, "phase": "playing", "table": "t-1", "rules": "g"}
    joined: Frame = [["#1", "OK", "WATCH", "t-1"], dealer.opening()]
    joined += [["DEAL", "commits", 1, bound], ["DEAL", "ready", 1, given], root]
    joined += [["PROOF", 1, "deck", "table", dealer.proof(2)], ["STATE", 20, state]]
    assert late.hear(joined) == ([], [])
    moved: Frame = [[21, "MOVE", "stock", "bob", "??"], ["PROOF", 1, "deck", "bob", 4]]
    assert late.hear(moved)[1] == []
    again: Frame = [[22, "MOVE", "stock", "bob", "??"], ["PROOF", 1, "deck", "bob", 4]]
    assert [f.text for f in late.hear(again)[1]] == ["the card at place 4 was dealt twice"]
    without: Frame = [[23, "MOVE", "stock", "bob", "??"]]
    assert [f.text for f in late.hear(without)[1]] == ["a card was dealt without a proof: ??"]
    assert terms.number == 1


def test_a_card_that_was_shown_in_the_pile_is_the_one_that_is_dealt() -> None:
    for place, lie in ((0, ""), (1, "{card} was told, and {other} was proved")):
        dealer = Dealer()
        dealer.open()
        dealer.bind()
        dealer.ready()
        dealer.root()
        dealer.begin()
        cards = dealer.shuffle.cards
        shown = dealer.event("SHOW", "stock", cards[0])
        dealer.tell(shown, ["PROOF", 1, "deck", "stock", dealer.proof(0)])
        move = dealer.event("MOVE", "stock", "table", cards[place])
        dealer.tell(move, ["PROOF", 1, "deck", "table", 0])
        expected = [lie.format(card=cards[1], other=cards[0])] if lie else []
        assert dealer.found == expected


def test_a_card_that_is_shown_in_the_pile_without_a_proof_is_found() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.tell(dealer.event("SHOW", "stock", "S2"))
    assert dealer.found == ["a card was dealt without a proof: S2"]


def test_cards_that_were_put_back_leave_without_a_proof() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.tell(dealer.event("MOVE", "ann", "stock", "S2"))
    dealer.tell(dealer.event("MOVE", "stock", "bob", "??"))
    assert dealer.found == []
    dealer.tell(dealer.event("MOVE", "stock", "bob", "??"))
    assert dealer.found == ["a card was dealt without a proof: ??"]


# --- secrets ---------------------------------------------------------------------------------


def test_a_secret_that_is_kept_back_is_found_with_the_next_one() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.whole(2)
    dealer.secret()
    assert dealer.found == ["the secret of this deal was kept back"]
    assert [finding.deal for finding in dealer.watch.found] == [1]


def test_another_secret_and_another_deck_are_found() -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.secret(secret=b"x" * 32)
    assert dealer.found == ["the secret is not the one that the dealer was bound to"]
    dealer = Dealer()
    dealer.open()
    dealer.bind()
    dealer.ready()
    dealer.shuffle = Shuffle(dealer.terms, "deck", sorted(DECK.split()))
    dealer.root()
    dealer.begin()
    dealer.deal(0, 1)
    assert dealer.found == []  # nobody can tell yet
    dealer.secret()
    assert dealer.found == ["the deck is not the one that follows from all contributions"]


def test_a_deck_with_a_card_too_many_is_found_when_it_is_seen() -> None:
    dealer = Dealer()
    dealer.open()
    dealer.bind()
    dealer.ready()
    dealer.shuffle = Shuffle(dealer.terms, "deck", ["S2", "S2", "S4", "S5", "S6", "S7"])
    dealer.root()
    dealer.begin()
    dealer.deal(0, 1)
    assert dealer.found == ["there are too many S2 in this deck"]


# --- anything at all -------------------------------------------------------------------------

words = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)
steps = st.sampled_from(["open", "commits", "ready", "root", "secret", "void", "dispute", "new"])
messages = st.one_of(
    st.builds(lambda step, rest: ["DEAL", step, *rest], steps, st.lists(words, max_size=5)),
    st.builds(lambda rest: ["PROOF", *rest], st.lists(words, max_size=5)),
    st.builds(lambda rest: [6, "MOVE", *rest], st.lists(words, max_size=4)),
    st.builds(lambda rest: ["STATE", 5, *rest], st.lists(words, max_size=2)),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(messages, min_size=1, max_size=4))
def test_whatever_a_server_says_the_watch_survives_it(frame: Frame) -> None:
    dealer = Dealer()
    dealer.whole()
    dealer.tell(*frame)
    dealer.watch.hear(frame)


def test_what_a_server_can_make_a_watch_remember_is_bounded() -> None:
    watch, plain = Watch("ann", draw("bounded")), Dealer().about
    for match in range(1, DEALS_KEPT + 100):
        about = plain | {"match": match, "deal": 1, "table": f"t-{match % 99}"}
        watch.hear([["DEAL", "open", 1, about, "ab" * 32]])
    assert len(watch.deals) <= DEALS_KEPT
    for number in range(1000):
        watch.hear([["DEAL", "commits", number, ["00"]]])
    assert len(watch.found) <= 200
    huge = plain | {"match": 10**6, "deal": 1, "options": {"x": "y" * 10**6}}
    before = len(watch.deals)
    watch.hear([["DEAL", "open", 1, huge, "ab" * 32]])
    assert len(watch.deals) == before
