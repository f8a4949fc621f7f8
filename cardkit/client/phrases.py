"""The sentences of the narrator, by what happened: of somebody else, and of oneself. Data only.

A verb, an event or a fact that is not here is told all the same, in a plainer way; a game may bring
translations of its own words along.
"""

from __future__ import annotations

ACTIONS: dict[str, tuple[str, str]] = {
    # at the table
    "ENTER": ("{who} comes to the table", "You come to the table"),
    "ENTER watch": ("{who} comes to watch", "You come to watch"),
    "EXIT": ("{who} leaves the table", "You leave the table"),
    "LOGIN": ("{who} takes a seat", "You take a seat"),
    "LOGOUT": ("{who} gives up the seat", "You give up the seat"),
    "SEAT": ("{who} changes places with {whom}", "You change places with {whom}"),
    "START": ("", ""),
    # cards
    "DISCARD": ("{who} plays {cards}", "You play {cards}"),
    "DISCARD suit": ("{who} plays {cards} and names {suit}", "You play {cards} and name {suit}"),
    "DRAW": ("{who} draws {cards}", "You draw {cards}"),
    "DRAW table": ("{who} takes {cards} from the table", "You take {cards} from the table"),
    "GET": ("{who} takes {cards} from {whom}", "You take {cards} from {whom}"),
    "GET card": ("{who} asks {whom} for {cards} and gets it", "You ask {whom} and get {cards}"),
    "GET nothing": ("{who} asks {whom} for {cards} in vain", "You ask {whom} for {cards} in vain"),
    "PUT": ("{who} gives {cards} to {whom}", "You give {cards} to {whom}"),
    "EXCHANGE": ("{who} exchanges {cards}", "You exchange {cards}"),
    "EXCHANGE seen": ("{who} exchanges {cards}", "You exchange {cards} and get {new}"),
    "EXCHANGE none": ("{who} keeps all cards", "You keep all cards"),
    "MELD": ("{who} lays down {cards}", "You lay down {cards}"),
    "PASS": ("{who} passes", "You pass"),
    # points
    "CHECK": ("{who} checks", "You check"),
    "BET": ("{who} bets {amount:,}", "You bet {amount:,}"),
    "CALL": ("{who} calls", "You call"),
    "RAISE": ("{who} raises by {amount:,}", "You raise by {amount:,}"),
    "RAISE price": ("{who} raises to {amount:,}", "You raise to {amount:,}"),
    "ALLIN": ("{who} goes all in", "You go all in"),
    "FOLD": ("{who} folds", "You fold"),
    "DROP": ("{who} drops out", "You drop out"),
}
ANY_ACTION = ("{who}: {words}", "You: {words}")

EVENTS: dict[str, tuple[str, str]] = {
    "STAND_IN": ("A robot plays for {who}", "A robot plays for you"),
    "FORFEIT": ("{who} gives up this game", "You give up this game"),
    "SUSPENDED": ("The game waits until {who} is back", "The game waits until you are back"),
    "RETURNED": ("{who} is back", ""),
    "LATE": ("The time of {who} is up", "Your time is up"),
    "OUT": ("{who} is out of cards: place {more}", "You are out of cards: place {more}"),
    "TRICK": ("{who} takes the trick (so far: {more})", "You take the trick (so far: {more})"),
    "WIN": ("{who} wins {more:,} points", "You win {more:,} points"),
    "BROKE": ("{who} cannot pay the next fee", "You cannot pay the next fee"),
    "REFUND": ("{who} gets {more:,} points back", "You get {more:,} points back"),
    "FALLEN": ("{who} will be ranked last", "You will be ranked last"),
    "CHEAT": ("{who} gave the wrong cards and is out", "You gave the wrong cards and are out"),
    "PENALTY": ("{who} forgot to call", "You forgot to call"),
    "SAY": ("{who}: “{more}”", "You: “{more}”"),
    "HAND": ("{who} has: {more}", "You have: {more}"),
    "AWAY robot": (
        "{who} has lost the connection; a robot will play",
        "",
    ),
    "AWAY forfeit": (
        "{who} has lost the connection and may lose the game by it",
        "",
    ),
    "AWAY suspend": (
        "{who} has lost the connection; the game will wait",
        "",
    ),
    "AWAY kick": (
        "{who} has lost the connection; a robot will play, and then somebody who waits",
        "",
    ),
}

FACTS: dict[str, tuple[str, str]] = {
    "trump": ("{suits} is trump", ""),
    "lock": ("The suits are locked: {suits}", ""),
    "revolution": (
        "Revolution! The order of the ranks is turned round.",
        "Revolution undone: the ranks are as they were.",
    ),
    "eleven_back": ("11-back: low beats high until the table is cleared.", ""),
    "direction": ("The turn goes round the other way now", "The turn goes round as before"),
    "owed": ("{value} cards are to be drawn, or handed on", ""),
    "suit": ("", ""),
    "pot": ("", ""),
    "price": ("", ""),
    "paid": ("", ""),
    "titles": ("", ""),
}
"""What is said when a fact comes and when it goes; nothing where the screen shows it."""

LABELS: dict[str, str] = {
    "trump": "trump",
    "lock": "suits locked",
    "revolution": "REVOLUTION",
    "eleven_back": "11-BACK",
    "direction": "direction",
    "backwards": "backwards",
    "owed": "to draw",
    "suit": "suit to follow",
    "pot": "pot",
    "price": "price",
    "paid": "bet",
    "stock": "stock",
    "table": "table",
    "away": "away",
    "rejected": "put away",
    "won": "won",
    "folded": "folded",
    "missing": "is away",
    "stand-in": "a robot plays",
    "forfeit": "has given up",
}
"""How facts, piles and the like are called on the screen."""
