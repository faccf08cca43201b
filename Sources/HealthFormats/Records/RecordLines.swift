import HealthModel

/// Reads a chunk of lines each of which is a document of foreign JSON.
struct RecordLines {
  private var lines: DocumentLines
  private var scanner: RecordScanner

  init(_ chunk: InputChunk, _ plan: RecordPlan) {
    lines = DocumentLines(chunk)
    // A line is in memory as a whole, so no value in it is too far away.
    scanner = RecordScanner(plan, at: 1, window: .max)
  }

  /// Adds the samples of all lines; returns where their records are.
  mutating func read(_ bytes: RawSpan, into samples: inout RecordSamples) -> FoundRecords {
    if lines.isForeign {
      samples.add(RawProblem(.encoding, .wrongEncoding, at: 0..<2), span: 0..<lines.end, isBroken: true)
      return scanner.found
    }
    while let line = lines.next(bytes) {
      if let fault = line.fault {
        samples.add(fault, span: line.range, isBroken: false)
      } else {
        read(line, bytes, into: &samples)
      }
    }
    samples.reached(scanner.reach)
    return scanner.found
  }

  private mutating func read(_ line: DocumentLines.Line, _ bytes: RawSpan, into samples: inout RecordSamples) {
    let first = scanner.found.places.count
    scanner.restart(from: line.range.lowerBound)
    scanner.scan(bytes, end: line.range.upperBound, isComplete: true)
    if scanner.fault != nil { scanner.giveUp(from: first, before: line.range.upperBound) }
    for place in scanner.found.places[first...] {
      _ = samples.add(place, of: scanner.found, in: bytes, isDocument: false)
    }
    if let fault = scanner.fault { samples.add(line.adjusted(fault), span: line.range, isBroken: false) }
  }
}
