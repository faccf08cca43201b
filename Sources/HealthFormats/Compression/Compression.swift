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

  /// A path without the extension of a compression, under which is that of the content: `name.csv.gz`.
  static func innerPath(of path: String) -> String {
    let lower = path.lowercased()
    for suffix in [".gz", ".gzip", ".zst", ".zstd"] where lower.hasSuffix(suffix) {
      return String(path.dropLast(suffix.count))
    }
    return path
  }
}
