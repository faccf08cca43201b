import AssayPlatform
import HealthDigest
import HealthFormats
import HealthModel
import HealthReports

/// Keeps what was not stored, byte for byte with the reasons: NDJSON, readable by its owner only.
///
/// Refused records and conflicts go to one file, elements without a type to another beside it. A record larger than
/// 512 KiB is written in parts. A line's `id` is the SHA-256 of the record, so that a replay knows it again.
final class Quarantine {
  private let catalogHash: String
  private let records: QuarantineOutput
  private let unsupported: QuarantineOutput
  /// The records that earlier imports of the input kept; none for files that keep nothing of them.
  private let earlier: [EarlierRecords]
  private var lines = DiagnosticLines()
  /// The context that came last, which is the same for most records of an input.
  private var context: (value: QuarantineContext, json: [UInt8])?
  private static let part = 512 * 1024

  static let schema = 1

  init(
    _ file: QuarantineFile, catalogHash: String, resumingAt lengths: (records: Int64, unsupported: Int64)? = nil
  ) throws {
    self.catalogHash = catalogHash
    let paths = [file.path, file.unsupportedPath]
    earlier = file.keepsEarlier ? paths.map(EarlierRecords.init(of:)) : []
    // An import that has added nothing so far did not write what is there.
    let begins = lengths.map { $0.records == 0 && $0.unsupported == 0 } ?? true
    if begins { for records in earlier { try records.setAside() } }
    let lengths = lengths ?? file.lengths
    records = try QuarantineOutput(file.path, ownsFolder: file.ownsFolder, at: lengths.records)
    unsupported = try QuarantineOutput(file.unsupportedPath, ownsFolder: file.ownsFolder, at: lengths.unsupported)
  }

  var lengths: (records: Int64, unsupported: Int64) { (records.length, unsupported.length) }

  static func id(of raw: [UInt8]) -> String { "sha256 " + SHA256Digest(of: raw).hexadecimal }

  func synchronize() throws(OutputError) {
    try records.synchronize()
    try unsupported.synchronize()
  }

  /// Ends an import whose samples are committed: what earlier imports kept and this one kept again is there once.
  ///
  /// A failure here leaves records of earlier imports in two files, which the next import repairs: nothing is lost, so
  /// it is a note.
  func finish(_ note: (String) -> Void) {
    do {
      try removeRepeated().forEach(note)
    } catch {
      note("what earlier imports refused was not compared with what this one did: \(error)")
    }
  }

  private func removeRepeated() throws -> [String] {
    try earlier.flatMap { earlier in
      let rest = try earlier.removeRepeated()
      guard rest.records > 0 else { return [String]() }
      let path = TextEscaping.escaped(earlier.earlierPath, limit: 1000)
      let (records, verb) = rest.records == 1 ? ("record", "is") : ("records", "are")
      var sentences = [
        "\(rest.records) \(records) of earlier imports that this one does not have \(verb) kept in \(path); replay the "
          + "file with `assay revalidate`, or remove it"
      ]
      if rest.unreadable > 0 {
        let lines = rest.unreadable == 1 ? "1 line" : "\(rest.unreadable) lines"
        sentences.append(
          "\(lines) of \(path) cannot be read, as after a correction with a typing error; `assay revalidate` says what is "
            + "wrong")
      }
      return sentences
    }
  }

  func add(_ record: RefusedRecord) throws(OutputError) {
    let (raw, location) = (record.bytes, record.location)
    let id = Self.id(of: raw)
    let context = json(of: record.context)
    let parts = max(1, (raw.count + Self.part - 1) / Self.part)
    for index in 0..<parts {
      let piece = parts == 1 ? raw : Array(raw[(index * Self.part)..<min(raw.count, (index + 1) * Self.part)])
      var json = JSONBuilder(capacity: raw.count + 1536)
      json.object { json in
        json.member("schema", Self.schema)
        json.member("id", id)
        json.member("reason", record.reason.rawValue)
        if parts > 1 {
          json.member("part", index + 1)
          json.member("parts", parts)
        }
        json.key("source")
        json.object { source in
          source.member("path", location.path)
          source.member("line", location.line)
          source.member("column", location.column)
          source.member("byte_offset", Int(location.byteOffset ?? 0))
          source.member("place", location.place)
          if location.isLineOfRange { source.member("line_base", "range") }
          source.member("format", record.format.rawValue)
        }
        json.key("context")
        json.value(json: context)
        Self.append(piece, to: &json)
        json.key("diagnostics")
        json.array { list in
          if index == 0 { for finding in record.findings { lines.append(finding, to: &list) } }
        }
        json.member("catalog", catalogHash)
      }
      let output = record.reason == .unsupported ? unsupported : records
      try output.append(json.bytes)
      try output.append(CollectionOfOne(UInt8(ascii: "\n")))
    }
  }

  /// Appends the bytes of a record: as text, when they are.
  private static func append(_ piece: [UInt8], to json: inout JSONBuilder) {
    if piece.allSatisfy({ $0 < 0x7F }) {
      json.key("raw")
      json.value(ascii: piece)
    } else if let text = String(validating: piece, as: UTF8.self) {
      json.member("raw", text)
    } else {
      json.member("raw_base64", Base64.encode(piece))
    }
  }

  private func json(of value: QuarantineContext) -> [UInt8] {
    if let context, context.value == value, context.value.hasSameBytes(as: value) { return context.json }
    var json = JSONBuilder()
    value.append(to: &json)
    context = (value, json.bytes)
    return json.bytes
  }

  static func list(_ findings: [Diagnostic], _ lines: inout DiagnosticLines) -> [UInt8] {
    var json = JSONBuilder()
    json.array { list in
      for finding in findings { lines.append(finding, to: &list) }
    }
    return json.bytes
  }
}

/// One of the files of a quarantine: made with its first line, so that an input of which all is stored leaves none.
final class QuarantineOutput {
  private let path: String
  private let ownsFolder: Bool
  private var output: ByteOutput?
  /// Whether the file was made and its name may not be on the disk.
  private var isNew = false

  init(_ path: String, ownsFolder: Bool, at length: Int64) throws(OutputError) {
    self.path = path
    self.ownsFolder = ownsFolder
    let kind = FolderEntry.kind(of: path)
    if kind == .missing { return }
    if length == 0, ownsFolder, kind == .file {
      try FolderEntry.remove(path)
    } else {
      output = try ByteOutput.file(path, resumingAt: length, mode: 0o600)
    }
  }

  var length: Int64 { output?.length ?? 0 }

  func append(_ bytes: some Collection<UInt8>) throws(OutputError) { try opened().append(bytes) }

  func synchronize() throws(OutputError) {
    try output?.synchronize()
    guard isNew else { return }
    try FolderEntry.synchronize(PathText.parent(of: path))
    isNew = false
  }

  private func opened() throws(OutputError) -> ByteOutput {
    if let output { return output }
    let folder = PathText.parent(of: path)
    if ownsFolder { try FolderEntry.make(folder, mode: 0o700) }
    let made = try ByteOutput.file(path, resumingAt: 0, mode: 0o600)
    output = made
    isNew = true
    return made
  }
}
