public import HealthFormats
public import HealthModel
import HealthReports
import HealthStorage
import Synchronization

/// A record that is not stored: refused by the rules or by the store, in conflict with a stored sample, or of no type.
///
/// A run makes it and a quarantine file keeps it; a replay reads it from there, with the lines that hold it.
public struct RefusedRecord: Sendable {
  /// Why a record is not stored.
  public enum Reason: String, Sendable {
    /// The rules or the store refuse it.
    case refused
    /// The store has another sample with its id.
    case conflict
    /// The catalog does not have its type yet.
    case unsupported
  }

  /// Why it is not stored.
  public let reason: Reason
  /// The record as it was read.
  public let bytes: [UInt8]
  /// Where it begins in its input.
  public let location: SourceLocation
  /// The format that it is read in.
  public let format: InputFormat
  /// What is wrong with it; of a record of a file, its lines say it.
  public let findings: [Diagnostic]
  let context: QuarantineContext
  /// The lines of the quarantine file that it was read from; none for one that was refused now.
  let lines: [QuarantineLine]
  /// The correction that somebody put in the record's place: its line, and its place there.
  let replacement: (line: Int, place: Range<Int>)?

  init(
    _ reason: Reason, _ bytes: [UInt8], at location: SourceLocation, format: InputFormat,
    _ context: QuarantineContext = QuarantineContext(), findings: [Diagnostic]
  ) {
    self.reason = reason
    self.bytes = bytes
    self.location = location
    self.format = format
    self.findings = findings
    self.context = context
    (lines, replacement) = ([], nil)
  }

  init(_ lines: [QuarantineLine], _ formats: FormatList) throws(Failure) {
    guard let first = lines.first else { throw Failure.usage("the record has no line") }
    self.lines = lines
    guard let reason = first.string("reason").flatMap(Reason.init(rawValue:)) else {
      throw Failure.usage("`reason` is none of refused, conflict and unsupported")
    }
    self.reason = reason
    guard let source = first.value("source") else { throw Failure.usage("the line has no `source`") }
    (location, format) = try Self.source(at: source, in: first.text, formats)
    context = QuarantineContext(first.value("context"), in: first.text)
    var bytes: [UInt8] = []
    for line in lines { bytes += try Self.piece(of: line) }
    guard first.string("id") == Quarantine.id(of: bytes) else {
      throw Failure.usage("the record is not the one that was kept; a correction goes beside it as `replacement`")
    }
    self.bytes = bytes
    findings = []
    let place = lines.indices.first { lines[$0].value("replacement") != nil }
    replacement = place.flatMap { index in lines[index].value("replacement").map { (index, $0) } }
    if let replacement, lines[replacement.line].text[replacement.place.lowerBound] != UInt8(ascii: "{") {
      throw Failure.usage("`replacement` is a sample as a JSON object")
    }
  }

  /// Whether the record can only be kept: what is left of it or its document cannot be read again.
  var isFragment: Bool {
    // Files of former versions record it in the finding only.
    replacement == nil && (context.isFragment || codes.contains(DiagnosticCode.lineTooLong.name))
  }

  private var codes: [String] {
    let list = lines[0].value("diagnostics").flatMap { JSONValue(parsing: lines[0].text[$0]) }
    return (list?.elements ?? []).compactMap { $0["code"]?.text }
  }

  /// Whether the record is a sample that may have a type now: a correction, or more than an element of an export that
  /// is not a sample.
  func canHaveType(_ elements: ExportElements) -> Bool {
    replacement != nil || format != .appleHealth || elementName == "Record" || elementName == "Correlation"
      || context.parent == nil && elements.claims(elementName)
  }

  var elementName: String {
    let name = bytes.drop { $0 == UInt8(ascii: "<") || $0 <= 0x20 }.prefix {
      $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
    }
    return format == .appleHealth ? TextEscaping.escaped(utf8: name.prefix(128)) : ""
  }

  /// How the record is read again, and whether it is in the quarantine file itself, as corrections are.
  func reading(by forms: PublishedFormats) -> (reading: QuarantinedRecord, isCorrection: Bool) {
    guard let replacement else {
      let place = ReadPosition(byteOffset: location.byteOffset ?? 0, line: location.line, column: location.column)
      return (QuarantinedRecord(bytes, format: format, at: place, table: table(by: forms), file: context.file), false)
    }
    let line = lines[replacement.line]
    var place = line.position
    place.byteOffset += Int64(replacement.place.lowerBound)
    place.column += TextExtent(of: 0..<replacement.place.lowerBound, in: line.text.span.bytes).columns
    return (QuarantinedRecord(Array(line.text[replacement.place]), format: .jsonLines, at: place), true)
  }

  /// How the record's fields become those of samples; `nil` for a record in a form of its own.
  func table(by forms: PublishedFormats) -> TableContext? { context.table ?? context.published.flatMap(forms.context) }

  var text: [UInt8] { Self.joined(lines.map(\.text)) }

  func text(
    reason: Reason, findings: [Diagnostic], _ writer: inout DiagnosticLines, catalogHash: String
  ) -> [UInt8] {
    Self.joined(
      lines.indices.map { index in
        lines[index].replacing([
          ("reason", Self.quoted(reason.rawValue)),
          ("diagnostics", Quarantine.list(index == 0 ? findings : [], &writer)),
          ("catalog", Self.quoted(catalogHash)),
        ])
      })
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var json = JSONBuilder()
    json.value(text)
    return json.bytes
  }

