"""Programs as bots: what they hear and say, what they do wrong, and that nothing of them stays.

What a program does wrong is tried in a sandbox, where this machine has one, and without.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from cardkit.cardgame import (
    Bot,
    CardCommand,
    CardGame,
    CardView,
    MatchStart,
    Offer,
    SeatedBot,
)
from cardkit.cardgame.reading import read_offer, read_view
from cardkit.contest import program_process, wire
from cardkit.contest.model import BotFault, FaultKind, ProgramLimits
from cardkit.contest.processes import MARK
from cardkit.contest.program import ProgramPlayer
from cardkit.contest.program_files import needs_of
from cardkit.contest.program_process import ProgramProcess
from cardkit.contest.sandbox import Sandbox, find_sandbox
from cardkit.netgame import Event
from cardkit.protocol.lines import read_words
from cardkit.registry import installed
from tests.helpers import card_game
from tests.kinds_of_games import of_every_kind
from tests.waiting import until

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "examples" / "bots"
EXAMPLES = ("plain_python_bot.py", "node_bot.mjs", "first_legal.c", "shell_bot.sh")
PLAIN = Sandbox(
    prlimit=shutil.which("prlimit") or "",
    setpriv=shutil.which("setpriv") or "",
    refusals=find_sandbox().refusals,
)
LINUX = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="no Linux")
REFUSING = pytest.mark.skipif(not PLAIN.refusals, reason="no system calls can be refused here")
SANDBOXED = pytest.mark.skipif(
    not find_sandbox().bwrap, reason=f"no bwrap here: {find_sandbox().why}"
)
PATIENT = ProgramLimits(move=20.0)
HASTY = ProgramLimits(move=0.05)
MIB = 1 << 20

PRELUDE = """
import os, signal, sys, time
def questions():
    for line in sys.stdin:
        if line.startswith("ASK"):
            yield line
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
"""

Start = Callable[..., ProgramPlayer]


def match_of(seat: int, games: int = 3, game: str = "akq") -> MatchStart:
    return MatchStart(game, "", {}, ("ann", "bob"), seat, games)


def tell(player: ProgramPlayer, size: int) -> None:
    """Tell it so many bytes, to the end of a game."""
    player.hears("FACT", "long", "x" * size)
    player.game_over(1, (), (), ())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for programs. Others can read it, since no program plays as root."""
    made = tmp_path / "bots"
    made.mkdir()
    made.chmod(0o755)
    return made


