"""NetGame: any networked turn game. Knows no cards, does no I/O, reads no clock."""

from cardkit.netgame.absence import POLICIES
from cardkit.netgame.command import (
    Amount,
    Below,
    Command,
    Fixed,
    Offer,
    fix,
    make_command,
    pick,
    set_made,
    set_verb,
    setter,
    whole_number,
)
from cardkit.netgame.conditions import Condition, Sentence, condition, setting
from cardkit.netgame.dealer import Chance, Dealer, PlainDealer
from cardkit.netgame.declared import Declaration, Declared, Fact, Layout, Notice, Pile, Word
from cardkit.netgame.definition import Option, options_of
from cardkit.netgame.events import HIDDEN, WATCHER, Event, EventLog, FactValue, Hidden, View
from cardkit.netgame.game import Entry, NetGame
from cardkit.netgame.people import People, Role, Status
from cardkit.netgame.refusal import Reason, Refused, RulesError
from cardkit.netgame.settings import Clock, Disconnect, Fault, Match, Seats
from cardkit.netgame.vocabulary import Vocabulary
from cardkit.texts import (
    LANGUAGES,
    TOOLKIT,
    Catalogue,
    Text,
    in_a_row,
    joined,
    plural,
    say,
    translate,
)

__all__ = [
    "HIDDEN",
    "LANGUAGES",
    "POLICIES",
    "TOOLKIT",
    "WATCHER",
    "Amount",
    "Below",
    "Catalogue",
    "Chance",
    "Clock",
    "Command",
    "Condition",
    "Dealer",
    "Declaration",
    "Declared",
    "Disconnect",
    "Entry",
    "Event",
    "EventLog",
    "Fact",
    "FactValue",
    "Fault",
    "Fixed",
    "Hidden",
    "Layout",
    "Match",
    "NetGame",
    "Notice",
    "Offer",
    "Option",
    "People",
    "Pile",
    "PlainDealer",
    "Reason",
    "Refused",
    "Role",
    "RulesError",
    "Seats",
    "Sentence",
    "Status",
    "Text",
    "View",
    "Vocabulary",
    "Word",
    "condition",
    "fix",
    "in_a_row",
    "joined",
    "make_command",
    "options_of",
    "pick",
    "plural",
    "say",
    "set_made",
    "set_verb",
    "setter",
    "setting",
    "translate",
    "whole_number",
]
