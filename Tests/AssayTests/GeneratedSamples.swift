import Foundation
import SeededRandom

/// Made-up samples as NDJSON, the same for the same seed: many types, units, forms of time, metadata, correlations,
/// with and without ids, some of them wrong when asked.
struct GeneratedSamples {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Lines of samples.
  mutating func lines(_ count: Int, faulty: Bool = false) -> [String] {
    (0..<count).map { line($0, isFaulty: faulty && pick(10) == 0) }
  }

  private mutating func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func line(_ number: Int, isFaulty: Bool) -> String {
    let second = 1_767_225_600 + number * 61 + pick(50)
    let start = time(second)
    var fields: [String]
    switch pick(11) {
    case 0:
      fields = [
        "\"type\":\"heartRate\"", "\"value\":\(50 + pick(90))", "\"unit\":\"\(["count/min", "bpm"][pick(2)])\"",
      ]
    case 1:
      let unit = ["kg", "lb", "g"][pick(3)]
      fields = [
        "\"type\":\"HKQuantityTypeIdentifierBodyMass\"", "\"value\":\(unit == "g" ? 70_500 : 70 + pick(20)).25",
        "\"unit\":\"\(unit)\"",
      ]
    case 2:
      fields = [
        "\"type\":\"sleepAnalysis\"",
        "\"value\":\(["\"asleepCore\"", "3", "\"HKCategoryValueSleepAnalysisAsleepREM\"", "\"asleep\""][pick(4)])",
        "\"end\":\"\(time(second + 600 + pick(3000)))\"", "\"metadata\":{\"HKTimeZone\":\"Europe/Paris\"}",
      ]
    case 3: fields = ["\"type\":\"bodyTemperature\"", "\"value\":\(["36.6", "37.25"][pick(2)])", "\"unit\":\"degC\""]
    case 4: fields = ["\"type\":\"mindfulSession\"", "\"end\":\"\(time(second + 300))\""]
    case 5:
      fields = [
        "\"type\":\"bloodPressure\"",
        "\"members\":[{\"type\":\"bloodPressureSystolic\",\"value\":\(110 + pick(30)),\"unit\":\"mmHg\"},"
          + "{\"type\":\"bloodPressureDiastolic\",\"value\":10.\(5 + pick(4)),\"unit\":\"kPa\"}]",
      ]
    case 6:
      fields = [
        "\"type\":\"insulinDelivery\"", "\"value\":2.5", "\"unit\":\"IU\"",
        "\"metadata\":{\"HKInsulinDeliveryReason\":\(1 + pick(2)),\"Meal\":\"l\\u00fcnch\","
          + "\"HKWasUserEntered\":\(["true", "1", "0"][pick(3)])}",
      ]
    case 7:
      fields = [
        "\"type\":\"stepCount\"", "\"value\":\(pick(2000))", "\"unit\":\"count\"", "\"end\":\"\(time(second + 60))\"",
      ]
    case 8:
      fields = [
        "\"type\":\"workout\"", "\"end\":\"\(time(second + 1800))\"",
        "\"fields\":{\"duration\":{\"value\":\(10 + pick(20)),\"unit\":\"min\"},\"activity\":\(["\"running\"", "13"][pick(2)])}",
        "\"lists\":{\"events\":[{\"kind\":\"resume\",\"start\":\"\(time(second + 600 + pick(60)))\"},"
          + "{\"start\":\"\(time(second + 60 + pick(500)))\",\"kind\":\"pause\"}]}",
      ]
    case 9:
      let count = pick(40)
      let numbers = (0..<count).map { "\($0)" }.joined(separator: ",")
      let degrees = (0..<count).map { "4\(pick(9)).\(100_000 + $0)" }.joined(separator: ",")
      fields = [
        "\"type\":\"workoutRoute\"", "\"end\":\"\(time(second + 60))\"",
        "\"points\":{\"units\":{\"latitude\":\"deg\",\"longitude\":\"deg\"},\"time\":[\(numbers)],"
          + "\"longitude\":[\(degrees)],\"latitude\":[\(degrees)]}",
      ]
    default:
      fields = [
        "\"type\":\"oxygenSaturation\"", "\"value\":0.\(90 + pick(10))", "\"unit\":\"%\"",
        "\"metadata\":{\"HKMetadataKeyBarometricPressure\":\"\(["101.325 kPa", "100.9 kPa"][pick(2)])\"}",
      ]
    }
    fields.append("\"start\":\"\(isFaulty ? "never" : start)\"")
    if pick(3) > 0 {
      fields.append(
        "\"source\":{\"name\":\"Watch \(pick(3))\",\"bundle\":\"com.example.\(pick(3))\",\"version\":\"1.\(pick(4))\"}")
    }
    if pick(4) == 0 { fields.append("\"device\":{\"name\":\"Watch\",\"model\":\"W\(pick(2))\"}") }
    if pick(3) == 0 { fields.append("\"uuid\":\"\(UUID.random(using: &generator))\"") }
    if pick(6) == 0 { fields.append("\"created\":\"\(time(second + 5))\"") }
    if pick(9) == 0 { fields.append("\"note\":{\"kept\":[1, 2]}") }
    fields.shuffle(using: &generator)
    return "{" + fields.joined(separator: ",") + "}"
  }

  private mutating func time(_ second: Int) -> String {
    let offset = [0, 3600, -25_200, 19_800][pick(4)]
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(secondsFromGMT: offset)
    return formatter.string(from: Date(timeIntervalSince1970: Double(second)))
  }
}

extension UUID {
  fileprivate static func random(using generator: inout SeededGenerator) -> String {
    let digits = Array("0123456789ABCDEF")
    let text = (0..<32).map { _ in String(digits[Int.random(in: 0..<16, using: &generator)]) }
    let parts = [text[0..<8], text[8..<12], ["4"] + text[13..<16], ["8"] + text[17..<20], text[20..<32]]
    return parts.map { $0.joined() }.joined(separator: "-")
  }
}
