import Foundation
import HealthCatalog
import HealthModel
import Testing

@testable import Assay

/// What a build compiles in is what the folders hold.
struct EmbeddedCatalogTests {
  @Test("the compiled-in copy is the catalog folder") func copy() throws {
    let layer = try CatalogSource.layer(
      at: ProjectFiles.root + "/catalog", name: "built-in", displayPath: "catalog", isBuiltIn: true)
    let files = EmbeddedCatalog.files
    #expect(files.map(\.path) == layer.files.map(\.path), "catalog/ has changed: build anew")
    for (file, read) in zip(files, layer.files) {
      #expect(file.bytes == read.bytes, "\(read.path) has changed: build anew")
    }
  }

  @Test("the copy loads to the same registry") func load() throws {
    let folder = try CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog")).load()
    let copy = try CatalogBuilder(builtIn: .embedded).load()
    #expect(copy.registry?.contentHash == folder.registry?.contentHash)
    #expect(copy.registry?.types == folder.registry?.types)
  }
}
