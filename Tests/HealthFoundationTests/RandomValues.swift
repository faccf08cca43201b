import HealthModel
import HealthQueries
import HealthUnits
import SeededRandom

/// Random values with every part that they can have.
struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func maybe<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    Bool.random(using: &generator) ? make(&self) : nil
  }

  private mutating func text() -> String {
    let pieces = ["a", "Ü", "日", "\"", "\\", "/", ":", "\u{0}", "\n", "🦉", " ", "1", "2026-01-01T00:00:00Z"]
    return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  private mutating func number() -> Double {
    let numbers: [Double] = [0, -0.5, 1, 72, 1e-300, 1.7976931348623157e308, 0.1, .leastNonzeroMagnitude]
    return Bool.random(using: &generator)
      ? Double.random(in: -1e6...1e6, using: &generator) : numbers.randomElement(using: &generator) ?? 0
  }

  private mutating func unit() -> UnitOfMeasure {
    let units: [UnitOfMeasure] = [.count, .count / .minute, .kilogram, .millimetersOfMercury, .degreeFahrenheit]
    return units.randomElement(using: &generator) ?? .count
  }

  private mutating func microseconds() -> Int64 {
    Int64.random(in: Instant.earliest + Instant.day...Instant.latest - Instant.day, using: &generator)
  }

  private mutating func instant() -> Instant {
    Instant(microseconds: microseconds(), offset: Int16.random(in: -840...840, using: &generator))
  }

  private mutating func quantity() -> Quantity { Quantity(number(), unit()) }

  private mutating func metadataValue() -> MetadataValue {
    switch Int.random(in: 0...5, using: &generator) {
    case 0: .string(text())
    case 1: .number(number())
    case 2: .boolean(Bool.random(using: &generator))
    case 3: .date(instant())
    case 4: .quantity(quantity())
    default: .other("[\(Int.random(in: 0...9, using: &generator))]")
    }
  }

  private mutating func value() -> SampleValue {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: .quantity(quantity())
    case 1: .category(name: text(), raw: maybe { Int.random(in: -2...99, using: &$0.generator) })
    case 2: .text(text())
    default: .correlation
    }
  }

  /// A sample of any shape but a structured one; a correlation has members.
  mutating func sample(isMember: Bool = false) -> Sample {
    var sample = Sample(
      id: SampleID(high: generator.next(), low: generator.next()), type: text(), value: value(),
      start: maybe { $0.instant() }, end: maybe { $0.instant() }, created: maybe { $0.instant() },
      subject: maybe { $0.text() })
    sample.source = maybe { random in
      SourceRevision(
        name: random.maybe { $0.text() }, bundle: random.maybe { $0.text() }, version: random.maybe { $0.text() },
        product: random.maybe { $0.text() }, os: random.maybe { $0.text() })
    }
    sample.device = maybe { random in
      Device(
        name: random.maybe { $0.text() }, manufacturer: random.maybe { $0.text() }, model: random.maybe { $0.text() },
        hardware: random.maybe { $0.text() }, firmware: random.maybe { $0.text() },
        software: random.maybe { $0.text() }, local: random.maybe { $0.text() }, udi: random.maybe { $0.text() })
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) { sample.metadata[text()] = metadataValue() }
    guard !isMember, sample.value == .correlation else { return sample }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      sample.members.append(CorrelatedSample(role: text(), sample: self.sample(isMember: true)))
    }
    return sample
  }

  private mutating func location() -> SourceLocation {
    SourceLocation(
      path: text(), line: Int.random(in: 0...1000, using: &generator),
      column: Int.random(in: 0...99, using: &generator),
      byteOffset: maybe { Int64.random(in: 0...Int64.max, using: &$0.generator) })
  }

  /// A finding of any code.
  mutating func diagnostic() -> Diagnostic {
    var diagnostic = Diagnostic(
      code: DiagnosticCode.allCases.randomElement(using: &generator) ?? .jsonSyntax,
      severity: Severity.allCases.randomElement(using: &generator), message: text(), location: location(),
      pointer: maybe { $0.text() }, type: maybe { $0.text() }, uuid: maybe { $0.text() },
      ruleLocation: maybe { random in
        CatalogMark(
          path: random.text(), line: Int.random(in: 1...999, using: &random.generator),
          column: Int.random(in: 1...99, using: &random.generator))
      },
      hint: maybe { $0.text() })
    diagnostic.field = maybe { $0.text() }
    diagnostic.evidence = maybe { $0.text() }
    diagnostic.excerpt = maybe { random in
      SourceExcerpt(text: random.text(), caret: Int.random(in: 0...9, using: &random.generator), length: 1)
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      diagnostic.related.append(RelatedLocation(location: location(), message: text()))
    }
    return diagnostic
  }

  /// Statistics with any of their values.
  mutating func statistics() -> Statistics {
    Statistics(
      type: text(), unit: maybe { $0.unit() }, start: microseconds(), end: microseconds(),
      isLocal: Bool.random(using: &generator), subject: maybe { $0.text() }, source: maybe { $0.text() },
      value: maybe { $0.text() }, count: Int.random(in: 0...1_000_000, using: &generator), sum: maybe { $0.number() },
      average: maybe { $0.number() }, minimum: maybe { $0.number() }, maximum: maybe { $0.number() },
      mostRecent: maybe { $0.number() }, mostRecentStart: maybe { $0.microseconds() },
      mostRecentEnd: maybe { $0.microseconds() }, duration: Int64.random(in: 0...(1 << 50), using: &generator))
  }
}
