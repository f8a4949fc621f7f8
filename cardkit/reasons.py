"""The codes of what is refused on this machine: games, bots, files and packages."""

from enum import StrEnum


class LocalReason(StrEnum):
    """Why something cannot be found, loaded or written here."""

    NO_SUCH_GAME = "NO_SUCH_GAME"
    BAD_GAME = "BAD_GAME"
    NO_SUCH_BOT = "NO_SUCH_BOT"
    BAD_BOT = "BAD_BOT"
    FILE_EXISTS = "FILE_EXISTS"
    NO_SUCH_FILE = "NO_SUCH_FILE"
    NOT_INSTALLED = "NOT_INSTALLED"
    TOO_LARGE = "TOO_LARGE"
