"""What systemd is told, if it has started this process and wants to know: see sd_notify(3)."""

from __future__ import annotations

import os
from contextlib import suppress
from socket import AF_UNIX, SOCK_DGRAM, socket

import trio


def notify(state: str) -> None:
    """Such as `READY=1`. Whether it is heard is not our business."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if place:
        with socket(AF_UNIX, SOCK_DGRAM) as sock, suppress(OSError):
            sock.connect(f"\0{place[1:]}" if place.startswith("@") else place)
            sock.send(state.encode())


async def show_life() -> None:
    """As long as the event loop turns, systemd hears of it in time, where it waits for that."""
    patience = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    while patience:
        notify("WATCHDOG=1")
        await trio.sleep(patience / 3)
