"""What a game may override, and what the toolkit makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from cardkit.cardgame import (
    Auction,
    CardCommand,
    CardGame,
    ClimbingGame,
    Deal,
    Discard,
    Draw,
    End,
    Get,
    Offers,
    OrderGame,
    Reason,
    Refused,
    RulesError,
    Seats,
    Specials,
    Stage,
    StageState,
    TrickGame,
    condition,
)
from cardkit.games.page_one import PageOne
from cardkit.netgame import Command, Word, pick
from tests.client.test_player import TABLES
from tests.games.test_vocabulary import OTHERS
from tests.helpers import arrange, below, lines, play_out, refusal
from tests.tiny_games import Nim

NAMES = ("ann", "bob", "cid", "dan")


class Strict(CardGame):
    """Tricks where the game's own check forbids every card."""

    title = "Strict"
    seats = Seats(least=4, most=4)
    stages = (Deal(), TrickGame())

    def check_discard(self, seat: int, command: CardCommand) -> None:
        raise Refused(Reason.AGAINST_THE_RULES, "never")


class NoSpades(PageOne):
    """Page One without spades: a check makes players draw or pass."""

    title = "No spades"

    def check_discard(self, seat: int, command: CardCommand) -> None:
        if command.cards[0].suit == "S":
            raise Refused(Reason.AGAINST_THE_RULES, "{card} is a spade", card=command.cards[0])


def test_a_check_that_forbids_everything_forbids_nothing() -> None:
    table = Strict.play(NAMES)
    assert len(table.legal(0)) == 13
    assert all(table.can("ann", offer) for offer in lines(table, "ann"))
    play_out(table)
    assert not table.playing


def test_what_a_check_forbids_is_refused_with_its_own_reason() -> None:
    table = NoSpades.play(NAMES, key=b"spade")
    while not (spade := _fitting_spade(table)):
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))
    refused = refusal(table, table.names[table.awaited[0]], f"DISCARD {spade}")
    assert refused.text() == f"{spade} is a spade"


def _fitting_spade(table: CardGame) -> str:
    top = table.piles["table"][-1]
    hand = table.hand(table.awaited[0])
    return next((c for c in hand if c.suit == "S" and (top.suit == "S" or top.rank == c.rank)), "")


def test_whether_to_draw_depends_on_what_a_check_leaves() -> None:
    for seed in range(30):
        table = NoSpades.play(NAMES, key=b"%d" % seed)
        while table.playing:
            seat = table.awaited[0]
            offers = table.legal(seat)
            assert offers
            verbs = {offer.verb for offer in offers}
            assert verbs in ({"DISCARD"}, {"DRAW"}, {"PASS"})
            table.apply(table.names[seat], str(offers[-1]))


def test_a_stage_without_its_decorator_is_told_what_is_missing() -> None:
    class Bare(OrderGame):
        """Forgot the decorator."""

    with pytest.raises(RulesError, match="write @condition above class Bare"):
        type("Odd", (PageOne,), {"title": "Odd", "forms": {}, "stages": (Deal(each=3), Bare())})


class NoLastEight(CardGame):
    """Eights are wild, but the last card may not be one, nor may an eight name clubs."""

    title = "No last eight"
    stages = (
        Deal(each=5, turn_up=1),
        OrderGame(discard=Discard(match="suit_or_rank"), draw=Draw(), specials=Specials(wild="8")),
    )

    def check_discard(self, seat: int, command: CardCommand) -> None:
        if command.cards[0].rank == "8" and len(self.hand(seat)) == 1:
            raise Refused("EIGHT_LAST", "{card} may not be your last", card=command.cards[0])
        if command.word == "C":
            raise Refused("NO_CLUBS", "name another suit than clubs")


@pytest.mark.parametrize("line", ["DISCARD H8 H", "DISCARD H8 C", "discard h8 s", "DISCARD H8"])
def test_a_check_of_a_wild_card_is_told_with_a_suit_and_without(line: str) -> None:
    table = NoLastEight.play(["ann", "bob"])
    arrange(table, {"ann": "H8", "bob": "S2 S3"}, pile="H4", stock="D2 D3")
    refused = refusal(table, "ann", line)
    assert (refused.reason, refused.text()) == ("EIGHT_LAST", "H8 may not be your last")


