import HealthStorage

/// Brings a store of an earlier version to the newest one; the lock must be held.
///
/// The new log is written first. Then the mark says which version the store becomes and which log is the new one: from
/// here on earlier programs refuse the store. Then the new log takes its place, and the mark says that it is done.
/// Interrupted before the mark, a migration has not happened; after it, the next writer finishes it.
enum LayoutMigration {
  /// - Returns: the version that the store had; `nil` when another process was faster.
  /// - Throws: an error; nothing is lost then.
  static func run(_ place: StoreFolder, _ ladder: LayoutLadder) throws -> Int64? {
    guard let mark = try StoreMark.read(place, ladder), mark.isPast(in: ladder) else { return nil }
    let log = LogRewrite(place: place)
    var version = mark.version
    if let migration = mark.migration, try log.digest() != migration.log { version = migration.from }
    if version < ladder.newest {
      let written = try log.write { line in
        try ladder.steps(after: version).reduce(line) { line, step in try step.line(line) }
      }
      let migration = StoreMark.Migration(from: version, log: written)
      try StoreMark(version: ladder.newest, migration: migration).write(to: place)
      try log.publish()
    }
    try StoreMark(version: ladder.newest).write(to: place)
    return mark.migration?.from ?? mark.version
  }
}
