import AssayKit
import Foundation
import Testing

/// The tutorial's program runs, and is the one whose steps the tutorial shows.
@Suite("Tutorial") struct TutorialTests {
  private static let root = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8).components(separatedBy: "\n")
  }

  private static let program = Result { try lines("Tests/Packages/Examples/Sources/Tutorial/main.swift") }

  @Test("what the test runs is the program") func same() throws {
    let body = try Self.program.get().filter { !$0.hasPrefix("// step ") && !$0.hasPrefix("import ") && !$0.isEmpty }
    let test = try Self.lines("Tests/AssayKitTests/TutorialTests.swift").joined(separator: "\n")
    #expect(test.contains(body.map { "    " + $0 }.joined(separator: "\n")))
  }

  @Test("each step of the tutorial has its mark in the program, in that order") func steps() throws {
    let marks = try Self.program.get().filter { $0.hasPrefix("// step ") }.map { $0.dropFirst("// step ".count) }
    let shown = try Self.lines("Sources/AssayKit/AssayKit.docc/SavingAndAsking.tutorial").compactMap { line in
      line.components(separatedBy: "file: tutorial-").dropFirst().first.map { $0.prefix { $0 != "." } }
    }
    #expect(marks.count > 5 && marks == shown)
  }

  @Test("the program runs") func runs() async throws {
    var lines: [String] = []
    func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }

    let store = try await HealthStore("memory:", source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
    let morning = store.now
    let bedtime = morning - .seconds(8 * 3600)
    let rates = (0..<8).map { hour in
      NewSample.quantity(.heartRate, 60 - Double(hour), .count / .minute, from: bedtime + .seconds(hour * 3600))
    }
    let sleep = NewSample.category(.sleepAnalysis, .asleepCore, from: bedtime, to: morning)
    try await store.save(rates + [sleep]).check()
    let wrong = try await store.save(.quantity(.heartRate, 60, .kilogram, from: morning))
    for case .refused(let findings) in wrong.outcomes {
      for finding in findings { print(finding.code, finding.message) }
    }
    let again = try await store.save(rates + [sleep])
    print("stored again:", again.storedCount)
    for sample in try await store.samples(.heartRate, from: bedtime, sort: .descending, limit: 3) {
      print(sample.quantity?.description ?? "")
    }
    let high = try SampleQuery.samples(of: "heartRate")
      .withQuantity(.greater, Quantity(58, .count / .minute), in: store)
    print("above 58:", try await store.samples(matching: high).count)
    let average = try await store.statistics(.heartRate, from: bedtime)?.averageQuantity
    print("average:", average?.description ?? "none")
    let beginning = ChangeAnchor.beginning
    for try await change in store.observe(["sleepAnalysis"], since: beginning, follows: false) {
      print("changes:", change.added.count)
    }
    try await store.close()

    #expect(lines.count == 8)
    #expect(lines.first?.contains("heartRate takes count/min, got kg") == true)
    #expect(lines.contains("stored again: 0"))
    #expect(lines.contains("53.0 count/min") && lines.contains("55.0 count/min"))
    #expect(lines.contains("above 58: 2"))
    #expect(lines.contains("average: 56.5 count/min"))
    #expect(lines.last == "changes: 1")
  }
}
