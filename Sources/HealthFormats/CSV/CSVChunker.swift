package import HealthModel

/// Cuts a table between its rows, by following quotes and line feeds only.
///
/// The first chunk begins with the table's first byte and holds the header. A row over the limit becomes a separate
/// chunk, cut at the limit.
@usableFromInline package struct CSVChunker<Source: ByteSource>: ChunkSource {
  private var source: DeferringSource<Source>
  private let size: Int
  private let layout: TableLayout
  private var table: TableColumns?
  private var scanner = RowScanner(delimiter: 0)
  private var buffer: [UInt8] = []
  private var offset: Int64
  private var index = 0
  private var isAtEnd = false

  /// The longest row in bytes.
  package static var maximumRow: Int { CSVCursor.maximumRow }

  package init(
    source: Source, size: Int, layout: TableLayout = TableLayout(), offset: Int64 = 0, beginning: [UInt8] = []
  ) {
    self.source = DeferringSource(source)
    self.size = max(1, size)
    self.layout = layout
    self.offset = offset
    guard offset > 0 else { return }
    table = TableColumns.read(beginning.span.bytes, end: beginning.count, isComplete: true, layout: layout)
    scanner = RowScanner(delimiter: table?.delimiter ?? 0)
  }

  /// The next rows; `nil` after the last chunk.
  package mutating func next() throws(InputError) -> InputChunk? {
    if isAtEnd { return nil }
    var target = size
    while true {
      let isMore = source.fill(&buffer, to: target)
      let isComplete = !isMore && source.failure == nil
      if table == nil { readHeader(isComplete: isComplete) }
      if let table {
        if !table.faults.isEmpty { return faultyTable(table) }
        scan(isComplete: isComplete)
        if scanner.boundary > 0, !isComplete { return chunk(upTo: scanner.boundary) }
        // One byte more may be the carriage return of the row's end.
        if isMore, buffer.count > Self.maximumRow + 1 { return overlong() }
      }
      if !isMore { return try last() }
      target = buffer.count + min(max(size, buffer.count), Self.maximumRow)
    }
  }

  private mutating func readHeader(isComplete: Bool) {
    let found = TableColumns.read(buffer.span.bytes, end: buffer.count, isComplete: isComplete, layout: layout)
    guard let found else { return }
    table = found
    scanner = RowScanner(position: found.headerEnd, delimiter: found.delimiter)
  }

  private mutating func scan(isComplete: Bool, stopsAtRow: Bool = false) {
    var follower = scanner
    follower.scan(buffer.span.bytes, to: buffer.count, isComplete: isComplete, stopsAtRow: stopsAtRow)
    scanner = follower
  }

  /// The only chunk of a table whose header has faults.
  private mutating func faultyTable(_ table: TableColumns) -> InputChunk {
    isAtEnd = true
    return chunk(upTo: offset == 0 ? min(table.headerEnd, buffer.count) : 0)
  }

  /// The chunk at the end of the input; a source that broke off is reported after what came before.
  private mutating func last() throws(InputError) -> InputChunk? {
    isAtEnd = true
    if let failure = source.failure { throw failure }
    return chunk(upTo: buffer.count)
  }

  /// Keeps the row's beginning and reads on to its end without keeping the rest.
  private mutating func overlong() -> InputChunk {
    let kept = Array(buffer[..<Self.maximumRow])
    var dropped = 0
    var isMore = true
    while isMore {
      let done = scanner.position
      buffer.removeFirst(done)
      scanner.rebase(by: done)
      dropped += done
      isMore = source.fill(&buffer, to: buffer.count + max(size, 64 * 1024))
      scan(isComplete: !isMore, stopsAtRow: true)
      if scanner.boundary > 0 { break }
    }
    // The row's line feed is left to the next chunk, where it counts as a line.
    let end = scanner.boundary > 0 ? scanner.boundary - 1 : buffer.count
    // A quoted cell that is not closed swallows the rest of the input.
    if scanner.boundary == 0, scanner.isQuoted, source.failure == nil { isAtEnd = true }
    buffer.removeFirst(end)
    scanner.restart(at: 0)
    let skipped = Int64(dropped + end - kept.count)
    defer { advance(kept.count, skipped) }
    return chunk(of: kept, skipped: skipped, isOverlong: true)
  }

  private mutating func chunk(upTo count: Int) -> InputChunk {
    let rest = Array(buffer[count...])
    buffer.removeLast(rest.count)
    defer {
      buffer = rest
      scanner.rebase(by: count)
      advance(count, 0)
    }
    return chunk(of: buffer)
  }

  private func chunk(of bytes: [UInt8], skipped: Int64 = 0, isOverlong: Bool = false) -> InputChunk {
    var chunk = InputChunk(
      bytes: bytes, offset: offset, skipped: skipped, index: index,
      context: ChunkContext(isFirst: offset == 0, isLast: isAtEnd, isOverlong: isOverlong))
    chunk.table = table
    return chunk
  }

  private mutating func advance(_ count: Int, _ skipped: Int64) {
    offset += Int64(count) + skipped
    index += 1
  }
}

