import HealthModel
import HealthUnits

extension SampleJudge {
  /// Judges and appends a column.
  ///
  /// - Returns: how many points there are; -1 while no column has said it.
  mutating func appendColumn(
    _ index: Int, _ plan: PointsPlan, _ source: PointSource, _ count: Int, _ sample: SampleSpan,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) -> Int {
    let column = plan.columns[index]
    let place = source.rows > 0 ? source.first : source.places[index]
    let isPresent = source.rows > 0 ? !isEmpty(index, source, plan) : place >= 0
    guard isPresent, record.tape[place].value.kind != .null else {
      // A sample without any points has no columns; how many points it needs is counted.
      if column.isRequired, source.first >= 0 {
        var path = FindingPlace(member: context.member)
        path.section = .points
        let span = start(of: sample)
        find(.fieldMissing, context, at: path, span: span, type: item.type, .requiredField(Int32(clamping: index)))
      }
      return count
    }
    guard source.rows > 0 || context.syntax != .json || record.tape[place].value.kind == .array else {
      _ = refuse(.fieldKind, place, record, context)
      return count
    }
    guard let conversion = unit(of: column, source, record, context, bytes) else { return count }
    var cells = ColumnReader(
      source.rows > 0 ? .cells(column: index) : .text(record.tape[place].value.range),
      isArray: context.syntax == .json, plan, source)
    var form = ColumnForm(column, Int32(clamping: index), conversion)
    structure.text.append(key: column.key)
    let start = structure.text.end.bytes
    structure.text.bytes.append(UInt8(ascii: "["))
    while let cell = cells.next(structure.cells, bytes) {
      if cells.count > plan.definition.maximum {
        cells.countRest(bytes)
        break
      }
      append(cell, isEscaped: cells.isEscaped, number: cells.count - 1, &form, place, source, record, context, bytes)
    }
    structure.text.bytes.append(UInt8(ascii: "]"))
    structure.text.copy(from: start)
    if count >= 0, cells.count != count, count <= plan.definition.maximum {
      find(
        .pointsLength, context, at: context.place(of: place, on: record.tape), span: record.tape[place].value.place,
        type: item.type, .list(-1, count: Int32(clamping: cells.count), limit: Int32(clamping: count)))
    }
    return max(count, cells.count)
  }

  /// The conversion of a column's numbers; `nil` after a finding.
  private mutating func unit(
    of column: FieldPlan, _ source: PointSource, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) -> UnitConversion? {
    // What an export writes is in the unit that the definition says.
    guard let type = column.type, source.rows == 0 else { return .identity }
    var unit = RawField.absent
    var place = source.first
    if source.units >= 0 {
      place = source.units
      for part in record.tape.parts(of: source.units) where record.tape[part].parent == source.units {
        if CanonicalText.isSame(record.tape[part].key, Array(column.name.utf8), context.syntax, bytes) {
          unit = record.tape[part].value
          place = part
        }
      }
    }
    return conversion(of: unit, type, column.units, at: place, record, context, bytes)
  }

