import Foundation
import HealthModel
import Testing

@testable import HealthFormats

@Suite("Archives")
struct ArchiveTests {
  private static func path(_ name: String) -> String { TestFiles.path("Fixtures/apple-health/\(name)") }

  /// Reads an archive as the pipeline does.
  private func read(_ name: String, chunk size: Int = 1 << 20) throws -> ReadExport {
    let input = try ResolvedInput.resolve(path: Self.path(name))
    #expect(input.format == .appleHealth)
    #expect(input.origin == "apple-health")
    var export = ReadExport()
    do throws(InputError) {
      export = try ReadExport(AnyChunks(input.makeChunks(size: size)))
    } catch {
      export.error = error
    }
    return export
  }

  @Test(
    "an archive reads as its main file does",
    arguments: [
      ("export.zip", "Fixtures/demo/export.xml", "apple_health_export/export.xml"),
      (
        "localized.zip", "Fixtures/apple-health/localized-name/apple_health_export/导出.xml",
        "apple_health_export/导出.xml"
      ),
    ] as [(name: String, file: String, member: String)])
  func mainFile(_ row: (name: String, file: String, member: String)) throws {
    let (name, file, member) = row
    let bytes = try TestFiles.bytes(file)
    let export = try read(name)
    #expect(export == ReadExport(bytes))
    let input = try ResolvedInput.resolve(path: Self.path(name))
    #expect(input.displayPath == Self.path(name) + "!" + member)
    #expect(input.path == Self.path(name))
    #expect(input.size == Int64(bytes.count))
  }

  @Test("stored members and archives packed on a Mac read", arguments: ["stored.zip", "mac-rezipped.zip"])
  func others(_ name: String) throws {
    let export = try read(name, chunk: 4096)
    #expect(export.error == nil)
    #expect(!export.isBroken)
    #expect(export.samples.count == 3)
  }

  @Test(
    "a damaged or dangerous archive says what is wrong when it is read",
    arguments: [
      ("truncated.zip", ArchiveFault.truncated), ("slip.zip", .path), ("overlap.zip", .damaged),
      ("encrypted.zip", .damaged),
    ] as [(String, ArchiveFault)])
  func refused(_ name: String, _ fault: ArchiveFault) throws {
    let export = try read(name)
    #expect(export.records.isEmpty)
    guard case .damaged(_, let found, let reason)? = export.error else {
      Issue.record("\(String(describing: export.error))")
      return
    }
    #expect(found == fault, "\(reason)")
  }

  @Test("what stands before a wrong checksum counts", arguments: [4096, 1 << 20])
  func checksum(_ size: Int) throws {
    let export = try read("bad-crc.zip", chunk: size)
    #expect(export.samples.count == 3)
    #expect(Self.fault(export) == .damaged)
  }

  @Test("what stands before an archive swells counts")
  func ratio() throws {
    let export = try read("ratio-bomb.zip")
    #expect(export.samples.count == 1)
    #expect(Self.fault(export) == .ratio)
  }

  @Test("the size in the table of contents is the size that comes", arguments: [0, 10, 3 * 34_826] as [UInt32])
  func size(_ lie: UInt32) throws {
    let size: UInt32 = 34_826
    var bytes = try TestFiles.bytes("Fixtures/apple-health/export.zip")
    let truth = (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
    // Once in the local header and once in the directory.
    let places = bytes.indices.filter { bytes[$0...].starts(with: truth) }
    #expect(places.count == 2)
    for place in places {
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: lie >> UInt32(8 * index)) }
    }
    let export = try PackedFiles.withFile("size-lie.zip", bytes) { path in
      let input = try ResolvedInput.resolve(path: path)
      var export = ReadExport()
      do throws(InputError) {
        export = try ReadExport(AnyChunks(input.makeChunks(size: 4096)))
      } catch {
        export.error = error
      }
      return export
    }
    #expect(!export.samples.isEmpty)
    guard case .damaged(_, .damaged, let reason)? = export.error else {
      Issue.record("\(String(describing: export.error))")
      return
    }
    #expect(reason.hasSuffix("the member has \(size) bytes, and its table of contents says \(lie)"))
  }

  private static func fault(_ export: ReadExport) -> ArchiveFault? {
    guard case .damaged(_, let fault, _)? = export.error else { return nil }
    return fault
  }

  @Test(
    "no export and two exports are told apart",
    arguments: [("empty.zip", "no Apple Health export", false), ("two-exports.zip", "2 exports", true)])
  func unknown(_ name: String, _ words: String, _ isAmbiguous: Bool) {
    do throws(InputError) {
      _ = try ResolvedInput.resolve(path: Self.path(name))
      Issue.record("resolved")
    } catch {
      switch error {
      case .unknownFormat(_, let reason): #expect(!isAmbiguous && reason.contains(words))
      case .ambiguous(_, let reason): #expect(isAmbiguous && reason.contains(words))
      default: Issue.record("\(error)")
      }
    }
  }

  @Test("names that leave the folder, and kinds that are no files")
  func memberNames() {
    func fault(_ name: String, host: UInt8 = 3, mode: UInt32 = 0o100644) -> Bool {
      ZipMember(
        size: 0, compressedSize: 0, nameBytes: Array(name.utf8)[...], headerOffset: 0, crc: 0,
        flags: 0, method: 0, hostSystem: host, externalAttributes: mode << 16
      ).pathFault != nil
    }
    for name in ["../a", "a/../b", "..", "a/..", "/a", "\\a", "a\\..\\b", "C:a", "c:\\a", "", "a\0b"] {
      #expect(fault(name), "\(name)")
    }
    for name in ["a", "a/b.xml", "..a", "a..b/c..", "导出.xml", "ab:c", "._a", "a/"] { #expect(!fault(name), "\(name)") }
    #expect(fault("a", mode: 0o120777))
    #expect(fault("a", mode: 0o020644))
    #expect(!fault("a", host: 0, mode: 0o120777))
    #expect(!fault("a", mode: 0))
  }

  @Test("bytes added to or taken from an archive are seen")
  func shifted() throws {
    let good = try TestFiles.bytes("Fixtures/apple-health/export.zip")
    for (name, bytes) in [
      ("prefix", [0x4D, 0x5A] + good), ("suffix", good + [0x20]), ("twice", good + good),
      ("first byte", Array(good.dropFirst())),
    ] as [(String, [UInt8])] {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString).zip")
      try Data(bytes).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(throws: InputError.self, "\(name)") { _ = try ZipArchive(path: file.path) }
    }
  }

  @Test("only XML that can be the main file is looked into")
  func candidates() {
    for path in ["export.xml", "a/b/导出.xml", "EXPORT.XML", "a/exporter.xml"] { #expect(MainFile.isCandidate(path)) }
    for path in [
      "export_cda.xml", "a/Export_CDA.xml", "__MACOSX/a/export.xml", "a/._export.xml", "a/b.gpx", ".DS_Store", "",
    ] {
      #expect(!MainFile.isCandidate(path), "\(path)")
    }
  }
}

/// A chunk source of any kind, where a test wants one type.
struct AnyChunks: ChunkSource {
  private var base: any ChunkSource

  init(_ base: any ChunkSource) { self.base = base }

  mutating func next() throws(InputError) -> InputChunk? { try base.next() }
}
