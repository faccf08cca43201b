"""What a sample costs as there are more of them, and what 100,000 more cost where many are stored."""
from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Callable

from context import Bench, accepted, remove_store
from datasets import FIRST_DAY, Samples
from measuring import Failed, Pair, Progress, Run, Side
from results import Row

STORE_BYTES = 1000  # of a sample in both stores, with what an import needs beside them


@dataclass
class Series:
    """A command over several sizes."""

    name: str
    job: str
    is_per_sample: bool
    runs: dict[int, list[Run]] = field(default_factory=dict)
    missing: str = ""

    def time(self, size: int) -> float:
        """Microseconds for each sample, or milliseconds of a run."""
        wall = median(run.wall for run in self.runs[size])
        return wall * 1e6 / size if self.is_per_sample else wall * 1000

    def peak(self, size: int) -> float:
        return max(run.peak for run in self.runs[size])

    def base(self) -> int:
        """The size that others are held against: a million, or the middle one."""
        sizes = sorted(self.runs)
        return 1_000_000 if 1_000_000 in sizes else sizes[len(sizes) // 2]

    def rows(self) -> list[Row]:
        """The worst of the sizes against the base: of time the larger ones, since start-up weighs on small ones."""
        names = f"growth-{self.name}-time", f"growth-{self.name}-memory"
        if self.missing or not self.runs:
            return [Row(name, self.job, missing=self.missing or "not run") for name in names]
        base = self.base()
        larger = [size for size in self.runs if size >= base]
        time = max(self.time(size) / self.time(base) for size in larger)
        memory = max(self.peak(size) / self.peak(base) for size in self.runs)
        return [Row(name, self.job, value=value) for name, value in zip(names, (time, memory))]


class Growth:
    """The measurement. Stores are kept until its end: each size's is asked after it was filled."""

    def __init__(self, bench: Bench, sizes: list[int], more: int, progress: Progress) -> None:
        self.bench, self.sizes, self.more, self.progress = bench, sorted(sizes), more, progress
        self.folder = bench.disk
        self.place = "on disk"
        if bench.ram and free(bench.ram) > STORE_BYTES * sum(sizes):
            self.folder, self.place = bench.ram, "on a RAM disk"

    def series(self) -> list[Series]:
        one = "a sample"
        plan: list[tuple[Series, Callable[[int], Side], int]] = [
            (Series("validate", "validate", True), self._reading("validate"), self.bench.runs),
            (Series("normalize", "normalize", True), self._reading("normalize"), self.bench.runs),
            (Series("import", "import, derived ids", True), self._importing("derived"), self.bench.runs),
            (Series("import-given", "import, random given ids", True), self._importing("ndjson"), self.bench.runs),
            (Series("stats", "stats of a type by day", True), self._asking(
                "stats", "--type", "heartRate", "--by", "day"), self.bench.runs),
            (Series("export", "export", True), self._asking("export"), self.bench.runs),
            (Series("query", "query, newest 100 of a type", False), self._asking(
                "query", "--type", "heartRate", "--sort", "descending", "--limit", "100"), max(20, self.bench.runs)),
        ]
        for size in self.sizes:
            self.bench.data.file(self._samples(size), "ndjson", "derived")
        for series, side, runs in plan:
            self._measure(series, side, runs)
        return [series for series, _, _ in plan]

    def _measure(self, series: Series, side: Callable[[int], Side], runs: int) -> None:
        """All sizes in turn, so that what else the machine does falls on each."""
        try:
            for number in range(runs):
                for size in self.sizes:
                    self.progress(f"{series.name}, {size} samples, run {number + 1} of {runs}")
                    series.runs.setdefault(size, []).append(self.bench.runner.run(side(size)))
        except Failed as failure:
            series.missing = str(failure)
            series.runs = {}

    def additions(self) -> list[Row]:
        """So many more into the largest store and into an empty one, in turn."""
        days = self.sizes[-1] * 32 // 86400 + 40
        step = self.more * 32 // 86400 + 2
        stretch = max(1, self.sizes[-1] // self.more)
        rows = []
        for name, job, form, seed, spread in (
            ("more-derived", "derived ids, after the others in time", "derived", 1000, 1),
            ("more-derived-among", "derived ids, among the others in time", "derived", 2000, stretch),
            ("more-given", "random given ids, after the others in time", "ndjson", 3000, 1),
        ):
            against = f"an empty store ({self.more:,} more into one of {self.sizes[-1]:,})"
            pair = Pair()
            try:
                for number in range(self.bench.runs + 1):
                    self.progress(f"{name}, run {number} of {self.bench.runs}")
                    begin = FIRST_DAY if spread > 1 else FIRST_DAY + days + number * step
                    # Of all runs, no samples twice: those behind one another by time have different seeds too.
                    samples = Samples(self.more, self.bench.seed + seed + number, begin=begin, stretch=spread)
                    large, empty = self._add(self.bench.data.file(samples, form), form)
                    if number > 0:
                        pair.ours.append(empty)
                        pair.theirs.append(large)
                rows.append(Row.of_pair(name, job, against, pair))
            except Failed as failure:
                rows.append(Row(name, job, against, missing=str(failure)))
        return rows

    def _add(self, file: Path, form: str) -> tuple[Run, Run]:
        # A few of those among others are the same as one that is stored.
        verify = accepted(self.more * 99 // 100)
        empty, large = self.folder / "empty.db", self._store(self.sizes[-1], form)
        if not large.exists():
            raise Failed(f"the store of {self.sizes[-1]} samples was not made")
        small = self.bench.runner.run(self.bench.importing(file, empty, self.more * 99 // 100))
        remove_store(empty)
        return self.bench.runner.run(Side(self.bench.ours("import", file, "--store", large), verify=verify)), small

    def clean(self) -> None:
        for size in self.sizes:
            for form in ("derived", "ndjson"):
                remove_store(self._store(size, form))

    def _samples(self, size: int) -> Samples:
        return self.bench.samples(count=size)

    def _store(self, size: int, form: str) -> Path:
        return self.folder / f"{form}-{size}.db"

    def _reading(self, command: str) -> Callable[[int], Side]:
        def side(size: int) -> Side:
            file = self.bench.data.file(self._samples(size), "ndjson")
            return Side(self.bench.ours(command, file), verify=accepted(size))

        return side

    def _importing(self, form: str) -> Callable[[int], Side]:
        def side(size: int) -> Side:
            file = self.bench.data.file(self._samples(size), form)
            return self.bench.importing(file, self._store(size, form), size)

        return side

    def _asking(self, command: str, *words: str) -> Callable[[int], Side]:
        def side(size: int) -> Side:
            return Side(self.bench.ours(command, "--store", self._store(size, "derived"), *words))

        return side


def free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def saved(series: list[Series]) -> list[dict]:
    return [asdict(one) for one in series]
