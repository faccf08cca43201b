import Benchmark
import HealthFormats

/// *write*: 10,000 samples as lines of JSON in their normal form.
func writing() {
  measure(
    "write.json.10k",
    on: {
      let writer = SampleJSONWriter(registry: try MadeSample.registry())
      return (batches: try MadeInput(jsonLines: 10_000).batches(), writer: writer)
    },
    { _, state in
      for batch in state.batches {
        var text: [UInt8] = []
        state.writer.append(batch, to: &text)
        blackHole(text.count)
      }
    })
}
