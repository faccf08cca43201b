import Benchmark

/// *xml*: records of an export, read and not judged.
func xmlElements() {
  measure(
    "xml.records.10k",
    on: { MadeInput(xmlElements: 10_000) },
    { _, input in try input.readAll() })
}
