"""Clocks and intervals of the calendar, by the standard library's zoneinfo."""

import calendar
import datetime
import functools
import re
import zoneinfo

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
EPOCH = datetime.datetime(1970, 1, 1)


def moment(text):
    """A time in microseconds since 1970, in UTC when it has an offset, and whether it has none."""
    parts = re.fullmatch(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)?", text)
    if not parts:
        raise ValueError(f"no time: {text}")
    date, clock, second, fraction, offset = parts.groups()
    time = datetime.datetime.fromisoformat(f"{date}T{clock}{second or ':00'}")
    instant = (time - EPOCH) // datetime.timedelta(microseconds=1) + int((fraction or "0").ljust(6, "0"))
    return instant - (minutes(offset) * MINUTE if offset else 0), offset is None


def minutes(offset):
    """An offset such as `-07:00` in minutes."""
    if offset == "Z":
        return 0
    total = int(offset[1:3]) * 60 + int(offset[4:6])
    return -total if offset[0] == "-" else total


@functools.lru_cache(maxsize=None)
def named_zone(name):
    return zoneinfo.ZoneInfo(name)


@functools.lru_cache(maxsize=None)
def own_zone(name, offset):
    """A sample's own zone: the one it names, else a clock with its offset."""
    if name:
        return named_zone(name)
    return datetime.timezone(datetime.timedelta(minutes=minutes(offset)))


@functools.lru_cache(maxsize=None)
def reading(instant, zone):
    """What the clock of a zone shows, without an offset."""
    time = EPOCH.replace(tzinfo=datetime.timezone.utc) + datetime.timedelta(microseconds=instant)
    return time.astimezone(zone).replace(tzinfo=None)


def as_microseconds(clock):
    return (clock - EPOCH) // datetime.timedelta(microseconds=1)


@functools.lru_cache(maxsize=None)
def first_instant(clock, zone):
    """The first moment at which the clock of a zone shows a reading, or a later one."""
    middle = as_microseconds(clock)
    # Changes of clocks lie a quarter of an hour or more apart, so that one step has at most one of them.
    late = next(t for t in range(middle - 26 * HOUR, middle + 26 * HOUR, 15 * MINUTE) if reading(t, zone) >= clock)
    early = late - 15 * MINUTE
    while late - early > 1:
        between = (early + late) // 2
        if reading(between, zone) >= clock:
            late = between
        else:
            early = between
    return late


class Grid:
    """Intervals of a calendar in one zone, counted from 1970 or from a moment."""

    def __init__(self, by, zone, anchor=None):
        count, unit = re.fullmatch(r"(\d*) ?([a-z]+?)s?", by).groups()
        self.count = int(count or 1)
        self.unit = {"min": "minute", "h": "hour", "d": "day", "w": "week"}.get(unit, unit)
        self.zone = zone
        self.anchor = anchor
        monday = datetime.datetime(1970, 1, 5)
        self.origin = (monday if self.unit == "week" else EPOCH) if anchor is None else reading(anchor, zone)
        self.known = {}

    def interval(self, instant):
        """The start and the end of the interval that a moment lies in."""
        if self.unit not in ("minute", "hour"):
            clock = reading(instant, self.zone)
            number = self.guess(clock)
            while self.edge(number) > instant:
                number -= 1
            while self.edge(number + 1) <= instant:
                number += 1
            return self.edge(number), self.edge(number + 1)
        step = self.count * (MINUTE if self.unit == "minute" else HOUR)
        if self.anchor is not None:
            start = self.anchor + (instant - self.anchor) // step * step
            return start, start + step
        if self.unit not in self.known:
            self.known[self.unit] = Grid("day", self.zone)
        midnight, next_midnight = self.known[self.unit].interval(instant)
        start = midnight + (instant - midnight) // step * step
        return start, min(start + step, next_midnight)

    def edge(self, number):
        """When the interval of a number begins."""
        if number not in self.known:
            self.known[number] = first_instant(self.clock(number), self.zone)
        return self.known[number]

    def clock(self, number):
        """What the clock shows, or should, when the interval of a number begins."""
        if self.unit in ("day", "week"):
            return self.origin + datetime.timedelta(days=number * self.count * (7 if self.unit == "week" else 1))
        month = self.origin.year * 12 + self.origin.month - 1 + number * self.months
        days = calendar.monthrange(month // 12, month % 12 + 1)[1]
        return self.origin.replace(year=month // 12, month=month % 12 + 1, day=min(self.origin.day, days))

    def guess(self, clock):
        """The number of an interval near a reading."""
        if self.unit in ("day", "week"):
            return (clock - self.origin).days // (self.count * (7 if self.unit == "week" else 1))
        months = (clock.year - self.origin.year) * 12 + clock.month - self.origin.month
        return months // self.months

    @property
    def months(self):
        return self.count * {"month": 1, "quarter": 3, "year": 12}[self.unit]


def leaving(interval, zone, instant, last):
    """The first moment at which a clock that shows a reading in an interval shows one outside it; at most `last`."""
    early = instant
    while early < last:
        late = min(early // (15 * MINUTE) * 15 * MINUTE + 15 * MINUTE, last)
        if not interval[0] <= as_microseconds(reading(late, zone)) < interval[1]:
            while late - early > 1:
                between = (early + late) // 2
                if interval[0] <= as_microseconds(reading(between, zone)) < interval[1]:
                    early = between
                else:
                    late = between
            return late
        early = late
    return last
