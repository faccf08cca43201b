"""What one writes by hand in Python: the records of a Health Connect database as lines of JSON. Argument: FILE.

Heart rates and steps with their app, times in ISO 8601 and ids; nothing is checked. Prints how many they are.
"""
import json
import os
import sqlite3
import sys
import uuid
from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def moment(milliseconds, seconds):
    zone = timezone(timedelta(seconds=seconds or 0))
    return (EPOCH + timedelta(milliseconds=milliseconds)).astimezone(zone).isoformat()


def main() -> None:
    db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro&immutable=1", uri=True)
    apps = dict(db.execute("SELECT row_id, package_name FROM application_info_table"))
    count = 0
    with open(os.devnull, "w") as output:
        rates = db.execute(
            "SELECT p.uuid, p.start_zone_offset, p.app_info_id, s.beats_per_minute, s.epoch_millis "
            "FROM heart_rate_record_series_table s JOIN heart_rate_record_table p ON p.row_id = s.parent_key")
        for record, zone, app, beats, time in rates:
            output.write(json.dumps({
                "uuid": str(uuid.uuid5(uuid.UUID(bytes=record), str(time))), "type": "heartRate", "value": beats,
                "unit": "count/min", "start": moment(time, zone), "source": {"bundle": apps.get(app)}}) + "\n")
            count += 1
        steps = db.execute("SELECT uuid, start_time, start_zone_offset, end_time, end_zone_offset, app_info_id, count "
                           "FROM steps_record_table")
        for record, start, zone, end, end_zone, app, number in steps:
            output.write(json.dumps({
                "uuid": str(uuid.UUID(bytes=record)), "type": "stepCount", "value": number, "unit": "count",
                "start": moment(start, zone), "end": moment(end, end_zone), "source": {"bundle": apps.get(app)}}) + "\n")
            count += 1
    print(count)


main()
