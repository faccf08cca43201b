/// What the samples of all shapes may have beside their value, as lines of NDJSON write it.
enum CodeFields {
  /// Fields of every sample that are texts.
  static let texts = ["uuid", "subject", "origin"]
  /// Fields of a sample with a time, beside its start.
  static let times = ["end", "created", "offset", "end_offset", "created_offset"]
  static let source = ["name", "bundle", "version", "product", "os"]
  static let device = [
    "name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi",
  ]
}
