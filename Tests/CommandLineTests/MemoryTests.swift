import Foundation
import Glibc
import Testing

/// How much memory a command took at most, in KiB, as the kernel counts it for a release build.
///
/// What a reaped child took cannot be asked for here: `getrusage` would count what this process had when it started the
/// child. So the high-water mark of the running child is read until it is gone; what it took in its last millisecond may
/// be missed. Of the program's own file and its libraries the system maps 24 MiB of a release build, and of a debug build
/// some 10 to 17 MiB more, as the page cache has them: that much is counted, whatever is mapped.
private func highWaterMark(of child: ChildProcess) -> Int {
  var highest = 0
  while let text = try? String(contentsOfFile: "/proc/\(child.processID)/status", encoding: .utf8) {
    func kibibytes(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix(name + ":") }.flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let all = kibibytes("VmHWM"), let mapped = kibibytes("RssFile") else { break }
    highest = max(highest, all - mapped + releaseFiles)
    usleep(1_000)
  }
  return highest
}

/// What the system maps of the files of a release build, in KiB.
private let releaseFiles = 24 * 1024

/// Commands take the same memory, however much they read or write: under 64 MiB.
@Suite(
  "Memory", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"),
  .timeLimit(.minutes(10)))
struct MemoryTests {
  /// What is made, by a script of the shell, and the commands that are measured then.
  struct Load: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    var commands: [String]
    var status: Int32 = 0
    /// How many lines a command writes, at least and at most, where that is known.
    var lines: ClosedRange<Int>?
  }

  /// In KiB; what a debug build needs for its own code is in it, some 35 MiB.
  private static let limit = 64 * 1024

  /// Functions for scripts: `take COUNT STORE INPUT` imports, and all of so many samples must be accepted.
  private static let functions = """
    take() {
      assay import "$3" --store "$2" --output-format json >report || true
      grep -q "\\"accepted\\":$1," report
    }
    clock='function clock(s) { return sprintf("%02d:%02d:%02dZ", s / 3600 % 24, s / 60 % 60, s % 60) }'

    """

  /// Samples of two types over a year, no two alike, every 157 seconds.
  private static func year(_ count: Int, _ store: String) -> Load {
    Load(
      testDescription: "\(count) samples in \(store)",
      script: #"""
        awk -v count=\#(count) "$clock"' BEGIN { for (i = 0; i < count; i++) {
          t = i * 157 % (360 * 86400)
          printf "{\"type\":\"%s\",\"value\":%d,\"unit\":\"%s\",\"start\":\"2025-%02d-%02dT%s\",", i % 2 ? "stepCount" : "heartRate",
            50 + i % 90, i % 2 ? "count" : "count/min", 1 + t / 2592000, 1 + t / 86400 % 28, clock(t)
          printf "\"source\":{\"name\":\"Made-up Watch\",\"bundle\":\"org.example.watch\",\"version\":\"11.3.1\"},\"metadata\":{\"note\":\"number %d\"}}\n", i
        } }' >samples.ndjson
        take \#(count) \#(store) samples.ndjson
        """#,
      commands: [
        "query --type heartRate --limit 100",
        "query --type heartRate --limit 100 --sort descending --output-format jsonl",
        "query --limit 100 --sort end-descending", "query --limit 10000 --output-format jsonl", "export",
      ].map { $0 + " --store " + store })
  }

  /// Records of an export, whose long samples are warnings: the sources, a year, and how many days each lasts.
  private static func days(_ sources: Int, _ year: Int, _ days: Int, _ options: String, rows: Int) -> Load {
    Load(
      testDescription: "\(options): \(rows) rows",
      script: #"""
        end=$(date -u -d "\#(year)-01-01 + \#(days) days" +%F)
        (echo '<HealthData locale="en_US">'
          for number in $(seq \#(sources)); do
            echo "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Source $number\" unit=\"count\" startDate=\"\#(year)-01-01 00:00:00 +0000\" endDate=\"$end 00:00:00 +0000\" value=\"\#(days)\"/>"
          done
          echo '</HealthData>') >export.xml
        take \#(sources) health.db export.xml
        """#,
      commands: ["stats --store health.db --type stepCount " + options], lines: rows...rows + 3)
  }

  /// Exports that profiles read, in an archive and as one document or table.
  private static func takeout(_ form: String, _ name: String) -> Load {
    Load(
      testDescription: "a takeout: \(form)",
      script: "python3 \"$ROOT/Benchmarks/exports/make_takeout.py\" \(name) --megabytes 6 --form \(form)",
      commands: [
        "validate --plugin $ROOT/plugins/fitbit --plugin $ROOT/plugins/google-takeout --timezone Europe/Berlin \(name)"
      ])
  }

  private static let loads = [
    year(200_000, "health.db"), year(50_000, "jsonl:health"),
    days(1, 2020, 35, "--by minute --output-format csv", rows: 50_400),
    days(1, 2020, 140, "--by minute --output-format csv", rows: 201_600),
    days(1, 2020, 140, "--by minute --output-format json", rows: 201_600),
    days(1, 2020, 140, "--by minute --output-format table", rows: 201_600),
    days(20, 1971, 18_000, "--by day --separate-by-source --output-format csv", rows: 360_000),
    takeout("days", "a.zip"), takeout("document", "a"), takeout("table", "a"),
    Load(
      testDescription: "an explanation of thousands of sources: each lasts ten minutes, and one begins every second",
      script: #"""
        awk "$clock"' BEGIN { for (i = 0; i < 2000; i++)
          printf "{\"type\":\"stepCount\",\"value\":600,\"unit\":\"count\",\"start\":\"2026-01-01T%s\",\"end\":\"2026-01-01T%s\",\"source\":{\"name\":\"Watch %d\"}}\n",
            clock(i), clock(i + 600), i * 7919 % 2000 }' >samples.ndjson
        take 2000 health.db samples.ndjson
        """#,
      commands: ["stats --store health.db --type stepCount --explain --output-format json"]),
    subjects(
      1,
      ["--type stepCount", "--type stepCount --explain", "--type heartRate", "--type heartRate --separate-by-source"]),
    subjects(2, ["--type stepCount --by day", "--type stepCount --by day --timezone sample"]),
    Load(
      testDescription: "rules that find as much as they may, in as many words",
      script: #"""
        mkdir fake
        printf 'name: fake\nversion: 1.0.0\nsummary: Judges.\nprotocol: 1\nprovides:\n  rules:\n    - code: all\n      title: It is there\nexecutable: judge.py\n' >fake/plugin.yaml
        cat >fake/judge.py <<'END'
        #!/usr/bin/env python3
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            answer = {"t": message["t"], "protocol": 1, "name": "fake", "version": "1", "levels": ["judge"], "rules": ["all"]}
            if message["t"] == "judge":
                for _ in range(message["count"]):
                    sys.stdin.readline()
                found = [{"at": at, "rule": "all", "message": "x" * 500} for at in range(message["count"])]
                answer = {"t": "findings", "batch": message["batch"], "findings": found}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        END
        chmod +x fake/judge.py
        yes '{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}' | head -n 30000 >a.ndjson
        """#,
      commands: ["validate --plugin fake a.ndjson"], status: 1),
    // The release build reads 10,000 in 61 MB.
    Load(
      testDescription: "a catalog of 5,000 types",
      script: #"""
        mkdir types
        for index in $(seq 5000); do
          printf 'schema: 1\ntype: org.example.t%d\nkind: quantity\ntitle: Type %d\nunit: count/min\naggregation: discreteArithmetic\n' \
            $index $index >types/org.example.t$index.yaml
        done
        echo '{"type":"org.example.t77","value":7,"unit":"count/min","start":"2026-01-01T08:00:00Z"}' >a.ndjson
        """#,
      commands: ["validate --catalog types a.ndjson"]),
    Load(
      testDescription: "a baseline of 100,000 classes, none of which occurs any more",
      script: #"""
        awk 'BEGIN { for (i = 0; i < 100000; i++)
          printf "{\"code\":\"value-implausible\",\"type\":\"heartRate\",\"path\":\"data/site/patient-%d.ndjson\",\"field\":\"/value\",\"evidence\":\"above %d\",\"count\":3}\n",
            i / 8, i % 8 }' >known.jsonl
        printf 'schema: 1\nacross: false\ndata:\n  - path: data/**\nbaseline: known.jsonl\n' >assay.yaml
        mkdir data
        echo '{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}' >data/a.ndjson
        """#,
      commands: ["lint"]),
  ]

  /// Statistics of thousands of subjects, each with a watch of its own, and two samples of both types, a day apart.
  private static func subjects(_ rows: Int, _ options: [String]) -> Load {
    Load(
      testDescription: "thousands of subjects, \(rows) rows each",
      script: #"""
        awk "$clock"' BEGIN { for (i = 0; i < 12000; i++) {
          p = int(i / 2) % 3000
          printf "{\"type\":\"%s\",\"value\":60,\"unit\":\"%s\",\"start\":\"2026-01-0%dT%s\",\"subject\":\"p%d\",\"source\":{\"name\":\"Watch of %d\"},\"metadata\":{\"HKTimeZone\":\"Europe/Berlin\"}}\n",
            i % 2 ? "heartRate" : "stepCount", i % 2 ? "count/min" : "count", 1 + int(i / 6000), clock(p), p, p
        } }' >samples.ndjson
        take 12000 health.db samples.ndjson
        """#,
      commands: options.map { "stats --store health.db --separate-by-subject --output-format csv " + $0 },
      lines: rows * 3_000 + 1...rows * 3_000 + 1)
  }

  @Test("under 64 MiB", arguments: loads.filter { PlatformCase.hasPython || !$0.script.contains("python3") })
  func memory(_ load: Load) throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.shell(
        "set -e\n" + Self.functions + load.script, environment: ["ROOT": AssayBinary.root], folder: folder.path)
      try #require(made.status == 0, "\(made.text)\(made.errorText)")
      for command in load.commands {
        let output = load.lines == nil ? "/dev/null" : folder.path(of: "answer")
        let words = command.split(separator: " ").map { String($0).replacing("$ROOT", with: AssayBinary.root) }
        let child = try AssayBinary.start(words, folder: folder.path, output: output)
        let peak = highWaterMark(of: child)
        let result = try child.finish()
        #expect(result.status == load.status, "\(command): \(result.errorText)")
        if let lines = load.lines {
          let count = try TestFile.bytes(output).count { $0 == 0x0A }
          #expect(lines.contains(count), "\(command): \(count) lines")
        }
        #expect(peak > releaseFiles, "\(command): nothing was measured")
        #expect(peak < Self.limit, "\(command) took \(peak) KiB")
      }
    }
  }
}
