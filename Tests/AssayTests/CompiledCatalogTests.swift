import Foundation
import HealthCatalog
import HealthModel
import SeededRandom
import Testing

@testable import Assay

/// The compiled form of the catalog says what the files say; `make bless` writes it anew.
struct CompiledCatalogTests {
  private static let generated = "Sources/Assay/Generated/EmbeddedRegistry.swift"

  @Test("the compiled form is that of the catalog folder") func generated() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let bytes = try #require(CompiledCatalog.text(of: registry, sourceHash: String(EmbeddedCatalog.hash)))
    let text = Self.source(String(decoding: bytes, as: UTF8.self))
    if ProjectFiles.isBlessing {
      try Data(text.utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + Self.generated))
    }
    let written = String(decoding: try ProjectFiles.bytes(Self.generated), as: UTF8.self)
    #expect(written == text, "run `make bless`, build, and again: catalog/ has changed")
  }

  @Test("what is read back is the registry, in every part") func roundTrip() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let bytes = try #require(CompiledCatalog.text(of: registry, sourceHash: "here"))
    let read = try #require(bytes.withUnsafeBytes { CompiledCatalog.registry($0, sourceHash: "here") })
    #expect(read.types == registry.types)
    #expect(read.metadataKeys == registry.metadataKeys)
    #expect(read.enums == registry.enums)
    #expect(read.contentHash == registry.contentHash)
    #expect(bytes.withUnsafeBytes { CompiledCatalog.registry($0, sourceHash: "there") } == nil)
  }

  @Test("a damaged form is no registry and no crash") func damage() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let bytes = try #require(CompiledCatalog.text(of: registry, sourceHash: "here"))
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<30 {
      let cut = Int(random.next() % UInt64(bytes.count))
      #expect(bytes[..<cut].withUnsafeBytes { CompiledCatalog.registry($0, sourceHash: "here") } == nil)
      var changed = bytes
      changed[cut] = UInt8(truncatingIfNeeded: random.next())
      _ = changed.withUnsafeBytes { CompiledCatalog.registry($0, sourceHash: "here") }
    }
  }

  @Test("a catalog folder that differs in one byte is read from its files") func changedFolder() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/assay-compiled-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: ProjectFiles.root + "/catalog", toPath: folder)
    let builder = CatalogBuilder(builtIn: .folder(folder))
    #expect(builder.compiledRegistry() != nil)
    let path = folder + "/vitals/heartRate.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "title: Heart rate", with: "title: Heart beat")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(builder.compiledRegistry() == nil)
    #expect(try builder.load().registry?.type(named: "heartRate")?.title == "Heart beat")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(builder.compiledRegistry() != nil)
    let more = folder + "/vitals/more.yaml"
    try text.write(toFile: more, atomically: true, encoding: .utf8)
    #expect(builder.compiledRegistry() == nil)
    try FileManager.default.removeItem(atPath: more)
    #expect(builder.compiledRegistry() != nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(builder.compiledRegistry() == nil)
  }

  private static var builder: CatalogBuilder { CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog")) }

  private static func source(_ text: String) -> String {
    """
    // Generated from catalog/ by `make bless`: the built-in catalog as it is read at every start. Do not edit.
    // swift-format-ignore-file
    import HealthCatalog
    import HealthModel

    /// The compiled form of `EmbeddedCatalog`.
    enum EmbeddedRegistry {
      /// The registry; `nil` when the form was made of other files.
      static var registry: Registry? {
        text.withUTF8Buffer { CompiledCatalog.registry(UnsafeRawBufferPointer($0), sourceHash: String(EmbeddedCatalog.hash)) }
      }

      private static let text: StaticString = ##\"""
    \(text)
    \"""##
    }

    """
  }
}
