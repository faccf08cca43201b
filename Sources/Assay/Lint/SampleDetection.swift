public import HealthFormats

/// Whether a file that the project does not list as samples looks like one, for hooks that name every changed file.
public enum SampleDetection {
  private static let reach = 64 * 1024

  /// Whether the first bytes of a file are those of samples.
  ///
  /// - Parameter path: the file.
  /// - Returns: whether it is an Apple Health export, a table with columns `type` and `start`, or JSON that names both,
  ///   each also when it is compressed. What is compressed and damaged counts: nobody sees what was in it.
  /// - Throws: `InputError` when the file cannot be read.
  public static func isLikely(_ path: String) throws(InputError) -> Bool {
    if case .folder = FolderEntry.kind(of: path) { return true }
    let input: ResolvedInput
    do throws(InputError) {
      input = try ResolvedInput.resolve(path: path)
    } catch {
      if case .unknownFormat = error { return false }
      throw error
    }
    if input.format == .appleHealth { return true }
    var bytes = try beginning(of: FileSource(path: path))
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      do throws(InputError) {
        bytes = try beginning(of: input.makeByteSource())
      } catch {
        guard case .damaged = error else { throw error }
        return true
      }
    }
    if input.format == .csv { bytes = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }) }
    let words = Set(bytes.split { !isWord($0) }.map { String(decoding: $0, as: UTF8.self) })
    return words.isSuperset(of: ["type", "start"])
  }

  private static func beginning(of source: some ByteSource) throws(InputError) -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    while bytes.count < reach, try source.read(into: &bytes, count: reach - bytes.count) > 0 {}
    return bytes
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte >= 0x80
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
