import HealthJSON
import HealthModel
package import HealthPluginKit
import HealthStorage

/// What a reader plugin says, read from one line.
package enum ReaderMessage: Sendable, Hashable {
  /// It is ready.
  case hello
  /// A sample in Assay's JSON form, as its bytes.
  case sample([UInt8], ReaderPlace)
  /// A record of which no sample can be made: why, and what of it is worth keeping.
  case fault(String, ReaderPlace, record: [UInt8])
  /// A record of a known kind for which there is no type.
  case unsupported(String, ReaderPlace, record: [UInt8])
  /// The input cannot be read on.
  case damaged(String)
  /// All was read.
  case end
  case working
  case log
  /// The plugin itself cannot go on.
  case error(String)

  /// The most bytes of words that are kept.
  package static let maximumWords = 1000

  /// Reads a line.
  ///
  /// - Throws: `RuleFault` in words that say what is wrong with it.
  init(_ line: ArraySlice<UInt8>) throws(RuleFault) {
    let text = Array(line)
    let whole = 0..<text.count
    guard let kind = Self.text("t", of: whole, in: text) else {
      throw RuleFault("wrote a line that is not a message")
    }
    switch kind {
    case "sample":
      guard let sample = Self.object("sample", of: whole, in: text) else {
        throw RuleFault("wrote `sample` without an object `sample`")
      }
      self = .sample(sample, try Self.place(of: whole, in: text))
    case "fault":
      self = .fault(
        try Self.words("message", of: whole, in: text, kind), try Self.place(of: whole, in: text),
        record: Self.object("record", of: whole, in: text) ?? Array("{}".utf8))
    case "unsupported":
      self = .unsupported(
        try Self.words("kind", of: whole, in: text, kind), try Self.place(of: whole, in: text),
        record: Self.object("record", of: whole, in: text) ?? Array("{}".utf8))
    case "hello":
      guard let value = JSONValue(parsing: text) else { throw RuleFault("wrote a hello that is not JSON") }
      guard value["protocol"]?.int == 1 else { throw RuleFault("speaks another version of the protocol than 1") }
      guard (value["levels"]?.elements ?? []).contains(.string("read")) else {
        throw RuleFault("does not name the level `read` in its hello")
      }
      self = .hello
    case "damaged": self = .damaged(try Self.words("message", of: whole, in: text, kind))
    case "end": self = .end
    case "working": self = .working
    case "log": self = .log
    case "error": self = .error(Self.text("message", of: whole, in: text) ?? "")
    default: throw RuleFault("wrote a message of an unknown kind")
    }
  }

  private static func text(_ key: String, of range: Range<Int>, in text: [UInt8]) -> String? {
    CanonicalObject.value(of: key, of: range, in: text).flatMap { CanonicalObject.text(of: $0, in: text) }
  }

  private static func object(_ key: String, of range: Range<Int>, in text: [UInt8]) -> [UInt8]? {
    guard let value = CanonicalObject.value(of: key, of: range, in: text), text[value.lowerBound] == UInt8(ascii: "{")
    else { return nil }
    return Array(text[value])
  }

  private static func words(
    _ key: String, of range: Range<Int>, in text: [UInt8], _ kind: String
  ) throws(RuleFault) -> String {
    guard let words = Self.text(key, of: range, in: text), !words.isEmpty else {
      throw RuleFault("wrote `\(kind)` without `\(key)`")
    }
    return String(words.prefix(maximumWords))
  }

  /// The place in `at`: a text, or an object with one of `line`, `byte`, or `name` and `number`.
  private static func place(of range: Range<Int>, in text: [UInt8]) throws(RuleFault) -> ReaderPlace {
    guard let at = CanonicalObject.value(of: "at", of: range, in: text),
      let value = JSONValue(parsing: text[at])
    else { throw RuleFault("wrote a record without `at`, its place in the input") }
    if let name = value.text, !name.isEmpty { return .name(String(name.prefix(200))) }
    if let line = value["line"]?.integer, line > 0 { return .line(line) }
    if let byte = value["byte"]?.integer, byte >= 0 { return .byte(byte) }
    if let name = value["name"]?.text, !name.isEmpty {
      guard let number = value["number"]?.integer, number >= 0 else { return .name(String(name.prefix(200))) }
      return .item(String(name.prefix(200)), number)
    }
    throw RuleFault("wrote a place that is neither a text nor `line`, `byte`, or `name` and `number`")
  }
}
