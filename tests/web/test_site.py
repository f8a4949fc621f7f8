"""What a server shows over HTTP: the page and its files, games, rules, records and reports."""

from __future__ import annotations

import gzip
import json
import re
import struct
from base64 import b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import trio

from cardkit.netgame import LANGUAGES, Reason, Refused
from cardkit.netgame.conditions import is_for_people
from cardkit.protocol.reasons import ServerReason
from cardkit.record import read_record
from cardkit.registry import find_game, installed
from cardkit.web import games, replay
from cardkit.web.answers import HEADERS, CachedAnswer
from cardkit.web.files import PAGE
from cardkit.web.house import House, check_icon
from cardkit.web.replay import ReplayPages
from tests.web_helpers import Answer, Web, a_web, fetch

GAMES = {name: find_game(name) for name in installed()}
RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
RECORDED = {path: path.read_bytes() for path in RECORDS}
INDEX = """<!doctype html><link rel="stylesheet" href="/page.css">
<!-- importmap --><script type="module" src="/main.js"></script><a href="/status">"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "vendor").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "page.css").write_text("body { color: green }\n" * 100)
    (folder / "main.js").write_text('import { h } from "preact";')
    (folder / "deep.js").write_text("export {};")
    (folder / "vendor" / "preact.mjs").write_text("export const h = 1;")
    (folder / "vendor" / "hooks.mjs").write_text("export const use = 1;")
    (folder / ".secret.js").write_text("no")
    (folder / "notes.py").write_text("no")
    return folder


@pytest.fixture
async def web(page: Path, tmp_path: Path) -> AsyncIterator[Web]:
    async with a_web(page=page, games=GAMES, contests=tmp_path / "contests") as web:
        yield web


def data_of(answer: Answer) -> Any:
    assert answer.headers["content-type"] == "application/json"
    return json.loads(answer.text)


def code_of(answer: Answer) -> str:
    data = data_of(answer)
    assert data["text"]
    return str(data["code"])


# --- the page and its files -------------------------------------------------------------------


async def test_every_answer_has_the_headers_that_keep_it_harmless(web: Web) -> None:
    places = ["/", "/status", "/metrics", "/games.json", "/main.js", "/nowhere", "/rules/akq"]
    for place in places:
        answer = await web.get(place)
        names = {name.lower() for name in HEADERS}
        assert names <= answer.headers.keys(), place
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert "default-src 'none'" in answer.headers["content-security-policy"]


class Links(HTMLParser):
    """The links and inline scripts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.inline = ""
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [link for link in (found.get("src"), found.get("href")) if link]
        self._in_script = tag == "script" and "src" not in found

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.inline += data
            self._in_script = False


async def test_the_page_names_files_that_never_change(web: Web) -> None:
    home = await web.get("/")
    assert home.headers["cache-control"] == "no-cache"
    found = Links(home.text)
    css, *early, main, status = found.links
    assert status == "/status"
    imports = json.loads(found.inline)["imports"]
    assert imports.keys() == {"cardkit/main", "cardkit/deep", "preact", "hooks", "preact/hooks"}
    assert early == [imports["cardkit/main"], imports["preact"]]  # what runs at once
    for link in (css, main, *imports.values()):
        assert re.match(r"/assets/[0-9a-f]{16}/", link)
        answer = await web.get(link)
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]


