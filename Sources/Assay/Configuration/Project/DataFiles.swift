import AssayPlatform
package import HealthFormats
package import HealthModel

package enum DataFiles {
  package struct Match: Sendable, Hashable {
    /// The path as the data set's glob begins: relative to the configuration's folder, unless the glob is absolute.
    package var path: String
    /// The place of the data set in the configuration.
    package var dataSet: Int
  }

  /// Finds all files in a folder and below, by the rules of data sets: names that begin with a dot are passed over, and
  /// links to folders are not followed.
  ///
  /// - Returns: the files, relative to the folder, in the order of their paths as bytes; the names that are not UTF-8,
  ///   made readable, which no path can name; and how many links, and how many pipes and devices, were passed over.
  /// - Throws: `InputError`, as `matches`.
  static func all(
    in folder: String
  ) throws(InputError) -> (files: [String], damaged: [String], passed: (links: Int, specials: Int)) {
    var all = ProjectConfiguration(path: folder, folder: folder)
    all.data = [DataSet(path: Located("**", at: CatalogMark(path: folder, line: 1, column: 1)))]
    var walk = DataFolderWalk(all, within: nil)
    walk.passesOverDamaged = true
    try walk.run()
    let files = walk.files.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let damaged = walk.damaged.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (files: files, damaged: damaged, passed: walk.passed)
  }

  /// Finds the files of all data sets in one walk.
  ///
  /// A glob without wildcards may also name a folder, which then is one input: an export that was unpacked. Only
  /// folders in which a glob can match are entered. A name that begins with a dot is passed over unless a glob names
  /// the dot. Folders that a glob names before its first wildcard may be links; after it, links to folders are not
  /// followed, and links to files only to files in the configuration's folder or below the link's own folder.
  ///
  /// A file belongs to the first data set whose glob matches its path, unless `exclude` matches as well.
  ///
  /// - Returns: the files in the order of their paths as bytes, the data sets whose globs match no file, and those whose
  ///   files all belong to earlier data sets, of which the first one is named.
  package static func matches(
    of configuration: ProjectConfiguration, within boundary: FolderBoundary? = nil
  ) throws(InputError) -> (files: [Match], unmatched: [Int], shadowed: [(dataSet: Int, by: Int)]) {
    var walk = DataFolderWalk(configuration, within: boundary)
    try walk.run()
    let data = configuration.data
    // A part of a file, `study.xlsx!Weights`, is not a name in a folder.
    let parts = data.indices.filter { index in
      let path = data[index].path.value
      guard !walk.matched.contains(index), data[index].glob?.isLiteral ?? false, let mark = path.lastIndex(of: "!")
      else { return false }
      return FileTree.exists(PathText.join(configuration.folder, String(path[..<mark])))
    }
    let files = (walk.files + parts.map { Match(path: data[$0].path.value, dataSet: $0) })
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let owners = Set(files.map(\.dataSet))
    let shadowed = walk.losses.filter { lost in
      !owners.contains(lost.key) && data[lost.key].path.value != data[lost.value].path.value
    }.sorted { $0.key < $1.key }
    return (
      files: files, unmatched: data.indices.filter { !walk.matched.contains($0) && !parts.contains($0) },
      shadowed: shadowed.map { (dataSet: $0.key, by: $0.value) }
    )
  }
}

/// A walk through a project's folders along the globs of its data sets.
struct DataFolderWalk {
  /// The most names that the walk reads.
  static let maximumNames = 1_000_000
  /// Folders within one another.
  static let maximumDepth = 64

  private(set) var files: [DataFiles.Match] = []
  /// The data sets whose globs match a file.
  private(set) var matched: Set<Int> = []
  /// The data sets that lost a file to an earlier one, and the first such.
  private(set) var losses: [Int: Int] = [:]
  /// Whether names that are not UTF-8 are collected; otherwise one that a glob matches ends the walk.
  var passesOverDamaged = false
  /// The names that are not UTF-8 and were passed over, made readable.
  private(set) var damaged: [String] = []
  /// How many links, and how many pipes and devices, were passed over.
  private(set) var passed = (links: 0, specials: 0)
  private var nameCount = 0
  private let root: String
  private let realRoot: String?
  /// The globs of the data sets; `nil` for one that is malformed.
  private let globs: [GlobPattern?]
  private let exclude: [GlobPattern]
  private let boundary: FolderBoundary?

  init(_ configuration: ProjectConfiguration, within boundary: FolderBoundary?) {
    self.boundary = boundary
    root = configuration.folder.isEmpty ? "." : configuration.folder
    realRoot = RealPath.text(of: root)
    globs = configuration.data.map(\.glob)
    exclude = configuration.excludedGlobs
  }

