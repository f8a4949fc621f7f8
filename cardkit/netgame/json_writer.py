"""JSON for what is hashed: the text of `json.dumps`, by an encoder that is made once.

The standard library makes one for each text, which takes longer than a short text itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from json import encoder as library
from typing import Any


def json_writer(**options: Any) -> Callable[[Any], str]:
    """Writes lists and tables as `json.JSONEncoder` with these options does."""
    made = json.JSONEncoder(**options)
    in_c: Any = getattr(library, "c_make_encoder", None)
    if in_c is None:
        return made.encode
    text = library.encode_basestring_ascii if made.ensure_ascii else library.encode_basestring
    separators = made.key_separator, made.item_separator
    flags = made.sort_keys, made.skipkeys, made.allow_nan
    chunks = in_c(None, made.default, text, None, *separators, *flags)
    return lambda value: "".join(chunks(value, 0))
