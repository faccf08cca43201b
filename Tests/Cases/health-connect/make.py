#!/usr/bin/env python3
"""Makes databases in the published schema of Health Connect, and what has to come of them.

    make.py FOLDER            health-connect-9.db, -17.db and -23.db, each with NAME.truth.ndjson
    make.py FOLDER --hostile  databases that try to do harm
    make.py FILE --rows N     one database with N heart rates, for measuring

A line of a truth file is a sample as it has to be read: `place`, and the members of its JSON object. All data is made up.
"""
import json, os, sqlite3, struct, sys, uuid

START = 1767254400000  # 2026-01-01T08:00:00Z
COMMON = ("row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE NOT NULL, last_modified_time INTEGER, "
          "client_record_id TEXT, client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER, "
          "recording_method INTEGER, dedupe_hash BLOB UNIQUE")
INSTANT = ", time INTEGER, zone_offset INTEGER, local_date INTEGER"
INTERVAL = (", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, "
            "local_date INTEGER")
NUTRIENTS = ("energy energy_from_fat protein total_carbohydrate total_fat saturated_fat unsaturated_fat "
             "monounsaturated_fat polyunsaturated_fat trans_fat sugar dietary_fiber cholesterol sodium potassium calcium "
             "chloride chromium copper iodine iron magnesium manganese molybdenum phosphorus selenium zinc biotin "
             "caffeine folate folic_acid niacin pantothenic_acid riboflavin thiamin vitamin_a vitamin_b6 vitamin_b12 "
             "vitamin_c vitamin_d vitamin_e vitamin_k").split()
UNSET = 4.9e-324

