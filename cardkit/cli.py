"""The command `cardkit`. Each subcommand is a module of `cardkit.commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from cardkit import __version__
from cardkit.commands.common import Help, Subcommands, add_language, language_of_user
from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import did_you_mean
from cardkit.reasons import LocalReason
from cardkit.registry import not_found

COMMANDS = {
    "play": "terminal",
    "serve": "web",
    "bot": "server",
    "games": "",
    "rules": "",
    "simulate": "",
    "exploit": "",
    "check": "",
    "contest": "contest",
    "contest try": "contest",
    "ladder": "contest",
    "uecda": "server",
    "new": "",
    "account": "server",
    "tables": "server",
    "nodes": "server",
    "close": "server",
    "forfeit": "server",
    "ban": "server",
    "store": "server",
    "keygen": "server",
    "history": "server",
    "results": "server",
    "record": "server",
    "verify": "server",
    "replay": "terminal",
    "analyse": "terminal",
}
"""Each with the extra that it needs, as in `pip install 'cardkit[web]'`; some need none."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line with a code, like every other refusal.

    Options may stand anywhere, also between words that belong together. `run` is what is done.
    """

    _mixes = False

    def __init__(
        self, *, run: Callable[[argparse.Namespace], int | None] | None = None, **how: Any
    ) -> None:
        super().__init__(**{"formatter_class": Help, **how})
        self.set_defaults(run=run)

    def parse_known_args(
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        if self._mixes or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._mixes = True  # what follows comes here again
        try:
            words = None if args is None else list(args)
            found, unknown = self.parse_known_intermixed_args(words, namespace)
        finally:
            self._mixes = False
        if unknown:
            known = list(self._option_string_actions)
            hint = did_you_mean(unknown[0].partition("=")[0], known)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{Reason.BAD_OPTION}: {message}; see {self.prog} --help\n")


def make_parser(names: Collection[str] = COMMANDS) -> Parser:
    """A parser for these commands. What a command needs is loaded only with it."""
    parser = Parser(
        prog="cardkit",
        description="Play card games, host them for people and programs, let bots compete, and "
        "write your own game.",
        epilog="See cardkit COMMAND --help for more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"cardkit {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name in names:
        try:
            import_module(f"cardkit.commands.{name.replace(' ', '_')}").add(commands)
        except ModuleNotFoundError as error:
            if len(names) == 1:
                raise
            commands.add_parser(name, help=not_installed(name, error).text(language_of_user()))
    _add_language(parser)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    """To each command, and to each action of those that have some."""
    inner = [each for each in parser._actions if isinstance(each, Subcommands)]
    for each in (each for commands in inner for each in commands.choices.values()):
        _add_language(each)
    if not inner:
        add_language(parser)


def not_installed(command: str, error: ModuleNotFoundError) -> Refused:
    """What to say when a command needs a package that is not there."""
    extra = COMMANDS.get(command)
    if not extra or f"{error.name}.".startswith("cardkit."):
        raise error
    return Refused(
        LocalReason.NOT_INSTALLED,
        "cardkit {command} needs {package}; say: pip install 'cardkit[{extra}]'",
        command=command,
        package=error.name,
        extra=extra,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 2 when something was refused."""
    words = list(sys.argv[1:] if argv is None else argv)
    if " ".join(words[:2]) in COMMANDS:
        words[:2] = [" ".join(words[:2])]
    language = language_of_user()
    try:
        parser = make_parser(words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS)
        if words and not words[0].startswith("-") and words[0] not in COMMANDS:
            text = "{name} is not a command of cardkit{hint} It has: {known}"
            raise not_found(Reason.UNKNOWN_WORD, text, words[0], COMMANDS)
        args = parser.parse_args(words)
        if not words:
            parser.print_help()
            return 0
        language = args.lang
        status = args.run(args) or 0
        sys.stdout.flush()
    except Refused as refused:
        return _refuse(refused, language)
    except ModuleNotFoundError as error:
        return _refuse(not_installed(words[0], error), language)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _refuse(refused: Refused, language: str) -> int:
    print(f"{refused.reason}: {refused.text(language)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
