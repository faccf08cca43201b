import HealthArrow
import HealthModel

/// Streams and files of the Arrow format with the columns of samples; Documentation/arrow.md has them.
struct ArrowFormat: ConvertedFormat {
  let name = "arrow"
  let fileEndings = [".arrows", ".arrow"]
  let page = "arrow.md"

  func recognizes(_ beginning: FormatBeginning) -> Bool {
    if beginning.has(magic: Array("ARROW1\0\0".utf8)) { return true }
    // The mark of a message, and the length of its metadata, of which the upper byte is 0 within the limit.
    return beginning.has(magic: [0xFF, 0xFF, 0xFF, 0xFF]) && beginning.has(magic: [0], at: 7)
  }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    guard let file = try ArrowFile(input) else { return ArrowSource(input: input, bytes: try input.makeByteSource()) }
    do throws(ArrowReadError) {
      return ArrowSource(input: input, bytes: file, reader: try ArrowSampleReader(file.footer))
    } catch {
      guard error.isUnsupported else { throw input.damage(by: error) }
      throw .unknownFormat(path: input.displayPath, reason: error.description)
    }
  }
}

/// The samples of an input of the Arrow format, by rows.
private struct ArrowSource: ConvertedSource {
  let input: ConvertedInput
  var bytes: any ByteSource
  var reader = ArrowSampleReader()
  var isFirst = true

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    // One owner, so that a record batch is not copied, and apart from the bytes that it reads.
    var reader = self.reader
    self.reader = ArrowSampleReader()
    defer { self.reader = reader }
    do {
      guard let record = try reader.next({ try bytes.read(into: &$0, count: $1) }) else { return false }
      let place = ConvertedPlace.item("row", record.row)
      if record.faults.isEmpty {
        lines.add(record.object, at: place)
      } else {
        lines.addFault(record.faults.joined(separator: "; "), at: place, record: record.object)
      }
      if isFirst, !reader.otherColumns.isEmpty {
        let names = reader.otherColumns.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
        lines.note(.fieldUnknown, "columns that are not of samples are not read: \(names)")
      }
      isFirst = false
      return true
    } catch let error as ArrowReadError {
      guard error.isUnsupported else { throw input.damage(by: error) }
      throw .unknownFormat(path: input.displayPath, reason: error.description)
    } catch let error as InputError {
      throw error
    } catch {
      throw input.damaged("\(error)")
    }
  }
}

extension ConvertedInput {
  /// The error of an input that cannot be read on.
  fileprivate func damage(by error: ArrowReadError) -> InputError {
    error.isSwelling
      ? .damaged(path: displayPath, code: .swelling, reason: error.description) : damaged(error.description)
  }
}
