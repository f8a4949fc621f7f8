"""The example of docs/learning.md learns."""

from __future__ import annotations

from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

from examples.learning.curve import write_curve
from examples.learning.learner import Learner


def test_it_beats_the_bot_of_akq_before_long() -> None:
    learner = Learner("akq")
    first = [won for _ in range(20) for won in learner.step()]
    for _ in range(280):
        learner.step()
    last = [won for _ in range(20) for won in learner.step()]
    assert mean(first) < -10
    assert mean(last) > 1


def test_the_curve_is_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    write_curve(str(file), "points & games", [(1, -20.0), (2, -3.5), (4, 6.0)])
    picture = ElementTree.parse(file).getroot()
    (curve,) = (each for each in picture if each.tag.endswith("polyline"))
    heights = [float(point.split(",")[1]) for point in curve.attrib["points"].split()]
    assert heights == sorted(heights, reverse=True)
