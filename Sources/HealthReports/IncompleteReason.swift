/// Why a run has not read all of its inputs.
public enum IncompleteReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// An input ended too early or is damaged.
  case damaged
  /// An input cannot be read at all.
  case unreadable
  /// The header of a table does not say what its columns are.
  case header
  /// The run was stopped.
  case stopped
  /// A plugin did not judge all samples.
  case plugin

  /// The reason in a word or two, for a cell of a table.
  var word: String {
    switch self {
    case .damaged: "damaged"
    case .unreadable: "unreadable"
    case .header: "header not understood"
    case .stopped: "stopped"
    case .plugin: "not judged by a plugin"
    }
  }

  package func words(_ input: String) -> String {
    switch self {
    case .damaged: "\(input) ended too early or is damaged"
    case .unreadable: "\(input) cannot be read"
    case .header: "the header of a table cannot be used, so its rows were not read"
    case .stopped: "the run was stopped before the end of \(input)"
    case .plugin: "a plugin did not judge all samples of \(input)"
    }
  }

  /// All reasons in words, in a fixed order; damage when none is known.
  package static func words(_ reasons: Set<IncompleteReason>, _ input: String) -> String {
    let known = reasons.isEmpty ? [.damaged] : allCases.filter(reasons.contains)
    return known.map { $0.words(input) }.joined(separator: "; ")
  }
}

extension Summary.File {
  /// How the reading of the input ended, for a cell of a table: `complete`, or why it is not.
  var stateText: String {
    guard isIncomplete else { return "complete" }
    let known = IncompleteReason.allCases.filter(incompleteReasons.contains)
    return known.isEmpty ? "incomplete" : known.map(\.word).joined(separator: ", ")
  }
}
