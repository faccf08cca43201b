import HealthFormats
import HealthModel
import HealthValidation

/// Made-up records in chunks about as large as those of a run.
struct MadeInput {
  let chunks: [InputChunk]
  let count: Int
  private let syntax: RawSyntax

  /// How many records a chunk has: as JSON they are a megabyte.
  private static let chunkCount = 2500

  /// Lines of JSON.
  init(jsonLines count: Int, givesIDs: Bool = true, _ sample: (Int) -> MadeSample = { MadeSample($0) }) {
    self.init(count, .json) { number, text in sample(number).appendJSON(to: &text, givesID: givesIDs) }
  }

  /// Elements from the middle of an export.
  init(xmlElements count: Int) {
    self.init(count, .appleHealth) { number, text in MadeSample(number).appendXML(to: &text) }
  }

  private init(_ count: Int, _ syntax: RawSyntax, _ append: (Int, inout [UInt8]) -> Void) {
    var chunks: [InputChunk] = []
    var offset: Int64 = 1
    for first in stride(from: 0, to: count, by: Self.chunkCount) {
      var text: [UInt8] = []
      for number in first..<min(first + Self.chunkCount, count) { append(number, &text) }
      chunks.append(
        InputChunk(
          bytes: text, offset: offset, index: chunks.count, context: ChunkContext(isFirst: false, isLast: false)))
      offset += Int64(text.count)
    }
    self.chunks = chunks
    self.count = count
    self.syntax = syntax
  }

  /// Passes on the records of a chunk, each with its place.
  func read(_ chunk: InputChunk, _ take: (inout RawSampleBuffer, Range<Int>) -> Void) {
    switch syntax {
    case .appleHealth:
      var reader = AppleHealthReader(chunk: chunk)
      pass(&reader, chunk, take)
    case .json, .csv:
      var reader = JSONLinesReader(chunk: chunk)
      pass(&reader, chunk, take)
    }
  }

  @inline(__always)
  private func pass<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ chunk: InputChunk, _ take: (inout RawSampleBuffer, Range<Int>) -> Void
  ) {
    var record = RawSampleBuffer(syntax: syntax)
    let text = chunk.bytes
    let bytes = text.span.bytes
    while true {
      record.removeAll()
      guard case .sample(let span) = reader.next(in: bytes, into: &record) else { return }
      take(&record, span)
    }
  }

  /// Reads all records and forgets them.
  ///
  /// - Throws: `NotMeasured` when one is not as it should be.
  func readAll() throws {
    var sound = 0
    for chunk in chunks {
      read(chunk) { record, _ in
        if record.problems.isEmpty { sound += record.samples.count }
      }
    }
    try check(sound)
  }

  /// Fails when so many records are not all.
  func check(_ accepted: Int) throws {
    guard accepted == count else { throw NotMeasured("\(accepted) of \(count) made-up samples are accepted") }
  }
}
