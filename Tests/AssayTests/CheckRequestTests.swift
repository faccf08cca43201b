import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import Testing

/// Every input of a check is in its summary, whatever became of it.
@Suite("Checks of several inputs") struct CheckRequestTests {
  @Test("an input that fails on its way is in the summary, and incomplete", arguments: [true, false])
  func failure(_ isStored: Bool) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let output = try ByteOutput.file(bench.folder + "/report.json")
    let reporter = Reporter(sinks: [ReportSink(format: .json, output: output)])
    let line =
      #"{"type":"stepCount","value":1,"unit":"count","start":"2026-01-01T00:00:00Z","end":"2026-01-01T00:01:00Z"}"#
    var request = bench.request()
    request.judging.now = ProjectFiles.now
    for name in ["a", "b", "c"] {
      let path = try bench.file(name + ".ndjson", line + "\n")
      if name == "b", !isStored {
        let failure = Failure(InputError.unreadable(path: path, reason: "input/output error"))
        request.inputs.append(.named(.unreadable(failure, path: path)))
      } else {
        request.inputs.append(.file(path))
      }
    }
    if isStored {
      let store = PickyStore(MemoryStore(registry: bench.registry), registry: bench.registry, refusing: [])
      store.failing = 2
      request.store = CheckStore(store)
    }
    let outcome = try await request.run(reporter)
    #expect(outcome.status == .environment)
    #expect(outcome.summary.files.map(\.path) == ["a", "b", "c"].map { bench.folder + "/\($0).ndjson" })
    #expect(outcome.summary.files.map(\.isIncomplete) == [false, true, false])
    #expect(outcome.summary.files[1].incompleteReasons == [isStored ? .stopped : .unreadable])
    #expect(outcome.summary.isIncomplete)
    #expect(outcome.summary.incompleteReasons == [isStored ? .stopped : .unreadable])
    #expect(outcome.summary.read == 2 && outcome.summary.accepted == (isStored ? 1 : 2))
    #expect(try bench.text("report.json").contains("/b.ndjson"))
  }
}
