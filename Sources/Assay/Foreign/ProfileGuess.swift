import HealthFormats
package import HealthModel
package import HealthQueries

/// A profile of a table or of JSON, guessed from what is in it: items of `data` for `assay.yaml`.
///
/// What the file says is used: times and how they are written, names of types and units, the subject. What it does not
/// say is a comment that asks; nothing uncertain is taken without one.
///
/// ```swift
/// let profile = try ForeignProfile(reading: ResolvedInput.resolve(path: "scale.csv"))
/// print(ProfileGuess(profile, registry: registry).configuration(path: "scale.csv"))
/// ```
package struct ProfileGuess: Sendable {
  /// The keys of each item after `path`, as lines of YAML without what they are indented by; none if nothing in the
  /// file can be read as samples.
  package let items: [[String]]
  /// The same of records whose types are unknown or only likely: comments.
  private let unread: [[String]]
  package let questions: Int
  package let failure: String?
  let hasSubject: Bool

  package init(_ profile: ForeignProfile, registry: Registry, zones: TimeZoneDatabase = .system()) {
    let types = TypeNames(registry)
    let units = UnitMatch(units: registry.units)
    let stem = Self.stem(profile.path)
    var items: [GuessedItem] = []
    var hasTime = false
    for list in profile.survey.lists {
      let roles = ColumnRoles(list, types, units, zones: zones)
      guard let first = roles.starts.first else { continue }
      hasTime = true
      // What is in records that are read already, and has no time of its own, belongs to them.
      let isInside = items.contains { item in list.path.map { $0.hasPrefix((item.list.path ?? "") + "/") } ?? false }
      if isInside, !list.columns[first].isOwn { continue }
      items += Self.items(list, roles, first, types, units, context: Self.context(list.path, stem))
    }
    let titles = profile.survey.skippedLines
    let skipped = titles > 0 ? ["skip_lines: \(titles)"] : []
    unread = items.filter { !$0.hasMeasures }.map { skipped + $0.lines }
    questions = items.reduce(0) { $0 + $1.questionCount }
    items.removeAll { !$0.hasMeasures }
    self.items = items.map { skipped + $0.lines }
    hasSubject = items.contains { $0.roles.subject != nil }
    let kind = profile.format == .csv ? "column" : "path"
    let paired = profile.survey.lists.lazy.flatMap(\.columns).first { PairedNumbers.areMost(of: $0) }
    failure =
      !items.isEmpty
      ? nil
      : profile.fault ?? (hasTime ? nil : Self.withoutTime(profile, kind))
        ?? paired.map { "\(YAMLText.comment($0.place)) has \(PairedNumbers.advice)" }
        ?? "no \(kind) has values of a type that is known"
  }

  private static func withoutTime(_ profile: ForeignProfile, _ kind: String) -> String {
    for column in profile.survey.lists.lazy.flatMap(\.columns) {
      guard let example = ShortYears.example(of: column) else { continue }
      return "\(YAMLText.comment(column.place)) has years of two digits, as in \(YAMLText.comment(example)); write four"
    }
    return "no \(kind) has times that can be read"
  }

  private static func items(
    _ list: RecordSurvey, _ roles: ColumnRoles, _ first: Int, _ types: TypeNames, _ units: UnitMatch,
    context: [String]
  ) -> [GuessedItem] {
    // A time around records is theirs only if nothing else is; that of the export itself never is.
    if !list.columns[first].isOwn, NameParts(list.columns[first].label).has(exportWords) { return [] }
    if roles.type != nil, roles.value != nil {
      let long = LongTable(list, roles, types, units)
      let item = GuessedItem(list, roles, start: first, measures: [], long: long, registry: types.registry)
      if item.hasMeasures { return [item] }
    }
    let measures = Measure.all(in: list, roles, types, units, context: context)
    var groups = Dictionary(grouping: measures) { measure in
      roles.starts.count > 1 ? start(of: measure.column, list, roles.starts) : first
    }
    if groups.isEmpty { groups[first] = [] }
    let all = Set(measures.map(\.column))
    return groups.sorted { $0.key < $1.key }.map { start, measures in
      GuessedItem(
        list, roles, start: start, measures: measures, long: nil, elsewhere: all.subtracting(measures.map(\.column)),
        registry: types.registry)
    }.filter(\.isUsable)
  }

  /// The time that is there when a value is; of several the nearest one before it.
  private static func start(of column: Int, _ list: RecordSurvey, _ starts: [Int]) -> Int {
    let value = list.columns[column].sample
    func agreement(_ start: Int) -> Int { zip(value, list.columns[start].sample).count { $0.isEmpty == $1.isEmpty } }
    let best = starts.map(agreement).max() ?? 0
    let likely = starts.filter { agreement($0) == best }
    return likely.last { $0 < column } ?? likely.first ?? column
  }

  private static let exportWords: Set<String> = [
    "export", "exported", "generated", "created", "updated", "version", "downloaded", "synced", "modified",
  ]

  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? "")
  }

  /// The words by which a list of times and numbers says what it is about.
  private static func context(_ path: String?, _ stem: String) -> [String] {
    let name = path?.split(separator: "/").last { $0 != "*" }
    return NameParts(name.map(String.init) ?? stem).words
  }

  /// The lines of the items for files.
  ///
  /// - Returns: lines of a list of items, indented by two; without items a comment that says why.
  func lines(glob: String, note: String, extra: [String] = []) -> [String] {
    func item(_ keys: [String]) -> [String] {
      ["  - path: \(YAMLText.quoted(glob))  # \(note)"] + (extra + keys).map { "    " + $0 }
    }
    let reason = "  # \(YAMLText.quoted(glob))\(note.isEmpty ? "" : ", " + note): \(failure ?? "")"
    return (items.isEmpty ? [reason] : items.flatMap(item))
      + unread.flatMap(item).map { "  # " + $0.dropFirst(2) }
  }

  /// The text of an `assay.yaml` that reads one file.
  ///
  /// - Returns: a configuration that can be used, with comments that ask what the file does not say.
  package func configuration(path: String) -> String {
    Self.configuration([lines(glob: GlobPattern.escaped(path), note: "")])
  }

  static func configuration(_ items: [[String]]) -> String {
    let isEmpty = items.allSatisfy { $0.allSatisfy { $0.hasPrefix("  #") } }
    let lines = ["schema: 1", isEmpty ? "data: []" : "data:"] + items.joined()
    return lines.map { line in
      var line = line
      while line.hasSuffix(" ") || line.hasSuffix("  #") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

/// Days whose year has two digits, such as `05.01.26`, which do not say their century and are not read.
enum ShortYears {
  /// The first such text of a column of which most are; `nil` for other columns.
  static func example(of column: RecordSurvey.Column) -> String? {
    guard column.form.kind == .text else { return nil }
    let entries = column.values.texts.entries
    let days = entries.filter { isDay($0.text) }
    guard days.reduce(0, { $0 + $1.count }) * 2 > entries.reduce(0, { $0 + $1.count }) else { return nil }
    return days.first?.text
  }

  /// Whether a text begins with three numbers of one or two digits, with one sign between them.
  static func isDay(_ text: String) -> Bool {
    let day = text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "T") }
    return [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/")].contains { separator in
      let parts = day.split(separator: separator, omittingEmptySubsequences: false)
      return parts.count == 3
        && parts.allSatisfy { part in (1...2).contains(part.count) && part.allSatisfy { $0 &- 0x30 <= 9 } }
    }
  }
}
