"""requirements.lock: all that a deployment installs, and nothing with a known hole."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
TEXT = LOCK.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def asked_for(lines: list[str]) -> Iterator[Requirement]:
    """What these lines of pyproject.toml ask for, with what the extras in them do."""
    for requirement in map(Requirement, lines):
        if requirement.name != PROJECT["name"]:
            yield requirement
            continue
        for extra in requirement.extras:
            yield from asked_for(PROJECT["optional-dependencies"][extra])


WANTED = list(asked_for([*PROJECT["dependencies"], "cardkit[web]"]))
"""By a server."""


def locked() -> dict[str, tuple[Requirement, int]]:
    """Each package with its version, and how many files of it are let in."""
    found: dict[str, tuple[Requirement, int]] = {}
    for entry in TEXT.replace("\\\n", " ").splitlines():
        line = entry.partition(" #")[0].strip()
        if line and not line.startswith("#"):
            written, *hashes = line.split(" --hash=sha256:")
            requirement = Requirement(written)
            found[canonicalize_name(requirement.name)] = requirement, len(hashes)
    return found


LOCKED = locked()


def needs(name: str, *, here: bool) -> Iterator[str]:
    """What a package needs on this machine, or anywhere."""
    try:
        written = distribution(name).requires or []
    except PackageNotFoundError:  # for another machine
        return
    for requirement in map(Requirement, written):
        marker = requirement.marker
        for_an_extra = marker is not None and "extra" in str(marker)
        if not for_an_extra and (not here or marker is None or marker.evaluate()):
            yield canonicalize_name(requirement.name)


def all_needed(*, here: bool) -> set[str]:
    found: set[str] = set()
    todo: list[str] = [canonicalize_name(requirement.name) for requirement in WANTED]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += needs(name, here=here)
    return found


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_the_lock_has_what_the_project_asks_for(wanted: Requirement) -> None:
    assert canonicalize_name(wanted.name) in LOCKED, "make lock writes it anew"
    requirement, _ = LOCKED[canonicalize_name(wanted.name)]
    [version] = requirement.specifier
    assert version.operator == "=="
    assert wanted.specifier.contains(version.version), "make lock writes it anew"


def test_the_lock_has_all_that_is_needed_and_nothing_else() -> None:
    assert all_needed(here=True) - LOCKED.keys() == set(), "make lock writes it anew"
    assert LOCKED.keys() - all_needed(here=False) == set(), "make lock writes it anew"


def test_every_file_of_the_lock_is_known_by_its_hash_and_by_no_place() -> None:
    assert [name for name, (_, hashes) in LOCKED.items() if not hashes] == []
    assert not any(word in TEXT for word in ("://", "index-url", "find-links", " @ "))


def test_the_lock_has_no_known_holes() -> None:
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--format", "json"]
    options = ["--require-hashes", "--disable-pip", "--progress-spinner", "off", "--timeout", "10"]
    try:
        audit = subprocess.run(
            [*command, *options], capture_output=True, text=True, timeout=120, check=False
        )
        found = json.loads(audit.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        pytest.skip("NOT AUDITED: pip-audit did not hear of known holes within two minutes")
    except ValueError:
        why = audit.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        pytest.skip(f"NOT AUDITED: pip-audit cannot reach the list of known holes: {why[0][:200]}")
    holes = {each["name"]: each["vulns"] for each in found if each.get("vulns")}
    assert holes == {}, "make lock takes the newest versions; raise the minimum versions, too"
    unknown = [each["skip_reason"] for each in found if "skip_reason" in each]
    if unknown:
        pytest.skip(f"NOT AUDITED: {len(unknown)} of {len(found)} packages: {unknown[0]}")
