"""`cardkit keygen`: a key for a bot, to enter with instead of a password."""

from __future__ import annotations

import argparse
from pathlib import Path
from shlex import quote

from cardkit.commands.common import Subcommands
from cardkit.keys import make_key, public_text
from cardkit.netgame import Refused, say
from cardkit.reasons import LocalReason


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "keygen",
        run=run,
        help="create a key for a bot",
        description="Create a key with which a bot can log in to a server instead of a password. "
        "The private half goes into FILE and stays with the bot. The public half goes into "
        "FILE.pub; the host of the server creates an account with it. Nothing is overwritten.",
        epilog="""example:
  cardkit keygen ann.pem
  cardkit account add ann --key-file ann.pem.pub
  cardkit bot thrifty --game daifugo --name ann --key ann.pem""",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a new file, such as ann.pem")


def run(args: argparse.Namespace) -> None:
    secret: Path = args.file
    public = secret.with_name(f"{secret.name}.pub")
    if public.exists():
        text = "{path} is there already; a key is never written over: name another file"
        raise Refused(LocalReason.FILE_EXISTS, text, path=public)
    line = public_text(make_key(secret))
    public.write_text(f"{line}\n", encoding="utf-8")
    lang, name = args.lang, quote(secret.stem)
    print(say("{secret} is the secret of your bot: show it to nobody.", lang, secret=secret))
    print(say("This line, also in {public}, is for whoever hosts the server:", lang, public=public))
    print(f"  {line}")
    print(say("The host makes an account with it:", lang))
    print(f"  cardkit account add {name} --key-file {quote(str(public))}")
    print(say("Then the bot enters with it:", lang))
    print(f"  cardkit bot BOT ADDRESS --name {name} --key {quote(str(secret))}")
