import Foundation
import Glibc
import Testing

/// Changes are printed as they are committed, whoever commits, and none is lost between two watches.
@Suite("Watch") struct WatchTests {
  /// Stores that keep a record of changes.
  static let kinds = StoreKind.present.filter { $0 != .python }

  private static let heart =
    #"{"uuid":"6C1B5A0E-3D0B-4E0E-9A6D-000000000001","type":"heartRate","value":72,"unit":"count/min","#
    + #""start":"2026-01-01T08:00:00Z","source":{"name":"Wrist\u0007","bundle":"org.example.wrist"}}"#
  private static let others = [
    #"{"uuid":"6C1B5A0E-3D0B-4E0E-9A6D-000000000002","type":"stepCount","value":512,"unit":"count","#
      + #""start":"2020-04-01T08:00:00Z","end":"2020-04-01T08:07:30Z"}"#,
    #"{"uuid":"6C1B5A0E-3D0B-4E0E-9A6D-000000000003","type":"bloodPressure","start":"2026-01-01T09:00:00Z","#
      + #""source":{"name":"Cuff","bundle":"org.example.cuff"},"members":["#
      + #"{"type":"bloodPressureSystolic","value":118,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":76.5,"unit":"mmHg"}]}"#,
  ]

  private func importing(_ lines: [String], into store: PlacedStore, _ folder: TemporaryFolder) throws {
    let name = "input-\(UUID().uuidString).ndjson"
    let input = try folder.write(name, lines.joined(separator: "\n") + "\n")
    let result = try store.importing(input)
    try #require(result.status == 0, "\(result.errorText)")
  }

  private func once(_ store: PlacedStore, since: String, _ options: String...) throws -> [String] {
    let result = try AssayBinary.run(
      ["watch", "--store", store.url, "--once", "--since", since] + store.options + options)
    try #require(result.status == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test("what is added of one subject alone, commit by commit, and every deletion", arguments: WatchTests.kinds)
  func subject(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("watched", in: folder)
      let lines = ["P1", "P2", "P1"].enumerated().map { minute, name in
        #"{"type":"heartRate","value":6\#(minute),"unit":"count/min","start":"2026-01-01T08:0\#(minute):00Z","#
          + #""subject":"\#(name)"}"#
      }
      for line in lines { try importing([line], into: store, folder) }
      try importing(lines + [Self.heart], into: store, folder)
      let all = try once(store, since: "beginning")
      let first = try once(store, since: "beginning", "--subject", "P1")
      #expect(
        first.filter { $0.hasPrefix("+") } == all.filter { $0.contains("heartRate 60") || $0.contains("heartRate 62") })
      #expect(first.last == all.last)
      let both = try once(store, since: "beginning", "--subject", "P1", "--subject", "P2")
      #expect(both.count { $0.hasPrefix("+") } == 3)
      #expect(try once(store, since: "beginning", "--subject", "nobody") == [all.last])
      let deletion = try AssayBinary.run(
        ["store", "delete", "--store", store.url, "--subject", "P2", "--yes"] + store.options)
      #expect(deletion.status == 0, "\(deletion.errorText)")
      #expect(try once(store, since: "beginning", "--subject", "P1").count { $0.hasPrefix("-") } == 1)
    }
  }

  @Test("while others import and delete", arguments: WatchTests.kinds) func following(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("watched", in: folder)
      try importing([Self.heart], into: store, folder)
      let before = try store.export()
      let watch = try Watch(store, folder, "--output-format", "jsonl", "--poll", "0.02")
      try watch.wait { $0.count == 1 }
      try importing(Self.others, into: store, folder)
      let added = Set(try store.export().split(separator: "\n")).subtracting(before.split(separator: "\n"))
      try watch.wait { lines in lines.count == 4 && lines.last?.hasPrefix("{\"anchor\":") == true }
      let deletion = try AssayBinary.run(
        ["store", "delete", "--store", store.url, "--type", "heartRate", "--yes"] + store.options)
      #expect(deletion.status == 0, "\(deletion.errorText)")
      try watch.wait { $0.count == 6 }
      let result = try watch.stop(SIGINT)
      #expect(result.status == 130)
      #expect(result.errors.isEmpty, "\(result.errorText)")
      let lines = try watch.lines().map(WatchLine.init)
      #expect(Set(lines.compactMap(\.added)) == Set(added.map(String.init)))
      #expect(lines.compactMap(\.deleted) == ["6C1B5A0E-3D0B-4E0E-9A6D-000000000001 heartRate"])
      #expect(lines.map(\.anchor) == lines.map(\.anchor).sorted())
      #expect(lines.map(\.isAnchor) == [true, false, false, true, false, true])
    }
  }

  @Test("a later watch goes on where an earlier one ended", arguments: WatchTests.kinds)
  func resuming(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("watched", in: folder)
      try importing([Self.heart], into: store, folder)
      var lines = try once(store, since: "beginning", "--output-format", "jsonl").map(WatchLine.init)
      #expect(lines.map(\.isAnchor) == [false, true])
      let first = try #require(lines.last?.anchor)
      // Dates that lie before those seen do not matter.
      try importing(Self.others, into: store, folder)
      lines += try once(store, since: String(first), "--output-format", "jsonl").map(WatchLine.init)
      #expect(lines.map(\.isAnchor) == [false, true, false, false, true])
      let second = try #require(lines.last?.anchor)
      #expect(try once(store, since: String(second), "--output-format", "jsonl") == ["{\"anchor\":\(second)}"])
      #expect(try once(store, since: "now", "--output-format", "jsonl") == ["{\"anchor\":\(second)}"])
      let export = try store.export().split(separator: "\n").map(String.init)
      #expect(lines.compactMap(\.added).sorted() == export.sorted())
      let steps = try once(store, since: String(first), "--output-format", "jsonl", "--type", "stepCount")
        .map(WatchLine.init)
      #expect(steps.map(\.isAnchor) == [false, true])
      #expect(try once(store, since: String(first), "--type", "heartRate") == ["anchor \(second)"])
    }
  }

  @Test("each commit is written whole as soon as it is there") func commits() throws {
    try TemporaryFolder.with { folder in
      let store = StoreKind.sqlite.place("watched", in: folder)
      try importing([Self.heart], into: store, folder)
      let watch = try Watch(store, folder, "--since", "beginning", "--poll", "3600")
      try watch.wait { $0.count == 3 }
      #expect(watch.lines().map { $0.prefix(6) } == ["anchor", "+ 2026", "anchor"])
      // A wait of an hour ends at once.
      let result = try watch.stop(SIGTERM)
      #expect(result.status == 143)
      #expect(result.errors.isEmpty, "\(result.errorText)")
    }
  }

  /// While it waits, a watch keeps no view of the store: the log could not be moved into the file else.
  @Test("nothing of the store is held between two looks") func checkpoints() throws {
    try TemporaryFolder.with { folder in
      let store = StoreKind.sqlite.place("watched", in: folder)
      try importing([Self.heart], into: store, folder)
      let watch = try Watch(store, folder, "--since", "beginning", "--poll", "3600")
      try watch.wait { $0.count == 3 }
      try importing(Self.others, into: store, folder)
      var answer: [String] = []
      // Its second look may be on the way.
      for _ in 0..<200 {
        answer = try SQLiteReader.rows(of: folder.path(of: "watched.db"), "PRAGMA wal_checkpoint(TRUNCATE)")
        if answer.first?.hasPrefix("0|") == true { break }
        usleep(20_000)
      }
      #expect(answer == ["0|0|0"])
      #expect(try watch.stop(SIGINT).status == 130)
    }
  }

  @Test("a reader that goes away ends it, though nothing changes") func closedPipe() throws {
    try TemporaryFolder.with { folder in
      let store = StoreKind.sqlite.place("watched", in: folder)
      try importing([Self.heart], into: store, folder)
      let result = try AssayBinary.shell(
        "mkfifo \"$1\" && { head -n 1 <\"$1\" >/dev/null & } && exec >\"$1\" && shift && exec assay \"$@\"",
        [folder.path(of: "pipe"), "watch", "--store", store.url, "--poll", "3600"])
      #expect(result.status == 0)
      #expect(result.errors.isEmpty, "\(result.errorText)")
    }
  }
}

