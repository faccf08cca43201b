package import HealthFormats
package import HealthModel
import HealthQueries

/// Statistics of a table or of JSON that no profile describes: of each column, or of each path.
///
/// ```swift
/// let input = try ResolvedInput.resolve(path: "scale.csv")
/// if try ForeignProfile.isForeign(input, registry: registry) {
///   for list in try ForeignProfile(reading: input).lists { print(list.columns.map(\.name)) }
/// }
/// ```
package struct ForeignProfile: Sendable {
  package struct List: Sendable {
    /// The path to the records in JSON, as `records` of `assay.yaml` takes it, empty for whole documents; `nil` for a
    /// table.
    package var path: String?
    package var records: Int
    /// The columns in their order, or the paths in the order in which they appear.
    package var columns: [ColumnProfile]
  }

  package let path: String
  /// How it is written: a table or JSON.
  package let format: InputFormat
  /// A table, or the lists of records in JSON and the values around them.
  package let lists: [List]
  /// How many rows, lines or documents could not be read; they do not count.
  package let damaged: Int
  /// Why there are no statistics: the table has no header that can be read.
  package let fault: String?
  /// How many columns or paths were passed over, beyond the first 512.
  package let passedOver: Int
  let survey: FormatSurvey

  /// How often a file is read again since objects turned out to have ids as keys.
  private static let maximumReadings = 4
  private static let maximumTitles = 5

  /// Reads a file to its end, in bounded memory: at most a million numbers and, for each column, a thousand texts are
  /// kept.
  package init(reading input: ResolvedInput, goesOn: () -> Bool = { true }) throws(InputError) {
    self.init(try Self.survey([input], limit: nil, goesOn), path: input.displayPath, format: input.format)
  }

  /// Whether a file is one that only a profile makes samples of: a table or JSON that looks like no samples.
  package static func isForeign(_ input: ResolvedInput, registry: Registry) throws(InputError) -> Bool {
    guard input.layout == TableLayout(), input.dialect == nil, input.format != .appleHealth,
      input.format.converted == nil, let beginning = try input.beginning(),
      beginning.contains(where: { $0 > 0x20 }), !SampleDetection.isLikely(beginning, format: input.format)
    else { return false }
    guard input.format != .csv else { return true }
    var survey = JSONSurvey()
    try survey.add(MemorySource(beginning), isByLine: input.format == .jsonLines)
    // Facts about a person have a type and no time.
    let types = survey.finished().lists.prefix(2).flatMap(\.columns).first { $0.place == "/type" }
    return !(types?.sample.contains { registry.type(named: $0) != nil } ?? false)
  }

  static func survey(
    _ inputs: [ResolvedInput], limit: Int?, _ goesOn: () -> Bool = { true }
  ) throws(InputError) -> FormatSurvey {
    guard let first = inputs.first else { return FormatSurvey() }
    if first.format == .csv {
      var survey = TableSurvey(skippedLines: try skippedLines(of: first))
      for input in inputs { try survey.add(source(of: input, limit), limit: limit.map(Int64.init)) { _ in goesOn() } }
      return survey.finished()
    }
    var maps: Set<String> = []
    var reading = 1
    while true {
      var survey = JSONSurvey(maps: maps)
      for input in inputs {
        // A value takes some twenty bytes.
        try survey.add(
          source(of: input, limit), isByLine: input.format == .jsonLines, limit: limit.map { $0 / 20 }, goesOn: goesOn)
      }
      let more = survey.tree.likelyMaps.subtracting(maps)
      if more.isEmpty || reading == maximumReadings || !inputs.allSatisfy(\.canBeReadAgain) { return survey.finished() }
      maps.formUnion(more)
      reading += 1
    }
  }

  /// How many lines come before the header, as titles of some programs do: the first of the next lines under which there
  /// are times is the header.
  private static func skippedLines(of input: ResolvedInput) throws(InputError) -> Int {
    guard input.canBeReadAgain else { return 0 }
    for lines in 0...maximumTitles {
      var survey = TableSurvey(skippedLines: lines)
      try survey.add(source(of: input, FileShape.reach), limit: Int64(FileShape.reach))
      if survey.finished().lists.contains(where: { $0.columns.contains { $0.form.kind == .moment } }) { return lines }
    }
    return 0
  }

  /// The bytes of a file; of a look at its beginning no more than a row or a text that ends can take.
  private static func source(of input: ResolvedInput, _ limit: Int?) throws(InputError) -> any ByteSource {
    let source = try input.makeByteSource()
    guard let limit else { return source }
    return BoundedSource(source, limit: limit * 16)
  }

  init(_ survey: FormatSurvey, path: String, format: InputFormat) {
    self.path = path
    self.format = format
    self.survey = survey
    damaged = survey.damaged
    fault = survey.fault
    passedOver = survey.passedOver
    lists = survey.lists.map { list in
      List(
        path: list.path, records: list.count,
        columns: list.columns.filter(\.isOwn).map { ColumnProfile($0.shown, $0.values, $0.form, records: $0.records) })
    }
  }
}

