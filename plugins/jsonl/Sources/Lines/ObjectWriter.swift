import HealthModel

/// Writes a small JSON object, member by member.
struct ObjectWriter {
  /// The object without its last brace.
  private(set) var open: [UInt8] = [UInt8(ascii: "{")]

  /// The whole object.
  var finished: [UInt8] { open + [UInt8(ascii: "}")] }

  /// Whether it has no members.
  var isEmpty: Bool { open.count == 1 }

  /// The object as a line that says whether it is whole, with its line feed.
  var sealed: [UInt8] {
    var output = open
    SealedLine.seal(from: 0, in: &output)
    return output
  }

  mutating func add(_ key: String, _ number: Int64) {
    begin(key)
    DecimalWriter.append(number, to: &open)
  }

  mutating func add(_ key: String, _ number: Int) { add(key, Int64(number)) }

  mutating func add(_ key: String, _ text: String) {
    begin(key)
    JSONText.appendQuoted(text.utf8, to: &open)
  }

  mutating func add(_ key: String, _ flag: Bool) {
    begin(key)
    open.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func add(_ key: String, _ object: ObjectWriter) {
    begin(key)
    open.append(contentsOf: object.finished)
  }

  private mutating func begin(_ key: String) {
    if !isEmpty { open.append(UInt8(ascii: ",")) }
    JSONText.appendQuoted(key.utf8, to: &open)
    open.append(UInt8(ascii: ":"))
  }
}
