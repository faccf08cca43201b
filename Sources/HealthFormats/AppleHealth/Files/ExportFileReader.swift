package import HealthModel

/// Reads a file of an export beside its main file: one sample, or nothing.
///
/// A route and a document are read with the element that names them, whose text lies after the file's content in the
/// chunk; an electrocardiogram is a sample by itself.
@usableFromInline package struct ExportFileReader: RecordReader, ~Copyable {
  private let file: ExportFileChunk?
  private let count: Int
  private let elements: ExportElements
  private let recording: RecordingReader?
  private var isFinished = false

  /// Creates a reader of a chunk that holds such a file, and puts after its content what the reader works out.
  package init(preparing chunk: inout InputChunk, elements: ExportElements) {
    file = chunk.file
    count = chunk.contentCount
    self.elements = elements
    recording =
      chunk.file?.file.kind == .electrocardiogram
      ? elements.recording.flatMap { RecordingReader(preparing: &chunk, $0) } : nil
  }

  /// Reads the file into the buffer, which the caller has emptied; see `RecordReader`.
  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    guard let file, !isFinished else { return .end }
    isFinished = true
    let span = 0..<count
    switch file.fault {
    case .tooLong: buffer.report(.lineTooLong, .fileTooLong, at: 0..<0)
    case .damaged: buffer.report(.zipDamaged, .fileDamaged, at: 0..<0)
    case .encoding: buffer.report(.encoding, .badUTF8, at: 0..<0)
    case nil: return read(file, bytes, into: &buffer) ? .sample(span: span) : .unsupported(span: span)
    }
    return .sample(span: span)
  }

  /// Reads a sound file; `false` when it holds nothing that is read.
  private func read(_ file: ExportFileChunk, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> Bool {
    if file.file.kind == .electrocardiogram {
      guard let recording else { return false }
      recording.read(bytes, into: &buffer)
    } else {
      var parser = RecordParser(
        cursor: XMLCursor(position: file.element.lowerBound, end: file.element.upperBound), elements: elements)
      parser.content = 0..<count
      guard let form = elements.form(at: parser.cursor.name(bytes), in: bytes) else { return false }
      do throws(XMLFault) {
        try parser.structure(form, depth: 2, bytes, into: &buffer)
      } catch {
        // It was read as a part of the main file before.
        buffer.report(error.code, error.detail, at: 0..<0)
        return true
      }
      if file.file.kind == .route {
        var route = RouteReader(count: count, file.texts)
        route.read(bytes, into: &buffer)
      }
    }
    if !file.parent.isEmpty {
      buffer.tape.append(TapeEntry(.structure, key: file.texts[.parent], value: RawField(name: file.parent)))
    }
    guard !buffer.samples.isEmpty else { return true }
    buffer.samples[0].takeEntries(from: 0, of: buffer.tape)
    buffer.samples[0].span = 0..<Int32(truncatingIfNeeded: count)
    return true
  }
}
