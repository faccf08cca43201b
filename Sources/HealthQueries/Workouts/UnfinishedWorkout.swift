public import HealthModel
import HealthStorage
import HealthUnits

/// A workout that was begun and is neither finished nor discarded.
///
/// Stores keep it, in the transaction of the samples, as the progress of an import from a live source; see decision 32.
public struct UnfinishedWorkout: Sendable, Hashable, Identifiable {
  /// The id that the workout will have.
  public let id: SampleID
  /// What kind of exercise it is.
  public let configuration: WorkoutConfiguration
  /// Whose workout it is.
  public let subject: String?
  /// How far it has come.
  public internal(set) var state = WorkoutBuilder.State.notStarted
  /// When it started and ended; `nil` before that.
  public internal(set) var start, end: Instant?
  /// The events, in the order they were added.
  public internal(set) var events: [WorkoutEvent] = []
  /// The activities, in the order of time.
  public internal(set) var activities: [WorkoutActivity] = []
  let device: Device?
  var metadata: [String: MetadataValue] = [:]
  var owner = SampleID.random().description
  var types: [String] = []
  var firstStart, lastStart, lastEnd: Instant?
  var counts = ImportCounts()
  var input: String?

  init(id: SampleID = .random(), configuration: WorkoutConfiguration, subject: String?, device: Device?) {
    (self.id, self.configuration, self.subject, self.device) = (id, configuration, subject, device)
  }

  /// How many samples were stored; members of correlations do not count.
  public var sampleCount: Int { counts.accepted }

  /// The last moment that is known of it: its end, or that of its last event or sample.
  public var latest: Instant { end ?? max(latestChange, lastEnd ?? latestChange) }

  private var latestChange: Instant {
    let last = activities.last.map { $0.end ?? $0.start }
    return (events.map(\.end) + [last].compactMap { $0 }).reduce(start ?? Instant(microseconds: 0), max)
  }

  mutating func add(_ event: WorkoutEvent) throws(QueryError) {
    let last = event.isSwitch ? events.last { $0.isSwitch }?.start : nil
    try Self.check(event.start, event.kind.rawValue, notBefore: last ?? start)
    try Self.check(event.end, "end of the \(event.kind.rawValue)", notBefore: event.start)
    events.append(event)
    if event.isSwitch { state = event.kind == .pause ? .paused : .running }
  }

  mutating func begin(_ activity: WorkoutActivity) throws(QueryError) {
    try Self.check(activity.start, "activity", notBefore: activities.last.map { $0.end ?? $0.start } ?? start)
    closeActivity(at: activity.start)
    activities.append(activity)
  }

  mutating func endActivity(at moment: Instant) throws(QueryError) {
    guard let last = activities.last, last.end == nil else {
      throw QueryError(.wrongState, "no activity goes on", instead: "call `beginActivity` first")
    }
    try Self.check(moment, "end of the activity", notBefore: last.start)
    closeActivity(at: moment)
  }

  private mutating func closeActivity(at moment: Instant) {
    if let last = activities.indices.last, activities[last].end == nil { activities[last].end = moment }
  }

  /// Ends the time of the workout; without a moment now, or when the last thing happened if the clock is earlier.
  mutating func close(at moment: Instant?, now: Instant) throws(QueryError) {
    let last = max(latestChange, lastStart ?? latestChange)
    let moment = moment ?? max(now, last)
    try Self.check(moment, "end of the workout", notBefore: last)
    closeActivity(at: moment)
    end = moment
  }

  private static func check(_ moment: Instant, _ what: String, notBefore earliest: Instant?) throws(QueryError) {
    guard let earliest, moment < earliest else { return }
    throw QueryError(
      .wrongTime, "the \(what) is at \(moment), before \(earliest)", instead: "give \(earliest) or later")
  }

  mutating func count(_ receipt: SaveReceipt, of judged: JudgedSamples, in registry: Registry) {
    counts.read += receipt.outcomes.count
    counts.accepted += receipt.storedCount
    counts.duplicates += receipt.ids.count - receipt.storedCount
    counts.conflicts += receipt.outcomes.count { $0.id != nil && !$0.isInStore }
    counts.refused += receipt.outcomes.count { $0.id == nil }
    let batch = judged.batch
    for (outcome, row) in zip(receipt.outcomes, judged.rows.map { Int($0) }) where outcome.isInStore {
      let type = registry.types[Int(batch.type[row])]
      if type.shape.quantity != nil, !types.contains(type.id) { types.append(type.id) }
      let (start, end) = (Instant(microseconds: batch.start[row]), Instant(microseconds: batch.end[row]))
      // Notes of earlier versions did not keep the first start; then the samples have no lower bound.
      firstStart = lastStart == nil ? start : firstStart.map { min($0, start) }
      lastStart = max(lastStart ?? start, start)
      lastEnd = max(lastEnd ?? end, end)
    }
  }

