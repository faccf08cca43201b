/// A unit of measure: parsed, checked and ready to convert.
///
/// Equality is structural: two units are equal when they are of one grammar and have the same factors with the same
/// powers, in whatever order they were written; `ml` is `mL`, and molar masses agree to about 1e-12. `kcal` and `Cal`
/// are not equal but `isEquivalent(to:)`.
public struct UnitOfMeasure: Sendable {
  /// All of it: a sample that is copied copies a reference, and not the ten words of two sizes.
  private let parts: UnitParts

  /// Whether it is this very value, and not only an equal one.
  func isSame(as other: UnitOfMeasure) -> Bool { parts === other.parts }

  /// The grammar the unit was written in.
  ///
  /// It is part of the unit: `%` is 1 in HealthKit and 1/100 in UCUM.
  public var grammar: UnitGrammar { parts.grammar }
  /// The canonical form, which reads back as an equal unit.
  ///
  /// For HealthKit the string that `HKUnit.unitString` prints, such as `mL/min·kg`, and `()` for the null unit; for
  /// UCUM the code as given.
  public var unitString: String { parts.unitString }

  /// The factors in canonical order.
  var terms: [UnitTerm] { parts.terms }
  /// The product of the whole numbers in a UCUM code.
  var coefficient: Rational { parts.coefficient }
  /// The assay scales that annotations of a UCUM code name.
  var assays: AssayScales { parts.assays }
  /// The unit's size, for conversions within its grammar.
  var scale: UnitScale { parts.scale }
  /// The unit's size toward the other grammar.
  ///
  /// It differs for HealthKit's `mol<M>`, which is a mass there and an amount for UCUM, and for UCUM's columns of
  /// mercury and water, which take HealthKit's size.
  var crosswalk: UnitScale { parts.crosswalk }

  /// Reads a unit.
  ///
  /// - Parameters:
  ///   - text: the unit, at most 128 bytes of UTF-8. The empty text is the null unit.
  ///   - grammar: the language it is written in; nothing is guessed.
  ///   - table: the units to read it with.
  /// - Throws: `UnitParseError` with the place, the reason and, when the spelling is known, what to write instead.
  public init(_ text: String, grammar: UnitGrammar = .healthKit, table: UnitTable = .standard) throws(UnitParseError) {
    try self.init(utf8: text.utf8, grammar: grammar, table: table)
  }

  /// Reads a unit from bytes, which need not be UTF-8; see `init(_:grammar:table:)`.
  package init(
    utf8 bytes: some Collection<UInt8>, grammar: UnitGrammar = .healthKit, table: UnitTable = .standard
  ) throws(UnitParseError) {
    let start = Array(bytes.prefix(UnitLimits.bytes + 1))
    let unit: UnitOfMeasure
    do throws(UnitFault) {
      unit = try UnitOfMeasure(parsing: start, grammar: grammar, table: table)
    } catch {
      let text = String(decoding: start.prefix(UnitLimits.bytes), as: UTF8.self)
      throw UnitParseError(unit: text, grammar: grammar, fault: error, table: table)
    }
    self = unit
  }

  /// Reads a unit of HealthKit's grammar, when only whether it is one matters; `nil` for any other text.
  ///
  /// A file may have a new wrong unit in every record: one with a name that no table holds is known to be none by a look
  /// at the names' bits, without an error that says what is wrong where.
  package init?(known bytes: [UInt8], table: UnitTable = .standard) {
    // The few tables with a team's own units are asked whole.
    guard
      !table.customSymbols.isEmpty
        || bytes.withUnsafeBufferPointer({ UnitNames.healthKit.mayHold(0..<$0.count, in: $0.span.bytes) }),
      let unit = try? UnitOfMeasure(parsing: bytes, grammar: .healthKit, table: table)
    else { return nil }
    self = unit
  }

  /// Reads a unit without looking for a hint if the text is not a unit.
  init(parsing bytes: [UInt8], grammar: UnitGrammar, table: UnitTable) throws(UnitFault) {
    guard bytes.count <= UnitLimits.bytes else { throw Self.tooLong }
    let written: WrittenUnit
    switch grammar {
    case .healthKit: written = try HealthKitSyntax.parse(bytes)
    case .ucum: written = try UCUMSyntax.parse(bytes)
    }
    let resolved = try UnitResolution(written, grammar: grammar, table: table)
    let unitString =
      switch grammar {
      case .healthKit: UnitTerm.healthKitString(of: resolved.terms)
      case .ucum: String(decoding: bytes, as: UTF8.self)
      }
    guard unitString.utf8.count <= UnitLimits.bytes else { throw Self.tooLong }
    parts = UnitParts(
      grammar: grammar, unitString: unitString, terms: resolved.terms, coefficient: written.coefficient,
      assays: written.assays, scale: resolved.scale, crosswalk: resolved.crosswalk)
  }

  /// Creates a unit that is put together of others, not read.
  ///
  /// The size toward the other grammar is `crosswalk`, if it is not `scale`.
  init(grammar: UnitGrammar, unitString: String, terms: [UnitTerm], scale: UnitScale, crosswalk: UnitScale? = nil) {
    parts = UnitParts(
      grammar: grammar, unitString: unitString, terms: terms, coefficient: .one, assays: AssayScales(), scale: scale,
      crosswalk: crosswalk ?? scale)
  }

  private static let tooLong = UnitFault(offset: UnitLimits.bytes, reason: .tooLong(limit: UnitLimits.bytes))

  /// Whether no factor is left: an empty text, `()` or `m/m` in HealthKit; an empty text, `1` or `{score}` in UCUM.
  ///
  /// `count` is a factor.
  public var isNull: Bool { terms.isEmpty && coefficient == .one }

  /// The dimension of the unit.
  ///
  /// HealthKit's `mol<M>` is a mass.
  public var dimension: Dimension { scale.dimension }
}

extension UnitOfMeasure: Hashable {
  /// Whether two units are written in one grammar with the same factors; see `UnitOfMeasure`.
  public static func == (left: UnitOfMeasure, right: UnitOfMeasure) -> Bool {
    left.parts === right.parts
      || left.grammar == right.grammar && left.terms == right.terms && left.coefficient == right.coefficient
        && left.assays == right.assays
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(grammar)
    hasher.combine(terms)
    hasher.combine(coefficient)
    hasher.combine(assays)
  }
}

extension UnitOfMeasure: CustomStringConvertible {
  /// The canonical form: `unitString`.
  public var description: String { unitString }
}

/// What a unit is made of; it never changes.
private final class UnitParts: Sendable {
  let grammar: UnitGrammar
  let unitString: String
  let terms: [UnitTerm]
  let coefficient: Rational
  let assays: AssayScales
  let scale: UnitScale
  let crosswalk: UnitScale

  init(
    grammar: UnitGrammar, unitString: String, terms: [UnitTerm], coefficient: Rational, assays: AssayScales,
    scale: UnitScale, crosswalk: UnitScale
  ) {
    self.grammar = grammar
    self.unitString = unitString
    self.terms = terms
    self.coefficient = coefficient
    self.assays = assays
    self.scale = scale
    self.crosswalk = crosswalk
  }
}
