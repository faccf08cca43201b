import HealthFormats
import HealthModel

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