async def test_the_policy_allows_the_import_map_and_no_other_script(web: Web) -> None:
    home = await web.get("/")
    policy = home.headers["content-security-policy"]
    digest = b64encode(sha256(Links(home.text).inline.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_front_page_is_small_with_all_that_it_loads(language: str) -> None:
    async with a_web(page=PAGE, games=GAMES) as web:
        home = await web.get("/", accept_encoding="gzip")
        found = Links(home.text)
        texts = json.loads(found.inline)["imports"].get(f"cardkit/texts_{language}", "/games.json")
        links = {link for link in found.links if link.startswith("/assets/")}
        assert len(links) > 10
        loaded = {*links, texts, "/games.json"}
        answers = [home, *[await web.get(link, accept_encoding="gzip") for link in loaded]]
        assert {answer.status for answer in answers} == {200}
        assert sum(len(answer.body) for answer in answers) < 150_000


async def test_the_page_can_be_installed_as_an_app_that_is_called_after_its_house() -> None:
    async with a_web(page=PAGE, names={"cards.example", "127.0.0.1"}) as web:
        home = await web.get("/")
        assert "/manifest.webmanifest" in Links(home.text).links
        assert "manifest-src 'self'" in home.headers["content-security-policy"]
        named = {"127.0.0.1": "cardkit", "cards.example": "cardkit · cards.example"}
        for host, name in named.items():
            answer = await web.get("/manifest.webmanifest", host=host)
            assert answer.headers["content-type"] == "application/manifest+json"
            manifest = json.loads(answer.text)
            assert manifest["name"] == name
        assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
        icons = {(icon["sizes"], icon["purpose"]): icon for icon in manifest["icons"]}
        assert {("any", "any"), ("192x192", "any"), ("512x512", "any")} < icons.keys()
        assert ("512x512", "maskable") in icons
        for (sizes, _), icon in icons.items():
            answer = await web.get(icon["src"])
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                assert "{}x{}".format(*struct.unpack(">II", answer.body[16:24])) == sizes


async def test_a_house_has_its_name_and_colours_on_the_page_and_in_the_app() -> None:
    name = '<b>The "Wednesday" & Club</b>'
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    house = House(name, "#5a1030", "#ffcc00", svg)
    async with a_web(page=PAGE, names={"cards.example"}, house=house) as web:
        home = await web.get("/", host="cards.example")
        [title] = re.findall("<title>(.*)</title>", home.text)
        assert title == "&lt;b&gt;The &quot;Wednesday&quot; &amp; Club&lt;/b&gt;"
        [sheet] = re.findall('href="(/assets/[^"]+/house.css)"', home.text)
        style = (await web.get(sheet)).text
        assert "--felt: #5a1030" in style
        assert "--accent: light-dark(#" in style
        assert "style-src 'self';" in home.headers["content-security-policy"]
        [sign] = re.findall('rel="icon" href="([^"]+)"', home.text)
        icon = await web.get(sign)
        assert (icon.headers["content-type"], icon.body) == ("image/svg+xml", svg)
        assert "default-src 'none'" in icon.headers["content-security-policy"]
        answer = await web.get("/manifest.webmanifest", host="cards.example")
        manifest = json.loads(answer.text)
        assert manifest["name"] == manifest["short_name"] == name
        assert manifest["theme_color"] == "#5a1030"
        assert [each["src"] for each in manifest["icons"]] == [sign]
        module = await web.get(sheet.replace(".css", ".js"))
        about = module.text.removeprefix("export const HOUSE = ").rstrip(";\n")
        assert json.loads(about)["name"] == name
    async with a_web(page=PAGE) as web:
        home = await web.get("/")
        assert "<title>cardkit</title>" in home.text
        assert "house.css" not in home.text


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG", b"x" * 300_000 + b"<svg"])
def test_what_is_no_picture_is_no_sign_of_a_house(data: bytes) -> None:
    with pytest.raises(Refused, match="SVG or PNG"):
        check_icon(data)


def test_the_size_of_a_picture_is_told_to_who_installs_it() -> None:
    name = "icon-192.png"
    house = House(icon=(PAGE / name).read_bytes())
    check_icon(house.icon)
    assert (house.icon_file, house.icon_size) == ("house-icon.png", "192x192")


async def test_the_worker_keeps_the_files_of_this_page_and_nothing_else() -> None:
    async with a_web(page=PAGE, games=GAMES) as web:
        answer = await web.get("/worker.js")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert policy == "default-src 'none'; connect-src 'self'"
        home = await web.get("/")
        assert "worker-src 'self'" in home.headers["content-security-policy"]
        assert "worker.js" not in home.text
        shell = json.loads(answer.text.split("\n")[0].removeprefix("const SHELL = ").rstrip(";"))
        found = Links(home.text)
        scripts = {*json.loads(found.inline)["imports"].values()}
        version = data_of(await web.get("/games.json"))["page"]
        assert shell["version"] == version
        assert scripts < {*shell["files"]}
        assert all(link.startswith(f"/assets/{version}/") for link in shell["files"])
        assert shell["places"] == ["", "history", "host", "replay", "results", "table"]


async def test_a_changed_file_has_another_link(page: Path) -> None:
    links = []
    for text in ("one", "two"):
        (page / "deep.js").write_text(text)
        async with a_web(page=page) as web:
            links.append(Links((await web.get("/")).text).links[1])
    assert links[0] != links[1]


async def test_under_its_plain_name_a_file_is_asked_for_again(web: Web) -> None:
    for path in ("/page.css", "/assets/0123456789abcdef/page.css"):
        answer = await web.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        again = await web.get(path, if_none_match=answer.headers["etag"])
        assert (again.status, again.body) == (304, b"")


async def test_files_are_sent_small_to_who_can_unpack_them(web: Web) -> None:
    plain = await web.get("/page.css")
    small = await web.get("/page.css", accept_encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 10
    assert "accept-encoding" in small.headers["vary"].lower()
    for refused in ("gzip;q=0", "gzip;q=0.000", "xgzip", "br"):
        assert (await web.get("/page.css", accept_encoding=refused)).body == plain.body
    for wanted in ("gzip;q=1.0", "br;q=1, GZIP; q=0.05"):
        assert (await web.get("/page.css", accept_encoding=wanted)).body == small.body


@pytest.mark.parametrize(
    "path",
    [
        "/.secret.js",
        "/notes.py",
        "/../pyproject.toml",
        "/assets/x/../../files.py",
        "/assets/x/%2e%2e/%2e%2e/files.py",
        "/..%2f..%2fetc/passwd",
        "/assets/x//etc/passwd",
        "//etc/passwd",
        "/%00",
        "/index.html/..",
        "/contests/../../../etc/passwd",
        "/contests/%2e%2e/page/main.js",
        "/contests//etc/passwd",
        "/contests/..%5c..%5cx.txt",
    ],
)
async def test_no_link_leads_out_of_the_folders(web: Web, path: str) -> None:
    answer = await web.get(path)
    assert answer.status == 404
    assert code_of(answer) == "NO_SUCH_FILE"


async def test_without_a_page_there_is_still_the_status() -> None:
    async with a_web() as web:
        answer = await web.get("/")
        assert (answer.status, answer.headers["location"]) == (307, "/status")


# --- refusals ---------------------------------------------------------------------------------


async def test_a_program_gets_a_code_and_a_person_a_page(web: Web) -> None:
    assert data_of(await web.get("/nowhere"))["code"] == "NO_SUCH_FILE"
    person = await web.get("/<script>", accept="text/html", accept_language="ja,en;q=0.5")
    assert person.status == 404
    assert person.headers["content-type"].startswith("text/html")
    assert 'lang="ja"' in person.text
    assert "はここにはありません" in person.text
    assert "<script>" not in person.text


@pytest.mark.parametrize("number", ["9" * 19, "9" * 4_000, "-1", "1e3", "٣"])
@pytest.mark.parametrize("link", ["/records/{}", "/replay/{}", "/replay/{}.json"])
async def test_what_is_no_number_of_a_match_leads_nowhere(link: str, number: str) -> None:
    failures: list[Exception] = []
    async with a_web(failed=failures.append) as web:
        answer = await web.get(quote(link.format(number)))
        assert (answer.status, code_of(answer)) == (404, "NO_SUCH_FILE")
        assert failures == []


async def test_the_games_name_the_version_of_the_page(web: Web) -> None:
    version = data_of(await web.get("/games.json"))["page"]
    assert f'src="/assets/{version}/main.js"' in (await web.get("/")).text


async def test_a_wrong_method_is_refused_with_a_code(web: Web) -> None:
    answer = await fetch(web.port, "/games.json", "DELETE")
    assert (answer.status, code_of(answer)) == (405, "NOT_A_COMMAND")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


async def test_what_fails_is_told_to_the_host_and_not_to_the_guest() -> None:
    told: list[Exception] = []

    def matches(**how: Any) -> tuple[list[dict[str, Any]], bool]:
        raise ZeroDivisionError("the secret is 42")

    async with a_web(matches=matches, failed=told.append) as web:
        answer = await web.get("/history.json")
        assert (answer.status, code_of(answer)) == (500, "TABLE_BROKEN")
        assert "42" not in answer.text
        assert [type(error) for error in told] == [ZeroDivisionError]
        assert (await web.get("/metrics")).status == 200


async def test_who_asks_for_too_much_work_is_slowed_down() -> None:
    def brake(address: str) -> None:
        raise Refused(
            ServerReason.TRY_LATER, "too many tries; try again in {seconds} seconds", seconds=3
        )

    async with a_web(games=GAMES, brake=brake) as web:
        for path in ("/history.json", "/results.json", "/records/1", "/rules/akq"):
            answer = await web.get(path)
            assert (answer.status, code_of(answer)) == (429, "TRY_LATER")


# --- games and rules --------------------------------------------------------------------------


async def all_games(web: Web) -> dict[str, dict[str, Any]]:
    """By name, what the list has of each game, and its details."""
    listed = data_of(await web.get("/games.json", accept_encoding="gzip"))["games"]
    return {
        game["name"]: game | data_of(await web.get(game["details"], accept_encoding="gzip"))
        for game in listed
    }


async def test_the_details_of_a_game_never_change_under_their_link(web: Web) -> None:
    game = data_of(await web.get("/games.json"))["games"][0]
    details = await web.get(game["details"])
    assert "immutable" in details.headers["cache-control"]
    plain = await web.get(game["details"].partition("?")[0])
    assert plain.headers["cache-control"] == "no-cache"
    assert plain.body == details.body
    assert code_of(await web.get("/games/wist.json")) == "NO_SUCH_GAME"


async def test_the_games_have_all_that_a_form_needs(web: Web) -> None:
    games = await all_games(web)
    assert games.keys() == GAMES.keys()
    daifugo = games["daifugo"]
    assert daifugo["title"] == {"en": "Daifugo", "ja": "大富豪"}
    assert daifugo["presets"].keys() == GAMES["daifugo"].presets.keys()
    for name, game in games.items():
        options = GAMES[name].options("")
        usual = [option["name"] for option in game["options"] if "" in option["presets"]]
        assert {*usual} == {name for name, o in options.items() if is_for_people(o.field)}
        assert game["usual"] in ("", *GAMES[name].presets)
        assert game["names"].keys() == GAMES[name].presets.keys()
        for option in game["options"]:
            assert option["help"]["en"]
            assert option["help"]["ja"]
            assert option["group"]["ja"]
            assert option["kind"] in ("bool", "int", "float", "str")
            assert option["shown"] in ("always", "rules", "more")


async def test_what_the_form_offers_opens_a_table(web: Web) -> None:
    for game in (await all_games(web)).values():
        usual = {o["name"]: o["value"] for o in game["options"] if "" in o["presets"]}
        for preset, values in {"": usual, **game["presets"]}.items():
            GAMES[game["name"]].with_options(preset, values)
            offered = {o["name"] for o in game["options"] if preset in o["presets"]}
            assert offered <= values.keys()


async def test_the_rules_are_a_page_for_people_and_markdown_for_programs(web: Web) -> None:
    text = await web.get("/rules/daifugo?lang=ja&preset=official&jokers=2")
    assert text.headers["content-type"].startswith("text/markdown")
    assert text.text.startswith("# 大富豪\n")
    shown = await web.get("/rules/daifugo?lang=en", accept="text/html")
    assert "<h1>Daifugo</h1>" in shown.text
    assert '<span class="face ink-red" role="img" aria-label="5 of hearts">' in shown.text


async def test_the_rules_of_all_games_are_listed(web: Web) -> None:
    text = await web.get("/rules?lang=ja")
    assert text.headers["content-type"].startswith("text/markdown")
    assert "- [大富豪](/rules/daifugo?lang=ja)\n" in text.text
    shown = await web.get("/rules?lang=en", accept="text/html")
    assert "<h1>Rules</h1>" in shown.text
    assert '<a href="/rules/daifugo?lang=en">Daifugo</a>' in shown.text


async def test_the_rules_are_written_once_for_many() -> None:
    asked: list[str] = []
    async with a_web(games=GAMES, brake=asked.append) as web:
        first = await web.get("/rules/akq?games=2&lang=ja", accept="text/html")
        again = await web.get("/rules/akq?lang=ja&games=2", accept="text/html")
        assert first.text == again.text
        assert "Accept-Language" in first.headers["vary"]
        assert len(asked) == 1
        for other in ("/rules/akq?games=3&lang=ja", "/rules/akq?games=2&lang=en"):
            assert (await web.get(other, accept="text/html")).text != first.text
        assert len(asked) == 3


def test_only_so_many_rule_sheets_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SHEETS_KEPT", 2)
    sheets = games.RuleSheets()
    one, two, three = [(GAMES["akq"], name, (), "en", False) for name in ("one", "two", "three")]
    for which in (one, two):
        sheets.keep(which, CachedAnswer(b"", "text/markdown"))
    assert sheets.get(one)
    sheets.keep(three, CachedAnswer(b"", "text/markdown"))
    assert [which for which in (one, two, three) if sheets.get(which)] == [one, three]


LINKS = ["[x](https://evil.example)", "<https://evil.example>", "![x](https://evil.example/x.png)"]


@pytest.mark.parametrize("text", [*LINKS, "[x]", "[x]: https://evil.example"])
def test_words_in_a_rule_sheet_never_become_a_link(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        games, "rules_of", lambda *which: f"# Rules\n\n| {text} |\n|---|\n\n{text}\n"
    )
    sheet = games.write_sheet((GAMES["akq"], "", (), "en", True))
    assert not Links(sheet._plain.decode()).links


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("/rules/snap", "NO_SUCH_GAME"),
        ("/rules/daifugo?preset=%3Cb%3E", "NO_SUCH_PRESET"),
        ("/rules/daifugo?nothing=1", "NO_SUCH_OPTION"),
        ("/rules/daifugo?jokers=many", "BAD_OPTION"),
        ("/rules/daifugo?jokers=1&jokers=2", "BAD_OPTION"),
        ("/games/snap/table.css", "NO_SUCH_GAME"),
    ],
)
async def test_rules_that_there_are_not_are_refused_with_a_code(
    web: Web, query: str, code: str
) -> None:
    assert code_of(await web.get(query)) == code


async def test_a_game_brings_its_look_and_its_style_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "green.py").write_text(
        "from cardkit.games.akq import AKQ\n"
        'class Green(AKQ):\n    """Green."""\n    title = "Green"\n'
    )
    (tmp_path / "table.css").write_text(".felt { color: green }")
    monkeypatch.chdir(tmp_path)
    green = find_game(f"{tmp_path / 'green.py'}:Green")
    monkeypatch.setattr(green, "look", {"felt": "green"}, raising=False)
    async with a_web(games={"green": green, "akq": GAMES["akq"]}) as web:
        first, second = data_of(await web.get("/games.json"))["games"]
        assert first["look"] == {"felt": "green"}
        assert (second["look"], second["css"]) == ({}, None)
        style = await web.get(first["css"])
        assert style.text == ".felt { color: green }"
        assert "immutable" in style.headers["cache-control"]
        assert (await web.get("/games/green/table.css")).headers["cache-control"] == "no-cache"
        assert code_of(await web.get("/games/akq/table.css")) == "NO_SUCH_FILE"


