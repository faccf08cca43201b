/// Builds JSON text piece by piece, objects and arrays in the order they are written: reports and answers, messages of
/// plugins, and the small objects that stores keep.
@usableFromInline package struct JSONBuilder {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private let escaping: JSONText.Escaping

  /// Creates a builder without text, for text that may be printed: a terminal does not act on its strings.
  package init(capacity: Int = 0) {
    escaping = .shown
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  private init(object escaping: JSONText.Escaping) {
    self.escaping = escaping
    bytes = [UInt8(ascii: "{")]
  }

  /// Begins an object for another program, with the escapes that JSON demands; its members follow, and `finished`
  /// closes it.
  package static func openObject() -> JSONBuilder { JSONBuilder(object: .required) }

  package var finished: [UInt8] { bytes + [UInt8(ascii: "}")] }

  /// The object that `openObject` began as a line.
  package var line: [UInt8] { bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")] }

  package mutating func object(_ body: (inout JSONBuilder) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONBuilder) -> Void) { nest("[", "]", body) }

  package mutating func object(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    key(name)
    object(body)
  }

  package mutating func array(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    key(name)
    array(body)
  }

  package mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ text: String) { written { [escaping] in JSONText.append(text, escaping, to: &$0) } }

  package mutating func value(_ number: Int) { value(Int64(number)) }

  package mutating func value(_ number: Int64) { written { DecimalWriter.append(number, to: &$0) } }

  /// A number, as the next value; `null` when it is not finite.
  package mutating func value(_ number: Double) {
    if number.isFinite { written { DecimalWriter.append(number, to: &$0) } } else { value(json: "null".utf8) }
  }

  package mutating func value(_ flag: Bool) { value(json: (flag ? "true" : "false").utf8) }

  /// A string of bytes below 0x7F, as the next value.
  package mutating func value(ascii text: [UInt8]) { written { JSONText.appendQuoted(text, to: &$0) } }

  package mutating func value(json: some Sequence<UInt8>) { written { $0.append(contentsOf: json) } }

  package mutating func written(_ write: (inout [UInt8]) -> Void) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    write(&bytes)
  }

  private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONBuilder) -> Void) {
    value(json: open.utf8)
    needsComma = false
    body(&self)
    bytes.append(contentsOf: close.utf8)
    needsComma = true
  }

  /// A member whose value is text; left out when `nil`.
  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Int) { member(name, Int64(number)) }

  /// A member whose value is a whole number; left out when `nil`.
  package mutating func member(_ name: String, _ number: Int64?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// A member whose value is a number; left out when it is `nil` or not finite.
  @usableFromInline package mutating func member(_ name: String, finite number: Double?) {
    guard let number, number.isFinite else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  package mutating func member(_ name: String, _ counts: [String: Int]) {
    key(name)
    object { inner in
      for (word, count) in counts.sorted(by: { $0.key < $1.key }) { inner.member(word, count) }
    }
  }

  package mutating func member(_ name: String, texts: some Sequence<String>) {
    key(name)
    array { list in for text in texts { list.value(text) } }
  }

  /// A member whose value is a list of whole numbers; left out when there are none.
  package mutating func member(_ name: String, numbers: [Int]) {
    guard !numbers.isEmpty else { return }
    key(name)
    array { list in for number in numbers { list.value(number) } }
  }

  package mutating func member(_ name: String, objects: some Sequence<JSONBuilder>) {
    key(name)
    array { list in for object in objects { list.value(json: object.finished) } }
  }

  package mutating func member(_ name: String, object: JSONBuilder) {
    key(name)
    value(json: object.finished)
  }

  package mutating func members(of other: JSONBuilder) { if other.needsComma { value(json: other.bytes.dropFirst()) } }
}
