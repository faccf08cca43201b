import HealthArrow
import HealthModel

/// The messages of a file of the Arrow format that is not a stream, one after the other as a stream.
struct ArrowFile: ByteSource {
  let footer: ArrowFooter
  private let file: ArchiveFile
  private var next = 0
  private var place: Int64
  /// The mark of the end, as far as it was not read.
  private var end: ArraySlice<UInt8> = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

  /// Opens an input.
  ///
  /// It is `nil` if the input can be read from its beginning, or cannot be read from its end.
  ///
  /// - Parameter input: an input of the format.
  /// - Throws: `InputError` if it cannot be opened, or its end is wrong.
  init?(_ input: ConvertedInput) throws(InputError) {
    guard let path = input.file else { return nil }
    file = try ArchiveFile(path: path, within: input.boundary)
    guard file.size >= 12 + ArrowFooter.tailLength,
      ArrowFooter.isNeeded(beginning: try file.bytes(at: 0, count: 12))
    else { return nil }
    let tail = try file.bytes(at: file.size - ArrowFooter.tailLength, count: ArrowFooter.tailLength)
    guard let length = ArrowFooter.length(tail), length <= file.size - ArrowFooter.tailLength else {
      throw input.damaged("the file does not end as one of the Arrow format does: it is cut short")
    }
    let start = file.size - ArrowFooter.tailLength - length
    let bytes = try file.bytes(at: start, count: length)
    do throws(ArrowReadError) {
      footer = try ArrowFooter(bytes, after: Int64(start))
    } catch {
      throw input.damaged(error.description)
    }
    place = footer.messages.first?.lowerBound ?? 0
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    while next < footer.messages.count, place == footer.messages[next].upperBound {
      next += 1
      if next < footer.messages.count { place = footer.messages[next].lowerBound }
    }
    guard next < footer.messages.count else {
      let piece = end.prefix(count)
      buffer += piece
      end = end.dropFirst(piece.count)
      return piece.count
    }
    let left = footer.messages[next].upperBound - place
    let got = try file.append(to: &buffer, at: Int(place), count: min(count, Int(left)))
    place += Int64(got)
    return got
  }
}
