import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation
import Testing

/// Likely units that are applied: exactly the samples with one likely unit change, and say so.
struct UnitFixTests {
  private static let time = #""start":"2026-01-01T08:00:00Z""#

  private static func line(_ type: String, _ value: String, _ unit: String, _ more: String = "") -> String {
    #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)",\#(time)\#(more)}"#
  }

  @Test(
    "a number with one likely unit is read in it, and the original says so",
    arguments: [
      ("bloodGlucose", "5.5", "mg/dL", "99.085734", "mmol/L"), ("bloodGlucose", "99", "mmol/L", "99", "mg/dL"),
      ("bodyTemperature", "98.6", "degC", "37", "degF"), ("height", "178", "m", "1.78", "cm"),
      ("oxygenSaturation", "97", "%", "0.97", "percent 0-100"),
      ("oxygenSaturation", "0.97", "percent 0-100", "0.97", "%"),
      ("bloodGlucose", "0.95", "mg/dL", "95", "g/L"), ("bloodPressureSystolic", "120", "kPa", "120", "mmHg"),
      ("heartRateVariabilitySDNN", "0.045", "ms", "45", "s"),
    ])
  func fixed(_ type: String, _ value: String, _ unit: String, _ meant: String, _ readAs: String) async throws {
    let run = try await normalize([Self.line(type, value, unit)])
    #expect(run.summary.fixed == 1)
    #expect(run.summary.refused == 0 && run.summary.warnings == 0 && run.summary.notes == 1)
    let found = try #require(run.lines.first)
    #expect(found.contains(#""type":"\#(type)","value":\#(meant)"#), "\(found)")
    #expect(found.contains(#""original":{"value":\#(value),"unit":"\#(unit)","read_as":"\#(readAs)"}"#), "\(found)")
    #expect(run.report.contains(#""severity":"note""#))
    #expect(run.report.contains("read as \(value) \(readAs), as `--fix likely-unit` says"), "\(run.report)")
  }

  @Test(
    "a number that fits in two units, in none or with another decimal point is not changed, nor is one within bounds",
    arguments: [
      ("height", "70", "m"), ("sixMinuteWalkTestDistance", "0.5", "m"), ("heartRate", "8", "count/min"),
      ("bodyMass", "17090", "lb"), ("bodyMass", "700", "kg"), ("bodyMass", "155", "kg"),
      ("bloodGlucose", "25", "mg/dL"), ("oxygenSaturation", "121.5", "percent 0-100"),
      ("stepCount", "1000000", "count"), ("bloodPressureSystolic", "12", "mmHg"),
      ("bloodPressureDiastolic", "8", "mmHg"), ("bloodGlucose", "1.5", "mg/dL"), ("bodyMass", "3400", "kg"),
      ("bloodAlcoholContent", "0.8", "%"),
    ])
  func untouched(_ type: String, _ value: String, _ unit: String) async throws {
    let line = Self.line(type, value, unit)
    let fixed = try await normalize([line])
    let plain = try await normalize([line], fixes: [])
    #expect(fixed.lines == plain.lines)
    #expect(fixed.report == plain.report)
    #expect(fixed.summary.fixed == nil)
  }

  @Test("a corrected sample is the same sample as one that was written right") func identity() async throws {
    let run = try await normalize([Self.line("bloodGlucose", "5.5", "mg/dL")])
    let right = try await normalize([Self.line("bloodGlucose", "5.5", "mmol/L")])
    let wanted = try #require(right.lines.first).replacing(
      #""original":{"value":5.5,"unit":"mmol/L"}"#,
      with: #""original":{"value":5.5,"unit":"mg/dL","read_as":"mmol/L"}"#)
    #expect(run.lines == [wanted])
  }

  @Test("normalizing the result again changes nothing, with the fix and without") func twice() async throws {
    let once = try await normalize([Self.line("bloodGlucose", "5.5", "mg/dL"), Self.line("height", "178", "m")])
    #expect(once.summary.fixed == 2)
    for fixes in [ValueFixes(), .likelyUnit] {
      let again = try await normalize(once.lines, fixes: fixes)
      #expect(again.lines == once.lines)
      #expect(again.summary.fixed == nil && again.summary.notes == 0)
    }
  }

