"""Claims: cards laid face down, doubted in secret, and the pile that somebody takes."""

from __future__ import annotations

import pytest

from cardkit import CardGame, Claim, Deal, Deck, Refused, Score, Seats
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange
from tests.sound import Sound

NAMES = ["ann", "bob", "cem"]


class Claims(CardGame):
    """Lay cards face down as the rank that is due."""

    title = "Claims"
    seats = Seats(least=3, most=8)
    deck = Deck(order="A23456789TJQK")
    stages = (Deal(), Claim())
    score = Score(win=1)


class NextDoubts(Claims):
    """Only the next player is heard, and there are two claims."""

    stages = (Deal(), Claim(speakers="next", claim_limit=2))


def claimed(
    words: str, *answers: str, ann: str = "SA HA SK", game: type[Claims] = Claims
) -> Claims:
    """A table after ann's claim, that aces were laid, and these answers in order."""
    table = game.play(NAMES)
    arrange(table, {"ann": ann, "bob": "S2 H2", "cem": "S3 H3"})
    table.listening = True
    table.apply("ann", words)
    for name, answer in zip(NAMES[1:], answers, strict=False):
        table.apply(name, answer)
    return table


def test_cards_are_laid_face_down_as_the_rank_that_is_due() -> None:
    table = Claims.play(NAMES)
    arrange(table, {"ann": "SA HA SK", "bob": "S2", "cem": "S3"})
    assert table.facts["due"] == "A"
    table.listening = True
    told = [event.words(1) for event in table.apply("ann", "LAY SA SK")]
    assert ("ACTION", "ann", "LAY", 2) in told
    assert ("MOVE", "ann", "heap", "??", "??") in told
    assert (table.facts["claim"], table.facts["claimant"]) == ("A", "ann")
    assert table.awaited == (1, 2)


def test_answers_are_secret_until_all_are_given() -> None:
    table = claimed("LAY SA")
    assert next(e.words(2) for e in table.apply("bob", "DOUBT")) == ("ACTION", "bob", "??")
    told = [event.words(2) for event in table.apply("cem", "BELIEVE")]
    assert ("ACTION", "bob", "DOUBT") in told
    assert ("SHOW", "heap", "SA") in told


def test_a_liar_who_is_caught_takes_the_pile() -> None:
    table = claimed("LAY SA SK", "BELIEVE", "DOUBT")
    assert {*table.hand(0)} == {"SA", "HA", "SK"}
    assert (table.piles["heap"], table.awaited) == ([], (1,))


def test_a_doubt_of_the_truth_costs_the_next_doubter_the_pile() -> None:
    table = claimed("LAY SA HA", "DOUBT", "DOUBT")
    assert {*table.hand(1)} == {"S2", "H2", "SA", "HA"}
    assert table.hand(2) == ["S3", "H3"]


def test_what_is_believed_stays_hidden_and_the_next_rank_is_due() -> None:
    table = claimed("LAY SK", "BELIEVE", "BELIEVE")
    assert table.view(1).piles["heap"] == ("??",)
    assert (table.facts["due"], table.awaited) == ("2", (1,))
    assert not {"claim", "claimant"} & {*table.facts}


def test_the_last_cards_win_unless_the_lie_is_caught() -> None:
    won = claimed("LAY SK", "BELIEVE", "BELIEVE", ann="SK")
    assert (won.playing, won.ranking[0], won.scores[0]) == (False, 0, 1)
    caught = claimed("LAY SK", "BELIEVE", "DOUBT", ann="SK")
    assert caught.playing


def test_only_the_next_player_is_heard_where_that_is_the_rule() -> None:
    table = claimed("LAY SA", game=NextDoubts)
    assert table.awaited == (1,)
    table.apply("bob", "BELIEVE")
    table.apply("bob", "LAY S2")
    table.apply("cem", "BELIEVE")
    assert not table.playing  # two claims
    assert table.ranking[0] == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("LAY", "LAY takes 1 to 4 of your cards, not 0"),
        ("LAY SA HA DA CA SK", "LAY takes 1 to 4 of your cards, not 5"),
        ("LAY S3", "you do not hold S3"),
        ("DOUBT", "DOUBT is not possible now"),
    ],
)
def test_a_refusal_says_what_can_be_laid(words: str, why: str) -> None:
    table = Claims.play(NAMES)
    arrange(table, {"ann": "SA HA DA CA SK", "bob": "S2", "cem": "S3"})
    with pytest.raises(Refused, match=why):
        table.apply("ann", words)


