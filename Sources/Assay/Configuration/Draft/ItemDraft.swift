/// The lines of the items for files of one form.
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