# Table: kind, its own columns, the version that brought it.
TABLES = {
    "steps_record_table": ("interval", "count INTEGER", 1),
    "active_calories_burned_record_table": ("interval", "energy REAL", 1),
    "hydration_record_table": ("interval", "volume REAL", 1),
    "elevation_gained_record_table": ("interval", "elevation REAL", 1),
    "floors_climbed_record_table": ("interval", "floors REAL", 1),
    "wheelchair_pushes_record_table": ("interval", "count INTEGER", 1),
    "distance_record_table": ("interval", "distance REAL", 1),
    "nutrition_record_table": ("interval", ", ".join(f"{n} REAL" for n in NUTRIENTS)
                               + ", meal_name TEXT, meal_type INTEGER", 1),
    "total_calories_burned_record_table": ("interval", "energy REAL", 1),
    "menstruation_period_record_table": ("interval", "", 1),
    "heart_rate_record_table": ("interval", "", 1),
    "CyclingPedalingCadenceRecordTable": ("interval", "", 1),
    "PowerRecordTable": ("interval", "", 1),
    "SpeedRecordTable": ("interval", "", 1),
    "StepsCadenceRecordTable": ("interval", "", 1),
    "basal_metabolic_rate_record_table": ("instant", "basal_metabolic_rate REAL", 1),
    "body_fat_record_table": ("instant", "percentage REAL", 1),
    "vo2_max_record_table": ("instant", "vo2_milliliters_per_minute_kilogram REAL, measurement_method INTEGER", 1),
    "cervical_mucus_record_table": ("instant", "sensation INTEGER, appearance INTEGER", 1),
    "basal_body_temperature_record_table": ("instant", "temperature REAL, measurement_location INTEGER", 1),
    "menstruation_flow_record_table": ("instant", "flow INTEGER", 1),
    "oxygen_saturation_record_table": ("instant", "percentage REAL", 1),
    "blood_pressure_record_table": ("instant", "systolic REAL, diastolic REAL, body_position TEXT, "
                                    "measurement_location TEXT", 1),
    "height_record_table": ("instant", "height REAL", 1),
    "blood_glucose_record_table": ("instant", "level REAL, specimen_source TEXT, relation_to_meal TEXT, meal_type TEXT",
                                   1),
    "weight_record_table": ("instant", "weight REAL", 1),
    "lean_body_mass_record_table": ("instant", "mass REAL", 1),
    "sexual_activity_record_table": ("instant", "protection_used INTEGER", 1),
    "body_temperature_record_table": ("instant", "temperature REAL, measurement_location INTEGER", 1),
    "ovulation_test_record_table": ("instant", "result INTEGER", 1),
    "respiratory_rate_record_table": ("instant", "rate REAL", 1),
    "bone_mass_record_table": ("instant", "mass REAL", 1),
    "resting_heart_rate_record_table": ("instant", "beats_per_minute INTEGER", 1),
    "body_water_mass_record_table": ("instant", "body_water_mass REAL", 1),
    "heart_rate_variability_rmssd_record_table": ("instant", "heart_rate_variability_millis REAL", 1),
    "intermenstrual_bleeding_record_table": ("instant", "", 1),
    "exercise_session_record_table": ("interval", "exercise_type INTEGER, title TEXT, notes TEXT, has_route INTEGER, "
                                      "planned_exercise_session_id BLOB", 1),
    "sleep_session_record_table": ("interval", "title TEXT, notes TEXT", 1),
    "skin_temperature_record_table": ("interval", "measurement_location INTEGER, baseline REAL", 11),
    "planned_exercise_session_record_table": ("interval", "exercise_type INTEGER, title TEXT, notes TEXT, "
                                              "has_explicit_time INTEGER, completed_session_id BLOB", 13),
    "mindfulness_session_record_table": ("interval", "type INTEGER, title TEXT, notes TEXT", 14),
    "activity_intensity_record_table": ("interval", "type INTEGER", 16),
}
CHILDREN = {
    "heart_rate_record_series_table": ("beats_per_minute INTEGER, epoch_millis INTEGER", 1),
    "cycling_pedaling_cadence_record_table": ("revolutions_per_minute REAL, epoch_millis INTEGER", 1),
    "power_record_table": ("power REAL, epoch_millis INTEGER", 1),
    "speed_record_table": ("speed REAL, epoch_millis INTEGER", 1),
    "steps_cadence_record_table": ("rate REAL, epoch_millis INTEGER", 1),
    "sleep_stages_table": ("stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER", 1),
    "exercise_laps_table": ("lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL", 1),
    "exercise_segments_table": ("segment_start_time INTEGER, segment_end_time INTEGER, segment_type INTEGER, "
                                "repetitions_count INTEGER", 1),
    "exercise_route_table": ("timestamp_millis INTEGER, latitude REAL, longitude REAL, horizontal_accuracy REAL, "
                             "vertical_accuracy REAL, altitude REAL", 1),
    "skin_temperature_delta_table": ("delta REAL, epoch_millis INTEGER", 11),
    "planned_exercise_session_blocks_table": ("row_id INTEGER PRIMARY KEY, block_description TEXT, repetitions INTEGER",
                                              13),
    "planned_exercise_session_steps_table": ("row_id INTEGER PRIMARY KEY, step_description TEXT, category INTEGER, "
                                             "step_exercise_type INTEGER", 13),
    "planned_exercise_session_goals_table": ("type_id INTEGER, goal_min BLOB, goal_max BLOB", 13),
}
OTHERS = {
    "device_info_table": "row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER",
    "application_info_table": "row_id INTEGER PRIMARY KEY, package_name TEXT UNIQUE, app_name TEXT, app_icon BLOB, "
                              "record_types_used TEXT",
    "activity_date_table": "epoch_days INTEGER, record_type_id INTEGER",
    "health_data_category_priority_table": "health_data_category INTEGER, app_id_priority_order TEXT",
    "preference_table": "key TEXT, value TEXT",
    "change_log_request_table": "row_id INTEGER PRIMARY KEY, packages_to_filter TEXT",
    "migration_entity_table": "entity_id TEXT", "backup_change_token_table": "row_id INTEGER PRIMARY KEY",
    "read_access_logs_table": "reader_app_id INTEGER, writer_app_id INTEGER, record_type INTEGER, read_time INTEGER, "
                              "write_time INTEGER",
}


def record_id(table, number):
    """A UUID of version 4 that depends on its place alone."""
    digest = bytearray(uuid.uuid5(uuid.NAMESPACE_DNS, f"{table} {number}").bytes)
    digest[6] = digest[6] & 0x0F | 0x40
    return uuid.UUID(bytes=bytes(digest))


def text(identifier):
    return str(identifier).upper()


def instant(milliseconds):
    import datetime
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=milliseconds)
    fraction = f".{moment.microsecond // 1000:03}" if moment.microsecond else ""
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + fraction + "Z"


def offset(seconds):
    return f"{'-' if seconds < 0 else '+'}{abs(seconds) // 3600:02}:{abs(seconds) // 60 % 60:02}"


