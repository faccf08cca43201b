import AssayPlatform
import HealthDigest
import HealthFormats
import HealthReports

/// A line of a quarantine file, reduced to the parts that are compared with those of another import.
struct EarlierLine {
  /// The identity of a line's record: its bytes, the context for a replay, and the part of the record.
  ///
  /// Half of a digest is enough: among a million records, two share it by chance once in 10^26 files.
  struct Key: Hashable {
    private let high: UInt64
    private let low: UInt64

    /// The identity of a line; `nil` if a user put a correction into it.
    init?(_ line: QuarantineLine) {
      guard line.value("replacement") == nil, let id = line.value("id"), let context = line.value("context") else {
        return nil
      }
      let part = line.value("part").map { Array(line.text[$0]) } ?? []
      let digest = SHA256Digest(of: line.text[id] + line.text[context] + part)
      (high, low) = (digest.words.0, digest.words.1)
    }
  }

  /// The identity; `nil` for a line that stays in any case.
  let key: Key?
  /// Whether its record begins here: lines of one record follow each other, with the parts in order.
  let beginsRecord: Bool
  /// Whether it is whole and still not a line of a quarantine file: a process was killed while it wrote the line, or
  /// somebody who corrected it made a typing error.
  let isUnreadable: Bool

  /// Passes on the lines of a file that hold text, in their order.
  static func forEach(of path: String, _ body: (EarlierLine, QuarantineLines.Line) throws -> Void) throws {
    var lines = try QuarantineLines(path: path)
    var last: Part?
    while let text = try lines.next() {
      if text.isBlank { continue }
      let read = text.part == .whole ? try? QuarantineLine(text) : nil
      let part = read.flatMap(Part.init)
      let continues = text.part == .middle || text.part == .end || part.map { $0.isNext(after: last) } ?? false
      let line = EarlierLine(
        key: read.flatMap(Key.init), beginsRecord: !continues, isUnreadable: read == nil && text.part == .whole)
      last = part
      try body(line, text)
    }
  }

  /// Which part of a record over the size of a line it holds.
  private struct Part {
    private let id: String?
    private let number: Int
    private let count: Int

    /// `nil` for a line that holds all of its record.
    init?(_ line: QuarantineLine) {
      guard let number = line.integer("part"), let count = line.integer("parts") else { return nil }
      (id, self.number, self.count) = (line.string("id"), number, count)
    }

    func isNext(after other: Part?) -> Bool {
      guard let other else { return false }
      return number > 1 && number - 1 == other.number && count == other.count && id == other.id
    }
  }

  /// How many bytes a file has.
  static func size(of path: String) throws(OutputError) -> Int64 {
    do {
      return try FileStatus(of: path).size
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  /// Whether a file begins with the bytes of another one, as it does after another import of an unchanged input.
  static func does(_ path: String, beginWith other: String) throws -> Bool {
    guard FolderEntry.kind(of: path) == .file, try size(of: other) <= size(of: path) else { return false }
    var (short, long) = (try FileSource(path: other), try FileSource(path: path))
    var (beginning, same): ([UInt8], [UInt8]) = ([], [])
    while true {
      beginning.removeAll(keepingCapacity: true)
      same.removeAll(keepingCapacity: true)
      if try short.read(into: &beginning, count: 256 * 1024) == 0 { return true }
      while same.count < beginning.count {
        if try long.read(into: &same, count: beginning.count - same.count) == 0 { return false }
      }
      if same != beginning { return false }
    }
  }
}