# --- the past ---------------------------------------------------------------------------------


async def test_history_and_results_are_asked_for_what_is_shown() -> None:
    asked: list[dict[str, Any]] = []

    def matches(**how: Any) -> tuple[list[dict[str, Any]], bool]:
        asked.append(how)
        return [{"match": 3}], True

    def standings(**how: Any) -> dict[str, tuple[list[dict[str, Any]], bool]]:
        asked.append(how)
        return {"akq": ([{"player": "ann"}], True), "whist": ([{"player": "bob"}], False)}

    def played(match: int, **how: Any) -> tuple[dict[str, Any], bool]:
        asked.append({"match": match, **how})
        return {"match": match, "finished": []}, False

    def own(player: str) -> dict[str, dict[str, Any]]:
        return {"akq": {"player": player}}

    async with a_web(matches=matches, played=played, standings=standings, standings_of=own) as web:
        found = data_of(await web.get("/history.json?game=akq&table=akq-1&before=100&most=3"))
        assert found == {"matches": [{"match": 3}], "more": True}
        await web.get("/history.json?player=guest-ann&most=3")
        found = data_of(await web.get("/history/3.json?after=50&most=100000"))
        assert found == {"match": 3, "finished": [], "more": False}
        await web.get("/history.json?most=100000")
        found = data_of(await web.get("/results.json?game=akq&after=guest-ann&most=3"))
        players = {"akq": [{"player": "ann"}], "whist": [{"player": "bob"}]}
        assert found == {"standings": players, "more": ["akq"], "own": {}}
        found = data_of(await web.get("/results.json?most=100000&player=ann"))
        assert found["own"] == {"akq": {"player": "ann"}}
        for bad in ("most=-1", "most=x", "before=%F0%9F%83%8F", "most=" + "9" * 100):
            assert code_of(await web.get(f"/history.json?{bad}")) == "BAD_AMOUNT"
    async with a_web() as web:
        assert code_of(await web.get("/history/3.json")) == "NO_SUCH_MATCH"
    assert asked == [
        {"game": "akq", "table": "akq-1", "player": "", "before": 100, "most": 3, "me": ""},
        {"game": "", "table": "", "player": "guest-ann", "before": 1 << 60, "most": 3, "me": ""},
        {"match": 3, "after": 50, "most": 200, "key": ""},
        {"game": "", "table": "", "player": "", "before": 1 << 60, "most": 200, "me": ""},
        {"game": "akq", "after": "guest-ann", "most": 3},
        {"game": "", "after": "", "most": 200},
    ]


