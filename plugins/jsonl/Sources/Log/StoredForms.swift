import AssayPlatform
import HealthModel
import HealthStorage

/// A store's record of a type, as an object of a commit's line.
extension TypeSignature {
  var object: JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("kind", kind)
    object.member("shape", shape)
    object.member("unit", unit)
    object.member("aggregation", aggregation)
    if !cases.isEmpty {
      var names = JSONBuilder.openObject()
      for (raw, name) in cases.sorted(by: { $0.key < $1.key }) { names.member(String(raw), name) }
      object.member("cases", object: names)
    }
    return object
  }

  init?(_ fields: JSONFields) {
    guard let kind = fields.text("kind") else { return nil }
    self.init(
      kind: kind, shape: fields.text("shape"), unit: fields.text("unit"), aggregation: fields.text("aggregation"))
    guard fields.has("cases") else { return }
    guard let names = fields.object("cases") else { return nil }
    for key in names.keys {
      guard let raw = Int64(key), let name = names.text(key) else { return nil }
      cases[raw] = name
    }
  }
}

/// How far an import has come as an object of a commit's line.
extension ImportProgress {
  var object: JSONBuilder {
    var object = JSONBuilder.openObject()
    object.member("input", input)
    object.member("path", path)
    object.member("byte_offset", position.byteOffset)
    object.member("line", position.line)
    object.member("column", position.column)
    object.member("prefix_hash", Hexadecimal.text(of: prefixHash))
    object.member("read", counts.read)
    object.member("accepted", counts.accepted)
    object.member("duplicates", counts.duplicates)
    object.member("conflicts", counts.conflicts)
    object.member("refused", counts.refused)
    object.member("quarantine_length", quarantineLength)
    object.member("unsupported_length", unsupportedLength)
    object.member("finished", isFinished)
    object.member("incomplete", isIncomplete)
    object.member("catalog", catalogHash)
    object.member("version", version)
    object.member("details", details)
    return object
  }

  init?(_ fields: JSONFields) {
    guard let input = fields.text("input"), let path = fields.text("path"),
      let byteOffset = fields.integer("byte_offset"), let line = fields.integer("line"),
      let column = fields.integer("column"),
      let hash = fields.text("prefix_hash").flatMap({ Hexadecimal.bytes(of: $0, lowerCaseOnly: true) }),
      let catalogHash = fields.text("catalog"), let version = fields.text("version"),
      let details = fields.text("details")
    else { return nil }
    var counts = ImportCounts()
    counts.read = Int(fields.integer("read") ?? 0)
    counts.accepted = Int(fields.integer("accepted") ?? 0)
    counts.duplicates = Int(fields.integer("duplicates") ?? 0)
    counts.conflicts = Int(fields.integer("conflicts") ?? 0)
    counts.refused = Int(fields.integer("refused") ?? 0)
    self.init(
      input: input, path: path, position: ReadPosition(byteOffset: byteOffset, line: Int(line), column: Int(column)),
      prefixHash: hash, counts: counts, details: details, quarantineLength: fields.integer("quarantine_length") ?? 0,
      unsupportedLength: fields.integer("unsupported_length") ?? 0, isFinished: fields.flag("finished"),
      isIncomplete: fields.flag("incomplete"), catalogHash: catalogHash, version: version)
  }
}
