/// How a whole file is compressed.
enum Compression: Sendable, Hashable {
  case gzip, zstandard

  /// The compression of a file that begins with these bytes; `nil` when it is none that is read.
  init?(prefix: [UInt8]) {
    if prefix.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if prefix.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstandard
    } else {
      return nil
    }
  }

  /// The name that people know it by.
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

  /// The first bytes that the beginning of a compressed file stands for.
  ///
  /// - Throws: `InputError.damaged` when there are none since it is damaged.
  func prefix(of compressed: [UInt8], count: Int, path: String) throws(InputError) -> [UInt8] {
    var source = try source(of: MemorySource(compressed), path: path)
    var bytes: [UInt8] = []
    while bytes.count < count {
      do throws(InputError) {
        if try source.read(into: &bytes, count: count - bytes.count) == 0 { break }
      } catch {
        // The beginning is cut somewhere; damage behind it is for whoever reads on.
        if bytes.isEmpty { throw error }
        break
      }
    }
    return bytes
  }

  /// A path without the extension of a compression, under which stands that of the content: `name.csv.gz`.
  static func innerPath(of path: String) -> String {
    let lower = path.lowercased()
    for suffix in [".gz", ".gzip", ".zst", ".zstd"] where lower.hasSuffix(suffix) {
      return String(path.dropLast(suffix.count))
    }
    return path
  }
}
