#!/usr/bin/env python3
"""Writes a made-up Google Takeout with heart rates of Fitbit, of any size.

    make_takeout.py OUT [--megabytes 100] [--form days|document|table] [--seed 1]

OUT is a folder, or a zip when its name ends with `.zip`. `days` are JSON files of a day each, as Fitbit writes them;
`document` is one JSON file and `table` one CSV file of the whole size, larger than any that were seen. The readings of
one in sixteen days are made up, and the other days repeat them, so that ten gigabytes take minutes. The same seed gives
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


# Where the date of a reading stands in the text of a day that is repeated.
DATE = b"<DATE>"


def readings(rng):
    """The readings of a day, some ten seconds apart."""
    now = FIRST
    while now < FIRST + timedelta(days=1):
        yield now.strftime("%H:%M:%S"), rng.randrange(48, 160), rng.randrange(0, 4)
        now += timedelta(seconds=rng.choice((5, 10, 15)))


def element(time, bpm, confidence):
    return (
        '{\n  "dateTime" : "<DATE> %s",\n  "value" : {\n    "bpm" : %d,\n    "confidence" : %d\n  }\n}'
        % (time, bpm, confidence)
    )


def row(time, bpm, _):
    return "<DATE>T%sZ,%d.0,Pixel Watch\n" % (time, bpm)


def pattern(rng, form):
    """The text of a day, and how many readings it has."""
    parts = [(row if form == "table" else element)(*item) for item in readings(rng)]
    return ("" if form == "table" else ",").join(parts).encode(), len(parts)


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
    patterns = [pattern(rng, options.form) for _ in range(16)]
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
        (text, there) = patterns[rng.randrange(16)]
        date = day.strftime("%Y-%m-%d" if options.form == "table" else "%m/%d/%y").encode()
        if options.form == "document" and not is_first:
            file.write(b",")
        is_first = False
        count += there
        size += file.write(text.replace(DATE, date))
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
