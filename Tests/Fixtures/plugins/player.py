#!/usr/bin/env python3
"""Plays the plugin's part of a transcript: player.py TRANSCRIPT PLACE

Lines behind `> ` must come from the host, lines behind `< ` are said; `= exit N` ends the process with that status. The
file PLACE keeps how far the transcript has been played, for the process that is started next; it ends with `done` when
all of it was, or with what was wrong.

A text that begins with `$` stands for any value: the first time it is taken, then it must be the same one. `$ANY` is
never the same. Members named `bytes` hold `$` and are counted.
"""

import json
import sys


class Mismatch(Exception):
    pass


class Player:
    def __init__(self, transcript, place):
        self.place = place
        with open(transcript, encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
        self.lines = [line for line in lines if line.strip() and not line.startswith("#")]
        try:
            with open(place) as file:
                saved = json.load(file)
        except FileNotFoundError:
            saved = {"next": 0, "values": {}}
        self.next, self.values = saved["next"], saved["values"]

    def save(self, end=None):
        with open(self.place, "w") as file:
            json.dump({"next": self.next, "values": self.values, "end": end}, file)

    def compare(self, wanted, found, where):
        if isinstance(wanted, str) and wanted.startswith("$") and " " not in wanted:
            if wanted in ("$", "$ANY"):
                return
            if self.values.setdefault(wanted, found) != found:
                raise Mismatch("%s is %r, not %r as before" % (where, found, self.values[wanted]))
        elif isinstance(wanted, str) and "$SESSION" in wanted:
            self.compare(wanted.replace("$SESSION", self.values["$SESSION"]), found, where)
        elif isinstance(wanted, dict) and isinstance(found, dict):
            if list(wanted) != list(found):
                raise Mismatch("%s has the members %s, not %s" % (where, list(found), list(wanted)))
            for key in wanted:
                self.compare(wanted[key], found[key], where + "." + key)
        elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
            for index, pair in enumerate(zip(wanted, found)):
                self.compare(*pair, "%s[%d]" % (where, index))
        elif wanted != found or isinstance(wanted, bool) != isinstance(found, bool):
            raise Mismatch("%s is %r, not %r" % (where, found, wanted))

    def filled(self, value):
        if isinstance(value, str) and value in self.values:
            return self.values[value]
        if isinstance(value, str):
            return value.replace("$SESSION", str(self.values.get("$SESSION")))
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        if isinstance(value, dict):
            return {key: self.filled(item) for key, item in value.items()}
        return value

    def said(self):
        """The next lines of the plugin, up to one of the host or an end; announced bytes are counted."""
        texts = []
        while self.next < len(self.lines) and self.lines[self.next].startswith("< "):
            texts.append(self.filled(json.loads(self.lines[self.next][2:])))
            self.next += 1
        output = [json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for text in texts]
        for index, text in enumerate(texts):
            if text.get("bytes") == "$":
                text["bytes"] = sum(map(len, output[index + 1:index + 1 + text["count"]]))
                output[index] = json.dumps(text, separators=(",", ":")).encode() + b"\n"
        return b"".join(output)

    def play(self):
        while self.next < len(self.lines):
            line = self.lines[self.next]
            if line.startswith("= exit "):
                self.next += 1
                self.save()
                return int(line[7:])
            if line.startswith("< "):
                sys.stdout.buffer.write(self.said())
                sys.stdout.buffer.flush()
                continue
            text = sys.stdin.buffer.readline()
            if not text:
                raise Mismatch("the host ended where line %d was due: %s" % (self.next + 1, line))
            self.compare(json.loads(line[2:]), json.loads(text), "line %d" % (self.next + 1))
            self.next += 1
        self.save("done")
        return 0


def main():
    player = Player(sys.argv[1], sys.argv[2])
    try:
        return player.play()
    except (Mismatch, KeyError, ValueError) as error:
        player.save(str(error))
        print(error, file=sys.stderr)
        return 9


if __name__ == "__main__":
    sys.exit(main())
