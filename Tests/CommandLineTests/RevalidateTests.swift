import Foundation
import Glibc
import Testing

/// Replaying what was refused: what passes now is stored once, what still fails is kept with fresh reasons.
@Suite("Revalidate") struct RevalidateTests {
  private static let team = "Tests/Fixtures/team-catalog"

  private func revalidate(_ paths: [String], _ options: String...) throws -> (status: Int32, report: RunReport) {
    let result = try AssayBinary.run(["revalidate"] + paths + ["--output-format", "json"] + options)
    guard let report = try? RunReport(result) else { throw NoReport(result: result) }
    return (result.status, report)
  }

  private func permissions(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_mode & 0o7777) : nil
  }

  /// A store whose quarantine holds samples of a type that the catalog did not have.
  private func refused(_ folder: TemporaryFolder) throws -> (store: TestStore, file: String) {
    let store = TestStore(folder)
    let (_, report) = try store.importing(Self.team + "/samples.ndjson")
    #expect(report.summary.refused == 9)
    return (store, try #require(store.quarantineFiles().first))
  }

  @Test("what has a type now is stored, the rest is kept with fresh reasons") func type() throws {
    try TemporaryFolder.with { folder in
      let (store, file) = try refused(folder)
      let (status, report) = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.summary.read == 9)
      #expect(report.summary.accepted == 4)
      #expect(report.summary.refused == 5)
      let kept = try QuarantineLine.lines(of: file)
      #expect(kept.map(\.source.line) == [5, 6, 7, 8, 9])
      #expect(
        kept.map { $0.diagnostics.map(\.code) } == [
          ["value-not-allowed"], ["unit-not-allowed"], ["unit-incompatible"], ["duration-too-long"], ["type-unknown"],
        ])
      #expect(permissions(file) == 0o600)
      // A direct import stores the same.
      let direct = TestStore(folder, "direct.db")
      _ = try direct.importing(Self.team + "/samples.ndjson", options: ["--catalog", Self.team])
      #expect(try store.export("--catalog", Self.team) == direct.export("--catalog", Self.team))
      let again = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(again.status == 1)
      #expect(again.report.summary.accepted == 0)
      #expect(again.report.summary.refused == 5)
      #expect(try QuarantineLine.lines(of: file).map(\.id) == kept.map(\.id))
    }
  }

  @Test("without a store nothing changes") func look() throws {
    try TemporaryFolder.with { folder in
      let (store, file) = try refused(folder)
      let bytes = try TestFile.bytes(file)
      let (status, report) = try revalidate([file], "--catalog", Self.team)
      #expect(status == 1)
      #expect(report.summary.accepted == 4)
      #expect(report.summary.duplicates == nil)
      #expect(try TestFile.bytes(file) == bytes)
      #expect(try store.export().isEmpty)
    }
  }

  @Test("another file for the rest leaves the first one as it is") func output() throws {
    try TemporaryFolder.with { folder in
      let (store, file) = try refused(folder)
      let bytes = try TestFile.bytes(file)
      let rest = folder.path(of: "rest.ndjson")
      let (status, _) = try revalidate([file], "--store", store.path, "--catalog", Self.team, "-o", rest)
      #expect(status == 1)
      #expect(try TestFile.bytes(file) == bytes)
      #expect(try QuarantineLine.lines(of: rest).count == 5)
      #expect(permissions(rest) == 0o600)
      // What was stored is a duplicate when the first file is replayed once more.
      let again = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(again.report.summary.accepted == 0)
      #expect(again.report.summary.duplicates == 4)
    }
  }

  @Test("a correction takes the record's place; nothing is left") func replacement() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let wrong = #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z","subject":"P1"}"#
      _ = try store.importing(folder.write("input.ndjson", wrong + "\n"))
      let file = try #require(store.quarantineFiles().first)
      let line = String(decoding: try TestFile.bytes(file), as: UTF8.self)
      let bad = #","replacement":{"type":"heartRate","value":-1,"unit":"count/min","start":"2026-01-01T08:00:00Z"}}"#
      try Data((line.dropLast(2) + bad + "\n").utf8).write(to: URL(fileURLWithPath: file))
      let first = try revalidate([file], "--store", store.path)
      #expect(first.status == 1)
      #expect(first.report.diagnostics.map(\.code) == ["value-not-allowed"])
      // The finding points at the correction, which stays.
      #expect(first.report.diagnostics.map(\.path) == [file])
      let kept = String(decoding: try TestFile.bytes(file), as: UTF8.self)
      #expect(kept.contains(#""replacement":{"type":"heartRate","value":-1"#))
      #expect(kept.contains(#"\"unit\":\"kg\""#))
      try Data(kept.replacingOccurrences(of: "\"value\":-1", with: "\"value\":71").utf8)
        .write(to: URL(fileURLWithPath: file))
      let second = try revalidate([file], "--store", store.path)
      #expect(second.status == 0)
      #expect(try TestFile.bytes(file).isEmpty)
      #expect(permissions(file) == 0o600)
      #expect(try store.samples(of: "heartRate").compactMap(\.number) == [71])
    }
  }

  @Test("rows of a table are read by their header and layout") func table() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let table = try folder.write(
        "grip.csv",
        """
        type;value;unit;start;metadata.note
        org.study.gripStrength;38.5;kg;2026-01-05T09:00:00Z;"left; first"
        heartRate;70;count/min;2026-01-05T09:00:00Z;
        org.study.gripStrength;84;lb;2026-01-05T09:05:00Z;

        """)
      let (_, report) = try store.importing(table, options: ["--subject", "P-1"])
      #expect(report.summary.accepted == 1)
      let file = try #require(store.quarantineFiles().first)
      let (status, replay) = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(status == 0, "\(replay.diagnostics)")
      #expect(replay.summary.accepted == 2)
      // The subject and the note are those that a direct import gives.
      let direct = TestStore(folder, "direct.db")
      _ = try direct.importing(table, options: ["--subject", "P-1", "--catalog", Self.team])
      #expect(try store.export("--catalog", Self.team) == direct.export("--catalog", Self.team))
    }
  }

  @Test("elements of an export are read as such; those without a type stay") func export() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let export = try ImportTests.newerDemo(folder)
      _ = try store.importing(export)
      let catalog = try folder.write(
        "types/org.example.new.yaml",
        """
        schema: 1
        type: org.example.new
        kind: quantity
        title: Something new
        identifiers: [HKQuantityTypeIdentifierHydrationLevel]
        aggregation: discreteArithmetic
        unit: "%"

        """)
      let types = (catalog as NSString).deletingLastPathComponent
      let file = try #require(store.quarantineFiles().first)
      let (status, report) = try revalidate([file], "--store", store.path, "--catalog", types)
      #expect(status == 1)
      #expect(report.summary.accepted == 1)
      #expect(report.summary.refused == 1)
      let direct = TestStore(folder, "direct.db")
      _ = try direct.importing(export, options: ["--catalog", types])
      #expect(try store.export("--catalog", types) == direct.export("--catalog", types))
      let unsupported = try #require(store.quarantineFiles(ofUnsupported: true).first)
      let bytes = try TestFile.bytes(unsupported)
      let kept = try revalidate([unsupported], "--store", store.path)
      #expect(kept.status == 0)
      #expect(kept.report.summary.unsupported.values.reduce(0, +) == 3)
      #expect(try TestFile.bytes(unsupported) == bytes)
    }
  }

  @Test("a conflict stays one") func conflict() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let id = "6C1B5A0E-3D0B-4E0E-9A6D-0F6F2B6A1CFF"
      let lines = [64, 65].map {
        "{\"uuid\":\"\(id)\",\"type\":\"heartRate\",\"value\":\($0),\"unit\":\"count/min\","
          + "\"start\":\"2026-01-01T08:00:00Z\"}\n"
      }
      _ = try store.importing(folder.write("input.ndjson", lines.joined()))
      let file = try #require(store.quarantineFiles().first)
      for options in [[], ["--store", store.path]] {
        let result = try AssayBinary.run(["revalidate", file, "--output-format", "json"] + options)
        #expect(result.status == 1)
        let report = try RunReport(result)
        #expect(report.summary.conflicts == 1)
        #expect(report.diagnostics.map(\.code) == ["uuid-conflict"])
        #expect(try QuarantineLine.lines(of: file).map(\.reason) == ["conflict"])
      }
    }
  }

  @Test("a large record is put together from its parts") func parts() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let notes = (0..<20).map { "\"note\($0)\":\"\(String(repeating: "x", count: 40_000))\"" }.joined(separator: ",")
      let line =
        "{\"type\":\"org.study.gripStrength\",\"value\":40,\"unit\":\"kg\",\"start\":\"2026-01-01T08:00:00Z\","
        + "\"metadata\":{\(notes)}}\n"
      _ = try store.importing(folder.write("input.ndjson", line))
      let file = try #require(store.quarantineFiles().first)
      #expect(try TestFile.lines(file).count == 2)
      let (status, report) = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(status == 0, "\(report.diagnostics)")
      #expect(report.summary.accepted == 1)
      #expect(try TestFile.bytes(file).isEmpty)
    }
  }

  @Test("what is no record is kept, to the byte, and told") func faulty() throws {
    try TemporaryFolder.with { folder in
      let (store, file) = try refused(folder)
      var lines = try TestFile.lines(file)
      lines[0] = Array(#"{"schema":1,"id":"#.utf8)
      lines[1] = replacing("84", with: "85", in: lines[1])
      lines[2] = [0xFF] + lines[2]
      lines[3] = replacing("\"raw\"", with: "\"was\"", in: lines[3])
      let text = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
      try Data(text).write(to: URL(fileURLWithPath: file))
      let (status, report) = try revalidate([file], "--store", store.path, "--catalog", Self.team)
      #expect(status == 1)
      #expect(report.summary.isBalanced)
      #expect(report.diagnostics.filter { $0.code == "quarantine-line" }.compactMap(\.line) == [1, 2, 3, 4])
      #expect(Array(try TestFile.lines(file).prefix(4)) == Array(lines.prefix(4)))
    }
  }

  @Test("a place that no file has is a fault of the line", arguments: ["byte_offset", "line", "column"])
  func farPlaces(_ key: String) throws {
    try TemporaryFolder.with { folder in
      let (store, file) = try refused(folder)
      let lines = try TestFile.lines(file)
      for number in ["9223372036854775807", "9223372036854775808", "9007199254740992", "-1", "1.5", "\"1\""] {
        var text = String(decoding: lines[0], as: UTF8.self)
        text.replace(try Regex("\"\(key)\":[0-9]+"), with: "\"\(key)\":\(number)")
        try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let (status, report) = try revalidate([file], "--store", store.path, "--catalog", Self.team)
        #expect(status == 1 && report.diagnostics.map(\.code) == ["quarantine-line"], "\(number)")
        #expect(try TestFile.lines(file) == [Array(text.utf8)])
      }
    }
  }

  private func replacing(_ word: String, with other: String, in line: [UInt8]) -> [UInt8] {
    Array(String(decoding: line, as: UTF8.self).replacingOccurrences(of: word, with: other).utf8)
  }

  @Test("what is left of a broken document is not taken for a sample") func fragment() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let broken = try folder.write("broken.json", "[\(ExitCase.fine) \(ExitCase.fine)]")
      _ = try store.importing(broken)
      let file = try #require(store.quarantineFiles().first)
      let bytes = try TestFile.bytes(file)
      let (status, report) = try revalidate([file], "--store", store.path)
      #expect(status == 1)
      #expect(report.diagnostics.map(\.code) == ["not-checked"])
      #expect(try TestFile.bytes(file) == bytes)
    }
  }

  @Test("what it cannot work with is a usage error") func usage() throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write("kept.ndjson", "")
      #expect(try AssayBinary.run(["revalidate"]).status == 2)
      #expect(try AssayBinary.run(["revalidate", folder.path(of: "none.ndjson")]).status == 2)
      #expect(try AssayBinary.run(["revalidate", "-"]).status == 2)
      #expect(try AssayBinary.run(["revalidate", file, file, "-o", folder.path(of: "rest")]).status == 2)
      #expect(try AssayBinary.run(["revalidate", file, "-o", folder.path(of: "none/rest")]).status == 3)
      #expect(try AssayBinary.run(["revalidate", file]).status == 0)
    }
  }
}
