import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

/// Answers as JSON: an array with an object for each interval, one a line; with explanations an object that holds both.
struct StatsJSON {
  private let output: ByteOutput
  private let explains: Bool
  private var isFirst = true
  private var explanations: [[UInt8]] = []

  init(_ output: ByteOutput, explains: Bool) {
    self.output = output
    self.explains = explains
  }

  /// Begins the array.
  func begin() throws(OutputError) { try output.append(explains ? "{\"statistics\":[" : "[") }

  /// Writes the intervals of an answer, or of a part of it, and the explanations that come with it.
  mutating func write(_ answer: StatsAnswer) throws(OutputError) {
    for row in answer.rows {
      try output.append(isFirst ? "\n" : ",\n")
      isFirst = false
      try output.append(Self.object(row, answer.question))
    }
    for explanation in answer.explanations {
      explanations.append(Self.object(explanation, answer.question))
    }
  }

  /// Ends the array, and writes what merging left out.
  func end() throws(OutputError) {
    try output.append(isFirst ? "]" : "\n]")
    if explains {
      try output.append(",\"explanations\":[")
      for (number, explanation) in explanations.enumerated() {
        try output.append(number == 0 ? "\n" : ",\n")
        try output.append(explanation)
      }
      try output.append(explanations.isEmpty ? "]}" : "\n]}")
    }
    try output.append("\n")
  }

  /// Writes the intervals of an answer, or of a part of it, as lines without an array around them.
  static func writeLines(_ answer: StatsAnswer, to output: ByteOutput) throws(OutputError) {
    for row in answer.rows {
      try output.append(object(row, answer.question))
      try output.append("\n")
    }
  }

  private static func object(_ row: Statistics, _ question: StatsQuestion) -> [UInt8] {
    let clock = question.clock
    var json = JSONBuilder()
    json.object { json in
      json.member("start", clock.string(row.start, isReading: row.isLocal))
      json.member("end", clock.string(row.end, isReading: row.isLocal))
      json.member("type", row.type)
      json.member("subject", row.subject)
      json.member("unit", row.unit?.sampleText)
      json.member("source", row.source)
      json.member("value", row.value)
      for word in question.answered {
        switch word {
        case .count: json.member("count", row.count)
        case .duration: json.number("duration", row.seconds)
        case .mostRecent:
          json.number("most_recent", row.mostRecent)
          json.member("most_recent_date", row.mostRecentStart.map { clock.string($0) })
        case .sum, .average, .minimum, .maximum: json.number(word.rawValue, row.number(word))
        }
      }
    }
    return json.bytes
  }

  private static func object(_ explanation: MergeExplanation, _ question: StatsQuestion) -> [UInt8] {
    var json = JSONBuilder()
    json.object { json in
      json.member("type", question.type.id)
      json.member("subject", explanation.subject)
      json.member("unit", question.unitName)
      json.number("merged", explanation.merged)
      json.number("naive", explanation.naive)
      json.key("pairs")
      json.array { json in
        for pair in explanation.pairs {
          json.object { json in
            json.member("source", pair.source)
            json.member("winner", pair.winner)
            json.member("count", pair.count)
            json.number("duration", Double(pair.duration) / Double(Instant.second))
            json.number("amount", pair.amount)
          }
        }
      }
      if explanation.others.count > 0 {
        json.key("other_pairs")
        json.object { json in
          json.member("count", explanation.others.count)
          json.number("duration", Double(explanation.others.duration) / Double(Instant.second))
          json.number("amount", explanation.others.amount)
        }
      }
      json.member("loss_count", explanation.lossCount)
      json.key("losses")
      json.array { json in
        for loss in explanation.losses {
          json.object { json in
            json.member("start", question.clock.string(loss.start))
            json.member("end", question.clock.string(loss.end))
            json.member("source", loss.source)
            json.member("winner", loss.winner)
            json.number("amount", loss.amount)
          }
        }
      }
    }
    return json.bytes
  }
}

extension JSONBuilder {
  /// A member whose value is a number; left out when `nil`.
  fileprivate mutating func number(_ name: String, _ value: Double?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }
}
