public import HealthModel

/// An accepted sample in normal form, as a rule sees it.
///
/// It is lent for the time of a call. What a rule does not ask for is not decoded: `number`, `type` and the times cost next
/// to nothing, texts are made at each call, and `metadata` and `field` read JSON.
///
/// ```swift
/// func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
///   if sample.metadata("HKWasUserEntered") == .boolean(true), let number = sample.number, number > 200 {
///     findings.add("\(number) was typed in", field: "/value")
///   }
/// }
/// ```
public struct RuleSample: ~Copyable {
  private let content: LineSample
  private let row: Int

  init(_ content: LineSample, row: Int) {
    self.content = content
    self.row = row
  }

  /// The id: the sample's own UUID, or one derived from its content; `SampleID.none` in a plugin whose `fields` leave it
  /// out.
  public var id: SampleID { content.id(row) }
  /// The id of the type, such as `heartRate`.
  public var type: String { content.type(row) }
  /// The number of a quantity, in `unit`; `nil` for other kinds.
  public var number: Double? { content.number(row) }
  /// The unit of a quantity: the canonical one of the type; `nil` for other kinds.
  public var unit: String? { content.unit(row) }
  /// The name of the case of a category, or the text of a characteristic; `nil` for other kinds.
  public var text: String? { content.text(row) }
  /// When it began, with its clock offset; `nil` for characteristics.
  public var start: Instant? { content.start(row) }
  /// When it ended, never before the start; `nil` for characteristics.
  public var end: Instant? { content.end(row) }
  /// Whose sample it is; `nil` if it names nobody.
  public var subject: String? { content.subject(row) }
  /// The name of the source; `nil` if there is none.
  public var sourceName: String? { content.source(row, "name") }
  /// The bundle of the source; `nil` if there is none.
  public var sourceBundle: String? { content.source(row, "bundle") }

  /// The value of a metadata key.
  ///
  /// - Parameter key: the key, such as `HKWasUserEntered`.
  /// - Returns: the value; `nil` if it is not there.
  public func metadata(_ key: String) -> RuleValue? { content.metadata(row, key) }

  /// A field or a list of a structured sample, such as the `duration` and the `events` of a workout, as `assay normalize`
  /// writes it.
  ///
  /// - Parameter name: a name of the type's definition; `points` for the columns of a series.
  /// - Returns: the value; `nil` if it is not there.
  public func field(_ name: String) -> RuleValue? { content.field(row, name) }

  /// How many members a correlation has; 0 for others.
  public var memberCount: Int { content.members(row).count }

  /// A member of a correlation, in their order; `nil` if there are not that many.
  ///
  /// A field of it is `/members/0/value`.
  public func member(at index: Int) -> RuleSample? {
    let members = content.members(row)
    guard index >= 0, index < members.count else { return nil }
    return RuleSample(content, row: members.lowerBound + index)
  }

  /// The first member of a correlation with a role, such as `bloodPressureSystolic`.
  ///
  /// - Parameter role: the id of the member's type, unless the correlation distinguishes two members of one type.
  /// - Returns: the member; `nil` if there is none.
  public func member(_ role: String) -> RuleSample? {
    for member in content.members(row) where content.role(member) == role { return RuleSample(content, row: member) }
    return nil
  }
}

/// A value of a sample's metadata, or a part of a structured sample.
public enum RuleValue: Sendable, Hashable {
  /// Text; moments as well, as RFC 3339.
  case text(String)
  /// A number.
  case number(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// A number with a unit.
  case quantity(Double, unit: String)
  /// A list.
  case list([RuleValue])
  /// Values by their names.
  case object([String: RuleValue])

  /// The number of `number` or `quantity`; `nil` for others.
  public var number: Double? {
    switch self {
    case .number(let value), .quantity(let value, _): value
    default: nil
    }
  }

  /// The text; `nil` for other values.
  public var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }
}

extension RuleValue {
  /// The value that JSON stands for; `nil` for `null`.
  init?(_ json: JSONValue) {
    switch json {
    case .null: return nil
    case .boolean(let flag): self = .boolean(flag)
    case .int64(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.compactMap(RuleValue.init))
    case .object(let members):
      if members.count == 2, let number = json["value"]?.number, let unit = json["unit"]?.text {
        self = .quantity(number, unit: unit)
        return
      }
      var values: [String: RuleValue] = [:]
      for member in members { values[member.key] = RuleValue(member.value) }
      self = .object(values)
    }
  }

  /// A field or a list of a structured sample, by its name; `points` are by theirs.
  init?(part name: String, of sample: JSONValue) {
    let part = sample["fields"]?[name] ?? sample["lists"]?[name] ?? (name == "points" ? sample["points"] : nil)
    guard let part else { return nil }
    self.init(part)
  }
}

/// A sample of a line, lent to rules: row 0 is the sample, the others are its members.
///
/// The words of a type are those of the line, so that a plugin needs no catalog, which may be another than the host's.
final class LineSample {
  private var rows: [JSONValue] = []

  func lend(_ sample: JSONValue) -> Bool {
    rows.removeAll(keepingCapacity: true)
    rows.append(sample)
    rows += sample["members"]?.elements ?? []
    return rows.allSatisfy { $0["type"]?.text != nil }
  }

  func isOf(_ types: Set<String>) -> Bool { rows.contains { $0["type"]?.text.map(types.contains) ?? false } }

  func id(_ row: Int) -> SampleID { rows[row]["uuid"]?.text.flatMap(SampleID.init) ?? .none }
  func type(_ row: Int) -> String { rows[row]["type"]?.text ?? "" }
  func number(_ row: Int) -> Double? { rows[row]["value"]?.number }
  func unit(_ row: Int) -> String? { rows[row]["unit"]?.text }
  func text(_ row: Int) -> String? { rows[row]["value"]?.text }
  func start(_ row: Int) -> Instant? { moment(row, "start", offset: ["offset"]) }
  func end(_ row: Int) -> Instant? { moment(row, "end", offset: ["end_offset", "offset"]) }
  func subject(_ row: Int) -> String? { rows[row]["subject"]?.text }
  func source(_ row: Int, _ key: String) -> String? { rows[row]["source"]?[key]?.text }
  func metadata(_ row: Int, _ key: String) -> RuleValue? { rows[row]["metadata"]?[key].flatMap(RuleValue.init) }
  func field(_ row: Int, _ name: String) -> RuleValue? { RuleValue(part: name, of: rows[row]) }
  func members(_ row: Int) -> Range<Int> { row == 0 ? 1..<rows.count : 0..<0 }
  func role(_ row: Int) -> String? { row == 0 ? nil : rows[row]["role"]?.text ?? type(row) }

  /// A moment and the clock offset that is written beside it.
  private func moment(_ row: Int, _ key: String, offset keys: [String]) -> Instant? {
    guard let text = rows[row][key]?.text else { return nil }
    let bytes = Array(text.utf8)
    guard var instant = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)?.instant else {
      return nil
    }
    for key in keys {
      if let offset = rows[row][key]?.text.flatMap(Self.minutes) {
        instant.offset = offset
        break
      }
    }
    return instant
  }

  private static func minutes(_ text: String) -> Int16? {
    let bytes = Array(text.utf8)
    return TimestampParser.parseOffset(0..<bytes.count, in: bytes.span.bytes)
  }
}