async def test_a_record_is_a_file_and_a_film() -> None:
    texts = {3: RECORDS[0].read_text()}

    def record(number: int, key: str) -> str:
        if number not in texts:
            raise Refused(Reason.WRONG_PHASE, "match {number} is not over", number=number)
        return texts[number]

    async with a_web(games=GAMES, record=record) as web:
        file = await web.get("/records/3")
        assert file.text == texts[3]
        assert file.headers["content-disposition"] == 'attachment; filename="match-3.jsonl"'
        film = data_of(await web.get("/replay/3.json?most=2&start=1"))
        assert [position["at"] for position in film["positions"]] == [1, 2]
        running = await web.get("/records/4")
        assert (running.status, code_of(running)) == (409, "WRONG_PHASE")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
async def test_a_record_that_is_brought_along_is_shown_through_all_eyes(
    web: Web, path: Path
) -> None:
    data = RECORDED[path]
    record = read_record(data.decode())
    first = data_of(await fetch(web.port, "/replay?most=1", "POST", data))
    assert first["game"] == record.header.game
    assert first["players"]
    hidden = 0
    for eyes in ("", "*", first["players"][0]):
        film = data_of(await fetch(web.port, f"/replay?eyes={eyes}", "POST", data))
        positions = film["positions"]
        assert [position["at"] for position in positions] == list(range(film["last"] + 1))
        seat = positions[-1]["view"]["names"].index(eyes) if eyes in first["players"] else None
        assert positions[-1]["view"]["seat"] == seat
        count = json.dumps([position["view"]["hands"] for position in positions]).count("??")
        if eyes == "*":
            assert count == 0
        else:
            hidden = max(hidden, count)
    assert hidden > 0


