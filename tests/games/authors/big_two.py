"""Big Two (大老二): beat one, two, three or five cards with as many better ones, or pass."""

from cardkit import CardGame, ClimbingGame, Deal, Deck, Match, Seats


class BigTwo(CardGame):
    """Beat the cards on the table with as many better ones; the first empty hand wins."""

    title = "Big Two"
    seats = Seats(least=4, most=4)
    deck = Deck(order="3456789TJQKA2")
    match = Match(games=5)
    stages = (
        Deal(each=13),
        ClimbingGame(
            kinds=("single", "pair", "triple", "straight", "flush", "full_house", "four_and_one",
                   "straight_flush"),
            suit_order="DCHS",
            first_card="D3",
            end="first_empty_hand",
        ),
    )  # fmt: skip
    scoring = ("A card left costs 1, from ten on 2, all thirteen 3; the winner gets it.",)
    texts = {
        "ja": {
            "Big Two": "大老二",
            "Beat the cards on the table with as many better ones; the first empty hand wins.": (
                "場と同じ枚数でより強い札を出すか、パスする。最初に手札をなくした人の勝ち。"
            ),
            "A card left costs 1, from ten on 2, all thirteen 3; the winner gets it.": (
                "残った札は1枚につき1点、10枚以上なら2点、13枚すべてなら3点を勝者に払う。"
            ),
        }
    }

    def cost(self, seat: int) -> int:
        left = len(self.hand(seat))
        return left * (1 + (left > 9) + (left > 12))

    def points(self, seat: int) -> int:
        return -self.cost(seat) if self.hand(seat) else sum(map(self.cost, self.order))
