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
    var position = JSONBuilder.openObject()
    position.member("offset", progress.position.byteOffset)
    position.member("line", progress.position.line)
    position.member("column", progress.position.column)
    var books = JSONBuilder.openObject()
    books.member("read", progress.counts.read)
    books.member("accepted", progress.counts.accepted)
    books.member("duplicates", progress.counts.duplicates)
    books.member("conflicts", progress.counts.conflicts)
    books.member("refused", progress.counts.refused)
    var writer = JSONBuilder.openObject()
    writer.member("path", progress.path)
    writer.member("position", object: position)
    writer.member("prefix_hash", Hexadecimal.text(of: progress.prefixHash))
    writer.member("books", object: books)
    writer.member("details", progress.details)
    writer.member("quarantine", progress.quarantineLength)
    writer.member("unsupported", progress.unsupportedLength)
    writer.member("finished", progress.isFinished)
    writer.member("incomplete", progress.isIncomplete)
    writer.member("catalog", progress.catalogHash)
    writer.member("version", progress.version)
    return StoreNote(key: prefix + progress.input, text: String(decoding: writer.finished, as: UTF8.self))
  }

  /// Reads a note back.
  ///
  /// - Throws: `StorageError` of the code `corrupt` if the text is not valid progress.
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
    // Resuming adds to them.
    let all = 0...1 << 53
    var counts = ImportCounts()
    counts.read = try written.whole("read", in: all)
    counts.accepted = try written.whole("accepted", in: all)
    counts.duplicates = try written.whole("duplicates", in: all)
    counts.conflicts = try written.whole("conflicts", in: all)
    counts.refused = try written.whole("refused", in: all)
    return ImportProgress(
      input: input, path: try object.text("path"),
      position: ReadPosition(
        byteOffset: Int64(try position.whole("offset", in: all)), line: try position.whole("line", in: all),
        column: try position.whole("column", in: all)),
      prefixHash: hash, counts: counts, details: try object.text("details"),
      quarantineLength: Int64(try object.whole("quarantine", in: all)),
      unsupportedLength: Int64(try object.whole("unsupported", in: all)),
      isFinished: object["finished"]?.flag ?? false, isIncomplete: object["incomplete"]?.flag ?? false,
      catalogHash: try object.text("catalog"), version: try object.text("version"))
  }
}
