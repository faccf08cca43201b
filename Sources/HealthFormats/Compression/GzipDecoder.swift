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
