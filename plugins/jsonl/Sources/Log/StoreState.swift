import HealthModel
import HealthStorage

/// The state that the lines of `commits.jsonl` describe: the source of truth for a store.
struct StoreState: Sendable {
  /// The log that was read.
  ///
  /// It is kept open: when another process writes the log anew, the lines here are still those that were read, and no
  /// other file is given the number of this one and taken for it.
  var log: OpenFile?
  /// The types in the order the store met them; their places are their numbers.
  private(set) var types: [LoggedType] = []
  private(set) var lines: [CommitLocation] = []
  /// How long `commits.jsonl` is up to the last whole line.
  private(set) var logLength = 0
  /// The number of the last commit that added or deleted samples.
  private(set) var commit: Int64 = 0
  private(set) var deletions = 0
  private(set) var deletionsLength = 0
  /// The number of the last line that deleted samples; 0 before the first.
  private(set) var lastDeletion = 0
  /// The number of the last line that replaced files; 0 before the first.
  private(set) var lastReplacement = 0
  /// The inputs in the order of their first commits.
  private(set) var inputs: [String] = []
  private(set) var inputLines: [String: Int] = [:]
  private var numbers: [String: Int] = [:]

  var line: Int { lines.count }

  /// The sum of the last line, by which a log is known as the one that was read; 0 before the first.
  var head: UInt32 { lines.last?.crc ?? 0 }

  /// The number of a type; `nil` when the store has not met it.
  func number(of type: String) -> Int? { numbers[type] }

  /// The place of a line, with its line feed; `nil` if there is no line.
  func place(ofLine line: Int) -> Range<Int>? {
    guard line >= 1, line <= lines.count else { return nil }
    let end = line < lines.count ? lines[line].offset : logLength
    return lines[line - 1].offset..<end
  }

  /// Adds the next line.
  ///
  /// - Throws: `StorageError` when it does not follow from the lines before.
  mutating func apply(_ commit: CommitLine, length: Int, crc: UInt32) throws {
    guard commit.line == line + 1 else { throw StorageError(.corrupt, "its number is \(commit.line)") }
    guard commit.commit == self.commit || commit.commit == self.commit + 1 else {
      throw StorageError(.corrupt, "its commit has the number \(commit.commit)")
    }
    for type in commit.types { take(type.id, type.signature) }
    for change in commit.longest {
      let number = try known(change.type)
      types[number].longest = change.length
    }
    for change in commit.added {
      let number = try known(change.type)
      types[number].count = try Self.sum(types[number].count, change.count)
    }
    for change in commit.deleted { try remove(change.count, from: known(change.type)) }
    for file in commit.files { try take(file.file, length: file.length, line: commit.line) }
    for change in commit.blanked { try blank(change.file, change.count) }
    if let range = commit.deletions {
      guard range.lowerBound == deletionsLength else {
        throw StorageError(.corrupt, "its deletions do not follow the others")
      }
      deletionsLength = range.upperBound
      for change in commit.deleted { deletions = try Self.sum(deletions, change.count) }
      lastDeletion = commit.line
    }
    guard commit.restored <= deletions else { throw StorageError(.corrupt, "more is stored again than was deleted") }
    deletions -= commit.restored
    if let input = commit.progress?.input, inputLines.updateValue(commit.line, forKey: input) == nil {
      inputs.append(input)
    }
    lines.append(CommitLocation(offset: logLength, commit: commit.commit, crc: crc))
    logLength += length
    self.commit = commit.commit
  }

  private mutating func take(_ id: String, _ signature: TypeSignature) {
    guard let number = numbers[id] else {
      numbers[id] = types.count
      types.append(LoggedType(id: id, signature: signature))
      return
    }
    types[number].signature.cases.merge(signature.cases) { first, _ in first }
  }

  private func known(_ type: String) throws -> Int {
    guard let number = numbers[type] else {
      throw StorageError(.corrupt, "the type \(TextEscaping.escaped(type)) is not introduced")
    }
    return number
  }

  private mutating func remove(_ count: Int, from number: Int) throws {
    guard types[number].count >= count else {
      throw StorageError(.corrupt, "more samples of \(types[number].id) are deleted than there are")
    }
    types[number].count -= count
  }

  private mutating func take(_ file: SampleFile, length: Int, line: Int) throws {
    let number = try known(file.type)
    guard let stored = types[number].files[file.month] else {
      guard file.generation == 0 else { throw StorageError(.corrupt, "\(file.name) replaces nothing") }
      types[number].files[file.month] = StoredFile(length: length)
      return
    }
    if file.generation == stored.generation {
      guard length >= stored.length else { throw StorageError(.corrupt, "\(file.name) becomes shorter") }
      types[number].files[file.month]?.length = length
    } else {
      guard file.generation == stored.generation + 1 else {
        throw StorageError(.corrupt, "\(file.name) replaces another file")
      }
      types[number].files[file.month] = StoredFile(generation: file.generation, length: length)
      lastReplacement = line
    }
  }

  private mutating func blank(_ file: SampleFile, _ count: Int) throws {
    let number = try known(file.type)
    guard let stored = types[number].files[file.month], stored.generation == file.generation else {
      throw StorageError(.corrupt, "\(file.name) is not there")
    }
    types[number].files[file.month]?.blank = try Self.sum(stored.blank, count)
  }

  private static func sum(_ left: Int, _ right: Int) throws -> Int {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    guard !isTooLarge else { throw StorageError(.corrupt, "its numbers are too large") }
    return sum
  }
}

/// A type that the store has met.
struct LoggedType: Sendable {
  /// The id it had then, which its folder has for ever.
  let id: String
  var signature: TypeSignature
  /// The length of its longest sample, in microseconds.
  var longest: Int64 = 0
  var count = 0
  var files: [SampleMonth: StoredFile] = [:]

  var hasMembers: Bool { signature.hasMembers }

  /// The months that have files, those without a time first.
  var months: [SampleMonth] { files.keys.sorted() }

  /// The file of a month, as it is called now; `nil` when there is none.
  func file(_ month: SampleMonth) -> SampleFile? {
    files[month].map { SampleFile(type: id, month: month, generation: $0.generation) }
  }

  init(id: String, signature: TypeSignature) {
    self.id = id
    self.signature = signature
  }
}

/// A file of samples as commits know it.
struct StoredFile: Sendable, Hashable {
  var generation = 0
  /// How long it is; what is after was never committed.
  var length: Int
  /// How many bytes of it are deleted samples.
  var blank = 0
}

/// Where a commit's line is.
struct CommitLocation: Sendable {
  /// The line's beginning in `commits.jsonl`.
  let offset: Int
  /// The number of the last commit that added or deleted samples, this one included.
  let commit: Int64
  /// The line's sum.
  let crc: UInt32
}
