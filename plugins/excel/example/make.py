#!/usr/bin/env python3
"""Writes the example, a made-up workbook: `make.py FILE`. With `--study`, one with dates, percents and two sheets."""

import datetime
import sys

import openpyxl


def own(book):
    sheet = book.active
    sheet.title = "Samples"
    for row in [("type", "value", "unit", "start"), ("heartRate", 61, "count/min", "2026-01-05T07:58:01Z"),
                ("bodyMass", 71.3, "kg", "2026-01-05T08:00:00Z")]:
        sheet.append(row)


def study(book):
    sheet = book.active
    sheet.title = "Weights"
    sheet.append(["Participants of a made-up study"])
    sheet.append([])
    sheet.append(["Patient", "Date", "Time", "Weight (kg)", "SpO2"])
    for patient, day, weight, saturation in [("P1", 5, 71.3, 0.97), ("P2", 6, 81, None)]:
        sheet.append([patient, datetime.date(2026, 1, day), datetime.time(7, 30), weight, saturation])
        sheet.cell(sheet.max_row, 5).number_format = "0%"
    steps = book.create_sheet("Steps")
    steps.append(["Patient", "When", "Steps"])
    steps.append(["P1", datetime.datetime(2026, 1, 5, 18, 0, 30), 8123])
    book.create_sheet("Empty")


book = openpyxl.Workbook()
(study if "--study" in sys.argv else own)(book)
book.save(sys.argv[1])
