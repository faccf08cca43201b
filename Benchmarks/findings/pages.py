"""The samples of the codes' pages: those that raise a code, and the same without the fault."""
from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

PAGES = Path(__file__).parents[2] / "Documentation" / "diagnostics"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.M | re.S)
TIME = re.compile(r"(?<=T\d\d:\d\d:\d\d)(?=Z|[+-]\d\d:\d\d|[\",\n])")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
UUID = re.compile(r"(?<![0-9A-F-])[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-(?=[0-9A-F]{12}(?![0-9A-F]))", re.I)
REPEATED = re.compile(r"⟨(.*?)⟩×(\d+)")
BYTE = re.compile(r"\\x([0-9A-F]{2})")

# Codes of other things than samples, by their beginning.
OTHER = {
    "catalog-": "of definitions", "yaml-": "of definitions", "config-": "of projects", "rule-": "of projects",
    "suppression-": "of projects", "baseline-": "of projects", "threshold-": "of projects", "glob-": "of projects",
    "store-": "of stores", "plugin-": "of plugins", "zip-": "of archives",
}
# Codes that a sample raises, or that concern samples, but that a file of such samples cannot be made of.
SINGLE = {
    "quarantine-line": "of quarantine files", "format-unknown": "once for a file", "csv-header": "once for a table",
    "json-path": "once for a path",
    "not-checked": "once for a file", "truncated": "once for a file: it ends the input",
    "line-ending": "once for a file", "input-empty": "once for a file",
    "xml-syntax": "once for a file: it ends the document",
    "xml-character": "once for a file: it ends the document",
    "type-read-only": "nothing raises it yet", "line-too-long": "a line of over 32 MiB, more than a chunk of any file",
    "object-too-large": "a sample of a megabyte",
}
# What a page's own command does not say.
OPTIONS = {"rate-impossible": ["--across"], "overlap": ["--across"], "stage-outside-session": ["--across"]}


# Faults that a page's example does not show: each has made messages slow once. `§` is another word in every sample, `¶`
# another number of six digits.
HEART = '{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}\n'
MEMBERS = (
    '{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:00Z","members":['
    '{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},'
    '{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}\n')
FUEL = HEART.replace("heartRate", "nikeFuel").replace("/min", "")
LASTING = HEART.replace("}", ',"end":"2026-01-01T09:00:00.5Z"}')
OXYGEN = HEART.replace("heartRate", "oxygenSaturation").replace("72", "0.98").replace("count/min", "%")
HERTZ = HEART.replace("72", "1.2").replace("/min", "/s")
VARIANTS = {
    "type-unknown": [
        ("new words", HEART.replace("heartRate", "heartRaet§"), HEART),
        ("new identifiers", HEART.replace("heartRate", "HKQuantityTypeIdentifierHeart§"), HEART),
        ("members", MEMBERS.replace("Diastolic", "Diastolik"), MEMBERS),
    ],
    "unit-unknown": [
        ("new words", HEART.replace("count/", "cuont§/"), HEART),
        ("new last words", HEART.replace("/min", "/mim§"), HEART),
    ],
    "unit-incompatible": [("new molar masses", HEART.replace("count/min", "mmol<1¶>/L"), HEART)],
    "value-not-allowed": [
        ("too high", HEART.replace("72", "900"), HEART),
        ("new numbers", HEART.replace("72", "1¶"), HEART),
        ("new percentages", OXYGEN.replace("0.98", "9.¶1"), OXYGEN),
        ("new numbers of another unit", HERTZ.replace("1.2", "1¶"), HERTZ),
    ],
    "value-implausible": [
        ("too low", HEART.replace("72", "5"), HEART),
        ("new numbers", HEART.replace("72", "5.¶1"), HEART),
    ],
    "value-not-a-number": [("new words", HEART.replace("72", '"high§"'), HEART)],
    "value-precision": [("new numbers", FUEL.replace("72", "901¶0000001"), FUEL)],
    "end-before-start": [("new times", LASTING.replace("09:00:00.5", "07:00:00.¶"), LASTING)],
    "duration-too-long": [("new times", LASTING.replace("01T09:00:00.5", "06T08:00:00.¶"), LASTING)],
    "metadata-kind": [(
        "new words", HEART.replace("}", ',"metadata":{"HKWasUserEntered":"maybe§"}}'),
        HEART.replace("}", ',"metadata":{"HKWasUserEntered":true}}'))],
    "field-unknown": [("new words", HEART.replace('"unit"', '"untis§":1,"unit"'), HEART)],
    "value-not-in-enum": [(
        "new words", '{"type":"sleepAnalysis","value":"asleepCor§","start":"2026-01-01T08:00:00Z"}\n',
        '{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T08:00:00Z"}\n')],
    "metadata-not-in-enum": [(
        "new words", HEART.replace("}", ',"metadata":{"HKMetadataKeyHeartRateMotionContext":"activ§"}}'),
        HEART.replace("}", ',"metadata":{"HKMetadataKeyHeartRateMotionContext":"active"}}'))],
}


