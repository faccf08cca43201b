#!/usr/bin/env python3
"""Judges resting heart rates against the person's own median."""

import itertools
import json
import statistics
import sys

DISTANCE = 20  # beats a minute
ENOUGH = 5  # values before a median means something
KEPT = 30  # values that count for the median

recent = {}  # by subject


def say(message):
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def judge(sample):
    """The words for what is wrong with a sample, or None."""
    value = sample["value"]
    values = recent.setdefault(sample.get("subject"), [])
    median = statistics.median(values) if len(values) >= ENOUGH else value
    values.append(value)
    del values[:-KEPT]
    if abs(value - median) > DISTANCE:
        return f"{value:g} is far from the person's median of {median:g}"
    return None


for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        say({"t": "hello", "protocol": 1, "name": "resting-heart-rate", "version": "1.0.0",
             "levels": ["judge"], "rules": ["far-from-median"]})
    elif message["t"] == "judge":
        findings = []
        # One call for a batch takes less time than one for each line.
        lines = itertools.islice(sys.stdin, message["count"])
        for at, sample in enumerate(json.loads("[" + ",".join(lines) + "]")):
            words = judge(sample)
            if words:
                findings.append({"at": at, "rule": "far-from-median", "field": "/value", "message": words})
        say({"t": "findings", "batch": message["batch"], "findings": findings})
    elif message["t"] == "end":
        say({"t": "end"})
        break
