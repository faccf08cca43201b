#!/usr/bin/env python3
"""Writes a made-up Apple Health export that holds every element and attribute of the format, of any size.

    make_export.py OUT [--workouts 10] [--points 100] [--records 1000] [--recordings 3] [--voltages 15360] [--seed 1]
                   [--locale en_US]

OUT is a folder, or a zip when its name ends with `.zip`. The same seed gives the same bytes. What was written is printed
as JSON, counted while writing: elements by name, points, voltages. Needs Python 3.9 and nothing else.
"""
import argparse
import json
import os
import random
import zipfile
from collections import Counter
from datetime import datetime, timedelta, timezone
from xml.sax.saxutils import quoteattr

ZONE = timezone(timedelta(hours=1))
FIRST = datetime(2025, 1, 1, 6, 0, 0, tzinfo=ZONE)
DEVICE = (
    "<<HKDevice: 0x{address:x}>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, "
    "software:11.6.1, creation date:2024-08-14 23:49:07 +0000>"
)
ACTIVITIES = ["Running", "Walking", "Cycling", "Swimming", "Hiking", "Yoga", "Rowing"]
EVENTS = ["Pause", "Resume", "Segment", "Lap", "MotionPaused", "MotionResumed", "Marker"]
STATISTICS = [
    ("HKQuantityTypeIdentifierHeartRate", "count/min", False),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", True),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km", True),
    ("HKQuantityTypeIdentifierStepCount", "count", True),
]
LENS = [
    ("sphere", "D"), ("cylinder", "D"), ("axis", "deg"), ("add", "D"), ("vertex", "mm"), ("prismAmount", "pD"),
    ("prismAngle", "deg"), ("farPD", "mm"), ("nearPD", "mm"), ("baseCurve", "mm"), ("diameter", "mm"),
]


