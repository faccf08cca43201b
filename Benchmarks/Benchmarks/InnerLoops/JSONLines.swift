import Benchmark

/// *json*: lines of JSON, read and not judged.
func jsonLines() {
  measure(
    "json.lines.10k",
    on: { MadeInput(jsonLines: 10_000) },
    { _, input in try input.readAll() })
}
