#!/usr/bin/env python3
"""Reads workbooks of Excel: a sheet becomes rows of CSV, each on the line that has its number. Needs openpyxl of PyPI."""

import csv
import datetime
import decimal
import io
import json
import sys
import warnings

try:
    import openpyxl
    from openpyxl.styles.numbers import is_datetime
except ImportError:
    openpyxl = None

STANDARD_INPUT = sys.stdin.buffer
STANDARD_OUTPUT = sys.stdout
# A print of a library would otherwise end the conversation.
sys.stdout = sys.stderr


class NoTable(Exception):
    """There is not one sheet to read."""


def say(message):
    STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":")) + "\n")


def whole_input():
    """The bytes of the input, which come in announced pieces: a zip archive is read from its end."""
    content = io.BytesIO()
    while count := json.loads(STANDARD_INPUT.readline())["count"]:
        content.write(STANDARD_INPUT.read(count))
    return content


def text(cell):
    """A cell as a CSV file has it, with times as ISO 8601 and a point in numbers."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        if is_datetime(cell.number_format) == "date":
            return value.date().isoformat()
        return value.isoformat(timespec="milliseconds" if value.microsecond else "seconds")
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (int, float)):
        number = decimal.Decimal(repr(value))
        if "%" in (cell.number_format or ""):
            return f"{(number * 100).normalize():f}%"
        return f"{number:f}" if abs(number) < 10**15 else repr(value)
    # A line is a row, so that findings name the rows of the sheet.
    return " ".join(str(value).splitlines())


def has_cells(sheet):
    return any(value is not None for row in sheet.iter_rows(values_only=True) for value in row)


def chosen(book, part):
    sheets = [sheet for sheet in book.worksheets if (has_cells(sheet) if part is None else sheet.title == part)]
    if len(sheets) == 1:
        return sheets[0]
    names = ", ".join(f"`{sheet.title}`" for sheet in sheets or book.worksheets)
    if part is not None:
        raise NoTable(f"the workbook has no sheet `{part}`; its sheets are {names}")
    if not sheets:
        raise NoTable("the workbook has no sheet with cells")
    raise NoTable(f"the workbook has {len(sheets)} sheets with cells, {names}; name one after the path, as in "
                  f"book.xlsx!{sheets[0].title}")


def read(part):
    content = whole_input()
    say({"t": "working"})
    STANDARD_OUTPUT.flush()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(content, read_only=True, data_only=True)
            for sheet in book.worksheets:
                sheet.reset_dimensions()  # what other programs write there is often wrong
            for row in chosen(book, part).iter_rows():
                cells = [text(cell) for cell in row]
                line = io.StringIO()
                csv.writer(line, lineterminator="\n").writerow(cells if any(cells) else [])
                say({"t": "text", "text": line.getvalue()})
        say({"t": "end"})
    except NoTable as error:
        say({"t": "damaged", "message": str(error)})
    except Exception as error:  # a damaged archive leads the library astray in many ways
        say({"t": "damaged", "message": f"the workbook cannot be read: {type(error).__name__}: {error}"})


def main():
    hello = json.loads(STANDARD_INPUT.readline())
    if hello["t"] != "hello" or hello["level"] != "read":
        return say({"t": "error", "message": "this plugin reads; it keeps no store and judges nothing"})
    if openpyxl is None:
        say({"t": "error", "message": "openpyxl is not installed; `pip install openpyxl`, or the package "
                                      "python3-openpyxl of Debian"})
    else:
        say({"t": "hello", "protocol": 1, "name": "excel", "version": "1.0.0", "levels": ["read"]})
        STANDARD_OUTPUT.flush()
        read(json.loads(STANDARD_INPUT.readline()).get("part"))
    STANDARD_OUTPUT.flush()


main()
