"""What `pip install cardkit` brings, and what each extra adds: where nothing else is installed.

Nothing is fetched: what an extra asks for is linked from the environment that runs the tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest

from cardkit import __version__
from cardkit.cli import COMMANDS
from tests.packages import needed_by

ROOT = Path(__file__).parent.parent


def build(what: str, source: Path, target: Path) -> Path:
    script = f"from setuptools import build_meta as b; print(b.build_{what}({str(target)!r}))"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=source, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return target / run.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made of what the repository holds, and not of what an earlier build has left in it."""
    source = tmp_path_factory.mktemp("repository")
    left = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, source, symlinks=True, ignore=left, dirs_exist_ok=True)
    return build("sdist", source, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(sdist.parent, filter="data")
    return build("wheel", sdist.parent / sdist.name.removesuffix(".tar.gz"), sdist.parent)


class Installed:
    """An environment with the wheel in it, and nothing else unless it is asked for."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv")
        self.bin = folder / "venv" / "bin"
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install"]
        offline = ["--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
        subprocess.run([*pip, *offline, str(wheel)], check=True)

    def run(
        self, command: str, *words: str, packages: Iterable[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment with these packages beside it."""
        with TemporaryDirectory(dir=self.folder) as beside:
            for package in map(distribution, packages):
                for top in {file.parts[0] for file in package.files or ()} - {".."}:
                    (Path(beside) / top).symlink_to(str(package.locate_file(top)))
            return subprocess.run(
                [self.bin / command, *words],
                cwd=self.folder,
                env={"PYTHONPATH": beside, "LANG": "C.UTF-8", "HOME": str(self.folder)},
                capture_output=True,
                text=True,
                check=False,
            )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def test_the_archive_of_sources_holds_what_the_wheel_is_made_of(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        paths = [Path(name).parts[1:] for name in archive.getnames()]
    assert {path[0] for path in paths if path} == {
        "LICENSE",
        "LICENSES",
        "MANIFEST.in",
        "PKG-INFO",
        "README.md",
        "cardkit",
        "cardkit.egg-info",
        "pyproject.toml",
        "setup.cfg",
    }


def test_the_wheel_holds_the_package_and_all_that_lies_in_it(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "cardkit"
    folders = (package, package / "games")  # a link; what it leads to is not looked at otherwise
    files = {file for folder in folders for file in folder.rglob("*") if file.is_file()}
    assert held == {
        file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts
    }
    assert "cardkit/py.typed" in held
    assert "cardkit/games/whist/table.css" in held


def test_the_wheel_and_the_changelog_name_the_version_of_the_package(wheel: Path) -> None:
    assert wheel.name.split("-")[:2] == ["cardkit", __version__]
    _, latest, *_ = (ROOT / "CHANGELOG.md").read_text().split("\n## ")
    assert latest.split()[0] == __version__


def test_authors_need_no_other_package(installed: Installed) -> None:
    script = """
from cardkit.games.whist import Whist
from cardkit.simulate import Simulation
from cardkit.testing import check_game

check_game(Whist, games=2)
"""
    run = installed.run("python", "-c", script)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("line", ["games", "rules whist", "simulate akq --games 2 --seed 1"])
def test_some_commands_need_no_extra(installed: Installed, line: str) -> None:
    run = installed.run("cardkit", *line.split(), packages=needed_by("cardkit"))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout


EXTRAS = sorted({*COMMANDS.values()} - {""})


def commands_of(extra: str) -> list[str]:
    return [name for name, needs in COMMANDS.items() if needs == extra]


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_command_without_its_extra_says_what_to_install(installed: Installed, extra: str) -> None:
    script = "import sys, cardkit.cli\nfor name in sys.argv[1:]: print(cardkit.cli.main([name]))"
    commands = commands_of(extra)
    run = installed.run("python", "-c", script, *commands, packages=needed_by("cardkit"))
    assert run.stdout.split() == ["2"] * len(commands)
    for command, said in zip(commands, run.stderr.splitlines(), strict=True):
        assert said.startswith(f"NOT_INSTALLED: cardkit {command} needs ")
        assert said.endswith(f"; say: pip install 'cardkit[{extra}]'")


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_enough_for_its_commands(installed: Installed, extra: str) -> None:
    script = "import sys, cardkit.cli\nfor name in sys.argv[1:]: cardkit.cli.make_parser([name])"
    packages = needed_by("cardkit", extra)
    run = installed.run("python", "-c", script, *commands_of(extra), packages=packages)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_list_of_commands_says_which_are_not_installed(installed: Installed) -> None:
    run = installed.run("cardkit", "--help", packages=needed_by("cardkit"))
    assert (run.returncode, run.stderr) == (0, "")
    for extra in EXTRAS:
        assert f"pip install 'cardkit[{extra}]'" in " ".join(run.stdout.split())


def test_a_contest_needs_its_extra_alone(installed: Installed) -> None:
    line = ["contest", "akq", "honest", "rand", "--matches", "2", "--seed", "1", "--out", "out"]
    run = installed.run("cardkit", *line, packages=needed_by("cardkit", "contest"))
    assert (run.returncode, run.stderr) == (0, "")
    run = installed.run("cardkit", *line, packages=needed_by("cardkit", "server"))
    assert run.returncode == 2
    assert run.stderr == (
        "NOT_INSTALLED: cardkit contest needs jinja2; say: pip install 'cardkit[contest]'\n"
    )
