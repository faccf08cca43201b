import CZstd

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
