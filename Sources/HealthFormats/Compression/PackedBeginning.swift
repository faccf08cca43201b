/// The first bytes of a compressed input, inflated to determine its format.
enum PackedBeginning {
  /// The content's first bytes.
  case content([UInt8])
  /// The bytes that may be read ahead of a pipe are too few to inflate any content.
  case outOfReach
  /// The input is damaged before its first byte.
  case damaged(InputError)

  /// How many bytes of a pipe are read ahead: a block of Zstandard has at most half of them.
  static let reach = 256 * 1024

  /// The beginning of a source that can be opened again.
  init(of source: some ByteSource, _ compression: Compression, path: String) throws(InputError) {
    var content = try compression.source(of: source, path: path)
    do throws(InputError) {
      self = .content(try content.prefixAsFarAsSound(FormatSniffer.prefixLength))
    } catch {
      guard case .damaged = error else { throw error }
      self = .damaged(error)
    }
  }

  /// The beginning of a pipe, which is read as far as detection needs.
  init(
    ofPipe pipe: inout some ByteSource, prefix: inout [UInt8], _ compression: Compression, path: String
  ) throws(InputError) {
    while true {
      let beginning = try PackedBeginning(of: MemorySource(prefix), compression, path: path)
      switch beginning {
      case .content(let bytes) where bytes.count >= FormatSniffer.prefixLength: break
      case .content, .damaged(.damaged(path: _, code: .truncated, reason: _)):
        // It breaks off where the prefix does.
        if prefix.count >= Self.reach {
          if case .content(let bytes) = beginning, !bytes.isEmpty { self = beginning } else { self = .outOfReach }
          return
        }
        let count = prefix.count
        prefix += try pipe.prefix(min(FormatSniffer.prefixLength, Self.reach - count))
        if prefix.count > count { continue }
      case .damaged, .outOfReach: break
      }
      self = beginning
      return
    }
  }
}
