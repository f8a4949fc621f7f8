"""Mistakes of an author are found when the class is created, all at once, and teach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardkit.cardgame import (
    Ante,
    Bank,
    Betting,
    CardGame,
    ClimbingGame,
    Clock,
    Condition,
    Deal,
    Deck,
    Discard,
    Draw,
    OrderGame,
    RulesError,
    Score,
    Seats,
    Showdown,
    Specials,
    Tribute,
    TrickGame,
    condition,
    setting,
)
from cardkit.games.page_one import PageOne
from cardkit.netgame import Fact, Match, NetGame, Pile, Word

NOT_A_DRAW: dict[str, Any] = {"draw": Discard()}
A_NUMBER: dict[str, Any] = {"draw": 5}


class Undecorated(Condition):
    """A condition without its decorator."""

    limit: int = setting(1, "a limit")


@condition
class House(Condition):
    """A condition of one game."""

    limit: int = setting(1, "a limit")


FIVE_AS_TEXT: dict[str, Any] = {"each": "5"}
OFF_AS_TEXT: dict[str, Any] = {"ends_turn": "off"}
NO_END: dict[str, Any] = {"end": None}


def make(*bases: type, **parts: Any) -> type:
    """A sound game, but for these parts."""
    sound = {"title": "Sound", "stages": (Deal(each=5), OrderGame(discard=Discard()))}
    return type("Sound", bases or (CardGame,), {**sound, **parts})


def mistakes(*bases: type, **parts: Any) -> tuple[str, ...]:
    with pytest.raises(RulesError) as caught:
        make(*bases, **parts)
    for mistake in caught.value.mistakes:
        assert mistake in str(caught.value)
    return caught.value.mistakes


def hook(*_: Any) -> None:
    """A method of the game."""


def test_a_sound_class_is_a_game() -> None:
    make()
    make(LIMIT=5, _private=5, on_discard=hook, helper=hook)
    make(House=House, house=House(), hand=lambda self, seat, more=0: [], is_done=hook)
    # A variant need not have all forms of its game.
    make(PageOne, deck=Deck(), forms={}, presets={})


def test_all_mistakes_are_told_at_once() -> None:
    found = mistakes(
        title="",
        dek=Deck(),
        bank=Deck(),
        draw=Draw(),
        seats=Seats(least=5, most=2),
        clock=Clock(move=-1, late="never"),
        on_disard=hook,
        limit=3,
        stages=(Deal(each=-5), OrderGame(draw=Draw(count=0)), OrderGame(**NOT_A_DRAW), 7),
    )
    assert len(found) == 13
    told = "\n".join(found)
    for words in (
        "title is missing",
        "dek is not a setting; did you mean deck?",
        "bank takes a Bank, not a Deck",
        "draw stands within the stage that goes by it; write OrderGame(draw=Draw(…))",
        "draw: count cannot be 0",
        "order_game: draw takes Draw(…) or None, not Discard",
        "seats: least=5 is more than most=2; write least ≤ most",
        "clock: move cannot be -1",
        "clock: late cannot be never; it takes robot, pass, forfeit",
        "on_disard is not a hook; did you mean on_discard?",
        "limit is not a setting",
        "deal: each cannot be -5",
        "stages holds 7, which is no stage",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("parts", "mistake"),
    [
        ({"card_deck": Deck()}, "card_deck is not a setting; did you mean deck?"),
        ({"tilte": "x"}, "tilte is not a setting; did you mean title?"),
        ({"house_limit": 5}, "house_limit is not a setting; constants are written IN CAPITALS"),
        ({"draw": Draw()}, "draw stands within the stage that goes by it; write OrderGame(draw="),
        ({"stages": (Deal(), OrderGame(**A_NUMBER))}, "draw takes Draw(…) or None, not 5"),
        ({"stages": (Deal(), OrderGame(**NO_END))}, "end takes End(…), not None"),
        ({"bank": Deck()}, "bank takes a Bank, not a Deck"),
        ({"bank": 5}, "bank takes Bank(…) or None, not 5"),
        ({"bank": Bank}, "bank takes Bank(…) or None, not Bank"),
        ({"seats": None}, "seats takes Seats(…), not None"),
        ({"deck": (52,)}, "deck takes Deck(…), not [52]"),
        ({"deck": Deck(without=["S2"])}, "without takes a tuple, not a list: write without=(…)"),  # type: ignore[arg-type]
        ({"deal": Deal(each=5)}, "deal is a stage; put it into stages, in its place"),
        ({"check_foo": hook}, "check_foo is not a hook"),
        ({"on_trik": hook}, "on_trik is not a hook; did you mean on_trick?"),
        ({"on_trick": 5}, "on_trick is the name of a hook; write it as a method"),
        ({"title": 5}, "title takes a str, not 5"),
        ({"declares": "BET"}, "declares takes a tuple, not BET"),
        ({"declares": (5,)}, "declares holds 5; it takes Word(…), Fact(…), Notice(…) or Pile(…)"),
        ({"declares": (Word("lay"),)}, "word lay: a verb is one word in capital letters"),
        ({"declares": (Word("LAY", choice="hue"),)}, "word LAY: choice is a tuple of words, or"),
        (
            {"declares": (Word("LAY", told="{who} {x}"),)},
            "word LAY: there is no {x} in '{who} {x}'",
        ),
        ({"declares": (Fact("due", told="{valu"),)}, "fact due: '{valu': expected '}'"),
        ({"declares": (Pile("pit", shown="pyramid"),)}, 'pile pit: shown is "stack" or "spread"'),
        ({"declares": (Pile("pit", each="card"),)}, "pile pit: each is suit or rank or a tuple"),
        ({"declares": (Pile("pit", each=("a", "a")),)}, "every one once, not ('a', 'a')"),
        ({"declares": (Pile("pit", each=("a:b",)),)}, "words of letters and digits"),
        ({"declares": (Pile("pit", put="{x}"),)}, "pile pit: there is no {x} in '{x}'; it has"),
        ({"stages": None}, "stages takes a tuple, not None"),
        ({"stages": Deal()}, "stages takes a tuple, not Deal"),
        ({"stages": ()}, "stages is missing"),
        ({"stages": ([],)}, "stages holds [], which is no stage"),
        ({"stages": (Deal,)}, "stages holds Deal; write Deal(…)"),
        (
            {"stages": (Deal(), OrderGame(discard=Discard(), specials=Specials(wild="10")))},
            "specials: a ten is written T, not 10",
        ),
        ({"stages": (Deal(**FIVE_AS_TEXT), TrickGame())}, "each cannot be '5'; write each=5"),
        (
            {"stages": (Deal(), OrderGame(discard=Discard(**OFF_AS_TEXT)))},
            "ends_turn cannot be 'off'; write ends_turn=False",
        ),
        ({"house": House}, "house is House without its parentheses; write house = House()"),
        ({"house": Undecorated()}, "write @condition above class Undecorated"),
        (
            {"check_discard": lambda self, command: None},
            "check_discard is called with other arguments; write def check_discard(self, seat, com",
        ),
        (
            {"on_game_over": lambda self, winner: None},
            "on_game_over is called with other arguments; write def on_game_over(self)",
        ),
        ({"rank_players": lambda: (0, 1)}, "write def rank_players(self)"),
        ({"hand": lambda self: []}, "write def hand(self, seat)"),
        *(
            ({name: value}, f"{name} is a part of every table, which the game would hide")
            for name in ("hand", "names", "piles", "scores", "play")
            for value in (5, House())
        ),
        ({"names": hook}, "names is a part of every table"),
        ({"piles": hook}, "piles is a part of every table"),
        ({"presets": 5}, "presets takes a dict, not 5"),
        ({"presets": {"x": 5}}, "presets takes a table of tables"),
        ({"presets": {"x": {"gams": 3}}}, "preset x: gams is not an option of this game; did you"),
        ({"presets": {"x": {"games": 0}}}, "preset x: games cannot be 0"),
        ({"look": {"colors": {}}}, "look: colors is no part of it; did you mean colours?"),
        ({"look": {"colours": {"felt": 5}}}, "look: colours takes words, not felt: 5"),
        ({"look": {"labels": {}}}, "look: labels is no part of it; a pile declares its label and"),
        ({"look": {"colours": "hidden"}}, "look takes a table of tables"),
        ({"forms": {"x": {"stags": ()}}}, "form x: stags is not a setting"),
        ({"seats": Seats(least=3, most=3, partners=True)}, "seats: partners need an even number"),
        ({"seats": Seats(least=2, most=2, partners=True)}, "write least=4, most=4"),
        (
            {"match": Match(play_to=10), "score": Score(win=1)},
            "play_to has no effect so: write games=100 as well",
        ),
        ({"stages": (Deal(each=20), TrickGame())}, "4 players need 80 cards; the deck has 52"),
        ({"stages": (Deal(turn_up=1), TrickGame())}, "none is left to turn up: write each=…"),
        ({"deck": Deck(size=32, without=("S2",))}, "'S2' is no card of this deck"),
        (
            {
                "bank": Bank(),
                "stages": (Ante(), Deal(), Betting(), Showdown(best="highest", ace_low=True)),
            },
            "write best='poker'",
        ),
        (
            {"stages": (Deal(), OrderGame())},
            "an order game needs discard, rows, draw, put, get, meld or pick",
        ),
        ({"stages": (Deal(), ClimbingGame()), "deck": Deck(packs=2)}, "played with one pack"),
        ({"stages": (Deal(), Tribute())}, "tribute needs titles"),
        (
            {"stages": (Deal(), Betting())},
            "betting needs points to play for; write bank = Bank(points=100)",
        ),
        ({"deck": Deck(cards=("SA", "XX"), size=0)}, "deck: 'XX' is no card of this deck"),
    ],
)
def test_a_single_mistake(parts: dict[str, Any], mistake: str) -> None:
    found = mistakes(**parts)
    assert any(mistake in told for told in found), found
    assert len(found) == 1


def test_any_card_game_can_be_played_for_points() -> None:
    make(bank=Bank(), stages=(Ante(), Deal(), Betting(), Showdown(best="highest")))


def test_two_settings_that_come_to_one_name_are_ambiguous() -> None:
    @condition
    class House(Condition):
        """A condition whose setting is called like another's full name."""

        discard_count: int = setting(1, "something else")

    (mistake,) = mistakes(house=House(), stages=(Deal(), OrderGame(discard=Discard(), draw=Draw())))
    assert mistake.startswith("discard_count could be house.discard_count or discard.count")
    make(house=House(), stages=(Deal(), OrderGame(draw=Draw())))


