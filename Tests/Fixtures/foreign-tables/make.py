#!/usr/bin/env python3
"""Writes the tables of this folder and foreign-tables.truth.tsv beside it: made-up data of four exporters.

    python3 Tests/Fixtures/foreign-tables/make.py [FOLDER]

Every value is computed from the row's number. The wrong cells are planted, and the truth lists where they are: code,
file, line, column.
"""

import datetime
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
ROWS = 40
START = datetime.datetime(2026, 1, 5, 7, 30)


class Table:
    """A table that notes where its wrong cells are."""

    def __init__(self, name, header, delimiter=","):
        self.name = name
        self.delimiter = delimiter
        self.rows = [list(header)]
        self.wrong = []

    def add(self, cells, wrong=None):
        """Adds a row; `wrong` is the column of a wrong cell and its code."""
        self.rows.append([str(cell) for cell in cells])
        if wrong:
            column, code = wrong
            self.wrong.append((len(self.rows), self.rows[0].index(column), code))

    def write(self):
        lines = [self.delimiter.join(row) for row in self.rows]
        (FOLDER / self.name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        for line, index, code in self.wrong:
            before = self.delimiter.join(self.rows[line - 1][:index])
            yield code, self.name, line, len(before) + (2 if index else 1)


def wide():
    """A smart scale: a row a weighing, a column a measurement."""
    table = Table("wide.csv", ["user_id", "timestamp", "weight_lb", "body_fat_pct", "scale"])
    for row in range(ROWS):
        time = (START + datetime.timedelta(days=row)).strftime("%Y-%m-%dT%H:%M:%S+01:00")
        weight, fat = 150 + row % 7, "" if row % 5 == 0 else 20 + row % 6
        wrong = None
        if row == 6:
            weight, wrong = "heavy", ("weight_lb", "value-not-a-number")
        if row == 11:
            fat, wrong = 230, ("body_fat_pct", "value-not-allowed")
        if row == 17:
            time, wrong = "yesterday", ("timestamp", "time-invalid")
            fat = ""
        table.add([f"P{row % 3 + 1:02}", time, weight, fat, "Bathroom"], wrong)
    return table


def long():
    """A clinic: metric, value, unit, the date apart from the time, rows that were crossed out."""
    table = Table("long.csv", ["date", "time", "metric", "val", "uom", "status"], ";")
    kinds = [("HR", 60, "bpm"), ("SPO2", 95, "%"), ("TEMP", 98, "F"), ("WT", 71, "KG")]
    for row in range(ROWS):
        time = START + datetime.timedelta(minutes=30 * row)
        date, clock = time.strftime("%d.%m.%Y"), time.strftime("%H:%M")
        metric, value, unit = kinds[row % 4]
        value, status, wrong = value + row % 3, "ok", None
        if row == 5:
            status, value = "void", "?"
        if row == 8:
            unit, wrong = "KG", ("uom", "unit-incompatible")
        if row == 14:
            clock, wrong = "25:70", ("time", "time-invalid")
        if row == 19:
            date, wrong = "31.02.2026", ("date", "time-invalid")
        if row == 22:
            metric, wrong = "PAIN", ("metric", "type-unknown")
        table.add([date, clock, metric, value, unit, status], wrong)
    return table


def zones():
    """An app: local times, and the zone of each participant in a column; sleep stages in its own words."""
    table = Table("zones.csv", ["participant", "tz", "from", "to", "stage"])
    stages = ["Deep", "REM", "Light"]
    for row in range(ROWS):
        begin = START + datetime.timedelta(hours=1 * row)
        end = begin + datetime.timedelta(minutes=20)
        zone, stage, wrong = ["Europe/Berlin", "America/New_York"][row % 2], stages[row % 3], None
        if row == 9:
            zone, wrong = "Mars/Olympus", ("tz", "time-invalid")
        if row == 24:
            stage, wrong = "Snoring", ("stage", "value-not-in-enum")
        table.add([f"P{row % 2 + 1:02}", zone, begin.isoformat(), end.isoformat(), stage], wrong)
    return table


def diary():
    """A diabetes diary: two tables in one, with decimal commas."""
    header = ["measured", "glucose", "taken", "dose", "note"]
    table = Table("diary.csv", header, ";")
    for row in range(ROWS):
        time = START + datetime.timedelta(hours=2 * row)
        later = time + datetime.timedelta(minutes=10)
        glucose, dose, wrong = f"{5 + row % 4},{row % 10}", "" if row % 2 else f"{2 + row % 3},5", None
        if row == 12:
            dose, wrong = "2.5", ("dose", "value-not-a-number")
        if row == 21:
            glucose, wrong = "high", ("glucose", "value-not-a-number")
        taken = later.strftime("%d.%m.%Y %H:%M") if dose else ""
        table.add([time.strftime("%d.%m.%Y %H:%M"), glucose, taken, dose, "made up"], wrong)
    return table


def main():
    truth = sorted(fault for table in [wide(), long(), zones(), diary()] for fault in table.write())
    head = "# The wrong cells of foreign-tables, and nothing else. Columns: code, file, line, column.\n"
    lines = ["\t".join(map(str, fault)) + "\n" for fault in truth]
    place = HERE.parent if FOLDER == HERE else FOLDER
    (place / "foreign-tables.truth.tsv").write_text(head + "".join(lines), encoding="utf-8")


main()
