"""Contract bridge: bid for tricks with your partner, and take them; scored as in duplicate."""

from cardkit import Auction, CardCommand, CardGame, Deal, Fact, Match, Pile, Seats, TrickGame
from cardkit.games.bridge.boards import Boards
from cardkit.games.bridge.scoring import IMPS, contract_points
from cardkit.games.bridge.texts import TEXTS

CALLS = {"PASS": "Pass", "DOUBLE": "Double", "REDOUBLE": "Redouble"}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
BIDDING = Auction(
    bids="contract", least=1, most=7, doubles=True, nobody="end", leads="after_declarer"
)


class Bridge(CardGame):
    """Bid with your partner for how many tricks you will take together, and then take them."""

    title = "Contract bridge"
    seats = Seats(least=4, most=4, partners=True)
    match = Match(games=16, begins="next")
    boards = Boards()
    stages = (Deal(), BIDDING, TrickGame(trump="contract", dummy=True))
    swings = IMPS
    presets = {"duplicate": {}, "chicago": {"games": 4, "vulnerable": "chicago"}}
    notes = (
        "A bid is for six tricks more than its number.",
        "The declarer is whoever first named the suit of the contract on its side.",
    )
    scoring = (
        "A contract that is made counts 20 a trick in clubs and diamonds, 30 in hearts and spades "
        "and without trump, 10 more for the first without trump, all of it doubled or redoubled.",
        "100 or more of that is a game: 300 more, or 500 vulnerable; less is 50 more.",
        "Six bid and made are 500 more, or 750 vulnerable; seven 1,000 or 1,500.",
        "Tricks beyond it count like the others, but doubled 100 each and vulnerable 200, "
        "redoubled twice as much; and making it doubled is 50 more, redoubled 100.",
        "Each trick missing is 50 for the other side, or 100 vulnerable; doubled 100, 300, 500 and "
        "300 for each further one, or 200, 500 and 300 for each further one vulnerable; redoubled "
        "twice as much.",
        "What one side gets, the other loses.",
    )
    texts = TEXTS
    declares = (
        Fact("dealer", "who deals and bids first", "dealer", told=""),
        Fact("vulnerable", "who is vulnerable", told="", values=("vulnerable",)),
        Fact("calls", "the auction so far", told="", kind="board", values=(*CALLS.values(),)),
        Pile("stock", place="hidden"),
    )

    def on_new_game(self) -> None:
        self.vulnerable = self.boards.at_risk(self.game_no)
        self.calls = [""] * self.first
        self.named: dict[tuple[int, str], int] = {}
        at_risk = [self.names[seat] for seat in self.order if self.vulnerable[seat]]
        self.set_fact("dealer", self.names[self.first])
        self.set_fact("vulnerable", dict.fromkeys(at_risk, "vulnerable") or None)

    def on_bid(self, seat: int, command: CardCommand) -> None:
        """Whoever named the suit first on this side would be declarer."""
        self.auction.declarer = self.named.setdefault((seat % 2, command.word), seat)
        self.set_fact("declarer", self.names[self.auction.declarer])
        self.note(f"{command.amount}{SIGNS[command.word]}")

    def on_pass(self, seat: int, command: CardCommand) -> None:
        self.note(CALLS[command.verb])

    on_double = on_redouble = on_pass

    def note(self, call: str) -> None:
        """The auction is shown as a table, in rows from the first seat on."""
        self.calls.append(call)
        rows = [self.calls[at : at + 4] for at in range(0, len(self.calls), 4)]
        self.set_fact("calls", [[*self.names], *rows])

    def on_lead(self) -> None:
        self.set_fact("calls", None)

    def points(self, seat: int) -> int:
        contract, doubled, declarer = (
            self.auction.contract,
            self.auction.doubled,
            self.auction.declarer,
        )
        if contract is None:
            return 0
        vulnerable, tricks = self.vulnerable[declarer], self.tricks_of(declarer)
        points = contract_points(contract.amount, contract.word, doubled, vulnerable, tricks)
        return points if seat in self.side(declarer) else -points
