#if HEALTHKIT_STUB
  import Foundation
  import Testing

  /// The table of "From HealthKit" names what there is, on both sides: each row has a function that is compiled and uses
  /// each name of the row.
  @Suite("From HealthKit") struct FromHealthKitTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The rows by their first cell, without the table's head.
    private static func table() throws -> [(head: String, cells: [Substring])] {
      let page = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/AssayKit/AssayKit.docc/FromHealthKit.md")
      let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
      return rows.dropFirst().map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: true)
        return (cells[0].trimmingCharacters(in: .whitespaces), Array(cells))
      }
    }

    /// The code of each row, by the row's first cell.
    private static func sections() throws -> [String: String] {
      var sections: [String: String] = [:]
      for file in ["FromHealthKitRows.swift", "FromHealthKitWorkouts.swift"] {
        let source = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
        for section in source.components(separatedBy: "// Row: ").dropFirst() {
          let lines = section.split(separator: "\n", maxSplits: 1)
          sections[lines[0].trimmingCharacters(in: .whitespaces)] = String(lines[1])
        }
      }
      return sections
    }

    /// The words of a text: names, labels and keywords.
    private static func words(_ text: String) -> Set<String> {
      Set(text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init))
    }

    /// The names in the code of a cell.
    ///
    /// What tells two functions of one name apart in a link, after `-`, is not one.
    private static func names(in cell: Substring) -> Set<String> {
      let parts = cell.replacingOccurrences(of: "``", with: "`").components(separatedBy: "`")
      let code = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0].components(separatedBy: "-(")[0] }
      return code.reduce(into: []) { $0.formUnion(words($1)) }
    }

    @Test("each row compiles, with every name in it") func rows() throws {
      let (table, sections) = (try Self.table(), try Self.sections())
      #expect(table.count > 30)
      for row in table {
        guard let section = sections[row.head] else {
          Issue.record("\(row.head) has no section")
          continue
        }
        let wanted = row.cells.reduce(into: Set<String>()) { $0.formUnion(Self.names(in: $1)) }
        let missing = wanted.subtracting(Self.words(section)).subtracting(["_"])
        #expect(missing.isEmpty, "\(row.head): \(missing.sorted())")
      }
      #expect(Set(sections.keys) == Set(table.map(\.head)))
    }
  }
#endif
