/// A version of the schema: what every store of it holds.
struct SchemaVersion: Sendable {
  let number: Int64
  /// The statements that make the tables and indexes, by name; SQLite keeps their text, by which they are checked.
  let objects: [(name: String, sql: String)]
}

/// A step of a migration: how a store of one version becomes one of the next.
///
/// A store that climbed has the same schema as a new one, text for text: a table whose definition changes is made anew
/// and filled, since `ALTER TABLE` would leave another text.
struct SchemaStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: SchemaVersion
  /// Whether the queries of this program answer from a store that has not taken the step.
  ///
  /// A store on a medium that cannot be written is read only if they do.
  let keepsReading: Bool
  /// The statements, which run within the migration's transaction.
  let statements: [String]
  /// The step after the statements that SQL cannot express.
  var transform: @Sendable (Database) throws -> Void = { _ in }
}

/// The versions of the schema that this program knows, and the steps between them.
struct SchemaLadder: Sendable {
  let first: SchemaVersion
  var steps: [SchemaStep] = []

  static let released = SchemaLadder(first: Schema.version1)

  /// The version of new stores, which all others are brought to.
  var newest: SchemaVersion { steps.last?.to ?? first }

  /// A version by its number; `nil` when there never was one.
  func version(_ number: Int64) -> SchemaVersion? {
    number == first.number ? first : steps.first { $0.to.number == number }?.to
  }

  /// The steps that a store of a version has not taken.
  func steps(after number: Int64) -> ArraySlice<SchemaStep> { steps.drop { $0.to.number <= number } }

  /// Whether queries answer from a store of a version.
  func canRead(_ number: Int64) -> Bool { steps(after: number).allSatisfy(\.keepsReading) }
}
