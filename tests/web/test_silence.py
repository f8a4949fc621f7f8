"""How long the page waits for a server that says nothing, or has nothing to say."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node") or ""
PAGE = Path(__file__).parents[2] / "cardkit" / "web" / "page"


@pytest.mark.skipif(not NODE, reason="node is not installed")
@pytest.mark.parametrize(("where", "asks", "gives_up"), [("table", 2, 4.5), ("lobby", 20, 45)])
def test_the_page_asks_a_silent_server_and_then_takes_it_for_gone(
    where: str, asks: float, gives_up: float
) -> None:
    run = subprocess.run(
        [NODE, Path(__file__).with_name("silence.mjs"), PAGE, where],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout)
    assert not found["whileItAnswers"]
    assert found["told"] == [[asks, "PING"], [gives_up, "hangs up"], [gives_up, "dials again"]]
