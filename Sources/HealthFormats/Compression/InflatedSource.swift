/// A gzip file's content; its checksums are checked as it is read.
typealias GzipSource<Rest: ByteSource> = InflatedSource<Rest, GzipDecoder>

/// A Zstandard file's content; its checksums are checked as it is read.
typealias ZstandardSource<Rest: ByteSource> = InflatedSource<Rest, ZstandardDecoder>

/// The content of a compressed source, inflated as it is read.
struct InflatedSource<Rest: ByteSource, Inflater: StreamDecoder>: ByteSource {
  private var rest: Rest
  private let decoder: Inflater
  private let path: String
  private var input: [UInt8] = []
  /// How much of `input` was taken.
  private var place = 0
  private var output: [UInt8]
  private var consumed: Int64 = 0
  private var produced: Int64 = 0
  private var canEnd = false
  /// Why the content breaks off; what came before it is handed out first.
  private var failure: InputError?

  private static var pieceSize: Int { 64 * 1024 }

  init(_ rest: Rest, path: String) throws(InputError) {
    guard let decoder = Inflater() else {
      throw .unreadable(path: path, reason: "not enough memory to unpack it")
    }
    self.rest = rest
    self.decoder = decoder
    self.path = path
    output = [UInt8](repeating: 0, count: Self.pieceSize)
  }

  /// Appends up to this number of bytes; see `ByteSource`.
  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard count > 0 else { return 0 }
    while true {
      if let failure { throw failure }
      let step = decode(most: min(count, output.count))
      let given = keep(step)
      if given > 0 {
        buffer.append(contentsOf: output[..<given])
        return given
      }
      if let failure { throw failure }
      if place < input.count {
        guard step.consumed > 0 else { throw stop(.damaged, "it is not \(Inflater.name) data") }
        continue
      }
      input.removeAll(keepingCapacity: true)
      place = 0
      if try rest.read(into: &input, count: Self.pieceSize) > 0 { continue }
      if canEnd { return 0 }
      throw stop(.truncated, "the \(Inflater.name) data ends too early, since a download or copy of it broke off")
    }
  }

  /// Inflates up to this number of bytes to the beginning of `output`.
  private mutating func decode(most: Int) -> DecodeStep {
    let (source, from, library) = (input, place, decoder)
    return output.withUnsafeMutableBytes { target in
      source.withUnsafeBytes { bytes in
        library.decode(
          UnsafeRawBufferPointer(rebasing: bytes[from...]),
          into: UnsafeMutableRawBufferPointer(rebasing: target[..<most]))
      }
    }
  }

  /// Counts what a step took and gave; returns how many bytes of it may be handed out.
  private mutating func keep(_ step: DecodeStep) -> Int {
    place += step.consumed
    consumed += Int64(step.consumed)
    produced += Int64(step.produced)
    switch step.state {
    case .inside: canEnd = false
    case .atEnd: canEnd = true
    case .damaged(let words): _ = stop(.damaged, "the \(Inflater.name) data is damaged here: \(words)")
    case .refused(let words): _ = stop(.unsupported, "the \(Inflater.name) data \(words)")
    }
    let most = DecompressionLimit.most(of: consumed)
    guard produced > most else { return step.produced }
    let excess = Int(min(produced - most, Int64(step.produced)))
    _ = stop(
      .ratio,
      "the \(Inflater.name) data swells more than \(DecompressionLimit.ratio)-fold; what came before \(most) bytes was read"
    )
    return step.produced - excess
  }

  /// Ends the content with an error.
  private mutating func stop(_ fault: ArchiveFault, _ reason: String) -> InputError {
    let error = InputError.damaged(path: path, code: fault, reason: reason)
    failure = error
    return error
  }
}
