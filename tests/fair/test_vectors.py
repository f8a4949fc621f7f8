"""One file of deals, honest and false, to which every role and both implementations are held."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardkit.fair import DealFault, PlayerRole
from cardkit.fair.deal import TABLE, TRANSITIONS
from cardkit.protocol import read_frame
from cardkit.web.files import fault_module
from tests.fair import vectors

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node") or ""
VECTORS = json.loads(vectors.FILE.read_text("utf-8"))
needs_node = pytest.mark.skipif(not NODE, reason="node is not installed")


def named(role: str) -> pytest.MarkDecorator:
    """A parameter for each vector of a role, with its name."""
    return pytest.mark.parametrize(
        "vector", [pytest.param(each, id=each["name"]) for each in VECTORS[role]]
    )


def test_the_file_is_what_the_script_makes() -> None:
    assert vectors.written() == vectors.FILE.read_text("utf-8"), "python -m tests.fair.vectors"


@named("player")
def test_a_player_answers_and_finds_what_it_should(vector: dict[str, Any]) -> None:
    drawn = iter(vector["contributions"])
    player = PlayerRole(vector["player"], lambda size: bytes.fromhex(next(drawn)))
    heard = []
    for frame in vector["frames"]:
        answers, found = player.hear(read_frame(frame))
        faults = [[finding.deal, finding.fault.name] for finding in found]
        said = [command.words() for command in answers]
        heard.append({"answers": said, "found": faults})
    assert heard == vector["heard"]


@named("dealer")
def test_a_dealer_does_what_it_should(vector: dict[str, Any]) -> None:
    assert vectors.run_dealer(vector["inputs"]) == vector["outputs"]


@named("auditor")
def test_an_auditor_finds_what_it_should(vector: dict[str, Any]) -> None:
    assert vectors.run_auditor(vector["steps"], vector["secrets"]) == vector["verdicts"]


def test_there_is_a_vector_for_everything_that_can_be_false() -> None:
    heard = [each for vector in VECTORS["player"] for each in vector["heard"]]
    found = {fault for each in heard for _, fault in each["found"]}
    read = {vector["verdicts"][-1] for vector in VECTORS["auditor"]} - {""}
    assert found | read == {fault.name for fault in DealFault}


# --- the page --------------------------------------------------------------------------------


@cache
def of_page() -> Any:
    """What the JavaScript of the page makes of the vectors, and what it knows."""
    run, page = Path(__file__).with_name("run_vectors.mjs"), ROOT / "cardkit" / "web" / "page"
    faults = "data:text/javascript;base64," + b64encode(fault_module().encode()).decode()
    done = subprocess.run([NODE, run, page, faults, vectors.FILE], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@needs_node
@named("player")
def test_the_page_answers_and_finds_the_same(vector: dict[str, Any]) -> None:
    assert of_page()["heard"][vector["name"]] == vector["heard"]


@needs_node
def test_the_page_has_the_same_states() -> None:
    table: dict[str, dict[str, str]] = {}
    for (state, step), after in TRANSITIONS.items():
        name = after.name if isinstance(after, DealFault) else str(after)
        table.setdefault(str(state), {})[step] = name
    assert of_page()["transitions"] == table


def test_the_table_of_the_docs_is_that_of_the_machine() -> None:
    lines = [line.rstrip() for line in TABLE.strip("\n").splitlines()]
    assert "\n".join(lines) in (ROOT / "docs" / "fairness.md").read_text("utf-8")
