import AssayPlatform
import HealthModel

/// How loud tones must be for each ear to hear them, as audiologists draw it: frequencies by octaves, levels downward.
package struct AudiogramPicture: Sendable {
  /// An ear.
  package enum Ear: Sendable, Hashable, CaseIterable {
    /// Crosses, blue, dashed.
    case left
    /// Circles, red, solid.
    case right
  }

  /// The level at which an ear hears a tone.
  package struct Tone: Sendable, Hashable {
    /// Hz, above 0.
    package var frequency: Double
    /// dBHL.
    package var level: Double
    /// Whether the other ear heard a noise meanwhile.
    package var isMasked: Bool

    /// Creates a tone.
    package init(frequency: Double, level: Double, isMasked: Bool = false) {
      self.frequency = frequency
      self.level = level
      self.isMasked = isMasked
    }

    /// Octaves above 1000 Hz.
    var octave: Double { (frequency / 1000).binaryLogarithm }
  }

  /// The tones of each ear, by frequency.
  package let left: [Tone]
  /// The tones of the right ear.
  package let right: [Tone]

  /// Creates a picture; tones that no axis can hold are left out.
  package init(left: [Tone], right: [Tone]) {
    self.left = Self.sorted(left)
    self.right = Self.sorted(right)
  }

  private static func sorted(_ tones: [Tone]) -> [Tone] {
    tones.filter { $0.frequency > 0 && $0.octave.isFinite && NiceScale.canHold($0.level) }
      .sorted { $0.frequency < $1.frequency }
  }

  /// The tones of an ear.
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
