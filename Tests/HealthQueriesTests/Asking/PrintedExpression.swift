import HealthModel
import HealthUnits

/// A bound condition in one line, as the cases write what is left for stores to decide.
enum PrintedExpression {
  static func text(_ expression: BoundExpression) -> String {
    switch expression {
    case .constant(let value): text(value)
    case .sample(let name): text(name)
    case .element(let name): text(name)
    case .converted(let part, _): text(part)
    case .raw(let part, _): "raw(\(text(part)))"
    case .arithmetic(let left, let sign, let right): "\(text(left)) \(sign.text) \(text(right))"
    case .comparison(let left, let comparison, let right):
      "\(text(left)) \(comparison.rawValue) \(text(right))"
    case .isOneOf(let part, let texts): "\(text(part)) in (\(texts.map { "\"\($0)\"" }.joined(separator: ", ")))"
    case .isMissing(let part): "\(text(part)) is missing"
    case .not(let part): "not \(text(part))"
    case .all(let parts): "(\(parts.map(text).joined(separator: " and ")))"
    case .any(let parts): "(\(parts.map(text).joined(separator: " or ")))"
    case .first(let parts): "first(\(parts.map(text).joined(separator: ", ")))"
    case .fold(let function, let list, let body, let filter):
      "\(function.rawValue)(\(text(list))" + (body.map { ", \(text($0))" } ?? "")
        + (filter.map { " where \(text($0))" } ?? "") + ")"
    }
  }

  private static func text(_ value: ConditionValue) -> String {
    switch value {
    case .missing: "missing"
    case .number(let number): DecimalWriter.string(number)
    case .text(let text): "\"\(text)\""
    case .boolean(let value): "\(value)"
    case .time(let moment): TimestampWriter.string(moment)
    case .quantity(let number, let unit): "\(DecimalWriter.string(number)) [\(unit)]"
    }
  }

  private static func text(_ name: SampleName) -> String {
    switch name {
    case .value: "value"
    case .start: "start"
    case .end: "end"
    case .field(let index): "field \(index)"
    case .parent: "parent"
    case .rate: "rate"
    case .member(let index): index == 0 ? "bloodPressureSystolic" : "bloodPressureDiastolic"
    case .metadata(let key): "metadata.\(key)"
    case .isSource(let name): "source = \"\(name)\""
    case .subject: "subject"
    case .device(let property): "device.\(property)"
    case .original(let property): "original.\(property)"
    }
  }

  private static func text(_ name: ListElementName) -> String {
    switch name {
    case .field(let index): "field \(index)"
    case .column(let index): "column \(index)"
    case .time: "time"
    case .value: "value"
    case .start: "start"
    case .end: "end"
    }
  }

  private static func text(_ list: ListName) -> String {
    switch list {
    case .list(let index): "list \(index)"
    case .points: "points"
    case .members(let role): "members.\(role)"
    }
  }
}
