"""The most memory that each command takes."""
from __future__ import annotations

from typing import Callable

from context import Bench, accepted, remove_store
from measuring import Failed, Progress, Side
from results import Row

RUNS = 3


def sides(bench: Bench) -> dict[str, tuple[str, Callable[[], Side]]]:
    """The commands: what they do, and how they are run."""
    folder = bench.ram or bench.disk
    mixed, heart = bench.samples(), bench.samples(only="heartRate")

    def asking(*words: str) -> Side:
        return Side(bench.ours(*words, "--store", bench.store(mixed)))

    return {
        "validate": ("NDJSON", lambda: Side(bench.ours("validate", bench.ndjson()), verify=accepted(bench.count))),
        "normalize": ("NDJSON", lambda: Side(bench.ours("normalize", bench.ndjson()), verify=accepted(bench.count))),
        "import": ("an export", lambda: bench.importing(bench.export(), folder / "ours.db", bench.count)),
        "query": ("a type, all of it", lambda: asking("query", "--type", "heartRate", "--output-format", "jsonl")),
        "stats": ("a type by day", lambda: Side(
            bench.ours("stats", "--store", bench.store(heart), "--type", "heartRate", "--by", "day"))),
        "export": ("the whole store", lambda: asking("export")),
    }


def peaks(bench: Bench, progress: Progress) -> list[Row]:
    rows = []
    for command, (work, side) in sides(bench).items():
        name, job = f"memory-{command}", f"`{command}`: {work}"
        progress(command)
        try:
            runs = [bench.runner.run(side()) for _ in range(RUNS)]
            rows.append(Row.of_memory(name, job, runs))
        except Failed as failure:
            rows.append(Row(name, job, unit="MB", missing=str(failure)))
        finally:
            remove_store((bench.ram or bench.disk) / "ours.db")
    return rows
