import HealthFormats
import HealthModel
import Testing

@testable import Assay

/// Profiles that are guessed from tables and JSON.
@Suite("Guessed profiles") struct ProfileGuessTests {
  private func guess(_ text: String, _ format: InputFormat = .csv, path: String = "x.csv") throws -> String {
    let input = ResolvedInput(text: Array(text.utf8), path: path, format: format)
    let guess = ProfileGuess(try ForeignProfile(reading: input), registry: try ProjectFiles.registry())
    let text = guess.configuration(path: path)
    let read = ConfigurationReader.read(Array(text.utf8), path: "assay.yaml", folder: "/project")
    #expect(read.diagnostics.map(\.message) == [], "\(text)")
    return text
  }

  @Test("a wide table: a column a type, with the units of the names") func wide() throws {
    let text = try guess(
      """
      user_id,timestamp,weight_lb,body_fat_pct,temp_c,glucose_mgdl,scale
      P01,2026-01-05T07:30:00+01:00,150,,36.8,98,Bathroom
      P02,2026-01-06T07:30:00+01:00,151,21,36.9,,Bathroom

      """)
    #expect(
      text
        == """
        schema: 1
        data:
          - path: x.csv
            columns:
              user_id: subject
              timestamp: start
              scale: device.name
            rows:
              - {value: weight_lb, type: bodyMass, unit: lb}
              - {value: body_fat_pct, type: bodyFatPercentage, unit: percent 0-100}
              - {value: temp_c, type: bodyTemperature, unit: degC}
              - {value: glucose_mgdl, type: bloodGlucose, unit: mg/dL}

        """)
  }

  @Test("a column of numbers that nothing reads is a question") func unread() throws {
    let text = try guess("time,weight_kg,Zucker mmol/l,quux\n2026-01-05T08:00:00Z,71,5.4,3\n")
    #expect(text.contains("Zucker mmol/l: \"-\"\n"), "\(text)")
    #expect(
      text.contains("# - {value: Zucker mmol/l, type: bloodGlucose, unit: mmol/L}  # is this bloodGlucose?"), "\(text)")
    #expect(text.contains("quux: \"-\"  # not read: which type is it?"), "\(text)")
  }

  @Test(
    "numbers with a percent sign are percentages",
    arguments: [("body fat", "21.5%", "0.4%"), ("body fat", "21.5 %", "20 %"), ("spo2", "97%", "98")])
  func percentSigns(_ item: (name: String, first: String, second: String)) throws {
    let text = try guess("time,\(item.name)\n2026-01-05T08:00:00Z,\(item.first)\n2026-01-06T08:00:00Z,\(item.second)\n")
    #expect(text.contains("unit: percent 0-100}\n"), "\(text)")
    let comma = try guess("time;body fat\n2026-01-05T08:00:00Z;21,5%\n2026-01-06T08:00:00Z;21,25%\n")
    #expect(comma.contains("decimal: \",\"") && comma.contains("unit: percent 0-100}\n"), "\(comma)")
  }

  @Test("a comma that may be between thousands is a question", arguments: ["8,123", "-12,500"])
  func thousands(_ number: String) throws {
    let text = try guess("date,steps\n2026-01-05,\"\(number)\"\n2026-01-06,\"9,001\"\n")
    #expect(text.contains("# decimal: \",\"") && !text.contains("\n    decimal"), "\(text)")
    let mixed = try guess("date;steps;weight_kg\n2026-01-05;8,5;71.3\n2026-01-06;9,5;71.4\n")
    #expect(mixed.contains("# decimal: \",\""), "\(mixed)")
    let sure = try guess("date;weight_kg\n2026-01-05;71,3\n2026-01-06;71,25\n")
    #expect(sure.contains("\n    decimal: \",\""), "\(sure)")
    let shown = try guess("date;steps;weight_kg\n2026-01-05;8,123;71,3\n2026-01-06;9,001;71,25\n")
    #expect(shown.contains("\n    decimal: \",\""), "\(shown)")
  }

  @Test("a column of which many values are missing is read, with a question") func sparse() throws {
    let rows = (10..<30).map { "2026-01-\($0)T08:00:00Z,\($0 % 3 == 0 ? "n/a" : "97"),71\n" }.joined()
    let text = try guess("time,oxygen saturation %,weight kg\n" + rows)
    #expect(text.contains("type: oxygenSaturation, unit: percent 0-100"), "\(text)")
    #expect(text.contains("6 of 20 are not numbers, such as n/a: leave these cells empty?"), "\(text)")
  }

  @Test("years of two digits are named") func shortYears() throws {
    let text = try guess("date;weight_kg\n05.01.26;71\n06.01.26;72\n")
    #expect(text.contains("date has years of two digits, as in 05.01.26; write four"), "\(text)")
    let none = try guess("name;RR\na;120/80\nb;118/79\n")
    #expect(none.contains("no column has times that can be read"), "\(none)")
  }

  @Test(
    "a column of units is mapped, never passed over for a constant",
    arguments: [
      (
        "subject_id,timestamp,glucose,unit,device\nS1,2026-02-01T00:00:00Z,105,mg/dL,A\nS2,2026-02-01T00:00:00Z,5.8,mmol/L,B\n",
        ["glucose: value", "unit: unit", "constants: {type: bloodGlucose}\n"]
      ),
      (
        "time,glucose,uom\n2026-02-01T00:00:00Z,105,mgdl\n2026-02-01T00:05:00Z,5.8,zz\n",
        ["uom: unit", "constants: {type: bloodGlucose}  # unit zz (1): which one is it?", "unit: {mgdl: mg/dL}"]
      ),
      (
        "time,glucose,weight,hr_bpm,glucose_unit,weight_unit\n2026-02-01T00:00:00Z,105,71,60,mg/dL,kg\n",
        [
          "- {value: glucose, type: bloodGlucose, unit: {column: glucose_unit}}\n",
          "- {value: weight, type: bodyMass, unit: {column: weight_unit}}\n",
          "- {value: hr_bpm, type: heartRate, unit: bpm}\n",
        ]
      ),
      (
        "time,weight_lb,unit\n2026-02-01T00:00:00Z,71,kg\n",
        ["unit: unit", "constants: {type: bodyMass}  # unit? the name says lb"]
      ),
      (
        "time,sys,dia,unit\n2026-02-01T00:00:00Z,120,80,mmHg\n",
        [
          "unit: \"-\"\n",
          "members.bloodPressureSystolic.unit: {column: unit}, members.bloodPressureDiastolic.unit: {column: unit}}",
        ]
      ),
      (
        "time,hr,steps,unit\n2026-02-01T00:00:00Z,60,7,kg\n",
        ["unit: \"-\"  # not read: which column has its units here?"]
      ),
    ])
  func unitColumns(_ item: (text: String, lines: [String])) throws {
    let text = try guess(item.text)
    for line in item.lines { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  @Test("a path of units is mapped") func unitPaths() throws {
    let text = try guess(
      #"[{"t":"2026-02-01T00:00:00Z","glucose":105,"unit":"mg/dL"},{"t":"2026-02-02T00:00:00Z","glucose":5.8,"unit":"mmol/L"}]"#,
      .json, path: "x.json")
    #expect(text.contains("unit: /unit") && text.contains("constants: {type: bloodGlucose}\n"), "\(text)")
  }

  @Test(
    "a live line is one that the data prove",
    arguments: [
      // A unit that two sizes fit, a name that means several things, a type that the list's name says.
      (
        "time,weight\n2026-01-05T08:00:00Z,154.3\n",
        "# constants: {type: bodyMass, unit: kg}  # unit? 154.3 to 154.3 fits kg and lb"
      ),
      ("time,water,glucose_mgdl\n2026-01-05T08:00:00Z,53,98\n", "# - {value: water, type: dietaryWater, unit: mL}"),
      ("time,fat,muscle\n2026-01-05T08:00:00Z,22,40\n", "# constants: {type: bodyFatPercentage, unit: percent 0-100}"),
      ("time,weight,unit,height\n2026-01-05T08:00:00Z,71,zz,178\n", "#   - {value: weight, type: bodyMass"),
      ("when,hr\n01/02/2026,60\n", "# date_format: dd/MM/yyyy  # day or month first? both fit"),
    ])
  func proved(_ item: (text: String, line: String)) throws {
    let text = try guess(item.text)
    #expect(text.contains("\n    \(item.line)") || text.contains("\n      \(item.line)"), "\(text)")
  }

  @Test("a unit in a column whose words are not known is asked about, and never a constant") func unknownUnit() throws {
    let text = try guess("time,glucose,unit\n2026-02-01T07:00:00Z,105,zz\n2026-02-01T08:00:00Z,110,zz\n")
    #expect(text.contains("unit: unit\n") && text.contains("# unit zz (2): which one is it?"), "\(text)")
    #expect(!text.contains("mg/dL"), "\(text)")
  }

  @Test(
    "each number that is left out is named",
    arguments: [
      (
        "time,quux,frob\n2026-02-01T07:00:00Z,105,3\n",
        ["#     quux: \"-\"  # not read", "#     frob: \"-\"  # not read"]
      ),
      ("time,hr,Gewicht\n2026-02-01T07:00:00Z,60,71 kg\n", ["Gewicht: \"-\"  # not read: which type is it?"]),
      (
        "a,b,weight_kg,pulse_bpm\n2026-01-05T08:00:00Z,,71,\n,2026-01-06T08:00:00Z,,60\n"
          .replacing("\n", with: ",1\n").replacing("bpm,1", with: "bpm,quux"),
        ["# not read: which types are these? quux"]
      ),
    ])
  func named(_ item: (text: String, lines: [String])) throws {
    let text = try guess(item.text)
    for line in item.lines { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  @Test("each number of JSON that is left out is named, a length of time as one") func namedPaths() throws {
    let weights = try guess(
      #"{"users":[{"uid":"U1","weights":[{"date":"2026-03-01","time":"07:10","lbs":170.1,"fat":22.1}]}]}"#, .json,
      path: "x.json")
    #expect(weights.contains("# not read: which types are these? /lbs"), "\(weights)")
    #expect(weights.contains("subject: \"../../uid\""), "\(weights)")
    let lengths = try guess(#"[{"ts":"2026-03-01T07:10:00Z","dur":600,"steps":812}]"#, .json, path: "x.json")
    #expect(lengths.contains("# duration: {path: /dur, unit: s}  # do all samples last so long, and is it in s?"))
  }

  @Test("a unit that the type of a name does not take says that the name means another") func unitOfAnotherType() throws
  {
    let text = try guess(
      "Datum;RR syst. (mmHg);RR diast. (mmHg);BZ (mg/dl);RR (kg)\n2026-02-01T07:00:00Z;120;80;105;3\n")
    #expect(text.contains("members.bloodPressureSystolic.value: \"RR syst. (mmHg)\""), "\(text)")
    #expect(text.contains("\n      - {value: \"BZ (mg/dl)\", type: bloodGlucose, unit: mg/dl}\n"), "\(text)")
    #expect(text.contains("\"RR (kg)\": \"-\"  # not read: which type is it?"), "\(text)")
  }

  @Test("a whole number that may be an id of a person is asked about") func numbers() throws {
    let text = try guess(
      "nr,time,weight_kg\n101,2026-02-01T07:00:00Z,71\n102,2026-02-01T07:00:00Z,81\n")
    #expect(text.contains("nr: \"-\"  # not read: which type is it, or whose samples?"), "\(text)")
    let rows = (1...9).map { "7,2026-02-0\($0)T07:00:00Z,71\n" }.joined()
    #expect(try guess("who,time,weight_kg\n" + rows).contains("or whose samples? then map it to `subject`"))
  }

  @Test("a time whose name says GMT has a zone") func zones() throws {
    let text = try guess(
      #"[{"timestampGMT":"2026-01-05T08:00:00.0","weight_kg":71.2}]"#, .json, path: "x.json")
    #expect(text.contains("\n    timezone: UTC\n"), "\(text)")
  }

  @Test("an end of something else is not the end of all samples") func otherEnds() throws {
    let text = try guess(
      """
      date,steps,resting_hr,sleep_end
      2026-01-05,8123,58,2026-01-05T06:40:00Z
      2026-01-06,9001,57,2026-01-06T06:30:00Z

      """)
    #expect(!text.contains("sleep_end: end") && text.contains("# sleep_end"), "\(text)")
    let own = try guess("start,end_time,steps\n2026-01-05T06:00:00Z,2026-01-05T06:40:00Z,81\n")
    #expect(own.contains("end_time: end"), "\(own)")
  }

  @Test("results that are no numbers are no units") func results() throws {
    let text = try guess(
      """
      id,date,test,result,units
      1,2026-01-05T08:00:00Z,HR,62,bpm
      2,2026-01-05T08:00:00Z,WT,71.5,kg
      3,2026-01-05T08:00:00Z,BP,120/80,mmHg

      """)
    #expect(text.contains("result: value") && text.contains("units: unit"), "\(text)")
  }

  @Test("an id around the records is a question") func idsAround() throws {
    let text = try guess(
      """
      {"users":[{"profile":{"id":"a"},"readings":[{"t":"2026-01-05T08:00:00Z","weight_kg":71},{"t":"2026-01-06T08:00:00Z","weight_kg":72}]},
      {"profile":{"id":"b"},"readings":[{"t":"2026-01-05T08:00:00Z","weight_kg":71},{"t":"2026-01-07T08:00:00Z","weight_kg":72}]}]}
      """, .json, path: "x.json")
    #expect(text.contains("subject"), "\(text)")
  }

  @Test(
    "well-known names of participants are the subject",
    arguments: [
      "USUBJID", "SubjID", "MRN", "pt_id", "TN-ID", "Pat.-ID", "Patienten-Nr.", "Patientennummer", "Patienten-ID",
      "Fallnummer", "Pseudonym", "Patient", "Proband", "patient_id", "sujet", "paciente",
    ])
  func participants(_ name: String) throws {
    let text = try guess("\(name);Datum;Gewicht (kg)\nP1;2026-02-01T07:00:00Z;71\nP2;2026-02-01T07:00:00Z;81\n")
    #expect(text.contains("\(YAMLText.quoted(name)): subject\n"), "\(text)")
  }

  @Test("names that others have as well are asked about", arguments: ["record_id", "study_id", "Code", "ID", "Mensch"])
  func likelyParticipants(_ name: String) throws {
    let rows = "P1,2026-02-01T07:00:00Z,71\nP2,2026-02-01T07:00:00Z,81\n"
    let text = try guess("\(name),time,weight_kg\n" + rows)
    #expect(text.contains("\(name): \"-\"  # whose samples? map it to `subject` if it tells\n"), "\(text)")
    let many = try guess(
      "\(name),time,weight_kg\n" + rows + rows.replacing("02-01", with: "02-02")
        + rows.replacing("02-01", with: "02-03"))
    let isNamed = name != "Mensch"
    #expect(many.contains("\(name): " + (isNamed ? "subject\n" : "\"-\"  # whose samples?")), "\(many)")
    let one = try guess("\(name),time,weight_kg\nP1,2026-02-01T07:00:00Z,71\n")
    #expect(isNamed == one.contains("whose samples?"), "\(one)")
  }

  @Test("a name of a participant one level up is the subject, and one that is not known is asked about")
  func participantsAround() throws {
    func text(_ list: String, _ key: String) throws -> String {
      let person = { (name: String, weight: Int) in
        "{\"\(key)\":\"\(name)\",\"weights\":[{\"t\":\"2026-03-01T07:00:00Z\",\"weight_kg\":\(weight)}]}"
      }
      return try guess(
        "{\"\(list)\":[\(person("U1", 71)),\(person("U2", 72))]}", .json, path: "x.json")
    }
    #expect(try text("users", "uid").contains("subject: \"../../uid\""))
    #expect(try text("things", "uid").contains("# whose samples? map ../../uid to `subject` if it tells"))
    #expect(try text("things", "mensch").contains("# whose samples? map ../../mensch to `subject` if it tells"))
  }

  @Test("numbers that are none, and names of many words, end no guess")
  func odd() throws {
    let long = try guess(
      """
      metric,time,value
      weight,2026-01-01T08:00:00Z,70
      weight,2026-01-02T08:00:00Z,nan
      weight,2026-01-03T08:00:00Z,inf

      """)
    #expect(long.contains("weight: bodyMass"))
    let words = Array(repeating: "heart rate of the", count: 500).joined(separator: " ")
    #expect(try guess("time,\(words)\n2026-01-01T08:00:00Z,1\n").contains("schema: 1"))
  }

  @Test("RR intervals in milliseconds are not taken for a respiratory rate without a question")
  func intervals() throws {
    let text = try guess("timestamp,rr\n2026-01-01T08:00:00Z,812\n2026-01-01T08:00:01Z,798\n")
    let line = text.split(separator: "\n").first { $0.contains("respiratoryRate") }
    #expect(line == nil || line?.contains("#") == true, "\(text)")
  }

  @Test("a long table: texts for types and units, a time in two columns") func long() throws {
    let text = try guess(
      """
      date;time;metric;val;uom;status
      05.01.2026;07:30;HR;60;bpm;ok
      05.01.2026;08:00;SPO2;96;%;ok
      13.01.2026;08:30;TEMP;100;F;void
      05.01.2026;09:00;WT;71;KG;ok

      """)
    #expect(
      text == """
        schema: 1
        data:
          - path: x.csv
            columns:
              metric: type
              val: value
              uom: unit
              status: "-"
            start: [date, time]
            date_format: "dd.MM.yyyy HH:mm"
            # timezone: Europe/Berlin  # which zone? the times have no offset
            values:
              type: {HR: heartRate, SPO2: oxygenSaturation, TEMP: bodyTemperature, WT: bodyMass}
              unit: {"%": percent 0-100, F: degF, KG: kg}
            # when: {status: ok}  # only these? ok 3, void 1

        """)
  }

  @Test("JSON: the records, their fields, and the subject around them") func json() throws {
    let text = try guess(
      """
      {"exported": "2026-01-06", "users": [{"id": "P01", "readings": [
        {"kind": "HR", "val": 72, "uom": "bpm", "at": "2026-01-05T08:00:00+01:00", "raw": [71, 72]},
        {"kind": "WT", "val": 71.3, "uom": "kg", "at": "2026-01-05T08:05:00+01:00", "raw": []}]}]}
      """, .json, path: "app.json")
    #expect(
      text == """
        schema: 1
        data:
          - path: app.json
            records: "/users/*/readings/*"
            fields:
              type: /kind
              value: /val
              unit: /uom
              subject: "../../id"
              start: /at
            values:
              type: {HR: heartRate, WT: bodyMass}

        """)
  }

  @Test("a type is named around the records, a time is counted, and a list is about what it is called") func around()
    throws
  {
    let text = try guess(
      """
      {"metrics": [{"name": "heart_rate", "units": "bpm", "data": [{"date": 1767600000, "qty": 72}]},
        {"name": "weight", "units": "kg", "data": [{"date": 1767600000, "qty": 70}]}],
       "steps": [[1767600000000, 60], [1767600060000, 612]]}
      """, .json, path: "app.json")
    #expect(text.contains("records: \"/metrics/*/data/*\"") && text.contains("type: \"../../name\""))
    #expect(text.contains("date_format: unix\n") && text.contains("unit: \"../../units\""))
    #expect(text.contains("records: \"/steps/*\"") && text.contains("start: /0") && text.contains("value: /1"))
    #expect(text.contains("constants: {type: stepCount, unit: count}  # type?"), "\(text)")
  }

  @Test(
    "what is not certain is a question",
    arguments: [
      (
        "time,glucose\n2026-01-05T08:00:00Z,5.4\n2026-01-05T09:00:00Z,6.2\n",
        "unit: mmol/L}  # unit? 5.6 to 6 fits mmol/L"
      ),
      ("time,weight\n2026-01-05T08:00:00Z,75\n", "unit: kg}  # unit? 75 to 75 fits kg and lb"),
      ("when,hr\n01/02/2026,60\n", "date_format: dd/MM/yyyy  # day or month first? both fit"),
      ("when,hr\n2026-01-05 08:00:00,60\n", "# timezone: Europe/Berlin  # which zone?"),
      (
        "when,hr,calories\n2026-01-05T08:00:00Z,60,1\n",
        "# - {value: calories, type: activeEnergyBurned, unit: kcal}  # is this"
      ),
      (
        "when,weight_kg,weight_lb\n2026-01-05T08:00:00Z,60,132\n",
        "# - {value: weight_lb, type: bodyMass, unit: lb}  # a second"
      ),
      (
        "when,metric,value\n2026-01-05T08:00:00Z,HR,60\n2026-01-05T08:00:00Z,hert rate,61\n2026-01-05T08:00:00Z,WT,61\n",
        "# is this right, under values.type: `hert rate: heartRate`?"
      ),
    ])
  func questions(_ item: (text: String, question: String)) throws {
    let text = try guess(item.text)
    #expect(text.contains(item.question), "\(text)")
  }

  @Test(
    "names say the type and the unit",
    arguments: [
      ("hr_bpm", "heartRate", "bpm"), ("Heart Rate (bpm)", "heartRate", "bpm"), ("HeartRate", "heartRate", "count/min"),
      ("Gewicht (kg)", "bodyMass", "kg"), ("bodyFatPct", "bodyFatPercentage", "percent 0-100"),
      ("spo2", "oxygenSaturation", "percent 0-100"), ("resting_heart_rate", "restingHeartRate", "count/min"),
      ("Steps", "stepCount", "count"), ("BMI", "bodyMassIndex", "count"), ("temp_f", "bodyTemperature", "degF"),
    ])
  func names(_ item: (name: String, type: String, unit: String)) throws {
    let text = try guess("time,\(item.name)\n2026-01-05T08:00:00Z,97\n")
    #expect(
      text.contains("constants: \(YAMLText.map([("type", item.type), ("unit", item.unit)]))"), "\(text)")
  }

  @Test("a blood pressure is one sample with two members") func pressure() throws {
    let text = try guess("time,sys,dia,pulse\n2026-01-05T08:00:00Z,120,80,60\n")
    #expect(text.contains("- {value: pulse, type: heartRate, unit: count/min}"))
    #expect(
      text.contains(
        "- {type: bloodPressure, members.bloodPressureSystolic.value: sys, members.bloodPressureSystolic.unit: mmHg, "
          + "members.bloodPressureDiastolic.value: dia, members.bloodPressureDiastolic.unit: mmHg}"), "\(text)")
  }

  @Test(
    "a file without times or without values has no items, and says why",
    arguments: [
      ("a,b\n1,2\n", "no column has times that can be read"),
      ("time,b\n2026-01-05T08:00:00Z,x\n", "no column has values of a type that is known"),
      ("", "the table has no header row"),
    ])
  func failure(_ item: (text: String, words: String)) throws {
    let text = try guess(item.text)
    #expect(text.contains("data: []") && text.contains(item.words), "\(text)")
  }

  @Test(
    "any text is a valid configuration", arguments: ["a:b", "# x", "{c}", "- d", "é\u{1B}[31m", "*", "yes", "\"q\"\""])
  func anyName(_ name: String) throws {
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    _ = try guess("time,\(quoted),metric,value\n2026-01-05T08:00:00Z,1,\(quoted),2\n2026-01-05T08:00:00Z,,HR,3\n")
    _ = try guess("time,\(quoted),hr,weight\n2026-01-05T08:00:00Z,\(quoted),60,70\n", path: name + ".csv")
  }
}