async def test_what_is_no_record_is_refused_with_its_flaw(web: Web) -> None:
    good = RECORDS[0].read_text()
    damaged = {
        b"\n": "NOT_A_RECORD",
        b"\xff\xfe": "BAD_TEXT",
        b"[" * 100_000: "NOT_A_RECORD",
        good[: len(good) // 2].encode(): "TRUNCATED",
        good.replace('"who": ""', '"who": "x"', 1).encode(): "EDITED",
        b"x" * (replay.LONGEST + 1): "TOO_LONG",
    }
    for data, code in damaged.items():
        answer = await fetch(web.port, "/replay", "POST", data)
        assert code_of(answer) == code
        assert answer.status in (400, 413, 422)
    wrong = await fetch(web.port, "/replay?eyes=mallory", "POST", good.encode())
    assert code_of(wrong) == "NO_SUCH_PLAYER"
    foreign = {"origin": "https://evil.example"}
    answer = await fetch(web.port, "/replay", "POST", good.encode(), headers=foreign)
    assert (answer.status, code_of(answer)) == (403, "FOREIGN_ORIGIN")


def test_a_game_that_is_not_served_is_not_played() -> None:
    text = RECORDS[0].read_text()
    with pytest.raises(Exception, match="NO_SUCH_GAME"):
        ReplayPages({}).show(text)


def test_a_record_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = RECORDS[0].read_text()
    monkeypatch.setattr(replay, "MOST_LINES", 2)
    with pytest.raises(Refused, match="TOO_LONG"):
        ReplayPages(GAMES).show(text)
    monkeypatch.setattr(replay, "MOST_LINES", 5000)
    monkeypatch.setattr(replay, "SECONDS", -1.0)
    with pytest.raises(Refused, match="TOO_SLOW"):
        ReplayPages(GAMES).show(text)


def test_only_so_many_records_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "REELS_KEPT", 1)
    projector = ReplayPages(GAMES)
    shown = [projector.show(path.read_text(), most=1) for path in RECORDS]
    assert projector._reel.cache_info().currsize == 1
    assert [projector.show(path.read_text(), most=1) for path in RECORDS] == shown


