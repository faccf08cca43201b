#!/usr/bin/env python3
"""Reads recordings of Garmin devices (FIT): workouts, routes and heart rate. Needs fitdecode of PyPI."""

import datetime
import io
import json
import math
import sys
import uuid

try:
    import fitdecode
except ImportError:
    fitdecode = None

STANDARD_INPUT = sys.stdin.buffer
STANDARD_OUTPUT = sys.stdout
# A print of a library would otherwise end the conversation.
sys.stdout = sys.stderr

NAMESPACE = uuid.UUID("7d0e2c5a-3f0b-5d7e-9a53-2b1c8f6e4a10")
DEGREES = 180 / 2**31  # of a semicircle
LONGEST_ROUTE = 100_000  # points of a sample

ACTIVITIES = {
    "running": "running", "cycling": "cycling", "swimming": "swimming", "walking": "walking", "hiking": "hiking",
    "rowing": "rowing", "golf": "golf", "tennis": "tennis", "soccer": "soccer", "basketball": "basketball",
    "american_football": "americanFootball", "boxing": "boxing", "sailing": "sailing", "paddling": "paddleSports",
    "kayaking": "paddleSports", "surfing": "surfingSports", "inline_skating": "skatingSports",
    "ice_skating": "skatingSports", "cross_country_skiing": "crossCountrySkiing", "alpine_skiing": "downhillSkiing",
    "snowboarding": "snowboarding", "snowshoeing": "snowSports", "mountaineering": "climbing",
    "rock_climbing": "climbing", "floor_climbing": "stairClimbing", "horseback_riding": "equestrianSports",
    "fishing": "fishing", "hunting": "hunting", "cricket": "cricket", "rugby": "rugby", "hockey": "hockey",
    "lacrosse": "lacrosse", "volleyball": "volleyball", "jump_rope": "jumpRope", "hiit": "highIntensityIntervalTraining",
}
ACTIVITIES_BY_PART = {
    "strength_training": "traditionalStrengthTraining", "yoga": "yoga", "pilates": "pilates", "elliptical": "elliptical",
    "stair_climbing": "stairClimbing", "indoor_rowing": "rowing", "flexibility_training": "flexibility",
}


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
    STANDARD_OUTPUT.write(json.dumps(message, separators=(",", ":"), allow_nan=False) + "\n")


