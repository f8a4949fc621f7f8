"""`cardkit account` and `cardkit keygen`: names of one's own, also while the server runs."""

from __future__ import annotations

import getpass
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardkit.cli import main
from cardkit.games.daifugo import Daifugo
from cardkit.keys import check_signature, load_key, read_public, sign_challenge
from cardkit.netgame import Reason, Refused
from cardkit.protocol import LineCodec
from cardkit.protocol.reasons import ServerReason
from cardkit.server.accounts import add_account, new_name
from cardkit.server.passwords import check_password
from cardkit.server.session import Peer
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Store
from cardkit.server.store_address import DATABASE
from tests.memory_server import MemoryServer
from tests.tiny_games import JAPANESE, Nim

PASSWORD = "correct horse battery"
Said = tuple[int, str, str]


class Host:
    """Somebody at the command line who has a data folder."""

    def __init__(
        self,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.folder, self._capsys, self._monkeypatch = folder, capsys, monkeypatch

    def account(self, line: str, typed: bytes = b"") -> Said:
        """Say `cardkit account …` for the folder, with this on standard input."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        return self.cardkit("account", *line.split(" "), "--data", str(self.folder))

    def cardkit(self, *words: str) -> Said:
        status = main(words)
        written = self._capsys.readouterr()
        return status, written.out, written.err

    def add(self, name: str) -> None:
        said = self.account(f"add {name} --password-file -", f"{PASSWORD}\n".encode())
        assert said[0] == 0, said

    def type(self, *lines: str) -> list[str]:
        """Answer the questions for a password so; the prompts that were shown."""
        answers, prompts = iter(lines), list[str]()

        def ask(prompt: str) -> str:
            prompts.append(prompt)
            return next(answers)

        self._monkeypatch.setattr(getpass, "getpass", ask)
        return prompts

    def store(self) -> Store:
        return sqlite_store(self.folder / DATABASE, make=False)


@pytest.fixture
def host(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Host:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Host(tmp_path / "data", capsys, monkeypatch)


@pytest.fixture
def store(host: Host) -> Iterator[Store]:
    """The store as the server has it open, all the while."""
    host.folder.mkdir()
    store = sqlite_store(host.folder / DATABASE)
    yield store
    store.close()


def refused(said: Said) -> str:
    status, out, err = said
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err


# --- to make an account ------------------------------------------------------------------------


def test_an_account_can_be_made_before_the_first_start(host: Host) -> None:
    host.add("ann")
    store = host.store()
    account = store.account("ann")
    store.close()
    assert account is not None
    assert account.public_key is None
    assert PASSWORD not in str(account.password)
    assert check_password(PASSWORD, account.password)
    assert host.folder.stat().st_mode & 0o777 == 0o700


def test_a_running_server_knows_a_new_account_at_once(host: Host, store: Store) -> None:
    assert store.account("ann") is None
    host.add("ann")
    assert store.account("ann") is not None


def test_who_has_an_account_can_enter_with_it(host: Host, store: Store) -> None:
    host.add("ann")
    server = MemoryServer({"nim": Nim})
    server.core.account = store.account
    peer = server.peer()
    server.say(peer, "ENTER ann wrong horse")
    assert "WRONG_PASSWORD" in server.hear(peer)
    server.say(peer, f"ENTER ann {PASSWORD}")
    assert server.hear(peer).startswith("OK ENTER ann t")


def test_a_password_is_asked_for_twice_and_without_echo(host: Host) -> None:
    prompts = host.type(PASSWORD, PASSWORD)
    status, out, _ = host.account("add ann")
    assert (status, prompts) == (0, ["Password for ann: ", "Once more: "])
    assert "ENTER ann" in out
    assert PASSWORD not in out


def test_two_different_passwords_change_nothing(host: Host, store: Store) -> None:
    host.type(PASSWORD, "correct house battery")
    assert "WRONG_PASSWORD: the two passwords are not the same" in refused(host.account("add ann"))
    assert store.accounts() == []


def in_the_open(prompt: str) -> str:
    warnings.warn("echo", getpass.GetPassWarning, stacklevel=1)
    raise AssertionError("it was asked where all could see it")


def nobody_there(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize("ask", [in_the_open, nobody_there])
def test_without_a_terminal_no_password_is_asked_for(
    host: Host, store: Store, monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], str]
) -> None:
    monkeypatch.setattr(getpass, "getpass", ask)
    assert "--password-file" in refused(host.account("add ann"))
    assert store.accounts() == []


def test_a_password_comes_from_a_file_for_the_owner_alone(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\n", encoding="utf-8")
    file.chmod(0o644)
    assert "BAD_KEY" in refused(host.account(f"add ann --password-file {file}"))
    file.chmod(0o600)
    assert host.account(f"add ann --password-file {file}")[0] == 0


@pytest.mark.parametrize(
    ("typed", "code"),
    [(b"short\n", "WRONG_PASSWORD"), (b"", "WRONG_PASSWORD"), (b"\xff" * 20, "BAD_TEXT")],
)
def test_a_bad_password_is_refused(host: Host, store: Store, typed: bytes, code: str) -> None:
    assert refused(host.account("add ann --password-file -", typed)).startswith(code)
    assert store.accounts() == []


def test_a_bot_gets_an_account_with_its_key(host: Host, store: Store, tmp_path: Path) -> None:
    secret = tmp_path / "k.pem"
    status, out, _ = host.cardkit("keygen", str(secret))
    assert status == 0
    assert f"cardkit account add k --key-file {secret}.pub" in out
    assert host.account(f"add thrifty --key-file {secret}.pub")[0] == 0
    account = store.account("thrifty")
    assert account is not None
    assert account.password is None
    assert account.public_key is not None
    signature = sign_challenge(load_key(secret), b"?" * 32)
    assert check_signature(account.public_key, b"?" * 32, signature)


def test_the_line_of_a_key_can_be_piped_in(host: Host, store: Store, tmp_path: Path) -> None:
    _, out, _ = host.cardkit("keygen", str(tmp_path / "k.pem"))
    line = next(line for line in out.splitlines() if "cardkit-ed25519" in line)
    assert host.account("add thrifty --key-file -", line.encode())[0] == 0
    account = store.account("thrifty")
    assert account is not None
    assert account.public_key == read_public(line)


@pytest.mark.parametrize("written", [b"cardkit-ed25519 nonsense", b"", b"\xff"])
def test_what_is_no_public_key_makes_no_account(host: Host, store: Store, written: bytes) -> None:
    refused(host.account("add thrifty --key-file -", written))
    assert store.accounts() == []


def test_a_missing_file_is_named(host: Host, tmp_path: Path) -> None:
    for option in ("--key-file", "--password-file"):
        wrong = refused(host.account(f"add ann {option} {tmp_path}/nowhere"))
        assert wrong.startswith("NO_SUCH_FILE")
        assert "nowhere" in wrong


# --- its name ----------------------------------------------------------------------------------


def test_a_name_is_kept_in_its_one_form(host: Host, store: Store) -> None:
    host.add("ａｎｎ")
    assert [account.name for account in store.accounts()] == ["ann"]


@pytest.mark.parametrize("name", ["ann", "Ann", "ánn", "ａＮｎ", "ΑΝΝ"])
def test_of_names_that_look_alike_one_is_given_out(host: Host, store: Store, name: str) -> None:
    host.add("ann")
    wrong = refused(host.account(f"add {name} --password-file -", PASSWORD.encode()))
    assert wrong.startswith("NAME_TAKEN")
    assert [account.name for account in store.accounts()] == ["ann"]


WORDS = ("stock", "S3", "J2", "discard", "ALLIN", "login", "guest-ann", "robot-1", "42", "x" * 25)


@pytest.mark.parametrize("name", WORDS)
def test_with_an_account_every_table_can_be_joined(host: Host, store: Store, name: str) -> None:
    host.type()  # nobody is asked for a password in vain
    assert refused(host.account(f"add {name}")).startswith("BAD_NAME")
    assert store.accounts() == []


def test_a_word_of_any_preset_is_a_word_of_the_game(store: Store) -> None:
    assert not Daifugo().is_word("J2")
    with pytest.raises(Refused, match="J2 is a word of Daifugo"):
        new_name(store, "J2", games=[Daifugo])


def test_who_is_quicker_has_the_name(store: Store) -> None:
    add_account(store, "ann", 0.0, password="…")
    with pytest.raises(Refused, match="Ann looks like ann") as caught:
        add_account(store, "Ann", 0.0, password="…")
    assert caught.value.reason == Reason.NAME_TAKEN
    add_account(store, "bob", 0.0, password="…")  # no change is left half done


def test_nobody_looks_like_a_player_whose_account_was_removed(store: Store) -> None:
    store.write([("session", ("ann", b"token", "nim-1", "", 0, 0, ""))])
    store.sync()
    with pytest.raises(Refused, match="Ann looks like ann, who is here"):
        new_name(store, "Ann", games=[])
    assert new_name(store, "ann", games=[]) == "ann"


# --- to change, list and remove ----------------------------------------------------------------


def test_a_password_can_be_changed(host: Host, store: Store) -> None:
    host.add("ann")
    assert host.account("password ann --password-file -", b"another good one")[0] == 0
    account = store.account("ann")
    assert account is not None
    assert check_password("another good one", account.password)
    assert not check_password(PASSWORD, account.password)


def test_an_account_with_a_key_gets_no_password(host: Host, store: Store) -> None:
    add_account(store, "thrifty", 0.0, key=b"k" * 32)
    wrong = refused(host.account("password thrifty --password-file -", PASSWORD.encode()))
    assert "enters with a key" in wrong


def test_accounts_are_listed(host: Host, store: Store) -> None:
    assert "no accounts yet" in host.account("list")[1]
    add_account(store, "ann", 0.0, password="…")
    add_account(store, "thrifty", 0.0, key=b"k" * 32)
    lines = host.account("list")[1].splitlines()
    assert [line.split()[:2] for line in lines if "19" in line] == [
        ["ann", "password"],
        ["thrifty", "key"],
    ]
    assert JAPANESE.search(host.account("list --lang ja")[1])


def test_an_account_can_be_removed_and_made_again(host: Host, store: Store) -> None:
    host.add("ann")
    assert host.account("remove ａｎｎ")[0] == 0
    assert store.accounts() == []
    host.add("Ann")


def test_an_account_is_made_a_host_and_no_longer(host: Host, store: Store) -> None:
    host.add("ann")
    host.add("bob")
    assert "see /host" in host.account("host ａｎｎ")[1]
    assert {account.name: account.host for account in store.accounts()} == {"ann": 1, "bob": 0}
    [ann, bob] = [line for line in host.account("list")[1].splitlines() if "password" in line]
    assert ("yes" in ann, "yes" in bob) == (True, False)
    assert "管理者" in host.account("host ann --off --lang ja")[1]
    assert not any(account.host for account in store.accounts())


@pytest.mark.parametrize("action", ["remove", "password", "host"])
def test_an_unknown_account_is_not_found(host: Host, store: Store, action: str) -> None:
    add_account(store, "annabel", 0.0, password="…")
    assert "NO_SUCH_ACCOUNT: there is no account anabel; did you mean annabel?" in refused(
        host.account(f"{action} anabel")
    )


@pytest.mark.parametrize("line", ["list", "remove ann", "password ann", "host ann"])
def test_a_folder_without_a_server_is_not_made(host: Host, line: str) -> None:
    assert "cardkit serve --data" in refused(host.account(line))
    assert not host.folder.exists()


def test_a_folder_that_cannot_be_is_refused(host: Host, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert refused(host.account("add ann")).startswith("NO_SUCH_FILE")


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to_is_refused(host: Host, mode: int) -> None:
    host.add("ann")
    host.folder.chmod(mode)
    for line in ("add bob --password-file -", "list", "remove ann"):
        wrong = refused(host.account(line, PASSWORD.encode()))
        assert wrong.startswith("BAD_KEY")
        assert f"chmod 700 {host.folder}" in wrong
    host.folder.chmod(0o755)
    assert host.account("list")[0] == 0


# --- keygen ------------------------------------------------------------------------------------


def test_a_new_key_is_for_its_owner_and_never_written_over(host: Host, tmp_path: Path) -> None:
    secret = tmp_path / "k.pem"
    assert host.cardkit("keygen", str(secret))[0] == 0
    before = secret.read_bytes()
    assert secret.stat().st_mode & 0o777 == 0o600
    assert "FILE_EXISTS" in refused(host.cardkit("keygen", str(secret)))
    secret.rename(tmp_path / "kept")
    assert "k.pem.pub is there already" in refused(host.cardkit("keygen", str(secret)))
    assert not secret.exists()
    assert (tmp_path / "kept").read_bytes() == before


# --- the store is for its owner alone ----------------------------------------------------------


def test_nobody_else_can_read_the_store(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        store = sqlite_store(tmp_path / DATABASE)
        store.write([("session", ("ann", b"token", "", "", 0, 0, ""))])
        store.sync()
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(old)
    store.close()
    assert modes == {f"{DATABASE}{part}": 0o600 for part in ("", "-wal", "-shm")}


def test_a_store_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    sqlite_store(path).close()
    path.chmod(0o644)
    sqlite_store(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("not a database, " * 100)
    with pytest.raises(Refused, match="not a database") as caught:
        sqlite_store(tmp_path / DATABASE)
    assert caught.value.reason == ServerReason.STORE_FAILED
    with pytest.raises(Refused, match="cannot be used"):
        sqlite_store(tmp_path / "nowhere" / DATABASE)


# --- in Japanese -------------------------------------------------------------------------------


def test_help_is_given_in_japanese() -> None:
    server = MemoryServer({"nim": Nim})
    peer: Peer = server.peer(LineCodec())
    server.say(peer, "LANGUAGE ja")
    server.hear(peer)
    server.say(peer, "HELP")
    helped = [line for line in server.hear(peer).splitlines() if line.startswith("HELP")]
    assert len(helped) >= 4
    assert all(JAPANESE.search(line) for line in helped)