# --- reports of contests ----------------------------------------------------------------------


@pytest.fixture
def contests(tmp_path: Path) -> Path:
    folder = tmp_path / "contests"
    (folder / "spring").mkdir(parents=True)
    (folder / "spring" / "report.html").write_text("<script>alert(1)</script><h1>Spring")
    (folder / "spring" / "chart.svg").write_text("<svg/>")
    (folder / "spring" / "bot.py").write_text("no")
    (folder / "spring" / ".key.txt").write_text("no")
    (folder / "spring" / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / ".hidden").mkdir()
    (folder / "empty").mkdir()
    (tmp_path / "secret.txt").write_text("no")
    return folder


async def test_reports_are_listed_and_can_do_no_harm(web: Web, contests: Path) -> None:
    listed = data_of(await web.get("/contests.json"))["contests"]
    assert listed == [
        {"name": "empty", "report": None},
        {"name": "spring", "report": "/contests/spring/report.html"},
    ]
    report = await web.get("/contests/spring/report.html")
    assert report.headers["content-type"].startswith("text/html")
    policy = report.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "allow" not in policy
    assert "script-src" not in policy
    chart = await web.get("/contests/spring/chart.svg")
    assert chart.headers["content-type"].startswith("image/svg+xml")


async def test_the_matches_of_a_contest_run_their_scripts_as_of_no_origin(
    web: Web, contests: Path
) -> None:
    (contests / "spring" / "matches.html").write_text("<script>alert(1)</script>")
    policy = (await web.get("/contests/spring/matches.html")).headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy.split("; ")
    assert "default-src 'none'" in policy.split("; ")
    for script, is_shown in {
        'cardkitReplay("eJw+/w==");\n': True,
        'cardkitReplay("eJw+/w==");\nalert(1)\n': False,
        'cardkitReplay("" + alert(1) + "");\n': False,
        "alert(1)": False,
        "": False,
    }.items():
        (contests / "spring" / "match-000001.js").write_text(script)
        answer = await web.get("/contests/spring/match-000001.js")
        assert (answer.status == 200) == is_shown, script
        if is_shown:
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


