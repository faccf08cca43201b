import HealthStorage

/// A store's information about itself.
enum StoreFacts {
  static func information(in db: Database, at place: StorePlace) throws -> StoreInformation {
    var details: [StoreInformation.Detail] = []
    for (name, sql) in facts {
      let number = try db.integer(sql)
      details.append(StoreInformation.Detail(name, String(number)))
    }
    let lastCommit = try StoreCaches.lastCommit(in: db)
    let deletions = try db.integer("SELECT count(*) FROM assay_deletions")
    let version = try db.integer("PRAGMA user_version")
    return StoreInformation(
      format: "SQLite \(SQLiteLibrary.version), schema \(version)", byteCount: place.byteCount,
      lastCommit: lastCommit, deletions: Int(deletions), details: details)
  }

  private static let facts = [
    ("page size", "PRAGMA page_size"),
    ("pages", "PRAGMA page_count"),
    ("free pages", "PRAGMA freelist_count"),
    ("types", "SELECT count(*) FROM assay_types"),
    ("sources", "SELECT count(*) FROM assay_sources"),
    ("devices", "SELECT count(*) FROM assay_devices"),
    ("subjects", "SELECT count(*) FROM assay_subjects"),
    ("given ids", "SELECT count(*) FROM assay_given_ids"),
    ("members of correlations", "SELECT count(*) FROM assay_members"),
  ]
}
