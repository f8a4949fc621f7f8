"""Ours against other toolkits: alternating slices of CPU time in one process, random players.

Each peer is driven through its own game object in the quickest way that its public methods allow:
without encoded observations, taking legal moves from the state it returns anyway. A game ends with
its result, scores on our side and payoffs on the other, where the peer's game object knows any. A
move is a player's decision; what chance decides counts for nobody.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from benchmarks.driver import Play, Rates, chance, in_turn, random_games, show, written
from cardkit.cardgame.cards import Deck, cards_of
from cardkit.cardgame.poker import hands_of
from cardkit.games.akq import AKQ
from cardkit.games.bridge import Bridge
from cardkit.games.daifugo import Daifugo
from cardkit.games.dou_dizhu import DouDizhu
from cardkit.games.euchre import Euchre
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.gin_rummy import GinRummy
from cardkit.games.go_fish import GoFish
from cardkit.games.hearts import Hearts
from cardkit.games.holdem import Holdem
from cardkit.games.oh_hell import OhHell
from cardkit.games.page_one import PageOne
from cardkit.games.spades import Spades
from cardkit.games.whist import Whist
from cardkit.netgame import Below


@dataclass(frozen=True)
class Side:
    """One side of a comparison: `prepare` imports what it needs, outside the measured time."""

    name: str
    prepare: Callable[[], Play]
    needs: str = "cardkit"


@dataclass(frozen=True)
class Pair:
    """Two games of the same weight, and how many times as fast ours should be.

    The `bar` is to be reached, the `aim` would be fine; a pair with neither is for information.
    """

    ours: Side
    peer: Side
    bar: float = 0
    aim: float = 0
    by: tuple[str, ...] = ("moves",)


# --- RLCard: the games under its environments ----------------------------------------------------


def rlcard(game: Any, legal_in: str, payoffs: Callable[[], Any]) -> Play:
    below = chance(1)

    def play() -> Rates:
        state, _ = game.init_game()
        moves = 0
        while not game.is_over():
            legal = state[legal_in]
            state, _ = game.step(legal[below(len(legal))])
            moves += 1
        payoffs()
        return Rates(moves, 1)

    return play


def rlcard_uno() -> Play:
    from rlcard.games.uno.game import UnoGame

    game = UnoGame(num_players=4)
    return rlcard(game, "legal_actions", game.get_payoffs)


def rlcard_doudizhu() -> Play:
    from rlcard.games.doudizhu.game import DoudizhuGame

    game = DoudizhuGame()
    return rlcard(
        game,
        "actions",
        lambda: game.judger.judge_payoffs(game.round.landlord_id, game.winner_id),
    )


def rlcard_leduc() -> Play:
    from rlcard.games.leducholdem.game import LeducholdemGame

    game = LeducholdemGame()
    return rlcard(game, "legal_actions", game.get_payoffs)


def rlcard_uno_rounds() -> Play:
    """Uno without `UnoGame.step`, which lists all cards played so far at every move."""
    from rlcard.games.uno.game import UnoGame

    game, below = UnoGame(num_players=4), chance(1)

    def play() -> Rates:
        game.init_game()
        moves, round_, players = 0, game.round, game.players
        while not round_.is_over:
            legal = round_.get_legal_actions(players, round_.current_player)
            round_.proceed_round(players, legal[below(len(legal))])
            moves += 1
        return Rates(moves, 1)

    return play


def rlcard_bridge() -> Play:
    from rlcard.games.bridge.game import BridgeGame

    game, below = BridgeGame(), chance(1)

    def play() -> Rates:
        game.init_game()
        moves = 0
        while legal := game.judger.get_legal_actions():  # empty when the game is over
            game.step(legal[below(len(legal))])
            moves += 1
        return Rates(moves, 1)

    return play


def rlcard_gin_rummy() -> Play:
    from rlcard.games.gin_rummy.game import GinRummyGame

    game, below = GinRummyGame(), chance(1)

    def play() -> Rates:
        game.init_game()
        moves = 0
        while not game.is_over():
            legal = game.judge.get_legal_actions()
            game.step(legal[below(len(legal))])
            moves += 1
        return Rates(moves, 1)

    return play


# --- OpenSpiel: the loop of its own examples -----------------------------------------------------


def open_spiel(name: str) -> Callable[[], Play]:
    def prepare() -> Play:
        import pyspiel

        game, below, rng = pyspiel.load_game(name), chance(1), Random(2)

        def play() -> Rates:
            state = game.new_initial_state()
            moves = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[below(len(legal))])
                    moves += 1
            state.returns()
            return Rates(moves, 1)

        return play

    return prepare


# --- poker ---------------------------------------------------------------------------------------


def pokerkit_draw() -> Play:
    """Five-card draw for four, with the ante and the points of flush poker."""
    import pokerkit
    from pokerkit.games import NoLimitPokerMixin, SingleDraw

    class FiveCardDraw(NoLimitPokerMixin, SingleDraw):  # type: ignore[misc]
        deck = pokerkit.Deck.STANDARD
        hand_types = (pokerkit.StandardHighHand,)
        hole_dealing_count = 5

    game, below = FiveCardDraw(tuple(pokerkit.Automation), True, 200, 0, 200), chance(1)

    def play() -> Rates:
        state = game(20_000, 4)
        moves = 0
        while state.status:
            if state.actor_indices:
                bet_at_random(state, below)
            else:
                hand = state.hole_cards[state.stand_patter_or_discarder_index]
                state.stand_pat_or_discard([card for card in hand if below(2)])
            moves += 1
        return Rates(moves, 1)

    return play


def bet_at_random(state: Any, below: Below) -> None:
    least = state.min_completion_betting_or_raising_to_amount
    deeds = [state.check_or_call] if state.can_check_or_call() else []
    if state.can_fold():
        deeds.append(state.fold)
    if least is not None:
        most = state.max_completion_betting_or_raising_to_amount
        deeds.append(lambda: state.complete_bet_or_raise_to(least + below(most - least + 1)))
    deeds[below(len(deeds))]()


def pokerkit_holdem() -> Play:
    """No-limit hold'em for four, with the blinds and the points of ours."""
    import pokerkit

    game = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, (1, 2), 2)
    below = chance(1)

    def play() -> Rates:
        state = game(200, 4)
        moves = 0
        while state.status:
            bet_at_random(state, below)
            moves += 1
        return Rates(moves, 1)

    return play