@pytest.fixture(params=[pytest.param("sandbox", marks=SANDBOXED), "no sandbox"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return find_sandbox() if request.param == "sandbox" else PLAIN


@pytest.fixture
def start(folder: Path, sandbox: Sandbox) -> Iterator[Start]:
    """Starts a program of these lines of Python, in a match of which one game has begun."""
    players: list[ProgramPlayer] = []

    def begin(
        lines: str, limits: ProgramLimits = PATIENT, start_seconds: float = 20.0
    ) -> ProgramPlayer:
        file = folder / f"bot{len(players)}.py"
        file.write_text(PRELUDE + lines, encoding="utf-8")
        argv = [sys.executable, "-I", "-S", str(file)]
        player = ProgramPlayer(argv, limits, start_seconds=start_seconds, sandbox=sandbox)
        players.append(player)
        player.match_begins(match_of(1))
        player.game_begins(1, ("ann", "bob"), 1)
        return player

    yield begin
    for player in players:
        player.close()


def asked(player: ProgramPlayer) -> str:
    """What a program says to the first question of a game."""
    table = card_game("akq").play(["ann", "bob"])
    seat = table.awaited[0]
    return player.choose(table.view(seat), table.legal(seat))


def fault_of(player: ProgramPlayer) -> BotFault:
    with pytest.raises(BotFault) as caught:
        asked(player)
    return caught.value


def survivors(mark: str) -> list[str]:
    """The processes on this machine that belong to a program, by the mark it was given."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found


def all_end(mark: str) -> bool:
    """Whether none of them is left, or soon: a busy machine takes its time to end them."""
    return until(lambda: not survivors(mark))


# --- lines ---------------------------------------------------------------------------------------


def begun(game: str) -> CardGame:
    rules = card_game(game)
    return rules.play([f"p{n}" for n in range(rules.seats.least)])


@pytest.mark.parametrize("game", installed())
def test_a_question_is_one_line_with_the_legal_commands_and_the_view_of_the_server(
    game: str,
) -> None:
    table = begun(game)
    seat = table.awaited[0]
    view, legal = table.view(seat), table.legal(seat)
    line = wire.question(view, legal).decode()
    word, offers, data = read_words(line.removesuffix("\n\n"))
    assert word == "ASK"
    assert [str(read_offer(text, view)) for text in offers] == list(map(str, legal))
    assert data == json.loads(json.dumps(view.data()))
    assert read_view(data).hand == view.hand
    assert line.count("\n") == 2


def test_what_is_told_is_told_in_the_lines_of_the_protocol() -> None:
    match = MatchStart("akq", "table", {"games": 3, "cards": ("SQ", "SK")}, ("ann", "bob"), 1, 3)
    line = wire.match_begins(match, ProgramLimits(move=0.5)).decode().strip()
    word, number, state = read_words(line)
    assert (word, number) == ("STATE", 0)
    assert state == {
        "rules": "akq",
        "preset": "table",
        "options": {"games": 3, "cards": ["SQ", "SK"]},
        "games": 3,
        "names": ["ann", "bob"],
        "seat": 1,
        "phase": "preparing",
        "move_seconds": 0.5,
        "match_seconds": 600.0,
    }
    lines = wire.EventLines()
    assert lines("MOVE", "ann", "table", "S3") == b"1 MOVE ann table S3\n"
    told = lines("WARNING", "NOT_HELD", "you do not\nhold S3")
    assert told == b'WARNING NOT_HELD "you do not\\nhold S3"\n', "one line, whatever is in it"


@pytest.mark.parametrize("line", [b"BET 5", b" BET 5 \r", "BET\u3000５".encode(), b"BET\t5"])
def test_an_answer_is_a_line_of_text(line: bytes) -> None:
    assert wire.read_answer(line).split()[0] == "BET"


@pytest.mark.parametrize(
    ("line", "evidence"),
    [
        (b"", "its answer is an empty line"),
        (b" \r", "its answer is an empty line"),
        (b"BET \xff", "its answer is not UTF-8: “BET \\xff”"),
        (b"BET\x00 5", "its answer is no line of text: “BET\\x00 5”"),
        (b"\x1b[2J", "its answer is no line of text: “\\x1b[2J”"),
        (b"x" * 5000, f"its answer has 5,000 bytes, and 4,096 are allowed: “{'x' * 60}…”"),
    ],
)
def test_what_is_no_line_of_text_is_nonsense(line: bytes, evidence: str) -> None:
    with pytest.raises(BotFault) as caught:
        wire.read_answer(line)
    assert (caught.value.kind, caught.value.evidence) == (FaultKind.NONSENSE, evidence)
    assert not caught.value.gone


# --- the examples --------------------------------------------------------------------------------


def made_of_c(folder: Path) -> list[str]:
    gcc = shutil.which("gcc") or shutil.which("cc")
    if gcc is None:
        pytest.skip("no compiler for C is installed")
    program = folder / "first_legal"
    source = BOTS / "first_legal.c"
    done = subprocess.run([gcc, "-O2", "-Wall", "-Wextra", "-o", program, source], check=False)
    assert done.returncode == 0
    return [str(program)]


def example(name: str, folder: Path) -> list[str]:
    """The command of a program in examples/bots."""
    if name.endswith(".c"):
        return made_of_c(folder)
    tools = {".py": sys.executable, ".mjs": "node", ".sh": "sh"}
    tool = tools[Path(name).suffix]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    return [tool, str(BOTS / name)]


def play_match(table: CardGame, players: Sequence[Bot], match: MatchStart) -> None:
    """A match in which every answer is legal."""
    names = tuple(table.names)
    table.listening = True
    try:
        seated = [SeatedBot(p, match.seated(names, seat)) for seat, p in enumerate(players)]

        def tell_all(events: Sequence[Event]) -> None:
            for seat, each in enumerate(seated):
                each.hear_events(events, seat)

        while not table.match_over:
            tell_all(table.apply("", "START"))
            while table.playing:
                seat = table.awaited[0]
                said = players[seat].choose(table.view(seat), table.legal(seat))
                tell_all(table.apply(names[seat], said))
    finally:
        for player in players:
            if isinstance(player, ProgramPlayer):
                player.close()


def seated_table(game: str, names: Sequence[str], preset: str = "", **options: object) -> CardGame:
    """A table at which nothing has begun yet."""
    table = card_game(game)(preset, options)
    for name in names:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    return table


@pytest.mark.parametrize("game", of_every_kind())
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_plays_a_match_of_any_game(name: str, game: str, folder: Path) -> None:
    argv = example(name, folder)
    rules = card_game(game)
    names = [f"p{n}" for n in range(max(rules.seats.least, min(4, rules.seats.most)))]
    games: int = rules.with_options()["match"].games
    table = seated_table(game, names, games=min(games, 3))
    match = MatchStart.of(rules, game, "", {})
    play_match(table, [ProgramPlayer(argv, PATIENT) for _ in names], match)
    assert table.game_no == 3 or table.match_over
    moves = [what for who, what, _ in table.journal if who in names]
    assert len(moves) > len(names)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gives_the_cards_that_it_owes(name: str, folder: Path) -> None:
    """Who keeps them back is thrown out of a game of this preset."""
    rules, names = card_game("daifugo"), ["p1", "p2", "p3", "p4"]
    table = seated_table("daifugo", names, preset="millionaire", games=3)
    heard: list[str] = []

    class Listener(ProgramPlayer):
        def hears(self, kind: str, *parts: object) -> None:
            heard.append(kind)
            super().hears(kind, *parts)

    argv = example(name, folder)
    match = MatchStart.of(rules, "daifugo", "millionaire", {"games": 3})
    play_match(table, [Listener(argv, PATIENT) for _ in names], match)
    assert heard.count("RESULT") == 3 * len(names)
    assert "CHEAT" not in heard


def test_every_example_is_tried() -> None:
    programs = {path.name for path in BOTS.iterdir() if path.is_file()}
    assert programs == {*EXAMPLES, "class_bot.py", "__init__.py"}


# --- a match -------------------------------------------------------------------------------------


def test_a_program_hears_the_whole_match_and_remembers_it(start: Start) -> None:
    player = start(
        """
heard = []
for line in sys.stdin:
    heard.append("/".join(line.split()[:2]))
    if line.startswith("ASK"):
        say(" ".join(heard))
        heard = []
"""
    )
    assert asked(player) == 'STATE/0  ASK/["BET'
    player.hears("WARNING", "NOT_NOW", "not now")
    assert asked(player) == 'WARNING/NOT_NOW ASK/["BET'
    player.hears("ACTION", "ann", "FOLD")
    player.hears("STAGE", "deal")
    player.hears("PHASE", "results", "more")
    player.game_over(1, (1, -1), (101, 99), (0, 1))
    player.game_begins(2, ("ann", "bob"), 1)
    assert asked(player) == 'OK 1/ACTION STAGE/deal 2/PHASE  ASK/["BET'
    player.match_over((101, 99))


def test_a_program_may_complain_as_much_as_it_likes(start: Start) -> None:
    player = start(
        """
for question in questions():
    os.write(2, b"thinking...\\n" * 100_000)
    say("FOLD")
"""
    )
    assert [asked(player), asked(player)] == ["FOLD", "FOLD"]


def test_a_program_may_close_its_standard_error(start: Start) -> None:
    player = start("os.close(2)\nfor question in questions(): say('FOLD')")
    assert [asked(player), asked(player)] == ["FOLD", "FOLD"]


# --- time ----------------------------------------------------------------------------------------


def test_who_does_not_answer_in_time_is_too_slow(start: Start) -> None:
    player = start("for question in questions(): pass", ProgramLimits(move=0.5))
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.TOO_SLOW, False)
    assert fault.evidence == "no answer within 0.5 s"


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next(start: Start) -> None:
    player = start(
        """
next(questions())
next(questions())
os.write(1, b"late\\nFO")
os.write(1, b"LD\\n")
next(questions())
say("CALL")
next(questions())
""",
        ProgramLimits(move=1.0),
    )
    assert fault_of(player).kind is FaultKind.TOO_SLOW
    assert [asked(player), asked(player)] == ["FOLD", "CALL"]


def test_who_has_used_up_the_time_for_a_match_is_ended(start: Start) -> None:
    player = start("for question in questions(): pass", ProgramLimits(move=0.3, total=0.55))
    assert fault_of(player).kind is FaultKind.TOO_SLOW
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.OUT_OF_TIME, True)
    assert fault.evidence == "its 0.55 s for the match are used up"
    assert fault_of(player).evidence == fault.evidence


def test_who_does_not_read_holds_nobody_up(start: Start) -> None:
    player = start("time.sleep(60)", HASTY, start_seconds=0.01)
    tell(player, 80_000)  # more than a pipe holds
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.TOO_SLOW, False)
    assert fault.evidence == "no answer within 0.05 s; it does not read its input"
    with pytest.raises(BotFault) as caught:
        tell(player, 1_200_000)
    assert (caught.value.kind, caught.value.gone) == (FaultKind.TOO_SLOW, True)
    assert "bytes unread" in caught.value.evidence


def test_who_reads_late_misses_nothing(start: Start) -> None:
    player = start("time.sleep(0.1)\nfor question in questions(): say('FOLD')", start_seconds=0.01)
    tell(player, 200_000)
    assert [asked(player), asked(player)] == ["FOLD", "FOLD"]


# --- the end of a program ------------------------------------------------------------------------


def test_a_crash_is_told_with_status_and_last_words(start: Start) -> None:
    player = start("next(questions())\nraise KeyError('trump')")
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.CRASHED, True)
    assert fault.evidence.startswith("it ended with status 1; its last words: “")
    assert "KeyError: 'trump'" in fault.evidence
    assert fault_of(player).evidence == fault.evidence, "it is not asked any more"


def test_a_crash_by_a_signal_is_told_with_its_name(start: Start) -> None:
    fault = fault_of(start("next(questions())\nos.kill(os.getpid(), signal.SIGSEGV)"))
    assert (fault.kind, fault.evidence) == (FaultKind.CRASHED, "it was ended by SIGSEGV")


def test_who_ends_without_a_word_has_crashed_too(start: Start) -> None:
    player = start("next(questions())\nsay('FOLD')")
    assert asked(player) == "FOLD"
    player.hears("WARNING", "NOT_NOW", "not now")
    fault = fault_of(player)
    assert (fault.kind, fault.evidence) == (FaultKind.CRASHED, "it ended with status 0")


def test_who_closes_its_output_gives_no_answer(start: Start) -> None:
    fault = fault_of(start("os.close(1)\nfor question in questions(): pass"))
    assert (fault.kind, fault.evidence) == (FaultKind.CRASHED, "it has closed its output")


def test_who_leaves_its_output_to_a_child_can_still_answer(start: Start) -> None:
    player = start(
        """
if os.fork():
    os.close(1)
    os.wait()
for question in questions():
    time.sleep(0.1)  # long enough to be looked at
    say("FOLD")
"""
    )
    assert asked(player) == "FOLD"


def test_who_does_not_end_its_line_is_told_so(start: Start) -> None:
    player = start(
        "next(questions())\nos.write(1, b'FOLD')\ntime.sleep(60)", ProgramLimits(move=0.5)
    )
    fault = fault_of(player)
    told = "no answer within 0.5 s; it wrote “FOLD” and did not end the line"
    assert (fault.kind, fault.evidence) == (FaultKind.TOO_SLOW, told)


def test_a_program_that_is_gone_when_its_match_begins_has_crashed(folder: Path) -> None:
    player = ProgramPlayer([str(folder / "gone")], PATIENT)
    with pytest.raises(BotFault) as caught:
        player.match_begins(match_of(0))
    assert (caught.value.kind, caught.value.gone) == (FaultKind.CRASHED, True)
    assert fault_of(player).evidence == f"there is no program {folder / 'gone'}"
    player.close()


def test_a_program_hears_the_end_of_its_match_and_may_end_by_itself(
    folder: Path, tmp_path: Path
) -> None:
    heard = tmp_path / "heard.txt"
    file = folder / "bot.py"
    file.write_text(
        PRELUDE
        + f"""
lines = [" ".join(line.split()[:2]) for line in sys.stdin]
with open({str(heard)!r}, "w") as file:
    file.write(" ".join(lines))
""",
        encoding="utf-8",
    )
    player = ProgramPlayer([sys.executable, "-I", "-S", str(file)], PATIENT, sandbox=PLAIN)
    player.match_begins(match_of(0))
    player.game_begins(1, ("ann", "bob"), 0)
    player.hears("RESULT", 1, "ann", "bob")
    player.game_over(1, [1, -1], [1, -1], [0, 1])
    player.match_over([1, -1])
    player.close()
    assert heard.read_text(encoding="utf-8") == "STATE 0  1 RESULT "


def test_nothing_stays_of_a_program_that_does_not_want_to_end(start: Start) -> None:
    player = start(
        f"""
for number in set(signal.Signals) - {{signal.SIGKILL, signal.SIGSTOP}}:
    signal.signal(number, signal.SIG_IGN)
for question in questions():
    say(os.environ[{MARK!r}])
while True:
    time.sleep(60)
"""
    )
    mark = asked(player)
    assert survivors(mark)
    player.close()
    assert all_end(mark)


@pytest.mark.parametrize(
    ("ends", "kind"),
    [("time.sleep(60)", FaultKind.TOO_SLOW), ("os._exit(0)", FaultKind.CRASHED)],
)
def test_nothing_stays_of_the_children_of_a_program(
    start: Start, ends: str, kind: FaultKind
) -> None:
    player = start(
        f"""
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
os.wait()
next(questions())
say(os.environ[{MARK!r}])
next(questions())
{ends}
""",
        ProgramLimits(move=1.0),
    )
    mark = asked(player)
    assert len(survivors(mark)) >= 2
    assert fault_of(player).kind is kind
    player.close()
    assert all_end(mark)


# --- nonsense and floods -------------------------------------------------------------------------


def test_who_talks_nonsense_can_be_asked_again(start: Start) -> None:
    player = start(
        """
for answer in (b"\\xff\\xfe\\n", b"\\n", b"x" * 5000 + b"\\n", b"FOLD\\n"):
    next(questions())
    os.write(1, answer)
next(questions())
"""
    )
    for _ in range(3):
        fault = fault_of(player)
        assert (fault.kind, fault.gone) == (FaultKind.NONSENSE, False)
    assert asked(player) == "FOLD"


def test_who_says_more_than_was_asked_for_is_noticed(start: Start) -> None:
    player = start(
        """
next(questions())
os.write(1, b"FOLD\\nand by the way\\n")
for question in questions():
    say("CALL")
"""
    )
    assert asked(player) == "FOLD"
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.FLOOD, False)
    assert fault.evidence == "it wrote 15 bytes without being asked: “and by the way\\n”"
    assert asked(player) == "CALL"


def test_an_answer_without_end_is_a_flood(start: Start) -> None:
    player = start("next(questions())\nwhile True: os.write(1, b'x' * 1000)")
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.FLOOD, True)
    assert fault.evidence == f"its answer has no end: “{'x' * 60}…”"


def test_answers_without_end_are_a_flood(start: Start) -> None:
    player = start("next(questions())\nwhile True: os.write(1, b'FOLD\\n' * 1000)")
    assert asked(player) == "FOLD"
    faults: list[BotFault] = []
    while not faults or not faults[-1].gone:  # soon it fills its pipe before it is asked
        try:
            asked(player)
        except BotFault as fault:
            faults.append(fault)
    assert faults[-1].kind is FaultKind.FLOOD


# --- memory and processes ------------------------------------------------------------------------


@pytest.mark.skipif(not PLAIN.prlimit, reason="no prlimit here")
def test_who_wants_too_much_memory_does_not_get_it(start: Start) -> None:
    lines = f"next(questions())\nhoard = bytearray({200 * MIB})"
    fault = fault_of(start(lines, ProgramLimits(move=20, memory=100 * MIB)))
    assert (fault.kind, fault.gone) == (FaultKind.MEMORY, True)
    assert "MemoryError" in fault.evidence


@pytest.mark.skipif(not PLAIN.prlimit, reason="no prlimit here")
def test_who_ends_with_all_its_memory_used_ends_for_want_of_it(
    folder: Path, sandbox: Sandbox
) -> None:
    file = folder / "bot.py"
    file.write_text(
        PRELUDE
        + """
hoard = []
try:
    while True:
        hoard.append(b"x" * 65536)
except MemoryError:
    os.write(1, b"full")
os.read(0, 1)
os._exit(3)
""",
        encoding="utf-8",
    )
    needs = needs_of([sys.executable, "-I", "-S", str(file)])
    process = ProgramProcess(needs, ProgramLimits(memory=64 * MIB), sandbox)
    assert select.select([process.stdout], [], [], 20)[0]
    process.look()  # one look at it while it lives
    os.write(process.stdin, b"\n")
    assert process.ended(20)
    process.close()
    fault = process.obituary()
    assert (fault.kind, fault.gone) == (FaultKind.MEMORY, True)
    assert fault.evidence.startswith("it ended with status 3; it uses 6")


HOARDS = f"""
import ctypes, mmap
libc = ctypes.CDLL(None, use_errno=True)
def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def fill(memory):
    for start in range(0, {80 * MIB}, mmap.PAGESIZE):
        memory[start] = 1
"""
"""What it takes to have {80 * MIB} bytes, in ways that are no secret."""


@REFUSING
@pytest.mark.parametrize(
    "way",
    [
        f"file = os.memfd_create('hoard')\nfor _ in range(80): os.write(file, bytes({MIB}))",
        f"check(libc.shmget(0, {80 * MIB}, 0o1600))",
        f"fill(mmap.mmap(-1, {80 * MIB}))",
        "check(libc.msgget(0, 0o1600))",
        "check(libc.semget(0, 32_000, 0o1600))",
    ],
    ids=["memfd", "SysV shared memory", "shared mapping", "SysV messages", "SysV semaphores"],
)
def test_memory_that_no_limit_holds_for_is_not_to_be_had(start: Start, way: str) -> None:
    player = start(f"{HOARDS}\nnext(questions())\n{way}", ProgramLimits(move=20, memory=64 * MIB))
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.MEMORY, True)
    assert "Cannot allocate memory" in fault.evidence


@REFUSING
def test_no_program_gets_a_user_namespace_where_it_could_mount_memory(start: Start) -> None:
    lines = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def tried(result):
    return "yes" if result >= 0 else os.strerror(ctypes.get_errno())
users, child, clone = 0x10000000, int(signal.SIGCHLD), {"x86_64": 56}.get(os.uname().machine, 220)
for question in questions():
    say(tried(libc.unshare(users)) + "; " + tried(libc.syscall(clone, users | child, 0, 0, 0, 0)))
"""
    assert asked(start(lines)) == "Operation not permitted; Operation not permitted"


@LINUX
@pytest.mark.parametrize(
    "way",
    [
        f"hoard = mmap.mmap(-1, {80 * MIB}, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)\n"
        "fill(hoard)",
        f"hoard = mmap.mmap(-1, {20_000 * 2 * MIB}, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, "
        f"mmap.PROT_READ)\nfor place in range(20_000): hoard[place * {2 * MIB}]",
        f"os.fork()\nos.fork()\nhoard = b'x' * {30 * MIB}",
    ],
    ids=["like a stack", "tables of memory", "children"],
)
def test_memory_beyond_the_limit_is_noticed_though_nobody_asks(
    folder: Path, sandbox: Sandbox, way: str
) -> None:
    file = folder / "bot.py"
    file.write_text(f"{PRELUDE}{HOARDS}\n{way}\ntime.sleep(60)", encoding="utf-8")
    needs = needs_of([sys.executable, "-I", "-S", str(file)])
    process = ProgramProcess(needs, ProgramLimits(memory=64 * MIB), sandbox)
    assert process.ended(20)
    process.close()
    fault = process.obituary()
    assert (fault.kind, fault.gone) == (FaultKind.MEMORY, True)
    assert fault.evidence.endswith("MiB, and 64 are allowed")


@SANDBOXED
@pytest.mark.parametrize(
    "way",
    [
        "sockets = [socket.socketpair() for _ in range(100)]",
        f"hoard = b'x' * {55 * MIB}\nopen('/tmp/x', 'wb').write(bytes({14 * MIB}))",
    ],
    ids=["sockets", "files"],
)
def test_in_a_sandbox_files_and_sockets_count_as_memory(folder: Path, way: str) -> None:
    file = folder / "bot.py"
    file.write_text(f"import socket, time\n{way}\ntime.sleep(60)", encoding="utf-8")
    process = ProgramProcess(needs_of([sys.executable, str(file)]), ProgramLimits(memory=64 * MIB))
    assert process.ended(20)
    process.close()
    assert process.obituary().kind is FaultKind.MEMORY


class Hidden(ProgramProcess):
    """The process of a program that has made its sandbox one that may not be looked into."""

    def _root(self) -> str:
        raise PermissionError


@SANDBOXED
def test_who_hides_what_it_uses_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_process, "_START_SECONDS", 0.0)
    file = folder / "bot.py"
    file.write_text("import time\ntime.sleep(60)", encoding="utf-8")
    process = Hidden(needs_of([sys.executable, "-I", "-S", str(file)]), ProgramLimits())
    assert process.can_answer()
    assert process.ended(20)
    process.close()
    fault = process.obituary()
    assert (fault.kind, fault.evidence) == (FaultKind.MEMORY, "it hides what it uses")


@pytest.mark.skipif(not PLAIN.prlimit, reason="no prlimit here")
def test_open_files_and_the_size_of_files_are_limited(start: Start) -> None:
    lines = f"""
import tempfile
def tried(deed):
    try:
        return deed() or "yes"
    except OSError as error:
        return os.strerror(error.errno)
with tempfile.TemporaryFile() as file:
    found = [tried(lambda: file.truncate({17 * MIB}))]
many = []
found.append(tried(lambda: [many.append(os.dup(0)) for _ in range(1000)]))
for file in many:
    os.close(file)
for question in questions():
    say("; ".join(found) + f"; {{len(many) > 200}}")
"""
    assert asked(start(lines)) == "File too large; Too many open files; True"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no Linux")
def test_who_starts_too_many_processes_is_ended_with_all_of_them(start: Start) -> None:
    lines = f"""
next(questions())
say(os.environ[{MARK!r}])
next(questions())
for _ in range(6):
    os.fork()
time.sleep(60)
"""
    player = start(lines, ProgramLimits(move=20, processes=4))
    mark = asked(player)
    fault = fault_of(player)
    assert (fault.kind, fault.gone) == (FaultKind.PROCESSES, True)
    assert all_end(mark)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no Linux")
def test_who_talks_without_end_to_itself_is_looked_at_all_the_same(start: Start) -> None:
    lines = """
next(questions())
for _ in range(4):
    if os.fork() == 0:
        time.sleep(60)
while True:
    os.write(2, b"hm" * 1000)
"""
    fault = fault_of(start(lines, ProgramLimits(move=20, processes=4)))
    assert (fault.kind, fault.gone) == (FaultKind.PROCESSES, True)


@SANDBOXED
def test_in_a_sandbox_no_more_processes_can_be_started_than_are_noticed(folder: Path) -> None:
    file = folder / "bot.py"
    file.write_text(
        PRELUDE
        + """
for _ in range(64):
    try:
        child = os.fork()
    except BlockingIOError:
        break
    if child == 0:
        break
time.sleep(60)
""",
        encoding="utf-8",
    )
    needs = needs_of([sys.executable, "-I", "-S", str(file)])
    process = ProgramProcess(needs, ProgramLimits(processes=8))
    assert process.ended(20)
    process.close()
    assert process.obituary().evidence == "it has 9 processes and threads, and 8 are allowed"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no Linux")
def test_threads_count_like_processes(start: Start) -> None:
    lines = """
import threading
next(questions())
for _ in range(5):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(60)
"""
    fault = fault_of(start(lines, ProgramLimits(move=20, processes=4)))
    assert (fault.kind, fault.gone) == (FaultKind.PROCESSES, True)


# --- the sandbox ---------------------------------------------------------------------------------


@SANDBOXED
def test_a_sandboxed_program_reaches_nothing_of_this_machine(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the deal of the next game", encoding="utf-8")
    (folder / "weights.txt").write_text("0.5", encoding="utf-8")
    file = folder / "bot.py"
    file.write_text(
        PRELUDE
        + f"""
import socket
def works(deed):
    try:
        deed()
    except OSError:
        return "no"
    return "yes"
def write(path):
    with open(path, "w") as file:
        file.write("x")
found = [
    open("weights.txt").read(),
    works(lambda: open({str(secret)!r})),
    works(lambda: open({str(ROOT / "pyproject.toml")!r})),
    works(lambda: write("note.txt")),
    works(lambda: write("/note.txt")),
    works(lambda: write("/dev/note.txt")),
    works(lambda: write("/tmp/note.txt")),
    works(lambda: socket.create_connection(("192.0.2.1", 80), 1)),
    str(os.getuid() == 0),
    str(os.getppid() <= 1),
    " ".join(sorted(os.environ)),
]
for question in questions():
    say("; ".join(found))
""",
        encoding="utf-8",
    )
    player = ProgramPlayer([sys.executable, "-I", "-S", str(file)], PATIENT)
    player.match_begins(match_of(0))
    scratch = "yes" if find_sandbox().scratch else "no"
    variables = f"{MARK} HOME LANG PATH PWD"
    expected = f"0.5; no; no; no; no; no; {scratch}; no; False; True; {variables}"
    assert asked(player) == expected
    player.close()


# --- the page ------------------------------------------------------------------------------------


SCRIBE = """
lines = []
for line in sys.stdin:
    lines.append(f"< {line}".rstrip() + "\\n")
    if line.startswith("ASK"):
        said = line.split('"')[1].partition("..")[0]
        lines.append(f"> {said}\\n")
        say(said)
"""


class Raises(Bot):
    """Raises by five, whatever is bet."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return "RAISE 5"


def test_the_page_shows_a_match_as_it_is(folder: Path, tmp_path: Path) -> None:
    written, file = tmp_path / "heard.txt", folder / "bot.py"
    keeps = f"with open({str(written)!r}, 'w') as file:\n    file.writelines(lines)\n"
    file.write_text(PRELUDE + SCRIBE + keeps, encoding="utf-8")
    scribe = ProgramPlayer([sys.executable, "-I", "-S", str(file)], ProgramLimits(), sandbox=PLAIN)
    table = seated_table("akq", ["ann", "bob"], games=1)
    match = MatchStart("akq", "", {"games": 1, "points": 100}, (), -1, 1)
    play_match(table, [scribe, Raises(lambda n: 0)], match)
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    shown = page.split("```transcript\n")[1].split("```")[0]
    assert shown == written.read_text(encoding="utf-8")
    assert shown.count("ASK") == 2
