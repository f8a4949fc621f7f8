"""Records in which something is false, from damaged bytes to lies that the right key has signed.

What is forged here is false in itself, so whoever checks it alone must refuse it. Not so where a
server tells another story that is true to itself: that is found by who has heard the first one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.fair import CommittedDeck, FairDeal, FairDealer
from tests.memory_server import KEY

Body = dict[str, Any]
Trick = Callable[[Random, list[Body]], object]
"""Makes something false in the lines of a record; `NO` where there is nothing to do it to."""
NO = False
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of somebody else").digest())
_MISSING = "missing"


def bodies_of(text: str) -> list[Body]:
    return [json.loads(line) for line in text.splitlines()]


def chained(bodies: list[Body], key: Ed25519PrivateKey | None = KEY) -> str:
    """The lines numbered and bound anew, and signed with this key; without one as it was."""
    lines: list[str] = []
    last = "0" * 64
    for n, body in enumerate(bodies):
        body |= {"n": n, "prev": last}
        if body["kind"] == "end" and key is not None:
            body["signature"] = key.sign(b"cardkit-record:" + last.encode()).hex()
        lines.append(json.dumps(body, ensure_ascii=False))
        last = sha256(lines[-1].encode()).hexdigest()
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# --- damage ------------------------------------------------------------------------------------


def truncated(chance: Random, text: str) -> str:
    return text[: chance.randrange(len(text) - 1)]


def char_changed(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) - 1)
    return text[:at] + chance.choice('0aF" ,:}{]日\t') + text[at + 1 :]


def bit_flipped(chance: Random, text: str) -> str:
    data = bytearray(text.encode())
    data[chance.randrange(len(data) - 1)] ^= 1 << chance.randrange(7)
    return data.decode(errors="replace")


def char_lost_or_added(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) - 1)
    return text[:at] + chance.choice(("", text[at] * 2)) + text[at + 1 :]


def lines_changed(chance: Random, text: str) -> str:
    """A line is gone, is there twice, or has changed places with another."""
    lines = text.splitlines()
    at, other = chance.sample(range(len(lines)), 2)
    match chance.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return _joined(lines)


def value_edited(chance: Random, text: str) -> str:
    """Some value is another, and the lines are bound as they were."""
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    body = json.loads(lines[at])
    edit(chance, [body])
    lines[at] = json.dumps(body, ensure_ascii=False)
    return _joined(lines)


def edited_and_bound(chance: Random, text: str) -> str:
    """Some value is another, and the lines are bound anew; but who did that cannot sign."""
    bodies = bodies_of(text)
    edit(chance, bodies[:-1])
    return chained(bodies, None)


def signed_by_another(chance: Random, text: str) -> str:
    """Everything is as it was, or not, and signed with another key, which may call itself so."""
    bodies = bodies_of(text)
    if chance.random() < 0.5:
        edit(chance, bodies[:-1])
    if chance.random() < 0.5:
        bodies[0]["server"] = OTHER_KEY.public_key().public_bytes_raw().hex()
    return chained(bodies, OTHER_KEY)


DAMAGE = (
    truncated,
    char_changed,
    bit_flipped,
    char_lost_or_added,
    lines_changed,
    value_edited,
    edited_and_bound,
    signed_by_another,
)


def edit(chance: Random, bodies: list[Body]) -> None:
    """Put another value in some place."""
    places = [place for body in bodies for place in _places(body)]
    holder, key = chance.choice(places)
    holder[key] = _another(chance, holder[key])


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where a plain value lies; not the numbering, which is made anew."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if isinstance(inner, dict | list) and inner:
            yield from _places(inner)
        elif key not in ("n", "prev"):
            yield value, key


def _another(chance: Random, value: Any) -> Any:
    if isinstance(value, bool) or value is None or not isinstance(value, str | int | float):
        return "another"
    if isinstance(value, int | float):
        return value + chance.choice((-1, 1, 1000))
    return digit_changed(chance, value) if value else "x"


def digit_changed(chance: Random, text: str) -> str:
    """The same with one character that is another."""
    at = chance.randrange(len(text))
    return (
        text[:at] + chance.choice([c for c in "0123456789abcdef" if c != text[at]]) + text[at + 1 :]
    )


# --- lies with the right signature -------------------------------------------------------------


def _lines(bodies: list[Body], key: str) -> list[int]:
    return [n for n, body in enumerate(bodies) if key in body]


def _starts(bodies: list[Body]) -> list[int]:
    return [n for n, body in enumerate(bodies) if body.get("said", "").startswith("START ")]


def _given(bodies: list[Body]) -> list[tuple[int, int]]:
    """By line and seat, the contributions that are there."""
    return [
        (n, seat)
        for n in _lines(bodies, "given")
        for seat, each in enumerate(bodies[n]["given"])
        if each != _MISSING
    ]


def _step_before(bodies: list[Body], n: int, key: str) -> Body:
    """The last line up to this one in which there is such a step of a deal."""
    return bodies[max(at for at in _lines(bodies, key) if at <= n)]


def a_result_is_another(chance: Random, bodies: list[Body]) -> object:
    result = bodies[chance.choice(_lines(bodies, "result"))]["result"]
    match chance.randrange(3):
        case 0:
            name = chance.choice([*result["scores"]])
            result["scores"][name] += chance.choice((-1, 1, 100))
        case 1:
            result["game"] += 1
        case _:
            result["ranking"].append(result["ranking"].pop(0))
    return None


def a_result_or_root_is_kept_back(chance: Random, bodies: list[Body]) -> object:
    key = chance.choice(("result", "roots"))
    return bodies[chance.choice(_lines(bodies, key))].pop(key)


def a_root_is_another(chance: Random, bodies: list[Body]) -> object:
    roots = bodies[chance.choice(_lines(bodies, "roots"))]["roots"]
    label = chance.choice([*roots])
    root = roots.pop(label)
    if chance.random() < 0.5:
        roots[label] = digit_changed(chance, root)
    else:
        roots[f"{label} 1"] = root
    return None


def roots_change_places(chance: Random, bodies: list[Body]) -> object:
    lines = _lines(bodies, "roots")
    if len(lines) < 2:
        return NO
    one, other = (bodies[n] for n in chance.sample(lines, 2))
    one["roots"], other["roots"] = other["roots"], one["roots"]
    return None


def a_seed_is_another(chance: Random, bodies: list[Body]) -> object:
    start = bodies[chance.choice(_starts(bodies))]
    words = start["said"].split()
    words[1] = digit_changed(chance, words[1])
    start["said"] = " ".join(words if chance.random() < 0.8 else words[:1])
    return None


def a_secret_is_another(chance: Random, bodies: list[Body]) -> object:
    secrets = bodies[-2]["secrets"]
    number = chance.choice([*secrets])
    if chance.random() < 0.3:
        return secrets.pop(number)
    secrets[number] = digit_changed(chance, secrets[number])
    return None


def secrets_change_places(chance: Random, bodies: list[Body]) -> object:
    secrets = bodies[-2]["secrets"]
    if len(secrets) < 2:
        return NO
    one, other = chance.sample([*secrets], 2)
    secrets[one], secrets[other] = secrets[other], secrets[one]
    return None


def the_dealer_was_bound_to_another_secret(chance: Random, bodies: list[Body]) -> object:
    line = bodies[chance.choice(_lines(bodies, "commitment"))]
    line["commitment"] = digit_changed(chance, line["commitment"])
    return None


def a_player_was_bound_to_something_else(chance: Random, bodies: list[Body]) -> object:
    if not (given := _given(bodies)):
        return NO
    n, seat = chance.choice(given)
    commits = _step_before(bodies, n, "commits")["commits"]
    commits[seat] = digit_changed(chance, commits[seat]) if chance.random() < 0.7 else ""
    return None


def commitments_change_places(chance: Random, bodies: list[Body]) -> object:
    if not (given := _given(bodies)):
        return NO
    commits = _step_before(bodies, chance.choice(given)[0], "commits")["commits"]
    commits.append(commits.pop(0))
    return None


def a_contribution_is_another(chance: Random, bodies: list[Body]) -> object:
    if not (given := _given(bodies)):
        return NO
    n, seat = chance.choice(given)
    gifts = bodies[n]["given"]
    gifts[seat] = digit_changed(chance, gifts[seat]) if chance.random() < 0.7 else _MISSING
    return None


def who_gave_nothing_is_said_to_have(chance: Random, bodies: list[Body]) -> object:
    missing = [
        (n, seat)
        for n in _lines(bodies, "given")
        for seat, each in enumerate(bodies[n]["given"])
        if each == _MISSING
    ]
    if not missing:
        return NO
    n, seat = chance.choice(missing)
    bodies[n]["given"][seat] = chance.randbytes(32).hex()
    return None


def a_deal_is_about_something_else(chance: Random, bodies: list[Body]) -> object:
    about = bodies[chance.choice(_lines(bodies, "about"))]["about"]
    name = chance.choice([*about])
    if name == "deck":
        cards = about["deck"].split()
        about["deck"] = " ".join([*cards[1:], cards[0]])
    elif name == "seats":
        about["seats"].append(about["seats"].pop(0))
    elif name == "options":
        about["options"]["games"] = "77"
    else:
        about[name] = _another(chance, about[name])
    return None


def a_step_is_left_out(chance: Random, bodies: list[Body]) -> object:
    return bodies.pop(chance.choice(_lines(bodies, chance.choice(("about", "commits", "given")))))


def a_step_comes_twice_or_too_late(chance: Random, bodies: list[Body]) -> object:
    n = chance.choice(_lines(bodies, chance.choice(("about", "commits", "given"))))
    start = next(at for at in _starts(bodies) if at > n)
    if chance.random() < 0.5:
        bodies.insert(n + 1, json.loads(json.dumps(bodies[n])))
    else:
        bodies.insert(start, bodies.pop(n))
    return None


def deals_change_places(chance: Random, bodies: list[Body]) -> object:
    lines = _lines(bodies, "about")
    if len(lines) < 2:
        return NO
    one, other = (bodies[n] for n in chance.sample(lines, 2))
    for key in ("about", "commitment"):
        one[key], other[key] = other[key], one[key]
    return None


def the_match_is_another(chance: Random, bodies: list[Body]) -> object:
    name = chance.choice(("match", "table", "game", "preset", "deals"))
    bodies[0][name] = _another(chance, bodies[0][name])
    return None


def the_deck_is_of_the_servers_choice(chance: Random, bodies: list[Body]) -> object:
    """Another secret, or another contribution, or just another seed, and all that follows."""
    start = chance.choice(_starts(bodies))
    opened = _step_before(bodies, start, "about")
    secrets, number = bodies[-2]["secrets"], str(opened["about"]["deal"])
    given = _step_before(bodies, start, "given")["given"]
    kind = chance.choice(("secret", "gift", "seed"))
    if kind == "secret":
        secrets[number] = chance.randbytes(32).hex()
    elif kind == "gift":
        given[chance.randrange(len(given))] = chance.randbytes(32).hex()
    deal = FairDeal(opened["about"], bytes.fromhex(secrets[number]))
    gifts = [None if each == _MISSING else bytes.fromhex(each) for each in given]
    seed = chance.randbytes(32) if kind == "seed" else deal.seed(gifts)
    deck = opened["about"]["deck"].split()
    FairDealer(seed).shuffle(deck, "deck")
    words = bodies[start]["said"].split()
    bodies[start]["said"] = " ".join((words[0], seed.hex(), *words[2:]))
    bodies[start]["roots"]["deck"] = CommittedDeck(
        deal.context, deal.secret, deck, "deck"
    ).root.hex()
    return None


LIES: tuple[Trick, ...] = (
    a_result_is_another,
    a_result_or_root_is_kept_back,
    a_root_is_another,
    roots_change_places,
    a_seed_is_another,
    a_secret_is_another,
    secrets_change_places,
    the_dealer_was_bound_to_another_secret,
    a_player_was_bound_to_something_else,
    commitments_change_places,
    a_contribution_is_another,
    who_gave_nothing_is_said_to_have,
    a_deal_is_about_something_else,
    a_step_is_left_out,
    a_step_comes_twice_or_too_late,
    deals_change_places,
    the_match_is_another,
    the_deck_is_of_the_servers_choice,
)


def forged(chance: Random, text: str, *, lies: float = 0.25) -> tuple[str, str]:
    """A record in which something is false, and what was done to it; so many are lies."""
    while True:
        if chance.random() < lies:
            trick, bodies = chance.choice(LIES), bodies_of(text)
            made = "" if trick(chance, bodies) is NO else chained(bodies)
            name = trick.__name__
        else:
            damage = chance.choice(DAMAGE)
            name, made = damage.__name__, damage(chance, text)
        if made and made != text:
            return name, made