  private mutating func append(
    _ cell: Range<Int>, isEscaped: Bool, number: Int, _ form: inout ColumnForm, _ place: Int32, _ source: PointSource,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ bytes: RawSpan
  ) {
    if number > 0 { structure.text.bytes.append(UInt8(ascii: ",")) }
    // Most cells are numbers, which the first byte says.
    let first = cell.isEmpty ? 0 : bytes.unsafeLoad(fromByteOffset: cell.lowerBound, as: UInt8.self)
    if first == 0 || first == UInt8(ascii: "n") && bytes.equals(cell, ColumnForm.null) {
      if form.isRequired { report(.valueNotANumber, cell, number, &form, place, source, record, context) }
      structure.text.bytes.append(contentsOf: ColumnForm.null)
      return
    }
    if form.isBoolean {
      let isTrue = bytes.equals(cell, ColumnForm.true)
      if !isTrue, !bytes.equals(cell, ColumnForm.false) {
        report(.fieldKind, cell, number, &form, place, source, record, context)
      }
      structure.text.bytes.append(contentsOf: isTrue ? ColumnForm.true : ColumnForm.false)
      return
    }
    let plain = NormalDecimal.read(cell, in: bytes)
    var value = plain ?? 0
    if plain == nil {
      guard let reading = isEscaped ? Self.decoded(cell, bytes) : DecimalParser.parse(cell, in: bytes) else {
        report(.valueNotANumber, cell, number, &form, place, source, record, context)
        return
      }
      if reading.isInexact { report(.valuePrecision, cell, number, &form, place, source, record, context) }
      value = reading.value
    }
    if !form.isIdentity { value = form.conversion(value) }
    if form.allowed.isInteger, !value.isWhole {
      report(.valueNotAnInteger, cell, number, &form, place, source, record, context)
    }
    if !form.allowed.contains(value) || !value.isFinite {
      report(.valueNotAllowed, cell, number, &form, place, source, record, context, .number(value))
    } else if !form.plausible.contains(value) {
      report(.valueImplausible, cell, number, &form, place, source, record, context, .number(value))
    }
    if form.isIdentity, plain != nil {
      structure.text.appendAlone(cell, of: bytes)
    } else {
      structure.text.appendAlone(number: value)
    }
  }

  /// The number of a text of XML with references, which are rare: it is copied.
  private static func decoded(_ cell: Range<Int>, _ bytes: RawSpan) -> DecimalParser.Reading? {
    var text: [UInt8] = []
    XMLText.appendDecoded(cell, in: bytes, to: &text)
    return DecimalParser.parse(0..<text.count, in: text.span.bytes)
  }

  /// Reports the first fault of each kind in a column: a series has many points.
  private mutating func report(
    _ code: DiagnosticCode, _ cell: Range<Int>, _ number: Int, _ form: inout ColumnForm, _ place: Int32,
    _ source: PointSource, _ record: borrowing RawSampleBuffer, _ context: RuleContext, _ detail: FindingDetail = .none
  ) {
    guard !form.reported.contains(code) else { return }
    form.reported.append(code)
    if cell.isEmpty, source.rows > 0 {
      return reportMissing(code, .requiredField(form.column), number, source, record, context)
    }
    var path = context.place(of: place, on: record.tape)
    path.addInner(.element(Int32(clamping: number)))
    let span = cell.isEmpty ? record.tape[place].value.place : ByteRange(cell)
    find(code, context, at: path, span: span, type: item.type, detail)
  }

  /// Reports what a point of an export lacks, at the point.
  mutating func reportMissing(
    _ code: DiagnosticCode, _ detail: FindingDetail, _ number: Int, _ source: PointSource,
    _ record: borrowing RawSampleBuffer, _ context: RuleContext
  ) {
    var (point, passed) = (source.first, 0)
    for place in Int(source.first)..<record.tape.count where record.tape[Int32(place)].kind == .point {
      guard passed < number else {
        point = Int32(clamping: place)
        break
      }
      passed += 1
    }
    var path = context.place(of: point, on: record.tape)
    path.addInner(.element(Int32(clamping: number)))
    find(code, context, at: path, span: record.tape[point].value.place, type: item.type, detail)
  }
}

private struct ColumnForm {
  let column: Int32
  let conversion: UnitConversion
  let isIdentity: Bool
  let isRequired: Bool
  let isBoolean: Bool
  let allowed: ValueBounds
  let plausible: ValueBounds
  var reported: [DiagnosticCode] = []

  init(_ column: FieldPlan, _ index: Int32, _ conversion: UnitConversion) {
    self.column = index
    self.conversion = conversion
    isIdentity = conversion.isIdentity
    isRequired = column.isRequired
    if case .boolean = column.value { isBoolean = true } else { isBoolean = false }
    (allowed, plausible) = (column.allowed, column.plausible)
  }

  static let null = Array("null".utf8)
  static let `true` = Array("true".utf8)
  static let `false` = Array("false".utf8)
}
