import HealthPlugins

/// A step of a migration: how a store of one version becomes one of the next.
struct TableStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: Int32
  /// Whether the questions of this plugin can be answered from a store that has not taken the step.
  let keepsReading: Bool
  /// The statements, which run within the migration's transaction.
  var statements: [String] = []
  /// What no statement does, after them.
  var work: (@Sendable (ServerConnection) throws(PluginError) -> Void)?
}

/// The versions of the schema that this plugin knows, and the steps between them.
///
/// A new store begins with the version of `StoreTables` and takes only the steps after it.
struct TableLadder: Sendable {
  var steps: [TableStep]

  static let released = TableLadder(steps: [
    TableStep(to: 2, keepsReading: false, work: { (connection) throws(PluginError) in try LayoutTwo.take(connection) })
  ])

  /// The version of new stores, which all others are brought to.
  var newest: Int32 { max(steps.last?.to ?? 0, StoreTables.version) }

  /// The steps that a store of a version has not taken.
  func steps(after version: Int32) -> ArraySlice<TableStep> { steps.drop { $0.to <= version } }

  /// Whether questions can be answered from a store of a version.
  func canRead(_ version: Int32) -> Bool { steps(after: version).allSatisfy(\.keepsReading) }
}
