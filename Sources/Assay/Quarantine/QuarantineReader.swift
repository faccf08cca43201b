import HealthFormats
import HealthModel
import HealthStorage

/// Reads a quarantine file, and puts records together that take several lines.
struct QuarantineReader {
  /// The content at a place of the file.
  enum Item: Sendable {
    case record(RefusedRecord)
    case faulty([UInt8], lineNumber: Int, Failure)
    /// More of the faulty line before.
    case rest([UInt8])
  }

  private var lines: QuarantineLines
  private let formats: FormatList
  private var ahead: QuarantineLines.Line?

  private static let maximumParts = 256

  var offset: Int64 { lines.offset }

  init(path: String, _ formats: FormatList) throws(InputError) {
    lines = try QuarantineLines(path: path)
    self.formats = formats
  }

  /// The next item; `nil` at the end.
  ///
  /// Lines without text are passed over.
  mutating func next() throws(InputError) -> Item? {
    while let line = try nextLine() {
      switch line.part {
      case .middle, .end: return .rest(line.written)
      case .beginning:
        let limit = QuarantineLines.maximumLine >> 20
        let fault = Failure.usage("the line is longer than the limit of \(limit) MiB")
        return .faulty(line.written, lineNumber: line.number, fault)
      case .whole:
        if line.isBlank { continue }
        let first: QuarantineLine
        do throws(Failure) {
          first = try QuarantineLine(line)
        } catch {
          return .faulty(line.written, lineNumber: line.number, error)
        }
        return try record(beginningWith: first)
      }
    }
    return nil
  }

  private mutating func nextLine() throws(InputError) -> QuarantineLines.Line? {
    if let line = ahead {
      ahead = nil
      return line
    }
    return try lines.next()
  }

  private mutating func record(beginningWith line: QuarantineLine) throws(InputError) -> Item {
    let parts = line.integer("parts") ?? 1
    guard parts > 1 else { return record(of: [line]) }
    guard line.integer("part") == 1, parts <= Self.maximumParts else {
      return Self.faulty([line], Failure.usage("a part of a record without those before it"))
    }
    var found = [line]
    while found.count < parts, let next = try nextLine() {
      if next.isBlank { continue }
      guard next.part == .whole, let part = try? QuarantineLine(next), part.integer("part") == found.count + 1,
        part.integer("parts") == parts, part.string("id") == line.string("id")
      else {
        ahead = next
        break
      }
      found.append(part)
    }
    guard found.count == parts else {
      let fault = Failure.usage("the record has \(parts) parts, of which \(found.count) are here")
      return Self.faulty(found, fault)
    }
    return record(of: found)
  }

  private func record(of lines: [QuarantineLine]) -> Item {
    do throws(Failure) {
      return .record(try RefusedRecord(lines, formats))
    } catch {
      return Self.faulty(lines, error)
    }
  }

  private static func faulty(_ lines: [QuarantineLine], _ fault: Failure) -> Item {
    let text = lines.reduce(into: []) { $0 += $1.text + [UInt8(ascii: "\n")] }
    return .faulty(text, lineNumber: lines[0].position.line, fault)
  }
}

/// A line of a quarantine file: one JSON object, of which nothing is lost that a newer version or a person put there.
struct QuarantineLine: Sendable {
  let text: [UInt8]
  let position: ReadPosition
  /// The members in their order: decoded names, and the places of keys without quotes and of whole values.
  private let members: [(name: String, key: Range<Int>, value: Range<Int>)]