  /// Refuses more than a workout can be finished with, or than each call should write; it can always be ended.
  func checkRoom(since old: UnfinishedWorkout, noteSize: Int) throws(QueryError) {
    let count = max(events.count, activities.count, types.count * (1 + activities.count))
    guard end == old.end, state != .ended || old.state == .ended, count > 10_000 || noteSize > 1 << 20 else { return }
    throw QueryError(
      .tooManyEvents, "the workout has more than 10,000 events, activities or statistics, or 1 MiB of data",
      instead: "end it, and go on in another workout")
  }

  func activeTime(from: Instant, to: Instant) -> Int64 {
    guard let start else { return 0 }
    let (from, to) = (max(from, start).microseconds, min(to.microseconds, end?.microseconds ?? Instant.latest))
    guard from < to else { return 0 }
    var active = to - from
    var paused: Int64?
    for event in events where event.isSwitch {
      if let paused { active -= max(0, min(event.start.microseconds, to) - max(paused, from)) }
      paused = event.kind == .pause ? event.start.microseconds : nil
    }
    if let paused { active -= max(0, to - max(paused, from)) }
    return active
  }

  func statistics(
    of type: String, from: Instant? = nil, to: Instant? = nil, in store: HealthStore
  ) async throws -> Statistics? {
    // Stores find samples by type and time: the bounds are those of all samples. The last value holds for a while.
    let latest = firstStart == nil ? nil : lastEnd.map { $0.microseconds + 600 * Instant.second + 1 }
    let (from, to) = (from?.microseconds ?? firstStart?.microseconds, to?.microseconds ?? latest)
    var query = SampleQuery.samples(of: type, from: from, to: to).collected(for: id)
    query.subject = subject
    var found: Statistics?
    _ = try await StatisticsRun(query, Aggregation(), in: store).whole(isCut: false) { found = $0 }
    return found.flatMap { $0.count > 0 || $0.sum != nil ? $0 : nil }
  }

  var preview: NewSample {
    var newest = self
    (newest.events, newest.activities) = (events.suffix(1), activities.suffix(2))
    let start = start ?? Instant(microseconds: 0)
    return newest.sample(from: start, to: max(start, end ?? latestChange), [])
  }

  /// The sample that the workout becomes; without statistics of types that the catalog no longer has.
  func finished(in store: HealthStore) async throws -> NewSample {
    guard let start, let end else { throw QueryError(.wrongState, "the workout has no end", instead: "call `end`") }
    var groups: [NewField] = []
    for type in types where store.registry.type(named: type) != nil {
      if let all = try await statistics(of: type, in: store) {
        groups.append(Self.group(all, from: start, to: end, nil))
      }
      for (index, activity) in activities.enumerated() {
        let until = activity.end ?? end
        // The first and the last one have all that reaches beyond the workout, so that the parts add up to the whole.
        let part = try await statistics(
          of: type, from: index == 0 && activity.start == start ? nil : activity.start,
          to: index == activities.count - 1 && until == end ? nil : until, in: store)
        if let part { groups.append(Self.group(part, from: activity.start, to: until, activity.id)) }
      }
    }
    var sample = sample(from: start, to: end, groups)
    sample.id = id
    return sample
  }

  private static func group(_ found: Statistics, from: Instant, to: Instant, _ activity: SampleID?) -> NewField {
    var fields: [String: NewField] = ["type": .text(found.type), "start": .time(from), "end": .time(to)]
    fields["activityID"] = activity.map { .id($0) }
    guard let unit = found.unit else { return .group(fields) }
    let (least, most) = (found.minimum, found.maximum)
    // The quotient of two rounded sums may be one unit in the last place beyond the values: a rule compares them.
    let average = found.average.map { min(max($0, least ?? $0), most ?? $0) }
    for (name, value) in [("sum", found.sum), ("average", average), ("minimum", least), ("maximum", most)] {
      // A sum of large values may be beyond what a number holds: no sample can say it.
      if let value, value.isFinite { fields[name] = .quantity(value, unit) }
    }
    return .group(fields)
  }

