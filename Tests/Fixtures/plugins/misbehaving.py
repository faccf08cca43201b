#!/usr/bin/env python3
"""Plugins that break the protocol, each in one way: misbehaving.py MODE [--pid FILE] [options of line_store.py]

Without a way of their own they are line_store.py. Process ids are added to FILE, a line each.
"""

import json
import os
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from line_store import LineStore  # noqa: E402


def sleep_for_ever():
    """Long enough for every limit, and not so long that a failed test leaves processes behind."""
    time.sleep(120)
    os._exit(7)


class Misbehaving(LineStore):
    ENDLESS = {
        "logs_slowly", "logs_fast", "many_logs", "large_logs", "credits_slowly", "works_slowly",
        "works_and_logs", "drips", "shouts_slowly", "empty_lines", "unknown_words", "endless_line_later",
    }
    ENDLESS_ANSWERS = {"empty_rows_slowly", "empty_deletions", "half_rows"}

    def __init__(self, mode, arguments, pid_file):
        super().__init__(arguments)
        self.mode = mode
        self.pid_file = pid_file
        self.note(os.getpid())

    def note(self, pid):
        if self.pid_file:
            with open(self.pid_file, "a") as file:
                file.write("%d\n" % pid)

    def run(self):
        start = getattr(self, "start_" + self.mode, None)
        if start:
            start()
        return super().run()

    # Before the hello

    def start_banner(self):
        self.write("Welcome to \u001b[31mmy plugin\n".encode())

    def start_silent(self):
        sleep_for_ever()

    def start_half_line(self):
        self.write(b'{"t":"hel')
        sleep_for_ever()

    def start_half_line_and_exit(self):
        self.write(b'{"t":"hel')
        sys.exit(3)

    def start_endless_line(self):
        while True:
            self.write(b"x" * 65536)

    def start_endless_stderr(self):
        def shout():
            while True:
                os.write(2, b"the plugin has a lot to say\n" * 100)
        threading.Thread(target=shout, daemon=True).start()

    def start_exit_at_once(self):
        os.write(2, b"no \x1b[2Jdatabase here\n")
        sys.exit(3)

    def start_future_version(self):
        self.input.readline()
        self.say("hello", protocol=2, dialect="another")
        sleep_for_ever()

    def start_rows_first(self):
        self.say("rows", ask=1, count=1, bytes=10)
        sleep_for_ever()

    def start_mandatory_level(self):
        self.levels = ["query", "*encryption"]

    def start_understood_level(self):
        self.levels = ["*query", "later"]

    def start_no_credits(self):
        self.credits = 0

    def start_refuses_store(self):
        self.input.readline()
        self.say("error", kind="config", message="no such \u202e place", hint="make one")
        sys.exit(1)

    def start_ignores_sigterm(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def start_grandchild(self):
        if os.fork() == 0:
            sleep_for_ever()

    def start_daemon(self):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(20)
            os._exit(0)

    # Behind the hello

    def on_hello(self, message):
        if self.mode.startswith("leaks_"):
            self.on_hello_leaking(message, self.mode[len("leaks_"):])
            return
        super().on_hello(message)
        mode = self.mode
        if mode == "exit_after_hello":
            os.write(2, b"lost my way\n")
            sys.exit(3)
        elif mode == "rows_nobody_asked_for":
            self.say("rows", ask=77, count=2, bytes=20)
        elif mode == "ack_too_early":
            self.say("ack", batch=1, accepted=0)
        elif mode == "text_behind_hello":
            self.write(b"ready!\n")
        elif mode == "closed_output":
            os.close(1)
            sleep_for_ever()
        elif mode == "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif mode == "reads_nothing":
            sleep_for_ever()
        elif mode == "works_unread":
            while True:
                self.say("working")
                time.sleep(0.05)
        elif mode == "chatter":
            for number in range(3000):
                self.say("log", level="warning", message="line \u001b %d" % number)
                self.say("working")
            self.say("credit", credits=1)


    # What repeats the password

    def repeat(self, message):
        url = message["store"]["url"]
        secret = message["store"]["parameters"]["password"]
        quoted = "".join("%%%02x" % byte for byte in secret.encode())
        return "cannot connect: %s, %s, %s" % (url, secret, quoted)

    def on_hello_leaking(self, message, place):
        text = self.repeat(message)
        self.leak = text
        if place == "hello_error":
            self.say("error", kind="config", message=text)
            sys.exit(1)
        if place == "hello_hint":
            self.say("error", kind="config", message="no", hint=text)
            sys.exit(1)
        if place == "hello_text":
            self.write(text.encode() + b"\n")
        if place == "hello_stderr":
            os.write(2, text.encode() + b"\n")
            sys.exit(3)
        if place == "level":
            self.levels = ["*" + text]
        super().on_hello(message)
        if place == "log":
            self.say("log", level="warning", message=text)
            self.say("log", level="debug", message=text)
        if place == "text":
            self.write(text.encode() + b"\n")
        if place == "escaped":
            self.write(json.dumps(["cannot connect", "".join("\\u%04x" % ord(c) for c in message["store"][
                "parameters"]["password"])]).replace("\\\\", "\\").encode() + b"\n")
        if place == "word":
            self.say(text, ask=1)

    def on_info(self, message):
        if self.mode == "leaks_information":
            self.say("info", ask=message["ask"], format=self.leak, details={"cannot connect" + self.leak: self.leak})
        else:
            super().on_info(message)

    def on_verify(self, message):
        faults = [self.leak] if self.mode == "leaks_verify" else []
        self.say("verify", ask=message["ask"], faults=faults)

    # What goes on for ever

    def go_on(self, mode, ask):
        """Says what is not an answer, for as long as a test may last."""
        if mode in ("many_logs", "large_logs"):
            text = "x" * (1 if mode == "many_logs" else 1 << 20)
            for _ in range(11000 if mode == "many_logs" else 8):
                self.say("log", level="debug", message=text)
            sleep_for_ever()
        begun = time.monotonic()
        while time.monotonic() - begun < 120:
            if mode in ("logs_slowly", "logs_fast", "works_and_logs"):
                self.say("log", level="debug", message="still here")
            if mode in ("works_slowly", "works_and_logs"):
                self.say("working")
            if mode == "credits_slowly":
                self.say("credit", credits=1)
            if mode == "drips":
                self.write(b" ")
            if mode == "shouts_slowly":
                os.write(2, b"still here\n")
            if mode == "empty_lines":
                self.write(b"\n" * 1000)
            if mode == "unknown_words":
                self.say("hooray", ask=1)
            if mode == "endless_line_later":
                self.write(b"x" * 65536)
            if mode == "empty_rows_slowly":
                self.say("rows", ask=ask, count=0, bytes=0)
            if mode == "empty_deletions":
                self.say("deleted", ask=ask, samples=[])
            if mode == "half_rows":
                self.write(b'{"t":"rows","ask":%d,"count":1000,"bytes":1000000}\n{"id":' % ask if ask else b" ")
                ask = None
            if mode not in ("logs_fast", "endless_line_later"):
                time.sleep(0.05)

    # Answers to batches

    def on_begin(self, message):
        lines = self.read_lines(message)
        answer = self.append(lines)
        batch, count, mode = message["batch"], message["count"], self.mode
        self.moment("before-ack")
        if mode == "ack_twice":
            self.say("ack", batch=batch, **answer)
        elif mode == "ack_unknown":
            batch += 99
        elif mode == "ack_zero":
            batch = 0
        elif mode == "wrong_count":
            answer["accepted"] += 1
        elif mode == "no_account":
            answer = {"accepted": 0}
        elif mode == "place_outside":
            answer = {"accepted": count - 1, "duplicate": [count]}
        elif mode == "place_twice":
            answer = {"accepted": count - 2, "duplicate": [0], "conflicting": [0]}
        elif mode == "half_group":
            answer = {"accepted": count - 1, "conflicting": [count - 1]}
        elif mode == "deep_json":
            self.write(b'{"t":"ack","batch":1,"accepted":1,"x":' + b"[" * 5000 + b"]" * 5000 + b"}\n")
            return
        elif mode == "invalid_utf8":
            self.write(b'{"t":"ack","batch":1,"accepted":1,"x":"\xff\xfe"}\n')
            return
        elif mode == "no_number":
            self.say("ack", accepted=count)
            return
        elif mode == "unknown_word":
            self.say("hooray", ask=1)
            return
        elif mode == "line_nobody_announced":
            self.write(self.encode(lines[0]))
            return
        elif mode == "hangs_on_batch":
            sleep_for_ever()
        elif mode in self.ENDLESS:
            self.go_on(mode, None)
        elif mode == "works_for_long":
            for _ in range(5):
                time.sleep(0.5)
                self.say("working")
        elif mode == "config_error":
            self.say("error", batch=batch, kind="config", message="this will never do")
            return
        elif mode == "data_error":
            self.say("error", batch=batch, kind="data", code="store-corrupt", message="page 7 is torn")
            return
        elif mode == "leaks_error":
            self.say("error", batch=batch, kind="data", code="store-corrupt", message=self.leak, hint=self.leak)
            return
        elif mode == "leaks_transient":
            self.say("error", batch=batch, kind="transient", message=self.leak)
            return
        elif mode == "leaks_stderr":
            os.write(2, b"x" * 70000 + b"\n" + self.leak.encode() + b"\n")
            os.kill(os.getpid(), signal.SIGKILL)
        elif mode == "leaks_reason":
            answer = {"accepted": count - 1, "refused": [{"line": 0, "reason": self.leak}]}
        elif mode == "system_error":
            self.say("error", batch=batch, kind="system", code="plugin-start", message="no network")
            return
        elif mode == "error_and_exit":
            self.say("error", batch=batch, kind="system", message="the disk is gone")
            sys.exit(5)
        elif mode == "always_transient":
            self.say("error", batch=batch, kind="transient", message="come back later")
            return
        elif mode == "transient_once" and not os.path.exists(self.flag):
            with open(self.flag, "x"):
                pass
            self.open = None
            self.say("error", batch=batch, kind="transient", message="come back later")
            return
        elif mode == "dies_on_batch":
            os.kill(os.getpid(), signal.SIGKILL)
        elif mode == "changes_its_mind":
            # Another answer once the first process is gone.
            if os.path.exists(self.flag) and batch == 1:
                answer = {"accepted": count - 1, "duplicate": [0]}
            elif batch == 2 and not os.path.exists(self.flag):
                with open(self.flag, "x"):
                    pass
                os.kill(os.getpid(), signal.SIGKILL)
        elif mode == "refuses_some":
            answer = {"accepted": count - 1, "refused": [{"line": 0, "reason": "too \u001b heavy"}]}
        self.say("ack", batch=batch, **answer)

    def on_commit(self, message):
        if self.mode == "wrong_commit":
            message = {**message, "commit": message["commit"] + 1}
        elif self.mode == "hangs_on_commit":
            sleep_for_ever()
        elif self.mode == "not_durable":
            self.durable = False
        elif self.mode == "forgets_commits":
            self.say("committed", commit=message["commit"], anchor=1, durable=True)
            os.kill(os.getpid(), signal.SIGKILL)
        super().on_commit(message)
        if self.mode == "commit_twice":
            self.say("committed", commit=message["commit"], anchor=1, durable=True)

    def on_flush(self, message):
        self.note(0)
        super().on_flush(message)

    # Answers to questions

    def pass_on(self, ask, page):
        mode = self.mode
        if mode == "rows_out_of_order":
            page = [line for line in page if "correlation" not in line][::-1]
        elif mode == "rows_twice":
            page = page[:1] + page[:1]
        elif mode == "other_sample":
            page = [{**page[0], "id": "11111111-2222-4333-8444-555555555555"}]
        elif mode == "other_digest":
            page = [{**page[0], "digest": "00000000000000ff"}]
        elif mode == "no_sample":
            page = [{**page[0], "sample": '{"type":"nothing"}'}]
        elif mode == "sample_is_text":
            page = [{**page[0], "sample": '"text"'}]
        elif mode == "huge_rows":
            self.say("rows", ask=ask, count=1, bytes=1 << 40)
            return
        elif mode == "more_than_announced":
            text = b"".join(map(self.encode, page))
            self.say("rows", ask=ask, count=len(page) - 1, bytes=len(text))
            self.write(text)
            return
        elif mode == "leaks_rows":
            self.say("error", ask=ask, kind="system", message=self.leak)
            return
        elif mode == "leaks_type":
            page = [{**page[0], "type": self.leak}]
        elif mode == "other_question":
            ask += 1
        elif mode == "dies_in_answer":
            self.moment("in-answer")
        super().pass_on(ask, page)

    def on_query(self, message):
        if self.mode in self.ENDLESS_ANSWERS:
            self.go_on(self.mode, message["ask"])
        if self.mode == "another_type":
            message = {**message, "types": ["bloodPressure"]}
        if self.mode == "endless_strangers":
            self.strangers(message["ask"])
        if self.mode == "endless_answer":
            heads = self.matching(message, self.live())[:1]
            for _ in range(1 << 30):
                self.rows(message["ask"], heads, self.live())
        super().on_query(message)

    def strangers(self, ask):
        """Samples that are in order and that nobody asked for."""
        for number in range(1 << 30):
            id = "44444444-4444-4444-8444-%012X" % number
            time_text = '"2026-01-01T08:00:00Z"'
            sample = '{"uuid":"%s","type":"heartRate","value":60,"unit":"count/min","start":%s}' % (id, time_text)
            line = {"id": id, "type": "heartRate", "start": 1767254400000000,
                    "end": 1767254400000000, "sample": sample}
            super().pass_on(ask, [{**line, "digest": "0" * 16}])

    def on_counts(self, message):
        if self.mode == "leaks_counts":
            self.say("counts", ask=message["ask"], types={self.leak: 1})
        elif self.mode == "counts_nothing":
            self.unknown(message)
        else:
            super().on_counts(message)


def main():
    mode, arguments, pid_file = sys.argv[1], sys.argv[2:], None
    if "--pid" in arguments:
        place = arguments.index("--pid")
        pid_file = arguments[place + 1]
        del arguments[place:place + 2]
    plugin = Misbehaving(mode, arguments, pid_file)
    status = plugin.run()
    if mode == "ignores_sigterm":
        sleep_for_ever()
    return status


if __name__ == "__main__":
    sys.exit(main())
