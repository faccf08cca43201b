import HealthModel
import HealthUnits

extension SampleJudge {
  /// Judges the points of a series and appends them: the rate or the times, the units, the columns.
  mutating func appendPoints(
    _ plan: PointsPlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) {
    let marks = open("\"points\":{")
    let source = pointSource(plan, sample, record, context, bytes)
    if let rate = plan.rate { appendRate(rate, source, sample, record, context, bytes) }
    var count = plan.hasTimes ? appendTimes(plan, source, sample, record, context, bytes) : -1
    appendUnits(plan, source)
    for index in plan.columns.indices {
      count = appendColumn(index, plan, source, count, sample, record, context, bytes)
    }
    checkCount(max(count, 0), plan, source, sample, context)
    if source.hasUnknown, context.syntax == .json { appendUnknownColumns(plan, sample, record, bytes) }
    close(marks, UInt8(ascii: "}"))
  }

  /// Finds the columns: by their names in JSON, or as attributes of an export's elements, which are sorted into columns.
  private mutating func pointSource(
    _ plan: PointsPlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ context: RuleContext,
    _ bytes: RawSpan
  ) -> PointSource {
    var source = PointSource(columns: plan.columns.count)
    for place in sample.places(of: .point) where record.tape[place].kind == .point {
      let entry = record.tape[place]
      if source.first < 0 { source.first = place }
      // In an export a point is an element; a column's text comes from a file of its own.
      if context.syntax == .appleHealth, entry.value.kind == .object {
        source.rows += 1
        continue
      }
      switch plan.name(entry.key, bytes) {
      case .column(let index): source.places[index] = place
      case .time where entry.value.kind != .null: source.time = place
      case .rate: source.rate = place
      case .units: source.units = place
      default:
        source.hasUnknown = true
        find(
          .fieldUnknown, context, at: context.place(of: place, on: record.tape), span: entry.key.place, type: item.type)
      }
    }
    if source.rows > 0 { sortIntoColumns(plan, &source, sample, record, context, bytes) }
    return source
  }

  /// Puts the attributes of points into cells by column, the times after the columns.
  private mutating func sortIntoColumns(
    _ plan: PointsPlan, _ source: inout PointSource, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) {
    // More than can be is counted, not kept.
    let rows = min(source.rows, plan.definition.maximum)
    structure.cells.removeAll(keepingCapacity: true)
    structure.cells.append(contentsOf: repeatElement(.absent, count: rows * (plan.columns.count + 1)))
    // Outside the judge, whose storage is checked with every cell.
    var kept: [RawField] = []
    swap(&kept, &structure.cells)
    defer { swap(&kept, &structure.cells) }
    var cells = kept.mutableSpan
    // The attributes of a point come in the order of the point before.
    var names: [(length: Int, first: UInt64, column: Int)] = []
    var row = -1
    var point: Int32 = -1
    var attribute = 0
    for place in sample.tape {
      let entry = record.tape[place]
      if entry.kind == .point {
        row += 1
        point = place
        attribute = 0
        if row >= rows { break }
        continue
      }
      guard entry.kind == .part, row >= 0, entry.parent == point else { continue }
      let range = entry.key.range
      let first = bytes.word(from: range.lowerBound, count: min(8, range.count))
      if attribute < names.count, names[attribute].length == range.count, names[attribute].first == first,
        range.count <= 8 || names[attribute].column == column(of: entry.key, plan, bytes)
      {
        let column = names[attribute].column
        if column >= 0 { cells[column * rows + row] = entry.value }
      } else {
        let column = column(of: entry.key, plan, bytes)
        if attribute < names.count {
          names[attribute] = (range.count, first, column)
        } else if names.count < 32 {
          names.append((range.count, first, column))
        }
        if column >= 0 {
          cells[column * rows + row] = entry.value
        } else if column == -1, !source.hasUnknown {
          source.hasUnknown = true
          find(
            .fieldUnknown, context, at: context.place(of: place, on: record.tape), span: entry.key.place,
            type: item.type)
        }
      }
      attribute += 1
    }
  }

  /// The number of an attribute's column, of the times after the columns; -1 for none, -2 for a unit.
  private func column(of key: RawField, _ plan: PointsPlan, _ bytes: RawSpan) -> Int {
    switch plan.attribute(key, bytes) {
    case .column(let index): index
    case .time: plan.columns.count
    case .unit: -2
    default: -1
    }
  }

  private mutating func appendUnknownColumns(
    _ plan: PointsPlan, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) {
    for place in sample.places(of: .point) where record.tape[place].kind == .point {
      let entry = record.tape[place]
      guard plan.name(entry.key, bytes) == nil else { continue }
      structure.text.separate()
      structure.text.append {
        CanonicalText.appendQuoted(entry.key, .json, bytes, to: &$0)
        $0.append(UInt8(ascii: ":"))
        CanonicalText.appendValue(entry.value, .json, bytes, to: &$0)
      }
    }
  }

  private mutating func appendRate(
    _ rate: FieldPlan, _ source: PointSource, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer,
    _ context: RuleContext, _ bytes: RawSpan
  ) {
    guard source.rate >= 0, record.tape[source.rate].value.kind != .null else {
      if source.first < 0 { return }
      var path = FindingPlace(member: context.member)
      path.section = .points
      find(.fieldMissing, context, at: path, span: start(of: sample), type: item.type, .requiredField(-1))
      return
    }
    let mark = structure.text.end
    structure.text.append(key: rate.key)
    let value = FieldContext(place: source.rate, unit: -1, type: -1, isWithin: false)
    if !appendValue(rate, value, sample, record, context, bytes) { structure.text.cut(to: mark) }
  }

  private mutating func appendUnits(_ plan: PointsPlan, _ source: PointSource) {
    let marks = open("\"units\":{")
    for (index, column) in plan.columns.enumerated() {
      guard let type = column.type, source.rows > 0 || source.places[index] >= 0 else { continue }
      if source.rows > 0, isEmpty(index, source, plan) { continue }
      structure.text.append(key: column.key)
      structure.text.append { JSONText.appendQuoted(type.canonicalUnit, to: &$0) }
    }
    close(marks, UInt8(ascii: "}"))
  }

  func isEmpty(_ column: Int, _ source: PointSource, _ plan: PointsPlan) -> Bool {
    let rows = min(source.rows, plan.definition.maximum)
    return structure.cells[column * rows..<(column + 1) * rows].allSatisfy { !$0.isPresent }
  }

  private mutating func checkCount(
    _ count: Int, _ plan: PointsPlan, _ source: PointSource, _ sample: SampleSpan, _ context: RuleContext
  ) {
    let (least, most) = (plan.definition.minimum, plan.definition.maximum)
    let count = max(count, source.rows)
    guard count < least || count > most else { return }
    var path = FindingPlace(member: context.member)
    path.section = .points
    find(
      count > most ? .pointsTooMany : .pointsLength, context, at: path, span: start(of: sample), type: item.type,
      .list(-1, count: Int32(clamping: count), limit: Int32(clamping: count > most ? most : least)))
  }
}

/// Where the points of a sample are on its record's tape.
struct PointSource {
  /// The entries of the columns; -1 for none.
  var places: [Int32]
  var time: Int32 = -1
  var rate: Int32 = -1
  var units: Int32 = -1
  /// The first entry of points; -1 for none.
  var first: Int32 = -1
  /// How many points are elements of an export.
  var rows = 0
  var hasUnknown = false

  init(columns: Int) { places = Array(repeating: -1, count: columns) }
}