async def test_only_what_is_in_the_folder_of_a_contest_is_shown(web: Web, contests: Path) -> None:
    (contests / "plan.txt").write_text("no")
    (contests / "linked").symlink_to(contests / "spring")
    (contests / "empty" / "other.html").symlink_to(contests / "plan.txt")
    for path in (
        "plan.txt",
        "./plan.txt",
        "linked/report.html",
        "empty/other.html",
        ".hidden/x.txt",
    ):
        assert code_of(await web.get(f"/contests/{path}")) == "NO_SUCH_FILE"


async def test_nothing_but_reports_comes_out_of_the_folder(web: Web, contests: Path) -> None:
    for name in ("bot.py", ".key.txt", "out.txt", "", "report.html/..", "nothing.html"):
        assert code_of(await web.get(f"/contests/spring/{name}")) == "NO_SUCH_FILE"


async def test_the_page_of_a_ladder_goes_on_by_itself_and_shows_no_bots(
    web: Web, contests: Path
) -> None:
    results = contests / "autumn" / "ladder"
    (results / ".versions").mkdir(parents=True)
    (results / "report.html").write_text("<h1>Autumn")
    (results / ".versions" / "weights.json").write_text("no")
    (contests / "autumn" / "weights.json").write_text("no")
    listed = data_of(await web.get("/contests.json"))["contests"]
    assert {"name": "autumn", "report": "/contests/autumn/ladder/report.html"} in listed
    report = await web.get("/contests/autumn/ladder/report.html")
    policy = report.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")  # so there is no script to be allowed
    assert policy.endswith("sandbox allow-scripts")
    assert "script-src" not in policy
    for name in ("weights.json", "ladder/.versions/weights.json", "ladder/../weights.json"):
        assert code_of(await web.get(f"/contests/autumn/{name}")) == "NO_SUCH_FILE"


