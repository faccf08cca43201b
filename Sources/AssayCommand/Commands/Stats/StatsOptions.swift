import ArgumentParser
import Assay
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

struct StatsOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: "The type. Repeatable: one answer after the other. With --wide the default is all stored types.",
    completion: .custom { _, _, _ in CompletionCandidates.types() })
  var types: [String] = []

  @Option(
    help: """
      One row for each interval: minute, hour, day, night (noon to noon), week, month, quarter, year, or several: \
      15min, 2w; `subject` and `source` separate the answer by these. Repeatable, or with commas: subject,day.
      """,
    completion: .list(["minute", "hour", "day", "night", "week", "month", "quarter", "year", "subject", "source"]))
  var by: [String] = []

  @Option(
    parsing: .unconditional,
    help: """
      The zone of days, and of times without an offset: an IANA name, ±HH:MM or UTC; `subject`: each subject's own, \
      also for --from and --to; `sample`: intervals go by each sample's own zone, and --from and --to are UTC. \
      Default: UTC.
      """, completion: .custom { _, _, _ in ["sample", "subject"] + CompletionCandidates.zones })
  var timezone: String?

  @OptionGroup var people: SubjectZoneOption

  @Option(help: "Intervals count from this date or time.")
  var anchor: String?

  @Option(help: "What was before this date or time does not count.")
  var from: String?

  @Option(help: "What was at or after this date or time does not count; a date is its midnight.")
  var to: String?

  @Option(
    name: .customLong("unit"),
    help: "The unit of the answer, or of one type, as in bodyMass=lb; fractions are in percent. Repeatable.",
    completion: .custom { _, _, _ in CompletionCandidates.units })
  var units: [String] = []

  @Option(
    help: """
      What is computed: \(StatsKeyword.list(StatsKeyword.allCases)); default: what the type allows. Repeatable, or with \
      commas: average,maximum.
      """, completion: .list(StatsKeyword.allCases.map(\.rawValue)))
  var statistic: [String] = []

  @Option(
    name: .customLong("field"),
    help: """
      A number of structured samples, by the name of a field or of what their type computes: --type workout --field \
      distance. Repeatable.
      """)
  var fields: [String] = []

  @Flag(
    name: .customLong("separate-by-subject"),
    help: "Answer for each subject, with a column that names it: the same as --by subject.")
  var separatesBySubject = false

  @Flag(
    name: .customLong("separate-by-source"),
    help: "Answer for each source alone, so that nothing is merged: the same as --by source.")
  var separatesBySource = false

  @Option(
    name: .customLong("source-priority"),
    help: "Bundles or names of sources, the first counts before all others: 'Apple Watch,iPhone'. Repeatable.")
  var sourcePriority: [String] = []

  @Option(help: "Only samples of this subject. Repeatable: an answer for each, as with --by subject.")
  var subject: [String] = []

  @Option(help: "Only samples of this source, by bundle or name.")
  var source: String?

  @Option(
    name: .customLong("where"), help: "Only samples that meet these conditions: 'value > 100 count/min'. Repeatable.")
  var conditions: [String] = []

  @Option(
    parsing: .unconditional,
    help: "In weighted averages a momentary value holds for at most this many minutes.")
  var hold = 10

  @Flag(help: "Say which source lost which interval to which other one.")
  var explain = false

  @Flag(
    name: .customLong("fill"),
    help: "A row for each interval from --from to --to, also without samples; needs --by.")
  var fillsGaps = false

  @Flag(
    name: .customLong("wide"),
    help: "One row for each interval and subject, a column for each type with its unit; needs --by.")
  var isWide = false

  /// The options with one table for all types if nights are asked for, which have a row each.
  func nightly(plots: Bool) throws -> StatsOptions {
    let division = try StatsDivision(by)
    guard division.interval?.unit == .night else { return self }
    guard timezone != nil else {
      throw Failure.usage(
        "--by night needs --timezone: a zone such as Europe/Berlin, or subject, by the zones under `subjects` in "
          + "assay.yaml or of --subject-timezone")
    }
    guard anchor == nil else { throw Failure.usage("nights begin at noon: leave --anchor out, or say --by day") }
    var options = self
    options.isWide = isWide || !(plots || explain || separatesBySource || division.isBySource)
    return options
  }

  /// The queries, one for each type, or each field of it, checked as far as possible without the store.
  func questions(_ registry: Registry, _ people: SubjectZones?) throws -> [StatsQuestion] {
    guard !types.isEmpty else {
      throw Failure.usage("name a type: --type stepCount; --by day --wide has a column for each stored type")
    }
    guard (0...1440).contains(hold) else { throw Failure.usage("--hold takes 0 to 1440 minutes") }
    let words = try StatsKeyword.read(statistic)
    let clock = try StatsClock(timezone ?? "UTC", people)
    let division = try StatsDivision(by)
    let interval = division.interval
    let separatesBySubject = separatesBySubject || division.isBySubject || subject.count > 1
    let separatesBySource = separatesBySource || division.isBySource
    let units = try UnitSuggestions(units, registry)
    if anchor != nil, interval == nil {
      throw Failure.usage("--anchor needs --by with an interval, which counts from it")
    }
    guard !fillsGaps || interval != nil else {
      throw Failure.usage("--fill needs --by with an interval, such as --by day: it adds those without samples")
    }
    guard !isWide || interval != nil, !(isWide && (separatesBySource || explain)) else {
      throw Failure.usage(
        "--wide needs --by with an interval, such as --by day or --by subject,day, and neither --separate-by-source nor "
          + "--explain")
    }
    var seen: Set<String> = []
    guard Set(subject.map { Array($0.utf8) }).count == subject.count else {
      throw Failure.usage("--subject is given twice with the same name")
    }
    guard Set(fields).count == fields.count else { throw Failure.usage("--field is given twice with the same name") }
    let questions = try types.flatMap { name in
      let type = try registry.type(asked: name)
      guard seen.insert(type.id).inserted else { throw Failure.usage("--type \(type.id) is given twice") }
      let fields: [SampleExpression?] = try self.fields.map {
        try Self.field($0, of: type, units.unit(for: type), registry)
      }
      return try (fields.isEmpty ? [nil] : fields).map { field in
        StatsQuestion(
          type: type, field: field, words: words, clock: clock, interval: interval,
          anchor: try moment(anchor, "--anchor", clock, interval),
          predicate: try predicate(type, clock, interval, registry),
          unit: field == nil ? try Self.unit(units.unit(for: type), of: type, registry) : field?.unit,
          priority: SourcePriority(sourcePriority.flatMap(Self.names)), hold: Int64(hold) * 60 * Instant.second,
          separatesBySource: separatesBySource, separatesBySubject: separatesBySubject, explains: explain,
          fillsGaps: fillsGaps)
      }
    }
    try units.check(seen)
    return questions
  }

  /// The unit of the answer: that of `--unit`, else the type's own; a fraction is in percent.
  private static func unit(_ asked: String?, of type: TypeDefinition, _ registry: Registry) throws -> UnitOfMeasure? {
    let unit = try asked.map { asked in try Failure.naming("--unit:") { try registry.unit(asked, for: type) } }
    return (unit ?? type.shape.quantity?.unit)?.answered
  }

  private static func field(
    _ name: String, of type: TypeDefinition, _ asked: String?, _ registry: Registry
  ) throws -> SampleExpression {
    guard type.shape.structure != nil else {
      throw Failure.usage("--field goes with types that have fields, as workout has; \(type.id) has none")
    }
    let own = try Failure.naming("--field \(TextEscaping.escaped(name, limit: 80)):") {
      try SampleExpression(name, of: type, in: registry)
    }
    let unit = try Failure.naming("--unit:") {
      let unit = try asked.map { try UnitOfMeasure($0, table: registry.units) } ?? own.unit
      if let unit { _ = try own.unit?.conversion(to: unit) }
      return unit?.answered
    }
    return try SampleExpression(name, unit: unit, of: type, in: registry)
  }

  private func predicate(
    _ type: TypeDefinition, _ clock: StatsClock, _ interval: CalendarInterval?, _ registry: Registry
  ) throws -> SampleQuery {
    var query = SampleQuery()
    query.types = [type.id]
    query.from = try moment(from, "--from", clock, interval)
    query.to = try moment(to, "--to", clock, interval)
    if let from = query.from, let to = query.to, from >= to { throw Failure.usage("--from must be before --to") }
    query.source = source
    if !subject.isEmpty { _ = query.require(subjects: subject) }
    let reader = PredicateText(registry: registry, zone: clock.rules)
    for text in conditions { try Failure.naming("--where") { try reader.add(text, to: &query) } }
    return query
  }

  /// The moment that an option names; of nights a date is its noon.
  private func moment(
    _ text: String?, _ option: String, _ clock: StatsClock, _ interval: CalendarInterval?
  ) throws -> Int64? {
    let moments = MomentText(zone: clock.rules)
    guard let text, let moment = try SampleSelection.moment(text, option, moments) else { return nil }
    if clock.zone.subjects != nil {
      try MomentText.check(text, of: option, isLocal: true)
    }
    guard interval?.unit == .night else { return moment }
    return moments.microseconds(of: text + "T12:00:00") ?? moment
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { name in
      var name = name
      while name.first == " " { name.removeFirst() }
      while name.last == " " { name.removeLast() }
      return String(name)
    }.filter { !$0.isEmpty }
  }
}