/// The beginning of a source: a look at a file must not read a row or a text that never ends.
struct BoundedSource: ByteSource {
  private var source: any ByteSource
  private var rest: Int

  init(_ source: any ByteSource, limit: Int) {
    self.source = source
    rest = limit
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let got = try source.read(into: &buffer, count: min(count, rest))
    rest -= got
    return got
  }
}

/// Statistics of one column of a table, or of one path of JSON, that no profile describes.
package struct ColumnProfile: Sendable {
  /// The column's name in the header, or the path from the beginning of the document: `/users/*/id`.
  package var name: String
  package var kind: ColumnKind
  /// How moments and times of day are written: `RFC 3339`, `unix`, `unix-ms`, or a pattern as `date_format` takes it.
  package var format: String?
  package var count: Int
  package var missing: Int
  package var others: Int
  /// How many different values there are; `nil` when there are over a thousand.
  package var distinct: Int?
  package var minimum: Double?
  package var maximum: Double?
  /// Numbers: the lower quartile, the median and the upper quartile.
  package var quartiles: [Double] = []
  package var isExact = true
  package var firstDay: CivilDate?
  package var lastDay: CivilDate?
  /// Texts and truth values: the most frequent ones, at most five, among the first thousand different ones.
  package var frequent: [(text: String, count: Int)] = []
  /// What to know of how the values are written: `no offset`, `day or month first?`, `percent signs`.
  package var doubts: [String] = []

  private static let shown = 5

  init(_ name: String, _ values: ValueSurvey, _ form: ValueFormat, records: Int) {
    self.name = name
    kind = form.kind
    count = values.count
    missing = max(0, records - values.count)
    others = form.others
    distinct = values.texts.isFull ? nil : values.texts.entries.count
    switch form.kind {
    case .number:
      (minimum, maximum) = (values.numbers.minimum, values.numbers.maximum)
      quartiles = values.numbers.quantiles([0.25, 0.5, 0.75])
      isExact = values.numbers.isExact
      if values.percents > 0 {
        let all = values.percents == values.count
        doubts.append(all ? "percent signs" : "\(GroupedDigits.string(values.percents)) percent signs")
      }
    case .moment:
      format = form.format ?? "RFC 3339"
      (firstDay, lastDay) = Self.days(values, form)
      addDoubts(values, form)
    case .clock: format = form.format
    case .text, .boolean: frequent = values.texts.frequent(Self.shown)
    case .empty: break
    }
  }

  private static func days(_ values: ValueSurvey, _ form: ValueFormat) -> (CivilDate?, CivilDate?) {
    if let unit = ["unix": 86_400.0, "unix-ms": 86_400_000][form.format ?? ""] {
      let days = [values.numbers.minimum, values.numbers.maximum].map { value in
        value.map { CivilDate(daysSince1970: Int(($0 / unit).rounded(.down))) }
      }
      return (days[0], days[1])
    }
    guard let days = values.dayRange(isDayFirst: form.isDayFirst) else { return (nil, nil) }
    return (CivilDate(daysSince1970: Int(days.lowerBound)), CivilDate(daysSince1970: Int(days.upperBound)))
  }

  private mutating func addDoubts(_ values: ValueSurvey, _ form: ValueFormat) {
    if form.isOrderOpen { doubts.append("day or month first?") }
    let timed = values.shapes.reduce(0) { $0 + ($1.key.hasTime ? $1.value : 0) }
    if values.withoutOffset > 0 {
      let all = values.withoutOffset == timed
      doubts.append(all ? "no offset" : "no offset in \(GroupedDigits.string(values.withoutOffset))")
    } else if timed == 0, form.shape != nil {
      doubts.append("no time of day")
    }
    if values.offsets.count > 1 {
      let texts = values.offsets.sorted().map { minutes -> String in
        var text: [UInt8] = []
        TimestampWriter.appendOffset(minutes, to: &text)
        return String(decoding: text, as: UTF8.self)
      }
      doubts.append("offsets " + texts.joined(separator: ", "))
    }
  }
}

