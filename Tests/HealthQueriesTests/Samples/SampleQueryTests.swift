import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// Samples are asked for whole, in pages and one by one, with the words of HealthKit's predicates.
@Suite struct SampleQueryTests {
  typealias Kind = SampleShelf.Kind

  private static let hour = SampleShelf.moment("2026-01-01T00:00:00Z")

  private static func at(_ minute: Int64) -> Int64 { hour + minute * 60 * Instant.second }

  /// Ten samples of a minute each, ten minutes apart.
  private func ten(_ kind: Kind) async throws -> SampleShelf {
    let lines = (0..<10).map { SampleShelf.heart(60 + $0, at: $0 * 10, lasting: 1) }
    return try await SampleShelf(kind, lines.joined(separator: "\n"))
  }

  @Test(arguments: Kind.allCases, SampleQuery.Sort.allCases)
  func pagesTogetherAreTheWhole(_ kind: Kind, _ sort: SampleQuery.Sort) async throws {
    let shelf = try await ten(kind)
    var query = SampleQuery.samples(of: "heartRate")
    query.sort = sort
    let whole = try await shelf.store.samples(matching: query)
    #expect(whole.count == 10)
    query.limit = 4
    var pages: [[Sample]] = []
    repeat {
      let page = try await shelf.store.page(of: query)
      pages.append(page.samples)
      query.after = page.next
    } while query.after != nil && pages.count < 10
    #expect(pages.map(\.count) == [4, 4, 2])
    #expect(Array(pages.joined()) == whole)
  }

  @Test(arguments: Kind.allCases)
  func aFullLastPageIsTheLast(_ kind: Kind) async throws {
    let shelf = try await ten(kind)
    var query = SampleQuery.samples(of: "heartRate")
    #expect(try await shelf.store.page(of: query).next == nil)
    query.limit = 10
    let page = try await shelf.store.page(of: query)
    #expect(page.samples.count == 10)
    #expect(page.next == nil)
    query.limit = Int.max
    #expect(try await shelf.store.page(of: query).samples.count == 10)
  }

  @Test(arguments: Kind.allCases)
  func aSequenceIsTheWhole(_ kind: Kind) async throws {
    // More than a page of the sequence.
    let lines = (0..<2100).map { SampleShelf.heart(60 + $0 % 100, at: $0) }
    let shelf = try await SampleShelf(kind, lines.joined(separator: "\n"))
    var query = SampleQuery.samples(of: "heartRate")
    for limit in [nil, 0, 1, 2000, 2050] {
      query.limit = limit
      var found: [Sample] = []
      for try await sample in shelf.store.sequence(of: query) { found.append(sample) }
      let whole = try await shelf.store.samples(matching: query)
      #expect(found == whole)
      #expect(found.count == limit ?? 2100)
    }
  }

  @Test(arguments: Kind.allCases)
  func oneByOneEndsWhenToldTo(_ kind: Kind) async throws {
    let shelf = try await ten(kind)
    var found: [Sample] = []
    try await shelf.store.forEachSample(matching: .samples(of: "heartRate")) { sample in
      found.append(sample)
      return found.count < 3
    }
    #expect(found.text == "60 61 62")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var query: SampleQuery
    var answer: String

    init(_ description: String, _ answer: String, _ query: SampleQuery) {
      testDescription = description
      self.query = query
      self.answer = answer
    }
  }

