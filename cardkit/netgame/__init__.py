"""NetGame: any networked turn game. Knows no cards, does no I/O, reads no clock."""

from cardkit.netgame.blueprint import Option, options_of
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
from cardkit.netgame.conditions import Condition, condition, setting
from cardkit.netgame.course import Entry
from cardkit.netgame.dealer import Dealer, PlainDealer
from cardkit.netgame.events import WATCHER, Event, Hidden
from cardkit.netgame.ja import TEXTS
from cardkit.netgame.refusal import Reason, Refused, RulesError
from cardkit.netgame.roles import Role, Status
from cardkit.netgame.settings import Clock, Disconnect, Fault, Match, Seats
from cardkit.netgame.table import NetGame
from cardkit.netgame.texts import LANGUAGES, Text, add_texts, joined, say, translate
from cardkit.netgame.view import View

add_texts("ja", TEXTS)

__all__ = [
    "LANGUAGES",
    "WATCHER",
    "Amount",
    "Below",
    "Clock",
    "Command",
    "Condition",
    "Dealer",
    "Disconnect",
    "Entry",
    "Event",
    "Fault",
    "Fixed",
    "Hidden",
    "Match",
    "NetGame",
    "Offer",
    "Option",
    "PlainDealer",
    "Reason",
    "Refused",
    "Role",
    "RulesError",
    "Seats",
    "Status",
    "Text",
    "View",
    "add_texts",
    "condition",
    "fix",
    "joined",
    "make_command",
    "options_of",
    "pick",
    "say",
    "set_made",
    "set_verb",
    "setter",
    "setting",
    "translate",
    "whole_number",
]
