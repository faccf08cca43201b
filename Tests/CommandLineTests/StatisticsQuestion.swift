import Foundation

/// A question that `assay stats` and the oracle are asked.
struct StatisticsQuestion: Codable, Sendable {
  var type: String
  /// The interval; `nil` for the whole time, which takes a range then.
  var by: String?
  /// The name of a time zone, or `sample`.
  var zone = "UTC"
  var from: String?
  var to: String?
  var anchor: String?
  var separate = false
  var priority: [String] = []
  var unit: String?
  /// How the oracle's list speaks of it.
  var name = ""
  /// The path of what the command printed.
  var answer = ""

  /// The options of the command.
  var options: [String] {
    var options = ["--type", type, "--timezone", zone]
    for (option, value) in [
      ("--by", by), ("--from", from), ("--to", to), ("--anchor", anchor), ("--unit", unit),
    ] {
      if let value { options += [option, value] }
    }
    if separate { options.append("--separate-by-source") }
    return options + priority.flatMap { ["--source-priority", $0] }
  }

  /// The types of the made-up samples: every aggregation style, categories, a correlation and one of its members.
  static let types = [
    "stepCount", "heartRate", "sleepAnalysis", "bodyMass", "activeEnergyBurned", "environmentalAudioExposure",
    "appleStandHour", "restingHeartRate", "distanceWalkingRunning", "mindfulSession", "bloodPressureSystolic",
    "bloodPressure",
  ]

  private static let zones = ["Europe/Berlin", "America/New_York", "sample", "Pacific/Apia", "UTC"]
  private static let intervals = ["minute", "15min", "hour", "day", "week", "month", "year"]
  /// Everything, from within the hour before clocks change, up to within the hour that is repeated, and the trip.
  private static let ranges: [(from: String?, to: String?)] = [
    (nil, nil), ("2025-03-30T00:34:56.789Z", nil), (nil, "2025-10-26T00:30:00Z"),
    ("2025-08-09T00:00:00Z", "2025-08-15T06:00:00.5Z"),
  ]

  /// Every second pair of a type and an interval, with zones, ranges and separation in turn.
  private static let pairs: [StatisticsQuestion] = types.enumerated().flatMap { place, type in
    intervals.enumerated().filter { ($0.offset + place).isMultiple(of: 2) }.map { index, interval in
      // By the minute only where there is most to see: a year of minutes is a long answer.
      let range = interval == "minute" ? ranges[3] : ranges[(place / 2 + index) % ranges.count]
      return StatisticsQuestion(
        type: type, by: interval, zone: zones[(2 * place + index) % zones.count], from: range.from, to: range.to,
        separate: (place / 2 + index / 2).isMultiple(of: 3))
    }
  }

  /// What a rotation would leave to chance.
  private static let others: [StatisticsQuestion] = [
    StatisticsQuestion(type: "stepCount", by: "day", zone: "Europe/Berlin"),
    StatisticsQuestion(type: "stepCount", by: "day", zone: "Pacific/Apia"),
    StatisticsQuestion(type: "stepCount", by: "day", zone: "sample"),
    StatisticsQuestion(type: "heartRate", by: "day", zone: "sample", from: "2025-08-10T03:00:00Z"),
    StatisticsQuestion(type: "sleepAnalysis", by: "day", zone: "sample", separate: true),
    StatisticsQuestion(type: "activeEnergyBurned", by: "hour", zone: "America/New_York", separate: true),
    StatisticsQuestion(type: "restingHeartRate", by: "minute", zone: "Europe/Berlin"),
    StatisticsQuestion(type: "stepCount", by: "2 weeks", zone: "Europe/Berlin"),
    StatisticsQuestion(type: "heartRate", by: "5h", zone: "Europe/Berlin"),
    StatisticsQuestion(type: "sleepAnalysis", by: "quarter", zone: "America/New_York"),
    StatisticsQuestion(type: "distanceWalkingRunning", by: "week", zone: "Europe/Berlin", unit: "km"),
    StatisticsQuestion(type: "bodyMass", by: "month", zone: "UTC", unit: "lb"),
    StatisticsQuestion(type: "activeEnergyBurned", by: "day", zone: "Europe/Berlin", unit: "kJ"),
    StatisticsQuestion(type: "stepCount", by: "day", zone: "Europe/Berlin", priority: ["Stride", "Sam's iPhone"]),
    StatisticsQuestion(type: "sleepAnalysis", by: "day", zone: "UTC", priority: ["com.apple.health.1B2E77A0"]),
    StatisticsQuestion(type: "stepCount", by: "day", zone: "Europe/Berlin", anchor: "2025-03-29T01:30:00Z"),
    StatisticsQuestion(type: "heartRate", by: "month", zone: "America/New_York", anchor: "2025-01-31T17:00:00Z"),
    StatisticsQuestion(type: "stepCount", by: "45min", zone: "Europe/Berlin", anchor: "2025-10-25T22:10:00Z"),
    StatisticsQuestion(type: "stepCount", from: "2025-03-29T00:00:00Z", to: "2025-04-02T07:00:00Z"),
    StatisticsQuestion(type: "heartRate", from: "2025-08-01T00:00:00Z", to: "2025-08-20T00:00:00Z", separate: true),
  ]

  /// The questions, with their names.
  static let all: [StatisticsQuestion] = (pairs + others).map { question in
    var question = question
    question.name = question.options.joined(separator: " ")
    return question
  }
}