  @Test("a sample that was normalized before keeps its value: the original is of another step") func original()
    async throws
  {
    let line = Self.line("bloodGlucose", "5.5", "mg/dL", #","original":{"value":0.055,"unit":"g/L"}"#)
    let run = try await normalize([line])
    #expect(run.summary.fixed == nil && run.summary.warnings == 1)
    #expect(run.lines.first?.contains(#""value":5.5,"unit":"mg/dL""#) == true)
  }

  @Test("only samples that are written out count, and members of correlations are corrected as well") func counted()
    async throws
  {
    let members =
      #"[{"type":"bloodPressureSystolic","value":120,"unit":"kPa"},{"type":"bloodPressureDiastolic","value":80,"unit":"kPa"}]"#
    let run = try await normalize([
      Self.line("bloodGlucose", "5.5", "mg/dL", #","end":"2025-01-01T00:00:00Z""#),
      #"{"type":"bloodPressure",\#(Self.time),"members":\#(members)}"#,
    ])
    #expect(run.summary.refused == 1)
    #expect(run.summary.fixed == 2)
    for value in ["120", "80"] {
      #expect(run.lines.first?.contains(#""original":{"value":\#(value),"unit":"kPa","read_as":"mmHg"}"#) == true)
    }
  }

  @Test(
    "a part of a blood pressure is not read in another unit than the other part",
    arguments: [
      ("160", "mmHg", "10.5", "mmHg", 0), ("16", "mmHg", "80", "mmHg", 0), ("160", "mmHg", "80", "mmHg", 0),
      ("160", "mmHg", "80", "kPa", 1), ("120", "kPa", "10.5", "kPa", 0), ("16", "kPa", "80", "kPa", 0),
      ("120", "kPa", "80", "kPa", 2),
      // 120 over 80 mmHg in centimeters, or in kPa: either could be meant.
      ("12", "mmHg", "8", "mmHg", 0), ("16", "mmHg", "10.5", "mmHg", 0),
    ])
  func pairs(_ systolic: String, _ first: String, _ diastolic: String, _ second: String, _ fixed: Int) async throws {
    let line =
      #"{"type":"bloodPressure",\#(Self.time),"members":[{"type":"bloodPressureSystolic","value":\#(systolic),"#
      + #""unit":"\#(first)"},{"type":"bloodPressureDiastolic","value":\#(diastolic),"unit":"\#(second)"}]}"#
    let run = try await normalize([line])
    #expect((run.summary.fixed ?? 0) == fixed)
    guard fixed == 0 else { return }
    // A sample without a fix is judged as without the option.
    let plain = try await normalize([line], fixes: [])
    #expect(run.lines == plain.lines && run.report == plain.report)
  }

  @Test("the number of threads changes nothing") func threads() async throws {
    let lines = (0..<20_000).map { number in
      Self.line("bloodGlucose", "\(3 + number % 300).5", number % 3 == 0 ? "mmol/L" : "mg/dL")
    }
    var one = try await normalize(lines)
    var many = try await normalize(lines, jobs: 4)
    // Each run has a folder of its own, which the summary names.
    one.summary.files = []
    many.summary.files = []
    #expect(one.lines == many.lines && one.report == many.report && one.summary == many.summary)
    #expect((one.summary.fixed ?? 0) > 1000)
  }

  @Test("a severity of the configuration does not refuse what was corrected") func severities() async throws {
    let run = try await normalize([Self.line("bloodGlucose", "5.5", "mg/dL")]) { options in
      options.severities = SeverityPolicy([SeverityPolicy.Setting(code: .valueImplausible, severity: .error)])
    }
    #expect(run.summary.accepted == 1 && run.summary.fixed == 1)
  }

  /// Normalizes lines; returns what was written, what was reported, and the numbers.
  private func normalize(
    _ lines: [String], fixes: ValueFixes = .likelyUnit, jobs: Int = 1,
    _ change: (inout ValidationOptions) -> Void = { _ in }
  ) async throws -> (lines: [String], report: String, summary: Summary) {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("in.ndjson", lines.joined(separator: "\n") + "\n")
    var options = ValidationOptions(now: ProjectFiles.now, normalizes: true)
    options.fixes = fixes
    change(&options)
    let output = try ByteOutput.file(bench.folder + "/out.ndjson")
    let findings = try ByteOutput.file(bench.folder + "/report.jsonl")
    let reporter = Reporter(sinks: [ReportSink(format: .jsonl, output: findings, maximumFindings: 0)])
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    let summary = try await bench.check(input, jobs: jobs, reporter, into: .lines(to: output), options: options)
    try reporter.finish(summary)
    let text = try bench.text("out.ndjson")
    let report = try bench.text("report.jsonl").replacing(bench.folder, with: "")
    return (text.split(separator: "\n").map(String.init), report, summary)
  }
}