def our_hands() -> Play:
    hands, value = dealt(cards_of(Deck()).all), hands_of(ace_low=True).value

    def play() -> Rates:
        for hand in hands:
            value(hand)
        return Rates(0, len(hands))

    return play


def treys_hands() -> Play:
    import treys

    hands, board = dealt(treys.Deck.GetFullDeck()), list[int]()
    evaluate = treys.Evaluator().evaluate

    def play() -> Rates:
        for hand in hands:
            evaluate(hand, board)
        return Rates(0, len(hands))

    return play


def dealt(deck: Sequence[Any]) -> list[list[Any]]:
    rng = Random(1)
    return [rng.sample(deck, 5) for _ in range(1000)]


# --- the comparison ------------------------------------------------------------------------------


BRIDGE = Side("bridge", lambda: random_games(Bridge, 4))
AKQ_ = Side("AKQ", lambda: random_games(AKQ, 2))
DAIFUGO = Side("Daifugo", lambda: random_games(Daifugo, 4))
DOU_DIZHU_ = Side("Dou Dizhu", lambda: random_games(DouDizhu, 3))
# Matches of one hand, as the peer plays: later in a match there are no longer four players.
FLUSH_POKER = Side("flush poker", lambda: random_games(FlushPoker, 4, games=1))
EUCHRE = Side("Euchre", lambda: random_games(Euchre, 4))
HEARTS = Side("Hearts", lambda: random_games(Hearts, 4))
# Hands of seven cards on both sides; otherwise the peer draws the number by lot.
OH_HELL = Side("Oh Hell", lambda: random_games(OhHell, 3, hands=(7,)))
GIN_RUMMY = Side("Gin Rummy", lambda: random_games(GinRummy, 2))
GO_FISH = Side("Go Fish", lambda: random_games(GoFish, 4))
HOLDEM = Side("hold'em", lambda: random_games(Holdem, 4, games=1))
PAGE_ONE = Side("Page One", lambda: random_games(PageOne, 4))
SPADES = Side("Spades", lambda: random_games(Spades, 4))
WHIST = Side("Whist", lambda: random_games(Whist, 4))

CRAZY_EIGHTS = Side("OpenSpiel Crazy Eights", open_spiel("crazy_eights(players=4)"), "pyspiel")
DOU_DIZHU = Side("OpenSpiel Dou Dizhu", open_spiel("dou_dizhu"), "pyspiel")
KUHN = Side("OpenSpiel Kuhn", open_spiel("kuhn_poker"), "pyspiel")
LEDUC = Side("OpenSpiel Leduc", open_spiel("leduc_poker"), "pyspiel")
OPEN_EUCHRE = Side("OpenSpiel Euchre", open_spiel("euchre"), "pyspiel")
OPEN_HEARTS = Side("OpenSpiel Hearts", open_spiel("hearts"), "pyspiel")
OPEN_OH_HELL = Side("OpenSpiel Oh Hell", open_spiel("oh_hell(num_tricks_fixed=7)"), "pyspiel")
OPEN_SPADES = Side("OpenSpiel Spades", open_spiel("spades"), "pyspiel")

