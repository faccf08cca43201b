"""Rows as files of samples: `df.write.format("assay")`. Each is judged again, since rows may say anything."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from .lines import lines, with_members
from .process import BrokenReport, summary_of
from .staging import whole_groups

if TYPE_CHECKING:
    from .source import Program

_MANIFEST = ".assay.json"
#: Without these rows are samples of their own.
_GROUPS = {"id", "kind", "correlation_id", "position"}


@dataclass
class Written(WriterCommitMessage):
    """A part that a task wrote: samples that passed, in the normal form."""

    name: str
    read: int
    accepted: int
    refused: int


class Sink(DataSourceArrowWriter):
    """Writes parts into a hidden folder; only those that commit messages name become a part of the folder."""

    def __init__(self, folder: str, program: Program, now: str, overwrite: bool) -> None:
        self._folder = folder
        self._program = program
        self._now = now
        self._overwrite = overwrite
        self._run = uuid.uuid4().hex

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Written:
        """Writes a part under a name made by chance, since a task may run more than once."""
        place = os.path.join(self._folder, f".run-{self._run}")
        os.makedirs(place, exist_ok=True)
        name = f"part-{uuid.uuid4().hex}.ndjson"
        target = os.path.join(place, name)
        program = self._program
        with tempfile.TemporaryDirectory() as scratch:
            report = os.path.join(scratch, "report.jsonl")
            arguments = [program.assay, "normalize", "--no-config", "--format", "jsonl", "--jobs", "1", "--quiet"]
            arguments += ["--now", self._now, "--max-findings", "3", "--report", f"jsonl={report}"]
            arguments += ["--output", target, *program.options, "-"]
            with (
                tempfile.TemporaryFile() as words,
                subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=words, cwd=program.folder) as process,
            ):
                _feed(process, iterator)
                status = process.wait()
                words.seek(0)
                said = words.read(4096).decode(errors="replace").strip()
            if status not in (0, 1):
                raise BrokenReport(f"assay normalize ended with status {status}: {said}")
            with open(report, "rb") as lines:
                summary = summary_of(lines)
            if summary is None:
                raise BrokenReport(f"the report ends without a summary: {said}")
        return Written(name, summary["read"], summary["accepted"], summary["refused"])

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Names the parts in the manifest, which is renamed into its place, and then moves them to theirs."""
        os.makedirs(self._folder, exist_ok=True)
        written = [message for message in messages if isinstance(message, Written)]
        before = _manifest(self._folder) or {"runs": []}
        old = before["runs"] if self._overwrite else []
        kept = [] if self._overwrite else before["runs"]
        run = {"run": self._run, "parts": [asdict(part) for part in written]}
        part = os.path.join(self._folder, f"{_MANIFEST}.part")
        with open(part, "w", encoding="utf-8") as file:
            json.dump({"version": 1, "runs": [*kept, run]}, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, os.path.join(self._folder, _MANIFEST))
        place = os.path.join(self._folder, f".run-{self._run}")
        for message in written:
            os.replace(os.path.join(place, message.name), os.path.join(self._folder, message.name))
        shutil.rmtree(place, ignore_errors=True)
        for entry in old:
            for item in entry["parts"]:
                if os.path.exists(path := os.path.join(self._folder, item["name"])):
                    os.remove(path)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Removes what the tasks wrote, those that sent no message included."""
        shutil.rmtree(os.path.join(self._folder, f".run-{self._run}"), ignore_errors=True)


def parts(folder: str) -> list[str] | None:
    """The parts that were committed to a folder; `None` when nothing was written to it this way."""
    manifest = _manifest(folder)
    if manifest is None:
        return None
    found = []
    for run in manifest["runs"]:
        for part in run["parts"]:
            places = [os.path.join(folder, part["name"]), os.path.join(folder, f".run-{run['run']}", part["name"])]
            found.append(next((place for place in places if os.path.exists(place)), places[0]))
    return sorted(path for path in found if os.path.getsize(path))


def _feed(process: subprocess.Popen[bytes], batches: Iterator[pa.RecordBatch]) -> None:
    assert process.stdin is not None
    groups = _Groups()
    try:
        for table in _whole_groups(batches):
            if table.num_rows:
                groups.check(table)
                process.stdin.write("\n".join(_texts(table)).encode() + b"\n")
        process.stdin.close()
    except BrokenPipeError:
        pass  # the status says why
    except BaseException:
        process.kill()  # or it would take what it has for everything
        raise


class _Groups:
    """Sees that correlations come with their members: rows in another order would be written as other samples."""

    def __init__(self) -> None:
        self._heads: set[str] = set()
        self._members_of: set[str] = set()

    def check(self, table: pa.Table) -> None:
        """Takes the next rows, which end before a row that is not a member.

        Raises:
            ValueError: when a correlation has no members, or has some elsewhere.
        """
        if not _GROUPS.issubset(table.column_names):
            return
        is_head = pc.equal(table.column("kind"), "correlation")
        heads = set(table.column("id").filter(is_head).to_pylist())
        owners = set(pc.drop_null(pc.unique(table.column("correlation_id"))).to_pylist())
        torn = heads - owners or owners & (self._heads - heads) or heads & self._members_of
        if torn:
            raise ValueError(
                f"the correlation {min(torn)} is not with its members: write rows in the order that they were read in, or "
                "repartition by coalesce(correlation_id, id) and sort each partition by that and position"
            )
        self._heads |= heads
        self._members_of |= owners - heads


def _texts(table: pa.Table) -> list[str]:
    texts = lines(table)
    if _GROUPS.issubset(table.column_names):
        return with_members(texts, table)
    return list(texts.to_pylist())


def _whole_groups(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """The rows, in tables that end before a row that is not a member."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        table = pa.Table.from_batches(waiting)
        if _GROUPS.issubset(table.column_names):
            whole, rest = whole_groups(table)
            yield whole
            waiting = rest.to_batches()
        else:
            yield table
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def _manifest(folder: str) -> dict[str, Any] | None:
    try:
        with open(os.path.join(folder, _MANIFEST), encoding="utf-8") as file:
            return dict(json.load(file))
    except (FileNotFoundError, NotADirectoryError):
        return None
