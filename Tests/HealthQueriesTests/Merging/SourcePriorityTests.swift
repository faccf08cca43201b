import HealthQueries
import HealthStorage
import Testing

/// Every row of `Tests/Cases/merging/sources.tsv`, and which sources are one.
struct SourcePriorityTests {
  @Test(arguments: try SourceRow.all()) func kind(_ row: SourceRow) {
    let source = SourcePriority(row.order).source(of: row.origin)
    #expect("\(source.category)" == row.kind)
    #expect(source.place == row.place ?? Int.max)
    #expect(source.shown == row.shown)
  }

  @Test("the kinds go from listed to entered by hand") func kinds() {
    #expect(MergeSource.Class.allCases == [.listed, .watch, .phone, .other, .userEntered])
    #expect(MergeSource.Class.allCases.sorted() == MergeSource.Class.allCases)
  }

  @Test("a source is one by its bundle, whatever it is called") func renamed() {
    let priority = SourcePriority()
    let source = priority.source(of: SampleOrigin(bundle: "org.example.run", name: "Run"))
    let renamed = priority.source(of: SampleOrigin(bundle: "org.example.run", name: "Run!"))
    #expect(source == renamed)
    #expect(!(source < renamed) && !(renamed < source))
    #expect(Set([source, renamed]).count == 1)
    let typed = priority.source(of: SampleOrigin(bundle: "org.example.run", name: "Run", isUserEntered: true))
    #expect(source != typed)
    #expect(source < typed)
  }

  @Test("without bundles a source is one by its name, with blanks of either kind") func names() {
    let priority = SourcePriority()
    let source = priority.source(of: SampleOrigin(name: "Anna’s Scale"))
    #expect(source == priority.source(of: SampleOrigin(name: "Anna’s\u{A0}Scale ")))
    #expect(source != priority.source(of: SampleOrigin(name: "Ben’s Scale")))
    #expect(source != priority.source(of: SampleOrigin(bundle: "Anna’s Scale")))
  }

  @Test("a listed source is one, typed in or not") func listed() {
    let priority = SourcePriority(["org.example.run"])
    let source = priority.source(of: SampleOrigin(bundle: "org.example.run"))
    #expect(source == priority.source(of: SampleOrigin(bundle: "org.example.run", isUserEntered: true)))
  }

  @Test("any two sources are equal or one goes first") func order() throws {
    let sources = try SourceRow.all().flatMap { row in
      [SourcePriority(row.order), SourcePriority()].map { $0.source(of: row.origin) }
    }
    for left in sources {
      for right in sources {
        #expect([left < right, left == right, right < left].filter { $0 }.count == 1, "\(left) \(right)")
      }
    }
  }
}

/// A row of `sources.tsv`; its head explains the columns.
struct SourceRow: Sendable, CustomTestStringConvertible {
  var order: [String]
  var origin: SampleOrigin
  var kind: String
  var place: Int?
  var shown: String
  private var line: String

  var testDescription: String { line }

  static func all() throws -> [SourceRow] { try MergeCase.lines(of: "sources.tsv").map(SourceRow.init) }

  private init(_ line: String) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { field in
      String(String.UnicodeScalarView(field.unicodeScalars.map { $0 == "~" ? "\u{A0}" : $0 }))
    }
    guard fields.count == 10 else { throw CaseIsBroken(line: line) }
    func text(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
    order = fields[0].split(separator: "|").map(String.init)
    origin = SampleOrigin(
      bundle: text(1), name: text(2), product: text(3), deviceName: text(4), deviceModel: text(5),
      isUserEntered: fields[6] == "yes")
    kind = fields[7]
    place = Int(fields[8])
    shown = fields[9]
    self.line = line
  }
}