  init(_ line: QuarantineLines.Line) throws(Failure) {
    let text = line.bytes
    guard String(validating: text, as: UTF8.self) != nil else { throw Failure.usage("the line is not UTF-8") }
    var members: [(name: String, key: Range<Int>, value: Range<Int>)] = []
    var names: Set<String> = []
    var repeated: String?
    let isObject = CanonicalObject.forEachMember(of: 0..<text.count, in: text) { key, value in
      let name = JSONText.string(key, in: text.span.bytes)
      if !names.insert(name).inserted { repeated = name }
      members.append((name, key, value))
      return repeated == nil
    }
    guard isObject else { throw Failure.usage("the line is not a JSON object") }
    if let repeated { throw Failure.usage("the key `\(TextEscaping.escaped(repeated, limit: 60))` appears twice") }
    self.text = text
    self.members = members
    position = ReadPosition(byteOffset: line.offset, line: line.number)
    guard let schema = integer("schema") else { throw Failure.usage("the line has no `schema`") }
    guard schema == Quarantine.schema else {
      throw Failure.usage("`schema` is \(schema); this version reads \(Quarantine.schema)")
    }
  }

  func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }

  func string(_ name: String) -> String? { value(name).flatMap { CanonicalObject.text(of: $0, in: text) } }

  func integer(_ name: String) -> Int? { value(name).flatMap { Self.integer(at: $0, in: text) } }

  static func integer(at place: Range<Int>, in text: [UInt8]) -> Int? {
    Int(String(decoding: text[place], as: UTF8.self)).flatMap { $0 < 0 ? nil : $0 }
  }

  /// The line with other values for some members, which come last when they were not there; all else stays as it is.
  func replacing(_ changes: [(name: String, json: [UInt8])]) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "{")]
    var left = changes
    for member in members {
      appendKey(text[member.key], to: &output)
      if let place = left.firstIndex(where: { $0.name == member.name }) {
        output += left.remove(at: place).json
      } else {
        output += text[member.value]
      }
    }
    for change in left {
      appendKey(Array(change.name.utf8)[...], to: &output)
      output += change.json
    }
    output.append(UInt8(ascii: "}"))
    return output
  }

  private func appendKey(_ key: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if output.count > 1 { output.append(UInt8(ascii: ",")) }
    output.append(UInt8(ascii: "\""))
    output += key
    output += [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }
}

/// Cuts a quarantine file into its lines; one that is over the limit comes in pieces, so that none is lost.
struct QuarantineLines {
  struct Line: Sendable {
    /// Which part of its line the bytes are.
    enum Part: Sendable {
      case whole, beginning, middle, end
    }

    var bytes: [UInt8]
    var number: Int
    var offset: Int64
    var part: Part

    var isBlank: Bool { part == .whole && bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

    var written: [UInt8] { part == .whole || part == .end ? bytes + [UInt8(ascii: "\n")] : bytes }
  }

  private var source: FileSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 1
  private var isAtEnd = false
  private var isInside = false
  private(set) var offset: Int64 = 0

  /// The longest line: a part of a record with every byte escaped, the header of its table, its findings.
  static let maximumLine = 16 << 20

  init(path: String) throws(InputError) { source = try FileSource(path: path) }

  mutating func next() throws(InputError) -> Line? {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return line(upTo: end) }
      scanned = buffer.count
      if isAtEnd { return start < buffer.count ? line(upTo: buffer.count) : nil }
      if buffer.count - start > Self.maximumLine { return piece() }
      if start > 0 {
        scanned -= start
        buffer.removeFirst(start)
        start = 0
      }
      if try source.read(into: &buffer, count: 256 * 1024) == 0 { isAtEnd = true }
    }
  }

  private mutating func line(upTo end: Int) -> Line {
    let next = min(end + 1, buffer.count)
    defer {
      offset += Int64(next - start)
      start = next
      number += 1
      isInside = false
    }
    return Line(bytes: Array(buffer[start..<end]), number: number, offset: offset, part: isInside ? .end : .whole)
  }

  private mutating func piece() -> Line {
    defer {
      offset += Int64(buffer.count - start)
      start = buffer.count
      isInside = true
    }
    return Line(bytes: Array(buffer[start...]), number: number, offset: offset, part: isInside ? .middle : .beginning)
  }
}
