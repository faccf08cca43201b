public import HealthFormats

/// Whether a file that the project does not list as samples looks like one, for hooks that name every changed file.
public enum SampleDetection {
  private static let reach = 64 * 1024

  /// Whether the first bytes of a file are those of samples.
  ///
  /// - Parameter path: the file.
  /// - Returns: whether it is an Apple Health export, compressed, a table with columns `type` and `start`, or JSON that
  ///   names both.
  /// - Throws: `InputError` when the file cannot be read.
  public static func isLikely(_ path: String) throws(InputError) -> Bool {
    if case .folder = FolderEntry.kind(of: path) { return true }
    let format: InputFormat
    do throws(InputError) {
      format = try ResolvedInput.resolve(path: path).format
    } catch {
      if case .unknownFormat = error { return false }
      throw error
    }
    var source = try FileSource(path: path)
    var bytes: [UInt8] = []
    while bytes.count < reach, try source.read(into: &bytes, count: reach - bytes.count) > 0 {}
    // Packed files are not opened: few projects commit packed files that are not data.
    if format == .appleHealth || bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return true
    }
    if format == .csv { bytes = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }) }
    let words = Set(bytes.split { !isWord($0) }.map { String(decoding: $0, as: UTF8.self) })
    return words.isSuperset(of: ["type", "start"])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte >= 0x80
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
