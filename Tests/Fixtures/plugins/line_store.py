#!/usr/bin/env python3
"""A plugin that keeps the protocol, in one file that is replaced whole at every commit.

line_store.py [--die WHEN:COUNT --flag FILE]

With --die the process kills itself once: the COUNTth time it comes to the moment WHEN, if FILE is not there yet.
The moments are those of `moment` below. Small and slow: tests only.
"""

import fcntl
import json
import os
import signal
import sys
import time

BASIC = ["types", "ids", "from", "to", "omit_members", "descending"]


class Busy(Exception):
    """Another process writes for longer than there is time."""


class LineStore:
    name = "line-store"
    levels = ["query", "changes", "delete"]
    conditions = BASIC
    max_batch = 100
    credits = 3
    commit_size = 1000
    durable = True
    forms = []

    def __init__(self, arguments=()):
        self.input = sys.stdin.buffer
        self.output = sys.stdout.buffer
        sys.stdout = sys.stderr
        self.path = None
        self.state = {"notes": {}, "samples": {}, "members": {}, "commits": []}
        self.open = None
        self.lock = None
        self.left = {}
        self.flag = None
        for option, value in zip(arguments[::2], arguments[1::2]):
            if option == "--die":
                moment, count = value.split(":")
                self.left[moment] = int(count)
            elif option == "--flag":
                self.flag = value

    # Talking

    def say(self, t, **members):
        self.write(json.dumps({"t": t, **members}).encode() + b"\n")

    def write(self, data):
        self.output.write(data)
        self.output.flush()

    def moment(self, name):
        """A place in the conversation where a plugin can be made to die."""
        if name not in self.left or not self.flag or os.path.exists(self.flag):
            return
        self.left[name] -= 1
        if self.left[name] == 0:
            with open(self.flag, "x"):
                pass
            os.kill(os.getpid(), signal.SIGKILL)

    def run(self):
        while line := self.input.readline():
            message = json.loads(line)
            kind = message["t"]
            self.moment("before-" + kind)
            if kind == "shutdown":
                break
            handler = getattr(self, "on_" + kind, self.unknown)
            try:
                if "ask" in message:
                    self.refresh()
                handler(message)
            except Busy:
                about = {key: message[key] for key in ("ask", "batch") if key in message}
                self.say("error", kind="system", code="store-locked", message="another process writes", **about)
            self.moment("after-" + kind)
        return 0

    def unknown(self, message):
        about = {"ask": message["ask"]} if "ask" in message else {}
        self.say("error", kind="config", code="store-unsupported", message="there is no such message", **about)

    # Beginning

    def on_hello(self, message):
        store = message["store"]
        self.session = message["session"]
        self.restores = message.get("restore_deleted", False)
        self.owner = message.get("owner")
        self.wait = message.get("wait_ms", 60000) / 1000
        self.path = store["parameters"].get("path")
        if self.path and os.path.exists(self.path):
            self.refresh()
        elif message.get("read_only"):
            self.say("error", kind="config", message="there is no store at " + str(self.path))
            return
        elif self.path:
            self.begin()
            self.save(self.state)
            self.end()
        hello = {
            "protocol": 1, "name": self.name, "version": "1.0.0", "levels": self.levels,
            "conditions": self.conditions, "max_batch": self.max_batch, "credits": self.credits,
            "commit_size": self.commit_size,
        }
        if self.forms:
            hello["forms"] = self.forms
        if "session" in self.state["notes"]:
            session, commit = self.state["notes"]["session"].split(" ")
            hello["resume"] = {"session": session, "commit": int(commit)}
        self.say("hello", **hello)

    def refresh(self):
        """Takes up what others have committed."""
        if self.path and os.path.exists(self.path):
            with open(self.path) as file:
                self.state = json.load(file)

    def begin(self):
        """Waits for other writers."""
        if not self.path or self.lock:
            return
        self.lock = open(self.path + ".lock", "w")
        end = time.monotonic() + self.wait
        told = time.monotonic()
        while True:
            try:
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    self.end()
                    raise Busy
                if time.monotonic() - told > 2:
                    self.say("working")
                    told = time.monotonic()
                time.sleep(0.005)
        self.refresh()

    def end(self):
        if self.lock:
            self.lock.close()
            self.lock = None

    def save(self, state):
        if not self.path:
            return
        part = "%s.%d" % (self.path, os.getpid())
        with open(part, "w") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)

    # Writing

    def read_lines(self, message):
        """Sample lines, with the samples as the text they are."""
        lines = []
        count = message["count"]
        for number in range(count):
            if number == count // 2:
                self.moment("in-batch")
            text = self.input.readline().decode()
            line = json.loads(text)
            line["sample"] = text.split(',"sample":', 1)[1][:-2]
            lines.append(line)
        return lines

    def on_begin(self, message):
        lines = self.read_lines(message)
        self.moment("before-ack")
        answer = self.append(lines)
        self.say("ack", batch=message["batch"], **answer)

    def append(self, lines):
        if self.open is None:
            self.begin()
            self.open = json.loads(json.dumps(self.state))
            self.added = []
        samples = self.open["samples"]
        fates = []
        start = 0
        while start < len(lines):
            end = start + 1
            while end < len(lines) and lines[end].get("correlation") == start:
                end += 1
            fates += self.append_group(lines[start:end], samples)
            start = end
        answer = {"accepted": fates.count("accepted")}
        for word in ("duplicate", "conflicting"):
            places = [place for place, fate in enumerate(fates) if fate == word]
            if places:
                answer[word] = places
        return answer

    def append_group(self, group, samples):
        stored = {line["id"]: samples.get(line["id"]) for line in group}
        if any(s and s.get("deleted") for s in stored.values()) and not self.restores:
            return ["duplicate"] * len(group)
        stored = {id: None if s and s.get("deleted") else s for id, s in stored.items()}
        digests = {}
        clash = False
        for line in group:
            known = stored[line["id"]]
            digest = known["digest"] if known else digests.setdefault(line["id"], line["digest"])
            clash = clash or digest != line["digest"]
        if clash:
            same = lambda line: stored[line["id"]] and stored[line["id"]]["digest"] == line["digest"]
            return ["duplicate" if same(line) else "conflicting" for line in group]
        fates = []
        is_new = not stored[group[0]["id"]]
        for line in group:
            if samples.get(line["id"]) and not samples[line["id"]].get("deleted"):
                fates.append("duplicate")
                continue
            fates.append("accepted")
            self.added.append(line["id"])
            samples[line["id"]] = {key: line.get(key) for key in ("digest", "type", "start", "end", "sample")}
        if is_new and len(group) > 1:
            self.open["members"][group[0]["id"]] = [[line["id"], line["role"]] for line in group[1:]]
        return fates

    def on_commit(self, message):
        if self.open is None:
            self.begin()
        state = self.open if self.open is not None else self.state
        state["notes"].update(message.get("notes", {}))
        if self.open is not None and self.added:
            state["commits"].append({"added": self.added, "deleted": []})
        self.save(state)
        self.state, self.open = state, None
        self.end()
        self.moment("stored")
        self.say("committed", commit=message["commit"], anchor=len(self.state["commits"]), durable=self.durable)

    def on_rollback(self, message):
        self.open = None
        self.end()
        self.say("rolledback")

    def on_flush(self, message):
        self.say("flushed")

    def on_notes(self, message):
        notes = {key: text for key, text in self.state["notes"].items() if key.startswith(message["prefix"])}
        self.say("notes", ask=message["ask"], notes=notes)

    # Reading

    def live(self):
        return {id: s for id, s in self.state["samples"].items() if not s.get("deleted")}

    def line(self, id, sample, **more):
        line = {"id": id, "digest": sample["digest"], "type": sample["type"]}
        if sample["start"] is not None:
            line.update(start=sample["start"], end=sample["end"])
        return {**line, **more, "sample": sample["sample"]}

    def matching(self, query, live):
        linked = {id for members in self.state["members"].values() for id, role in members}
        found = []
        for id, sample in live.items():
            if "types" in query and sample["type"] not in query["types"]:
                continue
            if "ids" in query and id not in query["ids"]:
                continue
            if sample["start"] is None:
                if "from" in query or "to" in query:
                    continue
            elif sample["end"] < query.get("from", sample["end"]) or sample["start"] >= query.get("to", 1 << 62):
                continue
            if query.get("omit_members") and id in linked:
                continue
            found.append((id, sample))
        sign = -1 if query.get("descending") else 1
        found.sort(key=lambda item: (
            item[1]["type"].encode(), item[1]["start"] is not None, sign * (item[1]["start"] or 0), item[0]))
        return found

    def rows(self, ask, heads, live):
        page = []
        for id, sample in heads:
            place = len(page)
            page.append(self.line(id, sample))
            for member, role in self.state["members"].get(id, []):
                page.append(self.line(member, live[member], correlation=place, role=role))
            if len(page) >= 50 or sum(len(line["sample"]) for line in page) >= 4 << 20:
                self.pass_on(ask, page)
                page = []
        if page:
            self.pass_on(ask, page)

    def encode(self, line):
        envelope = {key: value for key, value in line.items() if key != "sample"}
        return (json.dumps(envelope)[:-1] + ', "sample": ' + line["sample"] + "}\n").encode()

    def pass_on(self, ask, page):
        text = b"".join(map(self.encode, page))
        self.say("rows", ask=ask, count=len(page), bytes=len(text))
        self.write(text)

    def on_query(self, message):
        live = self.live()
        self.rows(message["ask"], self.matching(message, live), live)
        self.moment("before-end")
        self.say("end", ask=message["ask"])

    def on_cancel(self, message):
        pass

    def on_counts(self, message):
        types = {}
        for sample in self.live().values():
            types[sample["type"]] = types.get(sample["type"], 0) + 1
        self.say("counts", ask=message["ask"], types=types)

    def on_info(self, message):
        gone = len(self.state["samples"]) - len(self.live())
        self.say(
            "info", ask=message["ask"], format="one file", anchor=len(self.state["commits"]), deletions=gone,
            details={"made for": "tests"})

    def on_verify(self, message):
        self.say("verify", ask=message["ask"], faults=[])

    # Further levels

    def on_changes(self, message):
        ask, after = message["ask"], message["after"]
        commits = self.state["commits"]
        if after > len(commits):
            self.say("error", ask=ask, kind="config", code="store-failed", message="the store has not come that far")
            return
        live = self.live()
        told = 0
        last = {id: number for number, commit in enumerate(commits) for id in commit["added"]}
        fell = {id: number for number, commit in enumerate(commits) for id in commit["deleted"]}
        for number in range(after, len(commits)):
            ids = {id for id in commits[number]["added"] if last[id] == number}
            heads = [item for item in self.matching({**message, "ids": ids}, live)]
            gone = [
                {"id": id, "type": self.state["samples"][id]["type"]} for id in commits[number]["deleted"]
                if id not in live and fell[id] == number and self.state["samples"][id]["type"] in message.get(
                    "types", [self.state["samples"][id]["type"]])]
            if heads or gone:
                self.rows(ask, heads, live)
                if gone:
                    self.say("deleted", ask=ask, samples=gone)
                self.say("mark", ask=ask, commit=number + 1)
            told += len(heads) + len(gone)
            if told >= message.get("limit", 1 << 62):
                self.say("end", ask=ask, anchor=number + 1)
                return
        self.say("end", ask=ask, anchor=len(commits))

    def is_own(self, sample):
        return self.owner is None or json.loads(sample["sample"]).get("source", {}).get("bundle") == self.owner

    def on_delete(self, message):
        self.begin()
        live = self.live()
        selected = {id for id, sample in self.matching(message, live) if self.is_own(sample)}
        groups = {id: {id} | {member for member, role in members} for id, members in self.state["members"].items()}
        touched = {id for id, group in groups.items() if group & selected and id in live}
        kept = set()
        for id in list(touched):
            if not all(self.is_own(live[member]) for member in groups[id]):
                touched.discard(id)
                kept |= groups[id]
        others = {member for id, group in groups.items() if id not in touched and id in live for member in group}
        gone = (selected | {member for id in touched for member in groups[id]}) - (others - touched) - kept
        gone = sorted(id for id in gone if id in live)
        if gone:
            state = json.loads(json.dumps(self.state))
            for id in gone:
                sample = state["samples"][id]
                state["samples"][id] = {
                    "deleted": True, "digest": "0" * 16, "type": sample["type"], "start": None, "end": None}
                state["members"].pop(id, None)
            state["commits"].append({"added": [], "deleted": gone})
            self.save(state)
            self.state = state
        self.end()
        self.say("deleted", ask=message["ask"], count=len(gone), anchor=len(self.state["commits"]))


if __name__ == "__main__":
    sys.exit(LineStore(sys.argv[1:]).run())
