"""Key files and Ed25519 keys: who holds the file can enter, and nobody else."""

from __future__ import annotations

import contextlib
import os
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from hypothesis import given
from hypothesis import strategies as st

from cardkit.keys import (
    check_signature,
    load_key,
    make_key,
    public_text,
    read_public,
    read_secret,
    sign_challenge,
    write_secret,
)
from cardkit.netgame import Reason, Refused
from cardkit.reasons import LocalReason

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = read_public(public_text(PRIVATE))


def refused_to_load(path: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        load_key(path)
    assert str(path) in caught.value.text()
    return caught.value


def test_a_key_is_made_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "bot.key"
    private = make_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert public_text(load_key(path)) == public_text(private)
    assert [file.name for file in tmp_path.iterdir()] == ["bot.key"]


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "bot.key"
    make_key(path)
    before = path.read_bytes()
    with pytest.raises(Refused, match="never written over") as caught:
        make_key(path)
    assert caught.value.reason == LocalReason.FILE_EXISTS
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_cannot_be_made_or_read_is_a_refusal(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file") as caught:
        make_key(tmp_path / "nowhere" / "bot.key")
    assert caught.value.reason == LocalReason.NO_SUCH_FILE
    assert refused_to_load(tmp_path / "bot.key").reason == LocalReason.NO_SUCH_FILE
    assert refused_to_load(tmp_path).reason == LocalReason.NO_SUCH_FILE


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_that_others_can_read_is_not_used(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "bot.key"
    make_key(path)
    path.chmod(mode)
    refusal = refused_to_load(path)
    assert refusal.reason == Reason.BAD_KEY
    assert "chmod 600" in refusal.text()
    path.chmod(0o400)
    load_key(path)


def test_what_is_no_ed25519_key_is_refused(tmp_path: Path) -> None:
    pem, form = Encoding.PEM, PrivateFormat.PKCS8
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(pem, form, NoEncryption())
    locked = PRIVATE.private_bytes(pem, form, BestAvailableEncryption(b"password"))
    for n, content in enumerate((b"", b"\xff\x00", public_text(PRIVATE).encode(), other, locked)):
        path = tmp_path / f"{n}.key"
        write_secret(path, content)
        assert refused_to_load(path).reason == Reason.BAD_KEY


def test_a_failed_write_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match="No space left"):
        write_secret(tmp_path / "vault.key", b"secret")
    assert list(tmp_path.iterdir()) == []


def test_a_secret_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_secret(tmp_path / "secret", b"\x00\r\n\xff")
    assert read_secret(tmp_path / "secret") == b"\x00\r\n\xff"


# --- the public half -----------------------------------------------------------------------------


def test_the_public_key_is_one_line() -> None:
    line = public_text(PRIVATE)
    assert line == "cardkit-ed25519 A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
    assert read_public(f" {line}\r\n") == PRIVATE.public_key().public_bytes_raw()


GOOD = b64encode(PUBLIC).decode()


@pytest.mark.parametrize(
    "text",
    [
        *("", "cardkit-ed25519", GOOD, f"ssh-ed25519 {GOOD}", f"cardkit-ed25519 {GOOD} ann"),
        *(f"cardkit-ed25519 {GOOD[:-1]}", f"cardkit-ed25519 {GOOD}=", "cardkit-ed25519 ????"),
        *(f"cardkit-ed25519 {b64encode(PUBLIC + b'x').decode()}", "cardkit-ed25519 é"),
        *(f"cardkit-ed25519 {GOOD[:-2]}h=", "cardkit-ed25519 \ud800"),
    ],
)
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="one line, the word cardkit-ed25519") as caught:
        read_public(text)
    assert caught.value.reason == Reason.BAD_KEY


@given(st.text(max_size=60))
def test_nothing_but_a_key_or_a_refusal_comes_of_any_text(text: str) -> None:
    with contextlib.suppress(Refused):
        assert len(read_public(f"cardkit-ed25519 {text}")) == 32
    with pytest.raises(Refused):
        read_public(text)


# --- challenges ----------------------------------------------------------------------------------


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_a_signature_answers_its_own_challenge_only(one: bytes, other: bytes) -> None:
    signature = sign_challenge(PRIVATE, one)
    assert check_signature(PUBLIC, one, signature)
    assert check_signature(PUBLIC, other, signature) == (one == other)


def test_a_signature_of_another_key_is_none() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    assert not check_signature(PUBLIC, b"c" * 32, sign_challenge(other, b"c" * 32))


def test_a_signature_of_the_bare_challenge_is_none() -> None:
    assert not check_signature(PUBLIC, b"c" * 32, PRIVATE.sign(b"c" * 32).hex())


@given(st.binary(max_size=40), st.binary(max_size=40), st.text(max_size=140))
def test_what_is_malformed_is_only_wrong(public: bytes, challenge: bytes, text: str) -> None:
    assert not check_signature(public, challenge, text)
    assert not check_signature(PUBLIC, challenge, text)
