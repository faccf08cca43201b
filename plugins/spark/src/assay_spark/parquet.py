"""The command `assay-parquet`: an Arrow IPC stream into Parquet files, with nothing but pyarrow."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

#: A file of the table has about this many rows; readers skip the rest of a file by its row groups.
_ROWS = 5_000_000
_GROUP = 250_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and ends the process with its status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs the command: 0 when the table is written, 2 when it is not."""
    parser = argparse.ArgumentParser(prog="assay-parquet", description="Write an Arrow IPC stream as Parquet.")
    parser.add_argument("stream", help="the stream; `-` is standard input")
    parser.add_argument("folder", help="the table's folder, which must not be there")
    given = parser.parse_args(arguments)
    try:
        if given.stream == "-":
            rows = write(sys.stdin.buffer, given.folder)
        else:
            with open(given.stream, "rb") as file:
                rows = write(file, given.folder)
    except (OSError, pa.ArrowException) as error:
        print(f"assay-parquet: {error}", file=sys.stderr)
        return 2
    print(f"{rows} rows", file=sys.stderr)
    return 0


def write(stream: BinaryIO, folder: str, rows_per_file: int = _ROWS) -> int:
    """Writes a stream as `part-00000.parquet` and so on; the folder appears when the whole table is in it.

    One batch is in memory at a time, beside the row group that is being written.

    Returns:
        The number of rows.

    Raises:
        FileExistsError: when the folder is there.
        pyarrow.ArrowException: when the stream is none, or breaks off.
    """
    target = os.path.abspath(folder)
    if os.path.exists(target):
        raise FileExistsError(f"{folder} is there already")
    with tempfile.TemporaryDirectory(prefix=".assay-parquet-", dir=os.path.dirname(target)) as scratch:
        part = os.path.join(scratch, "table")
        os.mkdir(part)
        rows = _write_files(_Ended(stream), part, rows_per_file)
        os.rename(part, target)
    return rows


def _write_files(stream: _Ended, folder: str, rows_per_file: int) -> int:
    rows = files = in_file = 0
    writer: pq.ParquetWriter | None = None
    with pa.ipc.open_stream(stream) as reader:
        try:
            for batch in reader:
                if writer is None or in_file >= rows_per_file:
                    if writer is not None:
                        writer.close()
                    writer = _file(folder, files, reader.schema)
                    files, in_file = files + 1, 0
                writer.write_batch(batch, row_group_size=_GROUP)
                rows += batch.num_rows
                in_file += batch.num_rows
            stream.check()
            if writer is None:
                writer = _file(folder, 0, reader.schema)
        finally:
            if writer is not None:
                writer.close()
    return rows


def _file(folder: str, number: int, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(os.path.join(folder, f"part-{number:05}.parquet"), schema, compression="zstd")


class _Ended:
    """A stream that remembers its last bytes: Arrow takes a stream that stops between batches for a whole one."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._tail = b""

    def read(self, count: int = -1) -> bytes:
        data = self._stream.read(count)
        self._tail = (self._tail + data[-8:])[-8:]
        return data

    def check(self) -> None:
        """Raises `pyarrow.ArrowInvalid` unless the last bytes are those that end a stream."""
        self._tail = (self._tail + self._stream.read()[-8:])[-8:]
        if self._tail != b"\xff\xff\xff\xff\0\0\0\0":
            raise pa.ArrowInvalid("the stream breaks off: it ends without the mark of its end")

    def close(self) -> None:
        """The stream belongs to the caller."""
