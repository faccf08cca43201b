import Testing

/// The words users see: `make bless` writes them, and the diff is what a reviewer reads.
@Suite("Goldens") struct GoldenTests {
  @Test("a command prints what was recorded", arguments: GoldenCase.all())
  func golden(_ item: GoldenCase) throws {
    let observed = try item.run()
    for part in GoldenCase.Part.allCases {
      let text = observed[part] ?? ""
      let recorded = try item.recorded(part)
      if recorded == text { continue }
      if GoldenCase.isBlessing || recorded == nil { try item.record(part, text) }
      if recorded == nil, !GoldenCase.isBlessing {
        Issue.record("Tests/Golden/\(item.name)/\(part.rawValue) was not there and is recorded now: read it")
      } else if !GoldenCase.isBlessing {
        #expect(text == recorded, "Tests/Golden/\(item.name)/\(part.rawValue): if it should differ, `make bless`")
      }
    }
  }

  @Test("no file lies beside the cases") func orphans() {
    #expect(GoldenCase.orphans() == [])
    #expect(GoldenCase.all().count >= 25)
  }

  @Test("no golden names the machine it was made on") func machine() throws {
    for item in GoldenCase.all() {
      for part in GoldenCase.Part.allCases {
        let text = try item.recorded(part) ?? ""
        #expect(!text.contains("$ROOT"), "\(item.name)/\(part.rawValue) holds an absolute path of the project")
      }
    }
  }
}
