"""Contract bridge: bid for tricks with your partner, and take them; scored as in duplicate."""

from cardkit import Auction, CardGame, Deal, Fact, Match, Pile, Seats, TrickGame
from cardkit.games.bridge.boards import Boards
from cardkit.games.bridge.scoring import IMPS, contract_points
from cardkit.games.bridge.texts import TEXTS

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
    fixed = ("deck", "deal", "auction", "trick_game", "partners", "begins", "low_wins")
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
        Pile("stock", place="hidden"),
    )

    def on_new_game(self) -> None:
        self.vulnerable = self.boards.at_risk(self.game_no)
        at_risk = [name for name, is_so in zip(self.names, self.vulnerable, strict=True) if is_so]
        self.set_fact("dealer", self.names[self.first])
        self.set_fact("vulnerable", dict.fromkeys(at_risk, "vulnerable") or None)

    def on_lead(self) -> None:
        """The declarer is whoever of the side named the suit first."""
        contract, calls = self.auction.contract, self.auction.calls
        suit, seat = contract.word if contract else "", self.auction.declarer % 2
        while not calls[seat].endswith(suit):
            seat += 2
        self.auction.declarer, self.leader = seat % 4, self.following[seat % 4]
        self.set_fact("declarer", self.names[seat % 4])

    def points(self, seat: int) -> int:
        auction, declarer = self.auction, self.auction.declarer
        if auction.contract is None:
            return 0
        bid, tricks = auction.contract, self.tricks[declarer] + self.tricks[declarer - 2]
        at_risk = self.vulnerable[declarer]
        points = contract_points(bid.amount, bid.word, auction.doubled, at_risk, tricks)
        return points if seat % 2 == declarer % 2 else -points
