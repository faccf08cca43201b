import AssayKit
import Foundation
import HealthCatalog
import HealthModel
import SeededRandom
import Testing

@testable import Assay

/// The compiled form of the catalog says what the files say.
struct CompiledCatalogTests {
  @Test("the form that is compiled in is that of the catalog folder") func embedded() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let form = try #require(CompiledCatalog.text(of: registry))
    #expect(CompiledCatalog.builtIn.withUTF8Buffer { $0.elementsEqual(form) }, "catalog/ has changed: build anew")
  }

  @Test("what is read back is the registry, in every part") func roundTrip() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let bytes = try #require(CompiledCatalog.text(of: registry))
    let read = try #require(bytes.withUnsafeBytes { CompiledCatalog.registry($0) })
    #expect(read.types == registry.types)
    #expect(read.metadataKeys == registry.metadataKeys)
    #expect(read.enums == registry.enums)
    #expect(read.contentHash == registry.contentHash)
  }

  @Test("a damaged form is no registry and no crash") func damage() throws {
    let registry = try #require(try Self.builder.load(readsExamples: false).registry)
    let bytes = try #require(CompiledCatalog.text(of: registry))
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<30 {
      let cut = Int(random.next() % UInt64(bytes.count))
      #expect(bytes[..<cut].withUnsafeBytes { CompiledCatalog.registry($0) } == nil)
      var changed = bytes
      changed[cut] = UInt8(truncatingIfNeeded: random.next())
      _ = changed.withUnsafeBytes { CompiledCatalog.registry($0) }
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
}
