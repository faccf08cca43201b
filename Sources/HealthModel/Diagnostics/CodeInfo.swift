/// The facts about a code, besides its page in `Documentation/diagnostics/`.
@usableFromInline package struct CodeInfo: Sendable, Hashable {
  /// The word that files, reports and configurations use, such as `unit-incompatible`; the page is named for it.
  package let name: String
  /// The chapter of the documentation, and the file of its cases.
  package let family: CodeFamily
  /// The severity when no configuration says otherwise.
  package let severity: Severity
  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  package let isFixed: Bool
  /// The meaning of the code, in one or two sentences.
  package let gist: String
}

@usableFromInline package enum CodeFamily: String, Sendable, Hashable, CaseIterable {
  case file, shape, type, unit, value, time, metadata, correlation, structure, identity, across, store, catalog, project
}

extension CodeInfo {
  /// An error whose severity cannot be lowered.
  static func fixed(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .error, isFixed: true, gist: gist)
  }

  /// An error, unless the configuration says otherwise.
  static func error(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .error, isFixed: false, gist: gist)
  }

  /// A warning, unless the configuration says otherwise.
  static func warning(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .warning, isFixed: false, gist: gist)
  }

  /// A note, unless the configuration says otherwise.
  static func note(_ family: CodeFamily, _ name: String, _ gist: String) -> CodeInfo {
    CodeInfo(name: name, family: family, severity: .note, isFixed: false, gist: gist)
  }
}

extension DiagnosticCode {
  package var info: CodeInfo { Self.table[Int(rawValue)] }

  /// The word that files, reports and configurations use, such as `unit-incompatible`.
  public var name: String { info.name }

  /// The family of the code: a file of cases and a chapter of the documentation.
  package var family: CodeFamily { info.family }

  /// The severity when no configuration says otherwise.
  public var defaultSeverity: Severity { Self.severities[Int(rawValue)] }

  /// Whether the severity cannot be lowered, since no normal form of such a sample exists.
  package var isFixed: Bool { info.isFixed }

  /// The code of a word.
  public init?(name: some StringProtocol) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }

  /// The entries in the order of the cases, whose raw values count from 0.
  private static let table = allCases.map(CodeInfo.entry)
  /// For the judge, which asks at every finding: a copy of an entry retains its texts.
  private static let severities = table.map(\.severity)
}
