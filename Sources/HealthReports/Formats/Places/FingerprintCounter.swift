import HealthDigest
import HealthModel

/// Names findings so that a later run knows them again, even when lines have moved.
///
/// A fingerprint is made of the code, the type, the path, the field and the evidence, and of how often the same came
/// before in this report, so no two are equal. It holds no value of a sample.
struct FingerprintCounter {
  /// The maximum number of different findings counted; later ones are identified by their place.
  static let limit = 100_000

  private let limit: Int
  private var counts: [String: Int] = [:]

  init(limit: Int = FingerprintCounter.limit) {
    self.limit = limit
  }

  /// The fingerprint of the next finding: 32 hexadecimal digits.
  mutating func fingerprint(of diagnostic: Diagnostic) -> String {
    let separator = "\u{1F}"
    let key = [
      diagnostic.code.name, diagnostic.type ?? "", diagnostic.location.path, diagnostic.field ?? "",
      diagnostic.evidence ?? "",
    ].joined(separator: separator)
    let count = counts[key, default: 0] + 1
    guard count > 1 || counts.count < limit else {
      let place =
        diagnostic.location.place ?? "\(diagnostic.location.line):\(diagnostic.location.column)"
      return Self.digits([key, place, diagnostic.pointer ?? ""].joined(separator: separator))
    }
    counts[key] = count
    return Self.digits(key + separator + String(count))
  }

  private static func digits(_ text: String) -> String {
    String(SHA256Digest(of: Array(text.utf8)).hexadecimal.prefix(32))
  }
}
