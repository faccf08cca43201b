"""Rows of samples as lines of Assay's normal form, the same bytes that `assay normalize` writes."""

from __future__ import annotations

import bisect
import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

_SOURCE = ("name", "bundle", "version", "product", "os")
_DEVICE = ("name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi")
#: What stands for an offset that is not known where two are compared.
_NO_OFFSET = -(1 << 31)


def lines(table: pa.Table) -> pa.Array:
    """The line of each row, without a line feed and without members. Columns that the table lacks are absent."""
    return _Lines(table).joined() if table.num_rows else pa.array([], pa.string())


def with_members(texts: pa.Array, table: pa.Table, links: pa.Table | None = None) -> list[str]:
    """Lines in which members are inside of their correlations, in the order of the rows.

    A member whose correlation is not among the rows is a line of its own. If a correlation is there twice, members are
    of the one before them.

    Args:
        texts: the line of each row of the table.
        table: the samples.
        links: further members, as `correlation_id`, `id` and `position`.
    """
    ids, kinds, correlations, positions = (
        table.column(name).to_pylist() for name in ("id", "kind", "correlation_id", "position")
    )
    everything = texts.to_pylist()
    heads: dict[str, list[int]] = {}
    for row, (identity, kind) in enumerate(zip(ids, kinds, strict=True)):
        if kind == "correlation":
            heads.setdefault(identity, []).append(row)
    members: dict[int, list[tuple[int, str]]] = {}
    inside = set()
    for row, (correlation, position) in enumerate(zip(correlations, positions, strict=True)):
        if correlation in heads:
            rows = heads[correlation]
            head = rows[max(0, bisect.bisect(rows, row) - 1)]
            members.setdefault(head, []).append((position, everything[row]))
            inside.add(row)
    if links is not None and links.num_rows:
        places = {identity: row for row, identity in enumerate(ids)}
        for link in links.to_pylist():
            row = places[link["id"]]
            members.setdefault(heads[link["correlation_id"]][0], []).append((link["position"], everything[row]))
            inside.add(row)
    found = []
    for row, (kind, line) in enumerate(zip(kinds, everything, strict=True)):
        if row not in inside:
            parts = ",".join(text for _, text in sorted(members.get(row, [])))
            found.append(f'{line[:-1]},"members":[{parts}]}}' if kind == "correlation" else line)
    return found


def number(value: float) -> str:
    """A number as the normal form has it: the shortest text that reads back as the same double."""
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    text = repr(value)
    return text.removesuffix(".0")


