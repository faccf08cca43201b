package import HealthFormats
package import HealthModel

package enum DataFiles {
  package struct Match: Sendable, Hashable {
    /// The path as the data set's glob begins: relative to the configuration's folder, unless the glob is absolute.
    package var path: String
    /// The place of the data set in the configuration.
    package var dataSet: Int

    package init(path: String, dataSet: Int) {
      self.path = path
      self.dataSet = dataSet
    }
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
    let files = walk.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let owners = Set(files.map(\.dataSet))
    let data = configuration.data
    let shadowed = walk.losses.filter { lost in
      !owners.contains(lost.key) && data[lost.key].path.value != data[lost.value].path.value
    }.sorted { $0.key < $1.key }
    return (
      files: files, unmatched: configuration.data.indices.filter { !walk.matched.contains($0) },
      shadowed: shadowed.map { (dataSet: $0.key, by: $0.value) }
    )
  }
}
