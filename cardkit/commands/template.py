"""What `cardkit new` writes: a small, complete game and its test."""

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
