"""The types that made-up samples have, their shares, and the rules that their values obey."""
from __future__ import annotations

import json
import sys
from typing import NamedTuple

DAY = 86400
ENERGY = {"kcal": 1, "Cal": 1, "kJ": 0.2390057361, "J": 0.0002390057361, "cal": 0.001}
LENGTH = {"km": 1, "m": 0.001, "mi": 1.609344, "ft": 0.0003048, "cm": 0.00001}
RATE = {"count/min": 1, "count/s": 60, "count/hr": 1 / 60}
MASS = {"kg": 1, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125, "st": 6.35029318}
GLUCOSE = {"mg/dL": 1, "mmol<180.1558800000541>/L": 18.01558800000541, "g/L": 100}
PRESSURE = {"mmHg": 1, "kPa": 7.500616827, "Pa": 0.007500616827}


class Quantity(NamedTuple):
    """A type with a number and a unit."""

    name: str
    share: float  # percent of all samples
    units: dict[str, float]  # unit: factor to the first one
    allowed: tuple[float, float]  # in the first unit
    made: tuple[float, float, int]  # lowest, highest, decimals
    lasts: tuple[int, int]  # seconds, as made
    longest: int  # seconds, as allowed


class Category(NamedTuple):
    """A type with cases, which are written by their raw numbers."""

    name: str
    share: float
    cases: list[str]
    first: int  # the lowest raw number that is allowed
    lasts: tuple[int, int]
    longest: int
    prefix: str  # of the cases' names in an export


QUANTITIES = [
    Quantity("heartRate", 35.0, RATE, (0, 400), (45, 165, 0), (0, 0), DAY),
    Quantity("activeEnergyBurned", 20.0, ENERGY, (0, 5000), (0.01, 9, 3), (20, 180), 4 * DAY),
    Quantity("stepCount", 15.0, {"count": 1}, (0, 200000), (1, 240, 0), (5, 600), 4 * DAY),
    Quantity("basalEnergyBurned", 12.0, ENERGY, (0, 5000), (5, 20, 3), (300, 900), 4 * DAY),
    Quantity("distanceWalkingRunning", 8.0, LENGTH, (0, 500), (0.001, 0.4, 7), (5, 600), 4 * DAY),
    Quantity("oxygenSaturation", 2.4, {"%": 1}, (0, 1), (0.9, 1.0, 2), (0, 0), DAY),
    Quantity("respiratoryRate", 1.0, RATE, (0, 100), (9, 22, 1), (0, 0), DAY),
    Quantity("heartRateVariabilitySDNN", 0.9, {"ms": 1, "s": 1000}, (0, 1000), (12, 140, 4), (55, 65), DAY),
    Quantity("environmentalAudioExposure", 0.6, {"dBASPL": 1}, (0, 200), (35, 90, 4), (60, 1800), DAY),
    Quantity("flightsClimbed", 0.6, {"count": 1}, (0, 10000), (1, 6, 0), (10, 120), 4 * DAY),
    Quantity("restingHeartRate", 0.3, RATE, (0, 400), (48, 66, 0), (3600, 80000), 4 * DAY),
    Quantity("bloodGlucose", 0.3, GLUCOSE, (0, 2000), (65, 190, 0), (0, 0), DAY),
    Quantity("bodyMass", 0.2, MASS, (0, 700), (60, 90, 1), (0, 0), DAY),
    Quantity("bodyTemperature", 0.1, {"degC": 1}, (20, 50), (36, 38, 1), (0, 0), DAY),
    Quantity("bloodPressureSystolic", 0.2, PRESSURE, (0, 400), (98, 145, 0), (0, 0), DAY),
    Quantity("bloodPressureDiastolic", 0.2, PRESSURE, (0, 300), (58, 92, 0), (0, 0), DAY),
    Quantity("insulinDelivery", 0.3, {"IU": 1}, (0, 1000), (1, 12, 1), (0, 0), DAY),
]
CATEGORIES = [
    Category(
        "sleepAnalysis", 2.2, ["InBed", "AsleepUnspecified", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM"], 0,
        (600, 5400), DAY, "SleepAnalysis"),
    Category("appleStandHour", 0.5, ["Stood", "Idle"], 0, (3600, 3600), DAY, "AppleStandHour"),
    Category(
        "menstrualFlow", 0.1, ["", "Unspecified", "Light", "Medium", "Heavy", "None"], 1, (0, 0), 4 * DAY,
        "VaginalBleeding"),
    Category("mindfulSession", 0.1, ["NotApplicable"], 0, (60, 1200), DAY, ""),
]
# Of a type: how many of its samples have metadata, under which key, and the values as JSON.
METADATA = {
    "heartRate": (0.45, "HKMetadataKeyHeartRateMotionContext", ["0", "1", "2"]),
    "sleepAnalysis": (1, "HKTimeZone", ['"America/Los_Angeles"']),
    "oxygenSaturation": (1, "HKMetadataKeyBarometricPressure", ['"101.325 kPa"', '"100.91 kPa"']),
    "bodyMass": (1, "HKWasUserEntered", ["1"]),
    "bloodGlucose": (0.5, "HKBloodGlucoseMealTime", ["1", "2"]),
    "insulinDelivery": (1, "HKInsulinDeliveryReason", ["1", "2"]),
    "menstrualFlow": (1, "HKMenstrualCycleStart", ["0", "1"]),
}
REQUIRED = {"insulinDelivery": "HKInsulinDeliveryReason", "menstrualFlow": "HKMenstrualCycleStart"}


class Source(NamedTuple):
    """Who measured: the source, and its device when it has one."""

    name: str
    bundle: str
    version: str
    device: str | None
    model: str | None
    hardware: str | None


SOURCES = [
    Source("Made-up\u2019s Apple\u00a0Watch", "com.apple.health.0A1B2C3D", "11.2", "Apple Watch", "Watch", "Watch6,7"),
    Source("Made-up\u2019s iPhone", "com.apple.health.9F8E7D6C", "18.3.1", "iPhone", "iPhone", "iPhone15,2"),
    Source("Sleep & Rest+", "com.example.sleeprest", "4.120.3", None, None, None),
    Source("Cuff", "com.example.cuff", "2.0", "BPM Connect", "BPM", "v3"),
]
# Of a type: the source of two samples in three, and of the third.
SOURCES_OF = {
    "sleepAnalysis": (0, 2), "bloodPressureSystolic": (3, 3), "bloodPressureDiastolic": (3, 3), "stepCount": (0, 1),
    "distanceWalkingRunning": (0, 1), "flightsClimbed": (1, 1), "bodyMass": (2, 1), "insulinDelivery": (2, 2),
    "bloodGlucose": (2, 2),
}


def rules() -> dict[str, dict]:
    """What holds for the samples of each type, as the peers are told."""
    found: dict[str, dict] = {}
    for kind in QUANTITIES:
        found[kind.name] = {
            "kind": "quantity", "units": kind.units, "range": kind.allowed, "max_duration_s": kind.longest}
    for kind in CATEGORIES:
        found[kind.name] = {
            "kind": "category", "values": list(range(kind.first, len(kind.cases))), "max_duration_s": kind.longest}
    for name, key in REQUIRED.items():
        found[name]["required_metadata"] = [key]
    return found


if __name__ == "__main__":
    json.dump(rules(), sys.stdout, indent=1)
