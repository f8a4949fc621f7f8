"""The settings of a server: a file, the environment and the command line, and what is refused."""

from __future__ import annotations

import tomllib
from dataclasses import Field
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.cli import main, make_parser
from cardkit.commands.configuration import (
    FILE,
    SECTIONS,
    SETTINGS,
    configured,
    variable_of,
    written_settings,
)
from cardkit.commands.folder import default_folder
from cardkit.netgame.conditions import about_of
from cardkit.protocol.frames import FrameCodec
from cardkit.registry import installed
from cardkit.server.serve import serving
from cardkit.server.settings import Limits, OwnTable, Settings, WebSettings
from tests.server_helpers import Client, configuration
from tests.tiny_games import Nim

TEXTS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=",~"), min_size=1, max_size=20
)
NETWORKS = (st.ip_addresses().map(str) | st.just("10.0.0.0/8")).map(
    lambda text: (str(ip_network(text)),)
)
PARTICULAR: dict[str, st.SearchStrategy[Any]] = {
    "games": st.just(()),  # they are looked for
    "house.felt": st.sampled_from(["", "#17644a", "#5a1030"]),
    "house.accent": st.from_regex("(#[0-9a-f]{6})?", fullmatch=True),
    "web.public_names": st.lists(st.from_regex("[a-z]{1,9}[.]example", fullmatch=True)).map(tuple),
    "health": st.sampled_from(["", "9272", "10.0.0.7:9272", "[::1]:0"]),
    "public": st.sampled_from(["", "cards1.example:7272", "[::1]:1"]),
    "trusted_proxies": NETWORKS,
    "web.metrics_from": NETWORKS,
    "web.origins": st.lists(st.from_regex("https://[a-z]{1,9}", fullmatch=True)).map(tuple),
}
TABLES = st.lists(
    st.builds(
        OwnTable,
        game=st.sampled_from(["daifugo", "whist"]),
        options=st.fixed_dictionaries(
            {},
            optional={
                "title": TEXTS,
                "robots": st.sampled_from(["yes", "no"]),
                "move": st.integers(1, 99).map(str),
            },
        ),
    ),
    max_size=3,
).map(tuple)


