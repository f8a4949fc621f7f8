"""Tables that only those find who were told their name: it cannot be guessed, so it is the code.

Such a table is listed to nobody else, and who tries one name after the other is slowed down.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from cardkit.server.names import GUEST

if TYPE_CHECKING:
    from cardkit.server.hosted_table import HostedTable
    from cardkit.server.news import ListedTable
    from cardkit.server.session import Session

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without those that are taken for a digit."""
SIGNS = LETTERS + "23456789"
LENGTH = 8
"""Of a code: 39 bits, of which an address tries some thousands a day."""


def private_name(stem: str, secret: Callable[[int], bytes]) -> str:
    """A name for a private table. Its code begins with a letter, so it is no number of a table."""
    drawn = int.from_bytes(secret(16))
    drawn, first = divmod(drawn, len(LETTERS))
    code = LETTERS[first]
    while len(code) < LENGTH:
        drawn, sign = divmod(drawn, len(SIGNS))
        code += SIGNS[sign]
    return f"{stem}-{code}"


def is_told(session: Session | None, hosted: HostedTable) -> bool:
    """Whether somebody knows of a table already: it is for all, or they are or were there.

    The name of a guest who has proved no key may be somebody else's tomorrow.
    """
    hosting = hosted.settings.hosting
    if not hosting.private:
        return True
    if session is None:
        return False
    return session.hosted is hosted or _is_own(session, hosting.owner, hosted.table.people.seat_of)


def is_told_of(session: Session | None, listed: ListedTable) -> bool:
    """The same of a table at another node."""
    return listed.public or (session is not None and _is_own(session, listed.owner, listed.seated))


def _is_own(session: Session, owner: str, seated: Container[str]) -> bool:
    if session.name == owner:
        return True
    own_name = session.has_key or not session.name.startswith(GUEST)
    return own_name and session.name in seated
