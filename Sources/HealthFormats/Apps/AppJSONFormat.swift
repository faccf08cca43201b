import HealthModel

/// A form of JSON that is converted.
///
/// Its files look like other JSON, so that the bytes of a file alone do not say it.
package struct AppJSONFormat: ConvertedFormat {
  /// What only texts of a form have: how they begin, without blanks, and keys.
  struct Mark {
    var beginning = ""
    var keys: [String]
  }

  package let name: String
  private var marks: [Mark] = []
  private let make: @Sendable () throws -> RecordTemplates

  package var fileEndings: [String] { [] }
  package var page: String { "app-json.md" }
  package var origin: String? { name }
  package var isKnownByName: Bool { false }

  init(_ name: String, _ make: @escaping @Sendable () throws -> RecordTemplates) {
    (self.name, self.make) = (name, make)
  }

  init(profile name: String, _ marks: [Mark] = []) {
    self.init(name) { try RecordTemplates(compiledIn: name) }
    self.marks = marks
  }

  func isMarked(_ beginning: some Sequence<UInt8>, _ keys: Set<[UInt8]>) -> Bool {
    marks.contains { mark in
      beginning.starts(with: mark.beginning.utf8) && mark.keys.allSatisfy { keys.contains(Array($0.utf8)) }
    }
  }

  package func recognizes(_ beginning: FormatBeginning) -> Bool { false }

  package func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    guard let types = input.types else {
      throw .unknownFormat(path: input.displayPath, reason: "\(name) is read with a catalog only")
    }
    do {
      return try AppJSONSource(make(), types, input)
    } catch let error as InputError {
      throw error
    } catch {
      throw .unknownFormat(path: input.displayPath, reason: "the profile \(name) has an error: \(error)")
    }
  }
}

extension RecordTemplates {
  /// A profile that is compiled in: each is a line of JSON, made of the YAML in `plugins/health-apps`.
  fileprivate init(compiledIn name: String) throws {
    let text = UnsafeBufferPointer(
      start: EmbeddedProfiles.text.utf8Start, count: EmbeddedProfiles.text.utf8CodeUnitCount)
    let profiles = text.split(separator: UInt8(ascii: "\n")).lazy.compactMap { JSONValue(parsing: $0) }
    guard let profile = profiles.first(where: { Self.texts($0["format"]).contains(name) }) else {
      throw SyntaxError("it is missing")
    }
    try self.init(profile, as: name)
  }
}

/// What the build compiles in: the plugin `EmbedFiles` writes it.
enum EmbeddedProfiles {}

private struct AppJSONSource: ConvertedSource {
  let templates: RecordTemplates
  let types: TemplateTypes
  var pieces: JSONPieces

  init(_ templates: RecordTemplates, _ registry: Registry, _ input: ConvertedInput) throws(InputError) {
    self.templates = templates
    types = TemplateTypes(templates, registry)
    pieces = try JSONPieces(input, templates.patterns, takesDocuments: templates.takesDocuments)
  }

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    guard let piece = try pieces.piece() else { return false }
    if let fault = piece.fault {
      let isObject = JSONValue(parsing: piece.bytes)?.members != nil
      lines.addFault(fault, at: piece.place, record: isObject ? piece.bytes : Array("{}".utf8))
      return true
    }
    let record: JSONValue
    do {
      record = try JSONValue(reading: piece.bytes)
    } catch {
      let before = piece.bytes.prefix(error.span.lowerBound)
      let line = before.reduce(piece.line) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      lines.addFault(
        Self.words(for: error, in: piece.bytes), code: error.code, at: line > piece.line ? .line(line) : piece.place)
      return true
    }
    if piece.pattern >= 0, templates.patterns[piece.pattern].isBeside {
      lines.addUnsupported(
        piece.names.last ?? "", at: piece.place, record: record.members == nil ? Array("{}".utf8) : piece.bytes)
    } else if record.members == nil {
      lines.addFault("the record is not an object", at: piece.place)
    } else {
      templates.add(record, piece, types, to: &lines)
    }
    return true
  }

  /// What is wrong with the text of a record; a key or a number is named.
  private static func words(for fault: SyntaxError, in bytes: [UInt8]) -> String {
    switch fault.detail {
    case .duplicateKey, .numberTooLarge:
      let text = bytes[fault.span.clamped(to: 0..<bytes.count)].prefix(100)
      return "\(fault.detail.text): `\(String(decoding: text, as: UTF8.self))`"
    default: return fault.detail.text
    }
  }
}
