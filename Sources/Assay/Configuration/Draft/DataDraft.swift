package import HealthFormats
package import HealthModel
package import HealthQueries

/// Items of `data` for files that were named: those that need no profile as they are, for others a guess.
package struct DataDraft: Sendable {
  /// An `assay.yaml` with the items, and with comments that ask what the files do not say.
  package let text: String
  /// How many comments ask something.
  package let questions: Int
  /// Whether all files can be read by the items.
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
        items += files.map { ["  - path: \(YAMLText.quoted(GlobPattern.escaped($0)))  # samples"] }
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
