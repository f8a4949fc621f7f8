"""The modules of the page that only reckon, run in the browser over whole games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

from playwright.sync_api import Page

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, pick
from tests.helpers import below, card_game
from tests.kinds_of_games import of_every_kind

GAMES: list[type[CardGame]] = [card_game(name) for name in of_every_kind()]
PLAIN = [*map(card_game, ("akq", "daifugo", "flush_poker", "page_one", "whist"))]
"""In the others, cards that are seen may lie between hidden ones in a hand."""
NAMES = ["ann", "bob", "cem", "dai"]
MOVES = 100

FOLLOW = """async ({ name, steps, declaration, texts, untold }) => {
  const { hear, unknownTable } = await import("cardkit/state");
  const { narrate } = await import("cardkit/narrator");
  const { readFrame } = await import("cardkit/message_reader");
  await (await import("cardkit/i18n")).learn("ja");
  const wrong = [], told = [];
  let asked = 0;
  const known = (view) => {
    const piles = Object.entries(view.piles).filter(([, cards]) => cards.length);
    const parts = { ...view, piles: Object.fromEntries(piles.sort()), facts: sorted(view.facts) };
    for (const part of untold) delete parts[part];
    return JSON.stringify(sorted(parts));
  };
  const sorted = (table) => Object.fromEntries(Object.entries(table).sort());
  let state = hear(unknownTable(name), readFrame([["STATE", 0, steps[0].view]]));
  for (const { frame: words, ask, view } of steps.slice(1)) {
    const frame = readFrame(words);
    state = hear(state, ask ? [...frame, ...readFrame([ask])] : frame);
    if (!state.exact) {
      asked += 1;
      state = hear(state, readFrame([["STATE", 0, view]]));
    }
    if (known(state.view) !== known(view)) wrong.push([known(state.view), known(view), frame]);
    for (const language of ["en", "ja"]) {
      for (const { text } of narrate(frame, name, language, declaration, texts)) {
        const plain = text.map((part) => part.said ?? part.name ?? part.card ?? part.suit ?? part);
        told.push([language, plain.join("")]);
      }
    }
  }
  return { wrong: wrong.slice(0, 3), told, asked };
}"""

CHOOSE = """async ({ questions }) => {
  const moves = await import("cardkit/moves");
  const wrong = [];
  for (const { legal, view } of questions) {
    const all = moves.readMoves(legal, view);
    for (const move of all) {
      if (move.of || move.amount) continue;
      const ids = moves.named(move.cards);
      const found = ids.length ? moves.withCards(all, [...ids].reverse())
        : [...moves.withoutCards(all), ...moves.aimed(all).flatMap((group) => group.moves)];
      if (!found.some(({ text }) => text === move.text)) wrong.push(["no button", move.text]);
      let selection = [];
      for (const id of ids) selection = moves.toggle(all, selection, id);
      if (selection.length !== move.cards.length) wrong.push(["cannot select", move.text]);
    }
    for (const move of all.filter((one) => one.of)) {
      const some = moves.named(move.of).slice(0, move.least || move.most);
      let selection = [];
      for (const card of some) selection = moves.toggle(all, selection, card);
      const [first] = moves.withCards(all, selection);
      const meant = [move.verb, move.name, ...some.map(moves.faceOf)].filter(Boolean).join(" ");
      if (first?.text !== meant) wrong.push(["cannot choose", move.text, selection]);
    }
    for (const card of view.hand) {
      for (const { text, of } of moves.withCards(all, [card])) {
        if (!of && !legal.includes(text)) wrong.push(["not legal", text]);
      }
    }
  }
  return wrong.slice(0, 5);
}"""


def course(
    game: type[CardGame], name: str, options: Mapping[str, Any] = {}
) -> tuple[list[Any], list[Any]]:
    """A game as this participant hears it: steps with the true view, and all questions."""
    seats = game.with_options("")["seats"]
    table = game.play(NAMES[: max(seats.least, min(seats.most, 4))], "", options, key=b"page")
    table.listening = True
    viewer, chance = table.people.seat_of.get(name, WATCHER), below(7)
    steps: list[Any] = [{"view": table.view(viewer).data()}]
    questions = []
    for _ in range(MOVES):
        if table.playing:
            seat = table.awaited[chance(len(table.awaited))]
            legal = table.legal(seat)
            questions.append({"legal": list(map(str, legal)), "view": table.view(seat).data()})
            events = table.apply(table.names[seat], pick(legal, chance))
        else:
            events = table.apply("", "START")
        heard = [e.told_to(viewer) for e in events]
        frame = [words for words in heard if words is not None]
        asked = viewer in table.awaited
        ask = ["ASK", list(map(str, table.legal(viewer)))] if asked else None
        steps.append({"frame": frame, "ask": ask, "view": table.view(viewer).data()})
    return json.loads(json.dumps(steps)), json.loads(json.dumps(questions))


def test_what_the_page_knows_of_a_table_is_what_the_table_would_tell(modules: Page) -> None:
    for game, name in product(GAMES, ("ann", "eve")):
        steps, _ = course(game, name)
        untold = ["stage", "scores"] if game.bank is not None else ["stage"]
        how = {"name": name, "steps": steps, "texts": dict(game.texts), "untold": untold}
        how["declaration"] = game.declaration.data()
        found = modules.evaluate(FOLLOW, how)
        assert found["wrong"] == []
        games = sum(m[1:3] == ["PHASE", "playing"] for s in steps[1:] for m in s["frame"])
        if game in PLAIN:  # in the others, cards that are seen lie between hidden ones in a hand
            assert found["asked"] <= 2 * (games + 1)
        for language, line in found["told"]:
            assert "undefined" not in line, (language, line)
            assert "[object" not in line, (language, line)
            assert "{" not in line, (language, line)


def test_whatever_is_legal_can_be_chosen_and_nothing_else(modules: Page) -> None:
    tables: list[tuple[type[CardGame], dict[str, Any]]] = [(game, {}) for game in GAMES]
    for game, options in [*tables, (card_game("page_one"), {"packs": 2})]:
        _, questions = course(game, "ann", options)
        assert modules.evaluate(CHOOSE, {"questions": questions}) == []


MARKS = """async () => {
  const { marksAt } = await import("cardkit/seats");
  const [names, facts] = [["ann", "bob"], { known: ["- 3", "▲2 - ▲"], bets: [1, 2] }];
  const declared = { facts: { known: { kind: "marks" } } };
  const undeclared = marksAt({ names, facts }, 0, { facts: {} });
  const strange = marksAt({ names, facts: { known: 3 } }, 0, declared);
  return [...[0, 1].map((seat) => marksAt({ names, facts }, seat, declared)), undeclared, strange];
}"""


def test_what_hints_have_told_stands_at_the_cards(modules: Page) -> None:
    found = modules.evaluate(MARKS)
    assert found == [["", "3"], ["▲2", "", "▲"], [""], [""]]
