"""A game with a stage of which nothing but this file knows."""

from __future__ import annotations

from typing import ClassVar

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Fact,
    Match,
    Notice,
    Pile,
    Refused,
    Seats,
    Word,
    condition,
    setting,
)
from cardkit.cardgame import EVERYONE
from cardkit.netgame import Declared
from cardkit.stages import Offers, Stage, StageState, TablePart


class Bargain(StageState):
    """How often somebody has spoken, and the last price of each."""

    __slots__ = ("prices", "spoken")

    def __init__(self, players: int) -> None:
        self.spoken = 0
        self.prices = [0] * players


class Ledger(TablePart):
    """What was the highest price of a match, and whose it was: `self.ledger`."""

    __slots__ = ("highest", "whose")

    def __init__(self) -> None:
        self.highest = 0
        self.whose = -1

    def begin_match(self, table: CardGame) -> None:
        self.highest, self.whose = 0, -1


class BargainHooks(CardGame, hooks=True):
    """What a game with bargaining has and can say."""

    ledger: Ledger
    """The highest price so far."""

    def on_record(self, seat: int, price: int) -> None:
        """Override for the effects of a price that is higher than all before in the match."""


@condition
class Bargaining(Stage[BargainHooks, Bargain]):
    """Merchants offer prices to each other, hang up cards or nod, until the gong."""

    hooks = BargainHooks
    part_name: ClassVar[str] = "ledger"
    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "HAGGLE",
            "offer a price to another merchant",
            told="{who} offers {number} to {whom}",
            you="You offer {number} to {whom}",
            button="Offer",
            player=True,
            number=(1, 3),
        ),
        Word(
            "HANG",
            "hang a card on the line",
            told="{who} hangs up {cards}",
            you="You hang up {cards}",
            button="Hang up",
            cards=(1, 1),
        ),
        Word("NOD", "put a card by", "{who} nods", "You nod", "Nod", mild=True),
        Fact(
            "mood",
            "how the merchants feel",
            "mood",
            told="The merchants are {value}.",
            values=("cheerful", "sour"),
        ),
        Fact("prices", "the last price of each merchant", "price", told="", kind="seats"),
        Notice(
            "GONG", "the bazaar closes", {"who": "the last to speak"}, told="Gong!", you="Gong!"
        ),
        Pile("line", "the cards that hang there", "washing line", put="", you_put="", shown="rows"),
        Pile("basket", "what a merchant has put by", "basket", put="", you_put="", shown="fan"),
    )

    rounds: int = setting(
        2,
        "how often every merchant speaks",
        least=1,
        most=9,
        says=("Every merchant speaks once.", "Every merchant speaks {rounds} times."),
    )

    def part(self) -> Ledger:
        return Ledger()

    def begin(self, table: BargainHooks) -> None:
        table.state = Bargain(len(table.names))
        table.set_fact("mood", "cheerful")
        table.ask(table.first)

    def offers(self, table: BargainHooks, seat: int, state: Bargain) -> Offers:
        other = table.following[seat]
        name = table.names[other]
        return [
            *(CardCommand("HAGGLE", name=name, target=other, amount=n) for n in (1, 2, 3)),
            *(CardCommand("HANG", cards=(card,)) for card in table.hand(seat)),
            CardCommand("NOD"),
        ]

    def act(self, table: BargainHooks, seat: int, command: CardCommand, state: Bargain) -> None:
        state.spoken += 1
        match command.verb:
            case "HAGGLE":
                state.prices[seat] = command.amount
                if command.amount > table.ledger.highest:
                    table.ledger.highest = command.amount
                    table.on_record(seat, command.amount)
                table.set_fact("prices", [*state.prices])
                table.set_fact("mood", "sour" if command.amount == 1 else "cheerful")
            case "HANG":
                table.piles.move(command.cards, seat, "line", EVERYONE)
            case _:
                table.piles.move(table.hand(seat)[:1], seat, f"basket:{seat}", EVERYONE)
        if state.spoken < self.rounds * len(table.names):
            table.ask(table.following[seat])
        else:
            table.emit("GONG", table.names[seat])
            table.next_stage()


class Bazaar(BargainHooks):
    """Offer much, and keep your cards."""

    title = "Bazaar"
    seats = Seats(least=2, most=4)
    match = Match(games=2)
    stages = (Deal(each=5), Bargaining())
    scoring = ("Every card in hand is a point.",)
    texts: ClassVar = {
        "ja": {
            "Bazaar": "バザール",
            "Bargaining": "駆け引き",
            "Offer much, and keep your cards.": "高く申し出て、札を残します。",
            "Merchants offer prices to each other, hang up cards or nod, until the gong.": (
                "商人は銅鑼が鳴るまで値を申し出るか、札を掛けるか、うなずきます。"
            ),
            "how often every merchant speaks": "各商人が話す回数",
            "Every merchant speaks {rounds} times.": "商人は{rounds}回ずつ話します。",
            "Every card in hand is a point.": "手札1枚が1点です。",
            "offer a price to another merchant": "ほかの商人に値を申し出る",
            "{who} offers {number} to {whom}": "{who}は{whom}に{number}を申し出ました",
            "You offer {number} to {whom}": "{whom}に{number}を申し出ました",
            "Offer": "申し出る",
            "hang a card on the line": "札を1枚掛ける",
            "{who} hangs up {cards}": "{who}は{cards}を掛けました",
            "You hang up {cards}": "{cards}を掛けました",
            "Hang up": "掛ける",
            "put a card by": "札を1枚取っておく",
            "{who} nods": "{who}はうなずきました",
            "You nod": "うなずきました",
            "Nod": "うなずく",
            "how the merchants feel": "商人の機嫌",
            "mood": "機嫌",
            "cheerful": "上機嫌",
            "sour": "不機嫌",
            "The merchants are {value}.": "商人は{value}です。",
            "the last price of each merchant": "各商人の最後の値",
            "price": "値",
            "Gong!": "銅鑼が鳴りました。",
            "the cards that hang there": "掛かっている札",
            "washing line": "物干し",
            "what a merchant has put by": "商人が取っておいた札",
            "basket": "かご",
            "two brings bad luck; offer 1 or 3": "2は縁起が悪いので、1か3を申し出てください",
        }
    }

    def check_haggle(self, seat: int, command: CardCommand) -> None:
        if command.amount == 2:
            raise Refused("BAD_LUCK", "two brings bad luck; offer 1 or 3")

    def on_record(self, seat: int, price: int) -> None:
        self.ledger.whose = seat

    def points(self, seat: int) -> int:
        return len(self.hand(seat))
