import ArgumentParser
import HealthFormats
import HealthModel

/// What the lines of samples say beside the samples.
struct SampleTraceOption: ParsableArguments {
  @Option(
    name: .customLong("with"),
    help: "Add to each sample where it was read (place) and the digest of its content (digest); separate by commas.",
    completion: .list(["place", "digest", "place,digest"]))
  var with: String?

  /// What was asked for.
  func trace() throws -> SampleTrace {
    var trace: SampleTrace = []
    for word in (with ?? "").split(separator: ",", omittingEmptySubsequences: false) where with != nil {
      switch word {
      case "place": trace.insert(.place)
      case "digest": trace.insert(.digest)
      default:
        throw CommandFailure.usage("--with takes place, digest or both, got `\(TextEscaping.escaped(String(word)))`")
      }
    }
    return trace
  }
}
