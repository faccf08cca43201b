#!/usr/bin/env python3
"""line_store.py that gets samples as columns: column_store.py [options of line_store.py] [--then-lines yes]

It needs pyarrow. It writes the samples as text again, which a store that takes columns need not do, so that what it answers
shows whether the columns say everything. With --then-lines it takes lines once the FILE of --flag is there.
"""

import datetime
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from line_store import LineStore  # noqa: E402


def read_rows(data):
    """The rows as dictionaries, times in microseconds."""
    # Not at the start, since it takes a moment: a process that only answers does without.
    import pyarrow
    table = pyarrow.ipc.open_stream(data).read_all()
    table.validate(full=True)
    for name in ["start_time", "end_time", "created_time"]:
        table = table.set_column(table.schema.get_field_index(name), name, table[name].cast("int64"))
    return table.to_pylist()


def time(microseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    return moment.isoformat(timespec="microseconds") + "Z"


def offset(minutes):
    minutes = minutes or 0
    sign = "-" if minutes < 0 else "+"
    return "%s%02d:%02d" % (sign, abs(minutes) // 60, abs(minutes) % 60)


class ColumnStore(LineStore):
    forms = ["of-a-later-host", "arrow"]

    def __init__(self, arguments=()):
        super().__init__(arguments)
        if "--then-lines" in arguments and os.path.exists(self.flag):
            self.forms = []

    def read_lines(self, message):
        if message.get("form") != "arrow":
            raise ValueError("a batch of lines")
        data = self.input.read(message["bytes"])
        self.moment("in-batch")
        rows = read_rows(data)
        assert len(rows) == message["count"]
        return [self.line_of(row) for row in rows]

    def line_of(self, row):
        digits = row["id"].hex().upper()
        line = {
            "id": "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]),
            "digest": "%016x" % row["digest"], "type": row["type"],
        }
        if row["start_time"] is not None:
            line.update(start=row["start_time"], end=row["end_time"])
        if row["correlation"] is not None:
            line.update(correlation=row["correlation"], role=row["role"])
        line["sample"] = self.text_of(line, row)
        return line

    def text_of(self, line, row):
        sample = {"uuid": line["id"], "type": row["type"]}
        raw = []
        if row["category"] is not None:
            sample["value"] = row["category"]
        elif row["value"] is not None:
            sample.update(value=row["value"], unit=row["unit"])
        elif row["text"] is not None:
            sample["value"] = row["text"]
        elif row["structure"] is not None:
            raw.append(row["structure"][1:-1])
        if row["start_time"] is not None:
            sample.update(start=time(row["start_time"]), end=time(row["end_time"]))
            sample["offset"] = offset(row["start_offset_minutes"])
            if row["end_offset_minutes"] != row["start_offset_minutes"]:
                sample["end_offset"] = offset(row["end_offset_minutes"])
        if row["created_time"] is not None:
            sample["created"] = time(row["created_time"])
            if row["created_offset_minutes"] != row["start_offset_minutes"]:
                sample["created_offset"] = offset(row["created_offset_minutes"])
        for name in ["subject", "origin"]:
            if row[name] is not None:
                sample[name] = row[name]
        for name in ["source", "device", "metadata", "original"]:
            if row[name] is not None:
                raw.append('"%s":%s' % (name, row[name]))
        if row["other"] is not None:
            raw.append(row["other"][1:-1])
        if "role" in line and line["role"] != row["type"]:
            sample["role"] = line["role"]
        return ",".join([json.dumps(sample)[:-1]] + [part for part in raw if part]) + "}"


if __name__ == "__main__":
    sys.exit(ColumnStore(sys.argv[1:]).run())
