#!/bin/sh
# The quick part of the tests on each other Python that is found here, in an environment of its own.
# Arguments: the Python that has run all tests, then the versions to look for.
set -eu
used=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
shift
tried= missing=
for version; do
	[ "$version" != "$used" ] || continue
	# A shim of pyenv answers only for the version that is chosen; to others PYENV_VERSION means nothing.
	if python=$(PYENV_VERSION=$version "python$version" -c \
		'import ensurepip, sqlite3, ssl, sys; print(sys.executable)' 2>/dev/null); then
		echo "--- Python $version: $python"
		"${MAKE:-make}" quick PYTHON="$python" VENV=".venv-$version" EXTRA=test
		tried="$tried $version"
	else
		missing="$missing $version"
	fi
done
echo "Python $used has run all tests; a quick part ran on:${tried:- none}. Not found here:${missing:- none}."
