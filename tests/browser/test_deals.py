"""The page checks deals as the other clients do: every lie is found, and honest deals are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from cardkit.fair import DealFault, PlayerRole
from cardkit.netgame import translate
from cardkit.protocol import read_frame
from tests.fair_stories import Spot, a_table, at, bent, harmless, lie, spots, transcript
from tests.fair_tables import draw
from tests.helpers import Frame

CONTRIBUTIONS = 40
"""More than there are deals in any story here."""

VECTOR = """async () => {
  const hashes = await import("cardkit/hashes");
  const text = new TextEncoder().encode("server-pubkey|match m1|deal 0");
  const context = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const secret = hashes.toHex(Uint8Array.from({ length: 32 }, (_, at) => at));
  const given = ["11".repeat(32), "22".repeat(32), null, "44".repeat(32)];
  const deck = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));
  const seed = await hashes.seedOf(secret, context, given);
  const cards = await hashes.shuffled(seed, deck, "deck");
  return [
    hashes.toHex(context), await hashes.commitDealer(context, secret), hashes.toHex(seed),
    cards.join(" "), await hashes.rootOf(context, secret, cards, "deck"),
  ];
}"""

LISTEN = """async ({ name, gifts, frames, stories }) => {
  const { PlayerRole } = await import("cardkit/player_role");
  const { readFrame } = await import("cardkit/message_reader");
  const heard = [];
  for (const changes of stories) {
    const told = [...frames];
    for (const [at, frame] of changes) told[at] = frame;
    let drawn = 0;
    const player = new PlayerRole(name, () => gifts[drawn++]);
    const answers = [], found = [];
    for (const frame of told) {
      const now = await player.hear(readFrame(frame));
      answers.push(...now.answers);
      found.push(...now.found.map(({ deal, fault }) => [deal, fault]));
    }
    const deals = [...player.deals.values()];
    heard.push({ answers, found, deals: deals.map(({ proved, opened }) => [proved, opened]) });
  }
  return heard;
}"""


def test_the_hashes_of_the_page_are_those_of_the_protocol(modules: Page) -> None:
    assert modules.evaluate(VECTOR) == [
        "bb5401cfb2e5de8b874ef507ca4af96f66bc5ca7d9c9525194411943d9a9ceca",
        "b029355cf710c73a85585f56201049747ee7abdb2f3e24fdc585037387278792",
        "3cea9a39441845dc8ff3500eda33ea7fc93bbf18306c218ff04f1f3f387ba51a",
        "H5 S2 SQ CJ DT HA HT D6 S3 H6 C5 S7 C9 D7 CA S4 D8 DQ H8 SJ C2 H2 D9 S8 CK D2 "
        "H9 HJ S6 DK C8 CQ C4 D3 DJ H4 ST HQ C7 H3 S5 S9 SA H7 HK CT C6 D5 DA C3 D4 SK",
        "867427d89b1e28cdb78c0603d81bb913ae568696ce43b5bcb813ee47b72e403d",
    ]


def heard_by_page(
    modules: Page,
    frames: list[Frame],
    stories: list[list[Frame]],
    gifts: list[str],
) -> list[Any]:
    """What a page makes of stories that differ little from these frames."""
    changes = [
        [[n, new] for n, (old, new) in enumerate(zip(frames, story, strict=True)) if old != new]
        for story in stories
    ]
    how = {"name": "", "gifts": gifts, "frames": frames, "stories": changes}
    heard: list[Any] = modules.evaluate(LISTEN, how)
    return heard


def gifts_of(drawn: str) -> list[str]:
    """What the guest with these secrets contributes, deal by deal."""
    secret = draw(drawn)
    return [secret(32).hex() for _ in range(CONTRIBUTIONS)]


def heard_by_player(story: list[Frame]) -> Any:
    """The same as the other clients have it."""
    player = PlayerRole("guest-ann", draw("ann"))
    answers, found = [], []
    for frame in story:
        said, wrong = player.hear(read_frame(frame))
        answers += [command.words() for command in said]
        found += [[finding.deal, finding.fault.name] for finding in wrong]
    deals = [[deal.proved, deal.opened] for deal in player.deals.values()]
    return {"answers": answers, "found": found, "deals": deals}


def lies(game: str) -> Iterator[list[Frame]]:
    """An honest match, told with one thing changed that matters."""
    for kind in ("open", "commits", "ready", "root", "secret", "PROOF"):
        told = spots(game, "PROOF") if kind == "PROOF" else spots(game, "DEAL", kind)
        where = [spot for spot in told if not harmless(game, spot, [["other"]])]
        for spot in dict.fromkeys((where[0], where[-1])):
            old = at(game, spot)
            head = 1 if kind == "PROOF" else 2
            for new in [[[*old[:head], *each]] for each in bent(old[head:])] + [[], [old, old]]:
                if not harmless(game, spot, new):
                    yield lie(game, spot, *new)
    for spot in spots(game, "MOVE", "stock")[:4]:
        yield from other_cards(game, spot)


def other_cards(game: str, spot: Spot) -> Iterator[list[Frame]]:
    number, kind, source, to, *cards = at(game, spot)
    yield lie(game, spot, [number, kind, source, to, *cards[:-1], "S2"])
    yield lie(game, spot, [number, kind, source, to, *cards, "??"])
    yield lie(game, spot, [number, kind, source, to, *cards[1:]])


@pytest.mark.parametrize(("game", "step"), [("akq", 1), ("page_one", 7)])
def test_the_page_finds_every_lie_that_the_other_clients_find(
    modules: Page, game: str, step: int
) -> None:
    honest = [list(frame) for frame in transcript(game)]
    told = list(lies(game))[::step]
    heard = heard_by_page(modules, honest, [honest, *told], gifts_of("ann"))
    assert heard == [heard_by_player(story) for story in (honest, *told)]
    assert heard[0]["found"] == []
    assert all(opened for proved, opened in heard[0]["deals"] if proved)
    assert all(each["found"] for each in heard[1:])
    assert len(told) > 30


@pytest.mark.parametrize("afresh", [False, True])
def test_who_comes_back_finds_nothing_false_in_honest_deals(modules: Page, afresh: bool) -> None:
    """After each of the first moves of each game, with all that was known or with nothing."""
    table = a_table("flush_poker", seed="come back")
    bob, drawn = table.guests[1], "bob"
    stories = []
    for _ in range(2):
        table.start()
        for _ in range(4):
            table.move()
            bob.lose()
            if afresh:
                stories.append((drawn, bob.frames))
                bob.frames, drawn = [], f"{bob.name} afresh"
            bob.come_back(afresh=afresh)
            bob.say("STATE")
            table.settle()
        table.play()
    stories.append((drawn, bob.frames))
    for drawn, frames in stories:
        heard = heard_by_page(modules, frames, [frames], gifts_of(drawn))
        assert heard[0]["found"] == []
        assert sum(proved for proved, _ in heard[0]["deals"]) > 0


def test_what_the_page_finds_it_says_as_the_other_clients_do(modules: Page) -> None:
    said = "async (all) => { const { learn, say } = await import('cardkit/i18n'); "
    said += "await learn('ja'); "
    said += "return all.map((text) => say(text, 'ja')); }"
    plain = {f.value: translate(f.value, "ja") for f in DealFault if "{" not in f.value}
    assert modules.evaluate(said, list(plain)) == list(plain.values())
    assert len(plain) > 30