/// A watch that runs beside the test, and no longer.
private final class Watch {
  private let child: ChildProcess
  private let output: String

  /// The lines that did not come.
  struct Missing: Error {
    var lines: [String]
  }

  init(_ store: PlacedStore, _ folder: TemporaryFolder, _ options: String...) throws {
    output = folder.path(of: "watch-\(UUID().uuidString).out")
    child = try AssayBinary.start(
      ["watch", "--store", store.url] + store.options + options, environment: store.environment, output: output)
  }

  deinit {
    child.send(SIGKILL)
    _ = try? child.finish()
  }

  /// The whole lines so far.
  func lines() -> [String] {
    let bytes = FileManager.default.contents(atPath: output).map { [UInt8]($0) } ?? []
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits until the lines are as they should be.
  func wait(_ isReached: ([String]) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isReached(lines()) {
      guard ContinuousClock.now < deadline else { throw Missing(lines: lines()) }
      usleep(10_000)
    }
  }

  /// Sends a signal and waits for the end.
  func stop(_ signal: Int32) throws -> ProcessResult {
    child.send(signal)
    return try child.finish()
  }
}

/// A line of JSON that a watch printed.
private struct WatchLine {
  let anchor: Int
  /// The sample that was added, as its line stands in an export.
  let added: String?
  /// The id and type of the sample that was deleted.
  let deleted: String?

  /// Whether the line ends a commit.
  var isAnchor: Bool { added == nil && deleted == nil }

  init(_ line: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let anchor = try #require(object["anchor"] as? Int)
    self.anchor = anchor
    let beginning = "{\"anchor\":\(anchor),\"added\":"
    added = line.hasPrefix(beginning) ? String(line.dropFirst(beginning.count).dropLast()) : nil
    let stone = object["deleted"] as? [String: String]
    deleted = stone.map { "\($0["uuid"] ?? "?") \($0["type"] ?? "?")" }
    #expect((object["added"] != nil) == (added != nil))
  }
}
