import HealthModel
import HealthPlugins

/// What a writer knows of the store; true as long as nobody else commits.
struct WriterMemory {
  /// The store's last commit when this was true.
  var commit: Int64
  var types: TypeNumbers
  var subjects = TextNumbers(.subjects)
  var sources = TextNumbers(.sources)
  var devices = TextNumbers(.devices)
  var forms = FormNumbers()
  var leaves = Leaves()
  var structureViews = StructureViews()
  /// The ids of all samples, while the store was empty when they were begun and few enough.
  var seen: SeenIDs?
  /// Whether a given id has the form of a derived one, so that derived ids are looked up among the given ones.
  var hasMasked: Bool
  /// Whether samples were deleted.
  var hasDeletions: Bool

  /// Looks at the store, under its lock.
  init(_ connection: ServerConnection, commit: Int64) throws(PluginError) {
    self.commit = commit
    types = try TypeNumbers(connection)
    let found = try connection.run(
      "SELECT bool_or(has_masked), EXISTS (SELECT FROM assay_deletions) FROM assay_store")
    hasMasked = found.flag(0, 0)
    hasDeletions = found.flag(0, 1)
    seen = commit == 0 ? SeenIDs() : nil
    guard commit > 0 else { return }
    try leaves.findPartly(connection)
    if leaves.hasPartly { try leaves.makeIndexes(connection) }
  }
}
