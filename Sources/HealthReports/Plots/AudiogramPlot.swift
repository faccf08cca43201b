import AssayPlatform
import HealthModel
import HealthUnits

/// How loud tones must be for each ear to hear them, as audiologists draw it: frequencies by octaves, levels downward.
struct AudiogramPlot: Sendable {
  enum Ear: Sendable, Hashable, CaseIterable {
    /// Crosses, blue, dashed.
    case left
    /// Circles, red, solid.
    case right
  }

  /// The level at which an ear hears a tone.
  struct Tone: Sendable, Hashable {
    /// Hz, above 0.
    var frequency: Double
    /// dBHL.
    var level: Double
    /// Whether the other ear heard a noise meanwhile.
    var isMasked = false

    /// Octaves above 1000 Hz.
    var octave: Double { (frequency / 1000).binaryLogarithm }
  }

  /// The tones of each ear, by frequency.
  let left: [Tone]
  let right: [Tone]

  /// Creates a picture; tones that no axis can hold are left out.
  init(left: [Tone], right: [Tone]) {
    self.left = Self.sorted(left)
    self.right = Self.sorted(right)
  }

  private static func sorted(_ tones: [Tone]) -> [Tone] {
    tones.filter { $0.frequency > 0 && $0.octave.isFinite && NiceScale.canHold($0.level) }
      .sorted { $0.frequency < $1.frequency }
  }

  func tones(_ ear: Ear) -> [Tone] { ear == .left ? left : right }

  /// Octaves from 125 Hz to 8 kHz, or as far as the tones go.
  var frequencyAxis: PlotAxis {
    let octaves = (left + right).map(\.octave)
    let low = min(-3, (octaves.min() ?? 0).rounded(.down))
    let high = max(3, (octaves.max() ?? 0).rounded(.up))
    // Half an octave of room at both ends, as on printed forms; of very many octaves only some are named.
    let step = max(1, ((high - low) / 12).rounded(.up))
    let ticks = stride(from: low, through: high, by: step).map { octave in
      PlotAxis.Tick(value: octave, label: Self.label(octave))
    }
    return PlotAxis(first: low - 0.5, last: high + 0.5, ticks: ticks)
  }

  /// From 120 dBHL at the bottom up to -10, or as far as the tones go.
  var levelAxis: PlotAxis {
    let levels = (left + right).map(\.level)
    let scale = NiceScale(min(-10, levels.min() ?? 0), max(120, levels.max() ?? 0), steps: 13)
    var axis = PlotAxis(scale)
    swap(&axis.first, &axis.last)
    return axis
  }

  private static func label(_ octave: Double) -> String {
    var frequency = 1000.0
    for _ in 0..<min(2000, Int(octave.magnitude)) { frequency *= octave < 0 ? 0.5 : 2 }
    return frequency >= 0.001 && frequency < 1e9
      ? FixedDecimals.trimmed(frequency, 3, isGrouped: true) : DecimalWriter.string(frequency)
  }

  var summary: String {
    let parts = [("left", left), ("right", right)].map { ear, tones in
      "\(ear) ear "
        + (tones.isEmpty
          ? "without tones"
          : tones.map { "\(FixedDecimals.trimmed($0.level, 1)) at \(FixedDecimals.trimmed($0.frequency, 1)) Hz" }
            .joined(separator: ", "))
    }
    return "Hearing levels in dBHL: " + parts.joined(separator: "; ")
  }
}

// In the form that audiologists use: an octave is as long as 20 dB are high, the right ear has red circles, the left one
// blue crosses.
extension AudiogramPlot {
  /// Millimeters an octave, where they fit.
  private static let octave = 20.0
  private static let widest = 180.0
  private static let height = 130.0
  private static let edge = 34.0

  private static let colors: [Ear: String] = [.left: "#1F4FA3", .right: "#C0182B"]

  func draw(top: Double, _ marks: inout SVGMarks) -> Double {
    let frequencies = frequencyAxis
    let width = min((frequencies.last - frequencies.first) * Self.octave, Self.widest)
    let frame = SVGFrame(
      left: Self.edge, right: Self.edge + width, top: top + 6, bottom: top + 6 + Self.height, horizontal: frequencies,
      vertical: levelAxis)
    marks.words("hearing level (dBHL)", x: SVGSamplePlot.margin, y: top + 3)
    frame.axes(&marks, title: "frequency (Hz)")
    for ear in [Ear.right, .left] {
      let tones = self.tones(ear)
      let color = Self.colors[ear] ?? SVGMarks.ink
      let places = tones.map { frame.place(LinePoint(x: $0.octave, y: $0.level)) }
      marks.line([places], color: color, width: 0.35, dashes: ear == .left ? "2 1" : "", name: "\(ear)-line")
      for (tone, place) in zip(tones, places) { symbol(ear, tone.isMasked, place, color, "\(ear)", &marks) }
    }
    legend(x: frame.right + 8, y: frame.top + 4, &marks)
    return frame.bottom + 8.5
  }

