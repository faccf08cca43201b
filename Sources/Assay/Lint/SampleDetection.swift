import AssayPlatform
package import HealthFormats
import HealthModel

/// Whether a file that the project does not list as samples looks like one, for hooks that name every changed file.
package enum SampleDetection {
  private static let reach = 64 * 1024

  /// Whether the first bytes of a file are those of samples.
  ///
  /// - Returns: whether it is an Apple Health export, a table with columns `type` and `start`, JSON with an object that
  ///   has both, or a published form of JSON, each also when it is compressed. What is compressed and damaged counts: nobody sees what was in it.
  package static func isLikely(_ path: String, _ formats: FormatList = .core) throws(InputError) -> Bool {
    if case .folder = FolderEntry.kind(of: path) { return true }
    let input: ResolvedInput
    do throws(InputError) {
      input = try ResolvedInput.resolve(path: path, formats: formats)
    } catch {
      if case .unknownFormat = error { return false }
      throw error
    }
    // An empty file has only its name to go by, and other documents of a folder end with .xml too.
    if input.format == .appleHealth { return (try? FileStatus(of: path))?.size != 0 }
    // A format that is converted is recognized by its content.
    if input.format.converted != nil { return true }
    do throws(InputError) {
      guard let bytes = try input.beginning(reach) else { return (try? FileStatus(of: path))?.size != 0 }
      return isLikely(bytes, format: input.format, formats)
    } catch {
      guard case .damaged = error else { throw error }
      return true
    }
  }

  /// Whether a text is that of samples of Assay's own form or a published one.
  static func isLikely(_ bytes: [UInt8], format: InputFormat, _ formats: FormatList) -> Bool {
    isLikely(bytes, format: format)
      || format != .csv && (formats.dialect(of: bytes) != nil || formats.app(of: Array(bytes.prefix(8192))) != nil)
  }

  /// Whether a text is that of samples: a table with columns `type` and `start`, or JSON with an object that has both.
  package static func isLikely(_ bytes: [UInt8], format: InputFormat) -> Bool {
    let bytes = bytes.count > reach ? Array(bytes.prefix(reach)) : bytes
    guard format == .csv else { return hasSample(bytes) }
    return hasWords(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
  }

  /// Whether one of the objects in lines or in an array has a type and a start.
  ///
  /// The manifests and schemas of other programs have both words, in different objects. JSON that is broken is judged by
  /// its words: a sample in it would be a finding.
  private static func hasSample(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span.bytes
    var cursor = JSONCursor(
      position: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, end: bytes.count, isLenient: true)
    _ = cursor.take(UInt8(ascii: "["), span)
    while true {
      _ = cursor.take(UInt8(ascii: ","), span)
      cursor.skipSpace(span)
      let begin = cursor.position
      // A record that the reach cuts off is not a fault.
      let isWhole = bytes.count < reach
      guard cursor.peek(span) == UInt8(ascii: "{") else { return isWhole && hasWords(bytes[begin...]) }
      var hasType = false
      var hasStart = false
      do throws(SyntaxError) {
        try cursor.members(span, depth: 1) { (cursor, key) throws(SyntaxError) in
          let name = bytes[Int(key.start)..<Int(key.end)]
          let value = try cursor.value(span, depth: 2)
          if name.elementsEqual("type".utf8), value.kind == .string { hasType = true }
          if name.elementsEqual("start".utf8), value.kind == .string || value.kind == .number { hasStart = true }
        }
      } catch {
        return hasType && hasStart || isWhole && hasWords(bytes[begin...])
      }
      if hasType, hasStart { return true }
    }
  }

  private static func hasWords(_ bytes: some Sequence<UInt8>) -> Bool {
    let words = Set(Array(bytes).split { !isWord($0) }.map { String(decoding: $0, as: UTF8.self) })
    return words.isSuperset(of: ["type", "start"])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte >= 0x80
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

extension ResolvedInput {
  /// Takes the published form of JSON whose marks the input begins with, if nothing says how it is read.
  package mutating func recognizeDialect(_ formats: FormatList) {
    guard dialect == nil, profile == nil, fault == nil, layout == TableLayout(), [.json, .jsonLines].contains(format)
    else { return }
    guard let bytes = (try? beginning(8192)) ?? nil else { return }
    dialect = formats.dialect(of: bytes)
    if dialect == nil, !SampleDetection.isLikely(bytes, format: format), let app = formats.app(of: bytes) {
      self = reading(as: app)
    }
  }
}
