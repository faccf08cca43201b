"""The data source `format("assay")`: files of samples as rows, streams of such files, and rows as files of samples.

Register it once in a session: `spark.dataSource.register(AssaySource)`.
"""

from __future__ import annotations

import datetime
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    EqualTo,
    Filter,
    In,
    InputPartition,
    IsNotNull,
    IsNull,
)
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from .columns import SCHEMA, refuse_unknown, select
from .process import normalized
from .sink import Sink, parts
from .splits import Unit, files, plan, size


@dataclass
class Work(InputPartition):
    """What a task reads."""

    unit: Unit
    now: str


@dataclass(frozen=True)
class Program:
    """How tasks read files: the program, its options, and the folder of the driver."""

    assay: str
    options: tuple[str, ...]
    folder: str
    split_size: int

    @staticmethod
    def of(options: Any) -> Program:
        """As the options of a reader or writer say: `assay`, `arguments`, `splitSize`.

        Raises:
            ValueError: when there is no such program.
        """
        name = options.get("assay", "assay")
        assay = shutil.which(name)
        if assay is None:
            raise ValueError(f"no program `{name}`; name it with .option('assay', …)")
        arguments = tuple(shlex.split(options.get("arguments", "")))
        return Program(os.path.abspath(assay), arguments, os.getcwd(), size(options.get("splitSize", "64M")))

    def rows(self, work: Work, schema: pa.Schema, filters: Sequence[Filter] = ()) -> Iterator[pa.RecordBatch]:
        """The samples of a part of the files. The task fails unless the program comes to its end."""
        with normalized(work.unit, self.assay, work.now, self.options, self.folder) as process:
            with pa.ipc.open_stream(process.stream) as reader:
                for batch in reader:
                    for condition in filters:
                        batch = batch.filter(_holds(condition, batch))
                    if batch.num_rows:
                        yield select(batch, schema)
            process.finish()


class AssaySource(DataSource):
    """Samples in any format that Assay reads, as rows that passed its checks."""

    @classmethod
    def name(cls) -> str:
        return "assay"

    def schema(self) -> StructType:
        return from_arrow_schema(SCHEMA)

    def reader(self, schema: StructType) -> DataSourceReader:
        # Spark refuses a reader that takes filters unless its own setting allows it, which is not known here.
        pushes = str(self.options.get("pushFilters", "")).lower() == "true"
        kind = PushingReader if pushes else AssayReader
        return kind(self._paths(), Program.of(self.options), _arrow(schema), self._now())

    def streamReader(self, schema: StructType) -> Any:
        from .stream import AssayStream

        return AssayStream(self._paths()[0], Program.of(self.options), _arrow(schema), self.options.get("now"))

    def writer(self, schema: StructType, overwrite: bool) -> Sink:
        refuse_unknown(_arrow(schema))
        return Sink(os.path.abspath(self._paths()[0]), Program.of(self.options), self._now(), overwrite)

    def _paths(self) -> list[str]:
        path = self.options.get("path")
        if not path:
            raise ValueError("no path is given")
        return [path]

    def _now(self) -> str:
        return str(self.options.get("now") or moment())


class AssayReader(DataSourceReader):
    """Reads files, each part in a task of its own."""

    def __init__(self, paths: Sequence[str], program: Program, schema: pa.Schema, now: str) -> None:
        refuse_unknown(schema)
        self._paths = list(paths)
        self._program = program
        self._schema = schema
        self._now = now
        self._filters: list[Filter] = []

    def partitions(self) -> Sequence[InputPartition]:
        found = [file for path in self._paths for file in (parts(path) or files(path))]
        return [Work(unit, self._now) for unit in plan(found, self._program.split_size)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, Work)
        return self._program.rows(partition, self._schema, self._filters)


class PushingReader(AssayReader):
    """Reads files, and passes on only the samples that meet the conditions which Spark hands over."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        """Takes comparisons of texts, and whether a column is there."""
        for condition in filters:
            if _can_hold(condition):
                self._filters.append(condition)
            else:
                yield condition


def moment() -> str:
    """Now, as the program takes it."""
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _arrow(schema: StructType) -> pa.Schema:
    return to_arrow_schema(schema, timezone="UTC")


def _can_hold(condition: Filter) -> bool:
    if isinstance(condition, (IsNull, IsNotNull)):
        return len(condition.attribute) == 1
    if not isinstance(condition, (EqualTo, In)) or len(condition.attribute) != 1:
        return False
    values = condition.value if isinstance(condition, In) else (condition.value,)
    is_text = SCHEMA.field(condition.attribute[0]).type == pa.string()
    return is_text and all(isinstance(value, str) for value in values)


def _holds(condition: Any, batch: pa.RecordBatch) -> pa.Array:
    column = batch.column(condition.attribute[0])
    if isinstance(condition, IsNull):
        return pc.is_null(column)
    if isinstance(condition, IsNotNull):
        return pc.is_valid(column)
    if isinstance(condition, In):
        return pc.is_in(column, pa.array(condition.value, pa.string()))
    return pc.equal(column, condition.value)
