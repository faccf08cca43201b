import HealthModel

extension SampleJudge {
  /// Judges the times of points and appends them as seconds after the sample's start.
  ///
  /// - Returns: how many there are; -1 where the sample has none, or one that cannot be read.
  mutating func appendTimes(
    _ plan: PointsPlan, _ source: PointSource, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) -> Int {
    let place = source.rows > 0 ? source.first : source.time
    guard place >= 0 else {
      if source.first >= 0 {
        var path = FindingPlace(member: context.member)
        path.section = .points
        find(.fieldMissing, context, at: path, span: start(of: sample), type: item.type, .requiredField(-1))
      }
      return -1
    }
    guard source.rows > 0 || context.syntax != .json || record.tape[place].value.kind == .array else {
      _ = refuse(.fieldKind, place, record, context)
      return -1
    }
    var cells = ColumnReader(
      source.rows > 0 ? .cells(column: plan.columns.count) : .text(record.tape[place].value.range),
      isArray: context.syntax == .json, plan, source)
    var last = -Double.infinity
    var clock = ClockLine(start: item.start)
    var (isBack, isOutside, isCut) = (false, false, false)
    let length = item.end == SampleBatch.noTime ? .infinity : Double(item.end &- item.start) / 1_000_000
    structure.text.append(key: Self.timeKey)
    let start = structure.text.end.bytes
    structure.text.bytes.append(UInt8(ascii: "["))
    while let cell = cells.next(structure.cells, bytes) {
      if cells.count > plan.definition.maximum {
        cells.countRest(bytes)
        break
      }
      let number = cells.count - 1
      guard
        let seconds = cells.isEscaped
          ? decodedSeconds(at: cell, on: &clock, in: bytes) : seconds(at: cell, on: &clock, in: bytes)
      else {
        if cell.isEmpty, source.rows > 0 {
          reportMissing(.timeInvalid, .requiredField(-1), number, source, record, context)
        } else {
          reportTime(.timeInvalid, cell, number, place, record, context)
        }
        isCut = true
        break
      }
      if seconds < last, !isBack {
        isBack = true
        reportTime(.pointsOrder, cell, number, place, record, context)
      }
      if seconds < 0 || seconds > length, !isOutside {
        isOutside = true
        reportTime(.timeOutside, cell, number, place, record, context)
      }
      last = seconds
      if number > 0 { structure.text.bytes.append(UInt8(ascii: ",")) }
      structure.text.appendAlone(number: seconds)
    }
    structure.text.bytes.append(UInt8(ascii: "]"))
    structure.text.copy(from: start)
    // After a time that cannot be read only the columns say how many points there are.
    let hasColumns = source.rows > 0 || source.places.contains { $0 >= 0 }
    return isCut && hasColumns ? -1 : cells.count
  }

  /// Seconds after the sample's start: as such, or of an instant in one of the forms that exports have.
  private mutating func seconds(at cell: Range<Int>, on clock: inout ClockLine, in bytes: RawSpan) -> Double? {
    if let number = DecimalParser.parse(cell, in: bytes) { return number.value }
    guard item.start != SampleBatch.noTime else { return nil }
    // No time of day has a hyphen after four characters.
    let isInstant =
      cell.count >= 19 && bytes.unsafeLoad(fromByteOffset: cell.lowerBound + 4, as: UInt8.self) == UInt8(ascii: "-")
    guard isInstant else { return ClockReading.parse(cell, in: bytes).map { clock.seconds(of: $0) } }
    let isExport = bytes.unsafeLoad(fromByteOffset: cell.lowerBound + 10, as: UInt8.self) == UInt8(ascii: " ")
    guard
      let reading = TimestampParser.parse(cell, in: bytes, syntax: isExport ? .appleHealth : .json, known: &day),
      reading.hasOffset
    else { return nil }
    return Double(reading.instant.microseconds &- item.start) / 1_000_000
  }

  /// Seconds of a text of XML with references, which are rare: it is copied.
  private mutating func decodedSeconds(
    at cell: Range<Int>, on clock: inout ClockLine, in bytes: RawSpan
  ) -> Double? {
    var text: [UInt8] = []
    XMLText.appendDecoded(cell, in: bytes, to: &text)
    return seconds(at: 0..<text.count, on: &clock, in: text.span.bytes)
  }

  private mutating func reportTime(
    _ code: DiagnosticCode, _ cell: Range<Int>, _ number: Int, _ place: Int32, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext
  ) {
    var path = context.place(of: place, on: record.tape)
    path.addInner(.element(Int32(clamping: number)))
    let span = cell.isEmpty ? record.tape[place].value.place : ByteRange(cell)
    find(code, context, at: path, span: span, type: item.type)
  }

  private static let timeKey = "time".keyBytes
}
