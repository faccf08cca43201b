import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

@Suite("Texts that PostgreSQL can keep") struct StoredTextTests {
  @Test(
    "U+0000 is written otherwise, and nothing else gets its form",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\u{0}b", "a\u{1}0b"), ("a\u{1}b", "a\u{1}1b"), ("\u{1}0", "\u{1}10"),
      ("\u{2}é😀", "\u{2}é😀"),
    ])
  func encodes(_ text: String, _ expected: String) {
    #expect(StoredText.encoded(text) == expected)
    #expect(StoredText.encoded(Array(text.utf8)) == Array(expected.utf8))
  }

  @Test(
    "metadata are written as jsonb can keep them",
    arguments: [
      (#"{"a":1}"#, #"{"a":1}"#),
      (#"{"a":"\u0000","b":"\u0001"}"#, #"{"a":"\u00010","b":"\u00011"}"#),
      (#"{"a\u0000":"x"}"#, #"{"a\u00010":"x"}"#),
      (#"{"a":"\\u0000"}"#, #"{"a":"\\u0000"}"#),
      (#"{"a":"\ud83d\ude00 é \n"}"#, #"{"a":"\ud83d\ude00 é \n"}"#),
      (#"{"a":[1.5e3,-0.25,true,null]}"#, #"{"a":[1.5e3,-0.25,true,null]}"#),
      (#"{"a":"1e999"}"#, #"{"a":"1e999"}"#),
    ])
  func keeps(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    #expect(MetadataText.kept(0..<bytes.count, in: bytes).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(
    "what jsonb cannot keep is told",
    arguments: [#"{"a":"\ud83d"}"#, #"{"a":"\ud83dx"}"#, #"{"a":"\ude00"}"#, #"{"a":1e999}"#, #"{"a":1e-400}"#])
  func refuses(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(MetadataText.kept(0..<bytes.count, in: bytes) == nil)
  }
}

@Suite("Names of stores") struct StoreAddressTests {
  private static func address(_ url: String) throws -> StoreAddress {
    try StoreAddress(
      HostHello(host: "test", session: "0", url: url, parameters: StorageURL(url)?.parameters ?? [:]))
  }

  @Test(
    "libpq gets the URL without the schema",
    arguments: [
      (
        url: "postgresql://ann@db.example:5433/study?sslmode=require&schema=ring", parameters: "sslmode=require",
        schema: "ring"
      ),
      (url: "postgres:///study?schema=ring&host=/run/pg", parameters: "host=/run/pg", schema: "ring"),
      (url: "POSTGRESQL://db.example/study", parameters: "", schema: "assay"),
    ])
  func urls(_ item: (url: String, parameters: String, schema: String)) throws {
    let address = try Self.address(item.url)
    let passed = try #require(address.settings.last { $0.keyword == "dbname" }).value
    #expect(address.isURL)
    #expect(address.schema == item.schema)
    #expect(passed.hasPrefix("postgresql://"))
    #expect(passed.split(separator: "?").dropFirst().first.map(String.init) ?? "" == item.parameters)
  }

  @Test("a process URL has libpq's keywords") func keywords() throws {
    let address = try Self.address("process:postgresql?host=/run/pg&dbname=study&schema=My%20Store")
    #expect(!address.isURL)
    #expect(address.schema == "My Store")
    let given = address.settings.filter { ["host", "dbname", "schema"].contains($0.keyword) }
    #expect(given.map(\.value) == ["study", "/run/pg"])
  }

  @Test(
    "what cannot be is refused, and never repeated with its password",
    arguments: [
      "postgresql://ann:secret@db.example/study", "postgresql://db.example/study?password=secret",
      "process:postgresql?dbname=study&password=secret", "postgresql://ann:secret@[db.example/study",
      "postgresql:study", "postgresql:///study?schema=", "postgresql:///study?schema=pg_catalog",
      "postgresql:///study?schema=" + String(repeating: "x", count: 64),
    ])
  func refused(_ url: String) throws {
    let error = try #require(throws: PluginError.self) { try Self.address(url) }
    #expect(error.kind == .configuration)
    #expect(!error.message.contains("secret"))
  }
}
