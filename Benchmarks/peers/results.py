"""What was found: rows of the table, and the bounds they are held against."""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from measuring import Pair, Run

BOUNDS = Path(__file__).with_name("thresholds.json")


@dataclass
class Row:
    """One row: a job and its figure, or why there is none."""

    name: str  # as thresholds.json names it
    job: str
    against: str = ""
    unit: str = "x"  # x: their time by ours; ms: our time; MB: our peak; share: of 1
    value: float | None = None
    low: float | None = None
    high: float | None = None
    ours: list[Run] = field(default_factory=list)
    theirs: list[Run] = field(default_factory=list)
    missing: str = ""  # why it was not measured
    note: str = ""
    room: float = 1  # the share of the bound that the machine leaves room for

    @staticmethod
    def of_pair(name: str, job: str, against: str, pair: Pair, note: str = "", room: float = 1) -> Row:
        ratios = pair.ratios()
        return Row(
            name, job, against, "x", pair.ratio(), min(ratios), max(ratios), pair.ours, pair.theirs, note=note,
            room=room)

    @staticmethod
    def of_time(name: str, job: str, against: str, pair: Pair, note: str = "") -> Row:
        times = [run.wall * 1000 for run in pair.ours]
        return Row(
            name, job, against, "ms", median(times), min(times), max(times), pair.ours, pair.theirs, note=note)

    @staticmethod
    def of_memory(name: str, job: str, runs: list[Run]) -> Row:
        peaks = [run.peak for run in runs]
        return Row(name, job, "", "MB", max(peaks), min(peaks), max(peaks), runs)


@dataclass
class Verdict:
    """A row against its bound."""

    name: str
    value: float | None
    unit: str
    bound: dict[str, float]
    missing: str = ""
    room: float = 1  # the share of a bound that the machine leaves room for; aims stay as they are

    @property
    def is_met(self) -> bool | None:
        """None when it was not measured."""
        least = self.bound.get("at_least")
        return self._reaches(None if least is None else least * self.room, self.bound.get("at_most"))

    @property
    def is_aim_met(self) -> bool | None:
        aim = self.bound.get("aim")
        return self._reaches(aim if "at_least" in self.bound else None, aim if "at_most" in self.bound else None)

    def _reaches(self, least: float | None, most: float | None) -> bool | None:
        if self.value is None or (least is None and most is None):
            return None
        return (least is None or self.value >= least) and (most is None or self.value <= most)

    def wanted(self) -> str:
        if "at_least" in self.bound:
            least = self.bound["at_least"]
            given = "" if self.room == 1 else f"{figure(least * self.room, self.unit)}, the machine's share of "
            return f"at least {given}{limit(least, self.unit)}"
        return f"at most {limit(self.bound['at_most'], self.unit)}"

    def line(self) -> str:
        if self.value is None:
            return f"not measured  {self.name}: {self.missing or 'it was not run'} ({self.wanted()})"
        word = "met   " if self.is_met else "MISSED"
        aim = f", aim {limit(self.bound['aim'], self.unit)}" if "aim" in self.bound else ""
        return f"{word}        {self.name}: {figure(self.value, self.unit)}, {self.wanted()}{aim}"


def figure(value: float, unit: str) -> str:
    """A number as tables show it."""
    if unit == "share":
        return f"{value * 100:.1f} %"
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f}" + {"x": "×", "ms": " ms", "MB": " MB"}[unit]


def limit(value: float, unit: str) -> str:
    """A bound as tables show it: as it is written."""
    return figure(value, unit) if unit == "share" else f"{value:g}" + figure(0, unit).lstrip("0.")


def bounds(section: str) -> dict[str, dict[str, float]]:
    return json.loads(BOUNDS.read_text())[section]


def verdicts(rows: list[Row], section: str) -> list[Verdict]:
    """Each bound of a section, with the row of its name."""
    by_name = {row.name: row for row in rows}
    found = []
    for name, bound in bounds(section).items():
        row = by_name.get(name)
        unit = bound.get("unit", "x")
        found.append(
            Verdict(name, row.value, row.unit, bound, row.missing, row.room) if row
            else Verdict(name, None, unit, bound))
    return found


def saved(rows: list[Row]) -> list[dict]:
    return [asdict(row) for row in rows]


def restored(rows: list[dict]) -> list[Row]:
    made = []
    for row in rows:
        runs = {side: [Run(**run) for run in row[side]] for side in ("ours", "theirs")}
        made.append(Row(**(row | runs)))
    return made
