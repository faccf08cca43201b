import AssayPlatform
import HealthJSON
import HealthModel
import HealthPluginKit
import HealthStorage

/// An import's progress as the text of a note: a JSON object with its members in a fixed order.
enum ProgressText {
  /// The prefix of the notes' keys; the input's key follows.
  static let prefix = "import:"

  static func note(_ progress: ImportProgress) -> StoreNote {
    var position = MessageWriter()
    position.add("offset", progress.position.byteOffset)
    position.add("line", progress.position.line)
    position.add("column", progress.position.column)
    var counts = MessageWriter()
    counts.add("read", progress.counts.read)
    counts.add("accepted", progress.counts.accepted)
    counts.add("duplicates", progress.counts.duplicates)
    counts.add("conflicts", progress.counts.conflicts)
    counts.add("refused", progress.counts.refused)
    var writer = MessageWriter()
    writer.add("path", text: progress.path)
    writer.add("position", object: position)
    writer.add("prefix_hash", text: Hexadecimal.text(of: progress.prefixHash))
    writer.add("books", object: counts)
    writer.add("details", text: progress.details)
    writer.add("quarantine", progress.quarantineLength)
    writer.add("unsupported", progress.unsupportedLength)
    writer.add("finished", flag: progress.isFinished)
    writer.add("incomplete", flag: progress.isIncomplete)
    writer.add("catalog", text: progress.catalogHash)
    writer.add("version", text: progress.version)
    return StoreNote(key: prefix + progress.input, text: String(decoding: writer.finished, as: UTF8.self))
  }

  /// Reads a note back.
  ///
  /// - Throws: `StorageError` of the code `corrupt` when it is none.
  static func progress(_ note: StoreNote) throws(StorageError) -> ImportProgress {
    let input = String(note.key.dropFirst(prefix.count))
    do throws(MessageFault) {
      guard let object = JSONValue(parsing: Array(note.text.utf8)) else { throw MessageFault(.noObject) }
      return try progress(of: input, object)
    } catch {
      throw StorageError(
        .corrupt, "the store's note of the import of \(TextEscaping.escaped(input, limit: 1000)) cannot be read")
    }
  }

  private static func progress(of input: String, _ object: JSONValue) throws(MessageFault) -> ImportProgress {
    guard let position = object["position"] else { throw .member("position") }
    guard let written = object["books"] else { throw .member("books") }
    guard let hash = Hexadecimal.bytes(of: try object.text("prefix_hash")) else { throw .member("prefix_hash") }
    let all = 0...Int.max
    var counts = ImportCounts()
    counts.read = try written.whole("read", in: all)
    counts.accepted = try written.whole("accepted", in: all)
    counts.duplicates = try written.whole("duplicates", in: all)
    counts.conflicts = try written.whole("conflicts", in: all)
    counts.refused = try written.whole("refused", in: all)
    return ImportProgress(
      input: input, path: try object.text("path"),
      position: ReadPosition(
        byteOffset: try position.whole("offset"), line: try position.whole("line", in: all),
        column: try position.whole("column", in: all)),
      prefixHash: hash, counts: counts, details: try object.text("details"),
      quarantineLength: try object.whole("quarantine"), unsupportedLength: try object.whole("unsupported"),
      isFinished: object["finished"]?.flag ?? false, isIncomplete: object["incomplete"]?.flag ?? false,
      catalogHash: try object.text("catalog"), version: try object.text("version"))
  }
}
