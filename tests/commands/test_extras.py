"""A command says which extra it needs, and needs no more than it uses."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

WITHOUT = """
import sys

for package in sys.argv[1].split(","):
    sys.modules[package] = None
from cardkit.cli import main

sys.exit(main(sys.argv[2:]))
"""
WEB = "starlette,h11,wsproto"


def command(without: str, *words: str) -> list[str]:
    return [sys.executable, "-c", WITHOUT, without, *words, "--lang", "en"]


def refusal(without: str, *words: str) -> str:
    done = subprocess.run(
        command(without, *words), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    return done.stderr.strip()


def test_a_server_without_a_page_needs_no_package_for_one(tmp_path: Path) -> None:
    serve = ("serve", "--port", "0", "--data", str(tmp_path))
    words = command(WEB, *serve, "--no-web")
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as it:
        assert it.stdout is not None
        assert it.stdout.readline().startswith("cardkit is up at ")
        it.send_signal(signal.SIGTERM)
        assert it.wait(30) == 0
    told = refusal(WEB, *serve, "--web-port", "0")
    assert told.startswith("NOT_INSTALLED: cardkit serve needs ")
    assert told.endswith("pip install 'cardkit[web]'")


def test_a_contest_on_a_cluster_says_what_to_install() -> None:
    told = refusal("distributed", "contest", "akq", "rand", "rand", "--cluster", "tcp://x:1")
    assert told == "NOT_INSTALLED: --cluster needs Dask; say: pip install 'cardkit[cluster]'"
