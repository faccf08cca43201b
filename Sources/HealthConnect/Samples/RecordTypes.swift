import HealthModel

/// The types that records of Health Connect are, by the codes of a registry: `HeartRateRecord.samples[].beatsPerMinute`.
struct RecordTypes: Sendable {
  private var exact: [String: String] = [:]
  private var partial: [String: String] = [:]

  /// The name of Health Connect's codes in definitions.
  static let system = "health_connect"

  init(_ registry: Registry) {
    var shared: Set<String> = []
    for type in registry.types {
      for text in type.codes[Self.system] ?? [] {
        let code = CodeInSystem(text)
        if code.difference == nil {
          exact[code.code] = exact[code.code] ?? type.id
        } else if partial.updateValue(type.id, forKey: code.code) != nil {
          shared.insert(code.code)
        }
      }
    }
    // One of several types says none of them.
    for code in shared { partial[code] = nil }
  }

  /// The id of the type that a field of a record is, as a JSON string; the code itself if no type has it, which is then
  /// reported as unknown.
  func id(of code: String) -> [UInt8] {
    var text: [UInt8] = []
    JSONText.appendQuoted((exact[code] ?? partial[code] ?? code).utf8, to: &text)
    return text
  }

  func has(_ code: String) -> Bool { exact[code] != nil || partial[code] != nil }
}