class Maker:
    def __init__(self, path, version):
        if os.path.exists(path):
            os.remove(path)
        self.version = version
        self.db = sqlite3.connect(path)
        self.db.execute("PRAGMA page_size = 1024")
        # What is lost when the machine fails is made again.
        self.db.execute("PRAGMA synchronous = OFF")
        self.truth = []
        self.counts = {}
        generated = version >= 10
        for name, (kind, columns, since) in TABLES.items():
            if since > version:
                continue
            times = INSTANT if kind == "instant" else INTERVAL
            if generated and kind == "instant":
                times += ", local_date_time INTEGER AS (time + 1000 * zone_offset)"
            elif generated:
                times += (", local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset)"
                          ", local_date_time_end_time INTEGER AS (end_time + 1000 * end_zone_offset)")
            self.db.execute(f"CREATE TABLE {name} ({COMMON}{times}{', ' + columns if columns else ''})")
        for name, (columns, since) in CHILDREN.items():
            if since <= version:
                self.db.execute(f"CREATE TABLE {name} (parent_key INTEGER, {columns})")
        for name, columns in OTHERS.items():
            self.db.execute(f"CREATE TABLE {name} ({columns})")
        self.db.execute(f"PRAGMA user_version = {version}")
        self.db.execute("INSERT INTO device_info_table VALUES (1, 'Acme', 'Band \"2\"', 6), (2, NULL, NULL, 0)")
        self.db.execute("INSERT INTO application_info_table VALUES (1, 'com.example.band', 'Band ⌚', x'89504e47', '1'), "
                        "(2, 'com.example.scale', NULL, NULL, NULL)")

    def record(self, table, values=(), columns="", start=START, end=None, zone=3600, end_zone=None, app=1, device=1,
               method=2, client=None, client_version=None):
        kind, own, _ = TABLES[table]
        number = self.counts[table] = self.counts.get(table, 0) + 1
        identifier = record_id(table, number)
        names = [column.split()[0] for column in (columns or own).split(", ") if column]
        values = list(values) + [None] * (len(names) - len(values))
        if kind == "instant":
            times, moments = ["time", "zone_offset"], [start, zone]
        else:
            end = start + 600000 if end is None else end
            times = ["start_time", "start_zone_offset", "end_time", "end_zone_offset"]
            moments = [start, zone, end, zone if end_zone is None else end_zone]
        cells = [identifier.bytes, START + 3600000, client, client_version, device, app, method,
                 None if client else struct.pack(">Qq", app or 0, start)]
        keys = ["uuid", "last_modified_time", "client_record_id", "client_record_version", "device_info_id",
                "app_info_id", "recording_method", "dedupe_hash"] + times + names
        marks = ", ".join("?" * len(keys))
        cursor = self.db.execute(f"INSERT INTO {table} ({', '.join(keys)}) VALUES ({marks})",
                                 cells + moments + values)
        made = Record(self, table, cursor.lastrowid, identifier)
        made.common(kind, start, end, zone, end_zone, app, device, method, client, client_version)
        return made

    def child(self, table, parent, **values):
        keys = ["parent_key"] + list(values)
        cursor = self.db.execute(f"INSERT INTO {table} ({', '.join(keys)}) VALUES ({', '.join('?' * len(keys))})",
                                 [parent.row] + list(values.values()))
        return cursor.lastrowid

    def expect(self, place, sample):
        self.truth.append({"place": place, **sample})

    def close(self, truth=None):
        self.db.commit()
        self.db.execute("VACUUM")
        self.db.close()
        if truth:
            with open(truth, "w", encoding="utf-8") as file:
                for line in self.truth:
                    file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")


class Record:
    def __init__(self, maker, table, row, identifier):
        self.maker, self.table, self.row, self.id = maker, table, row, identifier

    def common(self, kind, start, end, zone, end_zone, app, device, method, client, version):
        self.times = {"start": instant(start)}
        self.points = {}
        if zone is not None:
            self.times["offset"] = self.points["offset"] = offset(zone)
        if kind == "interval":
            self.times["end"] = instant(end)
            if zone is not None and (zone if end_zone is None else end_zone) is not None:
                self.times["end_offset"] = offset(zone if end_zone is None else end_zone)
        self.origin = {"created": instant(START + 3600000)}
        if app == 1:
            self.origin["source"] = {"name": "Band ⌚", "bundle": "com.example.band"}
        elif app == 2:
            self.origin["source"] = {"bundle": "com.example.scale"}
        if device == 1:
            self.origin["device"] = {"manufacturer": "Acme", "model": 'Band "2"'}
        self.metadata = {}
        if method == 3:
            self.metadata["HKWasUserEntered"] = True
        elif method in (1, 2):
            self.metadata["health_connect_recording_method"] = [None, "actively_recorded", "automatically_recorded"][
                method]
        if device == 1:
            self.metadata["health_connect_device_type"] = "fitness_band"
        if zone is None:
            self.metadata["health_connect_zone_offset"] = "unknown"
        self.whole, self.part = {}, {"health_connect_record": text(self.id)}
        if client:
            self.whole["HKMetadataKeySyncIdentifier"] = self.part["health_connect_client_record_id"] = client
            if version is not None:
                self.whole["HKMetadataKeySyncVersion"] = self.part["health_connect_client_record_version"] = int(version)

    def place(self):
        return f"{self.table} row {self.row}"

    def sample(self, type, notes=None, **fields):
        self.maker.expect(self.place(), {"uuid": text(self.id), "type": type, **fields, **self.times, **self.origin,
                                         **meta({**self.metadata, **self.whole, **(notes or {})})})
        return self

    def quantity(self, type, value, unit, notes=None):
        return self.sample(type, notes, value=value, unit=unit)

    def child_id(self, name):
        return text(uuid.uuid5(self.id, name))

    def part_sample(self, place, name, type, notes=None, times=None, **fields):
        self.maker.expect(place, {"uuid": self.child_id(name), "type": type, **fields, **(times or self.times),
                                  **self.origin, **meta({**self.metadata, **self.part, **(notes or {})})})


