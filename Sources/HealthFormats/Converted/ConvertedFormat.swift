public import HealthModel

/// A format other than text with samples: a database, a binary recording, JSON that needs more than paths.
///
/// Its source writes the input's content as lines of samples in Assay's own JSON form, each with the place that it came
/// from. Everything after that is as with JSON lines: rules, normal form, imports that go on where they were
/// interrupted, quarantine, reports. Findings name the place in the original.
///
/// A format is a folder with a type like this one, and a line in the list of a program:
///
/// ```text
/// struct CounterFormat: ConvertedFormat {
///   let name = "counter"
///   let fileEndings = [".count"]
///   let page = "counter.md"
///
///   func recognizes(_ beginning: FormatBeginning) -> Bool { beginning.has(magic: Array("COUNT".utf8)) }
///
///   func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
///     CounterSource(try input.makeByteSource(), types: input.types)
///   }
/// }
/// ```
package protocol ConvertedFormat: RecordFormat {
  /// Whether the names of its places are another program's, so that they are not shown where nothing of the input is.
  var hasForeignPlaces: Bool { get }

  /// Whether a zip archive with a member of this name is of the format; `false` unless the format says otherwise.
  func recognizes(member: String) -> Bool

  /// The table that an input is, as CSV in UTF-8, such as a sheet of a workbook, whose name `part` is; `nil` for a format
  /// of samples.
  func table(of input: ConvertedInput, part: String?) throws(InputError) -> [UInt8]?

  /// Begins to convert an input.
  ///
  /// The same input and types give the same lines each time, byte for byte: an import that was interrupted is converted
  /// again up to where it was.
  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource
}

/// Writes the content of one input as lines of samples.
package protocol ConvertedSource {
  /// Adds the next lines.
  ///
  /// The caller goes on until it has enough for a chunk, some 256 KiB, so a call adds a record or a few: what it adds is
  /// in memory at once.
  ///
  /// - Returns: whether there may be more; `false` at the end, also if this call added the last lines.
  /// - Throws: `InputError` when the input cannot be read on; what was added before counts. `ConvertedInput.damaged`
  ///   makes one that is a finding, `input-damaged`, and makes the run incomplete.
  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool
}

extension ConvertedFormat {
  package var syntax: RawSyntax { .json }
  package var hasForeignPlaces: Bool { false }

  package func recognizes(member: String) -> Bool { false }

  package func table(of input: ConvertedInput, part: String?) throws(InputError) -> [UInt8]? { nil }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    ConvertedChunks(ConvertedInput(reading: source), self, size: cut.size, from: cut.offset)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    var reader = ConvertedReader(preparing: &result.chunk)
    work.read(&reader, .json, &result)
    var outcome = ReaderOutcome()
    let chunk = result.chunk.bytes
    outcome.extent = reader.extent(in: chunk.span.bytes)
    return outcome
  }
}

/// The input that a converted format reads.
package struct ConvertedInput {
  /// How findings name it; `-` for standard input.
  package let displayPath: String
  /// The types, whose `codes` say what foreign records are; `nil` if the caller does not know them.
  package let types: Registry?
  /// The path of a file that can be read from any place: neither a pipe nor compressed as a whole.
  package let file: String?
  /// The folder that the file must be in, links resolved.
  package let boundary: FolderBoundary?
  private let open: () throws(InputError) -> any ByteSource

  init(_ input: ResolvedInput, types: Registry?) {
    displayPath = input.displayPath
    self.types = types
    file = input.seekableFile
    boundary = input.boundary
    open = { () throws(InputError) -> any ByteSource in try input.makeByteSource() }
  }

  init(reading source: some ByteSource, types: Registry? = nil) {
    displayPath = "-"
    self.types = types
    file = nil
    boundary = nil
    open = { () throws(InputError) -> any ByteSource in source }
  }

  /// The input's bytes from its beginning, inflated; a pipe can be read once.
  package func makeByteSource() throws(InputError) -> any ByteSource { try open() }

  package func archive() throws(InputError) -> ZipArchive {
    guard let file else {
      throw .unknownFormat(path: displayPath, reason: "an archive can only be read from a file; save it and name that")
    }
    return try ZipArchive(path: file, within: boundary)
  }

  /// The error of an input that cannot be read on: a finding, `input-damaged`, and an incomplete run.
  package func damaged(_ reason: String) -> InputError { .damaged(path: displayPath, code: .content, reason: reason) }
}

