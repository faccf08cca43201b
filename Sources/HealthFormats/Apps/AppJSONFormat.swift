import HealthModel

/// JSON that an app writes: records that become lines of samples one by one.
protocol AppJSON: Sendable {
  /// The name on the command line.
  static var name: String { get }
  static var patterns: [JSONPattern] { get }
  /// Whether a document without any of these is a record itself.
  static var takesDocuments: Bool { get }

  init(_ types: Registry)

  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines)
}

/// A form of JSON that is converted, read by its name only: its files look like other JSON.
struct AppJSONFormat<App: AppJSON>: ConvertedFormat {
  var name: String { App.name }
  var fileEndings: [String] { [] }
  let page = "app-json.md"
  var origin: String? { App.name }
  let isKnownByName = false

  func recognizes(_ beginning: FormatBeginning) -> Bool { false }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    guard let types = input.types else {
      throw .unknownFormat(path: input.displayPath, reason: "\(App.name) is read with a catalog only")
    }
    return AppJSONSource(
      app: App(types), pieces: try JSONPieces(input, App.patterns, takesDocuments: App.takesDocuments))
  }
}

private struct AppJSONSource<App: AppJSON>: ConvertedSource {
  let app: App
  var pieces: JSONPieces

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
    if piece.pattern >= 0, App.patterns[piece.pattern].isBeside {
      lines.addUnsupported(
        piece.names.last ?? "", at: piece.place, record: record.members == nil ? Array("{}".utf8) : piece.bytes)
    } else if record.members == nil {
      lines.addFault("the record is not an object", at: piece.place)
    } else {
      app.add(record, piece, to: &lines)
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
