import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import Testing

/// Every input of a job is in its summary, whatever became of it.
@Suite("Jobs of several inputs") struct InputJobTests {
  @Test(
    "an input that fails on its way is in the summary, and incomplete",
    arguments: [
      (InputError.unreadable(path: "b", reason: "input/output error") as any Error, IncompleteReason.unreadable),
      (StorageError(.failed, "disk I/O error"), .stopped),
    ])
  func failure(_ error: any Error, _ reason: IncompleteReason) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let reporter = Reporter(sinks: [
      ReportSink(format: .json, output: try ByteOutput.file(bench.folder + "/report.json"))
    ])
    let works = ["a", "b", "c"].map { name in
      InputJob.Task.work(
        InputJob.Work(label: name, size: nil) { _ in
          if name == "b" { throw error }
          var summary = Summary()
          summary.files = [Summary.File(path: name, format: "jsonl")]
          summary.read = 1
          summary.accepted = 1
          return summary
        })
    }
    let outcome = try await InputJob(reporter: reporter).run(works)
    #expect(outcome.status == .environment)
    #expect(outcome.summary.files.map(\.path) == ["a", "b", "c"])
    #expect(outcome.summary.files.map(\.isIncomplete) == [false, true, false])
    #expect(outcome.summary.files[1].incompleteReasons == [reason])
    #expect(outcome.summary.isIncomplete && outcome.summary.incompleteReasons == [reason])
    #expect(outcome.summary.read == 2 && outcome.summary.accepted == 2)
    #expect(try bench.text("report.json").contains(#""path":"b""#))
  }
}
