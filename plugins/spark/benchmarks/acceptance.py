"""The figures that the package must reach, measured here.

    .build-spark/bin/python3 plugins/spark/benchmarks/acceptance.py --assay .build/release/assay --count 1000000

Figure 2 (deaths) is measured by a driver of its own for each way to run. Figure 8 is about the store for PostgreSQL and
is not measured here.
`growth` holds ten times the samples against `--count`, and wants 10 GB of disk at a million.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("src", "benchmarks", "tests")]

from measure import KINDS, Cost, cohort, cost, peaks, run  # noqa: E402
from mixed import cuts, with_hard_lines  # noqa: E402

from assay_spark.session import session  # noqa: E402
from assay_spark.splits import Piece, Unit, files, plan  # noqa: E402

NOW = "2027-01-01T00:00:00Z"
#: One of each way to aggregate: sums that are merged, averages weighted by time, averages of values and of levels, and
#: durations.
TYPES = ("stepCount", "heartRate", "bodyMass", "environmentalAudioExposure", "sleepAnalysis")
#: A million samples are of 46 days from 2011-12-31 on: in these the clocks change in Fiji, but not in Los Angeles.
ZONES = ("UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Fiji")


class Figures:
    """One session, one folder, one program."""

    def __init__(self, spark: Any, assay: str, folder: Path, count: int) -> None:
        self.context = spark.sparkContext
        self.assay = assay
        self.folder = folder
        self.count = count

    def alone(self, command: str, *arguments: str) -> list[str]:
        return [self.assay, command, "--no-config", "--now", NOW, *arguments]

    def validate(self, units: list[Unit], report: Path) -> Any:
        from assay_spark.validate import validate

        return validate(self.context, units, str(report), assay=self.assay, now=NOW)

    def figure_1(self) -> None:
        """Findings and summary are those of one process, wherever files are cut."""
        for faults in ("0.1", "100"):
            data = with_hard_lines(cohort(self.folder, self.count, faults=faults))
            expected = self.folder / "alone.jsonl"
            run(self.alone("validate", "--output-format", "jsonl", str(data)), str(expected))
            for name, units in [
                *(
                    (f"splits of {size >> 20} MiB", plan(files(str(data)), size))
                    for size in (1 << 20, 4 << 20, 64 << 20)
                ),
                ("random cuts", self.random_cuts(data)),
            ]:
                report = self.folder / "report.jsonl"
                self.validate(units, report)
                same = filecmp.cmp(expected, report, shallow=False)
                print(f"1. {faults} % faults, {name} ({len(units)} tasks): {'equal' if same else 'DIFFERENT'}")

    def random_cuts(self, data: Path) -> list[Unit]:
        chance = random.Random(1)
        units = []
        for path in files(str(data)):
            end = os.path.getsize(path)
            edges = [0, *sorted({*(chance.randrange(1, end) for _ in range(3)), *cuts(path)}), end]
            for start, stop in zip(edges, edges[1:], strict=False):
                units.append(Unit(len(units), (Piece(path, start, stop, is_range=True),)))
        return units

    def figure_3(self) -> None:
        """The table is what an import stores, for every number of partitions, and grows by nothing the second time."""
        from test_normalize import COUNTS, exported, imported, in_table

        data = with_hard_lines(cohort(self.folder, self.count))
        store = self.folder / "store.db"
        store.unlink(missing_ok=True)
        expected = imported(self.assay, store, files(str(data)))
        samples = exported(self.assay, store)
        for partitions in (1, 2, 8):
            size = sum(os.path.getsize(path) for path in files(str(data)))
            table = self.folder / "table"
            shutil.rmtree(table, ignore_errors=True)
            for attempt in ("first", "second"):
                books = self.normalize(data, table, -(-size // partitions))
                found = {name: getattr(books, name) for name in COUNTS}
                right = found == expected if attempt == "first" else books.accepted == 0
                # The second run leaves the files as they are.
                same = right and (attempt == "second" or in_table(table) == samples)
                print(f"3. {partitions} partitions, {attempt} run: {'equal' if same else 'DIFFERENT'}")

    def normalize(self, data: Path, table: Path, split_size: int = 64 << 20) -> Any:
        return self.normalize_units(plan(files(str(data)), split_size), table)

    def normalize_units(self, units: list[Unit], table: Path) -> Any:
        from assay_spark.normalize import normalize

        return normalize(self.context, units, str(table), assay=self.assay, now=NOW)

    def table_anew(self, units: list[Unit], table: Path) -> Cost:
        """What a table takes that is not there yet."""
        shutil.rmtree(table, ignore_errors=True)
        return cost(lambda: self.normalize_units(units, table))

    def figure_4(self) -> None:
        """Processor time of checking through Spark, beside that of the program alone."""
        data = cohort(self.folder, self.count)
        report = self.folder / "report.jsonl"
        one = self.alone("validate", "--output-format", "jsonl", "--jobs", "1", str(data))
        alone = min(cost(lambda: run(one)).cpu for _ in range(3))
        times: dict[int, tuple[int, float]] = {}
        for size in (64 << 20, 16 << 20, 4 << 20):
            units = plan(files(str(data)), size)
            self.validate(units, report)
            times[size] = len(units), min(cost(lambda u=units: self.validate(u, report)).cpu for _ in range(3))
        (few, little), (many, much) = times[64 << 20], times[4 << 20]
        print(f"4. alone {alone:.2f} CPU-s; 64 MiB splits {little:.2f} CPU-s, {little / alone:.2f} times (2.0 at most)")
        print(f"4. a further task {(much - little) / (many - few):.3f} CPU-s (0.06 at most; {few} and {many} tasks)")

    def figure_5(self) -> None:
        """Processor time of a table, and of the columns that it is made of."""
        data = cohort(self.folder, self.count)
        table = self.folder / "table"
        units = plan(files(str(data)), 64 << 20)
        costs = [self.table_anew(units, table) for _ in range(3)]
        least, millions = min(costs, key=lambda made: made.cpu), self.count / 1e6
        first = f"the first {costs[0].cpu / millions:.2f}"
        print(f"5. a table: {least.cpu / millions:.2f} CPU-s for a million samples (5 at most; {first})")
        parts = (f"{kind} {part / millions:.2f}" for kind, part in zip(KINDS, least.parts, strict=True))
        print(f"5. of which: {', '.join(parts)} CPU-s")
        lines = min(cost(lambda: run(self.alone("normalize", "--quiet", str(data)))).cpu for _ in range(3))
        rows = self.alone("normalize", "--quiet", "--as", "arrow", str(data))
        arrow = min(cost(lambda: run(rows)).cpu for _ in range(3))
        print(f"5. Arrow {arrow:.2f} CPU-s, lines {lines:.2f} CPU-s: {arrow / lines:.2f} times that (1.3 at most)")

    def figure_6(self) -> None:
        """Memory of the driver with many findings: this process, and a heap of 1 GB."""
        for count in (self.count // 10, self.count):
            data = cohort(self.folder, count, faults="100")
            report = self.folder / "report.jsonl"
            self.validate(plan(files(str(data)), 64 << 20), report)
            with open(report, "rb") as lines:
                findings = sum(1 for _ in lines) - 1
            print(f"6. {findings} findings, {report.stat().st_size >> 20} MiB: {peaks()}")
            report.unlink()

    def growth(self) -> None:
        """The cost of a sample, and the memory of the driver and of tasks, with ten times the samples."""
        table, report = self.folder / "growth", self.folder / "report.jsonl"
        shutil.rmtree(table, ignore_errors=True)
        # The first job of a session starts Python, and the JVM compiles what it runs.
        warm = plan(files(str(cohort(self.folder, 8_000))), 64 << 20)
        self.validate(warm, report)
        self.normalize_units(warm, table)
        for count in (self.count, 10 * self.count):
            units = plan(files(str(cohort(self.folder, count))), 64 << 20)
            checked = min(cost(lambda u=units: self.validate(u, report)).cpu for _ in range(2))
            self._print_growth(count, len(units), f"validate {1e6 * checked / count:.2f} CPU-s for a million")
            made = min(self.table_anew(units, table).cpu for _ in range(2))
            size = sum(path.stat().st_size for path in table.glob("month=*/*/*"))
            keys = sum(path.stat().st_size for path in table.glob("_assay/**/*") if path.is_file())
            words = f"normalize {1e6 * made / count:.2f} CPU-s for a million"
            self._print_growth(count, len(units), f"{words}; {size / count:.1f} + {keys / count:.1f} bytes a sample")
        shutil.rmtree(table)

    def _print_growth(self, count: int, tasks: int, words: str) -> None:
        print(f"growth. {count} samples, {tasks} tasks: {words}; {peaks()}", flush=True)

    def figure_7(self) -> None:
        """Statistics are those of a store."""
        from assay_spark.statistics import statistics

        data = cohort(self.folder, self.count)
        store, table = self.folder / "stats.db", self.folder / "stats-table"
        store.unlink(missing_ok=True)
        shutil.rmtree(table, ignore_errors=True)
        run(self.alone("import", "--store", str(store), str(data)))
        self.normalize(data, table)
        for type_ in TYPES:
            for zone in ZONES:
                question = ["--type", type_, "--timezone", zone, "--by", "subject,day", "--output-format", "jsonl"]
                arguments = [self.assay, "stats", "--no-config", "--store", str(store), *question]
                expected = subprocess.run(arguments, capture_output=True, check=True).stdout
                answer = self.folder / "answer.jsonl"
                options = ["--timezone", zone]
                statistics(
                    self.context, str(table), str(answer), assay=self.assay, type_=type_, by="day", options=options
                )
                same = answer.read_bytes() == expected
                rows = expected.count(b"\n")
                print(f"7. {type_}, {zone}: {rows} rows {'equal' if same and rows else 'DIFFERENT'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", help="such as 1 4 growth (default: all but 2 and growth)")
    parser.add_argument("--assay", required=True, help="a release build")
    parser.add_argument("--count", type=int, default=1_000_000, help="samples (1000000)")
    parser.add_argument("--folder", default="/tmp/assay-spark-benchmark", help="for data and answers")
    parser.add_argument("--master", default="local[2,4]")
    given = parser.parse_args()
    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = given.figures or ["1", "3", "4", "5", "6", "7"]
    if "2" in wanted:
        from deaths import figure_2

        figure_2(os.path.abspath(given.assay), folder, given.count)
        wanted = [number for number in wanted if number != "2"]
        if not wanted:
            return
    with session(given.master, {"spark.driver.memory": "1g"}) as spark:
        figures = Figures(spark, os.path.abspath(given.assay), folder, given.count)
        for number in wanted:
            figure: Callable[[], None] = figures.growth if number == "growth" else getattr(figures, f"figure_{number}")
            figure()
            sys.stdout.flush()


if __name__ == "__main__":
    main()
