import Foundation
import Testing

/// Python 3 with the package `jsonschema`, which compares the schema with the cases.
enum SchemaComparison {
  /// The interpreter that `make test` set up, else the one on the path; `nil` when neither has the package.
  static let interpreter: String? = [AssayBinary.root + "/.build-python/bin/python3", "python3"].first { program in
    (try? run(program, ["-c", "import jsonschema"]).status) == 0
  }

  /// Compares a schema with the cases.
  static func compare(_ schema: String) throws -> ProcessResult {
    try run(try #require(interpreter), ["Tests/Schema/compare.py", schema])
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> ProcessResult {
    var variables = AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"])
    for name in ["HOME", "PYTHONPATH"] { variables[name] = ProcessInfo.processInfo.environment[name] }
    return try ChildProcess(program, arguments, environment: variables, folder: AssayBinary.root).finish()
  }
}

/// `assay catalog export`: the schema says what the validator says, and all forms hold all types.
@Suite("Catalog export") struct JSONSchemaTests {
  private static let catalog = "Tests/Cases/samples/catalog"

  private func export(_ form: String, _ more: [String] = []) throws -> [UInt8] {
    let result = try AssayBinary.run(["catalog", "export", "--as", form, "--catalog", Self.catalog] + more)
    try #require(result.status == 0, "\(result.errorText)")
    return result.output
  }

  private func object(_ form: String, _ more: [String] = []) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(try export(form, more)))
    return try #require(value as? [String: Any])
  }

  @Test(
    "the schema accepts and refuses the cases of Tests/Cases/samples",
    .enabled(if: SchemaComparison.interpreter != nil, "python3 with the package jsonschema is not here"))
  func comparison() throws {
    try TemporaryFolder.with { folder in
      let schema = try folder.write("schema.json", try export("json-schema"))
      let result = try SchemaComparison.compare(schema)
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
    }
  }

  @Test("every reference of the schema leads to a definition, and every definition is used")
  func references() throws {
    let schema = try object("json-schema")
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let found = Self.references(in: schema)
    #expect(Set(definitions.keys.map { "#/$defs/" + $0 }) == found)
    let rules = try #require(schema["allOf"] as? [[String: Any]])
    #expect(rules.count == definitions.keys.filter { !$0.hasPrefix("_") }.count)
  }

  @Test("the schema of a type says its names, unit and bounds") func definition() throws {
    let definitions = try #require(try object("json-schema")["$defs"] as? [String: Any])
    let stride = try #require(definitions["org.example.strideRate"] as? [String: Any])
    let unit = try #require((stride["properties"] as? [String: Any])?["unit"] as? [String: Any])
    let ways = try #require(unit["anyOf"] as? [[String: Any]])
    #expect(ways.first?["enum"] as? [String] == ["count/min", "count/hr", "spm"])
    let same = try #require((stride["if"] as? [String: Any])?["properties"] as? [String: [String: Any]])
    #expect(same["unit"]?["enum"] as? [String] == ["count/min", "spm"])
    let limits = try #require((stride["then"] as? [String: Any])?["properties"] as? [String: [String: Any]])
    #expect(limits["value"]?.count == 1)
    #expect(limits["value"]?["exclusiveMinimum"] as? Int == 0)
  }

  @Test("a pattern of the catalog becomes one of ECMA-262") func pattern() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "metadata/org.example.code.yaml",
        """
        schema: 1
        metadata: org.example.code
        title: Code
        value: {kind: string, pattern: "[\\\\w^\\\\-\\\\!]+(\\\\d|.)\\\\/\\\\@x{2,3}", max_length: 20}

        """)
      let schema = try object("json-schema", ["--catalog", folder.path])
      let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
      let kinds = try #require(definitions["_metadata"]?["if"] as? [String: Any])
      let keys = try #require(kinds["properties"] as? [String: [String: Any]])
      let value = try #require(keys["org.example.code"])
      #expect(value["pattern"] as? String == "^(?:[A-Za-z0-9_\\^\\-!]+([0-9]|[\\s\\S])\\/@x{2,3})$")
      #expect(value["maxLength"] as? Int == 20)
    }
  }

  @Test("the JSON form holds the card of every type, the enums and the metadata keys") func json() throws {
    let document = try object("json")
    let listed = try AssayBinary.run(["catalog", "list", "--output-format", "json", "--catalog", Self.catalog])
    let cards = try JSONSerialization.jsonObject(with: Data(listed.output))
    let types = try #require(document["types"])
    #expect(try Self.sorted(types) == Self.sorted(cards))
    #expect(document["schema"] as? Int == 1)
    #expect((document["hash"] as? String)?.count == 64)
    #expect((document["enums"] as? [String: Any])?["sleepAnalysis"] != nil)
    let keys = try #require(document["metadata"] as? [[String: Any]])
    #expect(keys.contains { $0["key"] as? String == "HKTimeZone" && $0["max_length"] as? Int == 64 })
  }

  @Test("the page has a heading for every type, and each link a heading") func markdown() throws {
    let page = String(decoding: try export("markdown"), as: UTF8.self)
    let lines = page.split(separator: "\n")
    let headings = lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    let listed = try AssayBinary.run(["catalog", "list", "--catalog", Self.catalog]).text.split(separator: "\n")
    #expect(headings.sorted() == listed.compactMap { $0.split(separator: " ").first.map(String.init) }.sorted())
    let anchors = Set(headings.map { $0.lowercased().filter { $0 != "." } })
    for row in lines where row.contains("](#") {
      let anchor = try #require(row.components(separatedBy: "](#").last?.prefix { $0 != ")" })
      #expect(anchors.contains(String(anchor)), "\(row)")
    }
  }

  @Test("an export is the same every time", arguments: ["json-schema", "json", "markdown"])
  func same(_ form: String) throws {
    #expect(try export(form) == export(form))
  }

  /// A value as text that does not depend on the order of keys.
  private static func sorted(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
  }

  /// The references of a document, wherever they stand.
  private static func references(in value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(references(in: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    var found: Set<String> = []
    for (key, part) in object {
      if key == "$ref", let text = part as? String { found.insert(text) }
      found.formUnion(references(in: part))
    }
    return found
  }
}
