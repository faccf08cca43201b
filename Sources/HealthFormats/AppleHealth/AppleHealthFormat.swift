package import HealthModel

/// The main file of an Apple Health export.
package struct AppleHealthFormat: RecordFormat {
  package let name = "apple-health"
  package let fileEndings = [".xml"]
  package let page = "apple-health.md"
  package let syntax = RawSyntax.appleHealth
  package let origin: String? = AppleHealthFormat.origin
  // Other markup has the same ending.
  package let isKnownByName = false

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "<" && Self.isExport(prefix: beginning.bytes)
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    ElementChunker(source: source, size: cut.size, offset: cut.offset)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    var outcome = ReaderOutcome()
    guard result.chunk.file == nil else {
      var reader = ExportFileReader(preparing: &result.chunk, elements: context.elements)
      work.read(&reader, .appleHealth, &result)
      return outcome
    }
    var reader = AppleHealthReader(chunk: result.chunk, elements: context.elements, files: context.files)
    work.read(&reader, .appleHealth, &result)
    outcome.elements = reader.elementCounts
    return outcome
  }

  /// The names of the elements that exports are known to have.
  package static let elementNames = Set(ElementName.allCases.map { $0.text.description })

  /// The `origin` of samples that were read from an export.
  package static let origin = "apple-health"
  /// The number of bytes of a file that decide whether it is an export.
  package static let prefixLength = 16 * 1024

  /// Whether a file that begins with these bytes holds nothing so far but blanks.
  static func isBlank(prefix: [UInt8]) -> Bool {
    prefix[ByteOrderMark.length(prefix.span.bytes, end: prefix.count)...].allSatisfy(XMLMarkup.isSpace)
  }

  /// Whether a file that begins with these bytes is an export, by content: its name follows the phone's language.
  package static func isExport(prefix: [UInt8]) -> Bool {
    let bytes = prefix.span.bytes
    let end = prefix.count
    var position = ByteOrderMark.length(bytes, end: end)
    while position < end, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
    guard position < end, bytes.byte(at: position) == UInt8(ascii: "<") else { return false }
    while position < end {
      if XMLProlog.isRoot(at: position, end: end, in: bytes) { return true }
      if bytes.hasPrefix("<!DOCTYPE", at: position, end: end) {
        var name = position &+ 9
        while name < end, XMLMarkup.isSpace(bytes.byte(at: name)) { name &+= 1 }
        if name > position &+ 9, bytes.hasPrefix("HealthData", at: name, end: end) { return true }
      }
      position = bytes.first(UInt8(ascii: "<"), from: position &+ 1, to: end)
    }
    return false
  }
}
