import HealthJSON
import HealthModel
import HealthStorage
import HealthUnits

/// All that a builder knows of an unfinished workout beside its samples.
///
/// The store keeps it as the progress of an import
/// from a live source, in the transaction of the samples; see decision 32.
struct WorkoutRecord: Sendable, Hashable {
  /// The id that the workout will have.
  let id: SampleID
  /// Which builder goes on with the workout: a later one that recovers it writes another number.
  var owner: String
  var configuration: WorkoutConfiguration
  var subject: String?
  var device: Device?
  var metadata: [String: MetadataValue] = [:]
  var timeline = WorkoutTimeline()
  /// The quantity types of the samples so far, in the order they came.
  var types: [String] = []
  /// When the first sample so far starts; `nil` also in notes of versions that did not keep it.
  var firstStart: Instant?
  /// When the last sample so far starts, and when the last one ends.
  var lastStart: Instant?
  var lastEnd: Instant?
  var counts = ImportCounts()
  /// The key of the progress; `nil` before it is saved.
  var input: String?

  init(id: SampleID, owner: String, configuration: WorkoutConfiguration, subject: String?, device: Device?) {
    self.id = id
    self.owner = owner
    self.configuration = configuration
    self.subject = subject
    self.device = device
  }

  /// The version of the form below.
  private static let version = 1
  /// What the keys of all workouts begin with; an import's key is the path of a file.
  private static let scheme = "workout:"
  /// What the path of an unfinished workout begins with, before its id.
  private static let pathStart = "workout "

  /// Whether a progress is that of a workout.
  static func isWorkout(_ progress: ImportProgress) -> Bool { progress.input.hasPrefix(scheme) }

  /// A key for a workout: one whose last workout is over, of the same subject, or a new one.
  ///
  /// So a store keeps as many as there were unfinished workouts at a time, not one for each workout. Keys are not shared
  /// by subjects, since withdrawing a subject removes all that stores know of the key.
  static func freeInput(among imports: [ImportProgress], subject: String?) -> String {
    let known = imports.filter(isWorkout)
    let free = known.first {
      $0.isFinished
        && JSONValue(parsing: $0.details.utf8)?["subject"]?.text.map { Array($0.utf8) }
          == subject.map { Array($0.utf8) }
    }
    if let free { return free.input }
    let names = Set(known.map(\.input))
    var number = known.count + 1
    while names.contains("\(scheme)\(number)") { number += 1 }
    return "\(scheme)\(number)"
  }

  // MARK: As progress

  /// The progress to store.
  func progress(_ registry: Registry) -> ImportProgress? {
    guard let input else { return nil }
    var json = JSONBuilder.openObject()
    json.member("subject", subject)
    json.member("workout", object: object)
    var progress = ImportProgress(
      input: input, path: Self.pathStart + id.description, catalogHash: registry.contentHash, version: "")
    progress.counts = counts
    progress.details = String(decoding: json.finished, as: UTF8.self)
    return progress
  }

  /// The progress to store when the workout is over: only whose workout it was is kept.
  func finishedProgress(_ registry: Registry) -> ImportProgress? {
    input.map { Self.finishedProgress($0, subject: subject, registry) }
  }

  /// The progress of a key without an unfinished workout.
  static func finishedProgress(_ input: String, subject: String?, _ registry: Registry) -> ImportProgress {
    var json = JSONBuilder.openObject()
    json.member("subject", subject)
    var progress = ImportProgress(
      input: input, path: "workout", isFinished: true, catalogHash: registry.contentHash, version: "")
    progress.details = String(decoding: json.finished, as: UTF8.self)
    return progress
  }

  /// The id of an unfinished workout, also of one that `init` cannot read; `nil` if the note does not say it.
  static func id(of progress: ImportProgress) -> SampleID? {
    guard isWorkout(progress), !progress.isFinished else { return nil }
    let text = JSONValue(parsing: progress.details.utf8)?["workout"]?["id"]?.text
    return text.flatMap { SampleID($0) } ?? SampleID(String(progress.path.dropFirst(pathStart.count)))
  }

  /// Whose an unfinished workout is, also one that `init` cannot read.
  static func subject(of progress: ImportProgress) -> String? {
    JSONValue(parsing: progress.details.utf8)?["subject"]?.text
  }

  /// Reads what a builder stored.
  ///
  /// - Returns: `nil` when the workout is over.
  /// - Throws: `StorageError.Code.future` for what this version cannot read.
  init?(_ progress: ImportProgress, units: UnitTable) throws(StorageError) {
    guard Self.isWorkout(progress), !progress.isFinished else { return nil }
    let details = JSONValue(parsing: progress.details.utf8)
    guard let object = details?["workout"], object["version"]?.int == Self.version,
      let id = object["id"]?.text.flatMap({ SampleID($0) }), let owner = object["owner"]?.text,
      let configuration = object["configuration"].flatMap({ WorkoutText.configuration($0, units) }),
      let timeline = object["timeline"].flatMap({ WorkoutText.timeline($0, units) })
    else {
      throw StorageError(
        .future, "an unfinished workout was written by another version of Assay",
        hint: "finish or discard it with the program that began it")
    }
    self.init(
      id: id, owner: owner, configuration: configuration, subject: details?["subject"]?.text,
      device: object["device"].map { WorkoutText.device($0) })
    metadata = object["metadata"].map { WorkoutText.metadata($0, units) } ?? [:]
    self.timeline = timeline
    types = object["types"]?.elements?.compactMap(\.text) ?? []
    firstStart = object["firstStart"].flatMap { WorkoutText.instant($0) }
    lastStart = object["lastStart"].flatMap { WorkoutText.instant($0) }
    lastEnd = object["lastEnd"].flatMap { WorkoutText.instant($0) }
    counts = progress.counts
    input = progress.input
  }

  private var object: JSONBuilder {
    var json = JSONBuilder.openObject()
    json.member("version", Self.version)
    json.member("id", id.description)
    json.member("owner", owner)
    json.member("configuration", object: WorkoutText.object(configuration))
    if let device { json.member("device", object: WorkoutText.object(device)) }
    if !metadata.isEmpty { json.member("metadata", object: WorkoutText.object(metadata)) }
    json.member("timeline", object: WorkoutText.object(timeline))
    json.member("types", texts: types)
    if let firstStart { json.member("firstStart", object: WorkoutText.object(firstStart)) }
    if let lastStart { json.member("lastStart", object: WorkoutText.object(lastStart)) }
    if let lastEnd { json.member("lastEnd", object: WorkoutText.object(lastEnd)) }
    return json
  }
}
