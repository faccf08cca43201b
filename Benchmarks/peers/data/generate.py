"""Makes up samples, the same ones for the same seed: NDJSON with and without ids, an Apple Health export, CSV.

Line i of the NDJSON is row i of the CSV and record i, by time, of the export, whose records stand by type as in a real
one. Fewer samples are the beginning of more. Category values are raw numbers in NDJSON and CSV, names in the export.
"""
from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import time
from contextlib import ExitStack
from typing import Callable, TextIO

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from export_xml import write_export
from faults import FAULTS, end_shift, faulty, type_for
from fragments import PIECES, piece
from kinds import CATEGORIES, DAY, QUANTITIES

FILES = {"ndjson": "samples.ndjson", "derived": "derived.ndjson", "csv": "samples.csv", "xml": "export.xml"}
CSV_HEAD = (
    "uuid,type,value,unit,start,end,source_name,source_bundle,source_version,device_name,device_model,metadata\n")
CHUNK = 65536


class Calendar:
    """Texts of days and times of day, and the offset of each day: a west coast's, with travels."""

    def __init__(self, begin: int, days: int) -> None:
        self.begin = begin
        self.days = [time.strftime("%Y-%m-%d", time.gmtime(begin + (day - 1) * DAY)) for day in range(days)]
        self.times = [f"{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}" for s in range(DAY)]
        self.offsets = [self.offset(day) for day in range(days)]

    @staticmethod
    def offset(day: int) -> tuple[int, str, str]:
        if day % 97 in (50, 51, 52):
            return 19800, "+05:30", "+0530"
        if day % 131 == 60:
            return 0, "+00:00", "+0000"
        hours = 7 if 72 <= day % 365 < 310 else 8
        return -hours * 3600, f"-0{hours}:00", f"-0{hours}00"


class Writers:
    """The files that were asked for, under names of unfinished ones until `finish`."""

    def __init__(self, folder: str, formats: set[str], names: list[str], stack: ExitStack) -> None:
        self.folder = folder
        self.formats = formats

        def write(name: str) -> Callable[[str], object]:
            return self.open(name, "w", stack).write

        self.ndjson = write(FILES["ndjson"]) if "ndjson" in formats else None
        self.derived = write(FILES["derived"]) if "derived" in formats else None
        self.csv = write(FILES["csv"]) if "csv" in formats else None
        if self.csv:
            self.csv(CSV_HEAD)
        self.records = [self.open(f"records.{name}", "w", stack) for name in names] if "xml" in formats else []

    def open(self, name: str, mode: str, stack: ExitStack) -> TextIO:
        path = os.path.join(self.folder, name + ".part")
        return stack.enter_context(open(path, mode, encoding="utf-8", newline="\n", buffering=1 << 20))

    def finish_export(self, pressures: list[tuple[str, str, str]], days: list[str]) -> None:
        with open(os.path.join(self.folder, FILES["xml"] + ".part"), "w", encoding="utf-8", newline="\n") as out:

            def copy_records() -> None:
                for part in self.records:
                    part.close()
                    with open(part.name, encoding="utf-8", newline="\n") as records:
                        shutil.copyfileobj(records, out, 1 << 20)
                    os.unlink(part.name)

            write_export(out, copy_records, pressures, days)

    def rename(self) -> None:
        for name in self.formats:
            path = os.path.join(self.folder, FILES[name])
            os.replace(path + ".part", path)


