"""What can be false in a deal: a code for each rule of the protocol, and the sentence for it."""

from __future__ import annotations

from enum import Enum

from cardkit.netgame import Text


class DealFault(Enum):
    """A rule that was broken. Whoever finds it says so in these words."""

    UNREADABLE = "what the server says of a deal cannot be read"
    # what a deal is about
    BAD_ABOUT = "the deal does not say what it is about"
    BAD_SEATS = "the seats of the deal are not one for each player"
    NEVER_OPENED = "this deal was never opened"
    REOPENED = "the dealer has bound itself anew to a deal that was open already"
    OTHER_DEAL = "the deal is about another one, or about another table"
    OTHER_TABLE = "the deal is about another table"
    OTHER_SERVER = "the deal names another key of the server than the deals before"
    OTHER_RULES = "the deal is about other rules than the deals before"
    OTHER_MATCH = "the deal is about something else than this match"
    NUMBER_USED = "the number of this deal was used before"
    GIVEN_UP = "a deal was given up although nobody had left"
    OLD_DEAL = "an old deal is dealt once more"
    VOID_LATE = "a deal was taken back after its cards were dealt"
    TOLD_TWICE = "this step of the deal was taken before"
    NO_DEAL = "a game has begun without a deal of its own"
    OTHER_PLAYERS = "others play than the deal was opened for"
    # contributions
    COMMITS_CHANGED = "the list of commitments was changed after it was told"
    COMMITS_LENGTH = "the list of commitments is not one for each seat"
    NOT_MY_COMMIT = "the list holds a commitment of yours that you never made"
    READY_EARLY = "contributions were opened before all were bound"
    READY_CHANGED = "the contributions were changed after they were told"
    READY_LENGTH = "the list of contributions is not one for each seat"
    WRONG_CONTRIBUTION = "what {name} gave is not what {name} was bound to"
    WRONG_SEED = "the seed does not follow from the contributions"
    # shuffles
    ROOT_EARLY = "a deck was bound before all contributions were there"
    ROOT_CHANGED = "the root of a shuffle was changed after it was told"
    WRONG_SIZE = "cards that were shuffled: {size}; cards of the deck: {cards}"
    TOO_MANY_SHUFFLES = "more was shuffled than in any game"
    OTHER_CARDS = "other cards were shuffled than the dealer was bound to"
    UNBOUND_SHUFFLE = "a pile was shuffled that nobody was bound to"
    # cards
    UNBOUND_PROOF = "a card comes with a proof for a shuffle that nobody was bound to"
    PROOF_OF_OTHER_DEAL = "a card comes with a proof for another deal"
    PROOF_OF_OTHER_PILE = "a card comes with a proof for another shuffle than that of its pile"
    WRONG_PROOF = "{card} was not at place {place} of the deck before it was dealt"
    TOO_MANY_OF_A_CARD = "there are too many {card} in this deck"
    DEALT_TWICE = "the card at place {place} was dealt twice"
    OUT_OF_ORDER = "{name} was dealt the card at place {place}, and {next} was next"
    NO_PROOF = "a card was dealt without a proof: {cards}"
    TOO_MANY_PROOFS = "more cards were proved than dealt"
    OTHER_FACE = "{card} was told, and {proved} was proved"
    # secrets
    WRONG_SECRET = "the secret is not the one that the dealer was bound to"
    NO_SECRET = "the secret of deal {number} is missing"
    WRONG_DECK = "the deck is not the one that follows from all contributions"
    SECRET_KEPT = "the secret of this deal was kept back"


class FalseDeal(Exception):
    """Something that was told of a deal is not true; with a number, of that deal."""

    def __init__(self, fault: DealFault, *, deal: int | None = None, **parts: object) -> None:
        super().__init__(fault)
        self.fault, self.deal, self.parts = fault, deal, parts
        self.text = Text(fault.value, **parts)