/// Finds where rows end, by quotes and line feeds alone.
///
/// It goes from quote to quote, so that a table without any is two searches; `CSVCursor` follows the same rules.
struct RowScanner {
  /// How far the bytes have been followed.
  private(set) var position: Int
  /// After the last row's end that was seen; 0 when there was none.
  private(set) var boundary: Int
  private(set) var isQuoted = false
  /// The byte before the position, which decides whether a cell begins there.
  private var previous = UInt8(ascii: "\n")
  private let delimiter: UInt8

  init(position: Int = 0, delimiter: UInt8) {
    self.position = position
    self.delimiter = delimiter
    boundary = position
  }

  /// Follows the bytes to a place, or to the first row's end.
  mutating func scan(_ bytes: RawSpan, to end: Int, isComplete: Bool, stopsAtRow: Bool = false) {
    while position < end {
      let quote = bytes.first(UInt8(ascii: "\""), from: position, to: end)
      if isQuoted {
        guard quote < end else {
          position = end
          return
        }
        if quote &+ 1 == end, !isComplete {
          position = quote
          return
        }
        if quote &+ 1 < end, bytes.byte(at: quote &+ 1) == UInt8(ascii: "\"") {
          position = quote &+ 2
          continue
        }
        isQuoted = false
      } else {
        if stopsAtRow {
          let newline = bytes.firstNewline(from: position, to: quote)
          if newline < quote {
            restart(at: newline &+ 1)
            boundary = newline &+ 1
            return
          }
        } else if let newline = bytes.lastNewline(from: position, to: quote) {
          boundary = newline &+ 1
        }
        guard quote < end else {
          previous = bytes.byte(at: end &- 1)
          position = end
          return
        }
        let before = quote > position ? bytes.byte(at: quote &- 1) : previous
        isQuoted = before == UInt8(ascii: "\n") || before == delimiter
      }
      previous = UInt8(ascii: "\"")
      position = quote &+ 1
    }
  }

  /// Adjusts positions after bytes before the position were removed.
  mutating func rebase(by count: Int) {
    position -= count
    boundary = 0
  }

  mutating func restart(at place: Int) {
    position = place
    boundary = 0
    isQuoted = false
    previous = UInt8(ascii: "\n")
  }
}

/// A table with a header row (RFC 4180).
package struct CSVFormat: RecordFormat {
  package let name = "csv"
  package let fileEndings = [".csv", ".tsv"]
  package let page = "csv.md"
  package let syntax = RawSyntax.csv
  package let hasHeader = true
  package let recordFrame: (before: [UInt8], after: [UInt8]) = ([], [UInt8(ascii: "\n")])

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    !beginning.isDocument && TableHeader.isTable(prefix: beginning.bytes)
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    CSVChunker(source: source, size: cut.size, layout: cut.layout, offset: cut.offset, beginning: cut.beginning)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    // The chunk gets the texts that the table's layout adds; findings point at them.
    var reader = CSVReader(preparing: &result.chunk)
    work.read(&reader, .csv, &result)
    var outcome = ReaderOutcome()
    outcome.usedSamples = reader.usedSamples
    outcome.passedOver = reader.passedOver
    return outcome
  }
}
