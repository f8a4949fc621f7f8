"""Bugs in the dealing of cards, and ways to cheat with it, to be planted on purpose.

Each has to be noticed: by what is stored, by what is told, or by the players themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardkit.fair import ProvingDealer, Terms
from cardkit.fair.proving import CardPosition, Dealt
from cardkit.netgame import Event
from cardkit.protocol import Codec, Message
from cardkit.server import dealing as server
from cardkit.server.dealing import Dealing
from cardkit.server.encoding import EventEncoder
from cardkit.server.journal import MatchJournal
from cardkit.server.session import Peer
from tests.world.planting import Method, bug_in

# --- the secret of the dealer ------------------------------------------------------------------


@bug_in(Dealing, "open_secrets")
def secrets_are_told_after_every_hand(right: Method, dealing: Dealing) -> None:
    for number, secret in dealing._secrets:
        dealing._tell([("DEAL", "secret", number, secret.hex())])


@bug_in(Dealing, "open_secrets")
def what_is_for_an_auditor_is_told_to_all(right: Method, dealing: Dealing) -> None:
    right(dealing)
    if dealing._hosted.table.match_over:
        secrets_are_told_after_every_hand(right, dealing)


@bug_in(Dealing, "open_secrets")
def secrets_are_kept_for_ever(right: Method, dealing: Dealing) -> None:
    return None


@bug_in(Dealing, "recall")
def after_a_crash_another_secret_is_drawn(
    right: Method, dealing: Dealing, step: Mapping[str, Any]
) -> None:
    if "about" in step:
        step = {**step, "secret": dealing._hosted.outbox.secret(32)}
    right(dealing, step)


@bug_in(server, "_opening")
def the_secret_comes_with_what_binds_to_it(right: Method, terms: Terms) -> Message:
    message: Message = right(terms)
    return (*message[:-1], terms.secret.hex())


# --- contributions -----------------------------------------------------------------------------


@bug_in(Dealing, "_tell")
def commitments_are_told_before_they_are_stored(
    right: Method, dealing: Dealing, messages: Sequence[Message]
) -> None:
    for session in dealing._hosted.listeners:
        peer = session.peer
        if peer is not None and peer.proofs and any(m[1] == "commits" for m in messages):
            peer.send(peer.codec.frame([peer.codec.encode(m) for m in messages]))
    if not any(message[1] == "commits" for message in messages):
        right(dealing, messages)


@bug_in(server, "_ready")
def who_is_missing_is_named_as_present(
    right: Method, terms: Terms, given: Iterable[bytes | None]
) -> Message:
    message: Message = right(terms, [each or bytes(32) for each in given])
    return message


@bug_in(Dealing, "reveal")
def a_contribution_is_lost(right: Method, dealing: Dealing, *gift: Any) -> None:
    return None


@bug_in(Dealing, "commit")
def the_first_commitment_counts_whatever_is_acknowledged(
    right: Method, dealing: Dealing, name: str, number: int, value: bytes
) -> None:
    if dealing.terms is None or dealing.terms.number != number or name not in dealing._commits:
        right(dealing, name, number, value)


@bug_in(Dealing, "_lacking")
def nobody_is_waited_for(right: Method, dealing: Dealing) -> set[str]:
    return set()


@bug_in(Dealing, "time_up")
def who_gives_nothing_is_waited_for_for_ever(right: Method, dealing: Dealing) -> None:
    return None


@bug_in(Terms, "seed")
def the_seed_does_not_depend_on_the_players(
    right: Method, terms: Terms, given: Sequence[bytes | None]
) -> bytes:
    seed: bytes = right(terms, [None] * len(given))
    return seed


# --- deals -------------------------------------------------------------------------------------


@bug_in(Dealing, "_open")
def a_deal_number_is_dealt_twice(right: Method, dealing: Dealing, *how: Any) -> list[Message]:
    dealing.number = max(0, dealing.number - 1)
    told: list[Message] = right(dealing, *how)
    return told


@bug_in(Dealing, "_check_seats")
def a_deal_goes_on_after_somebody_has_left(right: Method, dealing: Dealing) -> None:
    return None


@bug_in(Dealing, "so_far")
def who_comes_back_hears_nothing_of_deals(
    right: Method, dealing: Dealing, peer: Peer, seat: int, *, cards: bool
) -> Iterator[Message]:
    return iter(())


# --- cards -------------------------------------------------------------------------------------


@bug_in(ProvingDealer, "shuffle")
def the_dealer_stacks_the_deck(
    right: Method, dealer: ProvingDealer, cards: list[Any], label: str
) -> None:
    right(dealer, cards, label)
    cards[0], cards[-1] = cards[-1], cards[0]


@bug_in(server, "_roots")
def a_root_is_that_of_another_deck(right: Method, number: int, shuffles: Any) -> list[Message]:
    told: list[Message] = right(number, shuffles)
    return [(*message[:-1], bytes(32).hex()) for message in told]


@bug_in(CardPosition, "proof")
def the_place_in_a_proof_is_wrong(right: Method, lie: CardPosition) -> list[Any]:
    place, *rest = right(lie)
    return [place ^ 1, *rest]


@bug_in(Dealt, "words")
def a_proof_shows_a_card_to_who_may_not_see_it(
    right: Method, dealt: Dealt, viewer: int
) -> tuple[Any, ...] | None:
    return dealt._say((True,) * len(dealt._items))


@bug_in(EventEncoder, "body")
def proofs_are_told_to_who_has_not_asked(
    right: Method, encoder: EventEncoder, codec: type[Codec], seat: int, *, proofs: bool
) -> list[bytes]:
    body: list[bytes] = right(encoder, codec, seat, proofs=True)
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