def test_a_wild_card_without_its_suit_is_told_that_the_suit_is_missing() -> None:
    table = NoLastEight.play(["ann", "bob"])
    arrange(table, {"ann": "H8 C2", "bob": "S2 S3"}, pile="H4", stock="D2 D3")
    assert refusal(table, "ann", "DISCARD H8").text() == (
        "name the suit to follow, too: DISCARD H8 D, DISCARD H8 H, DISCARD H8 S"
    )
    assert refusal(table, "ann", "DISCARD H8 C").reason == "NO_CLUBS"
    assert refusal(table, "ann", "DISCARD H8 X").text().startswith("name the suit to follow")
    assert refusal(table, "ann", "DISCARD C2 H").reason == "NO_MATCH"


# --- every word ----------------------------------------------------------------------------------

CARD_GAMES = [(game, preset) for game, preset in (*TABLES, *OTHERS) if issubclass(game, CardGame)]


def heard(game: type[CardGame], checked: list[str], had_effect: list[str]) -> type[CardGame]:
    """The same game with a check and an effect for each of its words, which are noted."""

    def hook(
        name: str, verb: str, notes: list[str]
    ) -> Callable[[CardGame, int, CardCommand], None]:
        own: Callable[[CardGame, int, CardCommand], None] | None = getattr(game, name, None)

        def noted(self: CardGame, seat: int, command: CardCommand) -> None:
            assert command.verb == verb
            notes.append(verb)
            if own is not None:
                own(self, seat, command)

        return noted

    hooks = {
        name: hook(name, verb, notes)
        for verb in game.verbs
        if verb != "PLAY"  # on_play is called with other things
        for kind, notes in (("check", checked), ("on", had_effect))
        for name in (f"{kind}_{verb.lower()}",)
    }
    return type(game.__name__, (game,), {"__doc__": game.__doc__, **hooks})


@pytest.mark.parametrize(("game", "preset"), CARD_GAMES)
def test_every_word_is_checked_and_has_its_effect_once(game: type[CardGame], preset: str) -> None:
    checked, had_effect = list[str](), list[str]()
    names = ["ann", "bob", "cem", "dan", "eve"][: game.with_options(preset)["seats"].least]
    with_hooks = heard(game, checked, had_effect)
    for seed in range(4):
        table, chance = with_hooks.play(names, preset, key=b"%d" % seed), below(seed)
        said: list[str] = []
        had_effect.clear()
        while table.playing and len(said) < 200:
            seat = table.awaited[0]
            checked.clear()
            legal = table.legal(seat)
            listed = {offer.verb for offer in legal if isinstance(offer, Command)}
            assert listed <= {*checked, "PLAY"}
            command = pick(legal, chance)
            table.apply(names[seat], command)
            said += [command.verb] * (command.verb != "PLAY")
        if not table.answers:  # what is said at once has its effect when all have answered
            assert Counter(said) == Counter(had_effect)


def test_a_get_in_vain_has_no_effect_but_that_of_a_miss() -> None:
    found: list[str] = []

    class Asking(CardGame):
        """Ask for a card."""

        title = "Asking"
        stages = (Deal(each=5), OrderGame(get=Get(by="card"), end=End(turn_limit=9)))

        def on_get(self, seat: int, command: CardCommand) -> None:
            found.append("hit")

        def on_miss(self, seat: int, command: CardCommand) -> None:
            found.append("miss")

    table = Asking.play(["ann", "bob"])
    arrange(table, {"ann": "S3 C9", "bob": "D3 S4"})
    table.apply("ann", "GET bob D9")
    assert found == ["miss"]


def test_a_hook_that_is_called_with_other_things_is_none_of_a_word() -> None:
    class Acting(Stage[CardGame, StageState]):
        """Say PLAY."""

        declares = (Word("PLAY", "play"),)

    acting = condition(Acting)()
    parts = {"__doc__": "Act.", "title": "Act", "stages": (Deal(), acting, ClimbingGame())}
    taken: dict[str, Any] = {"on_play": lambda self, seat, play, beaten: False}
    type("Act", (CardGame,), parts | taken)
    with pytest.raises(RulesError, match="beaten\\), or choose another word than PLAY"):
        type("Act", (CardGame,), parts | {"on_play": lambda self, seat, command: None})


