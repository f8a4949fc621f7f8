"""Go Fish: ask the others for the ranks you hold, and lay down books of four."""

from cardkit import Ask, CardGame, Deal, Score, Seats


class GoFish(CardGame):
    """Ask a player for a rank you hold; in vain, go fish; most books of four win."""

    title = "Go Fish"
    seats = Seats(least=2, most=6)
    stages = (Deal(each=5), Ask())
    score = Score(win=1)
    fixed = ("refill",)  # books are never drawn again
    notes = ("Two or three players are dealt two cards more.",)
    presets = {"classic": {}, "happy_families": {"asks_for": "card"}}
    texts = {
        "ja": {
            "Go Fish": "ゴーフィッシュ",
            "Ask a player for a rank you hold; in vain, go fish; most books of four win.": (
                "手札にある数字をほかの人に求め、なければ山札から引く。4枚組が最も多い人の勝ち。"
            ),
            "Two or three players are dealt two cards more.": "2人か3人のときは2枚多く配る。",
        }
    }

    def on_dealt(self) -> None:
        if len(self.order) < 4:
            for seat in self.order:
                self.piles.take(seat, 2)
