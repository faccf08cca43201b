import HealthModel

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
