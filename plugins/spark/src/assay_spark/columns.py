"""The columns of samples, as Spark and Arrow name them; Documentation/arrow.md says what is in each."""

from __future__ import annotations

import pyarrow as pa

_TEXT = pa.string()
_TIME = pa.timestamp("us", "UTC")
_SOURCE = ("name", "bundle", "version", "product", "os", "other")
_DEVICE = ("name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi", "other")

#: What `format("assay")` has.
SCHEMA = pa.schema(
    [
        *((name, _TEXT) for name in ("id", "type", "kind", "subject")),
        ("start_time", _TIME),
        ("end_time", _TIME),
        ("start_offset_minutes", pa.int32()),
        ("end_offset_minutes", pa.int32()),
        ("value", pa.float64()),
        ("unit", _TEXT),
        ("category", _TEXT),
        ("category_value", pa.int64()),
        ("text", _TEXT),
        ("structure", _TEXT),
        *((f"source_{name}", _TEXT) for name in _SOURCE),
        *((f"device_{name}", _TEXT) for name in _DEVICE),
        ("metadata", _TEXT),
        ("original", _TEXT),
        ("created_time", _TIME),
        ("created_offset_minutes", pa.int32()),
        ("origin", _TEXT),
        ("other", _TEXT),
        ("correlation_id", _TEXT),
        ("role", _TEXT),
        ("position", pa.int32()),
        ("digest", _TEXT),
        ("path", _TEXT),
        ("byte_offset", pa.int64()),
    ]
)


def select(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The columns of a schema, with its types."""
    arrays = [batch.column(field.name).cast(field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def refuse_unknown(schema: pa.Schema) -> None:
    """Refuses names that samples do not have.

    Raises:
        ValueError: with the names.
    """
    unknown = [field.name for field in schema if field.name not in SCHEMA.names]
    if unknown:
        raise ValueError(f"samples have no column {', '.join(unknown)}; they have {', '.join(SCHEMA.names)}")
