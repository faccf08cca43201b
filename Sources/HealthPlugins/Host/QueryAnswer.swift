import HealthModel
import HealthStorage

/// Turns the rows of an answer into the batches that a query passes on.
struct QueryAnswer {
  private let decoder: RowDecoder
  private var order: RowOrder
  private var scope: RowScope
  private var selection: HostSelection
  private var ends: EndOrder?

  init(_ plan: SplitQuery, decoder: RowDecoder) {
    self.decoder = decoder
    order = RowOrder(plan.sent.sort)
    scope = RowScope(plan.sent)
    selection = HostSelection(plan)
    ends = plan.sortsByEnd ? EndOrder(plan) : nil
  }

  var isDone: Bool { selection.isDone }

  mutating func firstFault(in rows: SampleLines) -> Int? { order.firstFault(in: rows) }

  mutating func firstStranger(in rows: SampleLines) -> Int? { scope.firstFault(in: rows) }

  mutating func take(_ rows: SampleLines) throws(StorageError) -> [SampleBatch] {
    let batch = selection.matching(try decoder.batch(rows))
    guard ends != nil else { return pages([batch]) }
    return pages(ends?.take(batch) ?? [])
  }

  mutating func finish() -> [SampleBatch] { pages(ends?.finish() ?? []) }

  private mutating func pages(_ batches: [SampleBatch]) -> [SampleBatch] {
    var pages: [SampleBatch] = []
    for batch in batches where !selection.isDone {
      let page = selection.page(batch)
      if page.count > 0 { pages.append(page) }
    }
    return pages
  }
}

/// The division of a query into the part that the plugin answers and the part that the host decides.
struct SplitQuery: Sendable {
  let sent: SampleQuery
  /// The conditions that the plugin does not look at; `nil` when it looks at all.
  let filter: SampleFilter?
  /// The place after which the answer begins, where the plugin does not know it.
  let after: PagePosition?
  /// Whether the host orders the samples of each type by their ends.
  let sortsByEnd: Bool
  let limit: Int?
  let order: SampleOrder

  init(_ query: SampleQuery, conditions: [String], registry: Registry) {
    var known = Set(conditions)
    // The names of cases may have changed since a sample was stored, which only the registry knows.
    if query.values.contains(where: \.isText) { known.remove("values") }
    if query.members.contains(where: { $0.values.contains(where: \.isText) }) { known.remove("members") }
    var sent = query
    var rest = SampleQuery()
    if !known.contains("strict"), query.isStrictStart || query.isStrictEnd {
      (rest.from, rest.to) = (query.from, query.to)
      (rest.isStrictStart, rest.isStrictEnd) = (query.isStrictStart, query.isStrictEnd)
      (sent.isStrictStart, sent.isStrictEnd) = (false, false)
      // A moment at `to` itself ends at it, but does not start before it.
      if query.isStrictEnd { sent.to = query.to.flatMap { $0 == Int64.max ? nil : $0 + 1 } }
    }
    Self.move(\.source, "source", known, &sent, &rest)
    Self.move(\.subject, "subject", known, &sent, &rest)
    // The protocol has no words for these.
    Self.move(\.subjects, "subjects", [], &sent, &rest)
    Self.move(\.excludedSubjects, "subjects", [], &sent, &rest)
    Self.move(\.condition, "condition", [], &sent, &rest)
    Self.move(\.device, "device", known, &sent, &rest)
    Self.move(\.metadata, "metadata", known, &sent, &rest)
    Self.move(\.values, "values", known, &sent, &rest)
    Self.move(\.members, "members", known, &sent, &rest)
    filter = rest == SampleQuery() ? nil : SampleFilter(rest, registry: registry)
    sortsByEnd = query.sort.isByEnd && !known.contains("by_end")
    if sortsByEnd { sent.sort = .ascending }
    if let token = query.after, sortsByEnd || !known.contains("after") {
      sent.after = nil
      after = PagePosition(token, sort: query.sort, in: registry)
    } else {
      after = nil
    }
    limit = query.limit
    order = SampleOrder(query.sort)
    if filter != nil || after != nil || sortsByEnd || !known.contains("limit") { sent.limit = nil }
    self.sent = sent
  }

