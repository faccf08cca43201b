package import HealthModel

/// What a profile says of an input besides its layout.
package struct InputProfile: Sendable, Hashable {
  /// The plugin and the profile, `fitbit/steps`.
  package var name: String
  /// Where the profile says how records become samples.
  package var mark: CatalogMark
  /// The zone of all times without an offset, as the form has it: no option is about these times.
  package var timeZone: String?
  package var needsTimeZone: Bool
  /// The name of the spellings of units that are taken; `nil` for those of the run.
  package var units: String?

  package init(
    name: String, at mark: CatalogMark, timeZone: String? = nil, needsTimeZone: Bool = false, units: String? = nil
  ) {
    self.name = name
    self.mark = mark
    self.timeZone = timeZone
    self.needsTimeZone = needsTimeZone
    self.units = units
  }
}

/// How the records of an input become samples, and the profile that says so.
///
/// A class, though immutable: an archive may have tens of thousands of files of one form, and a layout takes some hundred
/// bytes.
package final class InputLayout: Sendable {
  package let layout: TableLayout
  package let profile: InputProfile?

  /// The form of Assay's own files.
  static let plain = InputLayout(TableLayout())

  package init(_ layout: TableLayout, _ profile: InputProfile? = nil) {
    self.layout = layout
    self.profile = profile
  }
}

extension ResolvedInput {
  /// The input's path as its content would be named: without the ending of a compression.
  package var contentPath: String {
    if case .shared(let member, _) = place { return member.name }
    return compression == nil ? displayPath : Compression.innerPath(of: displayPath)
  }

  package func reading(by form: InputLayout) -> ResolvedInput {
    var input = self
    input.form = form
    return input
  }
}

/// What the beginning of a file of another program says of its form.
package enum FormBeginning {
  /// The names of a table's columns.
  ///
  /// - Returns: the names in their order; none if the header is not there.
  package static func columns(in bytes: [UInt8], by layout: TableLayout) -> [String] {
    let span = bytes.span.bytes
    let place = TableHeader.locate(
      in: span, end: bytes.count, isComplete: true, delimiter: layout.delimiter, skipping: layout.skippedLines)
    guard case .header(let header) = place else { return [] }
    var faults = RawSampleBuffer(syntax: .csv)
    return header.cells(in: span, into: &faults).map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// The name of the encoding that a byte order mark says, if it is not UTF-8; `nil` otherwise.
  package static func foreignEncoding(of bytes: [UInt8]) -> String? {
    ByteOrderMark.name(bytes.span.bytes, end: bytes.count)
  }

  /// The keys of objects in JSON, at any depth, each once.
  ///
  /// The text may be cut anywhere, and need not be JSON: a key is a string with a colon after it.
  package static func keys(in bytes: [UInt8]) -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      let start = index + 1
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      index = end + 1
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ":") { keys.insert(Array(bytes[start..<end])) }
    }
    return keys
  }
}
