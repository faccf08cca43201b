import FHIR
import Foundation
import HealthConnect
import HealthModel
import HealthValidation
import OpenMHealth
import Testing

@testable import Assay
@testable import HealthFormats

/// Records of Health Connect: fields and units as apps insert them, and what Health Connect refuses.
@Suite("Records of Health Connect") struct HealthConnectWriterTests {
  private typealias Object = [String: Any]

  private func written(_ lines: [String]) throws -> (records: [[String: Any]], writer: InterchangeWriter) {
    let registry = try ProjectFiles.registry()
    let validator = Validator(registry: registry, options: ValidationOptions(now: Instant.latest, normalizes: true))
    let batch = JudgedLines(Array(lines.joined(separator: "\n").utf8), by: validator).batch
    #expect(batch.correlation.count(where: { $0 < 0 }) == lines.count, "all lines are samples")
    var writer = InterchangeWriter(.healthConnect, registry: registry)
    var text: [UInt8] = []
    writer.append(batch, to: &text)
    writer.finish(to: &text)
    let records = try text.split(separator: UInt8(ascii: "\n")).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
    return (records, writer)
  }

  @Test(
    "a quantity becomes the field that the codes of its type name",
    arguments: [
      (#""type":"stepCount","value":120,"unit":"count""#, "Steps", #"{"count":120}"#),
      (#""type":"bodyMass","value":71.25,"unit":"kg""#, "Weight", #"{"weight":{"unit":"kilograms","value":71.25}}"#),
      (#""type":"height","value":180,"unit":"cm""#, "Height", #"{"height":{"unit":"meters","value":1.8}}"#),
      (#""type":"oxygenSaturation","value":0.97,"unit":"%""#, "OxygenSaturation", #"{"percentage":97}"#),
      (
        #""type":"bloodGlucose","value":99,"unit":"mg/dL""#, "BloodGlucose",
        #"{"level":{"unit":"milligramsPerDeciliter","value":99}}"#
      ),
      (
        #""type":"dietaryWater","value":250,"unit":"mL""#, "Hydration", #"{"volume":{"unit":"liters","value":0.25}}"#
      ),
      (
        #""type":"dietaryProtein","value":12.5,"unit":"g""#, "Nutrition", #"{"protein":{"unit":"grams","value":12.5}}"#
      ),
      (
        #""type":"heartRate","value":72,"unit":"count/min""#, "HeartRate",
        #"{"samples":[{"beatsPerMinute":72,"time":"2026-01-01T07:00:00Z"}]}"#
      ),
      (
        #""type":"menstrualFlow","value":"heavy","metadata":{"HKMenstrualCycleStart":true}"#, "MenstruationFlow",
        #"{"flow":3}"#
      ),
      (
        #""type":"sexualActivity","metadata":{"HKSexualActivityProtectionUsed":true}"#, "SexualActivity",
        #"{"protectionUsed":1}"#
      ),
      (#""type":"ovulationTestResult","value":"negative""#, "OvulationTest", #"{"result":3}"#),
      (#""type":"workout","fields":{"activity":"running"}"#, "ExerciseSession", #"{"exerciseType":56}"#),
    ])
  func field(_ sample: String, _ name: String, _ wanted: String) throws {
    let line = #"{\#(sample),"start":"2026-01-01T08:00:00+01:00","end":"2026-01-01T08:10:00+01:00"}"#
    let (records, writer) = try written([line])
    #expect(writer.omitted.isEmpty, "\(writer.omitted)")
    var record = try #require(records.first)
    #expect(record["recordType"] as? String == name)
    let isSpan = record["time"] == nil
    #expect(record[isSpan ? "startTime" : "time"] as? String == "2026-01-01T07:00:00Z")
    #expect((record[isSpan ? "startZoneOffset" : "zoneOffset"] as? Object)?["totalSeconds"] as? Int == 3600)
    if isSpan { #expect(record["endTime"] as? String == "2026-01-01T07:10:00Z") }
    for key in [
      "recordType", "time", "zoneOffset", "startTime", "startZoneOffset", "endTime", "endZoneOffset", "metadata",
    ] { record[key] = nil }
    let data = try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
    #expect(String(decoding: data, as: UTF8.self) == wanted)
  }

  @Test("a pressure is one record with both values, and one value alone has none") func pressure() throws {
    let members =
      #"[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]"#
    // The record has one time.
    let late = #","start":"2026-01-02T08:10:00Z"}]"#
    let (records, writer) = try written([
      #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":\#(members)}"#,
      #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}"#,
      #"{"type":"bloodPressure","start":"2026-01-02T08:00:00Z","members":\#(members.replacing("}]", with: late))}"#,
    ])
    #expect(records.count == 1 && writer.written == 1)
    let record = try #require(records.first)
    #expect(record["recordType"] as? String == "BloodPressure")
    #expect((record["systolic"] as? Object)?["value"] as? Int == 120)
    #expect((record["diastolic"] as? Object)?["unit"] as? String == "millimetersOfMercury")
    #expect(writer.omitted == [.type("bloodPressureSystolic"): 1, .memberTime("bloodPressure"): 1])
  }

  @Test("what Health Connect refuses is left out with its reason, and never changed") func refused() throws {
    let time = #""start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z""#
    let (records, writer) = try written([
      #"{"type":"heartRateVariabilityRMSSD","value":250,"unit":"ms",\#(time)}"#,
      // It would be rounded to 0, and is not counted as rounded.
      #"{"type":"heartRate","value":0.25,"unit":"count/min",\#(time)}"#,
      #"{"type":"stepCount","value":0,"unit":"count",\#(time)}"#,
      #"{"type":"stepCount","value":10,"unit":"count","start":"2026-01-01T08:00:00Z"}"#,
      #"{"type":"menstrualFlow","value":"none","metadata":{"HKMenstrualCycleStart":true},\#(time)}"#,
      #"{"type":"basalEnergyBurned","value":10,"unit":"kcal",\#(time)}"#,
      #"{"type":"bloodType","value":"aPositive"}"#,
      #"{"type":"heartRate","value":71.5,"unit":"count/min",\#(time)}"#,
    ])
    #expect(
      writer.omitted == [
        .range("heartRateVariabilityRMSSD"): 1, .range("heartRate"): 1, .range("stepCount"): 1,
        .instant("stepCount"): 1, .enumCase("menstrualFlow", "none"): 1, .type("basalEnergyBurned"): 1,
        .type("bloodType"): 1,
      ])
    #expect(records.count == 1 && writer.written == 1 && writer.rounded == 1)
    let samples = records.first?["samples"] as? [Object]
    #expect(samples?.first?["beatsPerMinute"] as? Int == 72)
  }

  @Test("stages that touch are one session, as long as the time in bed") func sleep() throws {
    func stage(_ value: String, _ start: String, _ end: String, _ source: String = "a") -> String {
      #"{"type":"sleepAnalysis","value":"\#(value)","start":"2026-01-01T\#(start):00Z","end":"2026-01-01T\#(end):00Z","source":{"name":"\#(source)"}}"#
    }
    let (records, writer) = try written([
      stage("inBed", "00:00", "07:00"), stage("asleepCore", "00:10", "01:00"), stage("asleepDeep", "01:00", "02:00"),
      stage("awake", "06:00", "06:10"), stage("asleepREM", "09:00", "09:30"), stage("asleepREM", "09:30", "09:40", "b"),
    ])
    #expect(writer.omitted.isEmpty && writer.written == 6)
    #expect(records.map { $0["recordType"] as? String } == ["SleepSession", "SleepSession", "SleepSession"])
    #expect(records.first?["startTime"] as? String == "2026-01-01T00:00:00Z")
    #expect(records.first?["endTime"] as? String == "2026-01-01T07:00:00Z")
    #expect((records.first?["stages"] as? [Object])?.compactMap { $0["stage"] as? Int } == [4, 5, 1])
  }

  @Test("a type of a team's own is written by its codes") func ownType() throws {
    var registry = try ProjectFiles.registry()
    var type = try #require(registry.type(named: "bodyMass"))
    type.id = "org.example.cart"
    type.aliases = []
    type.identifiers = []
    type.codes = ["health_connect": ["BoneMassRecord.mass"], "ucum": ["kg"], "loinc": ["83174-3"]]
    registry = try Registry(types: registry.types + [type], metadataKeys: registry.metadataKeys, enums: registry.enums)
    let validator = Validator(registry: registry, options: ValidationOptions(now: Instant.latest, normalizes: true))
    let line = #"{"type":"org.example.cart","value":3,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#
    let batch = JudgedLines(Array(line.utf8), by: validator).batch
    #expect(batch.count == 1)
    for (form, wanted) in [
      (InterchangeFormat.healthConnect, #""recordType":"BoneMass","#), (.fhir, #""code":"83174-3""#),
      (.fhir, #"{"system":"https://assay.dev/fhir/CodeSystem/type","code":"org.example.cart"}"#),
      (.openMHealth, #""namespace":"assay","name":"hk-quantity-sample","version":"1.0""#),
    ] {
      var writer = InterchangeWriter(form, registry: registry)
      var text: [UInt8] = []
      writer.append(batch, to: &text)
      writer.finish(to: &text)
      #expect(String(decoding: text, as: UTF8.self).contains(wanted))
    }
  }
}