@pytest.mark.parametrize("name", ["check_bid", "on_bid", "on_discard"])
def test_a_hook_of_a_word_that_cannot_be_called_is_a_mistake(name: str) -> None:
    stages = (Deal(each=5), Auction(), TrickGame())
    parts = {"__doc__": "Bid.", "title": "Bid", "stages": stages}
    type("Bid", (CardGame,), {**parts, name: lambda self, seat, command: None})
    with pytest.raises(RulesError, match=rf"write def {name}\(self, seat, command\)$"):
        type("Bid", (CardGame,), {**parts, name: lambda self, seat: None})


def test_a_game_without_stages_has_no_hooks_for_words() -> None:
    body = {"__doc__": "Nim.", "check_take": lambda self, seat, command: None}
    with pytest.raises(RulesError, match="check_take is not a hook of a game without stages"):
        type("Strict", (Nim,), body)


@pytest.mark.parametrize(
    ("name", "stages", "why"),
    [
        ("on_trick", (Deal(), OrderGame()), "no stage of this game has TakingHooks"),
        ("beats", (Deal(), ClimbingGame()), "no stage of this game has TrickHooks"),
        ("on_lead", (Deal(),), "no stage of this game has LeadHooks"),
        ("titled", (Deal(), OrderGame()), "no stage of this game has TitleHooks"),
        ("check_meld", (Deal(), TrickGame()), "MELD is no word of this game"),
    ],
)
def test_a_hook_that_would_never_run_is_a_mistake(name: str, stages: Any, why: str) -> None:
    own = getattr(CardGame, name)
    again = FunctionType(own.__code__, own.__globals__)
    parts = {"__doc__": "Odd.", "title": "Odd", "stages": stages, name: again}
    with pytest.raises(RulesError, match=f"{name} would never run: {why}"):
        type("Odd", (CardGame,), parts)


class Toasts(CardGame, hooks=True):
    """What a game with toasts can say about them."""

    def on_toast_drunk(self, seat: int) -> None:
        """Override for what a toast causes."""


@condition
class Toasting(Stage[Toasts, StageState]):
    """The first player says CHEERS."""

    hooks = Toasts
    declares = (Word("CHEERS", "drink"),)

    def begin(self, table: Toasts) -> None:
        table.ask(table.first)

    def offers(self, table: Toasts, seat: int, state: StageState) -> Offers:
        return [CardCommand("CHEERS")]

    def act(self, table: Toasts, seat: int, command: CardCommand, state: StageState) -> None:
        table.on_toast_drunk(seat)
        table.next_stage()


def test_a_stage_of_an_author_brings_its_hooks_along() -> None:
    drunk: list[int] = []
    parts: dict[str, Any] = {"__doc__": "Drink.", "title": "Drink", "stages": (Toasting(),)}
    hook = {"on_toast_drunk": lambda self, seat: drunk.append(seat)}
    plain: type[CardGame] = type("Plain", (Toasts,), parts)
    own: type[CardGame] = type("Own", (Toasts,), parts | hook)
    for game in (plain, own):
        game.play(["ann", "bob"]).apply("ann", "CHEERS")
    assert drunk == [0]
    assert "on_toast_drunk" in own.overridden
    assert "on_toast_drunk" not in plain.overridden


def test_a_game_without_the_hooks_of_its_stage_is_told_how_to_get_them() -> None:
    parts: dict[str, Any] = {"__doc__": "Drink.", "title": "Drink", "stages": (Toasting(),)}
    with pytest.raises(RulesError, match=r"Toasting needs its hooks: write class Dry\(Toasts\)"):
        type("Dry", (CardGame,), parts)


def test_the_hooks_of_a_stage_of_an_author_never_run_without_it() -> None:
    parts: dict[str, Any] = {"__doc__": "Drink.", "title": "Drink", "stages": (Deal(),)}
    hook = {"on_toast_drunk": lambda self, seat: None}
    with pytest.raises(RulesError, match="no stage of this game has Toasts"):
        type("Dry", (Toasts,), parts | hook)