  /// Circle and cross; of a masked tone triangle and square.
  private func symbol(
    _ ear: Ear, _ isMasked: Bool, _ place: LinePoint, _ color: String, _ name: String, _ marks: inout SVGMarks
  ) {
    let (x, y) = (SVGMarks.mm(place.x), SVGMarks.mm(place.y))
    let ways =
      switch (ear, isMasked) {
      case (.left, false): "M\(x) \(y)m-1.6 -1.6l3.2 3.2m0 -3.2l-3.2 3.2"
      case (.left, true): "M\(x) \(y)m-1.6 -1.6h3.2v3.2h-3.2z"
      case (.right, true): "M\(x) \(y)m0 -1.9l1.9 3.3h-3.8z"
      case (.right, false): ""
      }
    if ways.isEmpty {
      marks.circle(place, radius: 1.6, color: color, isFilled: false, name: name)
    } else {
      marks.path(ways, color: color, width: 0.5, name: name)
    }
  }

  private func legend(x: Double, y: Double, _ marks: inout SVGMarks) {
    var y = y
    for ear in [Ear.right, .left] {
      for isMasked in [false, true] {
        guard tones(ear).contains(where: { $0.isMasked == isMasked }) else { continue }
        let color = Self.colors[ear] ?? SVGMarks.ink
        symbol(ear, isMasked, LinePoint(x: x, y: y - 1.1), color, "legend", &marks)
        marks.words("\(ear) ear\(isMasked ? ", masked" : "")", x: x + 4, y: y)
        y += 6
      }
    }
  }
}

/// The list of a type that holds an audiogram: elements with a frequency and a hearing level for an ear.
struct AudiogramColumns {
  private let list: Int
  private let frequency: Int
  private let levels: [AudiogramPlot.Ear: Int]
  private let masks: [AudiogramPlot.Ear: Int]

  /// Finds the list by the units of its fields; `nil` if the type has none.
  init?(_ shape: StructureShape) {
    for (index, list) in shape.lists.enumerated() {
      let fields = list.element.fields
      guard let frequency = fields.firstIndex(where: { $0.value.quantity?.unit.isConvertible(to: "Hz") ?? false })
      else { continue }
      var levels: [AudiogramPlot.Ear: Int] = [:]
      var masks: [AudiogramPlot.Ear: Int] = [:]
      for (place, field) in fields.enumerated() {
        // The first level of an ear is the one that was heard; bounds of the device come after it.
        guard let ear = Self.ear(field.name) else { continue }
        if levels[ear] == nil, field.value.quantity?.unit.isConvertible(to: "dBHL") ?? false { levels[ear] = place }
        if masks[ear] == nil, field.value == .boolean, field.name.lowercased().contains("masked") { masks[ear] = place }
      }
      guard !levels.isEmpty else { continue }
      self.list = index
      self.frequency = frequency
      self.levels = levels
      self.masks = masks
      return
    }
    return nil
  }

  func picture(_ content: StructureContent) -> AudiogramPlot {
    AudiogramPlot(left: tones(.left, content), right: tones(.right, content))
  }

  private func tones(_ ear: AudiogramPlot.Ear, _ content: StructureContent) -> [AudiogramPlot.Tone] {
    guard let level = levels[ear], content.lists.indices.contains(list) else { return [] }
    return content.lists[list].compactMap { element in
      guard case .quantity(let frequency, let unit)? = element.values[frequency],
        case .quantity(let heard, let levelUnit)? = element.values[level],
        let hertz = unit.conversion(toUnit: "Hz"), let decibels = levelUnit.conversion(toUnit: "dBHL")
      else { return nil }
      let isMasked = masks[ear].map { element.values[$0] == .boolean(true) } ?? false
      return AudiogramPlot.Tone(frequency: hertz(frequency), level: decibels(heard), isMasked: isMasked)
    }
  }

  private static func ear(_ name: String) -> AudiogramPlot.Ear? {
    let name = name.lowercased()
    return name.hasPrefix("left") ? .left : name.hasPrefix("right") ? .right : nil
  }
}
