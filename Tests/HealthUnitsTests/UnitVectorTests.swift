import HealthUnits
import Testing

/// The acceptance vectors.
///
/// Each row was derived from the specification or measured on HealthKit, not from this engine.
struct UnitVectorTests {
  static let all = UnitVector.rows(of: "vectors.tsv")
  static let notOffered = UnitVector.rows(of: "not-offered.tsv")

  static func vectors(_ kinds: String...) -> [UnitVector] { all.filter { kinds.contains($0.kind) } }

  @Test func allRowsAreRead() {
    let known = Self.vectors(
      "convert", "crosswalk", "unitString", "unit-equal", "dims", "reject", "accept", "incompatible",
      "level (optional API)")
    #expect(Self.all.count == 567)
    #expect(known.count == Self.all.count, "a kind of row is not tested")
    #expect(Self.notOffered.count == 5)
  }

  @Test(arguments: UnitVectorTests.vectors("convert", "crosswalk"))
  func converts(_ row: UnitVector) throws {
    let (source, target) = try row.units()
    let value = try #require(row.value)
    let result = try source.conversion(to: target)(value)
    #expect(row.accepts(result), "got \(result), expected \(row.expected)")
    #expect(source.isConvertible(to: target))
  }

  @Test(arguments: UnitVectorTests.vectors("incompatible") + UnitVectorTests.notOffered)
  func refusesToConvert(_ row: UnitVector) throws {
    let (source, target) = try row.units()
    #expect(!source.isConvertible(to: target))
    #expect(throws: UnitError.self) { try source.conversion(to: target) }
  }

  @Test(arguments: UnitVectorTests.vectors("unitString"))
  func printsCanonically(_ row: UnitVector) throws {
    let unit = try UnitOfMeasure(row.from)
    #expect(unit.unitString == row.expected)
    #expect(try UnitOfMeasure(unit.unitString) == unit)
  }

  @Test(arguments: UnitVectorTests.vectors("unit-equal"))
  func comparesStructurally(_ row: UnitVector) throws {
    let (first, second) = try row.units()
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.unitString == second.unitString)
  }

  @Test(arguments: UnitVectorTests.vectors("dims"))
  func derivesTheDimension(_ row: UnitVector) throws {
    let unit = try UnitOfMeasure(row.from, grammar: row.sourceGrammar)
    #expect(unit.dimension.description == row.expected)
  }

  @Test(arguments: UnitVectorTests.vectors("accept"))
  func accepts(_ row: UnitVector) {
    #expect(throws: Never.self) { try UnitOfMeasure(row.from, grammar: row.sourceGrammar) }
  }

  @Test(arguments: UnitVectorTests.vectors("reject"))
  func rejects(_ row: UnitVector) {
    let error = #expect(throws: UnitError.self) { try UnitOfMeasure(row.from, grammar: row.sourceGrammar) }
    if let error { #expect((0...row.from.utf8.count).contains(error.offset)) }
  }

  @Test(arguments: UnitVectorTests.vectors("level (optional API)"))
  func tiesLevelsToPressures(_ row: UnitVector) throws {
    let value = try #require(row.value)
    let result =
      row.from == "dBASPL"
      ? SoundPressureLevel.pascals(fromLevel: value) : SoundPressureLevel.level(fromPascals: value)
    #expect(row.accepts(result), "got \(result), expected \(row.expected)")
  }
}

extension UnitVector {
  /// `hk>ucum` crosses from the one to the other; the analyte rows are written in UCUM.
  var sourceGrammar: UnitGrammar { grammar.hasPrefix("hk") ? .healthKit : .ucum }
  var targetGrammar: UnitGrammar { grammar == "hk" ? .healthKit : .ucum }

  func units() throws -> (UnitOfMeasure, UnitOfMeasure) {
    (try UnitOfMeasure(from, grammar: sourceGrammar), try UnitOfMeasure(to, grammar: targetGrammar))
  }
}
