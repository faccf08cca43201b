import Foundation
import HealthModel
import Testing

@testable import HealthFormats

@Suite("The set of inputs of an export")
struct ExportSetTests {
  private static let folder = TestFiles.path("Fixtures/apple-health/whole")
  private static let paths = [
    "clinical-records/Observation-0001.json", "electrocardiograms/ecg_2026-01-05.csv",
    "workout-routes/route_2026-01-05_8.30am.gpx", "workout-routes/unnamed.gpx",
  ]

  @Test("a folder and the export's own folder have the same files, in the order of their paths")
  func folders() throws {
    for path in [Self.folder, Self.folder + "/apple_health_export"] {
      let input = try ResolvedInput.resolve(path: path)
      #expect(input.files.files.map(\.path) == Self.paths)
      #expect(input.files.files.map(\.kind) == [.document, .electrocardiogram, .route, .route])
      #expect(input.files.files.allSatisfy { $0.displayPath.hasSuffix("/apple_health_export/" + $0.path) })
      #expect(input.totalSize == input.size.map { $0 + input.files.files.reduce(0) { $0 + $1.size } })
    }
  }

  @Test("the main file alone, and other formats, have no files")
  func alone() throws {
    for path in [Self.folder + "/apple_health_export/export.xml", TestFiles.path("Fixtures/demo/samples.ndjson")] {
      #expect(try ResolvedInput.resolve(path: path).files.files.isEmpty)
    }
  }

  @Test("files outside of the main file's folder, and links, are not the export's")
  func strangers() throws {
    let folder = NSTemporaryDirectory() + "assay-set-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let home = folder + "/export/workout-routes"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    for name in ["export/export.xml", "export/workout-routes/a.gpx", "other.gpx", "export.gpx"] {
      let text = name.hasSuffix(".xml") ? "<HealthData/>" : "<gpx></gpx>"
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    try FileManager.default.createSymbolicLink(atPath: home + "/b.gpx", withDestinationPath: folder + "/other.gpx")
    #expect(try ResolvedInput.resolve(path: folder).files.files.map(\.path) == ["workout-routes/a.gpx"])
  }

  @Test("files that elements name, and recordings, come after the main file as though all were one input")
  func chunks() throws {
    let input = try ResolvedInput.resolve(path: Self.folder)
    let owner = ExportFileOwner(element: Array("<WorkoutRoute/>".utf8), parent: nil)
    var chunks = try input.makeFileChunks(of: [2: owner], base: 1000, from: 0)
    let recording = try #require(try chunks.next()?.loaded())
    #expect(recording.offset == 1000 && recording.index == 0)
    #expect(recording.contentCount == Int(input.files.files[1].size) && recording.skipped == 0)
    let text = String(decoding: recording.bytes, as: UTF8.self)
    #expect(!text.contains("Nobody") && !text.contains("1980") && text.contains("17.125"))
    let route = try #require(try chunks.next()?.loaded())
    #expect(route.offset == 1000 + input.files.files[1].size && route.index == 1)
    let content = try TestFiles.bytes("Fixtures/apple-health/whole/apple_health_export/" + Self.paths[2])
    #expect(Array(route.bytes[..<route.contentCount]) == content)
    #expect(try chunks.next() == nil)
    var rest = try input.makeFileChunks(of: [2: owner], base: 1000, from: route.offset)
    let pending = try #require(try rest.next())
    #expect(pending.offset == route.offset && pending.bytes.isEmpty && pending.skipped == input.files.files[2].size)
    #expect(try rest.next() == nil)
  }

  @Test("an archive has the files that its folder has")
  func archive() throws {
    let input = try ResolvedInput.resolve(path: TestFiles.path("Fixtures/apple-health/whole.zip"))
    #expect(input.files.files.map(\.path) == Self.paths)
    let owners = Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, ExportFileOwner(element: [], parent: nil)) })
    let folder = try ResolvedInput.resolve(path: Self.folder)
    var packed = try input.makeFileChunks(of: owners, base: 0, from: 0)
    var plain = try folder.makeFileChunks(of: owners, base: 0, from: 0)
    for _ in Self.paths {
      let (one, other) = (try packed.next()?.loaded(), try plain.next()?.loaded())
      #expect(one != nil && one?.bytes == other?.bytes && one?.offset == other?.offset)
    }
  }
}
