import Foundation
import Glibc
import HealthModel
import HealthPlugins
import HealthStorage
import Testing

/// The kit for plugins that judge in Swift, by itself and asked by the host.
@Suite("Rules in Swift") struct RuleServerTests {
  /// Says what it sees of each sample, and finds numbers above the one before.
  struct Rising: SampleRule {
    let info = RuleInfo(code: "rising", types: ["heartRate", "bloodPressureSystolic"], title: "A number rises")
    private var last: Double?
    private var input = -1

    mutating func begin(input: Int) {
      self.input = input
      last = nil
    }

    mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
      if let top = sample.member("bloodPressureSystolic")?.number { findings.add("top \(top)", severity: .note) }
      guard let number = sample.number else { return }
      if let last, number > last {
        findings.add(
          "input \(input): \(number) of \(sample.subject ?? "nobody") at \(sample.start?.offset ?? -1)", field: "value")
      }
      last = number
    }
  }

  struct Every: SampleRule {
    let info = RuleInfo(code: "every", title: "A sample came")
    mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
      if sample.type == "stepCount" { findings.add() }
    }
  }

  private static let rules = RuleSet("kit-rules", Rising(), Every())
  private static let hello = #"{"t":"hello","protocol":{"min":1,"max":1},"level":"judge"}"# + "\n"
  private static let heading =
    #"{"t":"hello","protocol":1,"name":"kit-rules","version":"1.0.0","levels":["judge"],"rules":["rising","every"]}"#

  private static func heart(_ value: Int) -> String {
    #"{"uuid":"0F0C4B7B-0000-8000-8000-000000000001","type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-01T06:00:00Z","end":"2026-01-01T06:00:00Z","offset":"+02:00","subject":"P01"}"#
      + "\n"
  }
  private static let pressure =
    #"{"uuid":"0F0C4B7B-0000-8000-8000-000000000002","type":"bloodPressure","start":"2026-01-01T06:00:00Z","end":"2026-01-01T06:00:00Z","offset":"+00:00","members":[{"uuid":"0F0C4B7B-0000-8000-8000-000000000003","type":"bloodPressureSystolic","value":120,"unit":"mmHg"}]}"#
    + "\n"
  private static let steps =
    #"{"uuid":"0F0C4B7B-0000-8000-8000-000000000004","type":"stepCount","value":1,"unit":"count","start":"2026-01-01T06:00:00Z","end":"2026-01-01T06:00:00Z","offset":"+00:00"}"#
    + "\n"

  /// What the kit answers to a conversation.
  private func answers(_ text: String) throws -> (lines: [String], status: Int32) {
    let (input, output) = (Pipe(), Pipe())
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let status = RuleServer.serve(
      Self.rules, version: "1.0.0", input: input.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init), status)
  }

  @Test("batches are answered in order, with the state of the rules kept between them") func batches() throws {
    let (lines, status) = try answers(
      Self.hello + #"{"t":"judge","batch":1,"input":0,"count":2}"# + "\n" + Self.heart(60) + Self.pressure
        + #"{"t":"judge","batch":2,"input":0,"count":2}"# + "\n" + Self.heart(61) + Self.steps
        + #"{"t":"judge","batch":3,"input":1,"count":1}"# + "\n" + Self.heart(70)
        + #"{"t":"judge","batch":4,"input":1,"count":0}"# + "\n" + #"{"t":"end"}"# + "\n")
    #expect(status == 0)
    #expect(
      lines == [
        Self.heading,
        #"{"t":"findings","batch":1,"findings":[{"at":1,"rule":"rising","severity":"note","message":"top 120.0"}]}"#,
        #"{"t":"findings","batch":2,"findings":[{"at":0,"rule":"rising","field":"/value","message":"input 0: 61.0 of P01 at 120"},{"at":1,"rule":"every"}]}"#,
        #"{"t":"findings","batch":3,"findings":[]}"#, #"{"t":"findings","batch":4,"findings":[]}"#, #"{"t":"end"}"#,
      ])
  }

  @Test(
    "a host that asks for something else gets an error",
    arguments: [
      #"{"t":"hello","level":"read"}"# + "\n", hello + "x\n", hello + #"{"t":"judge","batch":1,"count":1}"# + "\n{}\n",
      hello + #"{"t":"judge","batch":1,"count":2}"# + "\n" + heart(1), hello + #"{"t":"other"}"# + "\n",
      hello + #"{"t":"judge","batch":1,"count":-1}"# + "\n",
    ])
  func faults(_ text: String) throws {
    let (lines, status) = try answers(text)
    #expect(status == 1 && lines.last?.hasPrefix(#"{"t":"error","message":"#) == true, "\(lines)")
  }

  @Test("the host judges by it: more samples than fit, and what it finds is where it is") func host() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/rules-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // The program passes on what the host writes to this process, which serves the rules.
    let program = folder + "/run"
    try "#!/bin/sh\nd=$(dirname \"$0\")\nexec 3<&0\ncat <&3 >\"$d/in\" &\nexec cat \"$d/out\"\n".write(
      toFile: program, atomically: true, encoding: .utf8)
    chmod(program, 0o755)
    #expect(mkfifo(folder + "/in", 0o600) == 0 && mkfifo(folder + "/out", 0o600) == 0)
    let served = Thread {
      let (input, output) = (open(folder + "/in", O_RDONLY), open(folder + "/out", O_WRONLY))
      _ = RuleServer.serve(Self.rules, version: "1.0.0", input: input, output: output)
      close(input)
      close(output)
    }
    served.start()
    let process = try RuleProcess(
      PluginExecutable(name: "kit-rules", path: program), rules: ["rising", "every"],
      limits: ProcessLimits(answerSeconds: 30), host: "test")
    for batch in 0..<40 {
      try process.judge(
        Array(String(repeating: batch == 20 ? Self.steps : Self.heart(60), count: 500).utf8), count: 500, input: 0)
    }
    try process.finishBatches()
    try process.end()
    let found = process.takeFindings()
    #expect(found.count == 500 && found.allSatisfy { $0.batch == 21 && $0.rule == "every" && $0.message.isEmpty })
    #expect(found.map(\.sample) == Array(0..<500))
  }
}
