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

/// Queries with a limit and exports take the same memory, however large the store is.
@Suite(
  "Memory", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "there is no /proc"),
  .timeLimit(.minutes(10)))
struct MemoryTests {
  /// A kind of store, with how many samples it gets: those that take long to write in a debug build get fewer.
  struct Place: Sendable, CustomTestStringConvertible {
    var kind: StoreKind
    var samples: Int

    var testDescription: String { "\(samples) in \(kind)" }
  }

  /// In KiB; what a debug build needs for its own code is in it, some 35 MiB.
  private static let limit = 64 * 1024

  private static let commands: [[String]] = [
    ["query", "--type", "heartRate", "--limit", "100"],
    ["query", "--type", "heartRate", "--limit", "100", "--sort", "descending", "--output-format", "jsonl"],
    ["query", "--limit", "100", "--sort", "end-descending"],
    ["query", "--limit", "10000", "--output-format", "jsonl"],
    ["export"],
  ]

  @Test(
    "a limit and an export take under 64 MiB",
    arguments: [Place(kind: .sqlite, samples: 200_000), Place(kind: .jsonl, samples: 50_000)])
  func bounds(_ place: Place) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("samples.ndjson", Self.text(place.samples))
      let store = place.kind.place("health", in: folder)
      let result = try store.importing(input)
      #expect(try RunReport(result).summary.accepted == place.samples, "\(result.errorText)")
      for command in Self.commands {
        let child = try AssayBinary.start(
          [command[0], "--store", store.url] + command.dropFirst(), output: "/dev/null")
        let peak = highWaterMark(of: child)
        let status = try child.finish().status
        #expect(status == 0, "\(command)")
        // The shell that the command replaces takes less.
        #expect(peak > 4 * 1024, "\(command): nothing was measured")
        #expect(peak < Self.limit, "\(command) took \(peak) KiB")
      }
    }
  }

  /// A question for statistics with so many rows, asked of a few samples.
  struct Rows: Sendable, CustomTestStringConvertible {
    var options: String
    var lines: [String]
    var count: Int

    var testDescription: String { "\(options): \(count) rows" }

    /// One sample of so many days, by the minute.
    static func minutes(_ days: Int, _ form: String) -> Rows {
      Rows(
        options: "--by minute --output-format \(form)", lines: [line("Watch", 2020, days: days)],
        count: days * 1440)
    }

    /// A record of an export, whose long samples are warnings.
    static func line(_ source: String, _ year: Int, days: Int) -> String {
      let (start, calendar) = (DateComponents(year: year, month: 1, day: 1), Calendar(identifier: .gregorian))
      let end = calendar.date(from: start).flatMap { calendar.date(byAdding: .day, value: days, to: $0) } ?? Date()
      let parts = calendar.dateComponents([.year, .month, .day], from: end)
      let day = { (parts: DateComponents) in
        "\(parts.year ?? 0)-\(digits(parts.month ?? 0))-\(digits(parts.day ?? 0)) 00:00:00 +0000"
      }
      return #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" "#
        + #"startDate="\#(day(start))" endDate="\#(day(parts))" value="\#(days)"/>"#
    }

    var export: String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        + lines.joined(separator: "\n") + "\n</HealthData>\n"
    }
  }

  @Test(
    "statistics take under 64 MiB, however many rows they have",
    arguments: [
      Rows.minutes(35, "csv"), .minutes(140, "csv"), .minutes(140, "json"), .minutes(140, "table"),
      Rows(
        options: "--by day --separate-by-source --output-format csv",
        lines: (0..<20).map { Rows.line("Source \($0)", 1971, days: 18_000) }, count: 360_000),
    ])
  func rows(_ question: Rows) throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("export.xml", question.export)
      let store = StoreKind.sqlite.place("health", in: folder)
      let result = try store.importing(input)
      #expect(try RunReport(result).summary.accepted == question.lines.count, "\(result.errorText)")
      let output = folder.path(of: "answer")
      let child = try AssayBinary.start(
        ["stats", "--store", store.url, "--type", "stepCount"]
          + question.options.split(separator: " ").map(String.init), output: output)
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 0)
      let lines = try TestFile.bytes(output).count { $0 == 0x0A }
      #expect((question.count...question.count + 3).contains(lines), "\(lines) lines")
      #expect(peak > 4 * 1024, "nothing was measured")
      #expect(peak < Self.limit, "\(question) took \(peak) KiB")
    }
  }

  @Test(
    "exports that profiles read take under 64 MiB, in an archive and as one document or table",
    .enabled(if: PlatformCase.hasPython, "there is no python3"),
    arguments: [("days", "a.zip"), ("document", "a"), ("table", "a")])
  func profiles(_ form: String, _ name: String) throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.shell(
        "python3 Benchmarks/exports/make_takeout.py '\(folder.path(of: name))' --megabytes 6 --form \(form)")
      #expect(made.status == 0, "\(made.errorText)")
      let child = try AssayBinary.start(
        [
          "validate", "--plugin", "plugins/fitbit", "--plugin", "plugins/google-takeout", "--timezone", "Europe/Berlin",
          folder.path(of: name),
        ], output: "/dev/null")
      let peak = highWaterMark(of: child)
      let result = try child.finish()
      #expect(result.status == 0, "\(result.errorText)")
      #expect(peak > 4 * 1024, "nothing was measured")
      #expect(peak < Self.limit, "\(form) took \(peak) KiB")
    }
  }

  @Test("an explanation of thousands of sources takes under 64 MiB") func explanation() throws {
    try TemporaryFolder.with { folder in
      // Each lasts ten minutes, and one begins every second.
      let lines = (0..<2_000).map { number in
        let clock = { (second: Int) in
          "2026-01-01T\(Self.digits(second / 3_600)):\(Self.digits(second / 60 % 60)):\(Self.digits(second % 60))Z"
        }
        return #"{"type":"stepCount","value":600,"unit":"count","start":"\#(clock(number))","#
          + #""end":"\#(clock(number + 600))","source":{"name":"Watch \#(number * 7919 % 2_000)"}}"#
      }
      let store = StoreKind.sqlite.place("health", in: folder)
      _ = try store.importing(folder.write("samples.ndjson", lines.joined(separator: "\n") + "\n"))
      let child = try AssayBinary.start(
        ["stats", "--store", store.url, "--type", "stepCount", "--explain", "--output-format", "json"],
        output: "/dev/null")
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 0)
      #expect(peak > releaseFiles && peak < Self.limit, "\(peak) KiB")
    }
  }

  @Test(
    "statistics of thousands of subjects, each with a watch of its own, take under 64 MiB",
    arguments: [
      "--type stepCount", "--type stepCount --explain", "--type stepCount --by day", "--type heartRate",
      "--type heartRate --separate-by-source", "--type stepCount --by day --timezone sample",
    ])
  func subjects(_ options: String) throws {
    let count = 3_000
    try TemporaryFolder.with { folder in
      var text = ""
      for index in 0..<4 * count {
        // Each of them has two samples of both types, a day apart.
        let (type, unit) = index % 2 == 0 ? ("stepCount", "count") : ("heartRate", "count/min")
        let (subject, second) = (index / 2 % count, index / 2 % count)
        let clock = "\(Self.digits(second / 3_600)):\(Self.digits(second / 60 % 60)):\(Self.digits(second % 60))Z"
        text += "{\"type\":\"\(type)\",\"value\":60,\"unit\":\"\(unit)\","
        text += "\"start\":\"2026-01-0\(1 + index / 2 / count)T\(clock)\","
        text += "\"subject\":\"p\(subject)\",\"source\":{\"name\":\"Watch of \(subject)\"},"
        text += "\"metadata\":{\"HKTimeZone\":\"Europe/Berlin\"}}\n"
      }
      let store = StoreKind.sqlite.place("health", in: folder)
      let result = try store.importing(folder.write("samples.ndjson", text))
      #expect(try RunReport(result).summary.accepted == 4 * count, "\(result.errorText)")
      let output = folder.path(of: "answer")
      let child = try AssayBinary.start(
        ["stats", "--store", store.url, "--separate-by-subject", "--output-format", "csv"]
          + options.split(separator: " ").map(String.init), output: output)
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 0)
      let rows = try TestFile.bytes(output).count { $0 == 0x0A } - 1
      #expect(rows == (options.contains("--by") ? 2 : 1) * count)
      #expect(peak > releaseFiles && peak < Self.limit, "\(options) took \(peak) KiB")
    }
  }

  @Test("rules that find as much as they may, in as many words, take under 64 MiB") func rules() throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin(
        """
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
            sys.stdout.write(json.dumps(answer) + "\\n")
            sys.stdout.flush()

        """, rules: "- code: all\n  title: It is there")
      let input = try folder.write("a.ndjson", String(repeating: StoredSample.line + "\n", count: 30_000))
      let child = try AssayBinary.start(
        ["validate", "--plugin", folder.path(of: "fake"), input], output: "/dev/null")
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 1)
      #expect(peak > releaseFiles && peak < Self.limit, "\(peak) KiB")
    }
  }

  // The release build reads 10,000 in 61 MB.
  @Test("a catalog of 5,000 types takes under 64 MiB") func types() throws {
    try TemporaryFolder.with { folder in
      for index in 0..<5_000 {
        try folder.write(
          "types/org.example.t\(index).yaml",
          "schema: 1\ntype: org.example.t\(index)\nkind: quantity\ntitle: Type \(index)\nunit: count/min\n"
            + "aggregation: discreteArithmetic\n")
      }
      let input = try folder.write(
        "a.ndjson", #"{"type":"org.example.t77","value":7,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n")
      let child = try AssayBinary.start(
        ["validate", "--catalog", folder.path(of: "types"), input], output: "/dev/null")
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 0)
      #expect(peak > releaseFiles && peak < Self.limit, "\(peak) KiB")
    }
  }

  @Test("a baseline of 100,000 classes, none of which occurs any more, takes under 64 MiB") func baseline() throws {
    try TemporaryFolder.with { folder in
      var text = ""
      for index in 0..<100_000 {
        text += "{\"code\":\"value-implausible\",\"type\":\"heartRate\","
        text +=
          "\"path\":\"data/site/patient-\(index / 8).ndjson\",\"field\":\"/value\",\"evidence\":\"above \(index % 8)\",\"count\":3}\n"
      }
      try folder.write("known.jsonl", text)
      try folder.write("assay.yaml", "schema: 1\nacross: false\ndata:\n  - path: data/**\nbaseline: known.jsonl\n")
      try folder.write(
        "data/a.ndjson",
        "{\"type\":\"heartRate\",\"value\":72,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\"}\n")
      let child = try AssayBinary.start(["lint"], folder: folder.path, output: "/dev/null")
      let peak = highWaterMark(of: child)
      #expect(try child.finish().status == 0)
      #expect(peak > releaseFiles && peak < Self.limit, "\(peak) KiB")
    }
  }

  /// Samples of two types over a year, no two alike.
  private static func text(_ count: Int) -> String {
    let source = #""source":{"name":"Made-up Watch","bundle":"org.example.watch","version":"11.3.1"}"#
    var text = ""
    text.reserveCapacity(count * 230)
    for index in 0..<count {
      let (type, unit) = index.isMultiple(of: 2) ? ("heartRate", "count/min") : ("stepCount", "count")
      // Every 157 seconds, beginning with 2025.
      let time = index * 157 % (360 * 86_400)
      let date = "2025-\(digits(1 + time / 86_400 / 30))-\(digits(1 + time / 86_400 % 28))"
      let clock = "\(digits(time / 3_600 % 24)):\(digits(time / 60 % 60)):\(digits(time % 60))Z"
      text += "{\"type\":\"\(type)\",\"value\":\(50 + index % 90),\"unit\":\"\(unit)\",\"start\":\"\(date)T\(clock)\","
      text += "\(source),\"metadata\":{\"note\":\"number \(index)\"}}\n"
    }
    return text
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