def values_for(name: str, f: Field[Any]) -> st.SearchStrategy[Any]:
    about = about_of(f)
    if name in PARTICULAR:
        return PARTICULAR[name]
    if about.choices:
        return st.sampled_from(about.choices)
    if f.type in (int, float):
        least, most = int(about.least or 0), int(about.most or 10**9)
        whole = st.integers(least, most)
        return whole if f.type is int else whole | st.floats(least, most)
    if f.type is bool:
        return st.booleans()
    return TEXTS if f.type is str else TEXTS.map(lambda text: Path("/", text))


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    values: dict[str, Any] = {name: {} for name in ("", *SECTIONS)}
    for name, f in SETTINGS.items():
        section, _, key = name.rpartition(".")
        values[section][key] = draw(values_for(name, f))
    return Settings(
        **values[""],
        tables=draw(TABLES),
        **{name: cls(**values[name]) for name, cls in SECTIONS.items()},
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "any.toml"


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line in which the server refuses to start."""
    assert main(["serve", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


@settings(max_examples=25)
@given(any_settings())
def test_settings_that_are_written_are_read_as_they_were(file: Path, settings: Settings) -> None:
    file.write_text(written_settings(settings), encoding="utf-8")
    args = make_parser(["serve"]).parse_args(["serve", "--config", str(file)])
    assert configured(args, {})[0] == settings


def test_what_is_written_explains_every_setting(tmp_path: Path) -> None:
    text = written_settings(configuration(folder=tmp_path))
    stated = tomllib.loads(text)
    flat = {f"{s}.{key}" for s in SECTIONS for key in stated.pop(s)} | (stated.keys() - {"tables"})
    assert flat == SETTINGS.keys()
    prose = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert [name for name, f in SETTINGS.items() if about_of(f).meaning not in prose] == []
    assert max(len(line) for line in text.splitlines() if line[:1] == "#") <= 80


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("port = 1\npace = 1\n[limits]\ntables = 1\nburst = 1\n")
    environ = {"CARDKIT_PACE": "2", "CARDKIT_LIMITS_TABLES": "2", "CARDKIT_LIMITS_BURST": "2"}
    words = ("--set", "limits.tables=3", "--rate", "3")
    found = configuration(*words, folder=tmp_path, environ={**environ, "CARDKIT_KEY": "0" * 64})
    assert (found.port, found.pace) == (1, 2)
    assert found.limits == Limits(tables=3, burst=2, commands=3)


def test_a_file_that_is_named_is_read_instead_of_that_in_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("port = 1\n")
    other = tmp_path / "other.toml"
    other.write_text("pace = 2\n")
    found = configuration("--config", str(other), folder=tmp_path)
    assert (found.port, found.pace) == (7272, 2)


def test_every_option_there_ever_was_still_sets_what_it_set(tmp_path: Path) -> None:
    contests, log = tmp_path / "contests", tmp_path / "log"
    line = (
        "--host ::1 --port 5 --no-tables --tls-only --pace 0.5 --metrics 10 --most-connections 100 "
        f"--most-each 80 --rate 7 --log {log} --web-port 6 --no-web --plain-web --public-name a "
        f"--public-name b --origin https://c --contests {contests}"
    )
    web = WebSettings(
        enabled=False,
        port=6,
        plain=True,
        public_names=("a", "b"),
        origins=("https://c",),
        contests=contests,
    )
    limits = Limits(
        connections=100,
        connections_from=80,
        commands=7,
        sessions=100,
        sessions_from=160,
        guests=80,
        tables_from=10,
        people_from=20,
    )
    assert configuration(*line.split(), folder=tmp_path) == Settings(
        host="::1",
        port=5,
        data=tmp_path,
        tls_only=True,
        pace=0.5,
        metrics=10,
        log=log,
        web=web,
        limits=limits,
    )


def test_what_follows_from_another_setting_can_be_set_itself(tmp_path: Path) -> None:
    found = configuration("--most-each", "8", "--set", "limits.tables_from=5", folder=tmp_path)
    assert (found.limits.tables_from, found.limits.people_from) == (5, 2)
    assert [configuration("--port", p, folder=tmp_path).web.port for p in ("1", "0", "65000")] == [
        1001,
        0,
        0,
    ]


def test_every_variable_names_one_setting() -> None:
    assert len({variable_of(name) for name in SETTINGS}) == len(SETTINGS)


def test_lists_are_written_with_commas_where_there_are_only_words(tmp_path: Path) -> None:
    environ = {"CARDKIT_WEB_PUBLIC_NAMES": "Cards.Example, 大富豪.example,[2001:DB8::1],192.0.2.7"}
    found = configuration("--set", "web.origins=https://A/", folder=tmp_path, environ=environ)
    assert found.web.origins == ("https://a",)
    assert found.web.public_names == (
        "cards.example",
        "xn--pss84d253e.example",
        "2001:db8::1",
        "192.0.2.7",
    )


def test_home_is_found_also_where_no_shell_looks_for_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('log = "~/log"\n[web]\ncontests = "~nobody-at-all/x"\n')
    found = configuration(folder=tmp_path)
    assert found.log == Path.home() / "log"
    assert found.web.contests == Path("~nobody-at-all/x")


def test_the_other_commands_look_into_the_same_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_DATA", "/srv/cardkit")
    assert default_folder() == Path("/srv/cardkit")
    assert make_parser(["tables"]).parse_args(["tables"]).data == Path("/srv/cardkit")


def test_the_example_of_the_page_for_hosts_is_read(tmp_path: Path) -> None:
    page = Path("docs/hosting.md").read_text(encoding="utf-8")
    path = tmp_path / "example.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    found = configuration("--config", str(path), folder=tmp_path)
    assert found.web.public_names == ("cards.example",)
    assert [table.game for table in found.tables] == ["daifugo", "whist"]


# --- tables ----------------------------------------------------------------------------------


def test_there_is_a_table_of_each_game_unless_told_otherwise(tmp_path: Path) -> None:
    own = Path("examples/tic_tac_toe.py").resolve()
    found = configuration("--game", f"{own}:TicTacToe", folder=tmp_path).tables
    assert [table.game for table in found] == [*installed(), "tictactoe"]
    (tmp_path / FILE).write_text("tables = []\n")
    assert configuration(folder=tmp_path).tables == ()


def test_tables_are_stated_with_the_words_of_open(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '[[tables]]\ngame = "Daifugo"\npreset = "official"\njokers = 2\npass_lock = true\n'
        'title = "For beginners"\n[[tables]]\ngame = "whist"\nrobots = false\n'
    )
    assert configuration(folder=tmp_path).tables == (
        OwnTable(
            game="daifugo",
            preset="official",
            options={"jokers": "2", "pass_lock": "on", "title": "For beginners"},
        ),
        OwnTable(game="whist", options={"robots": "off"}),
    )
    assert configuration("--no-tables", folder=tmp_path).tables == ()


async def test_a_table_that_is_not_stated_any_more_is_closed_when_it_is_empty(
    tmp_path: Path,
) -> None:
    def titles(*names: str) -> Settings:
        tables = tuple(OwnTable(game="nim", options={"title": name}) for name in names)
        return Settings(port=0, data=tmp_path, tables=tables)

    log: list[str] = []
    for wanted in (titles("one", "two"), titles("two", "three"), titles("two", "three")):
        async with serving(wanted, {"nim": Nim}, log.append) as running:
            guest = Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())
            await guest.ask("PING")  # answered when all before it is stored
            await guest.drop()
            core = running.runner.core
            stays = {
                hosted.settings.hosting.title: hosted.settings.hosting.stays
                for hosted in core.tables.values()
            }
    assert stays == {"one": False, "two": True, "three": True}
    assert len(core.tables) == 3


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("prot = 1", "{path}: prot is not a setting; did you mean port? cardkit serve --print-con"),
        ("[limits]\ntabels = 1", "{path}: limits.tabels is not a setting; did you mean limits.tab"),
        ("[limits]\npace = 1", "{path}: limits.pace is not a setting; did you mean pace?"),
        ("[limit]\ntables = 1", "{path}: limit is not a setting; did you mean limits?"),
        ("web = 8000", "{path}: web is not a setting"),
        ("port = 70000", "{path}: port cannot be 70000; it takes a whole number from 0 to 65,535"),
        ("port = true", "{path}: port cannot be on; it takes a whole number from 0 to 65,535"),
        ("host = 1", "{path}: host cannot be 1; it takes text"),
        ("pace = nan", "{path}: pace cannot be nan; it takes a number from 0 to 86,400"),
        ("log = 5", "{path}: log cannot be 5; it takes a path"),
        ('log = "\\u0000"', "{path}: log cannot be "),
        ("games = [1]", "{path}: games cannot be [1]; it takes a list of texts"),
        ("[limits]\ntables = 0", "{path}: limits.tables cannot be 0; it takes a whole number, at"),
        ("[web]\nplain = 2", "{path}: web.plain cannot be 2; it takes true or false"),
        ('[web]\norigins = ["x"]', "{path}: an origin is https:// and a name, not x"),
        ("port = no\n", "{path} is not TOML: Invalid value (at line 1, column 8)"),
        ("x = " + "[" * 5000, "{path} is not TOML: "),
        ("tables = 5", "{path}: a table is written [[tables]], and below it game ="),
        ("[[tables]]\nnum = 1", "{path}, [[tables]] 1: "),
        (
            '[[tables]]\ngame = "akq"\n[[tables]]\ngame = "wist"',
            "{path}, [[tables]] 2: wist is not played here; did you mean whist?",
        ),
        (
            '[[tables]]\ngame = "daifugo"\njoker = 1',
            "{path}, [[tables]] 1: joker is not an option of this game; did you mean jokers?",
        ),
        ('[[tables]]\ngame = "whist"\nmove = 0.5', "[[tables]] 1: here a move takes at least a s"),
        (
            '[[tables]]\ngame = "whist"\nrobots = "y"',
            "[[tables]] 1: robots is one of no, easy, normal, strong, not y",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_the_place_and_what_would_be_right(
    stated: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / FILE
    path.write_text(stated, encoding="utf-8")
    assert said.format(path=path) in refusal(capsys, "--data", str(tmp_path), "--print-config")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        (
            "CARDKIT_PROT",
            "1",
            "environment: CARDKIT_PROT is not a setting; did you mean CARDKIT_PORT?",
        ),
        ("CARDKIT_PORT", "x", "environment: CARDKIT_PORT cannot be x; it takes a whole number"),
        ("CARDKIT_WEB_ENABLED", "maybe", "CARDKIT_WEB_ENABLED cannot be maybe; it takes true"),
    ],
)
def test_a_wrong_variable_is_refused(
    variable: str,
    value: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(variable, value)
    assert said in refusal(capsys, "--print-config")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--set", "limits.tabels=1"),
            "command line: limits.tabels is not a setting; did you mean",
        ),
        (("--set", "limits.tables=x"), "command line: limits.tables cannot be x; it takes a whole"),
        (("--set", "tls_only"), "an option is written --set name=value"),
        (("--port", "65536"), "--port cannot be 65536; it takes a whole number from 0 to 65,535"),
        (("--pace", "-1"), "--pace cannot be -1; it takes a number from 0 to 86,400"),
        (("--config", "/nowhere.toml"), "NO_SUCH_FILE: /nowhere.toml cannot be used: No such file"),
        *(
            (("--public-name", name), "a public name is the name alone")
            for name in ("https://cards.example", "a:80", "", "a b", "a/b", "x" * 100)
        ),
        (("--accent", "green"), "command line: a colour is # and six hex digits, such as #17644a"),
        (("--felt", "#ffe0e0"), "#ffe0e0 is too light for the white text on it; #"),
        (("--house-name", "x" * 41), "the name of a house has at most 40 characters"),
        (("--house-name", "a\u202eb"), "--house-name cannot be"),
        *(
            (("--origin", origin), "command line: an origin is https:// and a name")
            for origin in ("cards.example", "ftp://x", "https://x/page", "http://[", "")
        ),
    ],
)
def test_a_wrong_word_on_the_command_line_is_refused(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refusal(capsys, *words, "--print-config")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "icon.svg cannot be used: No such file"),
        (b"GIF89a", "a square picture in SVG or PNG"),
    ],
)
def test_an_icon_that_is_none_is_refused_before_anything_begins(
    tmp_path: Path, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    icon, data = tmp_path / "icon.svg", tmp_path / "data"
    if content is not None:
        icon.write_bytes(content)
    assert said in refusal(capsys, "--data", str(data), "--icon", str(icon))
    assert not data.exists()


def test_an_option_that_is_not_there_is_refused_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["serve", "--potr", "5"])
    assert "unrecognized arguments: --potr 5; did you mean --port?" in capsys.readouterr().err
