import Foundation
import Testing

/// Structured samples of all types in every kind of store, and in stores that were made before there were any.
@Suite("Structured samples in stores", .serialized) struct StructuredStoreTests {
  private static let fixture = "Tests/Fixtures/jsonlines/structured.ndjson"

  @Test("what goes in comes out, byte for byte, and is not taken again", arguments: StoreKind.present)
  func roundTrip(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let normal = try AssayBinary.run(["normalize", Self.fixture])
      #expect(normal.status == 0, "\(normal.errorText)")
      let store = kind.place("store", in: folder)
      #expect(try store.importing(Self.fixture).status == 0)
      let export = try store.export()
      #expect(Self.lines(export).sorted() == Self.lines(normal.text).sorted())
      #expect(try store.faults() == "")
      let other = kind.place("other", in: folder)
      let second = try other.importing(folder.write("export.ndjson", export))
      #expect(second.status == 0, "\(second.errorText)")
      #expect(try other.export() == export)
      #expect(try RunReport(store.importing(folder.path(of: "export.ndjson"))).summary.accepted == 0)
      #expect(try store.export() == export)
    }
  }

  @Test("a store that was made before loses nothing", arguments: ["sqlite-1.db", "jsonl-1"])
  func earlier(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(of: name)
      try FileManager.default.copyItem(atPath: AssayBinary.root + "/Tests/Fixtures/stores/" + name, toPath: path)
      let store = ["--store", (name.hasPrefix("jsonl") ? "jsonl:" : "sqlite:") + path]
      let before = try AssayBinary.run(["export"] + store)
      #expect(before.status == 0, "\(before.errorText)")
      let result = try AssayBinary.run(["import", Self.fixture] + store)
      #expect(result.status == 0, "\(result.errorText)")
      let normal = try AssayBinary.run(["normalize", Self.fixture])
      let after = try AssayBinary.run(["export"] + store)
      #expect(Self.lines(after.text).sorted() == (Self.lines(before.text) + Self.lines(normal.text)).sorted())
      #expect(try AssayBinary.run(["store", "verify"] + store).status == 0)
    }
  }

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
