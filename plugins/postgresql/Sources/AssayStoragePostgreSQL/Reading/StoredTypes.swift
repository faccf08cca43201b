import HealthPlugins

struct StoredType: Sendable, Hashable {
  var number: Int32
  /// Its id.
  var name: String
  var hasMembers: Bool
  var isMember: Bool
  /// The length of its longest sample in microseconds.
  var longest: Int64
}

/// The types that the store knows, in the order of their ids as bytes.
struct StoredTypes: Sendable {
  let all: [StoredType]
  private let places: [Int32: Int]

  init(_ connection: ServerConnection) throws(PluginError) {
    let found = try connection.run(
      "SELECT id, name, has_members, is_member, longest_us FROM assay_types ORDER BY name")
    all = (0..<found.count).map { row in
      StoredType(
        number: found.integer(row, 0), name: found.text(row, 1), hasMembers: found.flag(row, 2),
        isMember: found.flag(row, 3), longest: found.long(row, 4))
    }
    var places: [Int32: Int] = [:]
    for (place, type) in all.enumerated() { places[type.number] = place }
    self.places = places
  }

  /// The type of a number; `nil` when the store is damaged.
  subscript(number: Int32) -> StoredType? { places[number].map { all[$0] } }
}
