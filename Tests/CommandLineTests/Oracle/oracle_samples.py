"""The samples of an export, and what is known of their types."""

import json
from fractions import Fraction

from oracle_calendar import moment, own_zone

CUMULATIVE, ARITHMETIC, WEIGHTED, LEVEL, CATEGORY, CORRELATION = range(6)

# How the values of each type are combined.
STYLES = {
    "stepCount": CUMULATIVE, "activeEnergyBurned": CUMULATIVE, "distanceWalkingRunning": CUMULATIVE,
    "bodyMass": ARITHMETIC, "bloodPressureSystolic": ARITHMETIC, "bloodPressureDiastolic": ARITHMETIC,
    "heartRate": WEIGHTED, "restingHeartRate": WEIGHTED, "environmentalAudioExposure": LEVEL,
    "sleepAnalysis": CATEGORY, "appleStandHour": CATEGORY, "mindfulSession": CATEGORY, "bloodPressure": CORRELATION,
}

# The cases of each category by raw value.
CASES = {
    "sleepAnalysis": ["inBed", "asleepUnspecified", "awake", "asleepCore", "asleepDeep", "asleepREM"],
    "appleStandHour": ["stood", "idle"], "mindfulSession": ["notApplicable"],
}

# The case of a category that frames the others.
SESSIONS = {"sleepAnalysis": "inBed"}

# What one of a type's unit is in another unit, by international definition.
FACTORS = {
    ("m", "km"): Fraction(1, 1000), ("m", "mi"): 1 / Fraction("1609.344"), ("kcal", "kJ"): Fraction("4.184"),
    ("kg", "lb"): 1 / Fraction("0.45359237"), ("count/min", "count/s"): Fraction(1, 60),
}


class Sample:
    """One sample of an export."""

    def __init__(self, line):
        self.id = line["uuid"]
        self.type = line["type"]
        self.start, _ = moment(line["start"])
        self.end, _ = moment(line["end"])
        self.unit = line.get("unit")
        is_number = isinstance(line.get("value"), (int, float))
        self.value = Fraction(line["value"]) if is_number else None
        self.case = None if is_number else line.get("value")
        metadata = line.get("metadata", {})
        self.source = Source(line.get("source", {}), line.get("device", {}), metadata.get("HKWasUserEntered") is True)
        self.zone = own_zone(metadata.get("HKTimeZone"), line["offset"])

    @property
    def length(self):
        return self.end - self.start


class Source:
    """Who measured, as far as sources are told apart and ranked by it."""

    def __init__(self, source, device, is_typed):
        self.bundle = source.get("bundle")
        self.name = source.get("name")
        is_apples = (self.bundle or "").startswith("com.apple.")
        words = [source.get("product", "")] if is_apples else [device.get("name", ""), device.get("model", "")]
        if is_typed:
            self.category = 4
        elif any("Watch" in word for word in words):
            self.category = 1
        elif any("iPhone" in word for word in words):
            self.category = 2
        else:
            self.category = 3

    def rank(self, priority):
        """What sources are ordered by, the first wins; equal ranks are one source."""
        for names in ([self.bundle], [self.name]):
            for place, name in enumerate(priority):
                if name in names:
                    return (place, 0, self.bundle or "", self.name if self.bundle is None else "")
        return (len(priority), self.category, self.bundle or "", self.name if self.bundle is None else "")

    def shown(self, priority):
        """What the source is called."""
        is_typed = self.category == 4 and self.rank(priority)[0] == len(priority)
        return (self.name or self.bundle) + (" (entered by hand)" if is_typed else "")


def read(path):
    """The samples of an export by type, members of correlations in their own type as well."""
    samples = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            for part in [item] + item.get("members", []):
                samples.setdefault(part["type"], []).append(Sample(part))
    for some in samples.values():
        some.sort(key=lambda sample: (sample.start, sample.id))
    return samples