def test_the_rule_sheet_says_what_the_settings_mean() -> None:
    sheet = rule_sheet(Claims)
    assert "LAY 1 to 4 cards at a time." in sheet
    assert "of several who doubt, the next in turn counts" in sheet
    assert "The next player answers." in rule_sheet(NextDoubts)


@pytest.mark.parametrize("options", [{}, {"jokers": 2, "speakers": "next", "claim_limit": 60}])
def test_claims_keep_every_promise(options: dict[str, object], sound: Sound) -> None:
    assert sound(Claims, {}, games=6, seats=(3, 4), options=options).twins > 50


# --- as the player says, and answers in turn ------------------------------------------------------


class Cheat(Claims):
    """Players name the rank themselves, and the others answer in turn."""

    stages = (Deal(), Claim(rank="named", speakers="in_turn", claim_limit=60))


class Kept(Claims):
    """Whoever begins a pile names its rank."""

    stages = (Deal(), Claim(rank="kept", claim_limit=60))


def said(game: type[Claims], *words: str) -> Claims:
    """A table after these words, each said by the first who is asked."""
    table = game.play(NAMES)
    arrange(table, {"ann": "SA HA SK", "bob": "S2 H2", "cem": "S3 H3"})
    for line in words:
        table.apply(NAMES[table.awaited[0]], line)
    return table


def test_a_player_names_the_rank_and_lays_cards_as_that() -> None:
    table = said(Cheat)
    assert "due" not in table.facts
    assert [*map(str, table.legal(0))][:2] == ["CLAIM A", "CLAIM 2"]
    with pytest.raises(Refused, match="LAY is not possible now"):
        table.apply("ann", "LAY SK")
    table.apply("ann", "CLAIM K")
    assert (table.facts["due"], table.awaited) == ("K", (0,))
    table.apply("ann", "LAY SA")
    assert table.facts["claim"] == "K"


def test_answers_in_turn_end_with_the_first_doubt() -> None:
    table = said(Cheat, "CLAIM K", "LAY SA", "BELIEVE")
    assert table.awaited == (2,)
    table.apply("cem", "DOUBT")
    assert {*table.hand(0)} == {"SA", "HA", "SK"}
    assert table.awaited == (1,)
    table = said(Cheat, "CLAIM K", "LAY SK", "DOUBT")
    assert "SK" in table.hand(1), "cem is not asked any more"


def test_the_next_player_names_another_rank_when_all_believe() -> None:
    table = said(Cheat, "CLAIM K", "LAY SA", "BELIEVE", "BELIEVE")
    assert (table.piles["heap"], table.awaited) == (["SA"], (1,))
    assert "due" not in table.facts
    assert table.legal(1)[0].verb == "CLAIM"


def test_the_rank_of_a_pile_is_kept_until_it_is_taken() -> None:
    table = said(Kept, "CLAIM A", "LAY SA", "BELIEVE", "BELIEVE")
    assert (table.facts["due"], table.legal(1)[0].verb) == ("A", "LAY")
    for line in ("LAY S2", "DOUBT", "BELIEVE"):
        table.apply(NAMES[table.awaited[0]], line)
    assert {*table.hand(1)} == {"SA", "S2", "H2"}
    assert table.awaited == (2,)
    assert table.legal(2)[0].verb == "CLAIM"


def test_the_rule_sheet_says_who_names_the_rank_and_who_answers() -> None:
    sheet = rule_sheet(Cheat)
    assert "CLAIM any rank before you lay cards as that rank." in sheet
    assert "The others answer in turn, until one of them doubts." in sheet
    assert "| `CLAIM 7` |" in sheet
    assert "until the pile is taken" in rule_sheet(Kept)
    assert "CLAIM" not in rule_sheet(Claims)


@pytest.mark.parametrize("game", [Cheat, Kept])
def test_other_claims_keep_every_promise(game: type[Claims], sound: Sound) -> None:
    assert sound(game, {}, games=4, seats=(3,)).twins > 20
