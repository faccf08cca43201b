import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import HealthPlugins

/// The kit for plugins in Swift takes columns.
struct ColumnServerTests {
  @Test("columns are appended, bad ones end the transaction, and the conversation goes on") func conversation()
    async throws
  {
    let workbench = try Bench.workbench()
    let host = try HostPart { store in
      store.columns = (workbench.registry, LineEncoder(registry: workbench.registry, lines: workbench.context().lines))
    }
    defer { host.hangUp() }
    host.greet()
    let batch = try Bench.batch(Bench.pressure, Bench.pulse())
    let bytes = ColumnEncoder(registry: workbench.registry).encode(0..<4, of: batch)
    func send(_ number: Int64, _ bytes: [UInt8]) {
      host.send(HostMessage.begin(batch: number, count: 4, bytes: bytes.count, .arrow).line + bytes)
    }
    send(1, bytes)
    #expect(host.answer()?["accepted"]?.integer == 4)
    send(2, bytes)
    #expect(host.answer()?["duplicate"]?.elements?.count == 4)
    send(3, Array(bytes.dropLast()))
    let error = try #require(host.answer())
    #expect(error["kind"]?.text == "data" && error["batch"]?.integer == 3)
    // What was on its way is passed over, its line feeds included.
    send(4, bytes + [0x0A])
    host.send(HostMessage.rollback.line)
    #expect(host.answer()?["t"]?.text == "rolledback")
    send(5, bytes)
    #expect(host.answer()?["accepted"]?.integer == 4)
    host.send(HostMessage.commit(1, notes: []).line + HostMessage.shutdown.line)
    #expect(host.answer()?["t"]?.text == "committed")
    #expect(await host.status() == 0)
  }

  @Test("a store that takes lines refuses columns, and a form that is not known ends the conversation")
  func refused() async throws {
    let host = try HostPart()
    defer { host.hangUp() }
    host.greet()
    let workbench = try Bench.workbench()
    let bytes = ColumnEncoder(registry: workbench.registry).encode(0..<0, of: try Bench.batch(Bench.pulse()))
    host.send(HostMessage.begin(batch: 1, count: 0, bytes: bytes.count, .arrow).line + bytes)
    #expect(host.answer()?["code"]?.text == "store-unsupported")
    host.send(HostMessage.rollback.line)
    #expect(host.answer()?["t"]?.text == "rolledback")
    host.send(Array(#"{"t":"begin","batch":2,"count":1,"bytes":9,"form":"later"}"#.utf8) + [0x0A])
    #expect(host.answer()?["message"]?.text?.contains("`form` of a `begin` is not understood") == true)
    #expect(await host.status() == 1)
  }
}

/// A plugin in another language that takes columns by what the page about the protocol says.
@Suite(.enabled(if: Bench.arrowPython != nil, "python3 with pyarrow is not here"), .timeLimit(.minutes(10)))
struct ColumnStoreTests {
  @Test("a store that takes columns holds all laws") func conformance() async throws {
    try await Bench.withFolder { folder in
      let store = Bench.storeUnderTest("column_store.py")
      let report = await StorageConformance.run(store, folder: folder)
      for failure in report.failures { Issue.record("\(failure)") }
      #expect(report.isPassed, "\(report)")
    }
  }

  @Test(
    "a death at any message loses nothing and doubles nothing",
    arguments: ["before-begin:4", "in-batch:7", "stored:1"])
  func death(_ moment: String) async throws {
    try await Bench.withFolder { folder in
      let path = folder + "/store.json"
      let store = try await Bench.open("column_store.py", ["--die", moment, "--flag", folder + "/flag"], store: path)
      var accepted = 0
      for part in 0..<4 {
        accepted += try await store.append(try Bench.batch(Bench.pulses(250, from: part * 250))).count(of: .accepted)
        if part % 2 == 1 { try await store.commit(Bench.progress(Int64(part))) }
      }
      #expect(FileManager.default.fileExists(atPath: folder + "/flag"), "the plugin did not die")
      #expect(accepted == 1000)
      #expect(Set(try await Bench.lines(store)).count == 1000)
      try await store.close()
    }
  }

  @Test("a plugin that requests another form after its restart is not trusted") func otherForm() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open(
        "column_store.py", ["--die", "before-commit:1", "--flag", folder + "/flag", "--then-lines", "yes"],
        store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pulses(50, from: 0)))
      let error = await #expect(throws: StorageError.self) { try await store.commit(nil) }
      #expect(error?.code == .pluginProtocol)
      #expect(error?.message.contains("another form of batches") == true)
      await store.rollback()
      try? await store.close()
    }
  }
}
