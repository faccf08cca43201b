"""The parts of an export that are not records: what stands before and behind them."""
from __future__ import annotations

from typing import Callable, TextIO

ATTRIBUTES = [
    ("type", "REQUIRED"), ("unit", "IMPLIED"), ("value", "IMPLIED"), ("sourceName", "REQUIRED"),
    ("sourceVersion", "IMPLIED"), ("device", "IMPLIED"), ("creationDate", "IMPLIED"), ("startDate", "REQUIRED"),
    ("endDate", "REQUIRED"),
]
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT ExportDate EMPTY>
<!ATTLIST ExportDate
  value CDATA #REQUIRED
>
<!ELEMENT Me EMPTY>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
""" + "".join(f"  {name:<13} CDATA #{need}\n" for name, need in ATTRIBUTES) + """>
<!ELEMENT Correlation ((MetadataEntry|Record)*)>
<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
<!ELEMENT WorkoutStatistics EMPTY>
<!ELEMENT WorkoutEvent EMPTY>
<!ELEMENT WorkoutRoute ((MetadataEntry|FileReference)*)>
<!ELEMENT FileReference EMPTY>
<!ELEMENT ActivitySummary EMPTY>
<!ELEMENT MetadataEntry EMPTY>
<!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>
<!ELEMENT InstantaneousBeatsPerMinute EMPTY>
]>
<HealthData locale="en_US">
 <ExportDate value="2026-01-01 09:00:00 -0800"/>
"""
WATCH = 'sourceName="Made-up\u2019s Apple\u00a0Watch" sourceVersion="11.2"'


def write_correlations(out: TextIO, pressures: list[tuple[str, str, str]]) -> None:
    """A blood pressure for each systolic one (moment, value, unit), with its members again within it."""
    for moment, value, unit in pressures:
        dates = f'creationDate="{moment}" startDate="{moment}" endDate="{moment}"'
        cuff = 'sourceName="Cuff" sourceVersion="2.0"'
        out.write(f' <Correlation type="HKCorrelationTypeIdentifierBloodPressure" {cuff} {dates}>\n')
        for part, number, spelling in (("Systolic", value, unit), ("Diastolic", "71", "mmHg")):
            out.write(
                f'  <Record type="HKQuantityTypeIdentifierBloodPressure{part}" {cuff} unit="{spelling}" {dates} '
                f'value="{number}"/>\n')
        out.write(" </Correlation>\n")


def write_workouts(out: TextIO, days: list[str]) -> None:
    """A workout a day, with events, statistics and a route."""
    for number, day in enumerate(days):
        start, pause, end = (f"{day} {time} -0800" for time in ("18:00:00", "18:15:00", "18:31:30"))
        activity = ("Running", "Walking", "Yoga")[number % 3]
        out.write(
            f' <Workout workoutActivityType="HKWorkoutActivityType{activity}" duration="31.5" durationUnit="min" '
            f'{WATCH} creationDate="{end}" startDate="{start}" endDate="{end}">\n'
            '  <MetadataEntry key="HKIndoorWorkout" value="0"/>\n'
            '  <MetadataEntry key="HKTimeZone" value="America/Los_Angeles"/>\n'
            f'  <WorkoutEvent type="HKWorkoutEventTypePause" date="{pause}"/>\n'
            f'  <WorkoutEvent type="HKWorkoutEventTypeSegment" date="{start}" duration="8.2" durationUnit="min"/>\n')
        for name, text in (
            ("HeartRate", 'average="141.2" minimum="95" maximum="172" unit="count/min"'),
            ("ActiveEnergyBurned", f'sum="{200 + number % 90}.5" unit="kcal"'),
            ("DistanceWalkingRunning", f'sum="{3 + number % 4}.21" unit="km"'),
        ):
            out.write(
                f'  <WorkoutStatistics type="HKQuantityTypeIdentifier{name}" startDate="{start}" endDate="{end}" '
                f"{text}/>\n")
        out.write(
            f'  <WorkoutRoute {WATCH} creationDate="{end}" startDate="{start}" endDate="{end}">\n'
            '   <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>\n'
            f'   <FileReference path="/workout-routes/route_{day}_6.31pm.gpx"/>\n  </WorkoutRoute>\n </Workout>\n')


def write_rings(out: TextIO, days: list[str]) -> None:
    """A summary of the rings a day."""
    for number, day in enumerate(days):
        out.write(
            f' <ActivitySummary dateComponents="{day}" activeEnergyBurned="{300 + number % 250}.1" '
            'activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" '
            f'appleExerciseTime="{20 + number % 40}" appleExerciseTimeGoal="30" '
            f'appleStandHours="{8 + number % 6}" appleStandHoursGoal="12"/>\n')


def write_export(
    out: TextIO, copy_records: Callable[[], None], pressures: list[tuple[str, str, str]], days: list[str]
) -> None:
    """The whole export; `copy_records` writes the records in their place."""
    out.write(HEAD)
    sex = 'HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"'
    blood = 'HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"'
    skin = 'HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"'
    out.write(f' <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-04-12" {sex} {blood} {skin}')
    out.write(' HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>\n')
    copy_records()
    write_correlations(out, pressures)
    write_workouts(out, days)
    write_rings(out, days)
    out.write("</HealthData>\n")
