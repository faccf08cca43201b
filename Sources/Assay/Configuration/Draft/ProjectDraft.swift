import AssayPlatform
public import HealthFormats
public import HealthModel
public import HealthQueries

/// A first `assay.yaml` for a folder: its files as data sets, those of other forms by a guess at their profiles, and
/// comments that ask what only people know.
///
/// ```swift
/// let draft = try ProjectDraft(folder: "study", registry: registry)
/// print(draft.text)
/// ```
public struct ProjectDraft: Sendable, Hashable {
  package let survey: FolderSurvey
  /// How many comments ask something.
  public let questions: Int
  /// The lines of the items that can be used, and comments on files that cannot be read.
  private let items: [String]
  private let comments: [String]

  private static let lookedAt = 50
  /// How many files are named that are not understood.
  private static let namedOthers = 50

  /// Looks at a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder that the configuration is for.
  ///   - registry: the types that samples may be of.
  ///   - formats: the formats that are read.
  ///   - zones: where names of time zones are looked up.
  /// - Throws: `InputError` when a folder in it cannot be read.
  public init(
    folder: String, registry: Registry, formats: FormatList = .core, zones: TimeZoneDatabase = .system()
  ) throws(InputError) {
    let survey = try FolderSurvey(folder, formats)
    var (items, comments, questions, others) = ([String](), [String](), 0, survey.others)
    for group in survey.groups {
      guard group.columns != nil else {
        let draft = Self.samples(group, among: survey.files)
        items += draft.lines
        questions += draft.questions
        continue
      }
      let inputs = group.files.prefix(Self.lookedAt).compactMap { file in
        try? ResolvedInput.resolve(path: PathText.join(folder, file), formats: formats)
      }
      let found: FormatSurvey
      do throws(InputError) {
        found = try ForeignProfile.survey(inputs, limit: FileShape.reach)
      } catch {
        others.append("\(error)")
        continue
      }
      let profile = ForeignProfile(found, path: group.files[0], format: group.format)
      let guess = ProfileGuess(profile, registry: registry, zones: zones)
      let draft = ItemDraft(group.files, among: survey.files, guess)
      let lines = draft.lines(FileShape.name(of: profile))
      if guess.items.isEmpty { comments += lines } else { items += lines }
      questions += guess.questions + draft.questions
    }
    comments += others.prefix(Self.namedOthers).map { "  # " + $0 }
    if others.count > Self.namedOthers {
      comments.append("  # and \(GroupedDigits.string(others.count - Self.namedOthers)) more files that are not read")
    }
    self.survey = survey
    (self.items, self.comments, self.questions) = (items, comments, questions)
  }

  /// The file's text: a valid configuration, the same for the same folder, byte for byte.
  public var text: String {
    var lines = [
      "# The configuration of Assay. Documentation/configuration.md explains each key.", "schema: 1", "",
      "# Folders of definitions of your own types; `assay catalog new` writes one.",
      survey.catalogs.isEmpty
        ? "# catalogs: [types]" : "catalogs: [\(survey.catalogs.map(YAMLText.quoted).joined(separator: ", "))]", "",
      "# The files. For each item you can say whose samples they are (subject), the time zone of times without an",
      "# offset (timezone: Europe/Berlin), and how strictly units are read (units: lenient). Profiles of tables and",
      "# JSON are guessed from what is in them: check them, and answer the questions in comments.",
    ]
    lines.append(items.isEmpty ? "# data:" : "data:")
    lines += items
    if items.isEmpty, comments.isEmpty { lines.append("#   - path: data/*.csv") }
    lines += comments
    lines += ["", "# The store of import, query, stats and export when they name none."]
    lines.append("# store: " + (survey.stores.first.map(YAMLText.quoted) ?? "health.db"))
    lines += [
      "", "# Severities of codes, and what makes the exit status 1; `assay explain --list` lists the codes.",
      "# rules: {value-implausible: error}", "# fail_on: warning",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// The lines of the text that ask something, each with its number: those about people first, then those about units.
  package var questionLines: [(line: Int, text: String)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      line -> (line: Int, text: String, rank: Int)? in
      let words = line.element.drop { $0 == " " || $0 == "#" }
      guard line.element.hasPrefix("  "), let mark = line.element.lastIndex(of: "#"),
        line.element[mark...].contains("?")
      else { return nil }
      let isAboutPeople = ["subject", "participant", "person"].contains { words.contains($0) }
      return (line.offset + 1, String(words), isAboutPeople ? 0 : words.contains("unit?") ? 1 : 2)
    }
    return [0, 1, 2].flatMap { rank in lines.filter { $0.rank == rank }.map { ($0.line, $0.text) } }
  }

  /// The lines of files that are read as they are, and how many of them ask something.
  private static func samples(_ group: FolderSurvey.Group, among all: [String]) -> (lines: [String], questions: Int) {
    // The folder of an unpacked export is one input.
    let globs = ExactGlob.globs(of: group.files, among: all + group.files)
    let subject = subject(of: group)
    let lines = globs.flatMap { item in
      let count = item.files.count
      let path = "  - path: \(YAMLText.quoted(item.glob))  # \(count == 1 ? "" : "\(count) files, ")\(name(group))"
      return [path] + [group.dialect.map { "format: \($0)" }, subject.line].compactMap { $0.map { "    " + $0 } }
    }
    return (lines, subject.isQuestion ? 1 : 0)
  }

  /// The line that says whose the samples are, if the files' names tell it or must be asked about.
  private static func subject(of group: FolderSurvey.Group) -> (line: String?, isQuestion: Bool) {
    let isExport = group.format == .appleHealth
    // An unpacked export is a folder, which no pattern of files is for.
    let haveNames = !isExport || group.files.allSatisfy { $0.lowercased().hasSuffix(".zip") }
    let found = haveNames ? ParticipantNames.pattern(of: group.files) : nil
    if let found, found.isSure || isExport {
      let line = "subject: {file: \(YAMLText.quoted(found.pattern))}"
      return found.isSure ? (line, false) : ("# \(line)  # is the name that of a participant?", true)
    }
    guard isExport else { return (nil, false) }
    return group.files.count == 1
      ? ("# subject: P01", false) : ("# subject: P01  # one person's? else write an item for each export", true)
  }

  private static func name(_ group: FolderSurvey.Group) -> String {
    switch group.format {
    case .appleHealth: "Apple Health"
    case .csv: "a table of samples"
    default: group.dialect ?? group.format.rawValue
    }
  }
}