  private func sample(from start: Instant, to end: Instant, _ statistics: [NewField]) -> NewSample {
    func seconds(_ microseconds: Int64) -> NewField { .quantity(Double(microseconds) / 1e6, .second) }
    var content = NewStructure(fields: [
      "activity": .text(configuration.activity), "duration": seconds(activeTime(from: start, to: end)),
    ])
    content.lists["events"] = events.map { event in
      var fields = event.fields
      if event.end > event.start { fields["duration"] = seconds(event.end.microseconds - event.start.microseconds) }
      let activity = activities.last { $0.start <= event.start && $0.end.map { event.start < $0 } != false }
      fields["activityID"] = activity.map { .id($0.id) }
      return .group(fields)
    }
    content.lists["activities"] = activities.map { activity in
      let until = activity.end ?? end
      let duration = seconds(activeTime(from: activity.start, to: until))
      let fields = activity.fields.merging(activity.configuration.fields) { $1 }
      return .group(fields.merging(["end": .time(until), "duration": duration]) { $1 })
    }
    content.lists["statistics"] = statistics
    content.lists = content.lists.filter { !$0.value.isEmpty }
    var metadata: [String: MetadataValue] = [:]
    let location = configuration.location
    if location == "indoor" || location == "outdoor" { metadata["HKIndoorWorkout"] = .boolean(location == "indoor") }
    if configuration.swimmingLocation == "pool" { metadata["HKSwimmingLocationType"] = .number(1) }
    if configuration.swimmingLocation == "openWater" { metadata["HKSwimmingLocationType"] = .number(2) }
    metadata["HKLapLength"] = configuration.lapLength.map { .quantity($0) }
    return .structured(
      StructuredType("workout"), content, from: start, to: end, device: device,
      metadata: metadata.merging(self.metadata) { $1 })
  }

  private static let scheme = "workout:"

  func freeKey(among imports: [ImportProgress]) -> String {
    let free = imports.first { note in
      let subject = JSONValue(parsing: note.details.utf8)?["subject"]?.text
      return note.input.hasPrefix(Self.scheme) && note.isFinished
        && subject.map { Array($0.utf8) } == self.subject.map { Array($0.utf8) }
    }
    return free?.input ?? Self.scheme + id.description
  }

  /// The note to store; that of a workout that is over says only whose it was.
  func note(_ registry: Registry, isOver: Bool = false) -> ImportProgress? {
    guard let input else { return nil }
    var timeline = JSONBuilder.openObject()
    timeline.members([
      "state": .number(Double(state.rawValue)), "start": start.map { .time($0) }, "end": end.map { .time($0) },
    ])
    let events = events.map { $0.fields.merging(["end": .time($0.end)]) { $1 } }
    timeline.member("events", objects: events.map { .object($0) })
    let activities = activities.map { $0.fields.merging(["configuration": .group($0.configuration.fields)]) { $1 } }
    timeline.member("activities", objects: activities.map { .object($0) })
    var workout = JSONBuilder.openObject()
    workout.member("timeline", object: timeline)
    workout.member("types", texts: types)
    workout.members([
      "version": .number(1), "id": .id(id), "owner": .text(owner), "configuration": .group(configuration.fields),
      "metadata": .metadata(metadata), "device": device.map { .group($0.fields) },
      "firstStart": firstStart.map { .time($0) }, "lastStart": lastStart.map { .time($0) },
      "lastEnd": lastEnd.map { .time($0) },
    ])
    var note = ImportProgress(
      input: input, path: isOver ? "workout" : "workout \(id)", isFinished: isOver, catalogHash: registry.contentHash,
      version: "")
    var json = JSONBuilder.openObject()
    json.member("subject", subject)
    if !isOver {
      json.member("workout", object: workout)
      note.counts = counts
    }
    note.details = String(decoding: json.finished, as: UTF8.self)
    return note
  }

