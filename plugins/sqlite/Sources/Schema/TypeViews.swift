import HealthModel

/// Makes the views of a type when its first samples come, and again when its definition has other parts by then.
struct TypeViews {
  private let type: TypeDefinition
  private let number: Int64
  private let registry: Registry
  private let db: Database

  init(of type: TypeDefinition, number: Int64, _ registry: Registry, in db: Database) {
    self.type = type
    self.number = number
    self.registry = registry
    self.db = db
  }

  /// Makes the views that are missing or are not as this program makes them.
  ///
  /// A type whose name is taken has no view; `samples` has its rows. A list or points whose view would have the name of a
  /// type, or of anything else in the store, has none either.
  func make() throws {
    if isAllowed(type.id) {
      try make(type.id, Views.select(type, number: number, registry), replacing: try stored(type.id))
    }
    for view in PartViews.views(of: type, number: number) where isAllowed(view.name) {
      guard try !isType(view.name) else { continue }
      let stored = try stored(view.name)
      // A view of another type, or one that a person has made, stays.
      guard stored?.hasSuffix(" WHERE s.type = \(number)") ?? true else { continue }
      try make(view.name, view.select, replacing: stored)
    }
  }

  private func make(_ name: String, _ select: String, replacing stored: String?) throws {
    let view = Views.quoted(name, by: "\"")
    let sql = "CREATE VIEW \(view) AS \(select)"
    guard stored != sql else { return }
    try db.execute(sql: "DROP VIEW IF EXISTS \(view)")
    try db.execute(sql: sql)
  }

  private func isAllowed(_ name: String) -> Bool {
    let name = name.lowercased()
    return !Views.reserved.contains(name) && !name.hasPrefix("assay_") && !name.hasPrefix("sqlite_")
  }

  /// The text of the view, table or index of this name; `nil` when there is none.
  private func stored(_ name: String) throws -> String? {
    let statement = try PreparedStatement(
      "SELECT coalesce(sql, '') FROM sqlite_master WHERE name = ?1 COLLATE NOCASE", in: db)
    statement.bind(1, copying: name)
    return try statement.step() ? statement.text(0) : nil
  }

  /// Whether a type has the name, here or in the store.
  private func isType(_ name: String) throws -> Bool {
    if registry.types.contains(where: { $0.id.lowercased() == name.lowercased() }) { return true }
    let statement = try PreparedStatement("SELECT 1 FROM assay_types WHERE name = ?1 COLLATE NOCASE", in: db)
    statement.bind(1, copying: name)
    return try statement.step()
  }
}
