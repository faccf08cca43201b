import Glibc
import Testing

/// While one command writes to an input's quarantine, others wait for it, or say what holds them up.
@Suite("Quarantine in use", .serialized) struct LockedQuarantineTests {
  private static let bad = (1...40).map { "{\"type\":\($0)}\n" }.joined()
  private static let good = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"

  @Test("imports of one path at once keep each refused record once", arguments: [[], ["--subject", "anna"]])
  func atOnce(_ options: [String]) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder, environment: ["ASSAY_COMMIT_SIZE": "100"])
      let lines = (0..<2000).map { $0 % 50 == 0 ? "{\"type\":\($0)}\n" : Self.good }
      let path = try folder.write("day.ndjson", lines.joined())
      let children = try (0..<4).map { _ in
        try AssayBinary.start(store.importArguments([path], options), environment: store.environment)
      }
      for child in children {
        let result = try child.finish()
        #expect(result.status == 1, "\(result.errorText)")
        let summary = try RunReport(result).summary
        #expect(summary.read == 2000 && summary.refused == 40 && summary.isBalanced)
      }
      let raw = try store.quarantine().map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(raw.sorted() == lines.filter { $0 != Self.good }.map { String($0.dropLast()) }.sorted())
      let names = TestFile.names(in: store.path + ".quarantine")
      #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".ndjson") }, "\(names)")
    }
  }

  @Test(
    "a command that would wait too long says what it waits for, and changes nothing",
    arguments: [
      ["import", "day.ndjson", "--subject", "anna"], ["revalidate", "FILE"],
      ["store", "delete", "--subject", "anna", "--yes"],
    ])
  func busy(_ arguments: [String]) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      try folder.write("day.ndjson", Self.bad + Self.good)
      _ = try store.importing(folder.path(of: "day.ndjson"), options: ["--subject", "anna"])
      let file = try #require(store.quarantineFiles().first)
      let before = try TestFile.bytes(file)
      let lock = file.dropLast(".ndjson".count) + ".lock"
      let command = arguments.map { $0 == "FILE" ? file : $0 } + ["--store", store.path, "--wait", "0"]
      let descriptor = open(String(lock), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
      let refused = try AssayBinary.run(command, folder: folder.path)
      #expect(refused.status == 3, "\(refused.text)\(refused.errorText)")
      #expect(refused.errorText.contains("store-locked"), "\(refused.errorText)")
      #expect(refused.errorText.contains(lock.split(separator: "/").last ?? "?"), "\(refused.errorText)")
      #expect(try TestFile.bytes(file) == before)
      close(descriptor)
      // What a process leaves that was killed is no lock.
      let result = try AssayBinary.run(command, folder: folder.path)
      #expect(result.status <= 1, "\(result.text)\(result.errorText)")
      #expect(!TestFile.names(in: store.path + ".quarantine").contains { $0.hasSuffix(".lock") })
    }
  }
}
