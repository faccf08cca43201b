#!/usr/bin/env python3
"""A plugin that keeps nothing and counts bytes: what the host alone can do is measured with it."""

import json
import sys

stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
sys.stdout = sys.stderr


def say(t, **members):
    stdout.write(json.dumps({"t": t, **members}).encode() + b"\n")
    stdout.flush()


place = memoryview(bytearray(1 << 20))
while line := stdin.readline():
    message = json.loads(line)
    kind = message["t"]
    if kind == "hello":
        say("hello", protocol=1, name="sink", version="1.0.0", levels=[], conditions=[], max_batch=5000, credits=4,
            commit_size=100000)
    elif kind == "begin":
        left = message["bytes"]
        while left > 0:
            count = stdin.readinto(place[:min(left, len(place))])
            if count == 0:
                sys.exit(0)
            left -= count
        say("ack", batch=message["batch"], accepted=message["count"])
    elif kind == "commit":
        say("committed", commit=message["commit"], durable=True)
    elif kind == "rollback":
        say("rolledback")
    elif kind == "notes":
        say("notes", ask=message["ask"], notes={})
    elif kind == "shutdown":
        break
    else:
        say("error", ask=message.get("ask"), kind="config", code="store-unsupported", message="a sink has no answers")