  /// `nil` for a workout that is over, and for a note of another version or a damaged one.
  init?(_ note: ImportProgress, _ units: UnitTable) {
    let json = JSONValue(parsing: note.details.utf8)
    guard note.input.hasPrefix(Self.scheme), !note.isFinished, let workout = json?["workout"],
      workout["version"]?.int == 1, let id = workout["id"]?.text.flatMap({ SampleID($0) }),
      let owner = workout["owner"]?.text, let configuration = workout.configuration(units),
      let timeline = workout["timeline"], let start = timeline.instant("start"),
      let state = timeline["state"]?.int.flatMap({ WorkoutBuilder.State(rawValue: $0) }),
      let events = timeline["events"]?.elements, let activities = timeline["activities"]?.elements
    else { return nil }
    self.init(
      id: id, configuration: configuration, subject: json?["subject"]?.text,
      device: workout["device"].map { device in
        Device(
          name: device["name"]?.text, manufacturer: device["manufacturer"]?.text, model: device["model"]?.text,
          hardware: device["hardware"]?.text, firmware: device["firmware"]?.text, software: device["software"]?.text,
          local: device["local"]?.text, udi: device["udi"]?.text)
      })
    (self.owner, self.state, self.start, end) = (owner, state, start, timeline.instant("end"))
    self.events = events.compactMap { $0.event(units) }
    self.activities = activities.compactMap { $0.activity(units) }
    guard self.events.count == events.count, self.activities.count == activities.count else { return nil }
    metadata = workout.metadata(units)
    types = workout["types"]?.elements?.compactMap(\.text) ?? []
    firstStart = workout.instant("firstStart")
    (lastStart, lastEnd) = (workout.instant("lastStart"), workout.instant("lastEnd"))
    (counts, input) = (note.counts, note.input)
  }
}

extension JSONBuilder {
  fileprivate static func object(_ fields: [String: NewField?]) -> JSONBuilder {
    var json = openObject()
    json.members(fields)
    return json
  }

  fileprivate mutating func members(_ fields: [String: NewField?]) {
    for case (let name, let field?) in fields.sorted(by: { $0.key < $1.key }) {
      switch field {
      case .quantity(let number, let unit):
        member(name, object: .object(["value": .number(number), "unit": .text(unit.unitString)]))
      case .number(let number): member(name, finite: number)
      case .boolean(let flag): member(name, flag)
      case .text(let text): member(name, text)
      case .id(let id): member(name, id.description)
      case .time(let moment):
        var json = Self.openObject()
        json.member("us", moment.microseconds)
        if moment.offset != 0 { json.member("offset", Int(moment.offset)) }
        member(name, object: json)
      case .metadata(let metadata) where metadata.isEmpty: break
      case .metadata(let metadata): member(name, object: .object(metadata.mapValues { .group($0.noteFields) }))
      case .group(let fields): member(name, object: .object(fields))
      }
    }
  }
}

extension MetadataValue {
  /// A field whose name is the kind, since a text of JSON alone does not say whether it is a date.
  fileprivate var noteFields: [String: NewField] {
    switch self {
    case .string(let text): ["text": .text(text)]
    case .number(let number): ["number": .number(number)]
    case .boolean(let flag): ["flag": .boolean(flag)]
    case .date(let moment): ["date": .time(moment)]
    case .quantity(let quantity): ["quantity": .quantity(quantity.value, quantity.unit)]
    case .other(let text): ["json": .text(text)]
    }
  }
}

extension JSONValue {
  fileprivate func instant(_ name: String) -> Instant? {
    guard let json = self[name], let moment = json["us"]?.integer else { return nil }
    return Instant(microseconds: moment, offset: Int16(clamping: json["offset"]?.integer ?? 0))
  }

  fileprivate func quantity(_ name: String, _ units: UnitTable) -> Quantity? {
    guard let number = self[name]?["value"]?.number, let text = self[name]?["unit"]?.text else { return nil }
    return (try? UnitOfMeasure(text, table: units)).map { Quantity(number, $0) }
  }

  fileprivate func metadata(_ units: UnitTable) -> [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [:]
    for member in self["metadata"]?.members ?? [] {
      let value = member.value
      metadata[member.key] =
        value["text"]?.text.map { .string($0) } ?? value["number"]?.number.map { .number($0) }
        ?? value["flag"]?.flag.map { .boolean($0) } ?? value.instant("date").map { .date($0) }
        ?? value.quantity("quantity", units).map { .quantity($0) } ?? value["json"]?.text.map { .other($0) }
    }
    return metadata
  }

