import HealthModel
import HealthPlugins
import HealthStorage

/// The texts that many samples share, by number: sources, devices or subjects.
///
/// Numbers are given under the store's lock, and remembered as long as nobody else writes: another writer may delete the
/// last sample of a text, and with it the text.
struct TextNumbers {
  struct Table: Sendable {
    var name: String
    /// The members of the JSON object that have columns, by name; empty for a JSON string.
    var members: [String]

    static let subjects = Table(name: "assay_subjects", members: [])
    static let sources = Table(name: "assay_sources", members: ["name", "bundle", "version", "product", "os"])
    static let devices = Table(
      name: "assay_devices",
      members: ["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"])
  }

  private static let most = 100_000

  private let table: Table
  private var numbers: [[UInt8]: Int32] = [:]
  private var last: (text: [UInt8], number: Int32)?
  private var greatest: Int32?

  init(_ table: Table) { self.table = table }

  mutating func number(of range: Range<Int>?, in text: [UInt8]) -> Int32? {
    guard let range else { return nil }
    // Neighbors mostly share theirs.
    if let last, last.text.elementsEqual(text[range]) { return last.number }
    let key = Array(text[range])
    guard let number = numbers[key] else { return nil }
    last = (key, number)
    return number
  }

  /// The same, without remembering which it was.
  func number(in text: [UInt8], at place: Range<Int>) -> Int32? {
    if let last, last.text.elementsEqual(text[place]) { return last.number }
    return numbers[Array(text[place])]
  }

  mutating func learn(
    _ places: some Sequence<Range<Int>>, in text: [UInt8], _ connection: ServerConnection
  ) throws(PluginError) {
    let new = try find(places, in: text, connection)
    if !new.isEmpty { try insert(new, connection) }
  }

  /// Looks numbers up; the result is the texts that have none.
  mutating func find(
    _ places: some Sequence<Range<Int>>, in text: [UInt8], _ connection: ServerConnection
  ) throws(PluginError) -> [[UInt8]] {
    if numbers.count > Self.most {
      numbers = [:]
      last = nil
    }
    var unknown: [[UInt8]] = []
    var seen: Set<[UInt8]> = []
    var previous = 0..<0
    for place in places where number(of: place, in: text) == nil {
      if text[place].elementsEqual(text[previous]) { continue }
      previous = place
      let key = Array(text[place])
      if seen.insert(key).inserted { unknown.append(key) }
    }
    guard !unknown.isEmpty else { return [] }
    let found = try connection.run(
      "SELECT id, content FROM \(table.name) WHERE content = ANY ($1)",
      [.texts(unknown.map { String(decoding: $0, as: UTF8.self) })])
    for row in 0..<found.count { numbers[found.bytes(row, 1)] = found.integer(row, 0) }
    return unknown.filter { numbers[$0] == nil }
  }

  private mutating func insert(_ texts: [[UInt8]], _ connection: ServerConnection) throws(PluginError) {
    var next = greatest ?? 0
    if greatest == nil {
      next = try connection.run("SELECT coalesce(max(id), 0) FROM \(table.name)").integer(0, 0)
    }
    var ids: [Int32] = []
    for text in texts {
      guard next < Int32.max else {
        throw PluginError(.system, "\(table.name) has no number left", code: .full)
      }
      next += 1
      ids.append(next)
      numbers[text] = next
    }
    greatest = next
    let columns = table.members.isEmpty ? ["name"] : table.members
    var values: [BoundValue] = [.integers(ids), .texts(texts.map { String(decoding: $0, as: UTF8.self) })]
    for column in columns { values.append(.texts(texts.map { part(column, of: $0) })) }
    let parameters = columns.indices.map { "$\($0 + 3)::text[]" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(table.name) (id, content, \(columns.joined(separator: ", "))) "
        + "SELECT * FROM unnest($1::integer[], $2::text[], \(parameters))", values)
  }

  private func part(_ member: String, of content: [UInt8]) -> String? {
    let whole = 0..<content.count
    let place = table.members.isEmpty ? whole : CanonicalObject.value(of: member, of: whole, in: content)
    return place.flatMap { CanonicalObject.text(of: $0, in: content) }.map { StoredText.encoded($0) }
  }
}
