import HealthModel
import HealthStorage

/// Why a case failed: what the store did, and what the law wants.
struct CaseFailure: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }

  /// The words for an error that ended a case, made safe to show.
  static func message(of error: any Error) -> String {
    let text =
      switch error {
      case let failure as CaseFailure: failure.message
      case let error as StorageError: "\(error.code.rawValue): \(error)"
      default: "\(error)"
      }
    return TextEscaping.escaped(text, limit: 2_000)
  }

  /// Throws unless two values are the same.
  static func compare<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
    if found != wanted { throw CaseFailure("\(what) is \(shown(found)), not \(shown(wanted))") }
  }

  /// Throws at the first line that is not the same.
  static func compare(lines found: [String], _ wanted: [String], _ what: String) throws {
    if found == wanted { return }
    let place = zip(found, wanted).prefix { $0 == $1 }.count
    let lines = [found, wanted].map { place < $0.count ? shown($0[place]) : "nothing" }
    throw CaseFailure(
      "\(what) has \(found.count) samples of \(wanted.count); number \(place + 1) is \(lines[0]), not \(lines[1])"
    )
  }

  private static func shown(_ value: some Any) -> String {
    let text = "\(value)"
    return text.isEmpty ? "nothing" : "`\(TextEscaping.escaped(text, limit: 400))`"
  }
}