/// Follows JSON of any form, and keeps what the values at each path are like.
///
/// Elements of an array are at one path, `*`, and so are the members of an object whose keys are days, numbers or ids.
/// The elements of an array that is in an array have a path each: `[1767600000000, 72]`.
struct JSONSurvey {
  private(set) var tree = PathTree()
  private(set) var damaged = 0
  /// The open objects and arrays: the node of each, or -1 for what is passed over.
  private var levels: [Level] = []
  private var scratch: [UInt8] = []
  private var eventCount = 0

  private struct Level {
    var node: Int
    var isArray: Bool
    var isTuple = false
    var number = 0
    var key: [UInt8] = []
  }

  private static let stretch = 1 << 18

  /// Starts with the paths of objects that are known to have ids as keys.
  init(maps: Set<String> = []) { tree.maps = maps }

  mutating func add(
    _ source: any ByteSource, isByLine: Bool, limit: Int? = nil, goesOn: () -> Bool = { true }
  ) throws(InputError) {
    var events = JSONEvents(source, isByLine: isByLine)
    levels.removeAll()
    var count = 0
    while true {
      let event = try events.next()
      count += 1
      eventCount += 1
      switch event {
      case .end: return
      case .broken:
        damaged += 1
        levels.removeAll()
      case .endDocument: levels.removeAll()
      case .beginObject: open(isArray: false)
      case .beginArray: open(isArray: true)
      case .endObject, .endArray: _ = levels.popLast()
      case .key(let field): read(field, events.bytes, asKey: true)
      case .scalar(let field): read(field, events.bytes, asKey: false)
      }
      if eventCount % Self.stretch == 0 {
        FormatSurvey.bound(&tree.values)
        if !goesOn() { return }
      }
      if let limit, count >= limit { return }
    }
  }

  func finished() -> FormatSurvey { FormatSurvey(lists: tree.lists(), damaged: damaged, passedOver: tree.passedOver) }

  private mutating func open(isArray: Bool) {
    let node = place(isContainer: true)
    let isTuple = isArray && (levels.last?.isArray ?? false)
    levels.append(Level(node: node, isArray: isArray, isTuple: isTuple))
  }

  /// The node of the value that comes next; -1 if it is passed over.
  private mutating func place(isContainer: Bool) -> Int {
    guard let last = levels.indices.last else { return tree.beginDocument() }
    let level = levels[last]
    if level.isArray {
      levels[last].number += 1
      guard level.node >= 0 else { return -1 }
      return level.isTuple ? tree.child(of: level.node, at: level.number) : tree.element(of: level.node, key: nil)
    }
    guard level.node >= 0 else { return -1 }
    return tree.member(of: level.node, level.key, isContainer: isContainer)
  }

