"""Bugs in the dealing of cards, and ways to cheat with it, to be planted on purpose.

Each has to be noticed: by what is stored, by what is told, or by the players themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardkit.fair import DealerRole, FairDeal, ProvingDealer, dealer_role
from cardkit.fair.dealer_role import DealActions, Roster
from cardkit.fair.proving_dealer import CardPosition, Dealt
from cardkit.netgame import Event
from cardkit.protocol import Codec, Words
from cardkit.server.encoding import EventEncoder
from cardkit.server.hosted_table import HostedTable
from cardkit.server.journal import MatchJournal
from tests.world.planting import Method, bug_in

# --- the secret of the dealer ------------------------------------------------------------------


@bug_in(DealerRole, "open_secrets")
def secrets_are_told_after_every_hand(
    right: Method, dealing: DealerRole, mode: str, *, match_over: bool
) -> list[Words]:
    told: list[Words] = right(dealing, "hand", match_over=match_over)
    return told


@bug_in(DealerRole, "open_secrets", world=3)
def what_is_for_an_auditor_is_told_to_all(
    right: Method, dealing: DealerRole, mode: str, *, match_over: bool
) -> list[Words]:
    told: list[Words] = right(dealing, "hand" if match_over else mode, match_over=match_over)
    return told


@bug_in(DealerRole, "open_secrets")
def secrets_are_kept_for_ever(right: Method, dealing: DealerRole, *how: Any, **more: Any) -> Any:
    return []


@bug_in(DealerRole, "recall")
def after_a_crash_another_secret_is_drawn(
    right: Method, dealing: DealerRole, step: Mapping[str, Any], at: float
) -> None:
    if "about" in step:
        step = {**step, "secret": sha256(step["secret"]).digest()}
    right(dealing, step, at)


@bug_in(dealer_role, "opening")
def the_secret_comes_with_what_binds_to_it(right: Method, deal: FairDeal) -> Words:
    message: Words = right(deal)
    return (*message[:-1], deal.secret.hex())


# --- contributions -----------------------------------------------------------------------------


@bug_in(HostedTable, "tell_of_deals")
def commitments_are_told_before_they_are_stored(
    right: Method, audience: HostedTable, messages: Sequence[Words]
) -> None:
    if not any(message[1] == "commits" for message in messages):
        right(audience, messages)
        return
    for session in audience.listeners:
        peer = session.peer
        if peer is not None and peer.proofs:
            peer.send(peer.codec.frame([peer.codec.encode(m) for m in messages]))


@bug_in(dealer_role, "ready")
def who_is_missing_is_named_as_present(right: Method, deal: FairDeal) -> Words:
    *head, given = right(deal)
    return (*head, [bytes(32).hex() if each == "missing" else each for each in given])


@bug_in(DealerRole, "contribute")
def a_contribution_is_lost(right: Method, dealing: DealerRole, *given: Any) -> DealActions:
    actions: DealActions = right(dealing, *given) if given[0] == "COMMIT" else DealActions()
    return actions


@bug_in(DealerRole, "contribute", world=1)
def the_first_commitment_counts_whatever_is_acknowledged(
    right: Method, dealing: DealerRole, verb: str, name: str, *given: Any
) -> DealActions:
    if verb == "COMMIT" and name in dealing._committed:
        return DealActions()
    actions: DealActions = right(dealing, verb, name, *given)
    return actions


@bug_in(DealerRole, "_lacking")
def nobody_is_waited_for(right: Method, dealing: DealerRole, *who: Any) -> set[str]:
    return set()


@bug_in(DealerRole, "time_up")
def who_gives_nothing_is_waited_for_for_ever(
    right: Method, dealing: DealerRole, roster: Roster, at: float
) -> DealActions:
    return DealActions()


@bug_in(FairDeal, "seed")
def the_seed_does_not_depend_on_the_players(right: Method, deal: FairDeal) -> bytes:
    seed: bytes = right(deal, [None] * len(deal.seats))
    return seed


# --- deals -------------------------------------------------------------------------------------


@bug_in(DealerRole, "open")
def a_deal_number_is_dealt_twice(
    right: Method, dealing: DealerRole, about: dict[str, Any], secret: bytes
) -> DealActions:
    number = max(1, about["deal"] - 1)
    actions: DealActions = right(dealing, about | {"deal": number}, secret)
    return actions


@bug_in(DealerRole, "people_changed")
def a_deal_goes_on_after_somebody_has_left(
    right: Method, dealing: DealerRole, roster: Roster, at: float
) -> DealActions:
    return DealActions()


@bug_in(DealerRole, "so_far")
def who_comes_back_hears_nothing_of_deals(
    right: Method, dealing: DealerRole, seat: int, piles: Any
) -> Iterator[Words]:
    return iter(())


# --- cards -------------------------------------------------------------------------------------


@bug_in(ProvingDealer, "shuffle")
def the_dealer_stacks_the_deck(
    right: Method, dealer: ProvingDealer, cards: list[Any], label: str
) -> None:
    right(dealer, cards, label)
    cards[0], cards[-1] = cards[-1], cards[0]


@bug_in(dealer_role, "roots")
def a_root_is_that_of_another_deck(right: Method, *how: Any) -> list[Words]:
    return [(*message[:-1], bytes(32).hex()) for message in right(*how)]


@bug_in(CardPosition, "proof")
def the_place_in_a_proof_is_wrong(right: Method, position: CardPosition) -> list[Any]:
    place, *rest = right(position)
    return [place ^ 1, *rest]


@bug_in(Dealt, "words")
def a_proof_shows_a_card_to_who_may_not_see_it(
    right: Method, dealt: Dealt, viewer: int
) -> tuple[Any, ...] | None:
    return dealt._say((True,) * len(dealt._items))


@bug_in(EventEncoder, "body")
def proofs_are_told_to_who_has_not_asked(
    right: Method,
    encoder: EventEncoder,
    codec: type[Codec],
    seat: int,
    language: str,
    *,
    proofs: bool,
) -> list[bytes]:
    body: list[bytes] = right(encoder, codec, seat, language, proofs=True)
    return body


@bug_in(ProvingDealer, "prove")
def cards_come_without_a_proof(right: Method, dealer: ProvingDealer, events: Any) -> None:
    return None


# --- the trail ---------------------------------------------------------------------------------


@bug_in(MatchJournal, "sign")
def the_trail_is_not_told(right: Method, journal: MatchJournal, events: Sequence[Event]) -> None:
    return None


@bug_in(MatchJournal, "sign")
def the_trail_is_not_that_of_what_is_stored(
    right: Method, journal: MatchJournal, events: Sequence[Event]
) -> None:
    right(journal, events)
    for event in events[-1:]:
        *proofs, trail = event.proofs
        other = sha256(str(trail.parts[-1]).encode()).hexdigest()
        event.proofs = (*proofs, Event(0, trail.kind, (*trail.parts[:-1], other)))
