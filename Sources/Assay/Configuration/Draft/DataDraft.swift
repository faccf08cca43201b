package import HealthFormats
package import HealthModel
package import HealthQueries

/// Items of `data` for files that were named: those that need no profile as they are, for others a guess.
package struct DataDraft: Sendable {
  /// An `assay.yaml` with the items, and with comments that ask what the files do not say.
  package let text: String
  package let questions: Int
  package let isComplete: Bool

  /// Looks at files to their ends; those with the same columns or paths share an item.
  package init(
    _ inputs: [ResolvedInput], registry: Registry, zones: TimeZoneDatabase = .system(),
    goesOn: () -> Bool = { true }
  ) throws(InputError) {
    var groups: [(shape: FileShape?, inputs: [ResolvedInput])] = []
    for input in inputs {
      let shape = try ForeignProfile.isForeign(input, registry: registry) ? FileShape(of: input) : nil
      if let shape, input.canBeReadAgain, let place = groups.firstIndex(where: { $0.shape == shape }) {
        groups[place].inputs.append(input)
      } else {
        groups.append((shape: shape, inputs: [input]))
      }
    }
    let all = inputs.map(\.displayPath)
    var items: [[String]] = []
    var (questions, isComplete) = (0, true)
    for group in groups {
      let files = group.inputs.map { Self.plain($0.displayPath) }
      guard group.shape != nil else {
        let form = group.inputs[0].dialect?.name
        let format = group.inputs[0].format
        let name = format.converted == nil ? "samples" : format.rawValue
        items += files.map { file in
          ["  - path: \(YAMLText.quoted(GlobPattern.escaped(file)))  # \(form ?? name)"]
            + [form].compactMap { $0.map { "    format: \($0)" } }
        }
        continue
      }
      let survey = try ForeignProfile.survey(group.inputs, limit: nil, goesOn)
      let profile = ForeignProfile(survey, path: files[0], format: group.inputs[0].format)
      let guess = ProfileGuess(profile, registry: registry, zones: zones)
      let draft = ItemDraft(files, among: all.map(Self.plain), guess)
      items.append(draft.lines(FileShape.name(of: profile)))
      questions += guess.questions + draft.questions
      if guess.items.isEmpty { isComplete = false }
    }
    text = ProfileGuess.configuration(items)
    self.questions = questions
    self.isComplete = isComplete
  }

  private static func plain(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
}

/// What makes two files of others alike: the columns of tables, the paths of JSON.
struct FileShape: Sendable, Hashable {
  let format: InputFormat
  let columns: [String]

  static let reach = 256 * 1024

  init(of input: ResolvedInput) throws(InputError) {
    format = input.format
    guard input.canBeReadAgain else {
      columns = []
      return
    }
    columns = try ForeignProfile.survey([input], limit: Self.reach).lists.flatMap(\.columns).filter(\.isOwn).map(
      \.shown)
  }

  static func name(of profile: ForeignProfile) -> String {
    profile.format == .csv ? "a table" : profile.format == .json ? "JSON" : "JSON, a record a line"
  }
}

struct ItemDraft: Sendable {
  private let globs: [(glob: String, files: [String])]
  private let guess: ProfileGuess
  private let subject: ParticipantNames.Found?

  init(_ files: [String], among all: [String], _ guess: ProfileGuess) {
    globs = ExactGlob.globs(of: files, among: all)
    self.guess = guess
    subject = guess.hasSubject || guess.items.isEmpty ? nil : ParticipantNames.pattern(of: files)
  }

  /// How many questions there are beside those of the guess.
  var questions: Int { subject.map { $0.isSure ? 0 : 1 } ?? 0 }

  func lines(_ name: String) -> [String] {
    var extra: [String] = []
    if let subject {
      let line = "subject: {file: \(YAMLText.quoted(subject.pattern))}"
      extra.append(subject.isSure ? line : "# \(line)  # is the name that of a participant?")
    }
    return globs.flatMap { item in
      let count = item.files.count
      return guess.lines(glob: item.glob, note: (count > 1 ? "\(count) files, " : "") + name, extra: extra)
    }
  }
}
