"""What lies in deploy/ fits the server: its options exist, and systemd hears what it waits for."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from cardkit.cli import make_parser
from cardkit.commands.configuration import SETTINGS, variable_of
from cardkit.commands.systemd import notify, show_life
from cardkit.server.certificate import ensure_certificate
from cardkit.server.metrics import metrics_of
from tests.nodes import a_house

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
UNITS = ["cardkit.service", "cardkit@.service"]
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
COMMAND = re.compile(r"cardkit serve ([^`\n]*)")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_command_and_variable_is_one_that_there_is(path: Path) -> None:
    text = path.read_text("utf-8")
    for words in COMMAND.findall(text):
        make_parser(["serve"]).parse_args(["serve", *shlex.split(words)])
    variables = {variable_of(name) for name in SETTINGS} | {"CARDKIT_KEY"}
    assert set(re.findall(r"\bCARDKIT_[A-Z_]+", text)) <= variables


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_its_units(tmp_path: Path, unit: str) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd on this machine to read its units")
    text = (DEPLOY / unit).read_text("utf-8").replace("/opt/cardkit/bin/cardkit", sys.executable)
    (tmp_path / unit).write_text(text, "utf-8")
    found = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / unit.replace("@", "@north"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, "")


def test_haproxy_understands_its_file(tmp_path: Path) -> None:
    program = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("there is no haproxy on this machine to read its file")
    made = ensure_certificate(tmp_path, datetime.now(UTC))
    whole = tmp_path / "house.pem"
    whole.write_bytes(made.path_cert.read_bytes() + made.path_key.read_bytes())
    text = (DEPLOY / "house.haproxy.cfg").read_text("utf-8")
    text = text.replace("/etc/cardkit/house.pem", str(whole))
    text = re.sub(r"^ +(user|group) haproxy\n", "", text, flags=re.MULTILINE)
    (tmp_path / "house.cfg").write_text(text, "utf-8")
    found = subprocess.run(
        [program, "-c", "-f", str(tmp_path / "house.cfg")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr


def test_the_proxy_of_the_house_asks_its_nodes_where_they_answer() -> None:
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    proxy = (DEPLOY / "house.haproxy.cfg").read_text("utf-8")
    nodes = re.findall(r"hostname: (\w+)", compose)
    answering = re.findall(r"CARDKIT_HEALTH: 0\.0\.0\.0:(\d+)", compose)
    assert re.findall(r"check port (\d+)", proxy) == answering
    for port in ("8272", "7272"):
        assert re.findall(rf"server \w+ (\w+):{port}\n", proxy) == nodes
    assert "./house.haproxy.cfg:/" in compose


async def test_alerts_are_about_numbers_that_there_are() -> None:
    async with a_house(1) as house:
        text = metrics_of(house.hall(0).runner, "")
    told = {family.name for family in text_string_to_metric_families(text)}
    text = (DEPLOY / "alerts.yaml").read_text("utf-8")
    asked = set(re.findall(r"\b(?:cardkit|process)_[a-z_]+", text))
    assert {re.sub("_(total|bucket)$", "", name) for name in asked} <= {
        re.sub("_total$", "", name) for name in told
    }


def test_the_two_units_differ_only_in_whose_they_are() -> None:
    one, many = ((DEPLOY / unit).read_text("utf-8") for unit in UNITS)
    hardening = one[one.index("NoNewPrivileges") :]
    assert many.endswith(hardening)


async def test_systemd_is_told_how_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.abc.Clock
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        notify("READY=1")
        with trio.move_on_after(30):
            await show_life()
        said = [heard.recv(99) for _ in range(4)]
        assert said == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]


async def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    notify("READY=1")
    await show_life()
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody-listens-here")
    notify("READY=1")
