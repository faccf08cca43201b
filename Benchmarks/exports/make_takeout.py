#!/usr/bin/env python3
"""Writes a made-up Google Takeout with heart rates of Fitbit, of any size.

    make_takeout.py OUT [--megabytes 100] [--form days|document|table] [--seed 1]

OUT is a folder, or a zip when its name ends with `.zip`. `days` are JSON files of a day each, as Fitbit writes them;
`document` is one JSON file and `table` one CSV file of the whole size, larger than any that were seen. The same seed gives
the same bytes. What was written is printed as JSON: files, bytes, readings. Needs Python 3.9 and nothing else.
"""
import argparse
import json
import random
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

FIRST = datetime(2016, 1, 1)
FOLDER = "Takeout/Fitbit/Global Export Data"


def readings(rng, day):
    """The readings of a day, some ten seconds apart."""
    now = day
    while now < day + timedelta(days=1):
        yield now, rng.randrange(48, 160), rng.randrange(0, 4)
        now += timedelta(seconds=rng.choice((5, 10, 15)))


def element(now, bpm, confidence):
    return (
        '{\n  "dateTime" : "%s",\n  "value" : {\n    "bpm" : %d,\n    "confidence" : %d\n  }\n}'
        % (now.strftime("%m/%d/%y %H:%M:%S"), bpm, confidence)
    )


def row(now, bpm, _):
    return "%sZ,%d.0,Pixel Watch\n" % (now.strftime("%Y-%m-%dT%H:%M:%S"), bpm)


class Output:
    """Files of a folder or of a zip."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) if path.suffix == ".zip" else None
        self.path = path

    def open(self, name):
        if self.zip:
            return self.zip.open(name, "w", force_zip64=True)
        place = self.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        return open(place, "wb")

    def close(self):
        if self.zip:
            self.zip.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--megabytes", type=float, default=100)
    parser.add_argument("--form", choices=("days", "document", "table"), default="days")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    wanted = int(options.megabytes * 1_000_000)
    output = Output(options.out)
    (files, size, count, day) = (0, 0, 0, FIRST)
    file = None
    while size < wanted:
        if options.form == "days" or file is None:
            name = {
                "days": "heart_rate-%s.json" % day.strftime("%Y-%m-%d"),
                "document": "heart_rate-2016-01-01.json",
                "table": "heart_rate_2016-01-01.csv",
            }[options.form]
            file = output.open(f"{FOLDER}/{name}")
            files += 1
            file.write(b"timestamp,beats per minute,data source\n" if options.form == "table" else b"[")
            is_first = True
        if options.form == "table":
            parts = [row(*item) for item in readings(rng, day)]
            text = "".join(parts)
        else:
            parts = [element(*item) for item in readings(rng, day)]
            text = ("" if is_first else ",") + ",".join(parts)
        is_first = False
        count += len(parts)
        size += file.write(text.encode())
        day += timedelta(days=1)
        if options.form == "days":
            file.write(b"]")
            file.close()
    if options.form == "document":
        file.write(b"]")
    if options.form != "days":
        file.close()
    output.close()
    print(json.dumps({"files": files, "bytes": size, "readings": count}))


if __name__ == "__main__":
    main()
