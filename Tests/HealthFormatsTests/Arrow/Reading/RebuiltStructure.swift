import HealthModel

/// The object of `fields`, `lists`, `points` and `parent` that the nested columns of a row say: what shows that they say
/// the same as the column `structure`, but for the digest of a document.
struct RebuiltStructure {
  private let row: [ReadStream.Value?]
  private let places: [String: Int]

  init(_ row: [ReadStream.Value?], of stream: ReadStream) {
    self.row = row
    places = Dictionary(uniqueKeysWithValues: stream.fields.enumerated().map { ($1.name, $0) })
  }

  /// The object; empty when the row is not a structured sample.
  func text() -> String {
    var pairs: [String] = []
    if let fields = map(self["fields"]) { pairs.append(#""fields":"# + group(fields)) }
    if let lists = map(self["lists"]) {
      let texts = lists.map { name, list in #""\#(name)":[\#(values(list).map(element).joined(separator: ","))]"# }
      pairs.append(#""lists":{\#(texts.joined(separator: ","))}"#)
    }
    if case .text(let id)? = self["parent_id"] { pairs.append(#""parent":"\#(String(decoding: id, as: UTF8.self))""#) }
    if let points = map(self["points"]) { pairs.append(#""points":{\#(self.points(points))}"#) }
    return pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}"
  }

  private subscript(_ name: String) -> ReadStream.Value? { places[name].flatMap { row[$0] } }

  private func values(_ value: ReadStream.Value?) -> [ReadStream.Value?] {
    guard case .values(let values)? = value else { return [] }
    return values
  }

  private func map(_ value: ReadStream.Value?) -> [(String, ReadStream.Value?)]? {
    guard case .values(let entries)? = value else { return nil }
    return entries.map { entry in
      let pair = values(entry)
      guard case .text(let key)? = pair[0] else { return ("", nil) }
      return (String(decoding: key, as: UTF8.self), pair[1])
    }
  }

  private func points(_ columns: [(String, ReadStream.Value?)]) -> String {
    var pairs: [String] = []
    var units = map(self["points_units"]) ?? []
    if case .double(let rate)? = self["points_rate"] {
      let unit = units.removeFirst()
      pairs.append(#""rate":{"value":\#(number(rate)),"unit":\#(quoted(unit.1))}"#)
    }
    var columns = columns[...]
    if columns.first?.0 == "time", let time = columns.popFirst() { pairs.append(list(time)) }
    if !units.isEmpty {
      pairs.append(#""units":{\#(units.map { #""\#($0)":\#(quoted($1))"# }.joined(separator: ","))}"#)
    }
    return (pairs + columns.map(list)).joined(separator: ",")
  }

  private func list(_ column: (String, ReadStream.Value?)) -> String {
    let numbers = values(column.1).map { value in
      if case .double(let bits)? = value {
        // The one column of truth values in the built-in types.
        return column.0 == "precededByGap" ? (Double(bitPattern: bits) == 1 ? "true" : "false") : number(bits)
      }
      return "null"
    }
    return #""\#(column.0)":[\#(numbers.joined(separator: ","))]"#
  }

  private func element(_ value: ReadStream.Value?) -> String {
    let fields = map(value) ?? []
    return fields.count == 1 && fields[0].0 == "value" ? part(fields[0].1) : group(fields)
  }

  private func group(_ fields: [(String, ReadStream.Value?)]) -> String {
    "{" + fields.map { #""\#($0)":\#(part($1))"# }.joined(separator: ",") + "}"
  }

  private func part(_ value: ReadStream.Value?) -> String {
    let parts = values(value)
    switch (parts[0], parts[1], parts[2], parts[3]) {
    case (.double(let value)?, let unit?, nil, nil): return #"{"value":\#(number(value)),"unit":\#(quoted(unit))}"#
    case (.double(let value)?, nil, nil, nil): return number(value)
    case (.double(let value)?, nil, .text(let text)?, nil):
      let word = String(decoding: text, as: UTF8.self)
      return word == (Double(bitPattern: value) == 1 ? "true" : "false") ? word : "?"
    case (nil, nil, .text(let text)?, nil):
      let isObject = text.first == UInt8(ascii: "{") && !text.starts(with: #"{"resourceType"#.utf8)
      return isObject ? String(decoding: text, as: UTF8.self) : quoted(parts[2])
    case (nil, nil, nil, .integer(let time)?): return "\"\(TimestampWriter.string(time))\""
    default: return "?"
    }
  }

  private func number(_ bits: UInt64) -> String {
    var text: [UInt8] = []
    DecimalWriter.append(Double(bitPattern: bits), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func quoted(_ value: ReadStream.Value?) -> String {
    guard case .text(let text)? = value else { return "null" }
    var output: [UInt8] = []
    JSONText.appendQuoted(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
