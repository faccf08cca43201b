"""Puts the reports of parts together to the report that one process writes.

This knows the keys of a summary by heart and refuses those that it does not know, rather than adding them up wrongly.
It is to be replaced by the program's own merging of reports once that exists.
"""

from __future__ import annotations

import json
import re
from typing import Any

_SUMS = ("records", "read", "accepted", "refused", "errors", "warnings", "notes")
_OPTIONAL_SUMS = ("fixed", "suppressed", "known")
_COUNTS = ("elements", "unsupported", "by_code")
_FILE = {"path", "format", "read", "accepted", "refused", "incomplete"}
_TYPE = {"read", "accepted", "refused", "warnings"}
_KNOWN = {*_SUMS, *_OPTIONAL_SUMS, *_COUNTS, "files", "by_type", "incomplete", "ranges"}
# Quotes in texts are escaped, so these stand nowhere but between members.
_LINE = re.compile(rb',"line":([0-9]+)')
_BASE = b',"line_base":"range"'


class ReportsDiffer(RuntimeError):
    """Reports that do not belong together: of another version, or of a file that changed meanwhile."""


def shifted(finding: bytes, lines: int) -> bytes:
    """A finding whose line is counted from its file's beginning, of which `lines` are before its range."""
    if _BASE not in finding:
        return finding
    finding = finding.replace(_BASE, b"", 1)
    return _LINE.sub(lambda found: b',"line":%d' % (int(found[1]) + lines), finding)


def range_lines(ranges: list[dict[str, Any]], before: dict[str, Reached]) -> list[int]:
    """For each range of a report, the lines that are before it in its file; `before` is carried from report to report.

    Raises:
        ReportsDiffer: when a range does not begin where the one before it ended.
    """
    lines: list[int] = []
    for piece in ranges:
        place = before.setdefault(piece["path"], Reached())
        lines.append(place.lines)
        if "first_byte" in piece:
            if piece["first_byte"] != place.byte:
                raise ReportsDiffer(
                    f"{piece['path']}: a range begins at byte {piece['first_byte']} instead of {place.byte}; "
                    "the file changed while it was read"
                )
            place.byte += piece["bytes"]
            place.lines += piece["lines"]
    return lines


class Reached:
    """How far the ranges of a file go: bytes and lines."""

    def __init__(self) -> None:
        self.byte = 0
        self.lines = 0


class MergedSummary:
    """The summary of all parts. Files are in the order in which the parts come."""

    def __init__(self) -> None:
        self._sums: dict[str, int] = dict.fromkeys(_SUMS, 0)
        self._optional: dict[str, int] = {}
        self._counts: dict[str, dict[str, int]] = {key: {} for key in _COUNTS}
        self._files: list[dict[str, Any]] = []
        self._types: dict[str, dict[str, int]] = {}
        self._incomplete = False

    def add(self, summary: dict[str, Any]) -> None:
        """Adds a part.

        Raises:
            ReportsDiffer: when the summary has a key that this module does not know.
        """
        self._refuse_unknown(summary)
        for key in _SUMS:
            self._sums[key] += summary[key]
        for key in _OPTIONAL_SUMS:
            if key in summary:
                self._optional[key] = self._optional.get(key, 0) + summary[key]
        for key in _COUNTS:
            _add(self._counts[key], summary[key])
        for name, counts in summary["by_type"].items():
            _add(self._types.setdefault(name, dict.fromkeys(counts, 0)), counts)
        is_ranges = "ranges" in summary
        for file in summary["files"]:
            self._add_file(file, is_ranges)
        self._incomplete = self._incomplete or summary["incomplete"]

    def line(self) -> bytes:
        """The last line of the report."""
        sums, counts, more = self._sums, self._counts, self._optional
        whole: dict[str, Any] = {
            "files": self._files,
            "records": sums["records"],
            "elements": _sorted(counts["elements"]),
            **{key: sums[key] for key in _SUMS[1:]},
            **{key: more[key] for key in _OPTIONAL_SUMS if key in more},
            "unsupported": _sorted(counts["unsupported"]),
            "by_code": _sorted(counts["by_code"]),
            "by_type": _sorted(self._types),
            "incomplete": self._incomplete,
        }
        text = json.dumps({"summary": whole}, separators=(",", ":"), ensure_ascii=False)
        return text.encode() + b"\n"

    def _add_file(self, file: dict[str, Any], is_range: bool) -> None:
        last = self._files[-1] if self._files else None
        if not is_range or last is None or last["path"] != file["path"]:
            self._files.append(dict(file))
            return
        if last["format"] != file["format"]:
            raise ReportsDiffer(f"{file['path']}: read as {last['format']} and as {file['format']}")
        for key in ("read", "accepted", "refused"):
            last[key] += file[key]
        last["incomplete"] = last["incomplete"] or file["incomplete"]

    @staticmethod
    def _refuse_unknown(summary: dict[str, Any]) -> None:
        unknown = set(summary) - _KNOWN
        for file in summary["files"]:
            unknown |= set(file) - _FILE
        for counts in summary["by_type"].values():
            unknown |= set(counts) - _TYPE
        if unknown:
            names = ", ".join(f"`{name}`" for name in sorted(unknown))
            raise ReportsDiffer(f"a report has {names}, which this version cannot add up")


def _add(sums: dict[str, int], more: dict[str, int]) -> None:
    for key, count in more.items():
        sums[key] = sums.get(key, 0) + count


def _sorted(counts: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(counts.items()))