  static let cases = [
    Case("all", "1 2 3 4", .samples(of: "heartRate")),
    Case("by another name", "1 2 3 4", .samples(of: "HKQuantityTypeIdentifierHeartRate")),
    Case("by two names", "1 2 3 4", .samples(of: "HKQuantityTypeIdentifierHeartRate", "heartRate")),
    Case("of all types", "1 2 3 4 sleepAnalysis", .samples()),
    Case("overlapping a range", "1 2 3", .samples(of: "heartRate", from: at(10), to: at(30))),
    Case(
      "starting in it", "2 3", .samples(of: "heartRate", from: at(10), to: at(30), options: .strictStartDate)),
    Case("ending in it", "1 2", .samples(of: "heartRate", from: at(10), to: at(30), options: .strictEndDate)),
    Case(
      "whole in it", "2",
      .samples(of: "heartRate", from: at(10), to: at(30), options: [.strictStartDate, .strictEndDate])),
    Case("of a source by bundle", "2", .samples(of: "heartRate").from(source: "com.example")),
    Case("of a source by name", "2 3", .samples(of: "heartRate").from(source: "Café")),
    Case("of devices", "3", .samples(of: "heartRate").withDevice(.model, allowedValues: ["M", "N"])),
    Case("with a metadata key", "3 4", .samples(of: "heartRate").withMetadata("HKWasUserEntered")),
    Case(
      "with a metadata value", "3",
      .samples(of: "heartRate").withMetadata("HKWasUserEntered", .equal, .boolean(true))),
    Case(
      "with all of several", "3",
      .samples(of: "heartRate").withMetadata("HKWasUserEntered").from(source: "Café")),
    Case("of a case", "sleepAnalysis", .samples(of: "sleepAnalysis").withCategory("asleepDeep")),
    Case("of another case", "", .samples(of: "sleepAnalysis").withCategory(.notEqual, "asleepDeep")),
  ]

  private func four(_ kind: Kind) async throws -> SampleShelf {
    func line(_ value: Int, _ start: String, _ end: String, _ rest: String = "") -> String {
      #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-01T00:\#(start):00Z","#
        + #""end":"2026-01-01T00:\#(end):00Z"\#(rest)}"#
    }
    return try await SampleShelf(
      kind, line(1, "05", "15"),
      line(2, "15", "20", #","source":{"name":"Café","bundle":"com.example"}"#),
      line(
        3, "25", "35",
        #","source":{"name":"Caf\u00e9"},"device":{"model":"N"},"metadata":{"HKWasUserEntered":true}"#),
      line(4, "30", "40", #","metadata":{"HKWasUserEntered":false}"#),
      #"{"type":"sleepAnalysis","value":"asleepDeep","start":"2026-01-01T00:00:00Z"}"#)
  }

  @Test(arguments: Kind.allCases)
  func predicatesChooseSamples(_ kind: Kind) async throws {
    let shelf = try await four(kind)
    for item in Self.cases {
      #expect(try await shelf.store.samples(matching: item.query).text == item.answer, "\(item.testDescription)")
    }
  }

  @Test(arguments: Kind.allCases)
  func samplesAreFoundByTheirIDs(_ kind: Kind) async throws {
    let shelf = try await ten(kind)
    let all = try await shelf.store.samples(matching: SampleQuery())
    #expect(try await shelf.store.samples(matching: .samples(with: [all[7].id, all[2].id])) == [all[2], all[7]])
  }

  static let quantities: [(Comparison, Double, String, String)] = [
    (.greater, 66, "count/min", "67 68 69"), (.greaterOrEqual, 1.1, "Hz", "66 67 68 69"),
    (.less, 3660, "count/hr", "60"), (.equal, 63, "count/min", "63"),
    (.notEqual, 63, "count/min", "60 61 62 64 65 66 67 68 69"),
  ]

  @Test(arguments: Kind.allCases)
  func quantitiesAreComparedInAnyUnit(_ kind: Kind) async throws {
    let shelf = try await ten(kind)
    for (comparison, value, unit, answer) in Self.quantities {
      let query = try SampleQuery.samples(of: "HKQuantityTypeIdentifierHeartRate")
        .withQuantity(comparison, try Quantity(value, unit), in: shelf.store)
      #expect(try await shelf.store.samples(matching: query).text == answer, "\(comparison.rawValue) \(value) \(unit)")
    }
  }

  @Test func temperaturesAreComparedWithTheirShift() throws {
    let workbench = try SampleShelf.workbench()
    let store = HealthStore(MemoryStore(registry: workbench.registry))
    let condition = try ValueCondition.quantity(.less, try Quantity(98.6, "degF"), type: "bodyTemperature", in: store)
    guard case .number(let value) = condition.operand else {
      Issue.record("a quantity is no number")
      return
    }
    #expect(abs(value - 37) < 1e-9)
  }
}
