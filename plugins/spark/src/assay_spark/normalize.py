"""Brings the samples of many files into one table, each exactly once, as `assay import` does on one machine.

Tasks leave their rows and keys in files beside the table, and the driver hands names around: what it keeps grows with
the number of tasks, never with that of samples, findings or conflicts.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from pyspark import SparkContext

from . import conflicts as doubt
from . import keys, outcomes, shards
from .fates import settle
from .gathering import Part, ReportsDiffer, gather
from .process import BrokenReport, normalized
from .splits import Unit
from .staging import ROWS, SHARD, Staged, stage
from .table import Manifest, Run, Table, TableError
from .tasks import each

#: Keys that one task compares, and rows that one task writes.
_KEYS = 4_000_000


@dataclass(frozen=True)
class Books:
    """What a run did. `read` is the sum of the others."""

    status: int
    read: int
    accepted: int
    duplicates: int
    conflicts: int
    refused: int


class _Made(NamedTuple):
    part: Part
    chunks: list[Staged]
    schema: str
    catalog: str


def normalize(
    context: SparkContext,
    units: Sequence[Unit],
    table: str,
    *,
    assay: str,
    now: str,
    options: Sequence[str] = (),
    buckets: int = 16,
    report: str | None = None,
    conflicts: str | None = None,
    new_catalog: bool = False,
    chunk_rows: int = ROWS,
) -> Books:
    """Adds the samples of units to a table, which is made when it is not there.

    Args:
        context: the cluster.
        units: what to read, in order: of two samples with one id the first stays.
        table: the table's folder, which all workers write to.
        assay: the program.
        now: the moment that counts as now.
        options: for `assay normalize`.
        buckets: how many buckets of subjects a new table gets.
        report: where the findings go, as JSON lines.
        conflicts: where samples go that were left out because of a conflict, as JSON lines.
        new_catalog: whether a table takes samples that another catalog judged than those that it has.
        chunk_rows: how many rows a task has in memory at once.

    Raises:
        TableError: when the table is not one, is in use, or was made with another catalog.
        ReportsDiffer: when a file changed meanwhile.
        Exception: when a task failed as often as Spark allows.
    """
    place = Table(table)
    with place.locked() as run:
        before = place.manifest()
        job = _Job(context, place, run)
        made = job.stage(units, assay, now, tuple(options), before.buckets if before else buckets, chunk_rows)
        schema, catalog = _alike(made, before, new_catalog)
        gather([item.part for item in made], units, job.staging, report, assay)
        finished = job.decide([chunk for item in made for chunk in item.chunks])
        files = job.write(finished)
        if conflicts is not None:
            _concatenate(job.staging, [item.conflict_lines for item in finished if item.conflict_lines], conflicts)
        counts = [sum(getattr(item, name) for item in finished) for name in ("accepted", "duplicates", "conflicts")]
        refused = sum(item.part.refused for item in made)
        added = Run(
            run,
            now,
            sum(counts) + refused,
            counts[0],
            counts[1],
            counts[2],
            refused,
            files,
            [item.keys for item in finished if item.keys],
            [item.links for item in finished if item.links],
        )
        shutil.rmtree(job.staging)
        runs = [*before.runs, added] if before else [added]
        place.commit(Manifest(before.buckets if before else buckets, schema, catalog, runs))
        status = max((item.part.status for item in made), default=0)
        return Books(
            max(status, int(added.conflicts > 0)),
            added.read,
            added.accepted,
            added.duplicates,
            added.conflicts,
            added.refused,
        )


class _Job:
    """The steps of a run."""

    def __init__(self, context: SparkContext, table: Table, run: str) -> None:
        self._context = context
        self._pending = table.pending(run)
        self._run = table.run_folder(run)
        self._known = table.keys()
        self.staging = os.path.join(self._run, "staging")
        os.makedirs(self.staging)

    def stage(
        self, units: Sequence[Unit], assay: str, now: str, options: Sequence[str], buckets: int, rows: int
    ) -> list[_Made]:
        """Reads each unit in a task of its own."""
        folder, staging = os.getcwd(), self.staging
        return each(
            self._context, units, lambda unit: _stage(unit, assay, now, options, folder, staging, buckets, rows)
        )

    def decide(self, chunks: Sequence[Staged]) -> list[outcomes.Finished]:
        """Decides on the samples of all chunks, which are in the order of the input."""
        staging, run, known = self.staging, self._run, self._known
        names = [chunk.name for chunk in chunks]
        rows = sum(chunk.rows for chunk in chunks) + sum(os.path.getsize(name) // 32 for name in known)
        count = max(1, -(-rows // _KEYS))
        settled = each(self._context, range(count), lambda number: _settle(number, count, names, known, staging))
        decided = [fates for fates, _ in settled]
        open_ids = [name for _, name in settled if name]
        if open_ids:
            decided += each(self._context, [open_ids], lambda files: _settle_open(files, names, known, staging))
        return each(
            self._context,
            list(enumerate(chunks)),
            lambda item: outcomes.finish(item[0], item[1].name, item[1].rows, decided, run, staging),
            min(len(chunks), 4 * self._context.defaultParallelism),
        )

    def write(self, finished: Sequence[outcomes.Finished]) -> list[str]:
        """Writes the table's files, and returns their paths below the table."""
        staging, pending = self.staging, self._pending
        chunks = [shards.Decided(item.name, item.fates) for item in finished]
        sizes: dict[tuple[int, int], int] = {}
        for item in finished:
            for shard in np.frombuffer(item.shards, SHARD):
                place = (int(shard["month"]), int(shard["bucket"]))
                sizes[place] = sizes.get(place, 0) + int(shard["rows"])
        places = sorted(sizes)
        tasks = max(1, min(len(places), max(2 * self._context.defaultParallelism, sum(sizes.values()) // ROWS)))
        written = each(
            self._context, places, lambda place: shards.write(place[0], place[1], chunks, staging, pending), tasks
        )
        rows = sum(count for _, count in written)
        if rows != sum(item.stored for item in finished):
            raise TableError(f"{rows} rows were written instead of {sum(item.stored for item in finished)}")
        return [name for name, _ in written]


def _stage(
    unit: Unit, assay: str, now: str, options: Sequence[str], folder: str, staging: str, buckets: int, rows: int
) -> _Made:
    with normalized(unit, assay, now, options, folder) as process:
        try:
            with pa.ipc.open_stream(process.stream) as reader:
                metadata = reader.schema.metadata or {}
                chunks = list(stage(reader, unit.number, staging, buckets, rows))
        except pa.ArrowException as error:
            process.finish()  # says why, when the process did not end well
            raise BrokenReport(f"{unit.pieces[0].path}: no stream of samples came: {error}") from error
        summary, status = process.finish()
        came = sum(chunk.rows for chunk in chunks)
        # Members that an export has twice come twice, and are counted once.
        if not 0 <= came - summary["accepted"] <= sum(chunk.exported_members for chunk in chunks):
            raise BrokenReport(f"{came} samples came instead of {summary['accepted']}")
        name = f"{unit.number:06}-{uuid.uuid4().hex}.report.jsonl"
        shutil.copyfile(process.report, os.path.join(staging, name))
    return _Made(
        Part.of(unit, name, status, summary),
        chunks,
        metadata[b"assay.schema"].decode(),
        metadata[b"assay.catalog"].decode(),
    )


def _settle(
    number: int, count: int, names: Sequence[str], known: Sequence[str], staging: str
) -> tuple[str, str | None]:
    """Decides on the ids of one of `count` parts; returns the files of outcomes and of ids that are in doubt."""
    chunks = [os.path.join(staging, f"{name}.keys.npy") for name in names]
    settled = settle(keys.Parts(known, number, count), keys.Parts(chunks, number, count))
    name = f"{number:06}-{uuid.uuid4().hex}"
    np.save(os.path.join(staging, f"{name}.settled.npy"), settled.fates)
    if not len(settled.open):
        return f"{name}.settled.npy", None
    np.save(os.path.join(staging, f"{name}.open.npy"), settled.open)
    return f"{name}.settled.npy", f"{name}.open.npy"


def _settle_open(files: Sequence[str], names: Sequence[str], known: Sequence[str], staging: str) -> str:
    def load(name: str) -> Any:
        return np.load(name, mmap_mode="r")

    ids = np.concatenate([load(os.path.join(staging, name)) for name in files])
    paths = [os.path.join(staging, name) for name in names]
    chunks = [doubt.Chunk(load(f"{path}.keys.npy"), load(f"{path}.groups.npy")) for path in paths]
    name = f"{uuid.uuid4().hex}.decided.npy"
    np.save(os.path.join(staging, name), doubt.settle_open(ids, chunks, [load(path) for path in known]))
    return name


def _alike(made: Iterable[_Made], before: Manifest | None, new_catalog: bool) -> tuple[str, str]:
    """The schema and the catalog of all parts, which must be those of the table."""
    found = {(item.schema, item.catalog) for item in made}
    if len(found) > 1:
        raise ReportsDiffer("workers have different catalogs; `assay-spark doctor` names them")
    schema, catalog = found.pop()
    if before is not None and before.schema != schema:
        raise TableError(f"the table has version {before.schema} of the columns, not {schema}")
    if before is not None and before.catalog != catalog and not new_catalog:
        raise TableError(
            f"the table's samples were judged by the catalog {before.catalog[:12]}, these by {catalog[:12]}; "
            "add --new-catalog if its types mean the same"
        )
    return schema, catalog


def _concatenate(folder: str, names: Iterable[str], target: str) -> None:
    part = f"{target}.part"
    with open(part, "wb") as file:
        for name in names:
            with open(os.path.join(folder, name), "rb") as lines:
                shutil.copyfileobj(lines, file)
    os.replace(part, target)
