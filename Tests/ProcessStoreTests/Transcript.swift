import HealthModel
import HealthPlugins

/// A conversation as a file: lines of the host, lines of the plugin, and ends of the plugin's process.
struct Transcript {
  /// A line, by whom it is said.
  enum Line: Hashable {
    case host(JSONValue)
    case plugin(JSONValue)
    case end
  }

  /// What is wrong with a transcript, or with what is said instead.
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  let lines: [Line]

  init(_ text: String) throws {
    lines = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      if line.hasPrefix("= exit ") { return .end }
      guard let value = JSONValue(parsing: Array(line.dropFirst(2).utf8)) else {
        throw Mismatch(description: "no JSON: \(line)")
      }
      return line.hasPrefix("> ") ? .host(value) : .plugin(value)
    }
  }
}

/// The values that the words of a transcript stand for.
enum TranscriptValues {
  /// 32 digits for the session, 16 for a digest, an object for a sample; a text for all else.
  static func value(of word: String) -> JSONValue {
    if word == "$SESSION" { return .string(session) }
    if word.hasPrefix("$D") {
      let digits = String(word.dropFirst(2))
      return .string(String(repeating: "0", count: 16 - digits.count) + digits)
    }
    if word.hasPrefix("$S") { return .object([JSONValue.Member("of", .string(word))]) }
    return .string("text of \(word)")
  }

  static let session = String(repeating: "5e", count: 16)

  /// A value with its words filled in.
  static func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string("$"): value
    case .string(let text) where text.hasPrefix("$") && !text.contains(" "): Self.value(of: text)
    case .string(let text): .string(text.replacing("$SESSION", with: session))
    case .array(let elements): .array(elements.map(filled))
    case .object(let members): .object(members.map { JSONValue.Member($0.key, filled($0.value)) })
    default: value
    }
  }
}

extension JSONValue {
  /// The value as JSON.
  var json: [UInt8] {
    switch self {
    case .object(let members):
      let parts = members.map { JSONValue.string($0.key).json + Array(":".utf8) + $0.value.json }
      return Array("{".utf8) + Array(parts.joined(separator: Array(",".utf8))) + Array("}".utf8)
    case .array(let elements):
      return Array("[".utf8) + Array(elements.map(\.json).joined(separator: Array(",".utf8))) + Array("]".utf8)
    case .string(let text):
      var quoted: [UInt8] = []
      JSONText.appendQuoted(text.utf8, to: &quoted)
      return quoted
    case .int64(let value): return Array(String(value).utf8)
    case .double(let value): return Array(String(value).utf8)
    case .boolean(let flag): return Array((flag ? "true" : "false").utf8)
    case .null: return Array("null".utf8)
    }
  }
}
