import Benchmark
import HealthUnits

/// *unit*: units read, conversions made and used; and samples that differ by their unit alone: in the type's own one,
/// and in four others, where the rules look up what type and text mean together.
func units() {
  measure(
    "unit.read.1k", scale: .kilo,
    on: { unitTexts.map { Array($0.utf8) } },
    { benchmark, texts in
      for round in benchmark.scaledIterations {
        blackHole(try UnitOfMeasure(utf8: texts[round % texts.count]).isNull)
      }
    })
  measure(
    "unit.conversion.1k", scale: .kilo,
    on: { try unitPairs.map { (try UnitOfMeasure($0.0), try UnitOfMeasure($0.1)) } },
    { benchmark, pairs in
      for round in benchmark.scaledIterations {
        let (source, target) = pairs[round % pairs.count]
        blackHole(try source.conversion(to: target).isIdentity)
      }
    })
  measure(
    "unit.convert.1m", scale: .mega,
    on: { try unitPairs.map { try UnitOfMeasure($0.0).conversion(to: UnitOfMeasure($0.1)) } },
    { benchmark, conversions in
      var sum = 0.0
      for round in benchmark.scaledIterations { sum += conversions[round % conversions.count](Double(round)) }
      blackHole(sum)
    })
  measure(
    "unit.pair-own.10k",
    on: {
      let input = MadeInput(jsonLines: 10_000) { MadeSample($0, of: weights[0]) }
      return try JudgingThread(input, normalizes: false, parses: true)
    },
    { _, thread in try thread.judgeParsed() })
  measure(
    "unit.pair-others.10k",
    on: {
      let input = MadeInput(jsonLines: 10_000) { MadeSample($0, of: weights[1 + $0 % (weights.count - 1)]) }
      return try JudgingThread(input, normalizes: false, parses: true)
    },
    { _, thread in try thread.judgeParsed() })
}

private let unitTexts = [
  "count/min", "kcal", "mL/min·kg", "mmol<180.1558800000541>/L", "mg/dL", "degF", "km", "ms", "%", "dBASPL",
]

private let unitPairs = [
  ("lb", "kg"), ("km", "m"), ("kJ", "kcal"), ("degF", "degC"), ("kPa", "mmHg"),
  ("mmol<180.1558800000541>/L", "mg/dL"), ("count/s", "count/min"), ("fl_oz_us", "mL"),
]

/// The type's own unit first.
private let weights: [MadeKind] = [
  .weight(in: "kg", 600...900), .weight(in: "lb", 1300...2000), .weight(in: "g", 600_000...900_000),
  .weight(in: "oz", 21_000...32_000), .weight(in: "st", 95...140),
]
