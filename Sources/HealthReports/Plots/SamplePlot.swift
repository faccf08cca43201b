package import HealthModel
import HealthUnits

/// A picture of a stored sample, or of the samples of a period, for an SVG file.
///
/// ```swift
/// if let picture = SamplePlot(of: type, content: content, start: start, clock: ChartClock()) {
///   print(SVGSamplePlot.document([picture]))
/// }
/// ```
package struct SamplePlot: Sendable {
  enum Form: Sendable {
    /// Voltages on millimeter paper.
    case strip(StripPlot)
    /// Places on a map, with their altitudes.
    case route(RoutePlot)
    /// Columns of numbers, each as a line.
    case lines(LinesPlot)
    /// How loud tones must be for each ear.
    case audiogram(AudiogramPlot)
    /// Cases over time, as steps.
    case stages(StagesPlot)
  }

  var title: String
  /// Whose sample it is, or all of them are.
  var subject: String?
  /// When it was, in a few words.
  var period: String
  /// What the sample's fields say, one text each.
  var captions: [String] = []
  var form: Form

  /// What it is, of whom and when, in a line; safe to show.
  var heading: String {
    ChartData.heading(title, of: subject) + (period.isEmpty ? "" : ", " + ChartData.shown(period))
  }

  /// A sentence for people who cannot see the picture.
  var summary: String {
    switch form {
    case .strip(let strip): strip.summary
    case .route(let route): route.summary
    case .lines(let lines): lines.summary
    case .audiogram(let audiogram): audiogram.summary
    case .stages(let stages): stages.summary
    }
  }

  /// The date and the minute or second that a clock shows at a moment, and its name.
  static func period(_ start: Int64, clock: ChartClock) -> String {
    let local = clock.local(min(max(start, Instant.earliest), Instant.latest))
    let text = TimestampWriter.string(local).prefix(local % 60_000_000 == 0 ? 16 : 19)
    return text.prefix(10) + " " + text.dropFirst(11) + ", " + clock.name
  }
}

/// Which picture a sample has, by what its type's definition says: units, timing and the names of columns. No type is
/// known by its id, so that a team's own electrocardiogram is drawn as one.
extension SamplePlot {
  package init(title: String, stages: StagesPlot) {
    self.init(title: title, subject: stages.subject, period: "", form: .stages(stages))
  }

  /// Draws a structured sample; `nil` when its type has neither points nor a list of hearing levels.
  package init?(
    of type: TypeDefinition, content: StructureContent, subject: String? = nil, start: Int64, clock: ChartClock
  ) {
    guard let form = Self.form(content) else { return nil }
    self.init(
      title: type.title, subject: subject, period: Self.period(start, clock: clock),
      captions: Self.captions(content.fields), form: form)
  }

  package static func canDraw(_ type: TypeDefinition) -> Bool {
    guard let shape = type.shape.structure else { return false }
    return shape.points != nil || AudiogramColumns(shape) != nil
  }

  private static func form(_ content: StructureContent) -> Form? {
    if let definition = content.shape.points {
      let points = content.points ?? PointsContent(columns: definition.columns.map { _ in [] })
      if let strip = strip(definition, points) { return .strip(strip) }
      if let route = route(definition, points) { return .route(route) }
      return .lines(lines(definition, points))
    }
    return AudiogramColumns(content.shape).map { .audiogram($0.picture(content)) }
  }

  // MARK: Points

  private static func strip(_ definition: PointsDefinition, _ points: PointsContent) -> StripPlot? {
    guard let rate = hertz(definition, points) else { return nil }
    let leads = definition.columns.indices.compactMap { index -> StripPlot.Lead? in
      let column = definition.columns[index]
      guard let values = numbers(points, index, of: column, in: "mV") else { return nil }
      return StripPlot.Lead(name: column.name, millivolts: values)
    }
    return StripPlot(leads: leads, rate: rate)
  }

