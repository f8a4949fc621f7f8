"""Rock paper scissors (じゃんけん): everybody answers at once, and in secret.

`ask_all` lets nobody hear an answer before all have given theirs; `after_all` gets them together.
"""

from collections.abc import Mapping

from cardkit import Command, Fact, Match, NetGame, Seats, Word

BEATS = {"ROCK": "SCISSORS", "PAPER": "ROCK", "SCISSORS": "PAPER"}
SIGNS = tuple(BEATS)
TRIES = 10


class RockPaperScissors(NetGame):
    """Both show a sign at once; equal signs are shown again."""

    title = "Rock paper scissors"
    seats = Seats(least=2, most=2)
    match = Match(games=5, play_to=3)
    fixed = ("begins",)  # all begin at once
    notes = (
        "Rock beats scissors, scissors paper, paper rock.",
        "After ten equal signs the game is a draw.",
    )
    declares = (
        Word(
            "SHOW", "show a sign", "{who} shows {choice}", "You show {choice}", "Show", choice=SIGNS
        ),
        Fact("shown", "what was shown last", "shown", told="", kind="seats", values=SIGNS),
    )
    texts = {
        "ja": {
            "Rock paper scissors": "じゃんけん",
            "Both show a sign at once; equal signs are shown again.": "同時に出す。あいこは再度。",
            "Rock beats scissors, scissors paper, paper rock.": "グー > チョキ > パー > グー。",
            "After ten equal signs the game is a draw.": "10回あいこなら引き分け。",
            "show a sign": "手を出す",
            "{who} shows {choice}": "{who}: {choice}",
            "You show {choice}": "あなた: {choice}",
            "Show": "出す",
            "what was shown last": "最後に出した手",
            "shown": "手",
            "ROCK": "グー",
            "PAPER": "パー",
            "SCISSORS": "チョキ",
        }
    }

    def begin(self) -> None:
        self.tries = 0
        self.ask_all(*self.order, secret=True)

    def offers(self, seat: int) -> list[Command]:
        return [Command("SHOW", word=sign) for sign in SIGNS]

    def after_all(self, answers: Mapping[int, Command]) -> None:
        self.signs = [answers[seat].word for seat in (0, 1)]
        self.set_fact("shown", self.signs)
        self.tries += 1
        if self.points(0) == self.points(1) and self.tries < TRIES:
            self.ask_all(*self.order, secret=True)
        else:
            self.end_game()

    def points(self, seat: int) -> int:
        return int(BEATS[self.signs[seat]] == self.signs[1 - seat])