def time(value):
    return value.astimezone(datetime.timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


class Recording:
    """What is known of a recording while its messages come."""

    def __init__(self):
        self.numbers = {}  # messages by their name
        self.source = {"name": "FIT"}
        self.device = None
        self.identity = "unknown"
        self.sessions = 0
        self.points = []
        self.events = []
        self.lost = {"position": 0, "lap": 0}  # what is in no session

    def forget(self, start, end):
        """Begins another session: what came after the end of the last one is of the next."""
        self.count_lost(lambda moment: moment < start)
        self.points = [point for point in self.points if point[0] > end]
        self.events = [event for event in self.events if event["start"] > end]

    def count_lost(self, is_lost):
        self.lost["position"] += sum(1 for point in self.points if is_lost(point[0]))
        self.lost["lap"] += sum(1 for event in self.events if event["kind"] == "lap" and is_lost(event["start"]))

    def finish(self):
        """Says what no session has, as in a recording that was cut before its end."""
        self.count_lost(lambda moment: True)
        for kind, count in self.lost.items():
            if count:
                say({"t": "fault", "at": kind + "s without a session", "record": {"count": count},
                     "message": f"the recording has {count} {kind}{'s' if count > 1 else ''} in no session, "
                                "and so in no workout"})

    def take(self, message):
        number = self.numbers[message.name] = self.numbers.get(message.name, 0) + 1
        handler = getattr(self, "take_" + message.name, None)
        if handler:
            fields = {field.name: field.value for field in message.fields if field.value is not None}
            handler(fields, {"name": message.name, "number": number})

    def take_file_id(self, fields, at):
        maker = str(fields.get("manufacturer", "unknown"))
        product = str(fields.get("garmin_product", fields.get("product", "unknown")))
        serial = fields.get("serial_number")
        self.source = {"name": f"{maker} {product}"}
        self.device = {"manufacturer": maker, "model": product}
        if serial is not None:
            self.device["local"] = str(serial)
        self.identity = f"{maker}:{product}:{serial}:{fields.get('time_created')}"

    def sample(self, at, sample):
        sample["source"] = self.source
        if self.device:
            sample["device"] = self.device
        say({"t": "sample", "at": at, "sample": sample})

    def take_record(self, fields, at):
        moment = fields.get("timestamp")
        if not isinstance(moment, datetime.datetime):
            say({"t": "fault", "at": at, "message": "the record has no time", "record": {"fields": sorted(fields)}})
            return
        rate = fields.get("heart_rate")
        if is_number(rate):
            self.sample(at, {"type": "heartRate", "value": rate, "unit": "count/min", "start": time(moment)})
        latitude, longitude = fields.get("position_lat"), fields.get("position_long")
        if is_number(latitude) and is_number(longitude):
            altitude = fields.get("enhanced_altitude", fields.get("altitude"))
            speed = fields.get("enhanced_speed", fields.get("speed"))
            self.points.append((
                moment, round(latitude * DEGREES, 7), round(longitude * DEGREES, 7),
                altitude if is_number(altitude) else None, speed if is_number(speed) else None))

    def take_event(self, fields, at):
        moment = fields.get("timestamp")
        kind = {"start": "resume", "stop": "pause", "stop_all": "pause"}.get(fields.get("event_type"))
        if fields.get("event") == "timer" and kind and isinstance(moment, datetime.datetime):
            self.events.append({"kind": kind, "start": moment})

    def take_lap(self, fields, at):
        start = fields.get("start_time")
        length = fields.get("total_elapsed_time")
        if isinstance(start, datetime.datetime):
            lap = {"kind": "lap", "start": start}
            if is_number(length):
                lap["duration"] = {"value": length, "unit": "s"}
            self.events.append(lap)

    def take_session(self, fields, at):
        start = fields.get("start_time")
        length = fields.get("total_elapsed_time")
        if not isinstance(start, datetime.datetime) or not is_number(length):
            say({"t": "fault", "at": at, "message": "the session has no start or no length",
                 "record": {"fields": sorted(fields)}})
            return None
        self.sessions += 1
        workout = str(uuid.uuid5(NAMESPACE, f"{self.identity}:{self.sessions}")).upper()
        end = start + datetime.timedelta(seconds=math.ceil(length))
        sport, part = str(fields.get("sport")), str(fields.get("sub_sport"))
        activity = ACTIVITIES_BY_PART.get(part) or ACTIVITIES.get(sport) or "other"
        content = {"activity": activity}
        for name, field, unit in [("duration", "total_timer_time", "s"), ("totalDistance", "total_distance", "m"),
                                  ("totalEnergyBurned", "total_calories", "kcal")]:
            if is_number(fields.get(field)):
                content[name] = {"value": fields[field], "unit": unit}
        lists = {"events": self.inside(start, end)}
        rate = {name: {"value": fields[field], "unit": "count/min"}
                for name, field in [("average", "avg_heart_rate"), ("maximum", "max_heart_rate")]
                if is_number(fields.get(field))}
        if rate:
            lists["statistics"] = [{"type": "heartRate", **rate}]
        self.sample(at, {
            "type": "workout", "uuid": workout, "start": time(start), "end": time(end), "fields": content,
            "lists": {name: items for name, items in lists.items() if items},
            "metadata": {"garminSport": sport, "garminSubSport": part}})
        self.say_route(at, workout, start, end)
        self.forget(start, end)

    def inside(self, start, end):
        """The events of a workout: without the start of its timer and the stop at its end."""
        events = sorted((event for event in self.events if start <= event["start"] <= end),
                        key=lambda event: event["start"])
        kept, is_paused = [], False
        for event in events:
            if event["kind"] == "lap":
                kept.append(event)
            elif event["kind"] == "pause" and not is_paused and event["start"] < end:
                kept.append(event)
                is_paused = True
            elif event["kind"] == "resume" and is_paused:
                kept.append(event)
                is_paused = False
        return [{**event, "start": time(event["start"])} for event in kept]

    def say_route(self, at, workout, start, end):
        points = [point for point in self.points if start <= point[0] <= end]
        for first in range(0, len(points), LONGEST_ROUTE):
            part = points[first:first + LONGEST_ROUTE]
            begin = part[0][0]
            columns = {
                "time": [(point[0] - begin).total_seconds() for point in part],
                "units": {"latitude": "deg", "longitude": "deg"},
                "latitude": [point[1] for point in part], "longitude": [point[2] for point in part]}
            for name, unit, column in [("altitude", "m", 3), ("speed", "m/s", 4)]:
                if any(point[column] is not None for point in part):
                    columns["units"][name] = unit
                    columns[name] = [point[column] for point in part]
            self.sample(at, {
                "type": "workoutRoute", "uuid": str(uuid.uuid5(uuid.UUID(workout), str(first))).upper(),
                "parent": workout, "start": time(begin), "end": time(part[-1][0]), "points": columns})


def read():
    recording = Recording()
    source = io.BufferedReader(Input())
    try:
        with fitdecode.FitReader(source, check_crc=fitdecode.CrcCheck.RAISE) as messages:
            for message in messages:
                if isinstance(message, fitdecode.FitDataMessage):
                    recording.take(message)
        if not recording.numbers:
            return say({"t": "damaged", "message": "the file has no message"})
        recording.finish()
        say({"t": "end"})
    except fitdecode.FitError as error:
        say({"t": "damaged", "message": f"the recording cannot be read on: {error}"})
    except Exception as error:  # a damaged file leads the library astray in many ways
        say({"t": "damaged", "message": f"the recording cannot be read on: {type(error).__name__}: {error}"})


def main():
    hello = json.loads(STANDARD_INPUT.readline())
    if hello["t"] != "hello" or hello["level"] != "read":
        return say({"t": "error", "message": "this plugin reads; it keeps no store and judges nothing"})
    if fitdecode is None:
        say({"t": "error", "message": "fitdecode is not installed; `pip install fitdecode`, version 0.10 or newer"})
    else:
        say({"t": "hello", "protocol": 1, "name": "garmin-fit", "version": "1.0.0", "levels": ["read"]})
        STANDARD_INPUT.readline()  # `read`, which names the input
        read()
    STANDARD_OUTPUT.flush()


main()
