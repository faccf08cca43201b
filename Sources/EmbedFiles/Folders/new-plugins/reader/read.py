#!/usr/bin/env python3
"""Reads the files of a ring: their bytes come in, samples with their places go out."""

import datetime
import io
import json
import sys

STANDARD_INPUT = sys.stdin.buffer
STANDARD_OUTPUT = sys.stdout
# A print would otherwise end the conversation.
sys.stdout = sys.stderr


class Input(io.RawIOBase):
    """The bytes of the input, which come in announced pieces on standard input."""

    def __init__(self):
        self.left = 0
        self.ended = False

    def readable(self):
        return True

    def readinto(self, buffer):
        while self.left == 0 and not self.ended:
            self.left = json.loads(STANDARD_INPUT.readline())["count"]
            self.ended = self.left == 0
        piece = STANDARD_INPUT.read(min(self.left, len(buffer)))
        buffer[:len(piece)] = piece
        self.left -= len(piece)
        return len(piece)


def say(message):
    STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":")) + "\n")


def sample(line):
    """The sample of a line; a ValueError says why there is none."""
    words = line.decode("ascii").split()
    if len(words) != 2:
        raise ValueError("expected a time and a heart rate")
    moment = datetime.datetime.fromtimestamp(int(words[0]), datetime.timezone.utc)
    return {"type": "heartRate", "value": int(words[1]), "unit": "count/min",
            "start": moment.isoformat().replace("+00:00", "Z"), "source": {"name": "Ring"}}


def read(source):
    for number, line in enumerate(source, start=1):
        if number == 1:
            if not line.startswith(b"RING"):
                return say({"t": "damaged", "message": "the file does not begin with RING"})
            continue
        try:
            say({"t": "sample", "at": {"line": number}, "sample": sample(line)})
        except (ValueError, OverflowError, OSError) as error:
            say({"t": "fault", "at": {"line": number}, "message": str(error)[:200],
                 "record": {"line": line[:1000].decode("utf-8", "replace")}})
    say({"t": "end"})


hello = json.loads(STANDARD_INPUT.readline())
if hello["t"] == "hello" and hello["level"] == "read":
    say({"t": "hello", "protocol": 1, "name": "plugin-name", "version": "0.1.0", "levels": ["read"]})
    STANDARD_INPUT.readline()  # `read`, which names the input
    read(io.BufferedReader(Input()))
else:
    say({"t": "error", "message": "this plugin reads; it keeps no store and judges nothing"})
STANDARD_OUTPUT.flush()
