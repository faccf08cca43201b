import HealthModel
import HealthStorage

/// A query's conditions in one line, in one order, as the cases write them.
enum PrintedQuery {
  static func text(_ query: SampleQuery) -> String {
    var parts: [String] = []
    if let from = query.from {
      parts.append("\(query.isStrictStart ? "start" : "end") >= \(TimestampWriter.string(from))")
    }
    if let to = query.to {
      parts.append(query.isStrictEnd ? "end <= \(TimestampWriter.string(to))" : "start < \(TimestampWriter.string(to))")
    }
    if let source = query.source { parts.append("source = \(quoted(source))") }
    if let subject = query.subject { parts.append("subject = \(quoted(subject))") }
    if let subjects = query.subjects { parts.append("subject in (\(subjects.map(quoted).joined(separator: ", ")))") }
    parts += query.excludedSubjects.map { "subject != \(quoted($0))" }
    if let device = query.device {
      parts.append("device.\(device.property.rawValue) in (\(device.values.map(quoted).joined(separator: ", ")))")
    }
    parts += query.values.map { "value \(text($0))" }
    parts += query.metadata.map(text)
    for member in query.members {
      let values = member.values.map { " " + text($0) }
      parts.append("members.\(member.role)" + values.joined(separator: ","))
    }
    parts += (query.condition?.conjuncts ?? []).map { "if \(PrintedExpression.text($0))" }
    return parts.joined(separator: "; ")
  }

  private static func text(_ condition: ValueCondition) -> String {
    switch condition.operand {
    case .number(let number): "\(condition.comparison.rawValue) \(DecimalWriter.string(number))"
    case .text(let text): "\(condition.comparison.rawValue) \(quoted(text))"
    }
  }

  private static func text(_ condition: MetadataCondition) -> String {
    guard let comparison = condition.comparison, let operand = condition.operand else {
      return "metadata.\(condition.key)"
    }
    let value =
      switch operand {
      case .text(let text): quoted(text)
      case .number(let number): DecimalWriter.string(number)
      case .boolean(let value): "\(value)"
      case .quantity(let number, let unit): "\(DecimalWriter.string(number)) [\(unit)]"
      }
    return "metadata.\(condition.key) \(comparison.rawValue) \(value)"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