def generate(
    folder: str, count: int, seed: int, formats: set[str], begin: int, stretch: int, only: str | None, percent: float
) -> None:
    """Writes so many samples from a day on, `stretch` times farther apart than usual, of one type or of all."""
    os.makedirs(folder, exist_ok=True)
    dice, fault_dice = random.Random(seed), random.Random(seed * 7919 + 17)
    kinds = [kind for kind in [*QUANTITIES, *CATEGORIES] if only in (None, kind.name)]
    names = [kind.name for kind in kinds]
    weights = [kind.share for kind in kinds]
    pools = [[piece(kind, index, dice) for index in range(PIECES)] for kind in kinds]
    texts = [
        [(one.json_head, one.json_tail, one.xml_head, one.xml_tail, one.csv_middle, one.csv_tail) for one in pool]
        for pool in pools]
    spans = [(kind.lasts[0], kind.lasts[1] - kind.lasts[0] + 1) for kind in kinds]
    heads = [
        f"{dice.getrandbits(32):08X}-{dice.getrandbits(16):04X}-4{dice.getrandbits(12):03X}-"
        f"{8 + dice.getrandbits(2):X}{dice.getrandbits(12):03X}-" for _ in range(4096)]
    calendar = Calendar(begin, count * 32 * stretch // DAY + 40)
    days, times, offsets = calendar.days, calendar.times, calendar.offsets
    systolic = names.index("bloodPressureSystolic") if "bloodPressureSystolic" in names else -1
    pressures: list[tuple[str, str, str]] = []
    fault_rate, faults = percent / 100.0, 0
    bits = dice.getrandbits
    number, moment = 0, 0  # of the sample, from 1; seconds behind the beginning
    with ExitStack() as stack:
        writers = Writers(folder, formats, names, stack)
        ndjson, derived, csv = writers.ndjson, writers.derived, writers.csv
        records = [part.write for part in writers.records]
        truth = stack.enter_context(open(os.path.join(folder, "truth.tsv"), "w")) if percent else None
        while number < count:
            # As many as ever are drawn, so that fewer samples are the beginning of more.
            for which in dice.choices(range(len(kinds)), weights, k=CHUNK)[: count - number]:
                number += 1
                chance = bits(60)
                moment += (16 + (chance & 31)) * stretch
                chance >>= 6
                head, tail, xml_head, xml_tail, csv_middle, csv_tail = texts[which][chance & 1023]
                low, span = spans[which]
                lasts = low + (chance >> 10 & 0xFFFF) % span
                offset, colon, plain = offsets[moment // DAY]
                local = moment + DAY + offset
                day, clock = days[local // DAY], times[local % DAY]
                start = f"{day}T{clock}{colon}"
                until = local + lasts
                end = f"{days[until // DAY]}T{times[until % DAY]}{colon}" if lasts else start
                uuid = f"{heads[chance >> 20 & 4095]}{number * 0x9E3779B97F4B & 0xFFFFFFFFFFFF:012X}"
                if records:
                    xml_start = f"{day} {clock} {plain}"
                    xml_end = f"{days[until // DAY]} {times[until % DAY]} {plain}" if lasts else xml_start
                    records[which](f'{xml_head}{xml_end}" startDate="{xml_start}" endDate="{xml_end}{xml_tail}')
                    if which == systolic:
                        made = pools[which][chance & 1023]
                        pressures.append((xml_start, made.xml_value, made.unit or ""))
                if truth and fault_dice.random() < fault_rate:
                    fault = FAULTS[faults % len(FAULTS)]
                    faults += 1
                    truth.write(f"{number}\t{fault}\n")
                    model = pools[names.index(type_for(fault, fault_dice))][fault_dice.randrange(PIECES)]
                    shift = end_shift(fault)
                    if shift:
                        until = local + shift
                        end = f"{days[until // DAY]}T{times[until % DAY]}{colon}"
                    line = faulty(fault, uuid, model, start, end, fault_dice)
                    if ndjson:
                        ndjson(line)
                    continue
                rest = f'{head}{start}","end":"{end}{tail}'
                if ndjson:
                    ndjson(f'{{"uuid":"{uuid}",{rest}')
                if derived:
                    derived("{" + rest)
                if csv:
                    csv(f"{uuid}{csv_middle}{start},{end}{csv_tail}")
        if records:
            writers.finish_export(pressures, days[1 : moment // DAY + 2])
    writers.rename()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder")
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--formats", default="ndjson", help="of " + ", ".join(FILES))
    options.add_argument("--begin", type=int, default=15340, help="the first day, in days since 1970")
    options.add_argument("--stretch", type=int, default=1, help="how many times farther apart than 31 s")
    options.add_argument("--only", help="one type")
    options.add_argument("--faults", type=float, default=0.0, help="percent with a fault, listed in truth.tsv; NDJSON")
    asked = options.parse_args()
    formats = set(asked.formats.split(","))
    if not formats <= set(FILES) or (asked.faults and formats != {"ndjson"}):
        options.error("--formats takes " + ", ".join(FILES) + "; with --faults ndjson alone")
    generate(
        asked.folder, asked.count, asked.seed, formats, asked.begin * DAY, asked.stretch, asked.only, asked.faults)


if __name__ == "__main__":
    main()