  private static func joined(_ lines: [[UInt8]]) -> [UInt8] {
    lines.reduce(into: []) { output, line in
      output += line
      output.append(UInt8(ascii: "\n"))
    }
  }

  private static func piece(of line: QuarantineLine) throws(Failure) -> [UInt8] {
    if let text = line.string("raw") { return Array(text.utf8) }
    guard let text = line.string("raw_base64") else {
      throw Failure.usage("the line has neither `raw` nor `raw_base64`")
    }
    guard let bytes = Base64.decode(text.utf8) else { throw Failure.usage("`raw_base64` is not base 64") }
    return bytes
  }

  private static func source(
    at object: Range<Int>, in text: [UInt8], _ formats: FormatList
  ) throws(Failure) -> (SourceLocation, InputFormat) {
    func string(_ key: String) -> String? {
      CanonicalObject.value(of: key, of: object, in: text).flatMap { CanonicalObject.text(of: $0, in: text) }
    }
    func integer(_ key: String) throws(Failure) -> Int {
      guard let place = CanonicalObject.value(of: key, of: object, in: text) else { return 0 }
      // Places in the record are added to it, so there must be room for them.
      guard let number = QuarantineLine.integer(at: place, in: text), number < 1 << 53 else {
        throw Failure.usage("`\(key)` of `source` is not a whole number from 0 to 2^53")
      }
      return number
    }
    guard let path = string("path") else { throw Failure.usage("`source` has no `path`") }
    guard let format = string("format").flatMap(formats.format(named:)) else {
      let names = formats.formats.map(\.rawValue).joined(separator: ", ")
      throw Failure.usage("`source` has no `format` that is read: \(names)")
    }
    var location = SourceLocation(
      path: path, line: try integer("line"), column: try integer("column"),
      byteOffset: Int64(try integer("byte_offset")))
    location.place = string("place").map { TextEscaping.escaped($0, limit: 200) }
    location.isLineOfRange = string("line_base") == "range"
    return (location, format)
  }

  /// Whose the record is that a correction replaces, as the record itself says: by a field, a column, or what is around
  /// it in its document.
  ///
  /// A correction is a sample by itself, and whoever writes it may leave out what the row's table or the
  /// document around it said. `nil` for a record that names nobody or cannot be read.
  func subjectOfOriginal(by forms: PublishedFormats) -> String? {
    guard replacement != nil, format != .appleHealth else { return nil }
    let record = QuarantinedRecord(
      bytes, format: format, at: ReadPosition(), table: table(by: forms), file: context.file)
    guard var chunk = record.chunk?.chunk else { return nil }
    var buffer = RawSampleBuffer(syntax: record.syntax)
    guard case .sample = record.format.readFirst(of: &chunk, into: &buffer) else { return nil }
    let bytes = chunk.bytes.span.bytes
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent, !field.range.isEmpty else { continue }
      var text: [UInt8] = []
      if record.syntax == .json || record.syntax == .foreignJSON {
        guard field.kind == .string || field.kind == .number else { continue }
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      return String(validating: text, as: UTF8.self)
    }
    return nil
  }
}

/// How records of published forms are read by some types: made once for the records of a form, since it holds the codes of
/// all types.
final class PublishedFormats: Sendable {
  private struct Key: Hashable {
    let form: String
    let path: String
  }

  private let formats: FormatList
  private let registry: Registry?
  private let made = Mutex<[Key: RecordForm?]>([:])
  /// The most forms that are kept: what a file names may be anything.
  private static let most = 16

  /// Makes forms by some types; without types, by none.
  init(_ formats: FormatList, _ registry: Registry?) {
    self.formats = formats
    self.registry = registry ?? (try? Registry(types: []))
  }

  /// How a record is read, as in an import; `nil` if its form is not known, or has no such records.
  func context(of record: PublishedRecord) -> TableContext? {
    guard let registry else { return nil }
    let key = Key(form: record.form, path: record.path)
    let form = made.withLock { made in
      if let known = made[key] { return known }
      let form = formats.dialect(named: key.form)?.form(ofRecordAt: key.path, by: registry)
      if made.count >= Self.most { made = [:] }
      made[key] = .some(form)
      return form
    }
    return form.map { TableContext($0, surroundings: record.around) }
  }
}

/// Base 64 (RFC 4648, section 4) of bytes that are not text.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  private static let values = Dictionary(uniqueKeysWithValues: zip(digits, UInt32(0)...))

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (word, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      (word, bits) = (word << 8 | UInt32(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        output.append(digits[Int(word >> bits & 63)])
      }
    }
    if bits > 0 { output.append(digits[Int(word << (6 - bits) & 63)]) }
    while output.count % 4 != 0 { output.append(padding) }
    return String(decoding: output, as: UTF8.self)
  }

  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let content = text.prefix { $0 != padding }
    let rest = text.dropFirst(content.count)
    guard text.count % 4 == 0, rest.count <= 2, rest.allSatisfy({ $0 == padding }) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var (word, bits): (UInt32, UInt32) = (0, 0)
    for digit in content {
      guard let value = values[digit] else { return nil }
      (word, bits) = (word << 6 | value, bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      output.append(UInt8(truncatingIfNeeded: word >> bits))
      word &= 1 << bits - 1
    }
    // Bits after the last byte are zero, so that each sequence of bytes has one text.
    return word == 0 ? output : nil
  }
}
