"""The numbers of a server, as Prometheus' own parser reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import Metric as Family
from prometheus_client.parser import text_string_to_metric_families

from cardkit import __version__
from cardkit.registry import games_to_host
from cardkit.server.exposition import MOST_LABELS, Histogram, Metric, count_bounded, exposition
from cardkit.server.metrics import LOOKS_EVERY, STATES, counts_of, measure_lag, metrics_of
from cardkit.server.readiness import TOO_LONG_TO_STORE, readiness
from cardkit.server.runner import ServerRunner
from cardkit.server.settings import Limits
from cardkit.server.store import Row
from tests.server_helpers import Hall, a_hall, seat_all, two_at_nim
from tests.tiny_games import Nim


def parsed(runner: ServerRunner) -> dict[str, Family]:
    text = metrics_of(runner, "north")
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert text.count("# TYPE") == text.count("# HELP") == len(families)  # each of them once
    return families


def sample(families: dict[str, Family], name: str, **labels: str) -> float:
    for family in families.values():
        for each in family.samples:
            if each.name == name and each.labels == labels:
                return float(each.value)
    raise AssertionError(f"there is no {name} {labels}")


async def test_what_people_do_is_counted() -> None:
    async with a_hall() as hall:
        ann, _, _ = await two_at_nim(hall)
        watcher = await hall.guest("eve")
        await watcher.ask("WATCH nim-1")
        before = parsed(hall.runner)
        await ann.ask("JUGGLE")
        refused = await ann.ask("JUGGLE")
        found = parsed(hall.runner)
        assert sample(found, "cardkit_people") == sample(found, "cardkit_sessions") == 3
        assert sample(found, "cardkit_watchers") == 1
        assert sample(found, "cardkit_tables", game="nim", state="playing") == 1
        assert sample(found, "cardkit_tables", game="nim", state="broken") == 0
        assert sample(found, "cardkit_moves_total") == hall.core.moves > 0
        assert sample(found, "cardkit_refusals_total", code=refused[1]) == 2
        more = sample(found, "cardkit_commands_total") - sample(before, "cardkit_commands_total")
        assert more == 2


async def test_who_is_cut_off_is_no_longer_connected() -> None:
    async with a_hall() as hall:
        ann = await hall.guest("ann")
        assert connections(hall) == 1
        await ann.drop()
        await trio.testing.wait_all_tasks_blocked()
        assert connections(hall) == 0
        found = parsed(hall.runner)
        assert (sample(found, "cardkit_people"), sample(found, "cardkit_sessions")) == (0, 1)
        assert sample(found, "cardkit_connections_accepted_total", kind="tls") == 1


def connections(hall: Hall) -> float:
    return sum(each.value for each in parsed(hall.runner)["cardkit_connections"].samples)


async def test_every_metric_has_a_kind_and_says_what_it_is() -> None:
    async with a_hall(games_to_host([])) as hall:
        await hall.guest("ann")
        found = parsed(hall.runner)
        for family in found.values():
            assert family.documentation.endswith("."), family.name
            assert family.type in ("counter", "gauge", "histogram"), family.name
        kinds = Counter(family.type for family in found.values())
        assert kinds["histogram"] == 3
        assert sample(found, "cardkit_node_info", node="north", version=__version__) == 1
        assert sample(found, "process_resident_memory_bytes") > 1e6
        assert sample(found, "process_cpu_seconds_total") > 0
        games = {each.labels["game"] for each in found["cardkit_tables"].samples}
        assert games == set(hall.core.games)
        assert len(found["cardkit_tables"].samples) == len(games) * len(STATES)


async def test_commits_are_counted_by_how_long_they_take(autojump_clock: trio.abc.Clock) -> None:
    async def slow(rows: Sequence[Row]) -> None:
        await trio.sleep(0.02)

    async with a_hall(commit=slow) as hall:
        await hall.guest("ann")
        found = parsed(hall.runner)
        buckets = {
            bound: sample(found, "cardkit_commit_seconds_bucket", le=bound)
            for bound in ("0.01", "0.025", "+Inf")
        }
        assert buckets["0.01"] == 0
        assert buckets["0.025"] == buckets["+Inf"] > 0
        assert sample(found, "cardkit_commit_rows_sum") > 0


async def test_a_commit_that_fails_is_counted_and_the_server_is_not_ready() -> None:
    async def broken(rows: Sequence[Row]) -> None:
        raise OSError("the disk is full")

    async with a_hall(commit=broken) as hall:
        assert readiness(hall.runner) is None
        ann = hall.connect()
        await ann.say("ENTER ann")
        await ann.until("WARNING")
        found = parsed(hall.runner)
        assert sample(found, "cardkit_store_errors_total") == 1
        assert sample(found, "cardkit_failed") == 1
        assert sample(found, "cardkit_errors_total", event="store.failed") == 1
        assert why(hall) == "STORE_FAILED"


async def test_a_server_whose_disk_hangs_is_not_ready(autojump_clock: trio.abc.Clock) -> None:
    async def hangs(rows: Sequence[Row]) -> None:
        await trio.sleep(2 * TOO_LONG_TO_STORE)

    async with a_hall(commit=hangs) as hall:
        ann = hall.connect()
        await ann.say("ENTER ann")
        await trio.sleep(TOO_LONG_TO_STORE / 2)
        assert why(hall) == ""
        await trio.sleep(TOO_LONG_TO_STORE)
        assert why(hall) == "STORE_FAILED"
        await trio.sleep(TOO_LONG_TO_STORE)
        assert why(hall) == ""


async def test_a_server_that_is_full_or_stops_is_not_ready() -> None:
    async with a_hall(limits=Limits(sessions=1)) as hall:
        assert why(hall) == ""
        ann = await hall.guest("ann")
        assert why(hall) == "TOO_MANY"
        await ann.ask("EXIT")
        hall.core.draining = True
        assert why(hall) == "SHUTTING_DOWN"


def why(hall: Hall) -> str:
    wrong = readiness(hall.runner)
    return "" if wrong is None else str(wrong.reason)


async def test_the_lag_of_the_event_loop_is_measured(mock_clock: trio.testing.MockClock) -> None:
    async with a_hall() as hall:
        hall.nursery.start_soon(measure_lag, hall.runner)
        await trio.testing.wait_all_tasks_blocked()
        mock_clock.jump(LOOKS_EVERY + 0.2)  # as if something had kept it busy
        await trio.testing.wait_all_tasks_blocked()
        found = parsed(hall.runner)
        assert sample(found, "cardkit_event_loop_lag_seconds_bucket", le="0.1") == 0
        assert sample(found, "cardkit_event_loop_lag_seconds_bucket", le="0.25") == 1


async def test_figures_for_people_are_the_same_in_one_number_each() -> None:
    async with a_hall({"nim": Nim}) as hall:
        clients = [await hall.guest("ann"), await hall.guest("bob")]
        await clients[0].ask("OPEN nim")
        await seat_all(clients, "nim-1")
        await clients[0].ask("START")
        figures = counts_of(hall.runner)
        assert (figures["tables"], figures["tables_playing"], figures["people"]) == (1, 1, 2)
        assert figures["commit_seconds_count"] > 0
        assert not any(name.startswith(("cardkit_", "process_")) for name in figures)


def test_however_many_codes_somebody_makes_up_the_labels_are_few() -> None:
    counts: Counter[str] = Counter()
    for number in range(10 * MOST_LABELS):
        count_bounded(counts, f"CODE_{number}")
        count_bounded(counts, "CODE_0")
    assert len(counts) == MOST_LABELS + 1
    assert counts["CODE_0"] == 10 * MOST_LABELS + 1
    assert counts.total() == 20 * MOST_LABELS


@given(st.text(), st.text(), st.floats(0, 1e15))
def test_whatever_a_label_says_is_read_as_it_was(label: str, meaning: str, value: float) -> None:
    metric = Metric("some_number", "gauge", meaning, {label: value}, ("of",))
    [family] = text_string_to_metric_families(exposition([metric]))
    [found] = family.samples
    assert found.labels == {"of": label}
    assert found.value == pytest.approx(value)


@given(st.lists(st.floats(0, 10)))
def test_a_histogram_has_every_value_once(values: list[float]) -> None:
    histogram = Histogram((0.5, 1, 5))
    for value in values:
        histogram.observe(value)
    buckets = dict(histogram.buckets())
    assert buckets == {
        bound: sum(value <= float(bound) for value in values) for bound in ("0.5", "1", "5", "+Inf")
    }
    assert histogram.count == len(values)
    assert histogram.total == pytest.approx(sum(values))
