#!/usr/bin/env python3
"""Judges body masses: batches of samples come in, findings go out."""

import itertools
import json
import sys

STANDARD_INPUT = sys.stdin.buffer
STANDARD_OUTPUT = sys.stdout
# A print would otherwise end the conversation.
sys.stdout = sys.stderr

last = {}  # the body mass before, by subject


def judge(sample):
    """Yields the findings about a sample, in the form of `assay normalize`: the members that plugin.yaml names."""
    mass = sample.get("value")
    if sample["type"] != "bodyMass":
        return
    before = last.get(sample.get("subject"))
    last[sample.get("subject")] = mass
    if before is not None and mass > before + 10:
        yield {"rule": "steep-rise", "field": "/value", "message": f"{mass:g} kg comes after {before:g} kg"}


def say(message):
    STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":")) + "\n")
    STANDARD_OUTPUT.flush()


for line in STANDARD_INPUT:
    message = json.loads(line)
    if message["t"] == "hello":
        if message["level"] != "judge":
            say({"t": "error", "message": "this plugin judges samples; it keeps no store and reads no format"})
            break
        say({"t": "hello", "protocol": 1, "name": "plugin-name", "version": "0.1.0", "levels": ["judge"],
             "rules": ["steep-rise"]})
    elif message["t"] == "judge":
        # One call for a batch takes less time than one for each line.
        lines = itertools.islice(STANDARD_INPUT, message["count"])
        samples = json.loads(b"[" + b",".join(lines) + b"]")
        findings = [{"at": at, **found} for at, sample in enumerate(samples) for found in judge(sample)]
        say({"t": "findings", "batch": message["batch"], "findings": findings})
    elif message["t"] == "end":
        say({"t": "end"})
        break
