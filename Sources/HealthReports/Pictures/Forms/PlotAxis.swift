/// One axis of a plot: what its two ends mean, and the ticks between them.
///
/// An axis whose first end is the greater one runs the other way, as hearing levels do.
struct PlotAxis: Hashable {
  /// A labeled place.
  struct Tick: Hashable {
    var value: Double
    var label: String
  }

  /// The value at the left, or at the bottom.
  var first: Double
  /// The value at the right, or at the top.
  var last: Double
  /// The labeled places.
  var ticks: [Tick]

  /// Where a value is between the ends: 0 at the first, 1 at the last.
  func place(of value: Double) -> Double {
    first == last ? 0.5 : min(max((value - first) / (last - first), 0), 1)
  }

  init(first: Double, last: Double, ticks: [Tick]) {
    self.first = first
    self.last = last
    self.ticks = ticks
  }

  /// The axis of values: it ends at ticks.
  init(_ scale: NiceScale) {
    self.init(
      first: scale.minimum, last: scale.maximum, ticks: scale.ticks.map { Tick(value: $0, label: scale.label($0)) })
  }

  /// The axis of values that encloses all of some; from 0 to 1 if there are none.
  init(enclosing values: some Sequence<Double>, steps: Int) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    self.init(low <= high ? NiceScale(low, high, steps: steps) : NiceScale(0, 1, steps: steps))
  }

  /// An axis that ends where the values end, with round numbers of a unit as ticks.
  ///
  /// - Parameters:
  ///   - low: the value at one end.
  ///   - high: the value at the other end.
  ///   - size: how many of the values' unit are one of the labels' unit.
  ///   - steps: about the number of steps between ticks.
  init(from low: Double, to high: Double, size: Double = 1, steps: Int) {
    let scale = NiceScale(low / size, high / size, steps: steps)
    let room = (high - low).magnitude * 1e-9
    let ticks = scale.ticks.filter { $0 * size >= low - room && $0 * size <= high + room }
    self.init(
      first: low, last: high, ticks: ticks.map { Tick(value: $0 * size, label: scale.label($0)) })
  }
}

extension PlotAxis {
  /// A unit of elapsed time whose numbers are short, for a length in seconds.
  static func elapsedUnit(_ seconds: Double) -> (name: String, seconds: Double) {
    switch seconds {
    case ..<181: ("s", 1)
    case ..<10_801: ("min", 60)
    case ..<259_201: ("h", 3600)
    default: ("d", 86_400)
    }
  }
}
