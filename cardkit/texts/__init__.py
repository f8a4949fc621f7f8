"""What people read, in their languages: sentences, and the catalogues that translate them.

The lowest layer: it knows nothing of games, and imports nothing of cardkit. `ja.po` is the one
source of the toolkit's Japanese; `make texts` compiles it to `ja.json`, which is read here. Another
language is another such file, and nothing else knows which there are.
`phrases.json` is what both narrators say of every game, the terminal's and the page's.
"""

from cardkit.texts.catalogue import (
    LANGUAGES,
    TOOLKIT,
    Catalogue,
    Text,
    Texts,
    common_phrases,
    in_a_row,
    joined,
    mistakes_in,
    name_of_language,
    plural,
    plurals_of,
    read_texts,
    say,
    spoken,
    texts_of,
    translate,
)

__all__ = [
    "LANGUAGES",
    "TOOLKIT",
    "Catalogue",
    "Text",
    "Texts",
    "common_phrases",
    "in_a_row",
    "joined",
    "mistakes_in",
    "name_of_language",
    "plural",
    "plurals_of",
    "read_texts",
    "say",
    "spoken",
    "texts_of",
    "translate",
]
