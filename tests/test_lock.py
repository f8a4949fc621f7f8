"""requirements.lock: all that a deployment installs, and nothing with a known hole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packages import asked_by, needed_by

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
TEXT = LOCK.read_text(encoding="utf-8")
EXTRAS = ("web", "postgres")
"""What a server needs."""
WANTED = {str(asked): asked for asked in asked_by("cardkit", EXTRAS)}.values()


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


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_the_lock_has_what_the_project_asks_for(wanted: Requirement) -> None:
    assert canonicalize_name(wanted.name) in LOCKED, "make lock writes it anew"
    requirement, _ = LOCKED[canonicalize_name(wanted.name)]
    [version] = requirement.specifier
    assert version.operator == "=="
    assert wanted.specifier.contains(version.version), "make lock writes it anew"


def test_the_lock_has_all_that_is_needed_and_nothing_else() -> None:
    here, anywhere = (needed_by("cardkit", *EXTRAS, here=here) for here in (True, False))
    assert here <= LOCKED.keys() <= anywhere, "make lock writes it anew"


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
