package import HealthModel
import HealthUnits

/// A picture of a stored sample, or of the samples of a period, for an SVG file.
///
/// ```swift
/// if let picture = SamplePicture(of: type, content: content, start: start, clock: ChartClock()) {
///   print(SVGPicture.document([picture]))
/// }
/// ```
package struct SamplePicture: Sendable {
  /// What is drawn.
  package enum Form: Sendable {
    /// Voltages on millimeter paper.
    case strip(StripPicture)
    /// Places on a map, with their altitudes.
    case route(RoutePicture)
    /// Columns of numbers, each as a line.
    case lines(LinesPicture)
    /// How loud tones must be for each ear.
    case audiogram(AudiogramPicture)
    /// Cases over time, as steps.
    case stages(StagesPicture)
  }

  /// The subject: the title of a type.
  package var title: String
  /// When it was, in a few words.
  package var period: String
  /// What the sample's fields say, one text each.
  package var captions: [String]
  /// What is drawn.
  package var form: Form

  package init(title: String, period: String, captions: [String] = [], form: Form) {
    self.title = title
    self.period = period
    self.captions = captions
    self.form = form
  }
}

extension SamplePicture {
  /// The subject and its time in a line; safe to show.
  var heading: String { ChartData.shown(title) + (period.isEmpty ? "" : ", " + ChartData.shown(period)) }

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
  package static func period(_ start: Int64, clock: ChartClock) -> String {
    let local = clock.local(min(max(start, Instant.earliest), Instant.latest))
    let text = TimestampWriter.string(local).prefix(local % 60_000_000 == 0 ? 16 : 19)
    return text.prefix(10) + " " + text.dropFirst(11) + ", " + clock.name
  }
}

/// Which picture a sample has, by what its type's definition says: units, timing and the names of columns. No type is
/// known by its id, so that a team's own electrocardiogram is drawn as one.
extension SamplePicture {
  /// Draws a structured sample; `nil` when its type has neither points nor a list of hearing levels.
  package init?(of type: TypeDefinition, content: StructureContent, start: Int64, clock: ChartClock) {
    guard let form = Self.form(content) else { return nil }
    self.init(
      title: type.title, period: Self.period(start, clock: clock), captions: Self.captions(content.fields), form: form)
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

  private static func strip(_ definition: PointsDefinition, _ points: PointsContent) -> StripPicture? {
    guard let rate = hertz(definition, points) else { return nil }
    let leads = definition.columns.indices.compactMap { index -> StripPicture.Lead? in
      let column = definition.columns[index]
      guard let values = numbers(points, index, of: column, in: "mV") else { return nil }
      return StripPicture.Lead(name: column.name, millivolts: values)
    }
    return StripPicture(leads: leads, rate: rate)
  }

  private static func route(_ definition: PointsDefinition, _ points: PointsContent) -> RoutePicture? {
    let columns = definition.columns
    let angles = columns.indices.filter { columns[$0].value.quantity?.unit.isConvertible(to: "deg") ?? false }
    var latitude = angles.first { columns[$0].name == "latitude" }
    var longitude = angles.first { columns[$0].name == "longitude" }
    if latitude == nil, longitude == nil, angles.count == 2 {
      // Only latitudes end at a right angle.
      latitude = angles.first { columns[$0].isBounded(by: 90) }
      longitude = angles.first { columns[$0].isBounded(by: 180) && !columns[$0].isBounded(by: 90) }
    }
    guard let latitude, let longitude,
      let latitudes = numbers(points, latitude, of: columns[latitude], in: "deg"),
      let longitudes = numbers(points, longitude, of: columns[longitude], in: "deg")
    else { return nil }
    let heights = columns.indices.filter { columns[$0].value.quantity?.unit.isConvertible(to: "m") ?? false }
    let height = heights.first { columns[$0].name == "altitude" } ?? heights.first
    let altitudes = height.flatMap { numbers(points, $0, of: columns[$0], in: "m") } ?? []
    return RoutePicture(
      latitudes: latitudes, longitudes: longitudes, altitudes: altitudes,
      altitudeName: height.map { columns[$0].name } ?? "")
  }

  private static func lines(_ definition: PointsDefinition, _ points: PointsContent) -> LinesPicture {
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
      return LinesPicture.Column(
        name: column.name, unit: unit, values: points.columns.indices.contains(index) ? points.columns[index] : [])
    }
    return LinesPicture(places: places, isTimed: isTimed, columns: columns)
  }

  /// The numbers of a column in a unit, none if the sample lacks it; `nil` if the column is not of its dimension.
  private static func numbers(
    _ points: PointsContent, _ index: Int, of column: ColumnDefinition, in unit: String
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
    case .quantity(let number, let unit): "\(FixedDecimals.trimmed(number, 3, isGrouped: true)) \(unit)"
    case .number(let number): FixedDecimals.trimmed(number, 3, isGrouped: true)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .enumeration(let name), .text(let name): ChartData.shown(name)
    case .time(let time): TimestampWriter.string(min(max(time, Instant.earliest), Instant.latest))
    case .metadata, .document: nil
    }
  }
}

extension ColumnDefinition {
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
