import HealthStorage
import Testing

/// What the names of stores mean, and that they show no password.
@Suite("Names of stores") struct StorageURLTests {
  @Test(
    "a scheme is a letter, then letters, digits and dashes",
    arguments: [
      ("sqlite:a.db", "sqlite", "a.db"), ("a.db", "sqlite", "a.db"), ("b/a.sqlite", "sqlite", "b/a.sqlite"),
      ("a.sqlite3", "sqlite", "a.sqlite3"),
      ("python-sqlite:", "python-sqlite", ""), ("Store2:x", "store2", "x"), ("2026:a.db", "sqlite", "2026:a.db"),
      ("postgresql://h/d", "postgresql", "//h/d"), ("./x:y.db", "sqlite", "./x:y.db"),
    ])
  func reading(_ text: String, _ scheme: String, _ location: String) throws {
    let url = try #require(StorageURL(text))
    #expect(url.scheme == scheme)
    #expect(url.location == location)
  }

  @Test("what names no store is none", arguments: ["health", "", ":", "-a:b", "2:b"])
  func none(_ text: String) { #expect(StorageURL(text) == nil) }

  @Test(
    "no password is shown",
    arguments: [
      ("postgresql://user:secret@host/db", "postgresql://user:…@host/db"),
      ("postgresql://user@host/db", "postgresql://user@host/db"),
      ("postgresql://host:5432/db", "postgresql://host:5432/db"),
      ("postgresql://user:se@c:r/e?t@host/db", "postgresql://user:…@host/db"),
      ("postgresql://:secret@host", "postgresql://:…@host"),
      ("postgresql://h/d?password=secret&sslmode=require", "postgresql://h/d?password=…&sslmode=require"),
      ("process:x?path=a&API_Token=secret&pass%77ord=secret", "process:x?path=a&API_Token=…&pass%77ord=…"),
      ("process:x?secret", "process:x?secret"),
      ("process:x?dsn=pg://u:secret@h/d&b=1", "process:x?dsn=…&b=1"),
      ("process:x?dsn=pg%3A%2F%2Fu%3Asecret%40h", "process:x?dsn=…"),
      ("process:x?path=//host/a.db", "process:x?path=//host/a.db"),
      ("sqlite:a@b:c.db", "sqlite:a@b:c.db"),
      ("process:x?path=\u{1B}[31m", "process:x?path=\\u{1B}[31m"),
    ])
  func shown(_ text: String, _ shown: String) throws {
    #expect(try #require(StorageURL(text)).shown == shown)
  }

  @Test(
    "parameters are decoded",
    arguments: [
      ("process:x", [:]), ("process:x?", [:]), ("process:x?path=a%20b%2Fc&&n=", ["path": "a b/c", "n": ""]),
      ("process:x?a=b=c&d", ["a": "b=c", "d": ""]), ("process:x?%61=%C3%A4+", ["a": "ä+"]),
    ] as [(String, [String: String])])
  func parameters(_ text: String, _ parameters: [String: String]) throws {
    #expect(try #require(StorageURL(text)).parameters == parameters)
  }

  @Test(
    "malformed parameters are none",
    arguments: ["x:?a=%", "x:?a=%2", "x:?a=%GG", "x:?a=%FF", "x:?a=%00", "x:?=b", "x:?a=1&a=2"])
  func malformed(_ text: String) throws {
    #expect(try #require(StorageURL(text)).parameters == nil)
  }

  @Test("what is encoded is decoded again", arguments: ["/tmp/a b&c=d?e%f", "ä\n", "", "{}+~"])
  func encoding(_ text: String) throws {
    let url = try #require(StorageURL("x:?a=\(StorageURL.encoded(text))"))
    #expect(url.parameters == ["a": text])
  }
}