@dataclass
class Sample:
    """A fault and its control, as they are repeated."""

    code: str
    faulty: str
    valid: str
    options: list[str] = field(default_factory=list)
    ending: str = ".ndjson"
    definitions: dict[str, str] = field(default_factory=dict)  # by path, as in `types/org.study.pulse.yaml`
    header: str = ""
    variant: str = ""

    @property
    def name(self) -> str:
        return f"{self.code}, {self.variant}" if self.variant else self.code

    def write(self, faulty: Path, valid: Path, count: int) -> None:
        """Writes both files; every sample has a time and an id of its own."""
        for name, text in self.definitions.items():
            place = faulty.parent / name
            place.parent.mkdir(exist_ok=True)
            place.write_text(text)
        for path, text in ((faulty, self.faulty), (valid, self.valid)):
            lines = max(1, text.count("\n") if self.ending == ".ndjson" else 1)
            with path.open("w", encoding="latin-1") as file:
                if self.header:
                    file.write(self.header)
                for number in range(count // lines):
                    file.write(varied(moved(text, number - count) if "--across" in self.options else text, number))


def moved(text: str, number: int) -> str:
    """The samples half a day later than those before: what is judged together is apart from all others."""
    def later(found: re.Match[str]) -> str:
        return (datetime.fromisoformat(found[0]) + number * timedelta(hours=12)).isoformat()

    return MOMENT.sub(later, text)


def varied(text: str, number: int) -> str:
    """The sample with another fraction of a second and another id."""
    text = text.replace("§", word(number)) if "§" in text else text
    text = text.replace("¶", f"{number * 7 % 1_000_000:06d}") if "¶" in text else text
    text = TIME.sub(f".{number % 1_000_000:06d}", text)
    return UUID.sub(lambda found: f"{number:08X}" + found[0][8:], text)


def word(number: int) -> str:
    """A number in letters."""
    letters = ""
    while number or not letters:
        number, digit = divmod(number, 26)
        letters += chr(ord("a") + digit)
    return letters


def bytes_of(text: str) -> str:
    """What a description of bytes means, one character a byte."""
    text = REPEATED.sub(lambda found: found[1] * int(found[2]), text)
    text = BYTE.sub(lambda found: chr(int(found[1], 16)), text)
    return text


def codes(assay: str) -> list[str]:
    listed = subprocess.run([assay, "explain", "--list"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


def left_out() -> dict[str, str]:
    """Codes that are not measured, with the reason."""
    found = dict(SINGLE)
    for page in sorted(PAGES.glob("*.md")):
        for start, reason in OTHER.items():
            if page.stem.startswith(start):
                found.setdefault(page.stem, reason)
    return found


def samples(code: str) -> list[Sample]:
    """The example of a code's page, as records that are repeated."""
    text = (PAGES / f"{code}.md").read_text()
    example = text.split("## Example", 1)[1].split("\n## ", 1)[0]
    before, _, after = example.partition("Fixed")
    definitions = dict(re.findall(r"^`(\S+\.yaml)`:\n```yaml\n(.*?)^```\n", before, re.M | re.S))
    faulty = next(((kind, body) for kind, body in FENCE.findall(before) if kind in ("json", "bytes", "csv", "xml")), None)
    valid = next(((kind, body) for kind, body in FENCE.findall(after) if kind in ("json", "bytes", "csv", "xml")), None)
    if not faulty or not valid:
        raise SystemExit(f"{code}: the page has no example with its fix")
    command = re.search(r"`assay (?:validate|import|lint) ([^`]*)`", before)
    options = [word for word in shlex.split(command[1]) if not word.startswith("sample.")] if command else []
    options += [word for word in OPTIONS.get(code, []) if word not in options]
    kind, body = faulty
    made = Sample(code, _encoded(faulty), _encoded(valid), options, definitions=definitions)
    if kind == "csv":
        made.ending = ".csv"
        made.header, made.faulty = body.split("\n", 1)[0] + "\n", made.faulty.rstrip("\n").rsplit("\n", 1)[1] + "\n"
        made.valid = made.valid.rstrip("\n").rsplit("\n", 1)[1] + "\n"
    return [made] + [Sample(code, *texts, variant=name) for name, *texts in VARIANTS.get(code, [])]


def _encoded(block: tuple[str, str]) -> str:
    kind, body = block
    text = body.encode("utf-8").decode("latin-1") if kind != "bytes" else bytes_of(body)
    return text if text.endswith("\n") else text + "\n"
