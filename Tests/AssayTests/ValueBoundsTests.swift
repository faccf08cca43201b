import Assay
import HealthModel
import HealthReports
import HealthValidation
import Testing

/// Typical numbers under a wrong unit, and real numbers that are extreme: `Tests/Cases/bounds`.
struct ValueBoundsTests {
  private static let validator = (try? ProjectFiles.registry()).map {
    Validator(registry: $0, options: ValidationOptions(now: ProjectFiles.now))
  }

  @Test(
    "a typical number under a wrong unit is found, and the hint names the unit that was meant",
    arguments: try BoundsCase.rows(of: "swaps.tsv"))
  func swap(_ row: BoundsCase) throws {
    let found = try findings(row)
    if row[3] == "unseen" {
      // No bound tells these from real numbers; they are listed so that nobody counts on a warning.
      #expect(found.isEmpty, "\(found)")
      return
    }
    let finding = try #require(found.first)
    #expect(found.count == 1)
    if row[3] == "rate" {
      #expect(finding.code == .rateImpossible)
      return
    }
    #expect(finding.code == (row[3] == "error" ? .valueNotAllowed : .valueImplausible))
    #expect(finding.message.contains("got \(row[1])"), "\(finding.message)")
    guard row[4] != "-" else {
      #expect(finding.hint == nil)
      return
    }
    let hint = try #require(finding.hint, "\(finding.message)")
    let units = row[4].split(separator: ",").map(String.init)
    if units == ["percent 0-100"], hint.hasPrefix("% is a fraction here: ") {
      #expect(hint.hasPrefix("% is a fraction here: \(row[1]) % is written "))
    } else if units.count == 2 {
      #expect(hint == "\(row[1]) would fit as \(units[0]) and as \(units[1]): which unit is it?")
    } else {
      #expect(hint.hasPrefix("\(row[1]) would fit as \(units[0]): is the unit right?"), "\(hint)")
    }
  }

  @Test("an extreme number that is real is not a finding", arguments: try BoundsCase.rows(of: "extremes.tsv"))
  func extreme(_ row: BoundsCase) throws {
    #expect(try findings(row).isEmpty, "\(row[3])")
  }

  @Test("an impossible number is a warning", arguments: try BoundsCase.rows(of: "impossible.tsv"))
  func impossible(_ row: BoundsCase) throws {
    #expect(try findings(row).contains { $0.code == .valueImplausible && $0.severity == .warning }, "\(row[3])")
  }

  @Test("every quantity type of the built-in catalog has a plausible range") func ranges() throws {
    let without = try ProjectFiles.registry().types.filter { $0.shape.quantity?.plausible.isUnbounded ?? false }
    #expect(without.map(\.id) == [])
  }

  @Test("every bound of the built-in catalog has a source of its own, not the default") func sources() throws {
    for type in try ProjectFiles.registry().types {
      guard let shape = type.shape.quantity else { continue }
      for (bounds, name) in [(shape.allowed, "allowed"), (shape.plausible, "plausible")] where !bounds.isUnbounded {
        let source = try #require(type.sources[name], "\(type.id) \(name)")
        #expect(source.count > 7 && source != "default", "\(type.id): \(source)")
      }
    }
  }

  private func findings(_ row: BoundsCase) throws -> [Diagnostic] {
    let time = #""start":"2026-01-01T08:00:00Z""#
    let line = #"{"type":"\#(row[0])","value":\#(row[1]),"unit":"\#(row[2])",\#(time)}"#
    return SampleCheck(try #require(Self.validator)).diagnostics(in: line)
  }
}

/// A row of a table of `Tests/Cases/bounds`.
struct BoundsCase: Sendable, CustomTestStringConvertible {
  private let cells: [String]

  var testDescription: String { cells.joined(separator: " ") }

  subscript(index: Int) -> String { cells.indices.contains(index) ? cells[index] : "" }

  /// The rows of a table, without the first line.
  static func rows(of name: String) throws -> [BoundsCase] {
    let text = String(decoding: try ProjectFiles.bytes("Tests/Cases/bounds/" + name), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      BoundsCase(cells: line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
