package import HealthFormats
package import HealthModel

/// Statistics of a table or of JSON that no profile describes: of each column, or of each path.
///
/// ```swift
/// let input = try ResolvedInput.resolve(path: "scale.csv")
/// if try ForeignProfile.isForeign(input, registry: registry) {
///   for list in try ForeignProfile(reading: input).lists { print(list.columns.map(\.name)) }
/// }
/// ```
package struct ForeignProfile: Sendable {
  /// Records that have the same columns or paths.
  package struct List: Sendable {
    /// The path to the records in JSON, as `records` of `assay.yaml` takes it, empty for whole documents; `nil` for a
    /// table.
    package var path: String?
    package var records: Int
    /// The columns in their order, or the paths in the order in which they appear.
    package var columns: [ColumnProfile]
  }

  /// The file as messages name it.
  package let path: String
  /// How it is written: a table or JSON.
  package let format: InputFormat
  /// A table, or the lists of records in JSON and the values around them.
  package let lists: [List]
  /// How many rows, lines or documents could not be read; they do not count.
  package let damaged: Int
  /// Why there are no statistics: the table has no header that can be read.
  package let fault: String?
  /// How many columns or paths were passed over, beyond the first 512.
  package let passedOver: Int
  /// What the statistics are made of, for guesses.
  let survey: FormSurvey

  /// How often a file is read again since objects turned out to have ids as keys.
  private static let maximumReadings = 4

  /// Reads a file to its end, in bounded memory: at most a million numbers and, for each column, a thousand texts are
  /// kept.
  package init(reading input: ResolvedInput, goesOn: () -> Bool = { true }) throws(InputError) {
    self.init(try Self.survey([input], limit: nil, goesOn), path: input.displayPath, format: input.format)
  }

  /// Whether a file is one that only a profile makes samples of: a table or JSON that looks like no samples.
  package static func isForeign(_ input: ResolvedInput, registry: Registry) throws(InputError) -> Bool {
    guard input.layout == TableLayout(), input.dialect == nil, input.format != .appleHealth,
      input.format.converted == nil, let beginning = try input.beginning(),
      beginning.contains(where: { $0 > 0x20 }), !SampleDetection.isLikely(beginning, format: input.format)
    else { return false }
    guard input.format != .csv else { return true }
    var survey = JSONSurvey()
    try survey.add(MemorySource(beginning), isByLine: input.format == .jsonLines)
    // Facts about a person have a type and no time.
    let types = survey.finished().lists.prefix(2).flatMap(\.columns).first { $0.place == "/type" }
    return !(types?.sample.contains { registry.type(named: $0) != nil } ?? false)
  }

  /// Looks at files of one form together.
  static func survey(
    _ inputs: [ResolvedInput], limit: Int?, _ goesOn: () -> Bool = { true }
  ) throws(InputError) -> FormSurvey {
    guard let first = inputs.first else { return FormSurvey() }
    if first.format == .csv {
      var survey = TableSurvey()
      for input in inputs {
        try survey.add(source(of: input, limit), limit: limit.map(Int64.init)) { _ in goesOn() }
      }
      return survey.finished()
    }
    var maps: Set<String> = []
    var reading = 1
    while true {
      var survey = JSONSurvey(maps: maps)
      for input in inputs {
        // A value takes some twenty bytes.
        try survey.add(
          source(of: input, limit), isByLine: input.format == .jsonLines, limit: limit.map { $0 / 20 }, goesOn: goesOn)
      }
      let more = survey.tree.likelyMaps.subtracting(maps)
      if more.isEmpty || reading == maximumReadings || !inputs.allSatisfy(\.canBeReadAgain) { return survey.finished() }
      maps.formUnion(more)
      reading += 1
    }
  }

  /// The bytes of a file; of a look at its beginning no more than a row or a text that ends can take.
  private static func source(of input: ResolvedInput, _ limit: Int?) throws(InputError) -> any ByteSource {
    let source = try input.makeByteSource()
    guard let limit else { return source }
    return BoundedSource(source, limit: limit * 16)
  }

  init(_ survey: FormSurvey, path: String, format: InputFormat) {
    self.path = path
    self.format = format
    self.survey = survey
    damaged = survey.damaged
    fault = survey.fault
    passedOver = survey.passedOver
    lists = survey.lists.map { list in
      List(
        path: list.path, records: list.count,
        columns: list.columns.filter(\.isOwn).map { ColumnProfile($0.shown, $0.values, $0.form, records: $0.records) })
    }
  }
}
