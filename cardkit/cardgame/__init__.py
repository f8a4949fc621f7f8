"""CardGame: what the author of a card game needs, and all of it."""

from cardkit.cardgame.bank import Ante, BankGame, Betting, Showdown
from cardkit.cardgame.bots import Bot, Rand
from cardkit.cardgame.cards import RANKS, SUITS, Card, Deck
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.climb import ClimbingGame
from cardkit.cardgame.combos import Play
from cardkit.cardgame.dealing import Deal, Exchange
from cardkit.cardgame.ja import TEXTS
from cardkit.cardgame.order import OrderGame
from cardkit.cardgame.passing import Passing
from cardkit.cardgame.piles import ALL, NOBODY
from cardkit.cardgame.settings import (
    Bank,
    Discard,
    Draw,
    End,
    Get,
    LastCard,
    Meld,
    Specials,
    Stock,
    Titles,
)
from cardkit.cardgame.stage import Now, Stage
from cardkit.cardgame.table import CardGame, CardView
from cardkit.cardgame.titled import TitleGame, Tribute
from cardkit.cardgame.trick import TrickGame
from cardkit.netgame import (
    Amount,
    Below,
    Clock,
    Command,
    Condition,
    Disconnect,
    Fault,
    Match,
    Offer,
    Reason,
    Refused,
    RulesError,
    Seats,
    Text,
    add_texts,
    condition,
    setting,
)

add_texts("ja", TEXTS)

__all__ = [
    "ALL",
    "NOBODY",
    "RANKS",
    "SUITS",
    "Amount",
    "Ante",
    "Bank",
    "BankGame",
    "Below",
    "Betting",
    "Bot",
    "Card",
    "CardGame",
    "CardView",
    "Choice",
    "ClimbingGame",
    "Clock",
    "Command",
    "Condition",
    "Deal",
    "Deck",
    "Discard",
    "Disconnect",
    "Draw",
    "End",
    "Exchange",
    "Fault",
    "Get",
    "LastCard",
    "Match",
    "Meld",
    "Now",
    "Offer",
    "OrderGame",
    "Passing",
    "Play",
    "Rand",
    "Reason",
    "Refused",
    "RulesError",
    "Seats",
    "Showdown",
    "Specials",
    "Stage",
    "Stock",
    "Text",
    "TitleGame",
    "Titles",
    "Tribute",
    "TrickGame",
    "condition",
    "setting",
]
