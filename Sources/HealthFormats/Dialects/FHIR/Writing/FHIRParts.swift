import HealthModel

/// The object of a structured sample, with its columns of points at an even rate taken out.
struct FHIRParts {
  /// A column as the data of one or more SampledData.
  struct Wave {
    /// The column's number among those of its type.
    var index: Int
    /// Numbers with spaces between them, `E` for a value that is not there.
    var pieces: [[UInt8]]
  }

  /// The object without the columns.
  private(set) var text: [UInt8]
  private(set) var waves: [Wave] = []
  /// The milliseconds between two points, as a number.
  private(set) var period: [UInt8] = []

  init(_ range: Range<Int>, waves columns: [FHIRWave], in bytes: RawSpan) {
    text = range.map { bytes.byte(at: $0) }
    guard !columns.isEmpty else { return }
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    var taken: [Range<Int>] = []
    do throws(JSONFault) {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
        guard bytes.equals(key.range, "points"), cursor.peek(bytes) == UInt8(ascii: "{") else {
          _ = try cursor.value(bytes, depth: 1)
          return
        }
        try cursor.members(bytes, depth: 1) { (cursor, key) throws(JSONFault) in
          let keyStart = Int(key.start) - 1
          if bytes.equals(key.range, "rate") {
            let rate = try cursor.value(bytes, depth: 2)
            period = try Self.period(rate.range, bytes)
            return
          }
          let start = cursor.position
          let value = try cursor.value(bytes, depth: 2)
          guard value.kind == .array, cursor.position - start > 2,
            let index = columns.firstIndex(where: { bytes.equals(key.range, $0.name) })
          else { return }
          waves.append(Wave(index: index, pieces: Self.pieces(start..<cursor.position, bytes)))
          // With the comma before it: units come first.
          taken.append(keyStart - 1..<cursor.position)
        }
      }
    } catch {
      waves = []
      return
    }
    guard !period.isEmpty, taken.allSatisfy({ bytes.byte(at: $0.lowerBound) == UInt8(ascii: ",") }) else {
      waves = []
      return
    }
    for place in taken.reversed() {
      text.removeSubrange(place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound)
    }
  }

  /// The milliseconds between two points at a rate in hertz; empty for a rate that is none.
  private static func period(_ range: Range<Int>, _ bytes: RawSpan) throws(JSONFault) -> [UInt8] {
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound)
    var (value, isHertz) = (0.0, false)
    try cursor.members(bytes, depth: 2) { (cursor, key) throws(JSONFault) in
      let field = try cursor.value(bytes, depth: 3)
      if bytes.equals(key.range, "value"), let number = DecimalParser.parse(field.range, in: bytes) {
        value = number.value
      } else if bytes.equals(key.range, "unit") {
        isHertz = bytes.equals(field.range, "Hz")
      }
    }
    let period = 1000 / value
    guard isHertz, value > 0, period.isFinite, period > 0 else { return [] }
    var text: [UInt8] = []
    DecimalWriter.append(period, to: &text)
    return text
  }

  /// The numbers of an array, in pieces that are not longer than a string of FHIR may be.
  private static func pieces(_ range: Range<Int>, _ bytes: RawSpan) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    var isNull = false
    for place in range.lowerBound + 1..<range.upperBound - 1 {
      let byte = bytes.byte(at: place)
      if byte == UInt8(ascii: ",") {
        isNull = false
        if piece.count >= FHIRExtras.longestText {
          pieces.append(piece)
          piece = []
        } else {
          piece.append(UInt8(ascii: " "))
        }
      } else if byte == UInt8(ascii: "n") {
        isNull = true
        piece.append(UInt8(ascii: "E"))
      } else if !isNull {
        piece.append(byte)
      }
    }
    pieces.append(piece)
    return pieces
  }
}
