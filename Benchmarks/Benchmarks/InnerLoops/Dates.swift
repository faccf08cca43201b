import Benchmark
import HealthModel

/// *date*: times of a thousand samples, read and written a million times.
func dates() {
  let instant = { (number: Int) in
    Instant(microseconds: MadeSample(number).start, offset: number % 4 == 0 ? 0 : MadeSample.offset)
  }
  measure(
    "date.json.1m", scale: .mega,
    on: { BufferedTexts(1000) { TimestampWriter.append(instant($0), to: &$1) } },
    { benchmark, texts in try parse(texts, .json, benchmark.scaledIterations) })
  measure(
    "date.apple-health.1m", scale: .mega,
    on: { BufferedTexts(1000) { MadeSample.appendExportTime(instant($0).microseconds, to: &$1) } },
    { benchmark, texts in try parse(texts, .appleHealth, benchmark.scaledIterations) })
  measure(
    "date.write.1m", scale: .mega,
    on: { (0..<1000).map { instant($0).microseconds } },
    { benchmark, instants in
      var text: [UInt8] = []
      for round in benchmark.scaledIterations {
        if text.count > 32_000 { text.removeAll(keepingCapacity: true) }
        TimestampWriter.append(instants[round % instants.count], to: &text)
      }
      blackHole(text.count)
    })
}

private func parse(_ texts: BufferedTexts, _ syntax: RawSyntax, _ rounds: Range<Int>) throws {
  let text = texts.bytes
  let bytes = text.span.bytes
  var sum: Int64 = 0
  for round in rounds {
    guard let time = TimestampParser.parse(texts.ranges[round % texts.ranges.count], in: bytes, syntax: syntax) else {
      throw NotMeasured("a made-up time is not read")
    }
    sum &+= time.instant.microseconds
  }
  blackHole(sum)
}
