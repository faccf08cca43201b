"""Reads an export of Apple Health by a program of others and prints what it found: export_readers.py READER ZIP FOLDER."""

import sqlite3
import subprocess
import sys
from pathlib import Path

reader, export, folder = sys.argv[1:]

if reader == "healthkit-to-sqlite":
    database = Path(folder) / "other.db"
    program = Path(sys.executable).with_name("healthkit-to-sqlite")
    subprocess.run([program, "--silent", export, database], check=True)
    connection = sqlite3.connect(database)
    questions = [
        "select startDate, endDate, value, unit, sourceName from rHeartRate order by startDate",
        "select startDate, endDate, value, unit, sourceName from rStepCount",
        "select value, unit from rBloodPressureSystolic",
        "select value, unit from rBloodPressureDiastolic",
        "select workoutActivityType, duration, durationUnit, startDate, workout_events from workouts",
        "select date, latitude, longitude, altitude, speed from workout_points order by date",
        "select dateComponents, activeEnergyBurned, activeEnergyBurnedGoal, activeEnergyBurnedUnit from activity_summary",
    ]
    for question in questions:
        for row in connection.execute(question):
            print("|".join(str(cell) for cell in row))
else:
    from apple_health_parser.utils.parser import Parser

    parser = Parser(export, output_dir=Path(folder) / "other", overwrite=True)
    for flag in sorted(parser.flags):
        for model in parser._build_models(flag):
            print(f"{flag}|{model.source_name}|{model.start_date}|{model.end_date}|{model.value}|{model.unit}")
