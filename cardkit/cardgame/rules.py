"""The rule sheet of a game, written from its class and its settings, in any language.

Pure text: Markdown that a family can print and a terminal can show. What it says comes from the
conditions; nothing about a particular game is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

from cardkit.cardgame.bank import Betting
from cardkit.cardgame.cards import Deck
from cardkit.cardgame.order import OrderGame
from cardkit.cardgame.stage import Stage
from cardkit.cardgame.table import CardGame
from cardkit.cardgame.trick import TrickGame
from cardkit.netgame import Condition, options_of, say, translate
from cardkit.netgame.conditions import about_of, kind_of, values_of, written

Parts = Mapping[str, Any]
Sentence = tuple[str, dict[str, Any]]

WORDS = {
    "DISCARD": ("DISCARD {card}", "put cards from your hand on the table"),
    "DISCARD suit": ("DISCARD {wild} H", "put a wild card and name the suit to follow"),
    "DRAW": ("DRAW {count}", "take cards from the stock"),
    "DRAW TABLE": ("DRAW TABLE", "take the last card on the table"),
    "GET": ("GET bob 3", "take the third card of another player"),
    "GET card": ("GET bob {card}", "ask another player for a card"),
    "MELD": ("MELD {card} {other} {third}", "lay cards face up"),
    "PASS": ("PASS", "do nothing this time"),
    "DECLARE": ("DECLARE", "call that you have one card left"),
    "PUT": ("PUT bob {card}", "give cards to another player"),
    "EXCHANGE": ("EXCHANGE {card} {other}", "put cards away and draw as many"),
    "CHECK": ("CHECK", "stay in without a bet"),
    "BET": ("BET 8", "put points into the pot"),
    "CALL": ("CALL", "pay what the others have bet"),
    "RAISE": ("RAISE 8", "bet more than the others"),
    "ALLIN": ("ALLIN", "bet all your points"),
    "FOLD": ("FOLD", "give up the pot"),
    "DROP": ("DROP", "give up the pot"),
}
"""What a player can say: an example, and what it means."""


def rule_sheet(
    game: type[CardGame],
    preset: str = "",
    options: Mapping[str, Any] = {},
    language: str = "en",
) -> str:
    """The rules of a game at a table with this preset and these options, as Markdown."""
    parts = game.with_options(preset, options)
    form = {**game.presets.get(preset, {}), **options}.get("rules", next(iter(game.forms), ""))
    sections = (
        ("Players", _bullets(_said(parts, ["seats"]), language)),
        ("Cards", _bullets(_said(parts, ["deck"]), language)),
        ("Course of a game", _course(parts, language)),
        ("Special rules", _bullets(_special(game, parts), language)),
        ("Points and match", _bullets(_points(game, parts), language)),
        ("What you can say", _words(parts, language)),
        ("When something goes wrong", _bullets(_said(parts, _TROUBLE), language)),
        ("Presets", _presets(game, language)),
        ("Options", _options(game, parts, form, language)),
    )
    sheet = [f"# {translate(game.title, language)}", "", _summary(game, language)]
    for heading, lines in sections:
        if lines:
            sheet += ["", f"## {say(heading, language)}", "", *lines]
    return "\n".join(sheet) + "\n"


def summary_of(part: type) -> str:
    """The docstring of a class as one paragraph: the English template of its description."""
    return " ".join(cleandoc(part.__doc__ or "").split("\n\n")[0].split())


def name_of(condition: type[Condition]) -> str:
    """A condition in words: `LastCard` is Last card."""
    return condition.key().replace("_", " ").capitalize()


def in_play(game: type[CardGame], parts: Parts) -> list[str]:
    """The keys of the conditions that matter in a game with these parts, what it adds first."""
    stages = dict.fromkeys(stage.key() for stage in parts["stages"])
    keys = [*_own(game, parts), *stages, *_used(parts), *_ALWAYS]
    return [key for key in keys if key in stages or parts.get(key) is not None]


def _own(game: type[CardGame], parts: Parts) -> list[str]:
    """The conditions that the game brings along itself."""
    return [key for key in parts if key not in game._known and key != "stages"]


def _used(parts: Parts) -> list[str]:
    """The conditions that the stages of the game go by."""
    return [*dict.fromkeys(key for stage in parts["stages"] for key in stage.uses())]


_TROUBLE = ("clock", "disconnect", "fault")
_ALWAYS = ("bank", "titles", "match", "seats", "deck", *_TROUBLE)


def _summary(game: type[CardGame], language: str) -> str:
    return translate(summary_of(game), language)


def _said(parts: Parts, keys: Iterable[str]) -> Iterator[Sentence]:
    for key in keys:
        if parts.get(key) is not None:
            yield from parts[key].sentences()


def _bullets(sentences: Iterable[Sentence], language: str) -> list[str]:
    return [f"- {say(template, language, **values)}" for template, values in sentences]


def _course(parts: Parts, language: str) -> list[str]:
    """The stages in order, each with its sentences; one that comes again is not told again."""
    lines: list[str] = []
    told: dict[Stage, int] = {}
    for number, stage in enumerate(parts["stages"], start=1):
        name = say(name_of(type(stage)), language)
        if stage in told:
            again = say("{name}, as in step {number}.", language, name=name, number=told[stage])
            lines.append(f"{number}. **{again}**")
            continue
        told[stage] = number
        about = translate(summary_of(type(stage)), language)
        lines.append(f"{number}. **{name}{say('.', language)}** {about}")
        keys = [key for key in stage.uses() if key != "specials"]
        told_here = [*stage.sentences(), *_said(parts, keys)]
        lines += [f"   {line}" for line in _bullets(told_here, language)]
    return lines


def _special(game: type[CardGame], parts: Parts) -> Iterator[Sentence]:
    """What only this game has: its own conditions, special cards, and its notes."""
    yield from _said(parts, _own(game, parts))
    yield from _said(parts, [key for key in _used(parts) if key == "specials"])
    if parts["deck"].jokers:
        keys = [s.key() for s in parts["stages"] if s.key() != "order_game" or parts.get("discard")]
        yield from ((_JOKERS[key], {}) for key in keys if key in _JOKERS)
    yield from ((note, {}) for note in game.notes)


_JOKERS = {
    "order_game": "A joker fits any card, and any card fits a joker.",
    "trick_game": "A joker takes any trick.",
    "climbing_game": "A joker stands for any card, and alone it is the highest.",
}


def _points(game: type[CardGame], parts: Parts) -> Iterator[Sentence]:
    yield from _said(parts, ["bank"])
    yield from ((sentence, {}) for sentence in game.scoring)
    yield from _said(parts, ["titles", "match"])


def _spoken(stage: Stage, parts: Parts) -> Iterator[str]:
    """The words that can really be said in a stage with these settings."""
    for verb in stage.verbs:
        match stage:
            case OrderGame() | TrickGame() if verb == "DECLARE":
                last = parts.get("last_card")
                there = last is not None and last.declare == "required"
            case OrderGame():
                there = verb == "PASS" or parts.get(verb.lower()) is not None
            case TrickGame():
                there = verb == "DISCARD" or stage.follow == "draw_until"
            case Betting():
                there = verb not in ("CHECK", "FOLD", "DROP") or verb == stage.fold
                there = there or (verb == "CHECK" and stage.check)
            case _:
                there = True
        if there and verb == "GET" and parts["get"].by == "card":
            yield "GET card"
        elif there:
            yield verb
        if there and isinstance(stage, OrderGame):
            if verb == "DRAW" and parts["draw"].from_table:
                yield "DRAW TABLE"
            specials = parts.get("specials")
            if verb == "DISCARD" and specials is not None and specials.on and specials.wild:
                yield "DISCARD suit"


def _words(parts: Parts, language: str) -> list[str]:
    deck: Deck = parts["deck"]
    names = deck.names()
    sevens = [name for name in ("S7", "H7", "D7") if name in names]
    card, other, third = (sevens + names * 3)[:3]
    draw, specials = parts.get("draw"), parts.get("specials")
    fill = {
        "card": card,
        "other": other,
        "third": third,
        "count": draw.count if draw is not None else 1,
        "wild": f"S{specials.wild[:1]}" if specials is not None else "",
    }
    spoken = dict.fromkeys(v for stage in parts["stages"] for v in _spoken(stage, parts))
    examples = {verb: WORDS.get(verb, (verb, "")) for verb in spoken}
    rows = [
        f"| `{example.format(**fill)}` | {say(meaning, language)} |"
        for example, meaning in examples.values()
    ]
    if not rows:
        return []
    head = f"| {say('You say', language)} | {say('It means', language)} |"
    lines = [head, "|---|---|", *rows]
    if any("{card}" in example for example, _ in examples.values()):
        notation = [
            "A card is written as its suit and its rank: S spades, H hearts, D diamonds, C clubs; "
            "T is a ten.",
            "J1 is a joker." if deck.jokers else "",
        ]
        told = [say(sentence, language) for sentence in notation if sentence]
        lines += ["", say(" ", language).join(told)]
    return lines


def _presets(game: type[CardGame], language: str) -> list[str]:
    """The presets, each with what it changes."""
    lines = []
    for name, changes in game.presets.items():
        shown = [f"`{key}={_short(value)}`" for key, value in changes.items()]
        plain = say("the rules as they are", language)
        lines.append(f"- `{name}`{say(': ', language)}{', '.join(shown) or plain}")
    return lines


def _options(game: type[CardGame], parts: Parts, form: str, language: str) -> list[str]:
    """Every option that matters in this game: its value now, its meaning, what else it takes."""
    keys = in_play(game, parts)
    options = sorted(options_of(dict(parts)).values(), key=lambda o: _place(o.key, keys))
    lines = [say("Whoever opens a table can change these:", language), ""]
    if game.forms:
        meaning = say("the form of the game", language)
        lines.append(_option("rules", form, meaning, ", ".join(game.forms), language))
    for option in options:
        if option.key in keys:
            meaning = say(about_of(option.field).meaning, language)
            values = values_of(option.field)
            text = "" if kind_of(option.field) == "data" else say("{it}", language, it=values)
            # `on` and `rule` mean nothing without their condition, which names them, too.
            name = option.key if option.setting in ("on", "rule") else option.name
            lines.append(_option(name, option.value, meaning, text, language))
    return lines


def _place(key: str, keys: list[str]) -> int:
    return keys.index(key) if key in keys else len(keys)


def _option(name: str, value: Any, meaning: str, values: str, language: str) -> str:
    shown = say(": ", language).join([f"`{name}={_short(value)}`", meaning])
    return f"- {shown}" + (say(" ({values})", language, values=values) if values else "")


def _short(value: Any) -> str:
    """A value as it is written in an option; long tables are cut."""
    text = written(value)
    return text if len(text) <= 30 else f"{text[:1]}…{text[-1:]}"
