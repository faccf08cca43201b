/// Imports of one large input into many stores, of which one was never disturbed.
struct KillBench {
  /// What is left of an import: everything a user, or the next import, could see.
  struct Trace {
    var export: String
    var imports: [String]
    var quarantine: [String: [UInt8]]
    var integrity: String?

    /// The names of what differs; the content would fill a screen many times.
    func differences(from other: Trace) -> [String] {
      var names: [String] = []
      if export != other.export { names.append("the export of the store") }
      if imports != other.imports { names.append("assay_imports: \(imports) instead of \(other.imports)") }
      for name in Set(quarantine.keys).union(other.quarantine.keys).sorted()
      where quarantine[name] != other.quarantine[name] {
        let (own, calm) = (quarantine[name], other.quarantine[name])
        let same = zip(own ?? [], calm ?? []).prefix { $0 == $1 }.count
        names.append(
          "quarantine \(name): \(own?.count ?? -1) bytes instead of \(calm?.count ?? -1), the first \(same) equal, "
            + String(decoding: (own ?? []).dropFirst(max(0, same - 80)).prefix(400), as: UTF8.self))
      }
      if integrity != other.integrity { names.append("integrity: \(integrity ?? "-")") }
      return names
    }
  }

  let folder: TemporaryFolder
  let input: String
  /// The status and summary of the undisturbed import, and how long it took.
  let status: Int32
  let summary: RunReport.Summary
  let seconds: Double
  /// What the undisturbed import left.
  let trace: Trace

  /// Writes the input, and imports it once in peace.
  init(_ folder: TemporaryFolder, _ input: GeneratedInput, samples: Int) throws {
    self.folder = folder
    self.input = try folder.write(input.rawValue, input.text(samples))
    for (name, text) in Self.catalog { try folder.write("catalog/\(name).yaml", text) }
    let store = Self.store(folder, "calm")
    let begun = ContinuousClock.now
    let result = try AssayBinary.run(
      store.importArguments([self.input], Self.options), environment: store.environment)
    let took = (ContinuousClock.now - begun).components
    seconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
    guard let report = try? RunReport(result) else { throw NoReport(result: result) }
    status = result.status
    summary = report.summary
    trace = try Self.trace(of: store)
  }

  /// A store that is not there yet.
  func store(_ name: String) -> TestStore { Self.store(folder, name) }

  /// Starts an import.
  func start(_ store: TestStore) throws -> ChildProcess {
    try AssayBinary.start(store.importArguments([input], Self.options), environment: store.environment)
  }

  /// What an import left.
  static func trace(of store: TestStore) throws -> Trace {
    let quarantine = store.path + ".quarantine"
    var files: [String: [UInt8]] = [:]
    for name in TestFile.names(in: quarantine) { files[name] = try TestFile.bytes(quarantine + "/" + name) }
    // The lock of a killed import stays as a file that nobody holds.
    for (name, bytes) in files where name.hasSuffix(".lock") && bytes.isEmpty { files[name] = nil }
    // Killed between its last commit and its end, an import leaves what it had set aside and kept again.
    for (name, bytes) in files where name.hasSuffix(".earlier.ndjson") {
      let kept = files[name.replacing(".earlier.ndjson", with: ".ndjson")] ?? []
      let lines = Set(kept.split(separator: UInt8(ascii: "\n")))
      if bytes.split(separator: UInt8(ascii: "\n")).dropLast().allSatisfy(lines.contains) { files[name] = nil }
    }
    return Trace(
      export: try store.export(), imports: try StoreBooks.imports(of: store), quarantine: files,
      integrity: try StoreBooks.integrity(of: store))
  }

  /// Many threads make small chunks, so that there is a lot to come between.
  private static let options = ["--jobs", "32"]

  private static func store(_ folder: TemporaryFolder, _ name: String) -> TestStore {
    let variables = ["ASSAY_COMMIT_SIZE": "1000", "ASSAY_CATALOG": folder.path(of: "catalog")]
    return TestStore(folder, name + ".db", environment: variables)
  }

  /// A catalog of few types: a run spends its time on the import, which is to be killed, and not on its beginning.
  static let catalog: [(name: String, text: String)] = [
    ("heartRate", quantity("heartRate", "HeartRate", "count/min")),
    ("bloodPressureSystolic", quantity("bloodPressureSystolic", "BloodPressureSystolic", "mmHg")),
    ("bloodPressureDiastolic", quantity("bloodPressureDiastolic", "BloodPressureDiastolic", "mmHg")),
    (
      "bloodPressure",
      """
      schema: 1
      type: bloodPressure
      kind: correlation
      title: Blood pressure
      identifiers: [HKCorrelationTypeIdentifierBloodPressure]
      members: {bloodPressureSystolic: 1, bloodPressureDiastolic: 1}

      """
    ),
    (
      "workout",
      """
      schema: 1
      type: workout
      kind: composite
      title: Workout
      fields:
        activity: {values: {running: 37}, required: true}
        duration: {unit: s}
      lists:
        events:
          within: sample
          sorted: start
          fields:
            kind: {values: {pause: 1, resume: 2}, required: true}
            start: {kind: time, required: true}

      """
    ),
    (
      "workoutRoute",
      """
      schema: 1
      type: workoutRoute
      kind: series
      title: Workout route
      parent: {type: workout}
      points:
        time: true
        columns: {latitude: {unit: deg}, longitude: {unit: deg}, altitude: {unit: m, required: false}}

      """
    ),
    (
      "electrocardiogram",
      """
      schema: 1
      type: electrocardiogram
      kind: series
      title: Electrocardiogram
      fields:
        classification: {values: {sinusRhythm: 1}, required: true}
      points:
        rate: {unit: Hz}
        columns: {voltage: {unit: mcV}}

      """
    ),
  ]

  private static func quantity(_ id: String, _ name: String, _ unit: String) -> String {
    """
    schema: 1
    type: \(id)
    kind: quantity
    title: \(name)
    identifiers: [HKQuantityTypeIdentifier\(name)]
    aggregation: discreteArithmetic
    unit: \(unit)

    """
  }
}
