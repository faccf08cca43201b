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
  /// Whether its record begins here.
  let isFirst: Bool
  /// Whether it is the beginning of a line at the file's end: a process was killed while it wrote the line, so no
  /// commit counts the record.
  let isTorn: Bool

  /// Passes on the lines of a file, in their order.
  static func forEach(of path: String, _ body: (EarlierLine, QuarantineLines.Line) throws -> Void) throws {
    let size = try size(of: path)
    var lines = try QuarantineLines(path: path)
    while let text = try lines.next() {
      let read = text.part == .whole ? try? QuarantineLine(text) : nil
      let isBeginning = text.part == .whole || text.part == .beginning
      let line = EarlierLine(
        key: read.flatMap(Key.init), isFirst: isBeginning && (read?.integer("part") ?? 1) == 1,
        isTorn: read == nil && text.part == .whole && text.offset + Int64(text.bytes.count) == size)
      try body(line, text)
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
