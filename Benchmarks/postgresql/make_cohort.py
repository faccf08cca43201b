"""Makes up the samples of a cohort as NDJSON, the same ones for the same seed: one participant after another.

Each participant has the same number of samples, spread over a year, as two devices and an app would record them: pulses
with a context, steps, energy, distances, and some of other types. Ids are derived unless `--given` says how many percent
come with one.
"""
from __future__ import annotations

import argparse
import random
import sys
import time
import uuid
from typing import TextIO

YEAR_BEGIN = 1_735_689_600  # 2025-01-01T00:00:00Z
DAYS = 365
WATCH = (
    '"source":{"name":"Study Watch","bundle":"org.example.watch","version":"11.2","product":"Watch6,7"},'
    '"device":{"name":"Study Watch","manufacturer":"Example","model":"Watch","hardware":"Watch6,7"}')
PHONE = (
    '"source":{"name":"Study Phone","bundle":"org.example.phone","version":"18.3.1","product":"Phone15,2"},'
    '"device":{"name":"Study Phone","manufacturer":"Example","model":"Phone","hardware":"Phone15,2"}')
APP = '"source":{"name":"Night","bundle":"org.example.night","version":"4.120.3"}'
# Share in percent, type, unit, least and greatest value, digits, seconds it lasts at most, where from.
KINDS = [
    (50, "heartRate", "count/min", 45, 165, 0, 0, WATCH), (16, "stepCount", "count", 1, 240, 0, 600, PHONE),
    (14, "activeEnergyBurned", "kcal", 0.01, 9, 3, 180, WATCH),
    (9, "distanceWalkingRunning", "km", 0.001, 0.4, 5, 600, PHONE),
    (4, "respiratoryRate", "count/min", 9, 22, 1, 0, WATCH), (3, "oxygenSaturation", "%", 0.9, 1, 2, 0, WATCH),
    (2, "heartRateVariabilitySDNN", "ms", 12, 140, 4, 60, WATCH),
]
SLEEP = ["asleepCore", "asleepDeep", "asleepREM", "awake"]


def kinds() -> list[int]:
    """A hundred places of `KINDS`; -1 is a part of a night."""
    places = [index for index, kind in enumerate(KINDS) for _ in range(kind[0])]
    return places + [-1] * (100 - len(places))


def stamp(days: list[str], times: list[str], seconds: int) -> str:
    return f"{days[seconds // 86400]}T{times[seconds % 86400]}-08:00"


def write(out: TextIO, participants: int, each: int, given: float, seed: int) -> None:
    days = [time.strftime("%Y-%m-%d", time.gmtime(YEAR_BEGIN + day * 86400)) for day in range(DAYS + 2)]
    times = [f"{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}" for s in range(86400)]
    chosen = kinds()
    step = DAYS * 86400 / max(1, each)
    for person in range(participants):
        rng = random.Random(seed * 1_000_003 + person)
        subject = f"P{person + 1:05d}"
        lines = []
        for index in range(each):
            begin = int(index * step + rng.random() * step * 0.8)
            place = chosen[rng.randrange(100)]
            name = ""
            if given and rng.random() * 100 < given:
                name = f'"uuid":"{uuid.UUID(int=rng.getrandbits(128), version=4)}",'
            if place < 0:
                rest = f'"type":"sleepAnalysis","value":"{SLEEP[rng.randrange(4)]}"'
                end = begin + rng.randrange(600, 5400)
                source = APP
            else:
                _, kind, unit, low, high, digits, longest, source = KINDS[place]
                value = round(low + rng.random() * (high - low), digits) if digits else rng.randrange(low, high)
                rest = f'"type":"{kind}","value":{value},"unit":"{unit}"'
                end = begin + rng.randrange(longest) if longest else begin
                if place == 0 and rng.random() < 0.45:
                    source += f',"metadata":{{"HKMetadataKeyHeartRateMotionContext":{rng.randrange(3)}}}'
            lines.append(
                f'{{{name}{rest},"start":"{stamp(days, times, begin)}","end":"{stamp(days, times, end)}",'
                f'"subject":"{subject}",{source}}}\n')
        out.write("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--participants", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=1_000_000, help="of all participants together")
    parser.add_argument("--given", type=float, default=0, help="percent of samples with an id of their own")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write(sys.stdout, options.participants, options.samples // options.participants, options.given, options.seed)


if __name__ == "__main__":
    main()
