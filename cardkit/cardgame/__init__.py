"""CardGame: what the author of a card game needs, and all of it."""

from cardkit.cardgame.ask import Ask
from cardkit.cardgame.auction import Auction, Bids
from cardkit.cardgame.bank import Ante, Bank, Betting, Blinds, Pot, Showdown
from cardkit.cardgame.bots import (
    Bettor,
    Bot,
    Climber,
    MatchStart,
    Rand,
    SeatedBot,
    Shedder,
    meld_worth,
)
from cardkit.cardgame.call_partner import CallPartner
from cardkit.cardgame.calls import Calls
from cardkit.cardgame.cards import RANKS, SUIT_SIGNS, SUITS, Card, Deck
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.claim import Claim
from cardkit.cardgame.climbing import ClimbingGame
from cardkit.cardgame.combos import Play
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.dealing import Deal, Exchange, PickUp
from cardkit.cardgame.discard import Discard
from cardkit.cardgame.draw import Draw
from cardkit.cardgame.end import End
from cardkit.cardgame.game import CardGame
from cardkit.cardgame.get import Get
from cardkit.cardgame.hooks import LeadHooks, TakingHooks
from cardkit.cardgame.kinds import Exact, Flush, Group, Kind
from cardkit.cardgame.knock import Knock
from cardkit.cardgame.last_card import LastCard
from cardkit.cardgame.melds import Meld, Melded, best_melds
from cardkit.cardgame.order import OrderGame
from cardkit.cardgame.parts import StageCondition, TableCondition, TablePart
from cardkit.cardgame.passing import Passing
from cardkit.cardgame.pick import Pick
from cardkit.cardgame.piles import EVERYONE, NOBODY, Piles, Viewers, viewers
from cardkit.cardgame.put import Put
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rows import Rows
from cardkit.cardgame.score import Score
from cardkit.cardgame.shared import SharedCards
from cardkit.cardgame.specials import Specials
from cardkit.cardgame.stage import AnyStage, Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardView
from cardkit.cardgame.titles import Titles, Tribute
from cardkit.cardgame.trick import TrickGame
from cardkit.cardgame.turn import OrderState, TurnCommand
from cardkit.cardgame.values import PIPS
from cardkit.netgame import (
    WATCHER,
    Amount,
    Below,
    Clock,
    Command,
    Condition,
    Disconnect,
    FactValue,
    Fault,
    Match,
    Offer,
    Reason,
    Refused,
    RulesError,
    Seats,
    Sentence,
    Text,
    condition,
    setting,
)

__all__ = [
    "EVERYONE",
    "NOBODY",
    "PIPS",
    "RANKS",
    "SUITS",
    "SUIT_SIGNS",
    "WATCHER",
    "Amount",
    "Ante",
    "AnyStage",
    "Ask",
    "Auction",
    "Bank",
    "Below",
    "Betting",
    "Bettor",
    "Bids",
    "Blinds",
    "Bot",
    "CallPartner",
    "Calls",
    "Card",
    "CardCommand",
    "CardGame",
    "CardReason",
    "CardView",
    "Choice",
    "Claim",
    "Climber",
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
    "Exact",
    "Exchange",
    "FactValue",
    "Fault",
    "Flush",
    "Get",
    "Group",
    "Kind",
    "Knock",
    "LastCard",
    "LeadHooks",
    "Match",
    "MatchStart",
    "Meld",
    "Melded",
    "Offer",
    "Offers",
    "OrderGame",
    "OrderState",
    "Passing",
    "Pick",
    "PickUp",
    "Piles",
    "Play",
    "Pot",
    "Put",
    "Rand",
    "Reason",
    "Refused",
    "Rows",
    "Rules",
    "RulesError",
    "Score",
    "SeatedBot",
    "Seats",
    "Sentence",
    "SharedCards",
    "Shedder",
    "Showdown",
    "Specials",
    "Stage",
    "StageCondition",
    "StageState",
    "TableCondition",
    "TablePart",
    "TakingHooks",
    "Text",
    "Titles",
    "Tribute",
    "TrickGame",
    "TurnCommand",
    "Viewers",
    "best_melds",
    "condition",
    "meld_worth",
    "setting",
    "viewers",
]
