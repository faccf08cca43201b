import Foundation
import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog source")
struct CatalogSourceTests {
  /// A folder that is there while the body runs.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "/assay-catalog-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("YAML files are read in the order of their paths; hidden ones, schemas and others are not")
  func folder() throws {
    try withFolder { folder in
      for name in [
        "b.yaml", "a/z.yml", "a/B.yaml", "a.yaml", "schema/type.yaml", "a/schema/x.yaml", ".hidden.yaml", ".git/x.yaml",
        "notes.txt", "README.md",
      ] {
        try write("x: \(name)\n", to: folder + "/" + name)
      }
      let layer = try CatalogSource.layer(at: folder + "/", name: "test", displayPath: "shown/")
      #expect(layer.files.map(\.path) == ["shown/a.yaml", "shown/a/B.yaml", "shown/a/z.yml", "shown/b.yaml"])
      #expect(layer.files.first?.bytes == Array("x: a.yaml\n".utf8))
      #expect(layer.notes.isEmpty)
      #expect(!layer.isBuiltIn)
    }
  }

  @Test(
    "objects of Kubernetes are left out with a note, configurations without one, and all else is read",
    arguments: [
      ("deploy.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n", false, 1),
      ("two.yaml", "---\nkind: Pod\napiVersion: v1\n---\nkind: Pod\napiVersion: v1\n", false, 1),
      ("assay.yaml", "schema: 1\ndata: []\n", false, 0), ("plugin.yaml", "name: x\nversion: 0.1.0\n", false, 0),
      ("assay.yaml", "schema: 1\nmetadata: assay\n", true, 0), ("plugin.yaml", "type: plugin\nkind: x\n", true, 0),
      ("a.yaml", "apiVersion: v1\n", true, 0), ("a.yaml", "kind: quantity\nmetadata: {}\n", true, 0),
      ("a.yaml", "apiVersion: v1\nkind: Pod\nschema: 1\n", true, 0), ("a.yaml", "x: |\n  apiVersion: v1\n", true, 0),
      ("a.yaml", "typ: org.example.a\n", true, 0), ("a.yaml", "", true, 0),
    ] as [(String, String, Bool, Int)])
  func foreign(_ name: String, _ text: String, _ isRead: Bool, _ notes: Int) throws {
    try withFolder { folder in
      try write(text, to: folder + "/" + name)
      let layer = try CatalogSource.layer(at: folder, name: "test", displayPath: "in")
      #expect(layer.files.count == (isRead ? 1 : 0))
      #expect(layer.notes.count == notes && layer.notes.allSatisfy { $0.severity == .note && $0.code == .notChecked })
    }
  }

  @Test("links are followed to files inside the folder only, and the others are noted")
  func links() throws {
    try withFolder { folder in
      let files = FileManager.default
      try write("a: 1\n", to: folder + "/in/real.yaml")
      try write("secret: 1\n", to: folder + "/outside/secret.yaml")
      let root = folder + "/in"
      try files.createSymbolicLink(atPath: root + "/inside.yaml", withDestinationPath: "real.yaml")
      try files.createSymbolicLink(atPath: root + "/leaves.yaml", withDestinationPath: "../outside/secret.yaml")
      try files.createSymbolicLink(atPath: root + "/passwd.yaml", withDestinationPath: "/etc/passwd")
      try files.createSymbolicLink(atPath: root + "/nowhere.yaml", withDestinationPath: "gone.yaml")
      try files.createSymbolicLink(atPath: root + "/loop", withDestinationPath: ".")
      let layer = try CatalogSource.layer(at: root, name: "test", displayPath: "in")
      #expect(layer.files.map(\.path) == ["in/inside.yaml", "in/real.yaml"])
      #expect(layer.notes.map(\.location.path) == ["in/leaves.yaml", "in/nowhere.yaml", "in/passwd.yaml"])
      #expect(layer.notes.allSatisfy { $0.severity == .warning && $0.code == .notChecked })
    }
  }

  @Test("a named pipe among the files is left out without waiting for it")
  func pipe() throws {
    try withFolder { folder in
      try write("a: 1\n", to: folder + "/a.yaml")
      try #require(mkfifo(folder + "/pipe.yaml", 0o600) == 0)
      let layer = try CatalogSource.layer(at: folder, name: "test", displayPath: "f")
      #expect(layer.files.map(\.path) == ["f/a.yaml"])
      #expect(layer.notes.map(\.location.path) == ["f/pipe.yaml"])
    }
  }

  @Test("a single file is a layer")
  func single() throws {
    let path = CatalogFixture.cases + "/base/heartRate.yaml"
    let layer = try CatalogSource.layer(at: path, name: "one")
    #expect(layer.files.map(\.path) == [path])
  }

  @Test("a file is read no further than needed to see that it is too large")
  func large() throws {
    try withFolder { folder in
      try write(String(repeating: "#", count: 3 << 20), to: folder + "/large.yaml")
      let layer = try CatalogSource.layer(at: folder, name: "test", displayPath: "f")
      #expect(layer.files.first?.bytes.count == YAMLLimits.fileBytes + 1)
      let result = CatalogFixture.loader.load(layers: [layer])
      #expect(CatalogFixture.errors(result) == ["f/large.yaml:0:0 object-too-large"])
    }
  }

  @Test("a missing path, a NUL and an empty path are errors that name the path")
  func missing() {
    for path in ["/nowhere/at/all", "/etc/passwd\u{0}.yaml", ""] {
      #expect(throws: Failure.self) { try CatalogSource.layer(at: path, name: "test") }
    }
    do throws(Failure) {
      _ = try CatalogSource.layer(at: "/nowhere/at/all", name: "test")
    } catch {
      #expect(error.message.hasPrefix("catalog: `/nowhere/at/all`: "))
      #expect(error.status == .usage)
    }
  }
}