  private mutating func read(_ field: RawField, _ bytes: [UInt8], asKey isKey: Bool) {
    scratch.removeAll(keepingCapacity: true)
    if field.isEscaped {
      JSONText.appendDecoded(field.range, in: bytes.span.bytes, to: &scratch)
    } else {
      scratch.append(contentsOf: bytes[field.range])
    }
    if isKey {
      if let last = levels.indices.last {
        levels[last].key.removeAll(keepingCapacity: true)
        levels[last].key.append(contentsOf: scratch)
      }
      return
    }
    let node = place(isContainer: false)
    guard node >= 0, field.kind != .null else { return }
    tree.add(scratch, at: node)
  }
}

/// Follows the rows of tables with the same columns, and keeps what their columns are like.
struct TableSurvey {
  let skippedLines: Int
  private var names: [String] = []
  private var delimiter: UInt8?
  private var values: [ValueSurvey] = []
  private var samples: [[String]] = []
  private var rowCount = 0
  private var damaged = 0
  private var fault: String?
  private var sampleBytes = 0

  /// After how many rows the memory of distributions is measured again.
  private static let stretch = 16_384
  /// The most bytes of a sample, and of one text in it.
  private static let maximumSample = 4 << 20
  private static let maximumText = 200

  init(skippedLines: Int = 0) { self.skippedLines = skippedLines }

  mutating func add(
    _ source: some ByteSource, limit: Int64? = nil, goesOn: (Int64) -> Bool = { _ in true }
  ) throws(InputError) {
    var rows = ForeignRows(source, skippedLines: skippedLines)
    defer { damaged += rows.damaged }
    while try rows.next() {
      if values.isEmpty { begin(rows.names, rows.delimiter) }
      add(rows.cells, rows.bytes)
      if rowCount % Self.stretch == 0 {
        FormatSurvey.bound(&values)
        if !goesOn(rows.bytesRead) { break }
      }
      if let limit, rows.bytesRead >= limit { break }
    }
    if values.isEmpty { begin(rows.names, rows.delimiter) }
    fault = fault ?? rows.fault?.text
  }

  func finished() -> FormatSurvey {
    var survey = FormatSurvey(delimiter: delimiter, damaged: damaged, fault: fault)
    survey.passedOver = names.count - values.count
    survey.skippedLines = skippedLines
    let columns = values.indices.filter { !names[$0].isEmpty }.map { index in
      RecordSurvey.Column(
        place: names[index], label: names[index], shown: names[index], values: values[index],
        form: ValueFormat(values[index], name: names[index]), records: rowCount, sample: samples[index])
    }
    survey.lists = [RecordSurvey(path: nil, count: rowCount, columns: columns)]
    return survey
  }

  private mutating func begin(_ names: [String], _ delimiter: UInt8) {
    self.names = names
    self.delimiter = delimiter
    let count = min(names.count, FormatSurvey.maximumColumns)
    values = Array(repeating: ValueSurvey(), count: count)
    samples = Array(repeating: [], count: count)
  }

  private mutating func add(_ cells: [RawField], _ bytes: [UInt8]) {
    rowCount += 1
    let isSampled = rowCount <= FormatSurvey.sampleSize && sampleBytes < Self.maximumSample
    for index in values.indices where index < cells.count {
      let cell = cells[index]
      guard cell.isEscaped else {
        if cell.isPresent { values[index].add(cell.range, in: bytes.span.bytes) }
        if isSampled { keep(cell.isPresent ? bytes[cell.range] : [], of: index) }
        continue
      }
      var text: [UInt8] = []
      CSVText.appendDecoded(cell.range, in: bytes.span.bytes, to: &text)
      values[index].add(0..<text.count, in: text.span.bytes)
      if isSampled { keep(text[...], of: index) }
    }
  }

  private mutating func keep(_ text: ArraySlice<UInt8>, of index: Int) {
    let text = text.prefix(Self.maximumText)
    sampleBytes += text.count
    samples[index].append(String(decoding: text, as: UTF8.self))
  }
}
