/// How many samples of each type there are on each day, for pictures; what grows too fine becomes coarser.
///
/// The result depends on what was counted, not on its order or its division into parts.
public struct SampleCalendar: Sendable, Hashable {
  /// How long the time is that one count stands for.
  public enum Step: Int, Sendable, Hashable, Comparable {
    case day, month, year

    /// Whether a step is shorter than another.
    public static func < (left: Step, right: Step) -> Bool { left.rawValue < right.rawValue }
  }

  /// A type and a step of time.
  public struct Key: Sendable, Hashable {
    /// The type, as index into the registry.
    public var type: Int32
    /// The first day of the step, in days since 1970-01-01 UTC.
    public var day: Int32
  }

  /// The most counts that are kept apart.
  public static let limit = 20_000

  /// How long the time is that one count stands for.
  public private(set) var step = Step.day
  /// The counts.
  public private(set) var counts: [Key: Int] = [:]

  /// Creates a calendar without counts.
  public init() {}

  /// Counts samples of a type that begin at an instant in microseconds since 1970 UTC.
  public mutating func count(type: Int32, at microseconds: Int64, times: Int = 1) {
    let days = microseconds / 86_400_000_000 - (microseconds % 86_400_000_000 < 0 ? 1 : 0)
    add(Key(type: type, day: Self.first(ofStep: step, Int32(clamping: days))), times)
  }

  /// Adds another calendar's counts.
  public mutating func merge(_ other: SampleCalendar) {
    while step < other.step { coarsen() }
    for (key, number) in other.counts {
      add(Key(type: key.type, day: Self.first(ofStep: step, key.day)), number)
    }
  }

  private mutating func add(_ key: Key, _ number: Int) {
    counts[key, default: 0] += number
    while counts.count > Self.limit, step < .year { coarsen() }
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

  private static func first(ofStep step: Step, _ day: Int32) -> Int32 {
    guard step != .day else { return day }
    let date = CivilDate(daysSince1970: Int(day))
    return Int32(clamping: CivilDate(year: date.year, month: step == .month ? date.month : 1, day: 1).daysSince1970)
  }
}
