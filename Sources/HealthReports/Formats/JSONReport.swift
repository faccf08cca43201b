public import HealthModel

/// A diagnostic as a JSON object: the fields of DESIGN section 10, absent ones left out.
public enum JSONReport {
  /// The object's bytes.
  public static func object(_ diagnostic: Diagnostic) -> [UInt8] {
    var json = JSONBuilder()
    append(diagnostic, to: &json)
    return json.bytes
  }

  /// Appends the object.
  public static func append(_ diagnostic: Diagnostic, to json: inout JSONBuilder) {
    json.object { json in
      json.member("code", diagnostic.code.name)
      json.member("severity", diagnostic.severity.name)
      json.member("message", diagnostic.message)
      json.member("path", diagnostic.location.path)
      if diagnostic.location.line > 0 {
        json.member("line", diagnostic.location.line)
        json.member("column", diagnostic.location.column)
      }
      if let offset = diagnostic.location.byteOffset { json.member("byte_offset", Int(offset)) }
      json.member("pointer", diagnostic.pointer)
      json.member("type", diagnostic.type)
      json.member("uuid", diagnostic.uuid)
      json.member("rule_location", diagnostic.ruleLocation?.description)
      json.member("hint", diagnostic.hint)
    }
  }
}