PAIRS = (
    Pair(PAGE_ONE, Side("RLCard Uno", rlcard_uno, "rlcard"), bar=1.8),
    Pair(PAGE_ONE, Side("RLCard Uno, rounds only", rlcard_uno_rounds, "rlcard")),
    Pair(PAGE_ONE, CRAZY_EIGHTS, aim=1),
    Pair(WHIST, Side("RLCard bridge", rlcard_bridge, "rlcard"), bar=1.8),
    Pair(BRIDGE, Side("RLCard bridge", rlcard_bridge, "rlcard"), bar=1.8),
    Pair(DAIFUGO, Side("RLCard Dou Dizhu", rlcard_doudizhu, "rlcard"), bar=8),
    Pair(DAIFUGO, DOU_DIZHU, aim=1),
    Pair(HEARTS, OPEN_HEARTS, bar=1),
    Pair(EUCHRE, OPEN_EUCHRE, bar=1),
    Pair(SPADES, OPEN_SPADES, bar=1),
    Pair(OH_HELL, OPEN_OH_HELL, bar=1),
    Pair(DOU_DIZHU_, Side("RLCard Dou Dizhu", rlcard_doudizhu, "rlcard"), bar=8),
    Pair(DOU_DIZHU_, DOU_DIZHU),
    Pair(
        FLUSH_POKER,
        Side("PokerKit five-card draw", pokerkit_draw, "pokerkit"),
        bar=9,
        by=("moves", "games"),
    ),
    Pair(
        HOLDEM,
        Side("PokerKit hold'em", pokerkit_holdem, "pokerkit"),
        bar=5,
        by=("moves", "games"),
    ),
    Pair(Side("hand value", our_hands), Side("treys", treys_hands, "treys"), bar=2, by=("games",)),
    Pair(AKQ_, Side("RLCard Leduc", rlcard_leduc, "rlcard"), bar=0.9, aim=1.2, by=("games",)),
    Pair(GIN_RUMMY, Side("RLCard Gin Rummy", rlcard_gin_rummy, "rlcard"), bar=3),
    Pair(GIN_RUMMY, Side("OpenSpiel Gin Rummy", open_spiel("gin_rummy"), "pyspiel")),
    Pair(GO_FISH, Side("OpenSpiel Go Fish", open_spiel("go_fish(players=4)"), "pyspiel"), bar=1),
    Pair(AKQ_, LEDUC, by=("games",)),
    Pair(AKQ_, KUHN, by=("games",)),
)


def compare(pair: Pair, slices: int, seconds: float) -> list[str]:
    """Let both sides play in turn; a row of the table."""
    names = [pair.ours.name, pair.peer.name]
    if find_spec(pair.peer.needs) is None:
        return [*names, *[""] * 6, "not installed"]
    ours, peer = in_turn([pair.ours.prepare(), pair.peer.prepare()], slices, seconds)
    row, times = names, {}
    for what in ("moves", "games"):
        mine = [getattr(rates, what) for rates in ours]
        theirs = [getattr(rates, what) for rates in peer]
        if not mine[0]:  # evaluating hands knows no moves
            row += [""] * 3
            continue
        times[what] = median(m / t for m, t in zip(mine, theirs, strict=True))
        row += [written(median(mine)), written(median(theirs)), f"{times[what]:.2f} ×"]
    reached = min(times[what] for what in pair.by)
    goals = [("bar", pair.bar), ("aim", pair.aim)]
    return [*row, ", ".join(verdict(word, goal, reached) for word, goal in goals if goal)]


def verdict(word: str, goal: float, reached: float) -> str:
    return f"{word} {goal:g} {'reached' if reached >= goal else 'MISSED'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="part of a name: compare only such pairs")
    parser.add_argument("--slices", type=int, default=10, help="slices for each side of a pair")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU-seconds in a slice")
    args = parser.parse_args()
    wanted = [word.lower() for word in args.only] or [""]
    rows = [
        compare(pair, args.slices, args.seconds)
        for pair in PAIRS
        if any(word in f"{pair.ours.name} {pair.peer.name}".lower() for word in wanted)
    ]
    columns = ["ours", "peer", "moves/s", "peer's", "", "games/s", "peer's", "", "goal"]
    show("Random play per CPU-second, median of the slices", columns, rows)


if __name__ == "__main__":
    main()