async def test_a_server_without_contests_has_no_reports() -> None:
    async with a_web() as web:
        assert data_of(await web.get("/contests.json")) == {"contests": []}
        assert code_of(await web.get("/contests/x.html")) == "NO_SUCH_FILE"


# --- connections ------------------------------------------------------------------------------


async def test_one_connection_serves_many_questions(web: Web) -> None:
    async with await trio.open_tcp_stream("127.0.0.1", web.port) as stream:
        for _ in range(3):
            await stream.send_all(b"HEAD /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert bytes(await stream.receive_some(1 << 16)).startswith(b"HTTP/1.1 200")


async def test_who_does_not_read_a_page_does_not_keep_the_server_from_stopping(
    page: Path,
) -> None:
    (page / "big.js").write_text("".join(f"// {n}\n" for n in range(2_000_000)))
    with trio.fail_after(30):
        async with a_web(page=page) as web:
            stream = await trio.open_tcp_stream("127.0.0.1", web.port)
            await stream.send_all(b"GET /big.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert await stream.receive_some(100)
        await stream.aclose()


# --- a page that fails -------------------------------------------------------------------------


async def test_what_a_page_cannot_draw_is_told_to_the_host(page: Path) -> None:
    told: list[dict[str, str]] = []
    async with a_web(page=page, page_failed=lambda address, what: told.append(what)) as web:
        good = {"part": "centre", "error": "TypeError", "at": "x" * 100, "secret": "S7"}
        answer = await fetch(web.port, "/failed", "POST", json.dumps(good).encode())
        assert answer.status == 200
        assert told == [{"part": "centre", "error": "TypeError", "at": "x" * 60}]
        for data in (b"", b"[]", b"\xff", b"[" * 900):
            answer = await fetch(web.port, "/failed", "POST", data)
            assert code_of(answer) == ServerReason.BAD_TEXT
        answer = await fetch(web.port, "/failed", "POST", b" " * 1001)
        assert code_of(answer) == ServerReason.TOO_LONG
        foreign = {"Origin": "http://evil.example"}
        answer = await fetch(web.port, "/failed", "POST", b"{}", headers=foreign)
        assert answer.status == 403
        assert len(told) == 1
