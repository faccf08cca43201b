import Foundation
import Testing

/// The command looks time zones up where `TZDIR` says; the library looks where systems keep them.
@Suite("Folders of time zones") struct ZoneFolderTests {
  @Test(
    "each option and each sample finds a zone of TZDIR, and none of it without",
    arguments: [
      "query --store health.db --timezone Made/Up", "stats --store health.db --type heartRate --timezone Made/Up",
      "validate local.ndjson --timezone Made/Up", "lint",
    ])
  func folder(_ call: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("zones/Made/Up", try TestFile.bytes("/usr/share/zoneinfo/Europe/Berlin"))
      try folder.write("a.ndjson", ExitCase.fine + "\n")
      try folder.write("local.ndjson", ExitCase.fine.replacing("08:00:00Z", with: "08:00:00") + "\n")
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: local.ndjson, timezone: Made/Up}]\n")
      _ = try TestStore(folder).importing(folder.path(of: "a.ndjson"), options: ["--no-config"])
      let words = CommandWords.split(call)
      let zones = ["TZDIR": folder.path(of: "zones")]
      let found = try AssayBinary.run(words, environment: zones, folder: folder.path)
      #expect(found.status == 0, "\(found.errorText)")
      let missing = try AssayBinary.run(words, folder: folder.path)
      #expect(missing.status == 2, "\(missing.errorText)")
      #expect(missing.errorText.contains("no time zone is called `Made/Up`"), "\(missing.errorText)")
    }
  }

  @Test("samples of a zone of TZDIR are counted by its days") func sampleZone() throws {
    try TemporaryFolder.with { folder in
      try folder.write("zones/Made/Up", try TestFile.bytes("/usr/share/zoneinfo/Asia/Tokyo"))
      let sample = ExitCase.fine.dropLast() + #","metadata":{"HKTimeZone":"Made/Up"}}"#
      let late = sample.replacing("T08:00:00Z", with: "T20:00:00Z")
      let store = TestStore(folder)
      _ = try store.importing(folder.write("a.ndjson", late + "\n"))
      let words = ["stats", "--store", store.path, "--type", "heartRate", "--by", "day", "--timezone", "sample"]
      let there = try AssayBinary.run(words, environment: ["TZDIR": folder.path(of: "zones")])
      #expect(there.status == 0 && there.text.contains("2026-01-02"), "\(there.text)\(there.errorText)")
      let without = try AssayBinary.run(words)
      #expect(without.status == 0 && without.text.contains("2026-01-01"), "\(without.text)\(without.errorText)")
    }
  }
}
