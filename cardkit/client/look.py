"""How a person wants to see a table, and the words of the game that is played there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardkit.cardgame import CardGame, CardView
from cardkit.client.robots import called, face_of
from cardkit.faces import CardStyle
from cardkit.netgame import TOOLKIT, Catalogue, Command, Declaration, NetGame, Offer
from cardkit.protocol.messages import Description
from cardkit.texts import read_texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """How a person wants to see a table."""

    faces: CardStyle = field(default_factory=CardStyle)
    language: str = "en"
    pictures: bool = True
    """Whether robots have faces; they only disturb where everything is read aloud."""
    titles: dict[str, str] = field(default_factory=dict)
    """What the games are called, by their names."""
    partners: bool = False
    """Whether players who face each other play together."""
    catalogue: Catalogue = TOOLKIT
    """The texts of the game that is played."""
    declaration: Declaration = CardGame.declaration
    """Its words, facts and piles."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", replace(self.faces, own=self.declaration))

    def of_game(self, game: type[NetGame]) -> Look:
        """The same with the words of a game that is installed here."""
        return replace(
            self,
            partners=game.seats.partners,
            catalogue=game.catalogue,
            declaration=game.declaration,
        )

    def described(self, told: Description) -> Look:
        """The same with the words of a game that only the server knows."""
        return replace(
            self,
            partners=told.seats.get("partners") is True,
            catalogue=Catalogue(read_texts(told.texts)),
            declaration=Declaration.read(told.declaration),
        )

    def partners_in(self, view: CardView | None) -> dict[str, str]:
        """By name, who sits across the table, in a game of partners; nobody in any other."""
        if view is None or not self.partners or len(view.order) != len(view.names):
            return {}
        names = [view.names[seat] for seat in view.order]
        half = len(names) // 2
        return dict(zip(names, names[half:] + names[:half], strict=True))

    def called(self, name: str) -> str:
        """What somebody is called on the screen."""
        return called(name, self.language)

    def face(self, name: str) -> str:
        """The face of a robot; nothing for people."""
        return face_of(name) if self.pictures else ""

    def label(self, name: str) -> str:
        """What a pile or a fact is called."""
        kind, _, part = name.partition(":")  # a pile for each suit, rank or word
        declared = self.declaration.piles.get(kind) or self.declaration.facts.get(kind)
        label = declared.label if declared is not None else ""
        text = self.translate(label or kind.replace("_", " "))
        suit = self.declaration.suits.get(part)
        part = self.translate(suit.label) if suit and suit.label else self.faces.words([part]).plain
        return f"{text} {part}".rstrip()

    def kind(self, fact: str) -> str:
        """What the value of a fact is, if it is not plain."""
        return self.declaration.facts[fact].kind if fact in self.declaration.facts else ""

    def meaning(self, offer: Command | Offer) -> str:
        word = self.declaration.word_for(offer)
        return self.translate(word.means) if word is not None and word.means else ""

    def translate(self, text: str) -> str:
        return self.catalogue.translate(text, self.language)
