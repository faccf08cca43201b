#!/usr/bin/env python3
"""line_store.py that gets samples as columns: column_store.py [options of line_store.py] [--then-lines yes]

It writes the samples as text again, which a store that takes columns need not do, so that what it answers shows whether
the columns say everything. With --then-lines it takes lines once the FILE of --flag is there.
"""

import array
import datetime
import json
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from line_store import LineStore  # noqa: E402

NONE = -(1 << 63)
NO_OFFSET = -(1 << 15)

# Name and kind of each column, in their order: kinds are those of the module `array`.
COLUMNS = [("id", None)] + [(name, "Q") for name in ["digest"]] + [
    (name, "q") for name in ["start", "end", "created"]] + [("value", "d")] + [
    (name, "i") for name in ["type", "case", "source", "device", "subject", "origin", "correlation", "role"]] + [
    (name, "i") for name in ["text", "metadata", "original", "unknown"]] + [
    (name, "h") for name in ["start_offset", "end_offset", "created_offset"]] + [("derived", "B")]


def read_columns(data, count):
    """The columns by name, texts in place of their lengths, and the names at the end."""
    columns, place = {}, 0
    for name, kind in COLUMNS:
        width = struct.calcsize(kind) if kind else 16
        part = data[place:place + width * count]
        place += width * count
        columns[name] = array.array(kind, part) if kind else [part[row * 16:row * 16 + 16] for row in range(count)]
    for name in ["text", "metadata", "original", "unknown"]:
        texts = []
        for length in columns[name]:
            texts.append(data[place:place + length].decode())
            place += length
        columns[name] = texts
    return columns, read_names(data[place:].decode())


def read_names(text):
    """The names, with sources and devices as the text that they are."""
    decoder, names, place = json.JSONDecoder(), {}, 1
    while text[place] != "}":
        key, place = decoder.raw_decode(text, place + (text[place] == ","))
        if key not in ("sources", "devices"):
            names[key], place = decoder.raw_decode(text, place + 1)
            continue
        names[key], place = [], place + 2
        while text[place] != "]":
            start = place + (text[place] == ",")
            _, place = decoder.raw_decode(text, start)
            names[key].append(text[start:place])
        place += 1
    return names


def time(microseconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    return moment.isoformat(timespec="microseconds") + "Z"


def offset(minutes):
    minutes = 0 if minutes == NO_OFFSET else minutes
    sign = "-" if minutes < 0 else "+"
    return "%s%02d:%02d" % (sign, abs(minutes) // 60, abs(minutes) % 60)


class ColumnStore(LineStore):
    forms = ["of-a-later-host", "columns"]

    def __init__(self, arguments=()):
        super().__init__(arguments)
        if "--then-lines" in arguments and os.path.exists(self.flag):
            self.forms = []

    def read_lines(self, message):
        count = message["count"]
        if message.get("form") != "columns":
            raise ValueError("a batch of lines")
        data = self.input.read(message["bytes"])
        self.moment("in-batch")
        columns, names = read_columns(data, count)
        return [self.line_of(row, columns, names) for row in range(count)]

    def line_of(self, row, columns, names):
        column = {name: values[row] for name, values in columns.items()}
        digits = column["id"].hex().upper()
        kind = names["types"][column["type"]]
        line = {
            "id": "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]),
            "digest": "%016x" % column["digest"], "type": kind["id"],
        }
        if column["start"] != NONE:
            line.update(start=column["start"], end=column["end"])
        if column["correlation"] >= 0:
            parent = names["types"][columns["type"][column["correlation"]]]
            role = parent["roles"][column["role"]] if column["role"] >= 0 else kind["id"]
            line.update(correlation=column["correlation"], role=role)
        line["sample"] = self.text_of(line, kind, column, names)
        return line

    def text_of(self, line, kind, column, names):
        sample = {"uuid": line["id"], "type": kind["id"]}
        raw = []
        if column["case"] >= 0:
            sample["value"] = kind["cases"][column["case"]]["name"]
        elif "unit" in kind:
            sample.update(value=column["value"], unit=kind["unit"])
        elif kind["kind"] == "characteristic":
            sample["value"] = column["text"]
        elif column["text"]:
            raw.append(column["text"][1:-1])
        if column["start"] != NONE:
            sample.update(start=time(column["start"]), end=time(column["end"]))
            sample["offset"] = offset(column["start_offset"])
            if column["end_offset"] != column["start_offset"]:
                sample["end_offset"] = offset(column["end_offset"])
        if column["created"] != NONE:
            sample["created"] = time(column["created"])
            if column["created_offset"] != column["start_offset"]:
                sample["created_offset"] = offset(column["created_offset"])
        for name in ["subject", "origin"]:
            if column[name] >= 0:
                sample[name] = names[name + "s"][column[name]]
        for name in ["source", "device"]:
            if column[name] >= 0:
                raw.append('"%s":%s' % (name, names[name + "s"][column[name]]))
        for name in ["metadata", "original"]:
            if column[name]:
                raw.append('"%s":%s' % (name, column[name]))
        if column["unknown"]:
            raw.append(column["unknown"])
        if "role" in line and line["role"] != kind["id"]:
            sample["role"] = line["role"]
        return ",".join([json.dumps(sample)[:-1]] + [part for part in raw if part]) + "}"


if __name__ == "__main__":
    sys.exit(ColumnStore(sys.argv[1:]).run())
