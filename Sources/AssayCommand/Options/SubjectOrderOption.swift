import ArgumentParser
import HealthModel
import HealthStorage

/// Whether the samples of each subject are written by themselves.
struct SubjectOrderOption: ParsableArguments {
  @Option(
    help: "subject: the samples of one subject after those of another; `export` writes a file for each into a folder.",
    completion: .list(["subject"]))
  var by: String?

  /// Whether subjects are written one after the other.
  ///
  /// - Throws: `Failure` for other words and for options that do not go with it.
  func isBySubject(_ query: SampleQuery, besides others: [String]) throws -> Bool {
    guard let by else { return false }
    guard by == "subject" else {
      throw Failure.usage(
        "--by takes subject, got `\(TextEscaping.escaped(by, limit: 80))`; `assay stats --by` takes intervals of time")
    }
    guard query.limit == nil, query.after == nil else {
      throw Failure.usage("--by subject goes with neither --limit nor --after: name a subject by --subject")
    }
    guard others.isEmpty else {
      let advice =
        others == ["--wide"]
        ? "a row of a wide table names its subject: leave --by out, or name one subject by --subject"
        : "name one subject by --subject"
      throw Failure.usage(
        "--by subject and \(others.joined(separator: " and ")) exclude each other; \(advice)")
    }
    return true
  }
}
