"""Key files, and the Ed25519 keys with which bots enter instead of a password.

Server and clients both use it. Knows nothing of accounts, and never shows a secret in a sentence.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from pathlib import Path
from tempfile import NamedTemporaryFile

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from cardkit.netgame import Reason, Refused
from cardkit.reasons import LocalReason

KIND = "cardkit-ed25519"
_TO_ENTER = b"cardkit-enter:"
"""Before every challenge, so that a signature is good for entering and for nothing else."""


def make_key(path: Path) -> Ed25519PrivateKey:
    """A new key, in a new file that only its owner can read."""
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_secret(path, pem)
    return private


def load_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file that `make_key` wrote."""
    try:
        private = load_pem_private_key(read_secret(path), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise Refused(
            Reason.BAD_KEY, "{path} has no Ed25519 key in PEM without a password in it", path=path
        )
    return private


def public_text(private: Ed25519PrivateKey) -> str:
    """The half that may be shown, as one line: what an account is made with."""
    return written_public(private.public_key().public_bytes_raw())


def written_public(public: bytes) -> str:
    """The 32 bytes of a public key as their one line."""
    return f"{KIND} {b64encode(public).decode()}"


def read_public(text: str) -> bytes:
    """The 32 bytes of a public key from its one line."""
    match text.split():
        case [kind, written] if kind == KIND:
            try:
                public = b64decode(written, validate=True)
            except ValueError:
                public = b""
            if len(public) == 32 and b64encode(public).decode() == written:
                return public
    raise Refused(
        Reason.BAD_KEY,
        "that is no public key; it is one line, the word {kind} and 44 letters, digits, + / or =",
        kind=KIND,
    )


def sign_challenge(private: Ed25519PrivateKey, challenge: bytes) -> str:
    """The answer to the challenge of a server, in hex."""
    return private.sign(_TO_ENTER + challenge).hex()


def check_signature(public: bytes, challenge: bytes, signature_hex: str) -> bool:
    """Whether the owner of the public key has answered this challenge."""
    try:
        signature = bytes.fromhex(signature_hex)
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _TO_ENTER + challenge)
    except (InvalidSignature, ValueError):
        return False
    return True


def write_secret(path: Path, secret: bytes) -> None:
    """A new file for its owner alone: there as a whole or not at all, and never written over."""
    try:
        with NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent) as draft:
            draft.write(secret)
            draft.flush()
            os.fsync(draft.fileno())
            os.link(draft.name, path)
        _sync_folder(path.parent)
    except FileExistsError:
        raise Refused(
            LocalReason.FILE_EXISTS,
            "{path} is there already; a key is never written over: name another file",
            path=path,
        ) from None
    except OSError as error:
        raise unusable(path, error) from error


def private_folder(folder: Path, *, make: bool = False) -> None:
    """Refuse a folder in which others could put another key in the place of ours."""
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        mode = folder.stat().st_mode
    except FileNotFoundError:
        return  # who wants something from it will say so
    except OSError as error:
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "{folder} cannot be used: {why}; --data chooses another folder",
            folder=folder,
            why=error.strerror,
        ) from error
    if os.name == "posix" and mode & 0o022:
        raise Refused(
            Reason.BAD_KEY,
            "others can put keys of their own into {folder}; say: chmod 700 {folder}",
            folder=folder,
        )


def read_secret(path: Path) -> bytes:
    """What is in a file that only its owner may read."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            secret = file.read()
    except OSError as error:
        raise unusable(path, error) from error
    if os.name == "posix" and mode & 0o077:
        raise Refused(
            Reason.BAD_KEY,
            "{path} is a secret that others can read, too; say: chmod 600 {path}",
            path=path,
        )
    return secret


def _sync_folder(folder: Path) -> None:
    """A new file outlives a loss of power only when its folder is synced as well."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def unusable(path: Path | str, error: OSError) -> Refused:
    """What is said of a file that cannot be read or written."""
    return Refused(
        LocalReason.NO_SUCH_FILE,
        "{path} cannot be used: {error}",
        path=path,
        error=error.strerror or error,
    )
