import Benchmark
import HealthModel

/// *number*: values of a thousand samples, read and written a million times.
func numbers() {
  let values = { (0..<1000).map { Double(MadeSample($0).value) / MadeSample($0).kind.divisor } }
  measure(
    "number.read.1m", scale: .mega,
    on: {
      let values = values()
      return BufferedTexts(values.count) { DecimalWriter.append(values[$0], to: &$1) }
    },
    { benchmark, texts in try parse(texts, benchmark.scaledIterations) })
  measure(
    "number.write.1m", scale: .mega,
    on: { values() },
    { benchmark, values in
      var text: [UInt8] = []
      for round in benchmark.scaledIterations {
        if text.count > 32_000 { text.removeAll(keepingCapacity: true) }
        DecimalWriter.append(values[round % values.count], to: &text)
      }
      blackHole(text.count)
    })
}

private func parse(_ texts: BufferedTexts, _ rounds: Range<Int>) throws {
  let text = texts.bytes
  let bytes = text.span.bytes
  var sum = 0.0
  for round in rounds {
    guard let number = DecimalParser.parse(texts.ranges[round % texts.ranges.count], in: bytes) else {
      throw NotMeasured("a made-up number is not read")
    }
    sum += number.value
  }
  blackHole(sum)
}
