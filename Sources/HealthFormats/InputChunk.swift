public import HealthModel

/// A run of whole records of an input, in input order.
@usableFromInline package struct InputChunk: Sendable {
  /// The records' bytes.
  ///
  /// Readers see nothing before or after them.
  package var bytes: [UInt8]
  /// The texts after the input's own bytes in `bytes`: texts that a table's layout adds or rewrites.
  package var appendix: ChunkAppendix?
  /// The columns of the table that the chunk's rows belong to.
  package var table: TableColumns?
  /// The records of foreign JSON that the chunk holds; `nil` for every other input.
  package var records: ChunkRecords?
  /// The file of an export that the chunk holds; `nil` for a part of the input's main file.
  package var file: ExportFileChunk?
  /// The places in the original of lines that were converted; `nil` for every other input.
  package var converted: ConvertedLocations?
  /// Where `bytes` begins in the (decompressed) input.
  package var offset: Int64
  /// Bytes after `bytes` that were skipped because their line or element is over the limit.
  package var skipped: Int64
  /// The chunk's number, from 0.
  package var index: Int
  /// The text before the chunk; see `ChunkContext`.
  package var context: ChunkContext

  @usableFromInline package init(bytes: [UInt8], offset: Int64, skipped: Int64 = 0, index: Int, context: ChunkContext) {
    self.bytes = bytes
    self.offset = offset
    self.skipped = skipped
    self.index = index
    self.context = context
  }

  /// How many of `bytes` are the input's.
  package var contentCount: Int { appendix?.start ?? bytes.count }

  /// The place in the input of a place in `bytes`: what was rewritten has the place of what was written, what was
  /// added has none.
  package func contentOffset(of offset: Int) -> Int? {
    guard let appendix, offset >= appendix.start else { return offset }
    return appendix.contentOffset(of: offset)
  }

  /// The chunk as two, divided between two records; neither has an appendix.
  package func divided(at place: Int) -> (head: InputChunk, rest: InputChunk) {
    let content = contentCount
    var head = self
    head.bytes = Array(bytes[..<place])
    head.appendix = nil
    head.skipped = 0
    head.context = ChunkContext(isFirst: context.isFirst, isLast: false)
    var rest = self
    rest.bytes = Array(bytes[place..<content])
    rest.appendix = nil
    rest.offset += Int64(place)
    rest.context.isFirst = false
    if let records { (head.records, rest.records) = records.divided(at: place) }
    if let converted { (head.converted, rest.converted) = converted.divided(at: place) }
    return (head, rest)
  }
}

/// Texts after the input's own bytes in a chunk, and the places in the input they stand for.
@usableFromInline package struct ChunkAppendix: Sendable, Hashable {
  /// Where the texts begin: how many bytes of the chunk are the input's.
  package var start: Int
  /// The texts in order: where each begins, and the place of what it rewrites; -1 for what the input does not have.
  package private(set) var pieces: [Piece] = []

  @usableFromInline package struct Piece: Sendable, Hashable {
    package var start: Int
    /// The place in the input of what it rewrites; -1 for none.
    package var content: Int
  }

  package init(start: Int) { self.start = start }

  package mutating func add(at start: Int, for content: Int?) {
    pieces.append(Piece(start: start, content: content ?? -1))
  }

  /// The place in the input of a place in the appendix; `nil` for what the input does not have.
  package func contentOffset(of offset: Int) -> Int? {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, pieces[low - 1].content >= 0 else { return nil }
    return pieces[low - 1].content
  }
}

/// Cuts an input into chunks of whole records.
///
/// One thread at a time asks for chunks; each reads the records in its own.
package protocol ChunkSource {
  /// The next chunk; `nil` after the last. The last chunk may be empty; it marks the end of the input.
  mutating func next() throws(InputError) -> InputChunk?
}

extension JSONLinesReader {
  /// Creates a reader at the chunk's beginning, after a byte-order mark if the input begins with one.
  package init(chunk: InputChunk) { self.init(bytes: chunk.bytes, context: chunk.context) }

  /// Reads lines of at most as many bytes as their chunker takes.
  init(chunk: InputChunk, maximumLine: Int) {
    self.init(bytes: chunk.bytes, context: chunk.context, maximumLine: maximumLine)
  }
}

extension JSONArrayReader {
  /// Creates a reader at the chunk's beginning, after a byte-order mark if the input begins with one.
  package init(chunk: InputChunk) { self.init(bytes: chunk.bytes, context: chunk.context) }
}

extension InputChunk {
  /// Puts after the content what a table's layout gives to its rows: names, types and constants.
  ///
  /// Fields are slices of one buffer, so these texts must be in it.
  mutating func appendTexts(of table: TableColumns) {
    guard appendix == nil, !table.texts.isEmpty else { return }
    var added = ChunkAppendix(start: bytes.count)
    added.add(at: bytes.count, for: nil)
    if context.isFirst {
      for fault in table.faults {
        // A name that the header lacks has the header's place.
        if let name = fault.name { added.add(at: bytes.count + Int(name.start), for: fault.place.lowerBound) }
      }
    }
    bytes += table.texts
    appendix = added
  }
}
