import HealthModel

/// Builds JSON text piece by piece: objects and arrays in the order they are written, strings escaped so that a terminal
/// that the text is printed to does not act on them.
public struct JSONBuilder {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a builder without text.
  public init() {}

  /// Creates a builder with room for so many bytes.
  public init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// An object, as the next value.
  public mutating func object(_ body: (inout JSONBuilder) -> Void) { nest("{", "}", body) }

  /// An array, as the next value.
  public mutating func array(_ body: (inout JSONBuilder) -> Void) { nest("[", "]", body) }

  /// A key; its value must follow.
  public mutating func key(_ name: String) {
    separate()
    JSONText.appendShown(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A string, as the next value.
  public mutating func value(_ text: String) {
    separate()
    JSONText.appendShown(text, to: &bytes)
  }

  /// A whole number, as the next value.
  public mutating func value(_ number: Int) {
    separate()
    DecimalWriter.append(Int64(number), to: &bytes)
  }

  /// A number, as the next value; `null` when it is not finite.
  public mutating func value(_ number: Double) {
    separate()
    if number.isFinite { DecimalWriter.append(number, to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
  }

  /// `true` or `false`, as the next value.
  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// A string of bytes below 0x7F, as the next value.
  public mutating func value(ascii text: [UInt8]) {
    separate()
    JSONText.appendQuoted(text, to: &bytes)
  }

  /// JSON that is made already, as the next value.
  public mutating func value(json: [UInt8]) {
    separate()
    bytes += json
  }

  /// Text that is JSON already.
  public mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Appends the next value to the text, which it must be whole in.
  mutating func written(_ write: (inout [UInt8]) -> Void) {
    separate()
    write(&bytes)
  }

  /// A member whose value is text; left out when `nil`.
  public mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// A member whose value is a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  /// A member whose value is `true` or `false`.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// A member whose value is an object of numbers, ordered by name.
  public mutating func member(_ name: String, _ counts: [String: Int]) {
    key(name)
    object { inner in
      for (word, count) in counts.sorted(by: { $0.key < $1.key }) { inner.member(word, count) }
    }
  }

  private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONBuilder) -> Void) {
    separate()
    bytes.append(contentsOf: open.utf8)
    needsComma = false
    body(&self)
    bytes.append(contentsOf: close.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
