import HealthFormats
import HealthModel
import HealthReports

/// A folder of quarantine files, out of which the records of one subject go.
///
/// A file is written anew beside itself and put in its place in one step; one of which nothing is left is removed, and
/// so is an empty one, whose name is that of an input, and what an interrupted replay left.
struct SubjectQuarantine {
  /// What was found.
  struct Survey {
    var records = 0
    var unreadableLines = 0
  }

  private let folder: String
  private let records: SubjectRecords

  init(_ folder: String, of subject: String) {
    self.folder = folder
    records = SubjectRecords(subject)
  }

  /// Counts the subject's records.
  func survey() throws -> Survey {
    var survey = Survey()
    for path in try files(endingWith: ".ndjson") {
      let found = try sift(path, keep: nil)
      survey.records += found.records
      survey.unreadableLines += found.unreadableLines
    }
    return survey
  }

  /// Removes the subject's records.
  ///
  /// - Parameter unfinished: the inputs of imports that would go on in their files.
  /// - Returns: what was found, as `survey` counts it.
  /// - Throws: `UnfinishedImport` before anything is changed.
  func remove(unfinished: Set<String>) throws -> Survey {
    var survey = Survey()
    var changed: [String] = []
    for path in try files(endingWith: ".ndjson") {
      let found = try sift(path, keep: nil)
      survey.records += found.records
      survey.unreadableLines += found.unreadableLines
      if found.records > 0, let path = found.inputs.first(where: unfinished.contains) {
        throw UnfinishedImport(path: path)
      }
      if found.records > 0 || found.bytes == 0 { changed.append(path) }
    }
    for path in try files(endingWith: ".new") { try FolderEntry.remove(path) }
    for path in changed { try rewrite(path) }
    return survey
  }

  private func rewrite(_ path: String) throws {
    let file = try PendingFile(path, mode: 0o600)
    let found = try sift(path) { bytes in try file.output.append(bytes) }
    if found.keptBytes > 0 {
      try file.finish()
    } else {
      file.discard()
      try FolderEntry.remove(path)
    }
  }

  /// What a file holds.
  private struct Content {
    var records = 0
    var unreadableLines = 0
    var bytes: Int64 = 0
    var keptBytes = 0
    /// The inputs of the records that stay.
    var inputs: Set<String> = []
  }

  /// Reads a file, and passes on what is not the subject's.
  private func sift(_ path: String, keep: (([UInt8]) throws -> Void)?) throws -> Content {
    var content = Content()
    var reader = try QuarantineReader(path: path)
    while let item = try reader.next() {
      let bytes: [UInt8]
      switch item {
      case .entry(let entry):
        if records.contains(entry) {
          content.records += 1
          continue
        }
        bytes = entry.text
        if content.inputs.count < 1000 { content.inputs.insert(entry.location.path) }
      case .faulty(let text, let number, _):
        if let line = line(text, number), records.contains(line) {
          content.records += 1
          continue
        }
        bytes = text
        if records.holdsName(text) { content.unreadableLines += 1 }
      case .rest(let text): bytes = text
      }
      content.keptBytes += bytes.count
      try keep?(bytes)
    }
    content.bytes = reader.offset
    return content
  }

  /// A line that is whole, though its record is not.
  private func line(_ text: [UInt8], _ number: Int) -> QuarantineLine? {
    guard let first = text.split(separator: UInt8(ascii: "\n")).first else { return nil }
    return try? QuarantineLine(QuarantineLines.Line(bytes: Array(first), number: number, offset: 0, part: .whole))
  }

  private func files(endingWith suffix: String) throws -> [String] {
    guard FolderEntry.kind(of: folder) == .folder else { return [] }
    let names = try FolderEntry.names(in: folder).names.filter { $0.hasSuffix(suffix) }
    return names.sorted().map { FolderEntry.join(folder, $0) }.filter { FolderEntry.kind(of: $0) == .file }
  }
}
