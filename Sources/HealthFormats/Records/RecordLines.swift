import HealthJSON
import HealthModel

/// Reads a chunk of lines each of which is a document of foreign JSON.
struct RecordLines {
  private let end: Int
  private let isLast: Bool
  private let isForeign: Bool
  private let start: Int
  private var scanner: RecordScanner

  init(_ chunk: InputChunk, _ plan: RecordPlan) {
    end = chunk.contentCount
    isLast = chunk.context.isLast
    let bytes = chunk.bytes.span.bytes
    isForeign = chunk.context.isFirst && ByteOrderMark.isForeign(bytes, end: end)
    start = chunk.context.isFirst ? ByteOrderMark.length(bytes, end: end) : 0
    // A line is in memory as a whole, so no value in it is too far away.
    scanner = RecordScanner(plan, at: 1, window: .max)
  }

  /// Adds the samples of all lines; returns where their records are.
  mutating func read(_ bytes: RawSpan, into samples: inout RecordSamples) -> FoundRecords {
    if isForeign, end > 0 {
      samples.add(RawProblem(.encoding, .wrongEncoding, at: 0..<2), span: 0..<end, isBroken: true)
      return scanner.found
    }
    var position = start
    while position < end {
      let newline = bytes.firstNewline(from: position, to: end)
      var line = position..<newline
      position = newline + 1
      while let last = line.last, Self.isSpace(bytes.byte(at: last)) { line.removeLast() }
      while let first = line.first, Self.isSpace(bytes.byte(at: first)) { line.removeFirst() }
      if line.isEmpty { continue }
      if line.count > SampleLimits.longest {
        let place = line.lowerBound..<line.lowerBound + 1
        samples.add(RawProblem(.lineTooLong, .sampleTooLong, at: place), span: line, isBroken: false)
        continue
      }
      read(line, isLast: isLast && newline == end, bytes, into: &samples)
    }
    samples.reached(scanner.reach)
    return scanner.found
  }

  private mutating func read(
    _ line: Range<Int>, isLast: Bool, _ bytes: RawSpan, into samples: inout RecordSamples
  ) {
    let first = scanner.found.places.count
    scanner.restart(from: line.lowerBound)
    scanner.scan(bytes, end: line.upperBound, isComplete: true)
    if scanner.fault != nil { scanner.giveUp(from: first, before: line.upperBound) }
    for place in scanner.found.places[first...] {
      _ = samples.add(place, of: scanner.found, in: bytes, isDocument: false)
    }
    guard var fault = scanner.fault else { return }
    if fault.code == .truncated {
      fault =
        isLast
        ? RawProblem(.truncated, .unterminated, at: line.lowerBound..<line.lowerBound + 1)
        : RawProblem(.jsonSyntax, .expectedCommaOrEnd, at: line.upperBound - 1..<line.upperBound)
    }
    samples.add(fault, span: line, isBroken: false)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