  private static func move<Value>(
    _ condition: WritableKeyPath<SampleQuery, Value>, _ name: String, _ known: Set<String>,
    _ sent: inout SampleQuery, _ rest: inout SampleQuery
  ) {
    guard !known.contains(name) else { return }
    rest[keyPath: condition] = sent[keyPath: condition]
    sent[keyPath: condition] = SampleQuery()[keyPath: condition]
  }

  /// Whether the plugin decides everything but the number of samples.
  var isWhollySent: Bool { filter == nil && after == nil && !sortsByEnd }
}

extension ValueCondition {
  fileprivate var isText: Bool {
    if case .text = operand { return true }
    return false
  }
}

/// The filter of the host on an answer: it drops samples that do not match, that are before the page, or after the
/// limit.
struct HostSelection {
  private let plan: SplitQuery
  private var left: Int?

  init(_ plan: SplitQuery) {
    self.plan = plan
    left = plan.limit
  }

  var isDone: Bool { left == 0 }

  func matching(_ batch: SampleBatch) -> SampleBatch {
    guard let filter = plan.filter else { return batch }
    return batch.keeping { group in
      filter.matches(group.lowerBound, members: group.lowerBound + 1..<group.upperBound, of: batch)
    }
  }

  mutating func page(_ batch: SampleBatch) -> SampleBatch {
    guard plan.after != nil || left != nil else { return batch }
    var left = self.left
    let page = batch.keeping { group in
      if let after = plan.after, !after.precedes(SampleSortKey(group.lowerBound, of: batch)) { return false }
      guard let count = left else { return true }
      left = max(0, count - 1)
      return count > 0
    }
    self.left = left
    return page
  }
}

extension SampleBatch {
  func keeping(_ isWanted: (Range<Int>) -> Bool) -> SampleBatch {
    var kept = SampleBatch()
    var isCopying = false
    var row = 0
    while row < count {
      let group = self.group(at: row)
      let wanted = isWanted(group)
      if !wanted, !isCopying {
        isCopying = true
        kept.append(0..<row, of: self)
      } else if wanted, isCopying {
        kept.append(group, of: self)
      }
      row = group.upperBound
    }
    return isCopying ? kept : self
  }

  mutating func append(_ groups: Range<Int>, of other: SampleBatch) {
    let shift = count - groups.lowerBound
    for row in groups {
      let parent = Int(other.correlation[row])
      append(row, of: other, correlation: parent < 0 ? -1 : Int32(truncatingIfNeeded: parent + shift))
    }
  }
}

/// Orders the samples of one type after the other by their ends, for plugins that order by start alone.
///
/// All samples of a type that match are in memory meanwhile; with a limit, only about twice as many.
struct EndOrder {
  private static let pageSize = 4096

  private let order: SampleOrder
  /// How many samples are needed at most; `nil` for all.
  private let needed: Int?
  private var gathered = SampleBatch()
  private var heads = 0

  /// Creates an order; a limit counts only when nothing before the page is passed on.
  init(_ plan: SplitQuery) {
    order = plan.order
    needed = plan.after == nil ? plan.limit : nil
  }

