import CZstd

/// Inflates Zstandard data (RFC 8878): frames one behind the other, with checksums where they have them.
final class ZstandardDecoder: StreamDecoder {
  static let name = "Zstandard"

  private let context: OpaquePointer
  private var isAtEnd = false

  init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    // A frame names the memory it wants; more than 2^27 bytes is refused, as the library's own program does.
    guard ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27)) == 0 else {
      ZSTD_freeDCtx(context)
      return nil
    }
    self.context = context
  }

  deinit { ZSTD_freeDCtx(context) }

  /// Inflates what is there, as far as there is room.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecodeStep {
    if isAtEnd, input.isEmpty { return DecodeStep(consumed: 0, produced: 0, state: .atEnd) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    isAtEnd = false
    if ZSTD_isError(result) != 0 {
      let words = ZSTD_getErrorName(result).map { String(cString: $0) } ?? "error \(result)"
      return DecodeStep(consumed: source.pos, produced: target.pos, state: .damaged(words))
    }
    // Zero says that a frame is complete and all of it was handed out.
    isAtEnd = result == 0
    return DecodeStep(consumed: source.pos, produced: target.pos, state: isAtEnd ? .atEnd : .inside)
  }
}
