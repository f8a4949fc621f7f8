"""The house rules that a table of Daifugo can choose, and what the rule sheet says of them."""

from collections.abc import Mapping
from typing import ClassVar

from cardkit import RANKS, ClimbingGame, Condition, Declared, Fact, Notice, Text, condition, setting


@condition
class House(Condition):
    """The house rules of a table."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Fact(
            "revolution",
            "whether the order of the ranks is turned round",
            "REVOLUTION",
            told="Revolution! The order of the ranks is turned round.",
            ended="Revolution undone: the ranks are as they were.",
            announced=True,
        ),
        Fact(
            "eleven_back",
            "whether a jack has turned the order of the ranks round",
            "11-BACK",
            told="11-back: low beats high until the table is cleared.",
            announced=True,
        ),
        Notice(
            "CUT",
            "an 8 has cleared the field",
            {"who": "the player"},
            told="8-cut!",
            announced=True,
        ),
    )

    first_lead: str = setting(
        "S3",
        "who leads the first game: the holder of a card, the first by name, or one drawn by lot",
        choices=("S3", "H3", "D3", "C3", "lowest_name", "random"),
        says={
            "lowest_name": "The player whose name comes first by alphabet leads the first game.",
            "random": "Who leads the first game is drawn by lot.",
            None: "Whoever holds {first_lead} shows it and leads the first game.",
        },
    )
    later_leads: str = setting(
        "low",
        "who leads later games: whoever came last, or the holder of that card again",
        choices=("low", "card"),
        says={"low": "Whoever came last leads the next one.", "card": "So it is in later games."},
    )
    remainder: str = setting(
        "dealer",
        "who gets odd cards: the players from one drawn by lot on, from last game's leader on, or "
        "from its winner on",
        choices=("dealer", "first", "winner"),
        says={
            "dealer": "Odd cards go round from a player drawn by lot.",
            "first": "Odd cards go round from the player who led the last game.",
            "winner": "Odd cards go round from the winner of the last game.",
        },
    )
    seating: str = setting(
        "fixed",
        "how seats change: not at all, to the reverse order of finish, or by lot every three games",
        choices=("fixed", "by_finish", "every3"),
        unsaid="Everybody keeps their seat.",
        says={
            "by_finish": "The seats of the next game follow the finish, the last player first.",
            "every3": "Seats are drawn by lot every three games.",
        },
    )
    revolution: int = setting(
        4,
        "cards of a rank that turn the order of the ranks round",
        unsaid={0: "never"},
        least=0,
        says="Revolution: {revolution} or more cards of a rank turn the order of the ranks round.",
    )
    run_revolution: int = setting(
        0,
        "cards of a run that turn the order of the ranks round",
        unsaid={0: "never"},
        least=0,
        says="A run of {run_revolution} or more cards turns the order of the ranks round.",
    )
    eight_cut: bool = setting(
        True,
        "a play with an 8 clears the field",
        says="8-cut: a play with an 8 clears the field, and its player leads.",
    )
    eight_cut_runs: bool = setting(
        True,
        "an 8 in a run does so, too",
        says_not="A run with an 8 in it does not clear the field.",
    )
    eleven_back: bool = setting(
        False,
        "a play with a J turns the order of the ranks round until the field clears",
        says="11-back: a play with a J turns the order of the ranks round until the field clears.",
    )
    spade3: str = setting(
        "on",
        "whether S3 beats a lone joker and clears the field, also against a lock of suits",
        choices=("off", "on", "ignores_lock"),
        unsaid="Nothing beats a lone joker.",
        says={
            "on": "S3 beats a lone joker and clears the field.",
            "ignores_lock": "S3 beats a lone joker in spite of a suit lock, and clears the field.",
        },
    )
    miyako: str = setting(
        "play_on",
        "都落ち, when last game's 大富豪 is not first again: nothing, last in the end, or out now",
        choices=("off", "play_on", "immediate"),
        unsaid="A 大富豪 who is not first again has nothing to fear.",
        says={
            "play_on": "Miyako-ochi: last game's 大富豪 who is not first again ends up last.",
            "immediate": "Miyako-ochi: when another player is first, last game's 大富豪 throws in "
            "their hand and is last.",
        },
    )
    forbidden_finish: str = setting(
        "",
        "ranks that nobody may finish on; * is a joker",
        says="Finishing on one of these ranks makes you last: {forbidden_finish} (* is a joker).",
        coded=True,
    )
    gekokujo: bool = setting(
        False,
        "下克上: when last game's 大貧民 is first, all titles are reversed",
        says="Gekokujo: when last game's 大貧民 is first, everybody's last title is reversed.",
    )

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        rules, found = beside["climbing_game"], dict[str, str]()
        assert isinstance(rules, ClimbingGame)
        if not rules.runs:
            found |= {"run_revolution": "runs=on", "eight_cut_runs": "runs=on"}
        if not self.eight_cut:
            found["eight_cut_runs"] = "eight_cut=on"
        if self.spade3 == "ignores_lock" and not rules.lock_after:
            found["spade3"] = "lock_after=2"
        return found

    def conflicts(self) -> list[str]:
        wrong = sorted(set(self.forbidden_finish) - {*RANKS, "*"})
        template = "forbidden_finish: {wrong} is no rank; write any of {ranks}"
        return [Text(template, wrong=repr(w), ranks=f"{RANKS}*") for w in wrong]