  /// Adds samples; returns those whose order is settled: the types before the last one.
  mutating func take(_ batch: SampleBatch) -> [SampleBatch] {
    var ready: [SampleBatch] = []
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if gathered.count > 0, gathered.type[0] != batch.type[row] { ready += finish() }
      gathered.append(group, of: batch)
      heads += 1
      if let needed, heads / 2 - Self.pageSize > needed { gathered = sorted(upTo: needed) }
      row = group.upperBound
    }
    return ready
  }

  mutating func finish() -> [SampleBatch] {
    let all = sorted(upTo: nil)
    gathered = SampleBatch()
    heads = 0
    var pages: [SampleBatch] = []
    var page = SampleBatch()
    var row = 0
    while row < all.count {
      let group = all.group(at: row)
      page.append(group, of: all)
      row = group.upperBound
      if page.count >= Self.pageSize || row == all.count {
        pages.append(page)
        page = SampleBatch()
      }
    }
    return pages
  }

  private mutating func sorted(upTo limit: Int?) -> SampleBatch {
    var groups: [(key: SampleSortKey, rows: Range<Int>)] = []
    var row = 0
    while row < gathered.count {
      let group = gathered.group(at: row)
      groups.append((SampleSortKey(row, of: gathered), group))
      row = group.upperBound
    }
    groups.sort { order.precedes($0.key, $1.key) }
    var result = SampleBatch()
    for group in groups.prefix(limit ?? groups.count) { result.append(group.rows, of: gathered) }
    heads = min(heads, limit ?? heads)
    return result
  }
}

/// Makes samples of rows again.
struct RowDecoder: Sendable {
  let registry: Registry
  let lines: any SampleLineCoding
  let name: String

  /// Reads the samples of rows, and checks that each is the one its row says.
  func batch(_ rows: SampleLines) throws(StorageError) -> SampleBatch {
    var text: [UInt8] = []
    text.reserveCapacity(rows.text.count)
    var groups: [Int] = []
    var row = 0
    while row < rows.count {
      let group = rows.group(at: row)
      for index in group {
        try checkType(rows, index)
        if let role = rows.role(index) {
          // A sample can be a member of several correlations, in another role each.
          MemberText.append(rows.lines[index].sample, in: rows.text, role: role, to: &text)
        } else {
          text.append(contentsOf: rows.sample(index))
        }
        text.append(0x0A)
      }
      groups.append(group.count)
      row = group.upperBound
    }
    let batch = try lines.samples(text, groups: groups)
    guard batch.count == rows.count else {
      throw StorageError(.corrupt, "the plugin \(name) passed on \(rows.count) rows that are \(batch.count) samples")
    }
    for (index, line) in rows.lines.enumerated() { try check(line, index, of: batch) }
    return batch
  }

  private func checkType(_ rows: SampleLines, _ index: Int) throws(StorageError) {
    guard registry.typeIndex(at: rows.lines[index].type, in: rows.text.span.bytes) == nil else { return }
    throw StorageError.stranger(rows.type(index))
  }

  private func check(_ line: SampleLine, _ row: Int, of batch: SampleBatch) throws(StorageError) {
    let start = line.start ?? SampleBatch.noTime
    let end = line.end ?? SampleBatch.noTime
    guard batch.id[row] == line.id, batch.start[row] == start, batch.end[row] == end else {
      throw StorageError(.corrupt, "the plugin \(name) passed on a sample that is not the one its row \(line.id) says")
    }
    guard batch.digest[row] == line.digest else {
      throw StorageError(.corrupt, "the plugin \(name) passed on the sample \(line.id) otherwise than it was stored")
    }
  }
}

extension StorageError {
  static func stranger(_ type: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(type)), a type that the catalog does not have",
      hint: "name the catalog that the samples were stored with")
  }
}

/// Checks that rows arrive in the requested order, without repeats.
struct RowOrder {
  private let sort: SampleQuery.Sort
  private var type: [UInt8] = []
  private var last: SampleLine?

  init(_ sort: SampleQuery.Sort) { self.sort = sort }

  /// Checks rows; returns the first head that does not come after the one before it.
  mutating func firstFault(in rows: SampleLines) -> Int? {
    for (index, line) in rows.lines.enumerated() where line.correlation == nil {
      let name = rows.text[line.type]
      if let last {
        if name.elementsEqual(type) {
          guard precedes(last, line) else { return index }
        } else {
          guard type.lexicographicallyPrecedes(name) else { return index }
          type = Array(name)
        }
      } else {
        type = Array(name)
      }
      last = line
    }
    return nil
  }

