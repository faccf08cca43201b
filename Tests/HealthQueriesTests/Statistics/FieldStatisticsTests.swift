import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// Numbers of structured samples are combined as values of quantities are.
@Suite("Statistics of fields") struct FieldStatisticsTests {
  typealias Kind = SampleShelf.Kind

  private static func workout(_ number: Int, at hour: Int, of subject: String, _ distance: String?) -> String {
    WorkoutLines.workout(
      "1111111\(number)-1111-4111-8111-111111111111", at: hour, subject: subject,
      #","fields":{"activity":"running""#
        + (distance.map { #","totalDistance":{"value":\#($0),"unit":"km"}"# } ?? "") + "}")
  }

  private static let lines = [
    workout(1, at: 8, of: "A", "5"), workout(2, at: 9, of: "A", "7.5"), workout(3, at: 10, of: "A", nil),
    workout(4, at: 9, of: "B", "4"), workout(5, at: 11, of: "B", nil),
  ]

  private func answer(
    _ kind: Kind, _ options: StatisticsOptions, by interval: CalendarInterval?, unit: String
  ) async throws -> [Statistics] {
    let shelf = try await SampleShelf(kind, Self.lines.joined(separator: "\n"))
    let type = try shelf.store.type(named: "workout")
    var aggregation = Aggregation(options, by: interval)
    aggregation.field = try SampleExpression(
      "totalDistance", unit: try UnitOfMeasure(unit), of: type, in: shelf.store.registry)
    return try await shelf.store.statisticsCollection(matching: .samples(of: "workout"), aggregation).statistics
  }

  @Test("count, average, least and greatest are of the samples that have the number", arguments: Kind.allCases)
  func ofDays(_ kind: Kind) async throws {
    let rows = try await answer(kind, .separateBySubject, by: CalendarInterval(.day), unit: "km")
    #expect(rows.map(\.subject) == ["A", "B"] && rows.map(\.count) == [2, 1])
    #expect(rows.map(\.average) == [6.25, 4] && rows.map(\.minimum) == [5, 4] && rows.map(\.maximum) == [7.5, 4])
    #expect(rows.allSatisfy { $0.unit?.unitString == "km" })
  }

  @Test("sums are answered on request, and hours without the number have none", arguments: Kind.allCases)
  func sums(_ kind: Kind) async throws {
    let hours = try await answer(
      kind, [.cumulativeSum, .separateBySubject], by: CalendarInterval(.hour), unit: "m")
    #expect(hours.map(\.sum) == [5000, 7500, 4000] && hours.map(\.subject) == ["A", "A", "B"])
    #expect(hours.allSatisfy { $0.average == nil })
    let whole = try await answer(kind, [.cumulativeSum, .separateBySubject], by: nil, unit: "km")
    #expect(whole.map(\.sum) == [12.5, 4])
  }

  @Test("several people are not averaged together") func refused() async throws {
    let error = await #expect(throws: QueryError.self) { _ = try await answer(.memory, [], by: nil, unit: "km") }
    #expect(error?.reason == .severalSubjects)
  }
}
