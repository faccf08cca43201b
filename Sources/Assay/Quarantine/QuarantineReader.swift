import HealthFormats
import HealthModel

/// Reads a quarantine file, and puts records together that take several lines.
struct QuarantineReader {
  /// The content at a place of the file.
  enum Item: Sendable {
    case entry(QuarantineEntry)
    /// Lines that cannot be read, with their line ends, and why.
    case faulty([UInt8], lineNumber: Int, Failure)
    /// More of the faulty line before.
    case rest([UInt8])
  }

  private var lines: QuarantineLines
  private let formats: FormatList
  /// A line that was read to see whether it belongs to the record before.
  private var ahead: QuarantineLines.Line?

  /// The most parts of a record.
  private static let maximumParts = 256

  /// How far the file has been read.
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

  /// Adds the further lines of a record.
  private mutating func record(beginningWith line: QuarantineLine) throws(InputError) -> Item {
    let parts = line.integer("parts") ?? 1
    guard parts > 1 else { return entry([line]) }
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
    return entry(found)
  }

  private func entry(_ lines: [QuarantineLine]) -> Item {
    do throws(Failure) {
      return .entry(try QuarantineEntry(lines, formats))
    } catch {
      return Self.faulty(lines, error)
    }
  }

  private static func faulty(_ lines: [QuarantineLine], _ fault: Failure) -> Item {
    let text = lines.reduce(into: []) { $0 += $1.text + [UInt8(ascii: "\n")] }
    return .faulty(text, lineNumber: lines[0].position.line, fault)
  }
}