  /// Whether one sample of a type comes before another: those without a time first, whatever the direction.
  private func precedes(_ left: SampleLine, _ right: SampleLine) -> Bool {
    let first = sort.isByEnd ? left.end : left.start
    let second = sort.isByEnd ? right.end : right.start
    guard first != second else { return left.id < right.id }
    guard let first else { return true }
    guard let second else { return false }
    return sort.isDescending ? first > second : first < second
  }
}

/// Checks that rows are of the requested samples, as far as every plugin evaluates the conditions.
///
/// Without it the answer to a question about a few ids could go on for ever, or hold somebody else's samples.
struct RowScope {
  private let query: SampleQuery
  private let types: Set<[UInt8]>
  private let ids: Set<SampleID>?
  private var headCount = 0
  /// The type of the row before, which was requested: most often the next row has it too.
  private var type: [UInt8] = []

  init(_ sent: SampleQuery) {
    query = sent
    types = Set(sent.types.map { Array($0.utf8) })
    ids = sent.ids.map { Set($0) }
  }

  mutating func firstFault(in rows: SampleLines) -> Int? {
    guard !types.isEmpty || ids != nil || query.from != nil || query.to != nil else { return nil }
    for (index, line) in rows.lines.enumerated() where line.correlation == nil {
      headCount += 1
      if let ids, headCount > ids.count || !ids.contains(line.id) { return index }
      guard isWanted(rows.text[line.type]), isInTime(line) else { return index }
    }
    return nil
  }

  /// Whether a row is of one of the types; a row of the same type as the one before allocates nothing.
  private mutating func isWanted(_ name: ArraySlice<UInt8>) -> Bool {
    if types.isEmpty || name.elementsEqual(type) { return true }
    type = Array(name)
    return types.contains(type)
  }

  /// Whether a row's time matches.
  ///
  /// A plugin that does not know the strict forms was sent wider bounds instead. Of a strict start only the wider form
  /// is checked.
  private func isInTime(_ line: SampleLine) -> Bool {
    guard let start = line.start, let end = line.end else { return query.from == nil && query.to == nil }
    if let from = query.from, end < from { return false }
    if let to = query.to, query.isStrictEnd ? end > to : start >= to { return false }
    return true
  }
}

/// Reads the columns that a plugin passes on, and checks what other code relies on.
struct ScanColumnReader {
  private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private let query: SampleQuery
  private var lastStart = Int64.min
  private var lastID = SampleID.none

