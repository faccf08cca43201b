#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// A SHA-256 digest of bytes that come in pieces.
package struct SHA256Stream {
  #if canImport(CryptoKit)
    private var hash: SHA256
  #else
    private var context = SHA256_CTX()
  #endif

  /// Begins with no bytes.
  package init() {
    #if canImport(CryptoKit)
      hash = SHA256()
    #else
      SHA256_Init(&context)
    #endif
  }

  /// Adds bytes; in how many pieces they come makes no difference.
  package mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { piece in
      #if canImport(CryptoKit)
        hash.update(bufferPointer: piece)
      #else
        _ = SHA256_Update(&context, piece.baseAddress, piece.count)
      #endif
    }
  }

  /// The digest of what was added so far.
  package var digest: SHA256Digest {
    var output: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &output) { output in
      #if canImport(CryptoKit)
        hash.finalize().withUnsafeBytes { output.copyMemory(from: $0) }
      #else
        var end = context
        _ = SHA256_Final(output.baseAddress?.assumingMemoryBound(to: UInt8.self), &end)
      #endif
    }
    return SHA256Digest(words: output)
  }
}
