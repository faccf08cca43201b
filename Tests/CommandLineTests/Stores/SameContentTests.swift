import Foundation
import Testing

/// All kinds of stores keep the same: exports are equal byte for byte, and copies between any two as well.
@Suite("The same content in every kind of store", .serialized) struct SameContentTests {
  /// How many samples: as many as the variable says, else enough for a few batches.
  private static let samples = ProcessInfo.processInfo.environment["SAMPLES"].flatMap { Int($0) } ?? 4_000

  @Test("the same export") func exports() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("samples.ndjson", GeneratedInput.jsonLines.text(Self.samples))
      let export = try folder.write("export.xml", GeneratedInput.export.text(Self.samples / 4))
      var texts: [String] = []
      for kind in StoreKind.present {
        let store = kind.place("store-\(kind)", in: folder)
        let result = try store.importing(input, export)
        #expect(result.status == 1, "\(kind): \(result.errorText)")
        texts.append(try store.export())
        #expect(texts.last == texts.first, "\(kind) keeps something else than \(StoreKind.present[0])")
        #expect(try store.faults() == "", "\(kind)")
        #expect(try store.importing(input, export).status == 1)
        #expect(try store.export() == texts.first, "\(kind): the second import changed something")
      }
      let count = texts.first?.split(separator: "\n").count ?? 0
      #expect(count > Self.samples / 2)
      print("SameContentTests: \(count) lines, equal in \(StoreKind.present)")
    }
  }

  @Test("copies", arguments: StoreKind.present, StoreKind.present)
  func copies(_ from: StoreKind, _ to: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("samples.ndjson", GeneratedInput.jsonLines.text(700))
      let source = from.place("source", in: folder)
      _ = try source.importing(input)
      let target = to.place("target", in: folder)
      let arguments = ["import", "--from-store", source.url, "--store", target.url] + source.options
      let more = target.options == source.options ? [] : target.options
      let result = try AssayBinary.run(arguments + more)
      #expect(result.status == 0, "\(result.errorText)")
      let again = try AssayBinary.run(arguments + more)
      #expect(again.status == 0, "\(again.errorText)")
      let copied = try target.export()
      let original = try source.export()
      #expect(copied == original && copied.count > 1000)
      #expect(try target.faults() == "")
    }
  }
}
