"""Imports of an Apple Health export into SQLite."""
from __future__ import annotations

from pathlib import Path

from context import Bench, remove_store
from measuring import Failed, Progress, Side, compare
from results import Row


def healthkit_ram(bench: Bench, progress: Progress) -> list[Row]:
    job = "import an export into SQLite, RAM disk"
    return healthkit(bench, progress, "import-healthkit-ram", job, bench.ram)


def healthkit_disk(bench: Bench, progress: Progress) -> list[Row]:
    return healthkit(bench, progress, "import-healthkit-disk", "import an export into SQLite, disk", bench.disk)


def healthkit(bench: Bench, progress: Progress, name: str, job: str, folder: Path | None) -> list[Row]:
    against = "healthkit-to-sqlite"
    if folder is None:
        return [Row(name, job, against, missing="no RAM disk")]
    if not bench.peers.has("healthkit-to-sqlite"):
        return [Row(name, job, against, missing="healthkit-to-sqlite is not installed")]
    export, base = bench.export(), folder / "theirs.db"
    command = [bench.peers.program("healthkit-to-sqlite"), "-s", "--xml", str(export), str(base)]
    theirs = Side(command, before=lambda: remove_store(base))
    store = folder / "ours.db"
    try:
        pair = compare(bench.runner, bench.importing(export, store, bench.count), theirs, bench.runs, progress)
    finally:
        remove_store(base)
        remove_store(store)
    return [Row.of_pair(name, job, against, pair)]


def against_sqlite(bench: Bench, progress: Progress) -> list[Row]:
    name, job = "import-sqlite", "import an export into SQLite"
    against = "`sqlite3 .import` of the rows as CSV, key and index, no journal"
    if not bench.sqlite:
        return [Row(name, job, against, missing="no sqlite3 in the path")]
    folder = bench.ram or bench.disk
    store, base = folder / "ours.db", folder / "theirs.db"

    def verify(_: str, errors: str) -> None:
        if errors.strip() or not base.exists():
            raise Failed(f"sqlite3 .import: {errors.strip()[-200:]}")

    theirs = Side(bench.sqlite_import(bench.csv(), base), before=lambda: remove_store(base), verify=verify)
    try:
        ours = bench.importing(bench.export(), store, bench.count)
        pair = compare(bench.runner, ours, theirs, bench.runs, progress)
    finally:
        remove_store(base)
        remove_store(store)
    return [Row.of_pair(name, job + (", RAM disk" if bench.ram else ", disk"), against, pair)]
