"""Faults that are planted into samples: who finds them, and who takes sound samples for faulty?"""
from __future__ import annotations

import random

from fragments import Piece, json_head
from kinds import QUANTITIES, REQUIRED

FAULTS = [
    "unknown_type", "incompatible_unit", "value_not_number", "enum_out_of_range", "end_before_start",
    "duration_too_long", "missing_required_metadata", "malformed_json",
]
UNITS = {kind.name: kind.units for kind in QUANTITIES}
WITH_CASES = ["sleepAnalysis", "appleStandHour", "menstrualFlow"]


def type_for(fault: str, dice: random.Random) -> str:
    """A type that can have this fault."""
    if fault == "enum_out_of_range":
        return dice.choice(WITH_CASES)
    return dice.choice(list(REQUIRED) if fault == "missing_required_metadata" else list(UNITS))


def end_shift(fault: str) -> int:
    """How many seconds behind the start such a sample ends, where that is the fault; else 0."""
    return {"end_before_start": -3600, "duration_too_long": 8 * 86400}.get(fault, 0)


def faulty(fault: str, uuid: str, piece: Piece, start: str, end: str, dice: random.Random) -> str:
    """The line of a sample with one fault."""
    name, value, unit, metadata = piece.name, piece.value, piece.unit, piece.metadata
    if fault == "unknown_type":
        name = dice.choice(["hartRate", "HKQuantityTypeIdentifierHartRate", "stepcount", "moonPhase", ""])
    elif fault == "incompatible_unit":
        units = ("kg", "km", "kcal", "mmHg", "furlong", "Count/Min")
        unit = dice.choice([unit for unit in units if unit not in UNITS[name]])
    elif fault == "value_not_number":
        value = dice.choice(['"abc"', "null", "true", '"12,5"', "[1]", "{}"])
    elif fault == "enum_out_of_range":
        value = dice.choice(["99", "-1", "17"])
    elif fault == "missing_required_metadata":
        metadata = dice.choice(["", ',"metadata":{}', ',"metadata":{"HKWasUserEntered":1}'])
    head = json_head(name, value, unit)
    line = f'{{"uuid":"{uuid}",{head}{start}","end":"{end}"{piece.origin}{metadata}}}\n'
    if fault == "malformed_json":
        broken = [line[: len(line) // 2] + "\n", line.replace(":", " ", 1), line[:-2] + ",}\n", "not json\n"]
        line = dice.choice(broken)
    return line
