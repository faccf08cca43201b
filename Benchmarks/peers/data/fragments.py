"""Ready-made pieces of samples: the generator's loop only joins texts."""
from __future__ import annotations

import random
from typing import NamedTuple

from kinds import METADATA, SOURCES, SOURCES_OF, Category, Quantity, Source

PIECES = 1024  # of each type; what differs beyond them is time and id


class Piece(NamedTuple):
    """One sample without its id and its times."""

    name: str
    value: str
    unit: str | None
    metadata: str  # as JSON, with the comma before it
    origin: str  # source and device as JSON, with the comma before them
    json_head: str  # behind the id, up to the start
    json_tail: str  # behind the end
    csv_middle: str  # behind the id, up to the start
    csv_tail: str  # behind the end
    xml_head: str  # up to the creation date
    xml_tail: str  # behind the end
    xml_value: str


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def json_head(name: str, value: str, unit: str | None) -> str:
    unit_text = f',"unit":"{unit}"' if unit is not None else ""
    return f'"type":"{name}","value":{value}{unit_text},"start":"'


def origin(source: Source) -> str:
    text = f',"source":{{"name":"{source.name}","bundle":"{source.bundle}","version":"{source.version}"}}'
    if source.device:
        text += (
            f',"device":{{"name":"{source.device}","manufacturer":"Apple Inc.","model":"{source.model}",'
            f'"hardware":"{source.hardware}","software":"{source.version}"}}')
    return text


def value_of(kind: Quantity | Category, index: int, dice: random.Random) -> tuple[str, str, str | None]:
    """The value in JSON and CSV, in XML, and the unit: one in fifty in another than the usual one."""
    if isinstance(kind, Category):
        case = dice.randrange(kind.first, len(kind.cases))
        return str(case), f"HKCategoryValue{kind.prefix}{kind.cases[case]}", None
    low, high, digits = kind.made
    unit, factor = next(iter(kind.units)), 1.0
    if index % 50 == 49:
        unit = dice.choice(list(kind.units))
        factor = kind.units[unit]
    number = min(max(dice.triangular(low, high), low), high) / factor
    if digits == 0 and factor == 1:
        text = str(round(number))
    else:
        text = repr(round(number, digits if factor == 1 else 6))
    return text, text, unit


def inner_xml(kind: Quantity | Category, entry: tuple[str, str] | None, dice: random.Random) -> str:
    """The elements within a record."""
    text = ""
    if entry:
        text += f'  <MetadataEntry key="{entry[0]}" value="{entry[1].strip(chr(34))}"/>\n'
    if kind.name == "heartRateVariabilitySDNN":
        text += "  <HeartRateVariabilityMetadataList>\n"
        for second in range(dice.randrange(20, 55)):
            beat = f'bpm="{dice.randrange(50, 90)}"'
            time = f'time="8:{second:02d}:{dice.randrange(60):02d},{dice.randrange(100):02d} AM"'
            text += f"   <InstantaneousBeatsPerMinute {beat} {time}/>\n"
        text += "  </HeartRateVariabilityMetadataList>\n"
    return text


def piece(kind: Quantity | Category, index: int, dice: random.Random) -> Piece:
    source = SOURCES[SOURCES_OF.get(kind.name, (0, 0))[dice.random() < 0.35]]
    pointer = f"0x{0x281000000 + 0x40 * dice.randrange(16):x}"
    value, xml_value, unit = value_of(kind, index, dice)
    known = METADATA.get(kind.name)
    entry = (known[1], dice.choice(known[2])) if known and dice.random() < known[0] else None
    metadata = f',"metadata":{{"{entry[0]}":{entry[1]}}}' if entry else ""
    prefix = "HKCategoryTypeIdentifier" if isinstance(kind, Category) else "HKQuantityTypeIdentifier"
    head = f' <Record type="{prefix}{kind.name[0].upper()}{kind.name[1:]}" sourceName="{escaped(source.name)}"'
    head += f' sourceVersion="{source.version}"'
    if source.device:
        device = (
            f"<<HKDevice: {pointer}>, name:{source.device}, manufacturer:Apple Inc., model:{source.model}, "
            f"hardware:{source.hardware}, software:{source.version}>")
        head += f' device="{escaped(device)}"'
    if unit:
        head += f' unit="{escaped(unit)}"'
    inner = inner_xml(kind, entry, dice)
    cell = '"' + f'{{"{entry[0]}":{entry[1]}}}'.replace('"', '""') + '"' if entry else ""
    return Piece(
        name=kind.name, value=value, unit=unit, metadata=metadata, origin=origin(source),
        json_head=json_head(kind.name, value, unit), json_tail=f'"{origin(source)}{metadata}}}\n',
        csv_middle=f",{kind.name},{value},{unit or ''},",
        csv_tail=f",{source.name},{source.bundle},{source.version},{source.device or ''},{source.model or ''},{cell}\n",
        xml_head=head + ' creationDate="',
        xml_tail=f'" value="{xml_value}"' + (f">\n{inner} </Record>\n" if inner else "/>\n"), xml_value=xml_value)
