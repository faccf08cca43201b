"""Statistics of a table by the program, a subject at a time: what several devices recorded counts once.

A sum over the column `value` counts steps twice where a watch and a phone have both counted them. So tasks do not add
up: each hands the samples of a bucket of subjects to `assay stats`, sorted, and the answers are merged by their order.
"""

from __future__ import annotations

import csv
import datetime
import heapq
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from pyspark import SparkContext

from .lines import lines
from .process import BrokenReport
from .shards import order
from .table import Table, TableError
from .tasks import each

#: Samples that are read at once; all of a subject when it has more.
_ROWS = 200_000
_BUCKET = re.compile(r"bucket=([0-9]+)")
#: Columns that no statistic depends on.
_UNUSED = {"role", "original", "other", "structure", "path", "line", "line_base", "byte_offset", "digest"}
_UNUSED |= {"fields", "lists", "points", "points_rate", "points_units"}

#: The place of a row in the answer: start, whether it names a subject, and the subject as bytes.
Place = tuple[datetime.datetime, bool, bytes]


def statistics(
    context: SparkContext,
    table: str,
    target: str,
    *,
    assay: str,
    type_: str,
    by: str | None,
    options: Sequence[str] = (),
    output_format: str = "jsonl",
) -> None:
    """Writes the rows that `assay stats --by subject,…` writes of a store with these samples, in their order.

    Args:
        context: the cluster.
        table: the table's folder.
        target: the file of the answer.
        assay: the program.
        type_: whose samples count.
        by: the intervals, such as `day`; `None`: one row for each subject.
        options: for `assay stats`.
        output_format: `jsonl` or `csv`.

    Raises:
        TableError: when the folder is not a table.
        Exception: when a task failed as often as Spark allows.
    """
    place = Table(table)
    manifest = place.manifest()
    if manifest is None:
        raise TableError(f"{table}: there is no table")
    # The program judges what it reads: by the clock that the samples have passed already.
    now = max(manifest.runs, key=lambda run: _moment(run.now)).now
    buckets: dict[str, list[str]] = {}
    for file in place.files():
        found = _BUCKET.search(file)
        buckets.setdefault(found[1] if found else "", []).append(file)
    arguments = [assay, "stats", "--no-config", "--input", "-", "--type", type_, *options]
    arguments += ["--by", f"subject,{by}" if by else "subject", "--output-format", output_format]
    parts = tempfile.mkdtemp(prefix=".assay-stats-", dir=os.path.dirname(os.path.abspath(target)))
    os.chmod(parts, 0o755)
    try:
        # An answer without rows says which columns there are.
        work = [buckets[name] for name in sorted(buckets)] or [[]]
        names = each(context, work, lambda files: _bucket(files, type_, arguments, parts, now))
        with open(f"{target}.part", "wb") as answer:
            _merge([os.path.join(parts, name) for name in names], answer, output_format)
        os.replace(f"{target}.part", target)
    finally:
        shutil.rmtree(parts)


def samples(files: Sequence[str], type_: str, rows: int = _ROWS) -> Iterator[pa.Table]:
    """The samples of a type, sorted by subject, start and id; a subject is never divided."""
    if not files:
        return
    data = ds.dataset(list(files), format="parquet")
    names = [name for name in data.schema.names if name not in _UNUSED]
    is_type = ds.field("type") == type_
    counts: dict[str | None, int] = {}
    for batch in data.to_batches(columns=["subject"], filter=is_type):
        for item in batch.column(0).value_counts().to_pylist():
            counts[item["values"]] = counts.get(item["values"], 0) + item["counts"]
    subjects: list[str | None] = []
    waiting = 0
    for subject in sorted(counts, key=lambda name: (name is not None, (name or "").encode())):
        if subjects and waiting + counts[subject] > rows:
            yield _read(data, names, is_type, subjects)
            subjects, waiting = [], 0
        subjects.append(subject)
        waiting += counts[subject]
    if subjects:
        yield _read(data, names, is_type, subjects)


def _read(data: ds.Dataset, names: list[str], is_type: Any, subjects: list[str | None]) -> pa.Table:
    is_wanted = pc.field("subject").isin(pa.array([name for name in subjects if name is not None], pa.string()))
    if None in subjects:
        is_wanted = is_wanted | pc.field("subject").is_null()
    table = data.to_table(columns=names, filter=is_type & is_wanted).combine_chunks().sort_by("id")
    return table.take(order(table))


def _bucket(files: Sequence[str], type_: str, arguments: Sequence[str], folder: str, now: str) -> str:
    name = uuid.uuid4().hex
    environment = {**os.environ, "ASSAY_NOW": now}
    with (
        open(os.path.join(folder, name), "wb") as answer,
        tempfile.TemporaryFile() as words,
        subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=answer, stderr=words, env=environment) as process,
    ):
        assert process.stdin is not None
        try:
            for table in samples(files, type_):
                process.stdin.write("\n".join(lines(table).to_pylist()).encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass  # the status says why
        except BaseException:
            process.kill()  # or it would take what it has for everything
            raise
        status = process.wait()
        words.seek(0)
        if status != 0:
            said = words.read(4096).decode(errors="replace").strip()
            raise BrokenReport(f"assay stats ended with status {status}: {said}")
    return name


def _merge(paths: Sequence[str], target: BinaryIO, output_format: str) -> None:
    """Merges answers, each of which is in order; a row of each is in memory."""
    if output_format == "jsonl":
        answers = [_objects(path) for path in paths]
    else:
        with open(paths[0], "rb") as first:
            target.write(first.readline())
        answers = [_records(path) for path in paths]
    for _, row in heapq.merge(*answers, key=lambda answer: answer[0]):
        target.write(row)


def _objects(path: str) -> Iterator[tuple[Place, bytes]]:
    with open(path, "rb") as file:
        for line in file:
            row = json.loads(line)
            yield _place(row.get("start"), row.get("subject")), line


def _records(path: str) -> Iterator[tuple[Place, bytes]]:
    with open(path, "rb") as file:
        header = next(csv.reader(io.StringIO(file.readline().decode())))
        start, subject = header.index("start"), header.index("subject")
        for record in _whole(file):
            row = next(csv.reader(io.StringIO(record.decode(), newline="")))
            yield _place(row[start], row[subject] or None), record


def _whole(file: BinaryIO) -> Iterator[bytes]:
    """Records, of which a quoted field may have several lines."""
    record = b""
    for line in file:
        record += line
        if record.count(b'"') % 2 == 0:
            yield record
            record = b""


def _place(start: str | None, subject: str | None) -> Place:
    moment = _moment(start) if start else datetime.datetime.min.replace(tzinfo=datetime.timezone.utc)
    return moment, subject is not None, (subject or "").encode()


def _moment(text: str) -> datetime.datetime:
    # Python 3.10 does not know the Z.
    moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment.replace(tzinfo=moment.tzinfo or datetime.timezone.utc)