class Writer:
    """A folder or an archive, to which one file after the other is written."""

    def __init__(self, path):
        self.folder = None if path.endswith(".zip") else path
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) if not self.folder else None

    def open(self, name):
        name = "apple_health_export/" + name
        if self.archive:
            entry = zipfile.ZipInfo(name, (2025, 12, 31, 9, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            return self.archive.open(entry, "w", force_zip64=True)
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return open(path, "wb")

    def close(self):
        if self.archive:
            self.archive.close()


def stamp(time):
    return time.strftime("%Y-%m-%d %H:%M:%S %z")


class Export:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.counts = Counter()
        self.points = 0
        self.voltages = 0
        self.out = None
        self.depth = 0
        self.routes = []

    # Elements

    def element(self, name, attributes, body=None):
        self.counts[name] += 1
        text = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None)
        indent = " " * self.depth
        if body is None:
            self.out.write(f"{indent}<{name}{text}/>\n".encode())
            return
        self.out.write(f"{indent}<{name}{text}>\n".encode())
        self.depth += 1
        body()
        self.depth -= 1
        self.out.write(f"{indent}</{name}>\n".encode())

    def metadata(self, **pairs):
        for key, value in pairs.items():
            self.element("MetadataEntry", {"key": key, "value": value})

    def attribution(self, start, end, creates=True):
        address = self.random.randrange(1 << 32)
        return {
            "sourceName": "Apple\u00a0Watch", "sourceVersion": "11.6.1", "device": DEVICE.format(address=address),
            "creationDate": stamp(end) if creates else None, "startDate": stamp(start), "endDate": stamp(end),
        }

    def number(self, low, high, digits=4):
        return f"{self.random.uniform(low, high):.{digits}f}".rstrip("0").rstrip(".")

    # The main file

    def write(self, writer):
        with writer.open("export.xml") as out:
            self.out = out
            out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n]>\n')
            self.element("HealthData", {"locale": self.options.locale}, self.content)
        for number, start in enumerate(self.routes):
            with writer.open(self.route_name(number)) as out:
                self.route(out, number, start)
        for number in range(self.options.recordings):
            with writer.open(f"electrocardiograms/ecg_{FIRST + timedelta(days=number):%Y-%m-%d}.csv") as out:
                self.recording(out, FIRST + timedelta(days=number, hours=12))
        if self.options.workouts or self.options.records:
            with writer.open("clinical-records/Observation-0001.json") as out:
                out.write(b'{"resourceType":"Observation","id":"example-1","status":"final","code":{"text":"Sodium"}}\n')

    def content(self):
        self.element("ExportDate", {"value": "2025-12-31 09:00:00 +0100"})
        self.element("Me", {
            "HKCharacteristicTypeIdentifierDateOfBirth": "1980-01-01",
            "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexNotSet",
            "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeNotSet",
            "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeNotSet",
            "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse": "None",
        })
        for number in range(self.options.records):
            self.record(FIRST + timedelta(minutes=5 * number), number)
        for number in range(min(self.options.records, 3)):
            self.beats(FIRST + timedelta(hours=number))
        self.pressure(FIRST)
        for number in range(self.options.workouts):
            self.workout(FIRST + timedelta(hours=4 * number), number)
        for number in range(max(1, self.options.workouts // 6)):
            self.summary(FIRST + timedelta(days=number))
        self.others()

    def record(self, start, number):
        end = start + timedelta(minutes=1)
        head = self.attribution(start, end)
        if number % 7 == 6:
            self.element("Record", {
                "type": "HKCategoryTypeIdentifierSleepAnalysis", **head,
                "value": "HKCategoryValueSleepAnalysisAsleepCore"})
        elif number % 5 == 4:
            self.element("Record", {
                "type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", **head,
                "value": self.random.randint(50, 160)}, lambda: self.metadata(HKMetadataKeyHeartRateMotionContext=1))
        else:
            self.element("Record", {
                "type": "HKQuantityTypeIdentifierStepCount", "unit": "count", **head,
                "value": self.random.randint(1, 120)})

    def beats(self, start):
        def body():
            self.metadata(HKAlgorithmVersion=2)
            self.element("HeartRateVariabilityMetadataList", {}, lambda: [
                self.element("InstantaneousBeatsPerMinute", {
                    "bpm": self.random.randint(50, 70),
                    "time": f"{start + timedelta(seconds=second):%-I:%M:%S}.{self.random.randrange(100):02} "
                            f"{start:%p}"})
                for second in range(1, 50)])

        self.element("Record", {
            "type": "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "unit": "ms",
            **self.attribution(start, start + timedelta(minutes=1)), "value": self.number(20, 80)}, body)

    def pressure(self, time):
        def member(name, value):
            self.element("Record", {
                "type": f"HKQuantityTypeIdentifierBloodPressure{name}", "unit": "mmHg", **self.attribution(time, time),
                "value": value})

        def body():
            member("Systolic", 121)
            member("Diastolic", 79)
            self.metadata(HKWasUserEntered=1)

        self.element("Correlation", {
            "type": "HKCorrelationTypeIdentifierBloodPressure", **self.attribution(time, time)}, body)

    # Workouts

    def workout(self, start, number):
        minutes = max(10, self.options.points // 60 + 1)
        end = start + timedelta(minutes=minutes)
        activity = ACTIVITIES[number % len(ACTIVITIES)]
        has_totals = number % 2 == 1

        def events():
            for index, name in enumerate(EVENTS):
                has_length = name in ("Segment", "Lap")
                attributes = {
                    "type": f"HKWorkoutEventType{name}", "date": stamp(start + timedelta(minutes=1 + index)),
                    "duration": "1.5" if has_length else None, "durationUnit": "min" if has_length else None}
                body = (lambda: self.metadata(HKSWOLFScore=41)) if name == "Lap" else None
                self.element("WorkoutEvent", attributes, body)

        def statistics():
            for kind, unit, is_sum in STATISTICS:
                values = {"sum": self.number(10, 5000)} if is_sum else {
                    "average": self.number(100, 120), "minimum": self.number(60, 99), "maximum": self.number(121, 180)}
                self.element("WorkoutStatistics", {
                    "type": kind, "startDate": stamp(start), "endDate": stamp(end), **values, "unit": unit})

        def pairs():
            self.metadata(HKIndoorWorkout=0, HKTimeZone="Europe/Berlin", HKWeatherTemperature="59 degF")

        def body():
            pairs()
            events()
            uuid = f"6b0e3c1a-0000-4000-8000-{number:012x}"
            self.element("WorkoutActivity", {
                "uuid": uuid, "startDate": stamp(start), "endDate": stamp(end), "duration": minutes,
                "durationUnit": "min"}, lambda: [events(), statistics(), self.metadata(WOIntervalStepKeyPath="1.0.1")])
            statistics()
            self.route_element(start, end, number)
            pairs()

        self.element("Workout", {
            "workoutActivityType": f"HKWorkoutActivityType{activity}", "duration": f"{minutes}.0",
            "durationUnit": "min", "totalDistance": self.number(1, 20) if has_totals else None,
            "totalDistanceUnit": "km" if has_totals else None,
            "totalEnergyBurned": self.number(50, 900) if has_totals else None,
            "totalEnergyBurnedUnit": "kcal" if has_totals else None, **self.attribution(start, end)}, body)

    def route_element(self, start, end, number):
        def body():
            self.metadata(HKMetadataKeySyncIdentifier=f"sync-{number}", HKMetadataKeySyncVersion=2)
            # Every fifth route is written as exports before iOS 13 did.
            if number % 5 == 4:
                for index in range(min(self.options.points, 1000)):
                    self.points += 1
                    self.element("Location", {
                        "date": stamp(start + timedelta(seconds=index)), "latitude": f"{48 + index / 1e5:.6f}",
                        "longitude": f"{11 + index / 1e5:.6f}", "altitude": "520.5", "horizontalAccuracy": "4",
                        "verticalAccuracy": "3", "course": "90", "speed": "2.5"})
            else:
                self.element("FileReference", {"path": "/" + self.route_name(len(self.routes))})
                self.routes.append(start)

        self.element("WorkoutRoute", self.attribution(start, end), body)

    def route_name(self, number):
        return f"workout-routes/route_{number:06}.gpx"

    def route(self, out, number, start):
        out.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Apple Health Export" '
            'xmlns="http://www.topografix.com/GPX/1/1">\n <metadata>\n  <time>2025-12-31T08:00:00Z</time>\n </metadata>\n'
            f" <trk>\n  <name>Route {number}</name>\n  <trkseg>\n".encode())
        spread = self.random.random
        latitude, longitude, altitude = 48 + spread(), 11 + spread(), 500 + 50 * spread()
        first = start.astimezone(timezone.utc)
        lines = []
        for index in range(self.options.points):
            latitude += (spread() - 0.5) * 4e-5
            longitude += spread() * 4e-5
            altitude += spread() - 0.5
            if index % 60 == 0:
                minute = (first + timedelta(seconds=index)).strftime("%Y-%m-%dT%H:%M")
            lines.append(
                f'   <trkpt lon="{longitude:.6f}" lat="{latitude:.6f}"><ele>{altitude:.6f}</ele>'
                f"<time>{minute}:{index % 60:02}Z</time><extensions><speed>{2 + spread():.6f}</speed>"
                f"<course>{360 * spread():.6f}</course><hAcc>{3 + spread():.6f}</hAcc><vAcc>{2 + spread():.6f}</vAcc>"
                "</extensions></trkpt>\n")
            if len(lines) == 1000:
                out.write("".join(lines).encode())
                lines = []
        self.points += self.options.points
        out.write("".join(lines).encode() + b"  </trkseg>\n </trk>\n</gpx>\n")

    def recording(self, out, time):
        head = [
            "Name,A Person", 'Date of Birth,"Jan 1, 1980"', f"Recorded Date,{stamp(time)}",
            "Classification,Sinus Rhythm", "Symptoms,", "Software Version,1.90", 'Device,"Watch6,7"',
            "Sample Rate,512 hertz", "", "", "Lead,Lead I", "Unit,µV", ""]
        values = [f"{self.random.gauss(0, 150):.3f}" for _ in range(self.options.voltages)]
        self.voltages += len(values)
        out.write(("\n".join(head + values) + "\n").encode())

    # The rest

    def summary(self, day):
        self.element("ActivitySummary", {
            "dateComponents": f"{day:%Y-%m-%d}", "activeEnergyBurned": self.number(100, 900),
            "activeEnergyBurnedGoal": "400", "activeEnergyBurnedUnit": "kcal", "appleMoveTime": "0",
            "appleMoveTimeGoal": "0", "appleExerciseTime": self.random.randint(0, 90), "appleExerciseTimeGoal": "30",
            "appleStandHours": self.random.randint(0, 16), "appleStandHoursGoal": "12"})

    def others(self):
        time = FIRST + timedelta(days=2)
        self.element("ClinicalRecord", {
            "type": "Observation", "identifier": "example-1", "sourceName": "Clinic",
            "sourceURL": "https://example.org/fhir/1", "fhirVersion": "4.0.1", "receivedDate": stamp(time),
            "resourceFilePath": "/clinical-records/Observation-0001.json"})

        def tones():
            self.metadata(HKExternalUUID="tones-1")
            for frequency in (500, 1000, 2000, 4000, 8000):
                self.element("SensitivityPoint", {
                    "frequencyValue": frequency, "frequencyUnit": "Hz", "leftEarValue": self.random.randint(0, 40),
                    "leftEarUnit": "dBHL", "leftEarMasked": "false", "leftEarClampingRangeLowerBound": "-10",
                    "leftEarClampingRangeUpperBound": "120", "rightEarValue": self.random.randint(0, 40),
                    "rightEarUnit": "dBHL", "rightEarMasked": "false", "rightEarClampingRangeLowerBound": "-10",
                    "rightEarClampingRangeUpperBound": "120"})

        self.element("Audiogram", {
            "type": "HKDataTypeIdentifierAudiogram", **self.attribution(time, time + timedelta(minutes=5))}, tones)

        def lenses():
            for eye in ("RightEye", "LeftEye"):
                values = {}
                for name, unit in LENS:
                    values[name] = "1"
                    values[name + "Unit"] = unit
                self.element(eye, values)
            self.metadata(HKMetadataKeyGlassesPrescriptionDescription="Reading")

        self.element("VisionPrescription", {
            "type": "HKVisionPrescriptionTypeGlasses", "dateIssued": stamp(time),
            "expirationDate": stamp(time + timedelta(days=730)), "brand": "Example"}, lenses)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    for name, default in [
        ("workouts", 10), ("points", 100), ("records", 1000), ("recordings", 3), ("voltages", 15360), ("seed", 1),
    ]:
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--locale", default="en_US")
    options = parser.parse_args()
    export = Export(options)
    writer = Writer(options.out)
    export.write(writer)
    writer.close()
    print(json.dumps({
        "elements": dict(sorted(export.counts.items())), "points": export.points, "voltages": export.voltages,
        "routeFiles": len(export.routes), "recordings": options.recordings}, indent=1))


if __name__ == "__main__":
    main()