class _Lines:
    """The parts of lines, column by column."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self._names = set(table.column_names)
        self._parts: list[Any] = []

    def joined(self) -> pa.Array:
        self._add('"uuid":"', self._column("id"), '"')
        self._add('"type":', self._quoted("type"))
        self._add_value()
        self._add_times()
        self._add('"subject":', self._quoted("subject"))
        self._add('"origin":', self._quoted("origin"))
        self._add_object("source", _SOURCE)
        self._add_object("device", _DEVICE)
        self._add('"metadata":', self._column("metadata"))
        self._add('"original":', self._column("original"))
        self._add("", _inner(self._column("other")))
        role = self._column("role")
        if role is not None:
            is_said = pc.equal(role, self._column("type"))
            self._add('"role":', pc.if_else(is_said, pa.scalar(None, pa.string()), self._quoted("role")))
        pairs = _join(self._parts, self._table.num_rows)
        return pc.replace_substring(pc.binary_join_element_wise("{", pairs, "}", ""), "{,", "{", max_replacements=1)

    def _add_value(self) -> None:
        self._add('"value":', self._each("value", number))
        self._add('"unit":', self._quoted("unit"))
        self._add('"value":', self._quoted("category"))
        self._add('"value":', self._quoted("text"))
        self._add("", _inner(self._column("structure")))

    def _add_times(self) -> None:
        for name in ("start", "end"):
            self._add(f'"{name}":"', _moments(self._column(f"{name}_time")), '"')
        start = self._column("start_offset_minutes")
        time = self._column("start_time")
        if time is not None and start is not None:
            known = pc.if_else(pc.is_valid(time), start.fill_null(0), pa.scalar(None, pa.int32()))
            self._add('"offset":"', _each(known, _offset), '"')
        self._add_offset("end_offset", "end_offset_minutes", "end_time")
        self._add('"created":"', _moments(self._column("created_time")), '"')
        self._add_offset("created_offset", "created_offset_minutes", "created_time")

    def _add_offset(self, key: str, name: str, time_name: str) -> None:
        """Adds an offset where it differs from that of the start."""
        offset, start, time = self._column(name), self._column("start_offset_minutes"), self._column(time_name)
        if time is None or start is None or offset is None:
            return
        differs = pc.not_equal(offset.fill_null(_NO_OFFSET), start.fill_null(_NO_OFFSET))
        is_there = pc.and_(differs, pc.is_valid(time))
        self._add(f'"{key}":"', _each(pc.if_else(is_there, offset.fill_null(0), None), _offset), '"')

    def _add_object(self, name: str, keys: tuple[str, ...]) -> None:
        columns = [(f'"{key}":', self._quoted(f"{name}_{key}")) for key in keys]
        columns.append(("", _inner(self._column(f"{name}_other"))))
        parts: list[Any] = []
        for key, column in columns:
            if column is not None:
                parts.append(pc.binary_join_element_wise(f",{key}", column, ""))
        if parts:
            pairs = _join(parts, self._table.num_rows)
            is_there = pc.greater(pc.binary_length(pairs), 0)
            whole = pc.replace_substring(
                pc.binary_join_element_wise("{", pairs, "}", ""), "{,", "{", max_replacements=1
            )
            self._add(f'"{name}":', pc.if_else(is_there, whole, pa.scalar(None, pa.string())))

    def _add(self, key: str, column: Any, after: str = "") -> None:
        if column is not None:
            self._parts.append(pc.binary_join_element_wise(f",{key}", column, after, ""))

    def _column(self, name: str) -> Any:
        """A column; `None` when it is not there or has nothing."""
        if name not in self._names:
            return None
        column = self._table.column(name).combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0)
        return None if column.null_count == len(column) else column

    def _quoted(self, name: str) -> Any:
        return self._each(name, lambda text: json.dumps(text, ensure_ascii=False))

    def _each(self, name: str, write: Callable[[Any], str]) -> Any:
        column = self._column(name)
        return None if column is None else _each(column, write)


def _each(column: pa.Array, write: Callable[[Any], str]) -> pa.Array:
    """A text for each value, made once for each distinct one."""
    encoded = column.dictionary_encode()
    texts = pa.array([write(value) for value in encoded.dictionary.to_pylist()], pa.string())
    return texts.take(encoded.indices)


def _inner(column: Any) -> Any:
    """Objects without their braces; null where nothing is in them."""
    if column is None:
        return None
    pairs = pc.utf8_slice_codeunits(column, 1, -1)
    return pc.if_else(pc.equal(pairs, ""), pa.scalar(None, pairs.type), pairs)


def _moments(column: Any) -> Any:
    if column is None:
        return None
    micros = column.cast(pa.int64())
    seconds = pc.floor(pc.divide(micros.cast(pa.float64(), safe=False), 1e6)).cast(pa.int64())
    # A double has not all digits of microseconds far from 1970: what is left over says by how much it was off.
    rest = pc.subtract(micros, pc.multiply(seconds, 1_000_000))
    seconds = pc.if_else(pc.less(rest, 0), pc.subtract(seconds, 1), seconds)
    rest = pc.subtract(micros, pc.multiply(seconds, 1_000_000))
    text = pc.strftime(seconds.cast(pa.timestamp("s", "UTC")), format="%Y-%m-%dT%H:%M:%S")
    return pc.binary_join_element_wise(text, _each(rest, _fraction), "Z", "")


def _fraction(micros: int) -> str:
    if micros == 0:
        return ""
    return f".{micros // 1000:03}" if micros % 1000 == 0 else f".{micros:06}"


def _offset(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _join(parts: list[Any], rows: int) -> pa.Array:
    if all(isinstance(part, str) for part in parts):
        return pa.array(["".join(parts)] * rows, pa.string())
    return pc.binary_join_element_wise(*parts, "", null_handling="replace", null_replacement="")