  private static func route(_ definition: PointsDefinition, _ points: PointsContent) -> RoutePlot? {
    let columns = definition.columns
    let angles = columns.indices.filter { columns[$0].value.quantity?.unit.isConvertible(to: "deg") ?? false }
    var latitude = angles.first { columns[$0].name == "latitude" }
    var longitude = angles.first { columns[$0].name == "longitude" }
    if latitude == nil, longitude == nil, angles.count == 2 {
      // Only latitudes end at a right angle.
      latitude = angles.first { columns[$0].isBounded(by: 90) }
      longitude = angles.first { columns[$0].isBounded(by: 180) && !columns[$0].isBounded(by: 90) }
    }
    guard let latitude, let longitude, let latitudes = numbers(points, latitude, of: columns[latitude], in: "deg"),
      let longitudes = numbers(points, longitude, of: columns[longitude], in: "deg")
    else { return nil }
    let heights = columns.indices.filter { columns[$0].value.quantity?.unit.isConvertible(to: "m") ?? false }
    let height = heights.first { columns[$0].name == "altitude" } ?? heights.first
    let altitudes = height.flatMap { numbers(points, $0, of: columns[$0], in: "m") } ?? []
    return RoutePlot(
      latitudes: latitudes, longitudes: longitudes, altitudes: altitudes,
      altitudeName: height.map { columns[$0].name } ?? "")
  }

  private static func lines(_ definition: PointsDefinition, _ points: PointsContent) -> LinesPlot {
    let count = points.count
    var places = points.times
    var isTimed = true
    if places.isEmpty, let rate = hertz(definition, points) {
      places = (0..<count).map { Double($0) / rate }
    } else if places.isEmpty {
      isTimed = false
      places = (0..<count).map { Double($0 + 1) }
    }
    let columns = definition.columns.indices.map { index in
      let column = definition.columns[index]
      let unit = column.value == .boolean ? "1: true" : column.value.quantity?.unit.description ?? ""
      return LinesPlot.Column(
        name: column.name, unit: unit, values: points.columns.indices.contains(index) ? points.columns[index] : [])
    }
    return LinesPlot(places: places, isTimed: isTimed, columns: columns)
  }

  /// The numbers of a column in a unit, none if the sample lacks it; `nil` if the column is not of its dimension.
  private static func numbers(
    _ points: PointsContent, _ index: Int, of column: FieldDefinition, in unit: String
  ) -> [Double]? {
    guard let convert = column.value.quantity?.unit.conversion(toUnit: unit) else { return nil }
    guard points.columns.indices.contains(index) else { return [] }
    return points.columns[index].map { convert($0) }
  }

  private static func hertz(_ definition: PointsDefinition, _ points: PointsContent) -> Double? {
    guard case .rate(let quantity) = definition.timing, let rate = points.rate,
      let hertz = quantity.unit.conversion(toUnit: "Hz")?(rate), hertz > 0, hertz.isFinite
    else { return nil }
    return hertz
  }

  // MARK: Captions

  /// The most fields that a caption has.
  private static let captionLimit = 12

  /// What the fields of a sample say, in the order of the definition: `classification: sinusRhythm`.
  private static func captions(_ fields: GroupContent) -> [String] {
    var captions: [String] = []
    for (definition, value) in zip(fields.definitions, fields.values) {
      guard captions.count < captionLimit, let value, let text = words(value) else { continue }
      captions.append("\(definition.name): \(text)")
    }
    return captions
  }

  /// A value in a few words; `nil` for a document or metadata, which no caption has room for.
  private static func words(_ value: FieldContent) -> String? {
    switch value {
    case .quantity(let number, let unit):
      "\(FixedDecimals.trimmed(unit.answer(number), 3, isGrouped: true)) \(unit.answered.peopleText)"
    case .number(let number): FixedDecimals.trimmed(number, 3, isGrouped: true)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .enumeration(let name), .text(let name): ChartData.shown(name)
    case .time(let time): TimestampWriter.string(min(max(time, Instant.earliest), Instant.latest))
    case .metadata, .document: nil
    }
  }
}

extension FieldDefinition {
  /// Whether the definition allows no number of a greater magnitude.
  fileprivate func isBounded(by limit: Double) -> Bool {
    guard let allowed = value.quantity?.allowed, let least = allowed.minimum, let most = allowed.maximum else {
      return false
    }
    return least >= -limit && most <= limit
  }
}

extension UnitOfMeasure {
  /// The conversion into a unit; `nil` when it measures something else.
  func conversion(toUnit text: String) -> UnitConversion? {
    guard let unit = try? UnitOfMeasure(text) else { return nil }
    return try? conversion(to: unit)
  }

  /// Whether values can be expressed in a unit.
  func isConvertible(to text: String) -> Bool { conversion(toUnit: text) != nil }
}

/// Columns of numbers, each as a line of its own over time, or over the points' numbers where they have no times.
struct LinesPlot: Sendable {
  struct Column: Sendable {
    var name: String
    /// The unit of its numbers; empty if they have none.
    var unit: String
    /// The numbers, NaN for a missing one; empty for a column that is not there.
    var values: [Double]
  }

