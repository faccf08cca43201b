/// The name of a file of samples: `heartRate/2026-01.ndjson`, and `heartRate/2026-01.1.ndjson` after it was rewritten.
struct SampleFile: Sendable, Hashable {
  /// The id of the type, as the store first met it.
  var type: String
  var month: SampleMonth
  /// How often the file was rewritten.
  var generation = 0

  /// The path below `samples`.
  var name: String { type + "/" + fileName }

  /// The name in the type's folder.
  var fileName: String { month.name + (generation > 0 ? ".\(generation)" : "") + Self.suffix }

  private static let suffix = ".ndjson"

  init(type: String, month: SampleMonth, generation: Int = 0) {
    self.type = type
    self.month = month
    self.generation = generation
  }

  /// Reads a path below `samples`; `nil` for what no file of samples is called.
  init?(_ name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(type: String(parts[0]), fileName: String(parts[1]))
  }

  /// Reads the name of a file in a type's folder.
  init?(type: String, fileName: String) {
    guard Self.isName(type), fileName.hasSuffix(Self.suffix) else { return nil }
    let stem = fileName.dropLast(Self.suffix.count)
    let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let month = SampleMonth(first) else { return nil }
    var generation = 0
    if parts.count == 2 {
      guard let number = Int(parts[1]), number > 0, String(number) == parts[1] else { return nil }
      generation = number
    }
    self.init(type: type, month: month, generation: generation)
  }

  /// Whether a type's id can be the name of a folder: 1 to 128 bytes of `[A-Za-z0-9._-]`, a letter first.
  static func isName(_ type: String) -> Bool {
    let bytes = type.utf8
    guard let first = bytes.first, bytes.count <= 128, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
