import Foundation
import Testing

/// The GitHub Action runs the program that is named, installed or released, and builds one only without.
@Suite(
  "Action",
  .enabled(
    if: PackagingTools.canPack && PackagingTools.canFetch, "curl or dpkg-deb is not installed, or assay is in /usr/bin")
)
struct ActionTests {
  /// What the action finds, and what it does then.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Variables that the runner or an input sets; `{folder}` is the test's folder, `{version}` the program's.
    var variables: [String: String]
    /// The program that is run, in the test's folder; nothing when one is built.
    var program: String?
    /// The status of the step that looks for it.
    var status: Int32 = 0
  }

  static let cases = [
    Case(testDescription: "named", variables: ["ASSAY_BINARY": "{folder}/program"], program: "program"),
    Case(testDescription: "installed", variables: ["PATH": "{folder}/bin:/usr/bin:/bin"], program: "bin/assay"),
    Case(
      testDescription: "released", variables: ["ASSAY_REF": "v{version}"],
      program: "temporary/assay/assay-{version}-linux-{machine}/bin/assay"),
    Case(
      testDescription: "released, with another checksum",
      variables: ["ASSAY_REF": "v{version}", "ASSAY_SHA256": String(repeating: "0", count: 64)], status: 3),
    Case(testDescription: "a tag without a release", variables: ["ASSAY_REF": "v0.0.1"]),
    Case(testDescription: "a branch", variables: ["ASSAY_REF": "main"]),
  ]

  /// The script of a step of the action.
  private static func script(of step: String) throws -> String {
    let text = String(decoding: try TestFile.bytes("action.yml"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let begin = try #require(lines.firstIndex { $0 == "    - id: \(step)" })
    let run = try #require(lines[begin...].firstIndex { $0 == "      run: |" })
    let body = lines[(run + 1)...].prefix { $0.isEmpty || $0.hasPrefix("        ") }
    return body.map { $0.dropFirst(8) }.joined(separator: "\n")
  }

  /// Runs a step as the runner does; returns its result and its outputs.
  private func run(
    _ step: String, _ variables: [String: String], in folder: TemporaryFolder
  ) throws -> (result: ProcessResult, outputs: [String: String]) {
    let outputs = try folder.write("outputs", "")
    let all = [
      "ASSAY_ACTION": AssayBinary.root, "ASSAY_RELEASES": "file://" + folder.path, "GITHUB_OUTPUT": outputs,
      "RUNNER_TEMP": folder.path(of: "temporary"), "GITHUB_STEP_SUMMARY": folder.path(of: "summary.md"),
      "PATH": "/usr/bin:/bin", "ASSAY_NOW": "2026-06-01T00:00:00Z", "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no",
    ].merging(variables) { $1 }
    let shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", try Self.script(of: step)]
    let result = try ChildProcess("/bin/bash", shell, environment: all, folder: folder.path).finish()
    var found: [String: String] = [:]
    for line in String(decoding: try TestFile.bytes(outputs), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      found[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    return (result, found)
  }

  @Test("the program comes from the first place that has one", arguments: cases) func program(_ item: Case) throws {
    try TemporaryFolder.with { folder in
      _ = try PackageTests.script("program", "exec '\(AssayBinary.path)' \"$@\"", folder)
      if item.variables["ASSAY_REF"]?.contains("{version}") == true {
        try PackageTests.make(folder, into: "v" + AssayBinary.version)
      }
      for name in ["bin", "temporary"] {
        try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(atPath: folder.path(of: "program"), toPath: folder.path(of: "bin/assay"))
      try folder.write(
        "a.ndjson", #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"# + "\n")
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: a.ndjson}]\n")
      let machine = try AssayBinary.shell("uname -m").text.trimmingCharacters(in: .whitespacesAndNewlines)
      let known = ["{folder}": folder.path, "{version}": AssayBinary.version, "{machine}": machine]
      func filled(_ text: String) -> String {
        known.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
      }

      let found = try run("find", item.variables.mapValues(filled), in: folder)
      #expect(found.result.status == item.status, "\(found.result.errorText)")
      #expect(found.outputs.isEmpty == (item.status != 0))
      guard item.status == 0 else { return }
      guard let program = item.program else {
        #expect(found.outputs["program"] == "")
        #expect(found.outputs["key"]?.hasPrefix("assay-\(machine)-") == true)
        return
      }
      #expect(found.outputs == ["program": folder.path + "/" + filled(program)])

      let options = [
        "ASSAY_PROGRAM": found.outputs["program"] ?? "", "ASSAY_SUMMARY": "true", "ASSAY_SARIF": "a.sarif",
      ]
      let linted = try run("lint", options, in: folder)
      #expect(linted.result.status == 1)
      #expect(linted.result.text.contains("file=a.ndjson,line=1,col=40::"))
      #expect(linted.outputs == ["status": "1", "sarif": folder.path(of: "a.sarif")])
    }
  }
}
