"""Tic-tac-toe (三目並べ): a game without cards.

The board is a fact; screens draw it as rows of cells because of its kind.
"""

from cardkit import Command, Fact, Match, NetGame, Seats, Word

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(NetGame):
    """Take turns to mark a cell; three in a row win."""

    title = "Tic-tac-toe"
    seats = Seats(least=2, most=2)
    match = Match(games=2, begins="next")
    declares = (
        Word(
            "PLACE",
            "mark a cell",
            "{who} marks {number}",
            "You mark {number}",
            "Mark",
            number=(1, 9),
        ),
        Fact("board", told="", kind="board"),
    )
    texts = {
        "ja": {
            "Tic-tac-toe": "三目並べ",
            "Take turns to mark a cell; three in a row win.": "交互にマスを取り、3つ並べると勝ち。",
            "mark a cell": "マスを取る",
            "{who} marks {number}": "{who}: {number}番のマスを取りました",
            "You mark {number}": "あなた: {number}番のマスを取りました",
            "Mark": "取る",
        }
    }

    def begin(self) -> None:
        self.cells = list("123456789")
        self.show_board()
        self.ask(self.first)

    def offers(self, seat: int) -> list[Command]:
        return [Command("PLACE", amount=int(cell)) for cell in self.cells if cell.isdigit()]

    def act(self, seat: int, command: Command) -> None:
        self.cells[command.amount - 1] = "XO"[seat]
        self.show_board()
        if self.points(seat) or not any(cell.isdigit() for cell in self.cells):
            self.end_game()
        else:
            self.ask(self.following[seat])

    def points(self, seat: int) -> int:
        return int(any({self.cells[at] for at in line} == {"XO"[seat]} for line in LINES))

    def show_board(self) -> None:
        self.set_fact("board", [self.cells[at : at + 3] for at in (0, 3, 6)])
