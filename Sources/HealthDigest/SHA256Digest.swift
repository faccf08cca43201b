import AssayPortable

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// A SHA-256 digest (FIPS 180-4).
@usableFromInline package struct SHA256Digest: Sendable {
  /// The 32 bytes as four big-endian numbers.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// Computes the digest of bytes.
  ///
  /// It allocates nothing.
  package init(of bytes: [UInt8]) {
    var output: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &output) { Self.compute(bytes, into: $0) }
    self.init(words: output)
  }

  init(words output: (UInt64, UInt64, UInt64, UInt64)) {
    words = (
      UInt64(bigEndian: output.0), UInt64(bigEndian: output.1), UInt64(bigEndian: output.2),
      UInt64(bigEndian: output.3)
    )
  }

  /// Apple's systems bring the function; elsewhere it is that of OpenSSL.
  private static func compute(_ bytes: [UInt8], into output: UnsafeMutableRawBufferPointer) {
    #if canImport(CryptoKit)
      var hash = SHA256()
      bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
      hash.finalize().withUnsafeBytes { output.copyMemory(from: $0) }
    #else
      var context = SHA256_CTX()
      SHA256_Init(&context)
      bytes.withUnsafeBytes { _ = SHA256_Update(&context, $0.baseAddress, $0.count) }
      _ = SHA256_Final(output.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
    #endif
  }

  /// The digest as 64 lowercase hexadecimal digits.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    for word in [words.0, words.1, words.2, words.3] { Hexadecimal.append(word, to: &digits) }
    return String(decoding: digits, as: UTF8.self)
  }
}
