"""Secrets at rest: only the right key opens what was sealed, and only as it was sealed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.netgame import Reason, Refused
from cardkit.server.vault import MatchCipher, Vault

MASTER = bytes(range(32))
SECRETS = st.binary(min_size=32, max_size=32)


def stays_closed(vault: Vault, sealed: bytes, about: bytes) -> None:
    with pytest.raises(Refused, match="sealed with another key") as caught:
        vault.unseal(sealed, about)
    assert caught.value.reason == Reason.BAD_KEY


# --- the vault -----------------------------------------------------------------------------------


@given(SECRETS, st.binary(max_size=20))
def test_what_was_sealed_is_unsealed(secret: bytes, about: bytes) -> None:
    vault = Vault(MASTER)
    assert vault.unseal(vault.seal(secret, about), about) == secret
    assert vault.seal(secret, about) != vault.seal(secret, about)


def test_another_key_or_another_match_opens_nothing() -> None:
    sealed = Vault(MASTER).seal(b"s" * 32, b"match 1")
    stays_closed(Vault(bytes(32)), sealed, b"match 1")
    stays_closed(Vault(MASTER), sealed, b"match 2")


@given(SECRETS, st.integers(0, 59), st.integers(1, 255))
def test_no_byte_of_a_sealed_secret_can_be_changed(secret: bytes, at: int, by: int) -> None:
    sealed = bytearray(Vault(MASTER).seal(secret, b"match 1"))
    sealed[at] ^= by
    stays_closed(Vault(MASTER), bytes(sealed), b"match 1")


@given(st.binary(max_size=80))
def test_what_nobody_sealed_stays_closed(data: bytes) -> None:
    stays_closed(Vault(MASTER), data, b"match 1")


def test_with_the_same_chance_the_same_is_written() -> None:
    one, other = (Vault(MASTER, lambda n: b"7" * n).seal(b"s" * 32, b"match 1") for _ in "12")
    assert one == other
    assert Vault(MASTER).unseal(one, b"match 1") == b"s" * 32


# --- its key -------------------------------------------------------------------------------------


def test_the_key_is_made_on_first_use_and_kept(tmp_path: Path) -> None:
    sealed = Vault.open(tmp_path, {}).seal(b"s" * 32, b"match 1")
    path = tmp_path / "vault.key"
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(bytes.fromhex(path.read_text())) == 32
    assert Vault.open(tmp_path, {}).unseal(sealed, b"match 1") == b"s" * 32


def test_each_folder_has_a_key_of_its_own(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    sealed = Vault.open(tmp_path / "a", {}).seal(b"s" * 32, b"match 1")
    stays_closed(Vault.open(tmp_path / "b", {}), sealed, b"match 1")


@pytest.mark.parametrize("written", [MASTER.hex(), MASTER.hex().upper(), f" {MASTER.hex()}\n"])
def test_the_environment_can_bring_the_key(tmp_path: Path, written: str) -> None:
    vault = Vault.open(tmp_path, {"CARDKIT_KEY": written})
    assert Vault(MASTER).unseal(vault.seal(b"s" * 32, b"match 1"), b"match 1") == b"s" * 32
    assert list(tmp_path.iterdir()) == []


BAD_KEYS = ["", "abc", "g" * 64, "a" * 63, "a" * 65, "a" * 32 + " " + "a" * 31, "ａ" * 64]


@pytest.mark.parametrize("written", BAD_KEYS)
def test_a_damaged_key_is_refused_and_not_shown(tmp_path: Path, written: str) -> None:
    path = tmp_path / "vault.key"
    path.touch(0o600)
    path.write_text(written, encoding="utf-8")
    for environ, where in (({"CARDKIT_KEY": written}, "CARDKIT_KEY"), ({}, str(path))):
        with pytest.raises(Refused, match="64 hex digits") as caught:
            Vault.open(tmp_path, environ)
        assert caught.value.reason == Reason.BAD_KEY
        assert where in caught.value.text()
        assert len(written) < 4 or written not in caught.value.text()


def test_a_key_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "vault.key").touch(0o600)
    (tmp_path / "vault.key").write_bytes(os.urandom(32) + b"\xff")
    with pytest.raises(Refused, match="64 hex digits"):
        Vault.open(tmp_path, {})


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    Vault.open(tmp_path, {})
    (tmp_path / "vault.key").chmod(0o644)
    with pytest.raises(Refused, match="chmod 600") as caught:
        Vault.open(tmp_path, {})
    assert caught.value.reason == Reason.BAD_KEY


def test_without_a_folder_there_is_no_vault(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        Vault.open(tmp_path / "nowhere", {})


def test_a_reader_makes_no_key(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        Vault.open(tmp_path, {}, make=False)
    assert list(tmp_path.iterdir()) == []
    sealed = Vault.open(tmp_path, {}).seal(b"s" * 32, b"match 1")
    assert Vault.open(tmp_path, {}, make=False).unseal(sealed, b"match 1") == b"s" * 32


# --- the box of a match --------------------------------------------------------------------------


@given(SECRETS, st.integers(0, 2**40), st.binary(max_size=100))
def test_an_entry_is_read_under_its_own_number(secret: bytes, n: int, plain: bytes) -> None:
    sealed = MatchCipher(secret).seal(n, plain)
    assert len(sealed) == 12 + len(plain) + 16
    assert MatchCipher(secret).unseal(n, sealed) == plain
    with pytest.raises(Refused, match=f"entry {n + 1} of") as caught:
        MatchCipher(secret).unseal(n + 1, sealed)
    assert caught.value.reason == Reason.BAD_KEY


@given(SECRETS, SECRETS)
def test_each_match_has_a_key_of_its_own(one: bytes, other: bytes) -> None:
    a, b = MatchCipher(one, bytes), MatchCipher(other, bytes)
    assert (a.seal(1, b"DISCARD S3") == b.seal(1, b"DISCARD S3")) == (one == other)
    assert a.secret == one


@given(st.binary(max_size=60))
def test_what_was_not_sealed_here_is_damaged(data: bytes) -> None:
    with pytest.raises(Refused, match="is damaged"):
        MatchCipher(MASTER).unseal(0, data)


def test_a_nonce_is_never_used_for_two_texts() -> None:
    """After a crash, entry 3 is written again: the first one may be on the disk in part."""
    box = MatchCipher(MASTER)
    sealed = [box.seal(3, plain) for plain in (b"DISCARD S3", b"DISCARD H7") * 50]
    assert len({entry[:12] for entry in sealed}) == 100
    assert [box.unseal(3, entry) for entry in sealed[:2]] == [b"DISCARD S3", b"DISCARD H7"]


def test_the_vault_brings_its_own_chance_to_the_boxes() -> None:
    one, other = (Vault(MASTER, lambda n: b"7" * n).cipher(MASTER).seal(3, b"x") for _ in "12")
    assert one == other
    assert one[:12] == b"7" * 12
    assert MatchCipher(MASTER).unseal(3, one) == b"x"


def test_the_key_of_a_secret_stays_what_it_is() -> None:
    box = MatchCipher(MASTER, bytes)
    sealed = box.seal(3, b"DISCARD S3").hex()
    assert sealed == "00" * 12 + "d623bb207e625d3affdb46832fc8a4f9e656643f2422a1c3910b"
