#!/usr/bin/env python3
"""Writes run.fit, a made-up recording of a run of ten minutes: nobody ran it, and nobody lives there."""

import math
import pathlib
import struct
import sys

EPOCH = 631065600  # of FIT, in Unix time
BEGIN = 1767254400 - EPOCH  # 2026-01-01T08:00:00Z
SECONDS = 600
# Name of a base type: its number, its size, how it is packed.
TYPES = {"enum": (0x00, "B"), "uint8": (0x02, "B"), "uint16": (0x84, "H"), "uint32": (0x86, "I"),
         "sint32": (0x85, "i"), "uint32z": (0x8C, "I")}
CHECKSUM = [0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
            0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400]

# Number of a message: its fields, as number and type.
FILE_ID = (0, [(0, "enum"), (1, "uint16"), (2, "uint16"), (3, "uint32z"), (4, "uint32")])
EVENT = (21, [(253, "uint32"), (0, "enum"), (1, "enum")])
RECORD = (20, [(253, "uint32"), (0, "sint32"), (1, "sint32"), (2, "uint16"), (3, "uint8"), (6, "uint16")])
LAP = (19, [(253, "uint32"), (2, "uint32"), (7, "uint32")])
SESSION = (18, [(253, "uint32"), (2, "uint32"), (5, "enum"), (6, "enum"), (7, "uint32"), (8, "uint32"),
                (9, "uint32"), (11, "uint16"), (16, "uint8"), (17, "uint8")])


def checksum(data):
    value = 0
    for byte in data:
        for half in (byte & 0xF, byte >> 4):
            value = ((value >> 4) & 0x0FFF) ^ CHECKSUM[value & 0xF] ^ CHECKSUM[half]
    return value


class File:
    """Messages of a recording, each kind with a definition before its first."""

    def __init__(self):
        self.data = b""
        self.kinds = []

    def add(self, kind, values):
        number, fields = kind
        if kind not in self.kinds:
            self.kinds.append(kind)
            self.data += struct.pack("<BBBHB", 0x40 | self.kinds.index(kind), 0, 0, number, len(fields))
            for field, name in fields:
                self.data += struct.pack("BBB", field, struct.calcsize(TYPES[name][1]), TYPES[name][0])
        self.data += struct.pack("<B" + "".join(TYPES[name][1] for _, name in fields),
                                 self.kinds.index(kind), *values)

    def bytes(self):
        head = struct.pack("<BBHI4s", 14, 0x20, 2132, len(self.data), b".FIT")
        head += struct.pack("<H", checksum(head))
        return head + self.data + struct.pack("<H", checksum(head + self.data))


def semicircles(degrees):
    return round(degrees * 2**31 / 180)


def run(has_session=True):
    file = File()
    file.add(FILE_ID, (4, 255, 1, 12345, BEGIN))
    file.add(EVENT, (BEGIN, 0, 0))
    for second in range(0, SECONDS + 1, 5):
        if 300 < second < 330:  # a pause
            continue
        turn = 2 * math.pi * second / SECONDS
        file.add(RECORD, (
            BEGIN + second, semicircles(0.01 * math.sin(turn)), semicircles(-30 + 0.01 * math.cos(turn)),
            round((20 + 5 * math.sin(turn) + 500) * 5), 120 + round(20 * math.sin(turn / 2)), 2800))
        if second == 300:
            file.add(EVENT, (BEGIN + 300, 0, 1))
        if second == 330:
            file.add(EVENT, (BEGIN + 330, 0, 0))
    file.add(EVENT, (BEGIN + SECONDS, 0, 4))
    for lap in range(2):
        file.add(LAP, (BEGIN + SECONDS, BEGIN + lap * 300, 300_000))
    if not has_session:
        return file.bytes()
    file.add(SESSION, (BEGIN + SECONDS, BEGIN, 1, 0, SECONDS * 1000, (SECONDS - 30) * 1000, 159_600, 145, 133, 140))
    return file.bytes()


place = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("run.fit")
place.write_bytes(run("--without-session" not in sys.argv))