  /// Walks from the project's folder, and from the root of the file system for absolute globs.
  mutating func run() throws(InputError) {
    let trails = globs.compactMap { $0 }.flatMap(GlobPath.trails(of:))
    let relative = trails.filter { !$0.isAbsolute }
    if !relative.isEmpty { try enter(root, shown: "", relative, depth: 0) }
    let absolute = trails.filter(\.isAbsolute).compactMap { $0.behind("") }
    if !absolute.isEmpty { try enter("/", shown: "/", absolute, depth: 0) }
  }

  /// Looks at the names in a folder that a glob can match.
  private mutating func enter(_ folder: String, shown: String, _ trails: [GlobPath], depth: Int) throws(InputError) {
    guard depth <= Self.maximumDepth else {
      throw .unreadable(path: shown, reason: "folders nested deeper than \(Self.maximumDepth)")
    }
    guard try admits(folder, shown: shown, trails) else { return }
    for name in try names(in: folder, shown: shown, trails) {
      nameCount += 1
      guard nameCount <= Self.maximumNames else {
        throw .unreadable(
          path: root, reason: "more than \(Self.maximumNames) names in the folders of the data; narrow the globs")
      }
      let onward = trails.compactMap { $0.behind(name) }
      if onward.isEmpty { continue }
      try look(at: PathText.join(folder, name), shown: PathText.join(shown, name), onward, depth: depth)
    }
  }

  /// Whether a folder may be entered: it is inside the boundary, or it is only passed through and its names are not
  /// read.
  private func admits(_ folder: String, shown: String, _ trails: [GlobPath]) throws(InputError) -> Bool {
    guard let boundary, let real = RealPath.text(of: folder), !boundary.admits(real) else { return true }
    if boundary.isBelow(real), !trails.contains(where: \.takesForms) { return true }
    guard trails.contains(where: \.isPlain) else { return false }
    throw .unreadable(path: shown, reason: boundary.refusal)
  }

  /// The names to look at, each once, in the order of their bytes.
  private mutating func names(in folder: String, shown: String, _ trails: [GlobPath]) throws(InputError) -> [String] {
    var names = trails.flatMap(\.literalNames)
    if trails.contains(where: \.takesForms) {
      let listing = try FolderEntry.names(in: folder)
      for name in listing.damaged where trails.contains(where: { $0.behind(name) != nil }) {
        let path = PathText.join(shown, name)
        guard passesOverDamaged else { throw .damagedName(path) }
        damaged.append(path)
      }
      names += listing.names
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    // Not by `==`, for which two spellings of one accented letter are the same name.
    var distinct: [String] = []
    for name in names where !(distinct.last?.utf8.elementsEqual(name.utf8) ?? false) { distinct.append(name) }
    return distinct
  }

  private mutating func look(at path: String, shown: String, _ trails: [GlobPath], depth: Int) throws(InputError) {
    switch FolderEntry.kind(of: path) {
    case .file: add(shown, trails)
    case .linkedFile: if isInside(path) { add(shown, trails) } else { passed.links += 1 }
    case .folder: try descend(into: path, shown: shown, trails, depth: depth)
    case .linkedFolder:
      if !trails.contains(where: \.isPlain) { passed.links += 1 }
      try descend(into: path, shown: shown, trails.filter(\.isPlain), depth: depth)
    case .other: passed.specials += 1
    case .missing: break
    case .unknown(let error): throw .unreadable(path: shown, reason: error.description)
    }
  }

  private mutating func descend(
    into folder: String, shown: String, _ trails: [GlobPath], depth: Int
  ) throws(InputError) {
    if exclude.contains(where: { $0.matchesAll(in: shown) }) { return }
    add(shown, trails.filter(\.isNamed))
    let onward = trails.filter(\.goesOn)
    if !onward.isEmpty { try enter(folder, shown: shown, onward, depth: depth + 1) }
  }

  /// Gives a file on a trail to the first data set whose glob matches its path.
  private mutating func add(_ path: String, _ trails: [GlobPath]) {
    guard trails.contains(where: \.isMatch), !exclude.contains(where: { $0.matches(path) }) else { return }
    let sets = globs.indices.filter { globs[$0]?.matches(path) ?? false }
    guard let first = sets.first else { return }
    matched.formUnion(sets)
    for loser in sets.dropFirst() where losses[loser] == nil { losses[loser] = first }
    files.append(DataFiles.Match(path: path, dataSet: first))
  }

  /// Whether a link leads to a file in the project's folder, or below the folder that the link is in.
  private func isInside(_ link: String) -> Bool {
    guard let target = RealPath.text(of: link), boundary?.admits(target) ?? true else { return false }
    let own = link.utf8.lastIndex(of: UInt8(ascii: "/")).flatMap { RealPath.text(of: String(link[...$0])) }
    return [realRoot, own].contains { folder in folder.map { FolderBoundary.isInside(target, $0) } ?? false }
  }
}

extension InputError {
  /// A name that is not UTF-8, by which no path can name the file.
  static func damagedName(_ path: String) -> InputError { .unreadable(path: path, reason: "the name is not UTF-8") }
}
