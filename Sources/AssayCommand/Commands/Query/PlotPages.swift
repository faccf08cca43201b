import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// The pictures of an answer, collected sample by sample.
struct PlotPages {
  private static let limit = 20
  private static let stageLimit = 100_000

  private let registry: Registry
  /// The clock of all pictures; `nil` for that of each sample.
  private let clock: ChartClock?
  private var pictures: [SamplePlot] = []
  private var stages: [String: [StagesPlot.Stage]] = [:]
  private var stageCount = 0
  /// The offsets from UTC that samples of a category were written with, in minutes.
  private var offsets: [String: Set<Int16>] = [:]
  /// Samples without a picture of their own whose series are drawn, as the routes of a workout.
  private(set) var parents: [Sample] = []
  private var undrawn: [String: Int] = [:]
  /// Whether a sample came that there was no room for.
  private(set) var isFull = false
  /// Whether a sample without a picture of its own came that there was no room for; series of those before it are drawn.
  private(set) var hasMoreParents = false

  init(registry: Registry, clock: ChartClock?) {
    self.registry = registry
    self.clock = clock
  }

  var isEmpty: Bool { pictures.isEmpty && stages.isEmpty && parents.isEmpty && undrawn.isEmpty }

  /// The pictures: structured samples in the query's order, then a picture for each category.
  var all: [SamplePlot] {
    let categories = stages.keys.sorted().compactMap { id -> SamplePlot? in
      guard let type = registry.type(named: id), let cases = type.shape.enumeration?.cases else { return nil }
      let session = type.sessionCase.flatMap { name in cases.firstIndex { $0.name == name } }
      let picture = StagesPlot(
        lanes: cases.map(\.name), session: session, stages: stages[id] ?? [],
        clock: clock ?? Self.clock(offsets[id] ?? []))
      return SamplePlot(title: type.title, stages: picture)
    }
    return pictures + categories
  }

  func check(_ query: SampleQuery) throws {
    let types = query.types.compactMap { registry.type(named: $0) }
    guard let first = types.first, !types.contains(where: { canDraw($0) }) else { return }
    throw Failure.usage("--plot cannot draw \(first.id): " + reason(first))
  }

  mutating func add(_ sample: Sample) {
    guard let type = registry.type(named: sample.type) else { return }
    if let cases = type.shape.enumeration?.cases, type.shape.hasTimedCases {
      guard let start = sample.start, let end = sample.end, let name = sample.value.enumCase?.name,
        let lane = cases.firstIndex(where: { $0.name == name })
      else { return }
      guard stageCount < Self.stageLimit else {
        isFull = true
        return
      }
      stages[type.id, default: []].append(
        StagesPlot.Stage(
          start: start.microseconds, end: end.microseconds, lane: lane,
          source: sample.source?.name ?? sample.source?.bundle ?? "", subject: sample.subject ?? ""))
      stageCount += 1
      offsets[type.id, default: []].insert(start.offset)
    } else if pictures.count == Self.limit, SamplePlot.canDraw(type) {
      isFull = true
    } else if let content = SamplePlot.canDraw(type) ? sample.structure : nil,
      let picture = SamplePlot(
        of: type, content: content, subject: sample.subject, start: sample.start?.microseconds ?? 0,
        clock: clock ?? Self.clock([sample.start?.offset ?? 0]))
    {
      pictures.append(picture)
    } else if !series(of: sample).isEmpty {
      if parents.count < Self.limit { parents.append(sample) } else { hasMoreParents = true }
    } else {
      undrawn[type.id, default: 0] += 1
    }
  }

  /// The clock that samples were written by; UTC when they differ, since a picture has one axis.
  private static func clock(_ offsets: Set<Int16>) -> ChartClock {
    guard offsets.count == 1, let minutes = offsets.first, minutes != 0 else { return ChartClock() }
    var name: [UInt8] = []
    TimestampWriter.appendOffset(minutes, to: &name)
    let shift = Int64(minutes) * 60 * Instant.second
    return ChartClock(name: String(decoding: name, as: UTF8.self), local: { $0 &+ shift }, instant: { $0 &- shift })
  }

  func series(of sample: Sample) -> [TypeDefinition] { series(ofType: sample.type) }

  private func series(ofType id: String) -> [TypeDefinition] {
    registry.types.filter { $0.shape.structure?.points != nil && $0.shape.structure?.parent?.type == id }
  }

  private func canDraw(_ type: TypeDefinition) -> Bool {
    type.shape.hasTimedCases || SamplePlot.canDraw(type) || !series(ofType: type.id).isEmpty
  }

  private static let fewer = "name fewer by --id, --from and --to"

  var refusal: String {
    if let sample = parents.first {
      let types = series(of: sample).map(\.id).joined(separator: " or ")
      if hasMoreParents {
        return "nothing to draw: no sample of \(types) belongs to the first \(parents.count) samples of "
          + "\(sample.type), and no more are looked at; " + Self.fewer
      }
      let whole = parents.count == 1 ? "the sample of \(sample.type)" : "the samples of \(sample.type)"
      return "nothing to draw: no sample of \(types) belongs to \(whole); import the series, or leave --plot out"
    }
    guard let id = undrawn.keys.min(), let type = registry.type(named: id) else {
      return "nothing to draw: no sample matches"
    }
    return "--plot cannot draw \(id): " + reason(type)
  }

  var notes: [String] {
    var notes: [String] = []
    if isFull || hasMoreParents {
      notes.append(
        "not all samples are drawn: --plot draws at most \(Self.limit), or \(GroupedDigits.string(Self.stageLimit)) of "
          + "a category; " + Self.fewer)
    }
    for id in undrawn.keys.sorted() {
      guard let type = registry.type(named: id) else { continue }
      notes.append("\(CountText.of(undrawn[id] ?? 0, "sample")) of \(id) not drawn: " + reason(type))
    }
    return notes
  }

  private func reason(_ type: TypeDefinition) -> String {
    switch type.shape {
    case .quantity: "`assay stats --type \(type.id) --by day --plot` draws quantities over time"
    case .structure: "its samples have no points and no hearing levels; leave --plot out to print them"
    case .category, .characteristic, .correlation:
      "its samples are not a course over time; leave --plot out to print them"
    }
  }
}
