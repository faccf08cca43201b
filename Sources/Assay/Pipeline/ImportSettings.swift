import HealthDigest
import HealthFormats
import HealthJSON
import HealthModel
import HealthReports
import HealthValidation

/// What decides how an input's samples are read beside its bytes and the catalog: an import that was interrupted goes
/// on only with the settings it began with, else a part of the samples would have another subject or another unit.
///
/// A store keeps a digest, which names no participant.
struct ImportSettings: Equatable {
  /// The first digits of a digest; `nil` for the settings of a run without options.
  private let digest: String?
  private static let key = "settings"

  /// The settings of a run.
  init(_ options: ValidationOptions, of input: ResolvedInput) {
    var context = QuarantineContext()
    context.subject = options.subject
    context.timeZone = options.timeZone?.identifier
    context.units = options.units == .strict ? nil : options.units.rawValue
    context.table = input.layout == TableLayout() ? nil : TableContext(row: [], layout: input.layout)
    var json = JSONBuilder()
    context.append(to: &json)
    if options.requiresSubject { json.value("subject required") }
    let isPlain = context == QuarantineContext() && !options.requiresSubject
    digest = isPlain ? nil : String(SHA256Digest(of: json.bytes).hexadecimal.prefix(16))
  }

  // MARK: With an import's details

  /// Reads what was saved.
  init(details: String) { digest = JSONValue(parsing: details.utf8)?[Self.key]?.text }

  /// The details of an import, a JSON object, with the settings.
  func added(to details: String) -> String {
    guard let digest, details.utf8.count > 2 else { return details }
    return "\(details.dropLast()),\"\(Self.key)\":\"\(digest)\"}"
  }
}
