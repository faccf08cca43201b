import HealthModel

/// Writes one JSON object, member by member.
package struct MessageWriter {
  /// The text so far.
  package private(set) var output: [UInt8]
  private var isEmpty = true

  /// Begins an object without members.
  package init() { output = [UInt8(ascii: "{")] }

  /// Begins a message of a kind.
  package init(_ kind: String) {
    self.init()
    add("t", text: kind)
  }

  private mutating func key(_ key: String) {
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    isEmpty = false
    JSONText.appendQuoted(key.utf8, to: &output)
    output.append(UInt8(ascii: ":"))
  }

  /// Adds a text.
  package mutating func add(_ name: String, text: String) {
    key(name)
    JSONText.appendQuoted(text.utf8, to: &output)
  }

  /// Adds a text that may be absent.
  package mutating func add(_ name: String, optional text: String?) {
    if let text { add(name, text: text) }
  }

  /// Adds a whole number.
  package mutating func add(_ name: String, _ value: Int64) {
    key(name)
    DecimalWriter.append(value, to: &output)
  }

  /// Adds a whole number.
  package mutating func add(_ name: String, _ value: Int) { add(name, Int64(value)) }

  /// Adds a whole number that may be absent.
  package mutating func add(_ name: String, optional value: Int64?) {
    if let value { add(name, value) }
  }

  /// Adds a number; one that is not finite has no place in JSON and is left out.
  package mutating func add(_ name: String, number: Double?) {
    guard let number, number.isFinite else { return }
    key(name)
    DecimalWriter.append(number, to: &output)
  }

  /// Adds a truth value.
  package mutating func add(_ name: String, flag: Bool) {
    key(name)
    output.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Adds a list of values that are JSON already.
  package mutating func add(_ name: String, list: some Sequence<[UInt8]>) {
    key(name)
    output.append(UInt8(ascii: "["))
    var isFirst = true
    for value in list {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(contentsOf: value)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Adds a list of texts.
  package mutating func add(_ name: String, texts: some Sequence<String>) {
    add(
      name,
      list: texts.map { text in
        var output: [UInt8] = []
        JSONText.appendQuoted(text.utf8, to: &output)
        return output
      })
  }

  /// Adds a list of whole numbers; nothing when it is empty.
  package mutating func add(_ name: String, numbers: [Int]) {
    guard !numbers.isEmpty else { return }
    key(name)
    var separator = UInt8(ascii: "[")
    for number in numbers {
      output.append(separator)
      DecimalWriter.append(Int64(number), to: &output)
      separator = UInt8(ascii: ",")
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Adds an object.
  package mutating func add(_ name: String, object: MessageWriter) {
    key(name)
    output.append(contentsOf: object.finished)
  }

  /// Adds the members of another object to this one.
  package mutating func addMembers(of other: MessageWriter) {
    guard !other.isEmpty else { return }
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    isEmpty = false
    output.append(contentsOf: other.output.dropFirst())
  }

  /// The whole object.
  package var finished: [UInt8] { output + [UInt8(ascii: "}")] }

  /// The whole object as a line.
  package var line: [UInt8] { output + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }
}