def test_a_game_without_cards_is_checked_alike() -> None:
    with pytest.raises(RulesError) as caught:
        type("Chess", (NetGame,), {"title": "Chess", "board": 64, "on_check": hook})
    assert len(caught.value.mistakes) == 2


# --- conditions of one's own -------------------------------------------------------------------


def test_a_condition_documents_itself() -> None:
    with pytest.raises(TypeError, match="needs a docstring"):
        condition(type("House", (Condition,), {"__annotations__": {}, "__doc__": None}))


def test_a_field_of_a_condition_is_a_setting() -> None:
    with pytest.raises(TypeError, match="needs setting"):

        @condition
        class House(Condition):
            """A condition with a plain field."""

            limit: int = 5


def test_a_setting_holds_plain_data() -> None:
    with pytest.raises(TypeError, match="must be bool, int, float, str, tuple, dict or"):

        @condition
        class House(Condition):
            """A condition with a set."""

            ranks: frozenset[str] = setting(frozenset(), "ranks")


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("draw {taxx}", r"House.tax: 'draw {taxx}': {taxx} is no setting; did you mean tax\?"),
        ("draw {cards}", "House.tax: 'draw {cards}': {cards} is no setting; it has {tax}"),
        ("draw {tax", "House.tax: 'draw {tax': expected '}' .*; a setting is written {tax}"),
    ],
)
def test_a_rule_sheet_sentence_names_settings_of_its_condition(says: str, wrong: str) -> None:
    for given in ({"says": says}, {"says_not": says}, {"says": {1: "one", None: says}}):
        with pytest.raises(TypeError, match=wrong):
            own_condition(tax=setting(1, "cards to draw", **given))


