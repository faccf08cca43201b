/// How many samples of each type there are on each day, for pictures; what grows too fine becomes coarser.
///
/// The result depends on what was counted, not on its order or its division into parts: the step is the shortest that
/// fits. If none fits, whole types are left out, starting with the last one.
@usableFromInline package struct SampleCalendar: Sendable, Hashable {
  /// How long the time is that one count stands for.
  @usableFromInline package enum Step: Int, Sendable, Hashable, Comparable, CaseIterable {
    case day, month, year, decade, century

    /// How many years the step has; `nil` when it is shorter than one.
    @usableFromInline package var years: Int? {
      switch self {
      case .day, .month: nil
      case .year: 1
      case .decade: 10
      case .century: 100
      }
    }

    @usableFromInline package static func < (left: Step, right: Step) -> Bool { left.rawValue < right.rawValue }
  }

  @usableFromInline package struct Key: Sendable, Hashable {
    package var type: Int32
    /// The first day of the step, in days since 1970-01-01 UTC.
    package var day: Int32
  }

  package static let limit = 20_000

  package private(set) var step = Step.day
  package private(set) var counts: [Key: Int] = [:]
  /// The samples of types that did not fit even at the longest step, by type.
  package private(set) var others: [Int32: Int] = [:]
  private var firstOther: Int32?
  private let most: Int

  package init(limit: Int = SampleCalendar.limit) { most = max(0, limit) }

  /// Counts samples of a type that begin at an instant in microseconds since 1970 UTC.
  package mutating func count(type: Int32, at microseconds: Int64, times: Int = 1) {
    let days = microseconds / 86_400_000_000 - (microseconds % 86_400_000_000 < 0 ? 1 : 0)
    add(Key(type: type, day: Self.first(ofStep: step, Int32(clamping: days))), times)
  }

  package mutating func merge(_ other: SampleCalendar) {
    while step < other.step { coarsen() }
    if let first = other.firstOther { leaveOut(from: first) }
    for (type, number) in other.others { others[type, default: 0] += number }
    for (key, number) in other.counts { add(Key(type: key.type, day: Self.first(ofStep: step, key.day)), number) }
  }

  private mutating func add(_ key: Key, _ number: Int) {
    if let firstOther, key.type >= firstOther {
      others[key.type, default: 0] += number
      return
    }
    counts[key, default: 0] += number
    while counts.count > most {
      if step < .century { coarsen() } else { leaveOut(from: counts.keys.lazy.map(\.type).max() ?? key.type) }
    }
  }

  private mutating func coarsen() {
    guard let next = Step(rawValue: step.rawValue + 1) else { return }
    step = next
    var coarser: [Key: Int] = [:]
    for (key, number) in counts {
      coarser[Key(type: key.type, day: Self.first(ofStep: next, key.day)), default: 0] += number
    }
    counts = coarser
  }

  /// Keeps no days of a type and those after it.
  ///
  /// A type is left out when it and those before it have too many counts. More counts never change that, so nothing
  /// that is kept was left out before.
  private mutating func leaveOut(from first: Int32) {
    firstOther = min(firstOther ?? first, first)
    for (key, number) in counts where key.type >= first { others[key.type, default: 0] += number }
    counts = counts.filter { $0.key.type < first }
  }

  private static func first(ofStep step: Step, _ day: Int32) -> Int32 {
    guard step != .day else { return day }
    let date = CivilDate(daysSince1970: Int(day))
    guard let years = step.years else {
      return Int32(clamping: CivilDate(year: date.year, month: date.month, day: 1).daysSince1970)
    }
    let yearOfStep = (date.year % years + years) % years
    return Int32(clamping: CivilDate(year: date.year - yearOfStep, month: 1, day: 1).daysSince1970)
  }
}
