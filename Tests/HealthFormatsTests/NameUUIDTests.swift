import Testing

@testable import HealthFormats

/// UUIDs of version 5, against examples of RFC 9562 and of another implementation.
@Suite struct NameUUIDTests {
  @Test(arguments: [
    // RFC 9562, A.4: the namespace of DNS.
    ("6ba7b8109dad11d180b400c04fd430c8", "www.example.com", "2ED6657D-E927-568B-95E1-2665A8AEA6A2"),
    // Python's uuid.uuid5.
    ("6ba7b8109dad11d180b400c04fd430c8", "", "4EBD0208-8328-5D69-8C44-EC50939C0967"),
    (
      "6ba7b8109dad11d180b400c04fd430c8", String(repeating: "a", count: 100),
      "56596F37-716C-57A9-A735-2561F8608390"
    ),
  ])
  func nameGivesItsID(namespace: String, name: String, expected: String) throws {
    let bytes = stride(from: 0, to: 32, by: 2).map { start in
      let digits = Array(namespace)[start..<start + 2]
      return UInt8(String(digits), radix: 16) ?? 0
    }
    let record = try #require(bytes.withUnsafeBufferPointer { UUIDBytes($0) })
    var names = NameUUID()
    var text: [UInt8] = []
    names.id(of: record, name: Array(name.utf8).span).append(to: &text)
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }
}
