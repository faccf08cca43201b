/// Which samples something of a configuration is about; an empty list is about all.
package struct GlobScope: Sendable, Hashable {
  package var files: [GlobPattern]
  package var types: [GlobPattern]
  package var sources: [GlobPattern]

  package init(files: [GlobPattern] = [], types: [GlobPattern] = [], sources: [GlobPattern] = []) {
    self.files = files
    self.types = types
    self.sources = sources
  }

  package func contains(_ place: ScopeLocation) -> Bool {
    Self.isMatch(files, place.files) && Self.isMatch(types, place.types) && Self.isMatch(sources, place.sources)
  }

  private static func isMatch(_ globs: [GlobPattern], _ texts: [GlobText]) -> Bool {
    globs.isEmpty || texts.contains { text in globs.contains { $0.matches(text) } }
  }
}

/// The facts that a scope is compared with: a file, a type and the names of a source, as far as they are known.
package struct ScopeLocation: Sendable {
  let files: [GlobText]
  let types: [GlobText]
  let sources: [GlobText]

  package init(file: String? = nil, type: String? = nil, source: String? = nil, bundle: String? = nil) {
    files = file.map { [GlobText($0)] } ?? []
    types = type.map { [GlobText($0)] } ?? []
    sources = [source, bundle].compactMap { $0.map { GlobText($0) } }
  }
}

/// Scopes in order, found by the names that they spell out.
///
/// A configuration may have thousands of scopes, each for one source or one file, and a run as many findings: a finding
/// is only held against the scopes that name its source, file or type, and those that name none without a wildcard.
package struct ScopeIndex: Sendable, Hashable {
  private let scopes: [GlobScope]
  /// The scopes that only hold for a spelled-out source, else file, else type.
  private var bySource: [String: [Int]] = [:]
  private var byFile: [String: [Int]] = [:]
  private var byType: [String: [Int]] = [:]
  private var general: [Int] = []

  package init(_ scopes: [GlobScope]) {
    self.scopes = scopes
    for (index, scope) in scopes.enumerated() {
      if let names = Self.literals(scope.sources) {
        for name in names { bySource[name, default: []].append(index) }
      } else if let names = Self.literals(scope.files) {
        for name in names { byFile[name, default: []].append(index) }
      } else if let names = Self.literals(scope.types) {
        for name in names { byType[name, default: []].append(index) }
      } else {
        general.append(index)
      }
    }
  }

  package func first(at place: ScopeLocation) -> Int? {
    var found: Int?
    for list in lists(at: place) {
      let bound = found ?? .max
      found = list.first { $0 >= bound || scopes[$0].contains(place) }.map { min($0, bound) } ?? found
    }
    return found
  }

  package func last(at place: ScopeLocation) -> Int? {
    var found: Int?
    for list in lists(at: place) {
      let bound = found ?? -1
      found = list.last { $0 <= bound || scopes[$0].contains(place) }.map { max($0, bound) } ?? found
    }
    return found
  }

  /// The scopes that can hold at a place, each list in order.
  func lists(at place: ScopeLocation) -> [[Int]] {
    var lists = general.isEmpty ? [] : [general]
    for (texts, index) in [(place.sources, bySource), (place.files, byFile), (place.types, byType)] {
      for text in texts { if let list = index[text.plain] { lists.append(list) } }
    }
    return lists
  }

  /// The names that all globs of a list spell out; `nil` for an empty list, or when one has a wildcard.
  private static func literals(_ globs: [GlobPattern]) -> Set<String>? {
    var names: Set<String> = []
    for glob in globs {
      guard let literals = glob.literals else { return nil }
      names.formUnion(literals)
    }
    return names.isEmpty ? nil : names
  }
}

/// A path or name that is held against many patterns: it is cut at its slashes once.
package struct GlobText: Sendable {
  /// The text without a leading `./`, which matches the same patterns.
  package let plain: String
  let names: [ArraySlice<UInt8>]

  package init(_ text: some StringProtocol) {
    names = GlobPattern.names(in: text)
    let isPlain = !text.utf8.starts(with: "./".utf8)
    plain = isPlain ? String(text) : String(decoding: Array(names.joined(separator: [0x2F])), as: UTF8.self)
  }
}

extension GlobPattern {
  package func matches(_ text: GlobText) -> Bool { alternatives.contains { GlobSegment.match($0, text.names) } }

  /// The texts that the pattern matches, without a leading `./`; `nil` when a wildcard makes them too many to name.
  package var literals: [String]? {
    var texts: [String] = []
    for alternative in alternatives {
      var names: [[UInt8]] = []
      for segment in alternative {
        guard case .literal(let name) = segment else { return nil }
        names.append(name)
      }
      texts.append(String(decoding: Array(names.joined(separator: [0x2F])), as: UTF8.self))
    }
    return texts
  }
}