/// Reads the lines of a converted input: samples, records that no sample can be made of, and records without a type.
@usableFromInline package struct ConvertedReader: RecordReader {
  private var lines: JSONLinesReader
  private let places: ConvertedLocations
  /// Where the text of each note is in the chunk.
  private var texts: [Range<Int32>] = []
  private var next = 0

  /// Creates a reader at the chunk's beginning, and puts after the chunk's content what its source says of its lines; see
  /// `InputChunk.appendix`.
  package init(preparing chunk: inout InputChunk) {
    lines = JSONLinesReader(chunk: chunk)
    places = chunk.converted ?? ConvertedLocations()
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
        buffer.problems.append(RawProblem(code, .converted, at: Int(text.lowerBound)..<Int(text.upperBound)))
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

/// Cuts the lines of a converted input into chunks.
struct ConvertedChunks: ChunkSource {
  private let input: ConvertedInput
  private let format: any ConvertedFormat
  private let size: Int
  /// Up to where lines are passed over.
  private let beginning: Int64
  private var source: (any ConvertedSource)?
  private var failure: InputError?
  private var offset: Int64 = 0
  private var index = 0
  private var isAtEnd = false

  init(_ input: ConvertedInput, _ format: any ConvertedFormat, size: Int, from beginning: Int64 = 0) {
    self.input = input
    self.format = format
    self.size = size
    self.beginning = beginning
  }

  /// The next lines; `nil` after the last chunk.
  mutating func next() throws(InputError) -> InputChunk? {
    while !isAtEnd {
      if let failure {
        isAtEnd = true
        throw failure
      }
      if var chunk = try read() {
        let end = chunk.offset + Int64(chunk.bytes.count)
        if end <= beginning, !isAtEnd { continue }
        if chunk.offset < beginning {
          guard end >= beginning else {
            throw .unreadable(
              path: input.displayPath, reason: "the input ends before the place where reading should go on")
          }
          chunk = chunk.divided(at: Int(beginning - chunk.offset)).rest
        }
        chunk.index = index
        index += 1
        return chunk
      }
    }
    return nil
  }

  /// The next lines, before it is clear whether they are passed over; `nil` if there are none before a failure.
  private mutating func read() throws(InputError) -> InputChunk? {
    var lines = ConvertedLines()
    do {
      var current: any ConvertedSource
      if let source { current = source } else { current = try format.makeSource(of: input) }
      // One owner, so that what a source keeps is not copied.
      source = nil
      var isMore = true
      while isMore, lines.bytes.count + lines.noted < size { isMore = try current.next(into: &lines) }
      source = current
      isAtEnd = !isMore
    } catch {
      guard lines.count > 0 else {
        isAtEnd = true
        throw error
      }
      failure = error
    }
    var chunk = InputChunk(
      bytes: lines.bytes, offset: offset, index: 0, context: ChunkContext(isFirst: false, isLast: isAtEnd))
    chunk.converted = lines.places
    chunk.converted?.isForeign = format.hasForeignPlaces
    offset += Int64(lines.bytes.count)
    return chunk
  }
}

/// The text that an input is converted to, as bytes.
struct ConvertedText: ByteSource {
  private var chunks: any ChunkSource
  private var rest: ArraySlice<UInt8> = []

  init(_ chunks: any ChunkSource) { self.chunks = chunks }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    while rest.isEmpty {
      guard let chunk = try chunks.next() else { return 0 }
      rest = chunk.bytes[...]
    }
    let piece = rest.prefix(count)
    buffer.append(contentsOf: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