def meta(entries):
    return {"metadata": entries} if entries else {}


def fill(m):
    """One or more records of every table that the version has."""
    def has(table):
        return TABLES[table][2] <= m.version

    m.record("steps_record_table", [431]).quantity("stepCount", 431, "count")
    m.record("steps_record_table", [12], start=START + 1250, zone=None, app=2, device=2, method=0) \
        .quantity("stepCount", 12, "count")
    m.record("steps_record_table", [7], start=START + 86400000, zone=-12600, end_zone=-9000, method=3, client="a\"b",
             client_version="3").quantity("stepCount", 7, "count")
    m.record("active_calories_burned_record_table", [251500.5]).quantity("activeEnergyBurned", 251500.5, "cal")
    m.record("hydration_record_table", [0.25]).quantity("dietaryWater", 0.25, "L")
    m.record("elevation_gained_record_table", [-1.0]).quantity("elevationGained", -1, "m")
    m.record("floors_climbed_record_table", [3.5]).quantity("flightsClimbed", 3.5, "count")
    m.record("wheelchair_pushes_record_table", [90]).quantity("pushCount", 90, "count")
    m.record("distance_record_table", [851.25]).quantity("distance", 851.25, "m")
    meal = m.record("nutrition_record_table", [270000.0, 90000.0, 11.0] + [UNSET] * 6 + [0.25] + [UNSET] * 3 + [0.4],
                    columns=", ".join(NUTRIENTS[:14]) + ", meal_name, meal_type")
    m.db.execute("UPDATE nutrition_record_table SET meal_name = 'Pizza', meal_type = 3, vitamin_b6 = 0.0013 "
                 "WHERE row_id = ?", [meal.row])
    parts = [("dietaryEnergyConsumed", "energy", 270000, "cal"), ("dietaryProtein", "protein", 11, "g"),
             ("dietarySodium", "sodium", 0.4, "g"), ("dietaryVitaminB6", "vitamin_b6", 0.0013, "g")]
    notes = {"HKFoodType": "Pizza", "health_connect_meal_type": "dinner"}
    meal.sample("food", notes, members=[
        {"uuid": meal.child_id(name), "type": type, "value": value, "unit": unit} for type, name, value, unit in parts])
    meal.part_sample(meal.place(), "energy_from_fat", "dietaryEnergyFromFat", notes, value=90000, unit="cal")
    meal.part_sample(meal.place(), "trans_fat", "dietaryFatTrans", notes, value=0.25, unit="g")
    m.record("total_calories_burned_record_table", [2100000.0]).quantity("totalCaloriesBurned", 2100000, "cal")
    m.record("menstruation_period_record_table", end=START + 5 * 86400000).sample("menstruationPeriod")
    for table, series, type, column, unit, values in [
        ("heart_rate_record_table", "heart_rate_record_series_table", "heartRate", "beats_per_minute", "count/min",
         [62, 119]),
        ("CyclingPedalingCadenceRecordTable", "cycling_pedaling_cadence_record_table", "cyclingCadence",
         "revolutions_per_minute", "count/min", [90.5]),
        ("PowerRecordTable", "power_record_table", "power", "power", "W", [210.25]),
        ("SpeedRecordTable", "speed_record_table", "speed", "speed", "m/s", [3.1]),
        ("StepsCadenceRecordTable", "steps_cadence_record_table", "stepsCadence", "rate", "count/min", [164]),
    ]:
        record = m.record(table, client="hr-1" if table == "heart_rate_record_table" else None, client_version="2")
        for index, value in enumerate(values):
            moment = START + 1000 * index + 500
            row = m.child(series, record, **{column: value, "epoch_millis": moment})
            record.part_sample(f"{series} row {row}", str(moment), type, value=value, unit=unit,
                               times={"start": instant(moment), **record.points})
    m.record("basal_metabolic_rate_record_table", [78.5]).quantity("basalMetabolicRate", 78.5, "W")
    m.record("body_fat_record_table", [21.5]).quantity("bodyFatPercentage", 21.5, "percent 0-100")
    m.record("vo2_max_record_table", [44.2, 3]).quantity(
        "vo2Max", 44.2, "mL/min·kg", {"health_connect_measurement_method": "cooper_test"})
    m.record("cervical_mucus_record_table", [2, 5]).sample(
        "cervicalMucusQuality", {"health_connect_sensation": "medium"}, value=5)
    m.record("basal_body_temperature_record_table", [36.4, 4]).quantity(
        "basalBodyTemperature", 36.4, "degC", {"HKBodyTemperatureSensorLocation": 6})
    for flow, case in [(0, 1), (1, 2), (2, 3), (3, 4)]:
        # The only menstruation begins on the first of these days.
        m.record("menstruation_flow_record_table", [flow], start=START + flow * 86400000).sample(
            "menstrualFlow", {"HKMenstrualCycleStart": flow == 0}, value=case)
    m.record("oxygen_saturation_record_table", [97.5]).quantity("oxygenSaturation", 97.5, "percent 0-100")
    pressure = m.record("blood_pressure_record_table", [121.5, 79.0, "2", "3"])
    pressure.sample("bloodPressure", {"health_connect_body_position": "sitting_down",
                                      "health_connect_measurement_location": "left_upper_arm"},
                    members=[{"uuid": pressure.child_id("systolic"), "type": "bloodPressureSystolic", "value": 121.5,
                              "unit": "mmHg"},
                             {"uuid": pressure.child_id("diastolic"), "type": "bloodPressureDiastolic", "value": 79,
                              "unit": "mmHg"}])
    m.record("height_record_table", [1.82]).quantity("height", 1.82, "m")
    m.record("blood_glucose_record_table", [5.4, "2", "4", "1"]).quantity(
        "bloodGlucose", 5.4, "mmol/L", {
            "HKBloodGlucoseMealTime": 2, "health_connect_relation_to_meal": "after_meal",
            "health_connect_meal_type": "breakfast", "health_connect_specimen_source": "capillary_blood"})
    m.record("weight_record_table", [71300.0], app=2).quantity("bodyMass", 71300, "g")
    m.record("lean_body_mass_record_table", [55100.0]).quantity("leanBodyMass", 55100, "g")
    for protection, flag in [(0, None), (1, True), (2, False)]:
        m.record("sexual_activity_record_table", [protection], start=START + protection).sample(
            "sexualActivity", {} if flag is None else {"HKSexualActivityProtectionUsed": flag})
    m.record("body_temperature_record_table", [37.1, 9]).quantity(
        "bodyTemperature", 37.1, "degC", {"health_connect_measurement_location": "wrist"})
    for result, case in [(0, 3), (1, 2), (2, 4), (3, 1)]:
        m.record("ovulation_test_record_table", [result], start=START + result).sample(
            "ovulationTestResult", value=case)
    m.record("respiratory_rate_record_table", [14.5]).quantity("respiratoryRate", 14.5, "count/min")
    m.record("bone_mass_record_table", [3100.0]).quantity("boneMass", 3100, "g")
    m.record("resting_heart_rate_record_table", [55]).quantity("restingHeartRate", 55, "count/min")
    m.record("body_water_mass_record_table", [41500.0]).quantity("bodyWaterMass", 41500, "g")
    m.record("heart_rate_variability_rmssd_record_table", [38.2]).quantity("heartRateVariabilityRMSSD", 38.2, "ms")
    m.record("intermenstrual_bleeding_record_table").sample("intermenstrualBleeding")
    workout(m)
    sleep(m)
    if has("skin_temperature_record_table"):
        record = m.record("skin_temperature_record_table", [3, 33.5])
        row = m.child("skin_temperature_delta_table", record, delta=-0.3, epoch_millis=START)
        record.part_sample(f"skin_temperature_delta_table row {row}", str(START), "skinTemperatureDelta",
                           {"health_connect_baseline": {"value": 33.5, "unit": "degC"},
                            "health_connect_measurement_location": "wrist"}, value=-0.3, unit="degC",
                           times={"start": instant(START), **record.points})
    if has("planned_exercise_session_record_table"):
        plan = m.record("planned_exercise_session_record_table", [33, "Intervals", None, 1, record_id("done", 1).bytes])
        block = m.child("planned_exercise_session_blocks_table", plan, block_description="Main", repetitions=3)
        m.db.execute("INSERT INTO planned_exercise_session_steps_table (parent_key, step_description, category, "
                     "step_exercise_type) VALUES (?, 'Fast', 2, 16)", [block])
        plan.sample("plannedExerciseSession",
                    {"health_connect_exercise_type": "running", "health_connect_title": "Intervals"},
                    fields={"activity": 37, "hasExplicitTime": True, "completedSession": text(record_id("done", 1))},
                    lists={"blocks": [{"number": 1, "repetitions": 3, "description": "Main"}],
                           "steps": [{"block": 1, "category": 2, "segmentType": 16, "description": "Fast"}]})
    if has("mindfulness_session_record_table"):
        m.record("mindfulness_session_record_table", [3, "Calm", ""]).sample(
            "mindfulSession", {"health_connect_title": "Calm", "health_connect_mindfulness_type": "breathing"})
    if has("activity_intensity_record_table"):
        m.record("activity_intensity_record_table", [1]).sample("activityIntensity", value=1)


