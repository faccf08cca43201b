from __future__ import annotations

import json
from typing import Any

import pytest

from assay_spark.reports import MergedSummary, ReportsDiffer, range_lines, shifted


def summary(**members: Any) -> dict[str, Any]:
    file = {"path": "a", "format": "jsonl", "read": 2, "accepted": 1, "refused": 1, "incomplete": False}
    whole: dict[str, Any] = {"files": [file], "records": 2, "elements": {}, "read": 2, "accepted": 1, "refused": 1}
    whole |= {"errors": 1, "warnings": 0, "notes": 0, "unsupported": {}, "by_code": {"b": 1}, "by_type": {}}
    return whole | {"incomplete": False} | members


def test_a_line_is_moved_and_a_text_that_looks_like_one_is_not() -> None:
    finding = {
        "message": 'a ,"line":3 in a text',
        "path": "a",
        "line": 3,
        "line_base": "range",
        "related": [{"line": 2}],
    }
    text = json.dumps(finding, separators=(",", ":")).encode()
    moved = json.loads(shifted(text, 100))
    assert moved["message"] == finding["message"]
    assert moved["line"] == 103
    assert "line_base" not in moved


def test_a_finding_with_its_true_line_stays() -> None:
    assert shifted(b'{"path":"a","line":3}', 100) == b'{"path":"a","line":3}'


def test_lines_are_counted_through_the_ranges_of_a_file() -> None:
    first = {"path": "a", "first_byte": 0, "lines": 3, "bytes": 30}
    none = {"path": "a", "lines": 0, "bytes": 0}
    last = {"path": "a", "first_byte": 30, "lines": 2, "bytes": 5}
    other = {"path": "b", "first_byte": 0, "lines": 9, "bytes": 5}
    reached: dict[str, Any] = {}
    assert range_lines([first, none], reached) == [0, 3]
    assert range_lines([last, other], reached) == [3, 0]
    assert (reached["a"].lines, reached["a"].byte) == (5, 35)


def test_ranges_with_a_gap_are_refused() -> None:
    with pytest.raises(ReportsDiffer, match="begins at byte 31 instead of 0"):
        range_lines([{"path": "a", "first_byte": 31, "lines": 1, "bytes": 2}], {})


def test_parts_of_a_file_are_one_file() -> None:
    merged = MergedSummary()
    merged.add(summary(ranges=[]))
    merged.add(summary(ranges=[], by_code={"a": 2, "b": 1}, incomplete=True))
    line = json.loads(merged.line())["summary"]
    assert [(file["path"], file["read"]) for file in line["files"]] == [("a", 4)]
    assert list(line["by_code"].items()) == [("a", 2), ("b", 2)]
    assert line["incomplete"] is True
    assert "ranges" not in line


def test_a_file_that_was_named_twice_is_there_twice() -> None:
    merged = MergedSummary()
    merged.add(summary())
    merged.add(summary())
    assert len(json.loads(merged.line())["summary"]["files"]) == 2


@pytest.mark.parametrize("members", [{"median": 3}, {"files": [{"path": "a", "skipped": 1}]}])
def test_what_it_does_not_know_is_refused(members: dict[str, Any]) -> None:
    with pytest.raises(ReportsDiffer, match="cannot add up"):
        MergedSummary().add(summary(**members))