  /// Seconds after the sample's start, or numbers of points.
  let places: [Double]
  let isTimed: Bool
  let columns: [Column]

  static let limit = 12

  /// Creates a picture; columns without numbers are left out, and so are those after the twelfth.
  init(places: [Double], isTimed: Bool, columns: [Column]) {
    self.places = places
    self.isTimed = isTimed
    self.columns = Array(columns.filter { $0.values.contains { NiceScale.canHold($0) } }.prefix(Self.limit))
  }

  func points(_ column: Column) -> [LinePoint] { zip(places, column.values).map { LinePoint(x: $0, y: $1) } }

  /// The axis that all columns share, from the start or the first point on, and what it counts.
  private var axis: (axis: PlotAxis, title: String) {
    let known = places.lazy.filter { NiceScale.canHold($0) }
    let low = isTimed ? min(0, known.min() ?? 0) : 1
    let high = known.max() ?? low
    guard isTimed else { return (PlotAxis(from: low, to: high, steps: 10), "point") }
    let unit = PlotAxis.elapsedUnit(high - low)
    return (PlotAxis(from: low, to: high, size: unit.seconds, steps: 10), "\(unit.name) after the start")
  }

  static func title(_ column: Column) -> String {
    ChartData.shown(column.name) + (column.unit.isEmpty ? "" : " (\(ChartData.shown(column.unit)))")
  }

  var summary: String {
    let count = "\(GroupedDigits.string(places.count)) \(places.count == 1 ? "point" : "points")"
    if columns.isEmpty { return count + " without numbers" }
    return count + " with " + columns.map { Self.title($0) }.joined(separator: ", ") + ", each as a line"
  }
}

// One plot below the other, all over the same axis.
extension LinesPlot {
  private static let height = 40.0

  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let (horizontal, title) = axis
    guard !columns.isEmpty else { return moments(horizontal, title, top: top, &marks) }
    var y = top
    for (number, column) in columns.enumerated() {
      let points = self.points(column)
      let frame = SVGFrame(
        left: 30, right: SVGSamplePlot.width - SVGSamplePlot.margin, top: y + 6, bottom: y + 6 + Self.height,
        horizontal: horizontal,
        vertical: PlotAxis(enclosing: points.lazy.map(\.y).filter { NiceScale.canHold($0) }, steps: 4))
      marks.words(Self.title(column), x: SVGSamplePlot.margin, y: y + 3)
      let isLast = number == columns.count - 1
      frame.axes(&marks, title: isLast ? title : "")
      frame.lines(points, &marks, color: "#0072B2", name: "line")
      y = frame.bottom + (isLast ? 8.5 : 7)
    }
    return y
  }

  /// A stroke at each point, when points have times and nothing else.
  private func moments(_ horizontal: PlotAxis, _ title: String, top: Double, _ marks: inout SVGMarks) -> Double {
    let frame = SVGFrame(
      left: 30, right: SVGSamplePlot.width - SVGSamplePlot.margin, top: top + 2, bottom: top + 17,
      horizontal: horizontal, vertical: PlotAxis(first: 0, last: 1, ticks: []))
    frame.axes(&marks, title: title)
    var seen: Set<String> = []
    var ways = ""
    for place in places where isTimed && NiceScale.canHold(place) {
      let x = SVGMarks.mm(frame.place(LinePoint(x: place, y: 0)).x)
      if seen.insert(x).inserted { ways += "M\(x) \(SVGMarks.mm(frame.top))V\(SVGMarks.mm(frame.bottom))" }
    }
    if ways.isEmpty {
      marks.words("no points", x: (frame.left + frame.right) / 2, y: frame.top + 9, anchor: "middle")
    } else {
      marks.path(ways, color: SVGMarks.ink, width: 0.2, name: "moments")
    }
    return frame.bottom + 8.5
  }
}