def workout(m):
    run = m.record("exercise_session_record_table", [33, "Morning run", "windy", 1, record_id("plan", 1).bytes])
    m.child("exercise_laps_table", run, lap_start_time=START, lap_end_time=START + 300000, lap_length=1000.5)
    m.child("exercise_laps_table", run, lap_start_time=START + 300000, lap_end_time=START + 600000, lap_length=UNSET)
    m.child("exercise_segments_table", run, segment_start_time=START, segment_end_time=START + 90500, segment_type=16,
            repetitions_count=0)
    run.sample("workout", {"health_connect_exercise_type": "running", "health_connect_title": "Morning run",
                           "health_connect_notes": "windy",
                           "health_connect_planned_session": text(record_id("plan", 1))},
               fields={"activity": 37},
               lists={"events": [
                   {"kind": "lap", "start": instant(START), "duration": {"value": 300, "unit": "s"},
                    "metadata": {"HKLapLength": {"value": 1000.5, "unit": "m"}}},
                   {"kind": "lap", "start": instant(START + 300000), "duration": {"value": 300, "unit": "s"}},
                   {"kind": "segment", "start": instant(START), "duration": {"value": 90.5, "unit": "s"},
                    "metadata": {"health_connect_segment_type": 16}}]})
    # In the database strength training is 45 and boxing 7; in JSON of apps they are 70 and 11.
    for number, (name, activity) in {45: ("strength_training", 50), 58: ("other_workout", 3000), 99: (99, 3000)}.items():
        m.record("exercise_session_record_table", [number], start=START + number * 1000000).sample(
            "workout", {"health_connect_exercise_type": name}, fields={"activity": activity})
    for index in range(3):
        m.child("exercise_route_table", run, timestamp_millis=START + 1500 * index, latitude=[48.1, 48.101, 48.102][index],
                longitude=11.5, horizontal_accuracy=4.0 if index else UNSET, vertical_accuracy=UNSET, altitude=519.5)
    run.part_sample("exercise_route_table row 1", f"route {START}", "workoutRoute", parent=text(run.id),
                    times={"start": instant(START), "end": instant(START + 3000), **run.points},
                    points={"time": [0, 1.5, 3], "units": {"latitude": "deg", "longitude": "deg", "altitude": "m",
                                                           "horizontalAccuracy": "m"},
                            "latitude": [48.1, 48.101, 48.102], "longitude": [11.5, 11.5, 11.5],
                            "altitude": [519.5, 519.5, 519.5], "horizontalAccuracy": [None, 4, 4]})


