"""Which packages a package asks for, as their metadata says; and packages that differ in a file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def asked_by(
    package: str, extras: Collection[str] = (), *, here: bool = True
) -> Iterator[Requirement]:
    """What a package and its extras ask for: on this machine, or on any."""
    try:
        lines = distribution(package).requires or []
    except PackageNotFoundError:  # for another machine
        return
    for requirement in map(Requirement, lines):
        marker = requirement.marker
        wanted = marker is None or any(marker.evaluate({"extra": e}) for e in ("", *extras))
        if wanted or not (here or "extra" in str(marker)):
            if canonicalize_name(requirement.name) == package:  # an extra that has another in it
                yield from asked_by(package, requirement.extras, here=here)
            else:
                yield requirement


def needed_by(package: str, *extras: str, here: bool = True) -> set[str]:
    """All that must be installed for a package and its extras."""
    found: set[tuple[str, frozenset[str]]] = set()
    todo = [*asked_by(package, extras, here=here)]
    while todo:
        asked = todo.pop()
        name, with_extras = canonicalize_name(asked.name), frozenset(asked.extras)
        if (name, with_extras) not in found:
            found.add((name, with_extras))
            todo += asked_by(name, with_extras, here=here)
    return {name for name, _ in found}


def link_files(folder: Path, to: Path, but: str = "") -> None:
    """A folder like another one, in which one thing is left to be written otherwise."""
    to.mkdir()
    for path in folder.iterdir():
        if path.name not in (but, "__pycache__"):
            (to / path.name).symlink_to(path)