/// The cases of a category over time, as steps: the stages of a night.
///
/// A pause of three hours begins another row, and so does another subject. What several sources say of a night is in one
/// row; where more than one of them has stages, each has a part of the height of a case.
package struct StagesPlot: Sendable {
  /// A case for a time.
  package struct Stage: Sendable, Hashable {
    /// Microseconds since 1970 UTC.
    var start: Int64
    var end: Int64
    /// Index into the cases.
    var lane: Int
    /// Who recorded it; empty if nothing names a source.
    var source: String
    /// Whose it is; empty if nothing says it.
    var subject: String

    package init(start: Int64, end: Int64, lane: Int, source: String = "", subject: String = "") {
      self.start = start
      self.end = end
      self.lane = lane
      self.source = source
      self.subject = subject
    }
  }

  /// Stages without a long pause.
  struct Row: Hashable {
    var subject: String
    var start: Int64
    var end: Int64
    var stages: [Stage]
    /// Those of the frame case, then those of the others, as they come.
    var sources: [String] = []
    /// How many of the sources, the last ones, have other cases than the frame.
    var stagedCount = 0
  }

  /// The names of the cases, from the top.
  let lanes: [String]
  /// The case that frames the others, as the time in bed does; `nil` if none does.
  let session: Int?
  let clock: ChartClock
  /// The rows, by subject and time.
  let rows: [Row]
  let omitted: Int

  /// The pause after which a row ends.
  private static let pause: Int64 = 3 * 3600 * Instant.second
  /// The most rows: a month of nights.
  private static let limit = 31

  package init(lanes: [String], session: Int?, stages: [Stage], clock: ChartClock) {
    let seen = Set(stages.map(\.lane))
    // Cases that nothing has would only make the picture higher.
    let kept = lanes.indices.filter { seen.contains($0) }
    self.lanes = kept.map { lanes[$0] }
    let session = session.flatMap { kept.firstIndex(of: $0) }
    self.session = session
    self.clock = clock
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    let valid = stages.compactMap { stage -> Stage? in
      guard let lane = places[stage.lane], stage.start <= stage.end, stage.start >= Instant.earliest,
        stage.end <= Instant.latest
      else { return nil }
      var stage = stage
      stage.lane = lane
      return stage
    }
    let all = Self.rows(
      valid.sorted {
        ($0.subject, $0.start, $0.lane, $0.end, $0.source) < ($1.subject, $1.start, $1.lane, $1.end, $1.source)
      },
      session)
    rows = Array(all.prefix(Self.limit))
    omitted = all.count - rows.count
  }

  private static func rows(_ stages: [Stage], _ session: Int?) -> [Row] {
    var rows: [Row] = []
    for stage in stages {
      let last = rows.count - 1
      if last >= 0, rows[last].subject == stage.subject, stage.start - rows[last].end < pause {
        rows[last].end = max(rows[last].end, stage.end)
        rows[last].stages.append(stage)
      } else {
        rows.append(Row(subject: stage.subject, start: stage.start, end: stage.end, stages: [stage]))
      }
    }
    for index in rows.indices {
      let staged = Set(rows[index].stages.filter { $0.lane != session }.map(\.source))
      let others = Set(rows[index].stages.map(\.source)).subtracting(staged)
      rows[index].sources = others.sorted() + staged.sorted()
      rows[index].stagedCount = staged.count
    }
    return rows
  }

  /// The time that every row has room for, so that hours are as wide in all of them.
  var span: Int64 { max(60 * Instant.second, rows.map { $0.end - $0.start }.max() ?? 0) }

  /// Whose all rows are; `nil` for those of several people, and of nobody who is named.
  var subject: String? {
    let subjects = Set(rows.map(\.subject))
    return subjects.count == 1 ? subjects.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// What a row is called: its first moment, whose it is, and who recorded it.
  func title(_ row: Row) -> String {
    let sources = row.stagedCount > 1 ? Array(row.sources.dropLast(row.stagedCount)) : row.sources
    let names = (subject == nil ? [row.subject] : []) + sources
    return ([SamplePlot.period(row.start, clock: clock)] + names.filter { !$0.isEmpty }.map { ChartData.shown($0) })
      .joined(separator: ", ")
  }

  var summary: String {
    guard !rows.isEmpty else { return "no samples" }
    let count = rows.reduce(0) { $0 + $1.stages.count }
    var words = "\(GroupedDigits.string(count)) samples in \(rows.count) \(rows.count == 1 ? "row" : "rows"): "
    words += lanes.map { ChartData.shown($0) }.joined(separator: ", ") + ", from the top"
    if omitted > 0 { words += "; \(omitted) more \(omitted == 1 ? "row" : "rows") not drawn" }
    return words
  }
}

// As steps: a lane for each case, a bar for each sample, and a line from a case to the next one.
extension StagesPlot {
  private static let lane = 6.0
  private static let left = 46.0
  /// The frame case is lighter than the cases within it; all are distinct in gray.
  private static let frame = "#B9BDC4"
  private static let colors = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"]

  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    guard !rows.isEmpty else {
      marks.words("no samples", x: SVGSamplePlot.width / 2, y: top + 6, anchor: "middle")
      return top + 10
    }
    var y = top
    for row in rows { y = draw(row, top: y, &marks) }
    if omitted > 0 {
      let noun = omitted == 1 ? "row" : "rows"
      marks.words("\(omitted) more \(noun) not drawn", x: SVGSamplePlot.margin, y: y + 2)
      y += 6
    }
    return y
  }

  private func draw(_ row: Row, top: Double, _ marks: inout SVGMarks) -> Double {
    let right = SVGSamplePlot.width - SVGSamplePlot.margin
    let share = Double(row.end - row.start) / Double(span)
    let end = row.start == row.end ? row.start + span : row.end
    let width = row.start == row.end ? right - Self.left : max(10, (right - Self.left) * share)
    let ticks = TimeTicks(from: row.start, to: end, clock: clock, limit: max(1, Int(width / 17))).ticks
    let frame = SVGFrame(
      left: Self.left, right: Self.left + width, top: top + 6, bottom: top + 6 + Double(lanes.count) * Self.lane,
      horizontal: PlotAxis(
        first: 0, last: Double(end - row.start),
        ticks: ticks.map { PlotAxis.Tick(value: Double($0.instant - row.start), label: $0.label) }),
      vertical: PlotAxis(
        first: Double(lanes.count), last: 0,
        ticks: lanes.enumerated().map { PlotAxis.Tick(value: Double($0) + 0.5, label: ChartData.shown($1)) }))
    marks.words(title(row), x: SVGSamplePlot.margin, y: top + 3)
    let staged = row.sources.suffix(row.stagedCount)
    if staged.count > 1 { legend(staged, y: top + 3, &marks) }
    frame.axes(&marks)
    for (number, source) in staged.enumerated() {
      let stages = row.stages.filter { $0.lane != session && $0.source == source }
      let offset = (Double(number) + 0.5) / Double(staged.count)
      marks.path(steps(stages, from: row.start, offset, frame), color: SVGMarks.ink, width: 0.3, name: "steps")
    }
    for stage in row.stages {
      let number = stage.lane == session ? nil : staged.firstIndex(of: stage.source).map { $0 - staged.startIndex }
      let start = frame.place(LinePoint(x: Double(stage.start - row.start), y: Double(stage.lane)))
      let end = frame.place(LinePoint(x: Double(stage.end - row.start), y: Double(stage.lane) + 1))
      let height = (Self.lane - 2) / (number == nil ? 1 : Double(staged.count))
      marks.box(
        x: start.x, y: start.y + 1 + height * Double(number ?? 0), width: max(0.2, end.x - start.x), height: height,
        fill: number.map { Self.colors[$0 % Self.colors.count] } ?? Self.frame, name: "stage")
    }
    return frame.bottom + 9
  }

  /// The sources of a row's stages with their colors, from the right.
  private func legend(_ sources: ArraySlice<String>, y: Double, _ marks: inout SVGMarks) {
    var x = SVGSamplePlot.width - SVGSamplePlot.margin
    for (number, source) in sources.enumerated().reversed() {
      let name = ChartData.shown(source.isEmpty ? "no source" : source)
      marks.words(name, x: x, y: y, anchor: "end")
      // A letter is about 1.8 mm wide.
      x -= 1.8 * Double(name.count) + 3.5
      marks.box(
        x: x, y: y - 2.2, width: 2.5, height: 2.5, fill: Self.colors[number % Self.colors.count], name: "legend")
      x -= 4
    }
  }

  /// Lines from the end of a case to the beginning of another one at the same second.
  private func steps(_ stages: [Stage], from first: Int64, _ offset: Double, _ frame: SVGFrame) -> String {
    var ways = ""
    for (last, stage) in zip(stages, stages.dropFirst())
    where last.lane != stage.lane && (stage.start - last.end).magnitude <= UInt64(Instant.second) {
      let from = frame.place(LinePoint(x: Double(stage.start - first), y: Double(last.lane) + offset))
      let to = frame.place(LinePoint(x: Double(stage.start - first), y: Double(stage.lane) + offset))
      ways += "M\(SVGMarks.mm(from.x)) \(SVGMarks.mm(from.y))V\(SVGMarks.mm(to.y))"
    }
    return ways
  }
}
