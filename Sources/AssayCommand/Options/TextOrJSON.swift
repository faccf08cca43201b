import ArgumentParser
import HealthModel

/// The form of an answer that is text or JSON.
struct TextOrJSON: ParsableArguments {
  @Option(name: .customLong("output-format"), help: "text or json.", completion: .list(["text", "json"]))
  var outputFormat = "text"

  /// Whether the answer is JSON.
  ///
  /// - Throws: `Failure` for any other form.
  func isJSON() throws -> Bool {
    guard ["text", "json"].contains(outputFormat) else {
      throw Failure.usage("--output-format takes text or json")
    }
    return outputFormat == "json"
  }
}
