import HealthModel
import HealthStorage

/// A line of a quarantine file: one JSON object, of which nothing is lost that a newer version or a person put there.
struct QuarantineLine: Sendable {
  let text: [UInt8]
  let position: ReadPosition
  /// The members in their order: decoded names, and the places of keys without quotes and of whole values.
  private let members: [(name: String, key: Range<Int>, value: Range<Int>)]

  init(_ line: QuarantineLines.Line) throws(Failure) {
    let text = line.bytes
    guard String(validating: text, as: UTF8.self) != nil else { throw Failure.usage("the line is not UTF-8") }
    var members: [(name: String, key: Range<Int>, value: Range<Int>)] = []
    var names: Set<String> = []
    var repeated: String?
    let isObject = CanonicalObject.forEachMember(of: 0..<text.count, in: text) { key, value in
      let name = JSONText.string(key, in: text.span.bytes)
      if !names.insert(name).inserted { repeated = name }
      members.append((name, key, value))
      return repeated == nil
    }
    guard isObject else { throw Failure.usage("the line is not a JSON object") }
    if let repeated { throw Failure.usage("the key `\(TextEscaping.escaped(repeated, limit: 60))` appears twice") }
    self.text = text
    self.members = members
    position = ReadPosition(byteOffset: line.offset, line: line.number)
    guard let schema = integer("schema") else { throw Failure.usage("the line has no `schema`") }
    guard schema == Quarantine.schema else {
      throw Failure.usage("`schema` is \(schema); this version reads \(Quarantine.schema)")
    }
  }

  func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }

  func string(_ name: String) -> String? { value(name).flatMap { CanonicalObject.text(of: $0, in: text) } }

  func integer(_ name: String) -> Int? { value(name).flatMap { Self.integer(at: $0, in: text) } }

  static func integer(at place: Range<Int>, in text: [UInt8]) -> Int? {
    Int(String(decoding: text[place], as: UTF8.self)).flatMap { $0 < 0 ? nil : $0 }
  }

  /// The line with other values for some members, which come last when they were not there; all else stays as it is.
  func replacing(_ changes: [(name: String, json: [UInt8])]) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "{")]
    var left = changes
    for member in members {
      appendKey(text[member.key], to: &output)
      if let place = left.firstIndex(where: { $0.name == member.name }) {
        output += left.remove(at: place).json
      } else {
        output += text[member.value]
      }
    }
    for change in left {
      appendKey(Array(change.name.utf8)[...], to: &output)
      output += change.json
    }
    output.append(UInt8(ascii: "}"))
    return output
  }

  private func appendKey(_ key: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if output.count > 1 { output.append(UInt8(ascii: ",")) }
    output.append(UInt8(ascii: "\""))
    output += key
    output += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }
}
