#!/bin/sh
# What some tests need and pip cannot bring: a real terminal (tmux), a sandbox for programs (bwrap), a
# real browser or two. Fetched where that is possible; without it these tests are skipped, and say so.
need() {
	command -v "$1" >/dev/null && return
	shift
	if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
		apt-get install --yes --quiet "$@" >/dev/null 2>&1 && return
		apt-get update --quiet >/dev/null 2>&1 && apt-get install --yes --quiet "$@" >/dev/null 2>&1 && return
	fi
	echo "NOT INSTALLED: $*. The tests that need it are skipped." >&2
}
need tmux tmux
need bwrap bubblewrap
command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
	need chromium chromium fonts-noto-cjk
command -v firefox >/dev/null || need firefox-esr firefox-esr
