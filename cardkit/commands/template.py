"""What `cardkit new` writes: a small, complete game, or a stage with a game, and its test."""

GAME = '''\
"""TITLE: a card game of your own. Change any line you like.

Its rule sheet:      cardkit rules FILE.py:CLASS --lang ja
Games between bots:  cardkit simulate FILE.py:CLASS --bots saver,rand
Its test:            python test_FILE.py
"""

from collections.abc import Sequence

from cardkit import (
    Bot,
    CardCommand,
    CardGame,
    CardView,
    Condition,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Match,
    Offer,
    OrderGame,
    Seats,
    condition,
    setting,
)


# Write a rule that only your game has as a condition. Its sentence appears on the rule sheet, and
# people who open a table can change it: --set per_card=2
@condition
class Prize(Condition):
    """What winning is worth."""

    per_card: int = setting(
        1,
        "points for each card that the others still hold",
        least=0,
        most=10,
        says="The winner gets {per_card} for each card that the others still hold.",
    )


class CLASS(CardGame):
    """Match the suit or the rank of the last card; the first empty hand wins."""

    title = "TITLE"

    # The settings. Change a value, or delete a line to get the default.
    seats = Seats(least=2, most=5)
    deck = Deck(size=52, jokers=0, refill="from_table")
    match = Match(games=3)
    prize = Prize()

    # A game is a sequence of stages.
    stages = (
        Deal(each=5, turn_up=1),
        OrderGame(
            discard=Discard(match="suit_or_rank"),
            draw=Draw(rule="until_playable"),
            end=End(when="first_empty_hand", turn_limit=500),
        ),
    )

    # Presets are named sets of options: --preset long
    presets = {"short": {}, "long": {"each": 7, "games": 5}}

    # Japanese translations of the sentences above.
    texts = {
        "ja": {
            "TITLE": "TITLE（仮題）",
            "Match the suit or the rank of the last card; the first empty hand wins.": (
                "直前の札と同じマークか同じ数字の札を出し、最初に手札をなくした人の勝ち。"
            ),
            "What winning is worth.": "勝ちの価値。",
            "points for each card that the others still hold": "他の人の残り札1枚あたりの点数",
            "The winner gets {per_card} for each card that the others still hold.": (
                "勝者は、他の人の手札に残った札1枚につき{per_card}点を得る。"
            ),
        }
    }

    # Where the settings are not enough, override a method that begins with on_, check_ or more_.
    def on_game_over(self) -> None:
        left = sum(len(self.hand(seat)) for seat in self.order)
        self.scores[self.ranking[0]] += left * self.prize.per_card


class Saver(Bot):
    """Plays the suit that it holds most of, and so keeps cards that fit."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        discards = [c for c in legal if isinstance(c, CardCommand) and c.verb == "DISCARD"]
        if not discards:
            return self.any(legal)
        suits = [card[0] for card in view.hand]
        return max(discards, key=lambda command: suits.count(command.cards[0][0]))


BOTS = {"saver": Saver}
'''

TEST = '''\
"""TITLE: what every game must guarantee, and the rules of this one."""

from FILE import CLASS

from cardkit.testing import check_game


def test_FILE_keeps_what_every_game_promises() -> None:
    check_game(CLASS, games=30)  # without games=30 it plays 1000 games and finds more


def test_the_winner_gets_a_point_for_each_card_of_the_others() -> None:
    table = CLASS.play(["ann", "bob", "cid"], key=b"any key, always the same deal")
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    winner = table.ranking[0]
    assert table.scores[winner] == sum(len(table.hand(seat)) for seat in table.order)


if __name__ == "__main__":  # pytest finds the tests by their names; Python runs them so
    test_the_winner_gets_a_point_for_each_card_of_the_others()
    print(check_game(CLASS))
'''

