"""Plants a bug on purpose: a wrong method takes the place of a right one, until the block ends.

Nothing of this is in the code that is played with. What bugs there are is in `bugs`,
`deal_bugs` and `node_bugs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

Method = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Bug:
    """A method, and what is wrong with it: called with the right method first."""

    owner: Any
    method: str
    wrong: Method
    world: int
    """The seed of a world that is known to find it, which is played first."""


BUGS: dict[str, Bug] = {}
NODE_BUGS: dict[str, Bug] = {}
"""By name, all that a program has imported: of one server, and of several nodes."""


def bug_in(
    owner: Any, method: str, world: int = 0, among: dict[str, Bug] = BUGS
) -> Callable[[Method], Method]:
    def plant(wrong: Method) -> Method:
        among[wrong.__name__] = Bug(owner, method, wrong, world)
        return wrong

    return plant


@contextmanager
def planted(name: str, among: Mapping[str, Bug] = BUGS) -> Iterator[None]:
    """The server has this bug until the block ends."""
    bug = among[name]
    right = getattr(bug.owner, bug.method)
    inherited = bug.method not in vars(bug.owner)

    def wrong(*args: Any, **how: Any) -> Any:
        return bug.wrong(right, *args, **how)

    setattr(bug.owner, bug.method, wrong)
    try:
        yield
    finally:
        if inherited:
            delattr(bug.owner, bug.method)
        else:
            setattr(bug.owner, bug.method, right)