/// How an answer is divided, as `--by` says: by intervals of time, by subject, by source.
struct StatsDivision {
  private(set) var interval: CalendarInterval?
  private(set) var isBySubject = false
  private(set) var isBySource = false

  /// Reads the values of `--by`, each of which is one word or several between commas.
  init(_ texts: [String]) throws {
    var named: String?
    for word in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }).map(String.init) {
      switch word {
      case "subject": isBySubject = true
      case "source": isBySource = true
      default:
        let found = try Self.interval(word)
        if let named {
          throw Failure.usage(
            "--by takes one interval, got `\(TextEscaping.escaped(named))` and `\(TextEscaping.escaped(word))`")
        }
        (interval, named) = (found, word)
      }
    }
  }

  private static func interval(_ text: String) throws -> CalendarInterval {
    guard let interval = CalendarInterval(text) else {
      throw Failure.usage(
        "--by takes minute, hour, day, night, week, month, quarter, year, or several such as 15min, 2w or 3 months, "
          + "subject or source, got `\(TextEscaping.escaped(text))`")
    }
    return interval
  }
}

enum StatsKeyword: String, CaseIterable {
  case count, sum, average, minimum, maximum
  case mostRecent = "most-recent"
  case duration

  /// Reads the values of the option, in the order of the answer's columns.
  static func read(_ names: [String]) throws -> [StatsKeyword] {
    let parts = names.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let words = try parts.map(String.init).map { name in
      guard let word = StatsKeyword(rawValue: name) else {
        throw Failure.usage(
          "--statistic takes \(list(allCases)), got `\(TextEscaping.escaped(name))`"
            + (near(name).map { "; did you mean `\($0.rawValue)`?" } ?? ""))
      }
      return word
    }
    return allCases.filter(words.contains)
  }

