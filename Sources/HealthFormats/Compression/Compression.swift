import CZLib
import CZstd

/// How a whole file is compressed.
enum Compression: Sendable, Hashable {
  case gzip, zstandard

  /// The compression of a file that begins with these bytes; `nil` if it is not one that is read.
  init?(prefix: [UInt8]) {
    if prefix.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if prefix.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstandard
    } else {
      return nil
    }
  }

  var name: String {
    switch self {
    case .gzip: GzipDecoder.name
    case .zstandard: ZstandardDecoder.name
    }
  }

  /// The bytes that another source's bytes stand for.
  func source<Rest: ByteSource>(of rest: Rest, path: String) throws(InputError) -> any ByteSource {
    switch self {
    case .gzip: return try GzipSource<Rest>(rest, path: path)
    case .zstandard: return try ZstandardSource<Rest>(rest, path: path)
    }
  }

  /// A path without the extension of a compression, under which is that of the content: `name.csv.gz`.
  static func innerPath(of path: String) -> String {
    let lower = path.lowercased()
    for suffix in [".gz", ".gzip", ".zst", ".zstd"] where lower.hasSuffix(suffix) {
      return String(path.dropLast(suffix.count))
    }
    return path
  }
}

/// Inflates gzip data (RFC 1952): members one after the other, each with its checksum.
final class GzipDecoder: StreamDecoder {
  static let name = "gzip"

  private let inflater: Inflater

  init?() {
    guard let inflater = Inflater(.gzip) else { return nil }
    self.inflater = inflater
  }

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    if inflater.isAtEnd {
      guard !input.isEmpty else { return DecodeStep(consumed: 0, produced: 0, state: .atEnd) }
      inflater.reset()
    }
    return inflater.decode(input, into: output)
  }
}

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
    guard let decoder = Inflater() else { throw .unreadable(path: path, reason: "not enough memory to unpack it") }
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

  private mutating func stop(_ fault: ArchiveFault, _ reason: String) -> InputError {
    let error = InputError.damaged(path: path, code: fault, reason: reason)
    failure = error
    return error
  }
}

/// Inflates Zstandard data (RFC 8878): frames one after the other, with checksums where they have them.
final class ZstandardDecoder: StreamDecoder {
  static let name = "Zstandard"

  /// A frame names the window it needs, and the decoder holds all of it.
  ///
  /// 2^23 bytes are the window that RFC 8878 (section 3.1.1.1.2) recommends every decoder to support; 2^27 made a peak
  /// of 169 MB.
  private static let windowLog: Int32 = 23
  /// The library's code for a larger window, `ZSTD_error_frameParameter_windowTooLarge`.
  private static let windowTooLarge = 16

  private let context: OpaquePointer
  private var isAtEnd = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    guard ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)) == 0 else {
      ZSTD_freeDCtx(context)
      return nil
    }
    self.context = context
  }

  deinit { ZSTD_freeDCtx(context) }

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    if isAtEnd, input.isEmpty { return DecodeStep(consumed: 0, produced: 0, state: .atEnd) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    isAtEnd = false
    if ZSTD_isError(result) != 0 {
      // Errors are returned as the negative of their code.
      if result == -Self.windowTooLarge {
        let words =
          "asks for a window of more than \(1 << (Self.windowLog - 20)) MiB; unpack it first, for example with "
          + "`zstd --long=27 -dc FILE | assay validate -`"
        return DecodeStep(consumed: source.pos, produced: target.pos, state: .refused(words))
      }
      let words = ZSTD_getErrorName(result).map { String(cString: $0) } ?? "error \(result)"
      return DecodeStep(consumed: source.pos, produced: target.pos, state: .damaged(words))
    }
    // Zero says that a frame is complete and all of it was handed out.
    isAtEnd = result == 0
    return DecodeStep(consumed: source.pos, produced: target.pos, state: isAtEnd ? .atEnd : .inside)
  }
}

/// How much may come of compressed data, so that a small file cannot fill the memory or the day of whoever reads it.
enum DecompressionLimit {
  /// How many bytes may come of one, once there are more than anything may have.
  static let ratio: Int64 = 200
  /// How many bytes may come of anything.
  static let freeSize: Int64 = 16 << 20

  /// The most bytes that this number of compressed bytes may inflate to.
  static func most(of compressed: Int64) -> Int64 {
    let (product, isOverflow) = compressed.multipliedReportingOverflow(by: ratio)
    return max(freeSize, isOverflow ? .max : product)
  }
}

/// A library that inflates a stream of bytes piece by piece.
protocol StreamDecoder: AnyObject {
  static var name: String { get }

  /// A decoder at a stream's beginning; `nil` if allocating it fails.
  init?()

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep
}

struct DecodeStep {
  /// How many bytes it took.
  var consumed: Int
  /// How many bytes it gave.
  var produced: Int
  var state: State

  enum State {
    case inside
    /// The stream can end here; another one may follow.
    case atEnd
    /// The library's words for what is wrong.
    case damaged(String)
    /// The data may be sound, but is not unpacked here: why, and what to do.
    case refused(String)
  }
}

/// zlib's inflater for one stream (RFC 1951).
final class Inflater {
  /// The format around the deflated data.
  enum Wrapper: Int32 {
    case raw = -15
    /// A header and a checksum (RFC 1952); a window of 2^15 bytes is the largest, and 16 more takes gzip only.
    case gzip = 31
  }

  /// zlib's state points back at the stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private(set) var isAtEnd = false

  /// An inflater at a stream's beginning; `nil` if allocating it fails.
  init?(_ wrapper: Wrapper) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() {
    inflateReset(stream)
    isAtEnd = false
  }

  /// Inflates the available input until the output is full.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    let (given, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = given
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = room
    let status = inflate(stream, Z_NO_FLUSH)
    let consumed = Int(given - stream.pointee.avail_in)
    let produced = Int(room - stream.pointee.avail_out)
    // The stream must not keep pointers that are not valid after this call.
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
    stream.pointee.next_out = nil
    stream.pointee.avail_out = 0
    switch status {
    case Z_OK, Z_BUF_ERROR: return DecodeStep(consumed: consumed, produced: produced, state: .inside)
    case Z_STREAM_END:
      isAtEnd = true
      return DecodeStep(consumed: consumed, produced: produced, state: .atEnd)
    default:
      let words = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)"
      return DecodeStep(consumed: consumed, produced: produced, state: .damaged(words))
    }
  }
}