def sleep(m):
    night = m.record("sleep_session_record_table", ["Night", "loud"], end=START + 8 * 3600000)
    for stage, case in enumerate([None, 2, 1, None, 3, 4, 5, 2]):
        begin, end = START + stage * 3600000, START + (stage + 1) * 3600000
        row = m.child("sleep_stages_table", night, stage_start_time=begin, stage_end_time=end, stage_type=stage)
        night.part_sample(f"sleep_stages_table row {row}", str(begin),
                          "otherSleepStage" if case is None else "sleepAnalysis",
                          {"health_connect_stage": "awake_in_bed"} if stage == 7 else None,
                          value=stage if case is None else case,
                          times={"start": instant(begin), "end": instant(end), **night.points})
    night.sample("sleepSession", {"health_connect_title": "Night", "health_connect_notes": "loud"})
    nap = m.record("sleep_session_record_table", [], start=START + 86400000)
    nap.sample("sleepSession")
    nap.part_sample(nap.place(), "asleep", "sleepAnalysis", {"health_connect_stage": "none"}, value=1)


def make_versions(folder):
    for version in (9, 17, 23):
        name = os.path.join(folder, f"health-connect-{version}")
        maker = Maker(name + ".db", version)
        if version == 23:
            maker.db.execute("ALTER TABLE exercise_segments_table ADD COLUMN weight REAL")
            maker.db.execute("ALTER TABLE exercise_session_record_table ADD COLUMN rate_of_perceived_exertion REAL")
            maker.db.execute(f"CREATE TABLE alcohol_consumption_record_table ({COMMON}{INTERVAL}, amount REAL)")
            maker.db.execute("DROP TABLE wheelchair_pushes_record_table")
            maker.db.execute("CREATE TABLE wheelchair_pushes_record_table (row_id INTEGER PRIMARY KEY)")
            maker.db.execute("DROP TABLE wheelchair_pushes_record_table")
            for number in (1, 2):
                maker.db.execute("INSERT INTO alcohol_consumption_record_table (uuid, start_time, amount) VALUES "
                                 "(?, ?, 0.5)", [record_id("alcohol", number).bytes, START])
            record = Maker.record
            maker.record = lambda table, *a, **k: (Nothing() if table == "wheelchair_pushes_record_table"
                                                   else record(maker, table, *a, **k))
        fill(maker)
        maker.close(name + ".truth.ndjson")