  fileprivate func configuration(_ units: UnitTable) -> WorkoutConfiguration? {
    guard let json = self["configuration"], let activity = json["activity"]?.text else { return nil }
    return WorkoutConfiguration(
      activity: activity, location: json["location"]?.text, swimmingLocation: json["swimmingLocation"]?.text,
      lapLength: json.quantity("lapLength", units))
  }

  fileprivate func event(_ units: UnitTable) -> WorkoutEvent? {
    guard let kind = self["kind"]?.text.flatMap({ WorkoutEvent.Kind(rawValue: $0) }), let start = instant("start")
    else { return nil }
    return WorkoutEvent(kind, from: start, to: instant("end"), metadata: metadata(units))
  }

  fileprivate func activity(_ units: UnitTable) -> WorkoutActivity? {
    guard let id = self["id"]?.text.flatMap({ SampleID($0) }), let start = instant("start"),
      let configuration = configuration(units)
    else { return nil }
    return WorkoutActivity(
      id: id, configuration: configuration, start: start, end: instant("end"), metadata: metadata(units))
  }
}

extension Device {
  fileprivate var fields: [String: NewField] {
    let texts = [
      "name": name, "manufacturer": manufacturer, "model": model, "hardware": hardware, "firmware": firmware,
      "software": software, "local": local, "udi": udi,
    ]
    return texts.compactMapValues { $0.map { .text($0) } }
  }
}

/// What kind of exercise a workout, or a part of it, is: HealthKit's `HKWorkoutConfiguration`.
public struct WorkoutConfiguration: Sendable, Hashable {
  /// The activity, a case of `workoutActivityType`: `running`.
  public var activity: String
  /// Where it is, a case of `workoutSessionLocationType`: `indoor`.
  public var location: String?
  /// Where one swims, a case of `workoutSwimmingLocationType`: `pool`.
  public var swimmingLocation: String?
  /// How long a lap of the pool is.
  public var lapLength: Quantity?

  /// Creates a configuration of names; `AssayKit` has one that takes the cases of generated enums.
  public init(activity: String, location: String? = nil, swimmingLocation: String? = nil, lapLength: Quantity? = nil) {
    (self.activity, self.location) = (activity, location)
    (self.swimmingLocation, self.lapLength) = (swimmingLocation, lapLength)
  }

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["activity": .text(activity)]
    fields["location"] = location.map { .text($0) }
    fields["swimmingLocation"] = swimmingLocation.map { .text($0) }
    fields["lapLength"] = lapLength.map { .quantity($0.value, $0.unit) }
    return fields
  }
}

/// Something that happened in a workout: HealthKit's `HKWorkoutEvent`.
public struct WorkoutEvent: Sendable, Hashable {
  /// The kinds of events: HealthKit's `HKWorkoutEventType`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case pause, resume, lap, marker, motionPaused, motionResumed, segment, pauseOrResumeRequest
  }

  /// What happened.
  public var kind: Kind
  /// When it began and ended, which is the same unless it is a lap or segment.
  public var start, end: Instant
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]

  /// Creates an event; without an end it ends when it starts.
  public init(_ kind: Kind, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:]) {
    (self.kind, self.start, self.end, self.metadata) = (kind, start, end ?? start, metadata)
  }

  var isSwitch: Bool { kind == .pause || kind == .resume }

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["kind": .text(kind.rawValue), "start": .time(start)]
    if !metadata.isEmpty { fields["metadata"] = .metadata(metadata) }
    return fields
  }
}

/// A part of a workout of several kinds of exercise, such as the ride of a triathlon: HealthKit's `HKWorkoutActivity`.
public struct WorkoutActivity: Sendable, Hashable, Identifiable {
  /// The id, which statistics of the activity name.
  public var id: SampleID
  /// What it is.
  public var configuration: WorkoutConfiguration
  /// When it began.
  public var start: Instant
  /// When it ended; `nil` as long as it goes on.
  public var end: Instant?
  /// Further metadata, by key.
  public var metadata: [String: MetadataValue]

  var fields: [String: NewField] {
    var fields: [String: NewField] = ["id": .id(id), "start": .time(start)]
    fields["end"] = end.map { .time($0) }
    if !metadata.isEmpty { fields["metadata"] = .metadata(metadata) }
    return fields
  }
}

/// A workout that is stored.
public struct FinishedWorkout: Sendable, Hashable {
  /// The workout, as it is in the store.
  public var sample: Sample
  /// What the rules say about it: warnings and notes.
  public var warnings: [Diagnostic]
}
