#!/usr/bin/env python3
"""Writes 10,000 made-up samples of a year, for tests of statistics.

    python3 Tests/CommandLineTests/Oracle/make_samples.py SEED > samples.ndjson

The same seed gives the same bytes. There are types of all aggregation styles, categories and a correlation, from an
Apple Watch, an iPhone and an app, some of them typed in, which overlap each other and themselves: instants and
durations, equal starts, samples over midnight and over the ends of months, in Berlin on both days when clocks change,
and on a trip from Auckland over the date line to Honolulu and on to Los Angeles. Most samples name their time zone;
some have its offset only.
"""

import datetime
import json
import random
import sys
import uuid

MINUTE = 60_000_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# Samples of each type; a blood pressure counts with its two members.
COUNTS = {
    "stepCount": 2300, "activeEnergyBurned": 1500, "distanceWalkingRunning": 1200, "bodyMass": 400, "heartRate": 1900,
    "restingHeartRate": 300, "environmentalAudioExposure": 700, "sleepAnalysis": 850, "appleStandHour": 250,
    "mindfulSession": 150, "bloodPressure": 150,
}


def moment(text):
    """A time in UTC in microseconds since 1970."""
    time = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.timezone.utc)
    return (time - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(microseconds=1)


# Where the person is: from when, the zone, its offset in minutes. Offsets are written down, not looked up, so that the
# samples are the same on every machine; each row is a stay or a change of clocks.
STAYS = [
    (moment("2025-01-01T00:00"), "Europe/Berlin", 60),
    (moment("2025-03-30T01:00"), "Europe/Berlin", 120),
    (moment("2025-08-01T00:00"), "Pacific/Auckland", 720),
    (moment("2025-08-10T10:00"), "Pacific/Honolulu", -600),
    (moment("2025-08-13T20:00"), "America/Los_Angeles", -420),
    (moment("2025-08-20T00:00"), "Europe/Berlin", 120),
    (moment("2025-10-26T01:00"), "Europe/Berlin", 60),
]

# Around what samples gather: begin, length in hours, share of the samples.
GATHERINGS = [
    (moment("2025-03-28T12:00"), 96, 20),
    (moment("2025-08-09T00:00"), 140, 25),
    (moment("2025-10-24T12:00"), 96, 20),
    (moment("2025-06-29T18:00"), 60, 10),
    (moment("2025-01-01T00:00"), 364 * 24, 20),
    (moment("2024-12-30T00:00"), 72, 5),
]

WATCH = {
    "source": {
        "name": "Sam's Apple Watch", "bundle": "com.apple.health.5D1F0C52", "version": "11.5", "product": "Watch6,7",
        "os": "11.5.0"},
    "device": {
        "name": "Apple Watch", "manufacturer": "Apple Inc.", "model": "Watch", "hardware": "Watch6,7",
        "software": "11.5"},
}
PHONE = {
    "source": {
        "name": "Sam's iPhone", "bundle": "com.apple.health.1B2E77A0", "version": "18.5", "product": "iPhone15,2",
        "os": "18.5.0"},
    "device": {
        "name": "iPhone", "manufacturer": "Apple Inc.", "model": "iPhone", "hardware": "iPhone15,2",
        "software": "18.5"},
}
APP = {"source": {"name": "Stride", "bundle": "com.example.stride", "version": "4", "product": "iPhone15,2"}}
TYPED = {"source": {"name": "Health", "bundle": "com.apple.Health", "version": "18.5", "product": "iPhone15,2"}}


class Maker:
    """Makes samples from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.starts = []
        self.intervals = set()

    def line(self, kind):
        """One sample as a line of JSON."""
        start, end = self.times(kind)
        zone, offset = place(start)
        sample = {"type": kind}
        # Two samples with the same content and no id are one sample.
        is_repeated = (kind, start, end) in self.intervals
        self.intervals.add((kind, start, end))
        if self.random.random() < 0.4 or is_repeated:
            sample["uuid"] = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        sample.update(self.value(kind, end - start))
        sample["start"] = written(start, offset)
        if end > start:
            sample["end"] = written(end, offset)
        origin, is_typed = self.origin(kind)
        sample.update(origin)
        metadata = {}
        if self.random.random() < 0.8:
            metadata["HKTimeZone"] = zone
        if is_typed:
            metadata["HKWasUserEntered"] = True
        if metadata:
            sample["metadata"] = metadata
        return json.dumps(sample, ensure_ascii=False, separators=(",", ":"))

    def origin(self, kind):
        """Who measured, and whether somebody typed it in."""
        place = self.random.random()
        if place < 0.40:
            return WATCH, False
        if place < 0.72:
            return PHONE, False
        if place < 0.90:
            return APP, False
        return (TYPED, True) if place < 0.96 else (APP, True)

    def times(self, kind):
        """Start and end."""
        pick = self.random
        if kind == "appleStandHour":
            start = self.instant() // HOUR * HOUR
            return start, start + HOUR
        # Now and then at the very start of an earlier sample, in whole hours, or to the microsecond.
        way = pick.random()
        if way < 0.08 and self.starts:
            start = pick.choice(self.starts)
        elif way < 0.16:
            start = self.instant() // HOUR * HOUR
        elif way < 0.30:
            start = self.instant()
        else:
            start = self.instant() // 1_000_000 * 1_000_000
        self.starts.append(start)
        if len(self.starts) > 40:
            self.starts.pop(0)
        return start, start + self.length(kind)

    def instant(self):
        """Some moment of the year, more likely where there is something to see."""
        begin, hours, _ = self.random.choices(GATHERINGS, [share for _, _, share in GATHERINGS])[0]
        return begin + int(self.random.random() * hours * HOUR)

    def length(self, kind):
        """How long a sample lasts in microseconds."""
        pick = self.random
        if kind in ("bodyMass", "bloodPressure"):
            return 0
        if kind in ("heartRate", "restingHeartRate"):
            way = pick.random()
            return 0 if way < 0.6 else pick.randrange(1, 20 * MINUTE) if way < 0.9 else pick.randrange(DAY)
        if kind == "sleepAnalysis":
            return pick.randrange(5, 480) * MINUTE
        if kind == "environmentalAudioExposure":
            return pick.choice([30 * MINUTE, pick.randrange(1_000, 40 * MINUTE)])
        way = pick.random()
        if way < 0.06:
            return 0
        if way < 0.8:
            return pick.randrange(1, 15 * 60) * 1_000_000
        return pick.randrange(1, 5 * HOUR) if way < 0.97 else pick.randrange(DAY, 2 * DAY)

    def value(self, kind, length):
        """What was measured, with its unit."""
        pick = self.random
        if kind == "stepCount":
            return {"value": pick.randrange(0, 2000), "unit": "count"}
        if kind == "activeEnergyBurned":
            way = pick.random()
            if way < 0.2:
                return {"value": pick.uniform(0, 2500), "unit": "kJ"}
            return {"value": pick.uniform(0, 600) if way < 0.8 else pick.uniform(0, 1e-7), "unit": "kcal"}
        if kind == "distanceWalkingRunning":
            if pick.random() < 0.3:
                return {"value": round(pick.uniform(0, 9), 5), "unit": "km"}
            return {"value": pick.uniform(0, 9000), "unit": "m"}
        if kind == "bodyMass":
            return {"value": pick.uniform(60, 90), "unit": "kg"}
        if kind == "heartRate":
            return {"value": pick.choice([pick.randrange(45, 190), pick.uniform(45, 190)]), "unit": "count/min"}
        if kind == "restingHeartRate":
            return {"value": pick.randrange(48, 75), "unit": "count/min"}
        if kind == "environmentalAudioExposure":
            return {"value": pick.uniform(30, 110), "unit": "dBASPL"}
        if kind == "sleepAnalysis":
            cases = ["inBed", "asleepUnspecified", "awake", "asleepCore", "asleepDeep", "asleepREM"]
            return {"value": pick.choice(cases)}
        if kind == "appleStandHour":
            return {"value": pick.choice(["stood", "idle"])}
        if kind == "mindfulSession":
            return {"value": "notApplicable"}
        systolic, diastolic = pick.uniform(95, 165), pick.uniform(55, 95)
        return {"members": [
            {"type": "bloodPressureSystolic", "value": systolic, "unit": "mmHg"},
            {"type": "bloodPressureDiastolic", "value": diastolic, "unit": "mmHg"},
        ]}


def place(instant):
    """The time zone and the offset in minutes where the person is."""
    begun = [stay for stay in STAYS if stay[0] <= instant] or STAYS[:1]
    return begun[-1][1:]


def written(instant, offset):
    """A time as RFC 3339 with an offset in minutes."""
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=instant + offset * MINUTE)
    sign, rest = ("-", -offset) if offset < 0 else ("+", offset)
    return f"{time.isoformat(timespec='auto')}{sign}{rest // 60:02}:{rest % 60:02}"


def main():
    maker = Maker(int(sys.argv[1]))
    kinds = [kind for kind, count in COUNTS.items() for _ in range(count)]
    maker.random.shuffle(kinds)
    for kind in kinds:
        print(maker.line(kind))


if __name__ == "__main__":
    main()