STAGE = '''\
"""TITLE: a stage of your own, and a game that is played in it. Change any line you like.

Its rule sheet:   cardkit rules FILE.py:CLASSGame --lang ja
Play it:          cardkit play FILE.py:CLASSGame
Its test:         python test_FILE.py
"""

from cardkit import (
    EVERYONE,
    Card,
    CardCommand,
    CardGame,
    Deal,
    Fact,
    Match,
    Pile,
    Refused,
    Seats,
    Word,
    condition,
    setting,
)
from cardkit.stages import Offers, Stage, StageState

PASS = CardCommand("PASS")


# What changes during the stage. Name everything in __slots__; then copies and replays work.
class CLASSState(StageState):
    """Who leads with which card, and how many have passed in a row."""

    __slots__ = ("best", "laid", "leader", "passes")

    def __init__(self, players: int) -> None:
        self.best: Card | None = None
        self.leader = -1
        self.laid = [0] * players
        self.passes = 0


@condition
class CLASS(Stage["CLASSGame", CLASSState]):
    """Everybody in turn lays a card or passes; the highest card takes all that were laid."""

    # What players can say, what all may know, and where cards lie. Rule sheet, page, terminal and
    # programs go by this.
    declares = (
        Word(
            "LAY",
            "lay a card face up",
            told="{who} lays {cards}",
            you="You lay {cards}",
            button="Lay",
            cards=(1, 1),
        ),
        Word("PASS", "lay nothing", told="{who} passes", you="You pass", button="Pass"),
        Fact("laid", "how many cards each player has laid", "laid", told="", kind="seats"),
        Pile("hoard", "the cards that were laid", "hoard"),
        Pile("taken", "the cards that a player has taken", "taken", put="{who} takes {cards}"),
    )

    # Settings are options of every table: --set most_laid=3
    most_laid: int = setting(
        2,
        "how many cards a player may lay",
        least=1,
        most=13,
        says=("Nobody lays more than one card.", "Nobody lays more than {most_laid} cards."),
    )

    def begin(self, table: "CLASSGame") -> None:
        table.state = CLASSState(len(table.order))
        table.set_fact("laid", None)
        table.ask(table.first)

    # What a player may say now; this alone decides what is legal.
    def offers(self, table: "CLASSGame", seat: int, state: CLASSState) -> Offers:
        if state.laid[seat] >= self.most_laid:
            return [PASS]
        return [*(CardCommand("LAY", cards=(card,)) for card in table.hand(seat)), PASS]

    # Carry it out, and ask the next player or end the stage.
    def act(
        self, table: "CLASSGame", seat: int, command: CardCommand, state: CLASSState
    ) -> None:
        if command == PASS:
            state.passes += 1
        else:
            state.passes = 0
            state.laid[seat] += 1
            table.piles.move(command.cards, seat, "hoard", to=EVERYONE)
            table.set_fact("laid", [*state.laid])
            card = command.cards[0]
            if state.best is None or card.level > state.best.level:
                state.best, state.leader = card, seat
        if state.passes < len(table.order):
            table.ask(table.following[seat])
            return
        if state.leader >= 0:
            hoard = [*table.piles["hoard"]]
            table.piles.move(hoard, "hoard", f"taken:{state.leader}", to=EVERYONE)
        table.next_stage()

    # Say why something is not legal, where that is not plain.
    def explain(
        self, table: "CLASSGame", seat: int, command: CardCommand, state: CLASSState
    ) -> None:
        if command.verb == "LAY" and state.laid[seat] >= self.most_laid:
            text = "you have laid {n} cards, and may only PASS"
            raise Refused("LAID_ENOUGH", text, n=self.most_laid)


class CLASSGame(CardGame):
    """Lay the highest card and take all cards that were laid."""

    title = "TITLE"
    seats = Seats(least=2, most=6)
    match = Match(games=3, begins="next")
    stages = (Deal(each=4), CLASS())
    scoring = ("Each card taken is a point.",)
    texts = {
        "ja": {
            "TITLE": "TITLE（仮題）",
            "Lay the highest card and take all cards that were laid.": (
                "いちばん強い札を出した人が、出された札をすべて取る。"
            ),
            "Everybody in turn lays a card or passes; the highest card takes all that were laid.": (
                "順番に札を1枚出すかパスし、いちばん強い札を出した人が出された札をすべて取る。"
            ),
            "STAGE": "STAGE（仮題）",
            "lay a card face up": "札を1枚、表にして出す",
            "{who} lays {cards}": "{who}: {cards}を出す",
            "You lay {cards}": "あなた: {cards}を出す",
            "Lay": "出す",
            "lay nothing": "何も出さない",
            "how many cards each player has laid": "それぞれが出した札の数",
            "laid": "出した数",
            "the cards that were laid": "出された札",
            "hoard": "場の札",
            "the cards that a player has taken": "取った札",
            "taken": "取り札",
            "{who} takes {cards}": "{who}: {cards}を取る",
            "how many cards a player may lay": "1人が出せる札の数",
            "Nobody lays more than {most_laid} cards.": "出せるのは1人{most_laid}枚まで。",
            "you have laid {n} cards, and may only PASS": "もう{n}枚出しました。PASSだけができます",
            "Each card taken is a point.": "取った札1枚が1点。",
        }
    }

    def points(self, seat: int) -> int:
        return len(self.piles.get(f"taken:{seat}", ()))
'''

STAGE_TEST = '''\
"""TITLE: what every game must guarantee, and the rules of this stage."""

from FILE import CLASSGame

from cardkit.testing import check_game


def test_FILE_keeps_what_every_game_promises() -> None:
    # With need_not_reach={} every word of the game must be said in some of the games.
    check_game(CLASSGame, games=30, need_not_reach={})


def test_the_highest_card_takes_all_that_were_laid() -> None:
    table = CLASSGame.play(["ann", "bob"], key=b"any key, always the same deal")
    low, high = (sorted(table.hand(seat), key=lambda card: card.level) for seat in (0, 1))
    table.apply("ann", f"LAY {low[0]}")
    table.apply("bob", f"LAY {high[-1]}")
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")
    assert table.scores == [0, 2]


def test_nobody_lays_more_than_the_setting_says() -> None:
    table = CLASSGame.play(["ann", "bob"], options={"most_laid": 1})
    table.apply("ann", f"LAY {table.hand(0)[0]}")
    table.apply("bob", "PASS")
    assert table.legal(0) == ("PASS",)
    assert not table.can("ann", f"LAY {table.hand(0)[0]}")


if __name__ == "__main__":  # pytest finds the tests by their names; Python runs them so
    test_the_highest_card_takes_all_that_were_laid()
    print(check_game(CLASSGame))
'''