def own_condition(**settings: Any) -> type[Condition]:
    kinds = dict.fromkeys(settings, int)
    parts = {"__doc__": "A condition.", "__annotations__": kinds, **settings}
    return condition(type("House", (Condition,), parts))


@pytest.mark.parametrize(
    ("made", "wrong"),
    [
        (lambda: Deal(eech=5), r"Deal has no setting eech; did you mean each\?"),  # type: ignore[call-arg]
        (lambda: Bank(gold=5), "Bank has no setting gold; it has points"),  # type: ignore[call-arg]
        (
            lambda: Seats(2, 5),  # type: ignore[call-arg]
            r"the settings of Seats are written with their names: Seats\(least=2, most=5\)",
        ),
        (lambda: Undecorated(limit=5), "write @condition above class Undecorated"),
        (
            lambda: UndecoratedDeal(limit=5),  # type: ignore[call-arg]
            "write @condition above class UndecoratedDeal",
        ),
    ],
)
def test_a_condition_made_wrongly_says_how_it_is_made(made: Callable[[], Any], wrong: str) -> None:
    with pytest.raises(TypeError, match=wrong):
        made()


class UndecoratedDeal(Deal):
    """A stage with one more setting, and without its decorator."""

    limit: int = setting(1, "a limit")


def test_super_without_arguments_works_in_conditions_and_stages() -> None:
    @condition
    class Base(Condition):
        """A condition."""

        limit: int = setting(1, "a limit", says="At most {limit}.")

        @property
        def doubled(self) -> int:
            return 2 * self.limit

        @classmethod
        def title(cls) -> str:
            return cls.__name__

    @condition
    class Stricter(Base):
        """A condition that asks its base."""

        def sentences(self) -> list[tuple[str, dict[str, Any]]]:
            return [*super().sentences(), ("Strictly.", {})]

        @property
        def doubled(self) -> int:
            return super().doubled + 1

        @classmethod
        def title(cls) -> str:
            return f"{super().title()}!"

    made = Stricter(limit=4)
    assert [template for template, _ in made.sentences()] == ["At most {limit}.", "Strictly."]
    assert (made.doubled, made.title()) == (9, "Stricter!")


def test_wrong_presets_are_told_together_with_everything_else() -> None:
    presets = {"odd": {"nope": 1, "each": "many", "rules": "bent"}, "mad": {"jokers": 9}}
    with pytest.raises(RulesError) as error:
        type("Bad", (CardGame,), {"presets": presets, "stages": (Deal(each=60), TrickGame())})
    told = "\n".join(error.value.mistakes)
    for part in (
        "title is missing",
        "each cannot be 60",
        "preset odd: nope is not an option",
        "preset odd: each cannot be many",
        "preset odd: rules cannot be bent",
        "preset mad: jokers cannot be 9",
    ):
        assert part in told
