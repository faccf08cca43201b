import HealthModel

/// The name of a file of samples: `heartRate/2026-01.ndjson`, and `heartRate/2026-01.1.ndjson` after it was rewritten.
struct SampleFile: Sendable, Hashable {
  /// The id of the type, as the store first met it.
  var type: String
  var month: SampleMonth
  var generation = 0

  /// The path below `samples`.
  var name: String { type + "/" + fileName }

  /// The path in the store's folder.
  var path: String { StoreFolder.samples + "/" + name }

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

/// The month in UTC that a sample starts in, by which its file is named; samples without a time share a separate one.
struct SampleMonth: Sendable, Hashable, Comparable {
  /// Months since the year 0; -1 for samples without a time.
  let number: Int

  static let untimed = SampleMonth(number: -1)

  private init(number: Int) { self.number = number }

  /// The month of a start, in microseconds since 1970 UTC and the years 1 to 9999, or `SampleBatch.noTime`.
  init(start: Int64) {
    guard start != SampleBatch.noTime else {
      self = .untimed
      return
    }
    let day = CivilDate(start)
    number = day.year * 12 + day.month - 1
  }

  /// Reads `2026-01` or `untimed`.
  init?(_ name: some StringProtocol) {
    if name == "untimed" {
      self = .untimed
      return
    }
    let digits = Array(name.utf8)
    guard digits.count == 7, digits[4] == UInt8(ascii: "-"),
      digits.enumerated().allSatisfy({ $0.offset == 4 || $0.element &- 0x30 <= 9 })
    else { return nil }
    let values = digits.map { Int($0) - 0x30 }
    let year = values[0] * 1000 + values[1] * 100 + values[2] * 10 + values[3]
    let month = values[5] * 10 + values[6]
    guard year >= 1, (1...12).contains(month) else { return nil }
    number = year * 12 + month - 1
  }

  /// `2026-01` or `untimed`.
  var name: String {
    guard number >= 0 else { return "untimed" }
    let year = String(number / 12)
    let month = String(number % 12 + 1)
    return String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year + (month.utf8.count < 2 ? "-0" : "-")
      + month
  }

  /// Samples without a time come first.
  static func < (left: SampleMonth, right: SampleMonth) -> Bool { left.number < right.number }
}