  /// The word that another one stands for: what others call it, or how it is misspelt.
  private static func near(_ name: String) -> StatsKeyword? {
    switch name.lowercased() {
    case "mean", "avg": .average
    case "min", "lowest": .minimum
    case "max", "highest": .maximum
    case "total": .sum
    case "last", "latest", "recent": .mostRecent
    default: Suggestion.nearest(to: name, among: allCases.map(\.rawValue)).flatMap { StatsKeyword(rawValue: $0) }
    }
  }

  static func allowed(for type: TypeDefinition, ofField: Bool) -> [StatsKeyword] {
    if ofField { return allCases }
    guard let shape = type.shape.quantity else { return [.count, .duration] }
    return shape.aggregation == .cumulative
      ? [.count, .sum, .mostRecent, .duration] : [.count, .average, .minimum, .maximum, .mostRecent, .duration]
  }

  /// The default answer: of a sum, the most recent part says little.
  static func usual(for type: TypeDefinition, ofField: Bool) -> [StatsKeyword] {
    if ofField { return [.count, .average, .minimum, .maximum] }
    let words = allowed(for: type, ofField: false)
    return words.contains(.sum) ? words.filter { $0 != .mostRecent } : words
  }

  /// The library's word for it; counts come with every answer.
  var option: StatisticsOptions {
    switch self {
    case .count: []
    case .sum: .cumulativeSum
    case .average: .discreteAverage
    case .minimum: .discreteMin
    case .maximum: .discreteMax
    case .mostRecent: .mostRecent
    case .duration: .duration
    }
  }

  var title: String { self == .mostRecent ? "most recent" : rawValue }

  static func list(_ words: [StatsKeyword]) -> String { Suggestion.alternatives(words.map(\.rawValue)) }
}
