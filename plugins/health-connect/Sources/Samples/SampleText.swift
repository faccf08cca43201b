import HealthFormats
import HealthModel

/// A sample as a line of JSON, in parts: the fields, then the metadata, then the end.
struct SampleText {
  /// The bytes, without a line feed.
  var bytes: [UInt8] = []
  private var isInMetadata = false

  /// The longest text that is copied: over the limit of samples, so that a longer one is reported as too long.
  private static let longestText = 80_000

  mutating func begin(_ id: UUIDBytes?, type: [UInt8]) {
    isInMetadata = false
    append("{")
    if let id {
      append("\"uuid\":")
      quote(id)
      append(",")
    }
    append("\"type\":")
    bytes += type
  }

  mutating func end() {
    if isInMetadata { append("}") }
    isInMetadata = false
    append("}")
  }

  /// Adds a key, with its quotes, colon and the comma before it: `,"value":`.
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ number: Int64) { DecimalWriter.append(number, to: &bytes) }

  /// Adds a number; one that is not finite becomes a text, which is reported as not a number.
  mutating func append(_ number: Double) {
    if number.isFinite { DecimalWriter.append(number, to: &bytes) } else { quote("\(number)") }
  }

  /// Adds an object by its members; nothing if there are none.
  mutating func object(_ key: StaticString, _ members: [UInt8]) {
    guard !members.isEmpty else { return }
    append(key)
    bytes += members
    append("}")
  }

  mutating func quote(_ id: UUIDBytes) {
    append("\"")
    id.append(to: &bytes)
    append("\"")
  }

  mutating func quote(_ text: String) { JSONText.appendQuoted(text.utf8, to: &bytes) }

  mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    JSONText.appendQuoted(UnsafeBufferPointer(rebasing: text.prefix(Self.longestText)), to: &bytes)
  }

  /// Adds a key of the metadata, which comes after all fields.
  mutating func key(_ name: StaticString) {
    append(isInMetadata ? ",\"" : ",\"metadata\":{\"")
    isInMetadata = true
    append(name)
    append("\":")
  }
}

/// Times: milliseconds since 1970 with the seconds of an offset, as the database has them.
extension SampleText {
  /// Adds a time of the sample; a number that is not a time stays a text, which is reported.
  mutating func time(_ key: StaticString, milliseconds: Int64?) {
    guard let milliseconds else { return }
    append(key)
    append("\"")
    if Self.times.contains(milliseconds) {
      TimestampWriter.append(milliseconds * 1_000, to: &bytes)
    } else {
      append(milliseconds)
      append(" ms")
    }
    append("\"")
  }

  /// Adds an offset; one that no place on Earth has is left out.
  @discardableResult mutating func offset(_ key: StaticString, seconds: Int64?) -> Bool {
    guard let seconds, (-64_800...64_800).contains(seconds), seconds % 60 == 0 else { return false }
    append(key)
    append("\"")
    TimestampWriter.appendOffset(Int16(truncatingIfNeeded: seconds / 60), to: &bytes)
    append("\"")
    return true
  }

  /// The years 1 to 9999.
  static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
