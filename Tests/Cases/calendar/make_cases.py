#!/usr/bin/env python3
"""Writes edges.tsv and offsets.tsv: where intervals of the calendar begin, and what clocks show.

The expected instants come from Python's zoneinfo by the definition alone: a day begins at the first instant at which
the local clock reads midnight or later. It is looked for minute by minute, then second by second. Rerun with
`python3 make_cases.py`; zones and dates are settled history, so that every release of the time zone database from 2021
on gives the same. What only a zone's last rule decides is asked of rules of the case's own (`TZ:` before a POSIX rule).
Rules with a day counted from zero (`59/0`) are left out: zoneinfo takes them for one day early.
"""
import calendar
import io
import os
import struct
import zoneinfo
from datetime import date, datetime, timedelta, timezone

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1)
MINUTE, HOUR, DAY = 60, 3600, 86400

# zone, interval, anchor (UTC), from, to
EDGES = [
    # Daylight saving: one day of 23 hours, one of 25.
    ("Europe/Berlin", "1 day", "-", "2024-03-30T00:00:00Z", "2024-04-01T12:00:00Z"),
    ("Europe/Berlin", "1 day", "-", "2024-10-26T00:00:00Z", "2024-10-28T12:00:00Z"),
    ("Europe/Berlin", "1 hour", "-", "2024-03-30T22:30:00Z", "2024-03-31T23:00:00Z"),
    ("Europe/Berlin", "1 hour", "-", "2024-10-26T21:30:00Z", "2024-10-28T00:00:00Z"),
    ("Europe/Berlin", "7 hour", "-", "2024-03-30T12:00:00Z", "2024-04-01T12:00:00Z"),
    ("Europe/Berlin", "7 hour", "-", "2024-10-26T12:00:00Z", "2024-10-28T12:00:00Z"),
    ("Europe/Berlin", "15 minute", "-", "2024-03-31T00:00:00Z", "2024-03-31T03:00:00Z"),
    ("Europe/Berlin", "15 minute", "-", "2024-10-26T23:50:00Z", "2024-10-27T03:00:00Z"),
    ("Europe/Berlin", "1 week", "-", "2024-03-10T00:00:00Z", "2024-04-20T00:00:00Z"),
    ("Europe/Berlin", "2 week", "-", "2024-09-20T00:00:00Z", "2024-12-20T00:00:00Z"),
    ("Europe/Berlin", "1 month", "-", "2023-12-31T23:00:00Z", "2025-01-01T00:00:00Z"),
    ("Europe/Berlin", "1 quarter", "-", "2023-11-11T11:11:11Z", "2025-02-01T00:00:00Z"),
    ("Europe/Berlin", "1 year", "-", "2019-12-31T22:59:59Z", "2025-01-01T00:00:00Z"),
    ("Europe/Berlin", "1 day", "-", "2023-12-31T22:59:59Z", "2024-01-01T23:00:01Z"),
    # With an anchor its local time of day and day of the month count.
    ("Europe/Berlin", "1 day", "2024-01-15T01:30:00Z", "2024-03-30T00:00:00Z", "2024-04-02T00:00:00Z"),
    ("Europe/Berlin", "1 day", "2024-01-15T01:30:00Z", "2024-10-26T00:00:00Z", "2024-10-29T00:00:00Z"),
    ("Europe/Berlin", "3 day", "2024-03-20T20:00:00Z", "2024-03-01T00:00:00Z", "2024-04-05T00:00:00Z"),
    ("Europe/Berlin", "1 week", "2024-02-29T11:00:00Z", "2024-03-20T00:00:00Z", "2024-04-12T00:00:00Z"),
    ("Europe/Berlin", "1 month", "2024-01-31T05:00:00Z", "2023-10-01T00:00:00Z", "2024-12-31T23:00:00Z"),
    ("Europe/Berlin", "5 month", "2023-08-31T05:00:00Z", "2022-10-01T00:00:00Z", "2025-06-30T00:00:00Z"),
    ("Europe/Berlin", "1 quarter", "2023-11-30T23:00:00Z", "2022-12-01T00:00:00Z", "2025-03-01T00:00:00Z"),
    ("Europe/Berlin", "1 year", "2024-02-29T12:00:00Z", "2021-01-01T00:00:00Z", "2029-03-01T00:00:00Z"),
    ("Europe/Berlin", "1 hour", "2024-03-30T12:20:00Z", "2024-03-31T00:00:00Z", "2024-03-31T04:00:00Z"),
    ("Europe/Berlin", "90 minute", "2024-10-27T00:10:00Z", "2024-10-26T20:00:00Z", "2024-10-27T06:00:00Z"),
    # Before the first change of all: local mean time, 53 minutes and 28 seconds east.
    ("Europe/Berlin", "1 day", "-", "1880-05-01T12:00:00Z", "1880-05-04T12:00:00Z"),
    ("Europe/Berlin", "6 hour", "-", "1893-03-31T00:00:00Z", "1893-04-01T12:00:00Z"),
    ("Europe/Berlin", "1 month", "-", "1893-02-10T00:00:00Z", "1893-06-01T00:00:00Z"),
    ("Europe/Berlin", "1 day", "-", "1945-05-23T00:00:00Z", "1945-05-26T00:00:00Z"),
    ("America/New_York", "1 day", "-", "2023-03-11T00:00:00Z", "2023-03-14T00:00:00Z"),
    ("America/New_York", "1 day", "-", "2023-11-04T00:00:00Z", "2023-11-07T00:00:00Z"),
    ("America/New_York", "1 hour", "-", "2023-11-05T03:00:00Z", "2023-11-06T06:00:00Z"),
    ("America/New_York", "1 day", "-", "1883-11-17T12:00:00Z", "1883-11-20T12:00:00Z"),
    # Changes one minute past midnight: in autumn midnight is shown twice, and the first one counts.
    ("America/St_Johns", "1 day", "-", "2005-04-02T00:00:00Z", "2005-04-05T00:00:00Z"),
    ("America/St_Johns", "1 day", "-", "2005-10-29T00:00:00Z", "2005-11-01T00:00:00Z"),
    ("America/St_Johns", "15 minute", "-", "2005-10-30T02:00:00Z", "2005-10-30T04:30:00Z"),
    ("America/St_Johns", "1 hour", "-", "2005-04-03T02:00:00Z", "2005-04-04T04:00:00Z"),
    # No midnight in spring; in autumn the clock goes back at midnight and does not show it the first time.
    ("America/Sao_Paulo", "1 day", "-", "2018-11-03T00:00:00Z", "2018-11-06T00:00:00Z"),
    ("America/Sao_Paulo", "1 day", "-", "2018-02-16T00:00:00Z", "2018-02-20T00:00:00Z"),
    ("America/Sao_Paulo", "7 hour", "-", "2018-11-03T12:00:00Z", "2018-11-05T12:00:00Z"),
    ("America/Sao_Paulo", "1 week", "-", "2018-10-20T00:00:00Z", "2018-11-20T00:00:00Z"),
    ("America/Asuncion", "1 month", "-", "2017-08-10T00:00:00Z", "2017-12-10T00:00:00Z"),
    ("Asia/Beirut", "1 day", "-", "2010-03-27T00:00:00Z", "2010-03-30T00:00:00Z"),
    ("Asia/Beirut", "1 day", "-", "2010-10-29T00:00:00Z", "2010-11-01T12:00:00Z"),
    ("Asia/Tehran", "1 day", "-", "2021-03-20T12:00:00Z", "2021-03-24T00:00:00Z"),
    ("Asia/Tehran", "1 day", "-", "2021-09-20T12:00:00Z", "2021-09-24T00:00:00Z"),
    # The clock goes back from one to midnight: it shows midnight twice.
    ("America/Havana", "1 day", "-", "2019-03-09T00:00:00Z", "2019-03-12T00:00:00Z"),
    ("America/Havana", "1 day", "-", "2019-11-02T00:00:00Z", "2019-11-05T00:00:00Z"),
    ("America/Havana", "1 month", "2019-01-03T05:00:00Z", "2019-09-10T00:00:00Z", "2019-12-10T00:00:00Z"),
    # Days that never were: Samoa had no 30 December 2011, Kwajalein no 21 August 1993.
    ("Pacific/Apia", "1 day", "-", "2011-12-28T12:00:00Z", "2012-01-02T00:00:00Z"),
    ("Pacific/Apia", "7 hour", "-", "2011-12-29T10:00:00Z", "2011-12-31T12:00:00Z"),
    ("Pacific/Apia", "1 week", "-", "2011-12-20T00:00:00Z", "2012-01-12T00:00:00Z"),
    ("Pacific/Apia", "2 day", "2011-12-26T10:00:00Z", "2011-12-26T12:00:00Z", "2012-01-04T00:00:00Z"),
    ("Pacific/Apia", "1 month", "2011-10-30T10:00:00Z", "2011-11-15T00:00:00Z", "2012-02-15T00:00:00Z"),
    ("Pacific/Kwajalein", "1 day", "-", "1993-08-18T12:00:00Z", "1993-08-24T00:00:00Z"),
    ("Pacific/Kwajalein", "1 hour", "-", "1993-08-21T08:00:00Z", "1993-08-21T16:00:00Z"),
    # Half an hour of daylight saving.
    ("Australia/Lord_Howe", "1 day", "-", "2019-04-05T00:00:00Z", "2019-04-08T00:00:00Z"),
    ("Australia/Lord_Howe", "1 hour", "-", "2019-04-06T12:00:00Z", "2019-04-07T15:00:00Z"),
    ("Australia/Lord_Howe", "7 hour", "-", "2019-10-05T12:00:00Z", "2019-10-07T00:00:00Z"),
    # A quarter of an hour forward at midnight, for good.
    ("Asia/Kathmandu", "1 day", "-", "1985-12-30T12:00:00Z", "1986-01-03T00:00:00Z"),
    ("Asia/Kathmandu", "1 year", "-", "1984-06-01T00:00:00Z", "1988-06-01T00:00:00Z"),
    ("Asia/Kathmandu", "15 minute", "-", "1985-12-31T18:00:00Z", "1985-12-31T19:30:00Z"),
    # Daylight saving that counts backward: Ramadan in Morocco, winter in Ireland.
    ("Africa/Casablanca", "1 day", "-", "2019-05-04T00:00:00Z", "2019-05-07T00:00:00Z"),
    ("Africa/Casablanca", "1 day", "-", "2019-06-08T00:00:00Z", "2019-06-11T00:00:00Z"),
    ("Europe/Dublin", "1 day", "-", "2019-03-30T00:00:00Z", "2019-04-02T00:00:00Z"),
    ("Europe/Dublin", "1 day", "-", "2019-10-26T00:00:00Z", "2019-10-29T00:00:00Z"),
    ("Europe/Dublin", "1 month", "-", "1971-09-15T00:00:00Z", "1972-05-01T00:00:00Z"),
    ("Antarctica/Troll", "1 day", "-", "2019-03-30T00:00:00Z", "2019-04-02T00:00:00Z"),
    ("Antarctica/Troll", "7 hour", "-", "2019-10-26T00:00:00Z", "2019-10-28T12:00:00Z"),
    # Everywhere, and nowhere.
    ("UTC", "1 week", "-", "1969-12-28T00:00:00Z", "1970-01-20T00:00:00Z"),
    ("UTC", "3 day", "-", "1969-12-20T00:00:00Z", "1970-01-10T00:00:00Z"),
    ("UTC", "2 quarter", "-", "1968-12-20T00:00:00Z", "1971-01-10T00:00:00Z"),
    ("UTC", "10 year", "-", "1955-12-20T00:00:00Z", "1991-01-10T00:00:00Z"),
    ("UTC", "1 month", "1970-01-29T00:00:00Z", "1899-12-30T00:00:00Z", "1900-04-10T00:00:00Z"),
    ("+05:30", "1 day", "-", "2024-02-28T12:00:00Z", "2024-03-02T00:00:00Z"),
    ("-09:30", "7 hour", "-", "2024-02-28T12:00:00Z", "2024-03-01T00:00:00Z"),
    # Far after the last change that is listed: only the rule decides.
    ("TZ:CET-1CEST,M3.5.0,M10.5.0/3", "1 day", "-", "2060-03-27T00:00:00Z", "2060-03-30T00:00:00Z"),
    ("TZ:CET-1CEST,M3.5.0,M10.5.0/3", "1 hour", "-", "2060-10-30T22:00:00Z", "2060-11-01T00:00:00Z"),
    ("TZ:CET-1CEST,M3.5.0,M10.5.0/3", "1 month", "-", "2060-01-15T00:00:00Z", "2061-01-15T00:00:00Z"),
    ("TZ:CET-1CEST,M3.5.0,M10.5.0/3", "1 year", "-", "9990-01-15T00:00:00Z", "9998-01-15T00:00:00Z"),
    ("TZ:EST5EDT,M3.2.0,M11.1.0", "1 day", "-", "2060-03-13T00:00:00Z", "2060-03-16T00:00:00Z"),
    ("TZ:EST5EDT,M3.2.0,M11.1.0", "7 hour", "-", "2400-11-04T00:00:00Z", "2400-11-06T12:00:00Z"),
    ("TZ:<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "1 day", "-", "2060-04-02T00:00:00Z", "2060-04-06T00:00:00Z"),
    ("TZ:<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "1 week", "-", "2060-12-20T00:00:00Z", "2061-01-20T00:00:00Z"),
    ("TZ:NST3:30NDT,M4.1.0/0:01,M10.5.0/0:01", "1 day", "-", "2060-10-30T00:00:00Z", "2060-11-02T00:00:00Z"),
    ("TZ:<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "1 day", "-", "2060-03-26T00:00:00Z", "2060-03-30T00:00:00Z"),
    ("TZ:IST-1GMT0,M10.5.0,M3.5.0/1", "1 day", "-", "2060-03-27T00:00:00Z", "2060-03-30T00:00:00Z"),
    ("TZ:AAA2BBB,J60/0,J300/0", "1 day", "-", "2060-02-28T00:00:00Z", "2060-03-04T00:00:00Z"),
    ("TZ:<+13>-13", "1 day", "-", "2060-02-27T00:00:00Z", "2060-03-02T00:00:00Z"),
]

# zone, instants
OFFSETS = [
    ("Europe/Berlin", "0001-01-02T00:00:00Z 1880-01-01T00:00:00Z 1893-03-31T23:06:31Z 1893-03-31T23:06:32Z "
     "1945-07-01T00:00:00Z 1970-01-01T00:00:00Z 2024-03-31T00:59:59Z 2024-03-31T01:00:00Z 2024-10-27T00:59:59Z "
     "2024-10-27T01:00:00Z"),
    ("America/New_York", "1880-01-01T00:00:00Z 1883-11-18T16:59:59Z 1883-11-18T17:00:00Z 2007-03-11T07:00:00Z"),
    ("America/St_Johns", "1988-06-01T00:00:00Z 2005-10-30T02:30:59Z 2005-10-30T02:31:00Z"),
    ("Asia/Kathmandu", "1985-12-31T18:29:59Z 1985-12-31T18:30:00Z"),
    ("Pacific/Apia", "2011-12-30T09:59:59Z 2011-12-30T10:00:00Z"),
    ("Europe/Dublin", "1971-10-31T01:59:59Z 1971-10-31T02:00:00Z 2019-07-01T00:00:00Z 2019-12-01T00:00:00Z"),
    ("Antarctica/Troll", "2019-07-01T00:00:00Z 2019-12-01T00:00:00Z"),
    ("Africa/Casablanca", "2019-05-20T00:00:00Z 2019-07-20T00:00:00Z"),
    ("TZ:CET-1CEST,M3.5.0,M10.5.0/3", "1960-07-01T00:00:00Z 2060-03-28T00:59:59Z 2060-03-28T01:00:00Z "
     "2060-10-31T00:59:59Z 2060-10-31T01:00:00Z 9998-12-31T23:59:59Z"),
    ("TZ:<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2060-01-01T00:00:00Z 2060-07-01T00:00:00Z 2060-12-31T23:59:59Z"),
    ("TZ:XXX3EDT4,0/0,J365/23", "2060-01-01T00:00:00Z 2060-01-01T03:00:00Z 2060-07-01T00:00:00Z "
     "2060-12-31T23:59:59Z 2061-01-01T02:59:59Z 2061-01-01T03:00:00Z"),
    ("TZ:AAA2BBB,J60/0,J300/0", "2060-03-01T01:59:59Z 2060-03-01T02:00:00Z 2061-03-01T01:59:59Z 2061-03-01T02:00:00Z"),
    ("TZ:AAA-3:25:45", "2060-01-01T00:00:00Z"),
]


def seconds(text):
    return int((datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ") - EPOCH) / timedelta(seconds=1))


def text(instant):
    moment = EPOCH + timedelta(seconds=instant)
    return f"{moment.year:04}-{moment:%m-%dT%H:%M:%SZ}"


def tzif(rule):
    """A file of version 3 without changes, so that its rule decides for all time."""
    block = struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 0, 0, 0) + b"LMT\0"
    header = b"TZif3" + bytes(15)
    return (header + block) * 2 + b"\n" + rule.encode() + b"\n"


def zone(name):
    if name.startswith("TZ:"):
        return zoneinfo.ZoneInfo.from_file(io.BytesIO(tzif(name[3:])))
    if name[0] in "+-":
        offset = timedelta(hours=int(name[1:3]), minutes=int(name[4:6]))
        return timezone(offset if name[0] == "+" else -offset)
    return zoneinfo.ZoneInfo(name)


def offset(rules, instant):
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=instant)
    return int(moment.astimezone(rules).utcoffset().total_seconds())


def first_instant(rules, local):
    """The first instant at which the clock shows `local` (seconds as if UTC) or later."""
    instant = local - 27 * HOUR
    while instant + offset(rules, instant) < local:
        instant += MINUTE
    instant -= MINUTE
    while instant + offset(rules, instant) < local:
        instant += 1
    return instant


def midnights(day):
    return (day - date(1970, 1, 1)).days * DAY


def months(first, step, day, time, low, high):
    """Local times of a day of every so many months; `first` counts months from year 0."""
    month = first - ((first - low.year * 12) // step + 2) * step
    while month <= (high.year + 1) * 12 + 2 * step:
        year, number = divmod(month, 12)
        if 1 <= year <= 9999:
            last = calendar.monthrange(year, number + 1)[1]
            yield midnights(date(year, number + 1, min(day, last))) + time
        month += step


def edges(name, interval, anchor, low, high):
    rules = zone(name)
    count, unit = interval.split()
    count, low, high = int(count), seconds(low), seconds(high)
    start = None if anchor == "-" else seconds(anchor)
    if unit in ("minute", "hour"):
        step = count * (MINUTE if unit == "minute" else HOUR)
        if start is not None:
            found = [start + n * step for n in range((low - start) // step - 1, (high - start) // step + 3)]
        else:
            day = low // DAY * DAY - 3 * DAY
            days = sorted({first_instant(rules, day + n * DAY) for n in range((high - low) // DAY + 8)})
            found = [at for a, b in zip(days, days[1:]) for at in range(a, b, step)]
    else:
        if unit in ("day", "week"):
            step = count * DAY * (7 if unit == "week" else 1)
            origin = 4 * DAY if unit == "week" else 0
            if start is not None:
                origin = start + offset(rules, start)
            first = (low - origin) // step - 2
            locals_ = [origin + n * step for n in range(first, (high - origin) // step + 4)]
        else:
            step = count * {"month": 1, "quarter": 3, "year": 12}[unit]
            origin = datetime(1970, 1, 1)
            if start is not None:
                origin = EPOCH + timedelta(seconds=start + offset(rules, start))
            time = int((origin - datetime(origin.year, origin.month, origin.day)).total_seconds())
            reach = [EPOCH + timedelta(seconds=at) for at in (low, high)]
            locals_ = list(months(origin.year * 12 + origin.month - 1, step, origin.day, time, *reach))
            margin = step * 32 * DAY + 3 * DAY
            locals_ = [at for at in locals_ if low - margin <= at <= high + margin]
        found = sorted({first_instant(rules, local) for local in locals_})
    first = max(at for at in found if at <= low)
    last = min(at for at in found if at >= high)
    return [at for at in found if first <= at <= last]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "edges.tsv"), "w", encoding="utf-8", newline="\n") as out:
        out.write("# Written by make_cases.py. Columns: zone, interval, anchor, from, to, edges of the intervals.\n")
        for row in EDGES:
            out.write("\t".join(row) + "\t" + " ".join(text(at) for at in edges(*row)) + "\n")
    with open(os.path.join(here, "offsets.tsv"), "w", encoding="utf-8", newline="\n") as out:
        out.write("# Written by make_cases.py. Columns: zone, instant, seconds east of UTC.\n")
        for name, instants in OFFSETS:
            for instant in instants.split():
                out.write(f"{name}\t{instant}\t{offset(zone(name), seconds(instant))}\n")


if __name__ == "__main__":
    main()
