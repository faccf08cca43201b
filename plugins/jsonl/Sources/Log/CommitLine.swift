import HealthModel
import HealthStorage

/// A transaction as a line of `commits.jsonl`: without a line it did not happen.
struct CommitLine: Sendable {
  /// The line's number, from 1.
  var line = 0
  /// The number of the last commit that added or deleted samples, this one included.
  var commit: Int64 = 0
  /// Types that the store meets for the first time, and new cases of others.
  var types: [(id: String, signature: TypeSignature)] = []
  /// Types whose longest sample is longer now, in microseconds.
  var longest: [(type: String, length: Int64)] = []
  var added: [(type: String, count: Int)] = []
  var deleted: [(type: String, count: Int)] = []
  /// How many ids that were deleted before were stored again.
  var restored = 0
  /// How long which files of samples are now; a file of another generation replaces the one before.
  var files: [(file: SampleFile, length: Int)] = []
  /// How many bytes of which files became blank.
  var blanked: [(file: SampleFile, count: Int)] = []
  var deletions: Range<Int>?
  var progress: ImportProgress?
}

extension CommitLine {
  var bytes: [UInt8] {
    var object = JSONBuilder.openObject()
    object.member("line", line)
    object.member("commit", commit)
    if !types.isEmpty {
      var signatures = JSONBuilder.openObject()
      for type in types { signatures.member(type.id, object: type.signature.object) }
      object.member("types", object: signatures)
    }
    Self.add("longest", longest.map { ($0.type, $0.length) }, to: &object)
    Self.add("added", added.map { ($0.type, Int64($0.count)) }, to: &object)
    Self.add("deleted", deleted.map { ($0.type, Int64($0.count)) }, to: &object)
    if restored > 0 { object.member("restored", restored) }
    Self.add("files", files.map { ($0.file.name, Int64($0.length)) }, to: &object)
    Self.add("blanked", blanked.map { ($0.file.name, Int64($0.count)) }, to: &object)
    if let deletions {
      var range = JSONBuilder.openObject()
      range.member("from", deletions.lowerBound)
      range.member("to", deletions.upperBound)
      object.member("deletions", object: range)
    }
    if let progress { object.member("import", object: progress.object) }
    return object.sealed
  }

  private static func add(_ key: String, _ numbers: [(String, Int64)], to object: inout JSONBuilder) {
    guard !numbers.isEmpty else { return }
    var inner = JSONBuilder.openObject()
    for (name, number) in numbers { inner.member(name, number) }
    object.member(key, object: inner)
  }

  /// Reads a line, and leaves members that are not known to those who know them; `nil` if it is not a commit line.
  init?(_ range: Range<Int>, in bytes: [UInt8]) {
    self.init()
    guard let fields = JSONFields(range, in: bytes), let line = fields.count("line"),
      let commit = fields.integer("commit"), commit >= 0, let longest = fields.counts("longest"),
      let added = fields.counts("added"), let deleted = fields.counts("deleted"),
      let files = Self.files(fields.counts("files")), let blanked = Self.files(fields.counts("blanked"))
    else { return nil }
    self.line = line
    self.commit = commit
    self.longest = longest.map { (type: $0.key, length: Int64($0.count)) }
    self.added = added.map { (type: $0.key, count: $0.count) }
    self.deleted = deleted.map { (type: $0.key, count: $0.count) }
    self.files = files.map { (file: $0.file, length: $0.count) }
    self.blanked = blanked
    restored = fields.count("restored") ?? 0
    guard readTypes(fields), readDeletions(fields) else { return nil }
    if let object = fields.object("import") {
      guard let progress = ImportProgress(object) else { return nil }
      self.progress = progress
    }
  }

  private static func files(_ numbers: [(key: String, count: Int)]?) -> [(file: SampleFile, count: Int)]? {
    guard let numbers else { return nil }
    var result: [(file: SampleFile, count: Int)] = []
    for number in numbers {
      guard let file = SampleFile(number.key) else { return nil }
      result.append((file: file, count: number.count))
    }
    return result
  }

  private mutating func readTypes(_ fields: JSONFields) -> Bool {
    guard fields.has("types") else { return true }
    guard let signatures = fields.object("types") else { return false }
    for id in signatures.keys {
      guard SampleFile.isName(id), let object = signatures.object(id), let signature = TypeSignature(object) else {
        return false
      }
      types.append((id: id, signature: signature))
    }
    return true
  }

  private mutating func readDeletions(_ fields: JSONFields) -> Bool {
    guard fields.has("deletions") else { return true }
    guard let range = fields.object("deletions"), let from = range.count("from"), let to = range.count("to"), from <= to
    else { return false }
    deletions = from..<to
    return true
  }
}