class Nothing:
    """A record of a table that the file does not have."""
    def quantity(self, *_):
        return self


def hostile(folder):
    def database(name, sql, rows=True):
        path = os.path.join(folder, name + ".db")
        maker = Maker(path, 17)
        if rows:
            maker.record("steps_record_table", [431])
        maker.db.commit()
        maker.db.executescript(sql)
        maker.db.commit()
        maker.db.close()
        return path

    database("trigger", "CREATE TRIGGER t AFTER INSERT ON steps_record_table BEGIN DELETE FROM steps_record_table; END;")
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"
    columns = ("1 AS row_id, randomblob(16) AS uuid, x AS time, 0 AS zone_offset, 70000.0 AS weight")
    database("view", f"DROP TABLE weight_record_table; CREATE VIEW weight_record_table AS {endless} {columns} FROM c;")
    database("generated", "DROP TABLE weight_record_table; CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, "
             "uuid BLOB, time INTEGER, zone_offset INTEGER, weight REAL AS (length(hex(zeroblob(100000000))))); "
             "INSERT INTO weight_record_table (time) VALUES (1), (2);")
    database("virtual", "CREATE VIRTUAL TABLE height_other_table USING fts5(text);")
    database("keyless", "DROP TABLE heart_rate_record_table; CREATE TABLE heart_rate_record_table (row_id TEXT, uuid BLOB);"
             "INSERT INTO heart_rate_record_series_table VALUES (1, 60, 1), (2, 60, 2);")
    database("orphans", "INSERT INTO heart_rate_record_series_table VALUES (99, 60, 1767254400000), (NULL, NULL, NULL);"
             "INSERT INTO sleep_stages_table VALUES (99, 1767254400000, 1767254460000, 5);")
    database("kinds", "INSERT INTO weight_record_table (uuid, time, zone_offset, weight) VALUES ('no uuid', 'later', "
             "99999999, 'heavy'), (x'00', 9223372036854775807, -9223372036854775808, x'0102'), (NULL, NULL, NULL, 9e999)"
             .replace("(NULL, NULL", "(x'01', NULL") + ";"
             "INSERT INTO exercise_laps_table VALUES (1, -9223372036854775808, 9223372036854775807, 1);"
             "INSERT INTO exercise_session_record_table (uuid, start_time, end_time, exercise_type, title) VALUES "
             "(x'02', 1, 2, -9223372036854775808, x'ff');"
             "INSERT INTO exercise_route_table VALUES (1, -9223372036854775808, 9e999, 1, 2, 3, 4), (1, 5, 1, 1, 1, 1, 1);")
    database("long", "INSERT INTO exercise_session_record_table (uuid, start_time, end_time, exercise_type, title) VALUES "
             "(randomblob(16), 1767254400000, 1767254460000, 33, replace(hex(zeroblob(500000)), '00', 'ab'));")
    names = "\n".join(f"CREATE TABLE t{n} (a);" for n in range(1200))
    database("many", names)
    database("odd-name", "CREATE TABLE \"a; DROP TABLE b\" (\"x\"\"y\" INTEGER); "
             "CREATE TABLE newer_record_table (\"x\"\" FROM sqlite_master --\" INTEGER, good INTEGER); "
             "INSERT INTO newer_record_table VALUES (1, 2);")
    # One number for two records, each of which would get all that belongs to it.
    database("repeated", "DROP TABLE exercise_session_record_table; CREATE TABLE exercise_session_record_table (row_id "
             "INTEGER, uuid BLOB, start_time INTEGER, end_time INTEGER, exercise_type INTEGER); "
             "INSERT INTO exercise_session_record_table VALUES (1, x'01', 1, 2, 33), (1, x'02', 3, 4, 33); "
             "INSERT INTO exercise_laps_table VALUES (1, 1, 2, 3), (9, 1, 2, 3), (9, 2, 3, 4);"
             "DROP TABLE planned_exercise_session_blocks_table; CREATE TABLE planned_exercise_session_blocks_table "
             "(parent_key INTEGER, row_id INTEGER, block_description TEXT, repetitions INTEGER);"
             "INSERT INTO planned_exercise_session_record_table (uuid, start_time, end_time) VALUES (x'03', 1, 2); "
             "INSERT INTO planned_exercise_session_blocks_table VALUES (1, 5, 'a', 1), (1, 5, 'b', 1);"
             "INSERT INTO planned_exercise_session_steps_table (parent_key, category) VALUES (5, 1), (5, 2), (6, 3);")
    database("no-parents", "INSERT INTO heart_rate_record_series_table VALUES (1, 60, 1), (1, 61, 2); "
             "DROP TABLE heart_rate_record_table; DROP TABLE SpeedRecordTable;")
    database("no-series", "INSERT INTO heart_rate_record_table (uuid, start_time, end_time) VALUES (x'01', 1, 2); "
             "INSERT INTO sleep_session_record_table (uuid, start_time, end_time) VALUES (x'02', 1, 2); "
             "DROP TABLE heart_rate_record_series_table; DROP TABLE sleep_stages_table; DROP TABLE speed_record_table;")
    database("cycle", "DROP TABLE menstruation_period_record_table; CREATE TABLE menstruation_period_record_table (row_id "
             "INTEGER PRIMARY KEY, uuid BLOB, start_time INTEGER AS (length(hex(zeroblob(100000000)))), end_time INTEGER); "
             "INSERT INTO menstruation_period_record_table (uuid) VALUES (x'01'); "
             "INSERT INTO menstruation_flow_record_table (uuid, time, flow) VALUES (x'02', 1767254400000, 1);")
    # A page that claims fewer cells than it has.
    path = database("hidden", "".join(f"INSERT INTO weight_record_table (uuid, time, weight) VALUES (x'{n:032x}', {n}, 1);"
                                      for n in range(1, 200)))
    db = sqlite3.connect(path)
    size = db.execute("PRAGMA page_size").fetchone()[0]
    root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'weight_record_table'").fetchone()[0]
    db.close()
    with open(path, "r+b") as file:
        whole = bytearray(file.read())
        page = (root - 1) * size
        assert whole[page] == 5, "the table has one page"
        first = struct.unpack(">H", whole[page + 12:page + 14])[0]
        leaf = (struct.unpack(">I", whole[page + first:page + first + 4])[0] - 1) * size
        assert whole[leaf] == 13 and whole[leaf + 4] > 2
        whole[leaf + 4] -= 2
        file.seek(0)
        file.write(whole)
    # Two roots of tables exchanged: rows are then of another shape.
    path = database("exchanged", "INSERT INTO heart_rate_record_series_table VALUES (1, 60, 1);")
    db = sqlite3.connect(path)
    db.execute("PRAGMA writable_schema = ON")
    roots = dict(db.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'").fetchall())
    for a, b in [("steps_record_table", "heart_rate_record_series_table"),
                 ("heart_rate_record_series_table", "steps_record_table")]:
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", [roots[b], a])
    db.commit()
    db.close()
    # Pages overwritten, one after the other.
    whole = open(database("damaged", ""), "rb").read()
    os.remove(os.path.join(folder, "damaged.db"))
    for page in range(0, len(whole) // 1024, 7):
        damaged = bytearray(whole)
        for place in range(page * 1024 + (100 if page == 0 else 0), page * 1024 + 1024):
            damaged[place] = (damaged[place] * 31 + place * 7 + 11) & 0xFF
        with open(os.path.join(folder, f"damaged-{page}.db"), "wb") as file:
            file.write(damaged)
    with open(os.path.join(folder, "short.db"), "wb") as file:
        file.write(whole[:len(whole) // 2])


def measure(path, rows):
    maker = Maker(path, 17)
    moment = START
    for start in range(0, rows, 600):
        record = maker.record("heart_rate_record_table", start=moment, end=moment + 600000)
        maker.db.executemany("INSERT INTO heart_rate_record_series_table VALUES (?, ?, ?)",
                             [(record.row, 60 + n % 90, moment + 1000 * n) for n in range(min(600, rows - start))])
        moment += 600000
    for start in range(rows // 10):
        maker.record("steps_record_table", [start % 900], start=START + start * 60000, end=START + start * 60000 + 60000)
    maker.db.commit()
    maker.db.close()


if __name__ == "__main__":
    target = sys.argv[1]
    if "--rows" in sys.argv:
        measure(target, int(sys.argv[sys.argv.index("--rows") + 1]))
    elif "--hostile" in sys.argv:
        hostile(target)
    else:
        make_versions(target)