  init(_ wanted: SampleScan.Columns, _ query: SampleQuery) {
    self.wanted = wanted
    self.query = query
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts the samples of a message in the place of the last one's.
  ///
  /// - Returns: why the columns cannot be read; `nil` if they can.
  mutating func take(_ names: ColumnNames, count: Int, _ text: [UInt8]) -> String? {
    columns.removeSamples()
    if wanted.contains(.sources) { columns.sources += names.origins }
    if wanted.contains(.zones) { columns.zones += names.zones }
    if wanted.contains(.subjects) { columns.subjects += names.subjects }
    var cursor = ColumnCursor(text: text)
    for number in 0..<count {
      guard let line = cursor.next(hasID: wanted.contains(.ids), in: text.span.bytes) else {
        return "line \(number + 1) of \(count) is not one of a scan"
      }
      if let fault = take(line) { return "line \(number + 1) \(fault)" }
    }
    return cursor.isAtEnd ? nil : "there are more than the \(count) lines that were announced"
  }

  private mutating func take(_ line: ColumnCursor.Line) -> String? {
    let (end, isTooLong) = line.start.addingReportingOverflow(line.length)
    guard line.start >= Instant.earliest, line.length >= 0, !isTooLong, end <= Instant.latest else {
      return "ends before it starts, or has a time of no calendar"
    }
    guard line.start > lastStart || line.start == lastStart && (!wanted.contains(.ids) || line.id > lastID) else {
      return "comes too late"
    }
    (lastStart, lastID) = (line.start, line.id)
    guard query.from.map({ end >= $0 }) ?? true,
      query.to.map({ query.isStrictEnd ? end <= $0 : line.start < $0 }) ?? true
    else { return "is of another time than was asked for" }
    func isName(_ number: Int64, _ count: Int) -> Bool { number >= 0 && number < min(count, Int(Int32.max)) }
    guard !wanted.contains(.sources) || isName(line.origin, columns.sources.count),
      !wanted.contains(.zones) || line.zone == -1 || isName(line.zone, columns.zones.count),
      !wanted.contains(.subjects) || isName(line.subject, columns.subjects.count)
    else { return "names something that was not announced" }
    columns.start.append(line.start)
    columns.end.append(end)
    columns.value.append(line.value)
    columns.enumCase.append(-1)
    columns.source.append(wanted.contains(.sources) ? Int32(truncatingIfNeeded: line.origin) : 0)
    if wanted.contains(.zones) {
      guard let offset = Int16(exactly: line.offset), offset.magnitude < 24 * 60 else {
        return "has an offset that no clock has"
      }
      columns.startOffset.append(offset)
      columns.zone.append(Int32(truncatingIfNeeded: line.zone))
    } else {
      columns.startOffset.append(0)
      columns.zone.append(-1)
    }
    if wanted.contains(.subjects) { columns.subject.append(Int32(truncatingIfNeeded: line.subject)) }
    if wanted.contains(.ids) { columns.id.append(line.id) }
    return nil
  }
}

/// Reads the lines of columns: `[start,length,value,offset,origin,zone,subject,"id"]`, without blanks.
struct ColumnCursor {
  struct Line {
    var start: Int64
    var length: Int64
    var value: Double
    var offset: Int64
    var origin: Int64
    var zone: Int64
    var subject: Int64
    var id: SampleID
  }

  private var position = 0
  private let end: Int

  init(text: [UInt8]) { end = text.count }

  var isAtEnd: Bool { position == end }

  mutating func next(hasID: Bool, in bytes: RawSpan) -> Line? {
    guard take(UInt8(ascii: "["), bytes), let start = whole(bytes), comma(bytes), let length = whole(bytes),
      comma(bytes), let value = number(bytes), comma(bytes), let offset = whole(bytes), comma(bytes),
      let origin = whole(bytes), comma(bytes), let zone = whole(bytes), comma(bytes), let subject = whole(bytes)
    else { return nil }
    var line = Line(
      start: start, length: length, value: value, offset: offset, origin: origin, zone: zone, subject: subject,
      id: .none)
    if hasID {
      guard comma(bytes), take(UInt8(ascii: "\""), bytes), end - position > 36,
        let id = SampleID(at: position..<position + 36, in: bytes)
      else { return nil }
      position += 36
      line.id = id
      guard take(UInt8(ascii: "\""), bytes) else { return nil }
    }
    guard take(UInt8(ascii: "]"), bytes), take(0x0A, bytes) else { return nil }
    return line
  }

  @inline(__always) private mutating func take(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
    guard position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == byte else { return false }
    position += 1
    return true
  }

  @inline(__always) private mutating func comma(_ bytes: RawSpan) -> Bool { take(UInt8(ascii: ","), bytes) }

  private mutating func whole(_ bytes: RawSpan) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"), bytes)
    let first = position
    var value: Int64 = 0
    while position < end {
      let digit = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30
      guard digit <= 9 else { break }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooFar) = tenfold.subtractingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooFar else { return nil }
      // Below zero, where there is one number more.
      value = sum
      position += 1
    }
    guard position > first else { return nil }
    if isNegative { return value }
    return value == Int64.min ? nil : -value
  }

  private mutating func number(_ bytes: RawSpan) -> Double? {
    let first = position
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      guard byte != UInt8(ascii: ","), byte != 0x0A else { break }
      position += 1
    }
    return DecimalParser.parse(first..<position, in: bytes)?.value
  }
}
