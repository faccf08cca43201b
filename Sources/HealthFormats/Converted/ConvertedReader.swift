package import HealthModel

/// Reads the lines of a converted input: samples, records that no sample can be made of, and records without a type.
@usableFromInline package struct ConvertedReader: RecordReader {
  private var lines: JSONLinesReader
  private let places: ConvertedPlaces
  /// Where the text of each note is in the chunk.
  private var texts: [Range<Int32>] = []
  private var next = 0

  /// Creates a reader at the chunk's beginning, and puts after the chunk's content what its source says of its lines; see
  /// `InputChunk.appendix`.
  package init(preparing chunk: inout InputChunk) {
    lines = JSONLinesReader(chunk: chunk)
    places = chunk.converted ?? ConvertedPlaces()
    guard !places.notes.isEmpty, chunk.appendix == nil else { return }
    var appendix = ChunkAppendix(start: chunk.bytes.count)
    for note in places.notes {
      let start = chunk.bytes.count
      appendix.add(at: start, for: places.start(of: Int(note.line)))
      chunk.bytes += note.text
      texts.append(Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: chunk.bytes.count))
    }
    chunk.appendix = appendix
  }

  /// How far the chunk's text moves on, once all lines are read.
  package func extent(in bytes: RawSpan) -> TextExtent { lines.extent(in: bytes) }

  /// Reads the next record into the buffer, which the caller has emptied; see `RecordReader`.
  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    let kind = lines.next(in: bytes, into: &buffer)
    guard next < texts.count, case .sample(let span) = kind else { return kind }
    var isUnsupported = false
    while next < texts.count, places.start(of: Int(places.notes[next].line)) <= span.lowerBound {
      let text = texts[next]
      if let code = places.notes[next].code {
        if code.defaultSeverity == .error { buffer.problems.removeAll() }
        buffer.problems.append(
          RawProblem(code, .converted, at: Int(text.lowerBound)..<Int(text.upperBound)))
      } else {
        isUnsupported = true
        buffer.unsupported.append(
          RawUnsupported(
            name: text, span: Int32(truncatingIfNeeded: span.lowerBound)..<Int32(truncatingIfNeeded: span.upperBound),
            hasParent: false))
      }
      next += 1
    }
    guard isUnsupported else { return kind }
    buffer.problems.removeAll()
    return .unsupported(span: span)
  }
}
