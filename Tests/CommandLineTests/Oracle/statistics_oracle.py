#!/usr/bin/env python3
"""Computes statistics of an export with exact fractions, to compare the answers of `assay stats` with.

    python3 Tests/CommandLineTests/Oracle/statistics_oracle.py EXPORT --type stepCount --by day --zone Europe/Berlin
    python3 Tests/CommandLineTests/Oracle/statistics_oracle.py EXPORT --compare QUESTIONS

EXPORT is what `assay export` writes. The first form prints an array as `assay stats --output-format json` does. The
second reads questions, an array of objects with the keys `name`, `type`, `by`, `anchor`, `zone`, `from`, `to`,
`separate`, `priority`, `unit` and `answer`, the path of what `assay stats` printed. It prints what differs, and its
status is 1 when something does. A status of 77 means that this Python has no time zones.

Nothing here is quick, and nothing is taken from the code under test: sources are merged by looking at every stretch
between two edges, sums are fractions, and calendars come from the standard library's zoneinfo.
"""

import argparse
import json
import sys
import zoneinfo
from fractions import Fraction

from oracle_calendar import MINUTE, SECOND, as_microseconds, moment, named_zone, reading
from oracle_samples import ARITHMETIC, CASES, CATEGORY, CORRELATION, CUMULATIVE, FACTORS, LEVEL, WEIGHTED, read
from oracle_statistics import Question, answer, mean

TIMES = ("start", "end", "most_recent_date")

# What must be there; anything else that the command prints must be right as well.
DEMANDED = {
    CUMULATIVE: {"unit", "sum"}, CATEGORY: {"value"}, CORRELATION: set(),
    **dict.fromkeys(
        (ARITHMETIC, WEIGHTED, LEVEL),
        {"unit", "average", "minimum", "maximum", "most_recent", "most_recent_date"}),
}


def rows(question, samples):
    """The statistics in order: what the command should print, and by how much averages and sums may be off.

    Times are in microseconds, numbers are fractions.
    """
    found = answer(question, samples)
    order = {case: place for place, case in enumerate(CASES.get(question.type, []))}
    units = {sample.unit for sample in samples.get(question.type, [])}
    for key in sorted(found, key=lambda key: (key[0], key[1], order.get(key[2], -1))):
        item = found[key]
        if item.count == 0 and not item.is_touched:
            continue
        row = {
            "type": question.type, "start": key[0][0], "end": key[0][1], "count": item.count,
            "duration": item.duration}
        if item.source:
            row["source"] = item.source.shown(question.priority)
        factor = Fraction(1)
        if question.style == CATEGORY:
            row["value"] = key[2]
        elif question.style != CORRELATION:
            (unit,) = units
            row["unit"] = question.unit or unit
            factor = FACTORS[unit, question.unit] if question.unit else factor
        if question.style == CUMULATIVE:
            row["sum"] = item.sum * factor
        if "unit" in row and item.recent:
            row["most_recent"] = item.recent.value * factor
            row["most_recent_date"] = item.recent.start
        if item.values:
            row["average"] = Fraction(mean(question.style, item.values)) * factor
            row["minimum"] = min(sample.value for sample, _ in item.values) * factor
            row["maximum"] = max(sample.value for sample, _ in item.values) * factor
        exact = Fraction(1, 10**12) if question.unit else 0
        loose = dict.fromkeys(("minimum", "maximum", "most_recent"), exact)
        loose["sum"] = Fraction(1, 10**12) if item.is_prorated else exact
        loose["average"] = Fraction(1, 10**9 if question.style == LEVEL else 10**12)
        yield row, loose


def printed(question, row):
    """A row in the shape that the command prints."""
    result = dict(row)
    for key in TIMES:
        if key in row:
            is_reading = question.is_local and key in ("start", "end")
            zone = None if is_reading else named_zone("UTC" if question.is_local else question.zone)
            time = reading(row[key], zone or named_zone("UTC"))
            result[key] = time.isoformat() + ("" if is_reading else offset_text(row[key], zone))
    for key, value in result.items():
        if isinstance(value, Fraction):
            result[key] = float(value)
    result["duration"] = row["duration"] / SECOND
    return result


def offset_text(instant, zone):
    total = (as_microseconds(reading(instant, zone)) - instant) // MINUTE
    if total == 0:
        return "Z"
    return f"{'-' if total < 0 else '+'}{abs(total) // 60:02}:{abs(total) % 60:02}"


def differences(question, wanted, found):
    """What is wrong with an answer, in words."""
    wanted = list(wanted)
    if len(wanted) != len(found):
        yield f"{len(found)} rows, not {len(wanted)}"
    for (row, loose), other in zip(wanted, found):
        place = " ".join(str(printed(question, row).get(key, "")) for key in ("start", "source", "value")).strip()
        missing = (DEMANDED[question.style] | {"type", "start", "end", "count", "duration"}) & set(row) - set(other)
        missing |= {"source"} & set(row) - set(other)
        if missing:
            yield f"{place}: without {', '.join(sorted(missing))}"
        for key, text in other.items():
            if text is None and key not in row:
                continue
            if key not in row:
                yield f"{place}: {key} is {text}, but there is none"
            elif not is_equal(question, key, row[key], text, loose.get(key, 0)):
                yield f"{place}: {key} is {text}, not {printed(question, row)[key]}"


def is_equal(question, key, wanted, found, loose):
    """Whether what was printed is what should be: a number to its last digit, or nearly so."""
    if key in TIMES:
        instant, is_reading = moment(found)
        return instant == wanted and is_reading == (question.is_local and key in ("start", "end"))
    if key == "duration":
        return Fraction(repr(found)) * SECOND == wanted
    if not isinstance(wanted, Fraction):
        return wanted == found
    if loose == 0:
        return float(wanted) == found
    return abs(Fraction(found) - wanted) <= loose * abs(wanted)


def compare(samples, path):
    """Compares answers; the number of questions whose answer is wrong."""
    with open(path, encoding="utf-8") as text:
        items = json.load(text)
    wrong = 0
    for item in items:
        question = Question(item)
        with open(item["answer"], encoding="utf-8") as text:
            faults = list(differences(question, rows(question, samples), json.load(text)))
        if faults:
            wrong += 1
            print(f"{item['name']}: {len(faults)} differences")
            for fault in faults[:5]:
                print(f"  {fault}")
    print(f"{len(items)} questions, {wrong} answered wrong")
    return wrong


def main():
    parser = argparse.ArgumentParser(description="Statistics of an export, with exact fractions.")
    parser.add_argument("export")
    parser.add_argument("--compare", metavar="QUESTIONS")
    for name in ("type", "by", "anchor", "zone", "from", "to", "unit"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--separate", action="store_true")
    parser.add_argument("--priority", action="append")
    options = parser.parse_args()
    try:
        samples = read(options.export)
        if options.compare:
            sys.exit(1 if compare(samples, options.compare) else 0)
        question = Question(vars(options))
        json.dump([printed(question, row) for row, _ in rows(question, samples)], sys.stdout, indent=2)
        print()
    except zoneinfo.ZoneInfoNotFoundError as error:
        print(error, file=sys.stderr)
        sys.exit(77)


if __name__ == "__main__":
    main()
