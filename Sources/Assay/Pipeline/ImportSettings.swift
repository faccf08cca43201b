import AssayPlatform
import HealthDigest
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The settings that, besides its bytes and the catalog, decide how an input's samples are read: an import that was
/// interrupted goes on only with the settings it began with, else a part of the samples would have another subject or
/// another unit.
///
/// A store keeps a digest, which names no participant.
struct ImportSettings {
  /// The first digits of a digest.
  private let digest: String
  /// Whether they are those of a run without options.
  private let isPlain: Bool
  private static let key = "settings"

  init(_ options: ValidationOptions, of input: ResolvedInput, quarantine: QuarantineFile?) {
    var context = QuarantineContext()
    context.subject = options.subject
    context.timeZone = options.timeZone?.identifier
    context.units = options.units == .strict ? nil : options.units.rawValue
    context.table = input.layout == TableLayout() ? nil : TableContext(row: [], layout: input.layout)
    var json = JSONBuilder()
    context.append(to: &json)
    if options.requiresSubject { json.value("subject required") }
    let named = quarantine.flatMap { $0.ownsFolder ? nil : PathText.resolved($0.path) }
    if let named { json.value(named) }
    isPlain = context == QuarantineContext() && !options.requiresSubject && named == nil
    digest = String(SHA256Digest(of: json.bytes).hexadecimal.prefix(16))
  }

  // MARK: With an import's details

  /// How the settings of an interrupted import are to those of a run.
  enum Comparison {
    case same, different
    /// An earlier version of Assay did not save them: they may have been any.
    case unknown
  }

  /// Compares the settings with those in an unfinished import's details.
  func compared(with details: String) -> Comparison {
    guard let saved = JSONValue(parsing: details.utf8)?[Self.key]?.text else { return .unknown }
    return saved == digest ? .same : .different
  }

  /// The details of an import, a JSON object, with the settings; a finished one is compared with nothing and names only
  /// those that a run had.
  func added(to details: String, isFinished: Bool) -> String {
    guard !isPlain || !isFinished, details.utf8.count > 2 else { return details }
    return "\(details.dropLast()),\"\(Self.key)\":\"\(digest)\"}"
  }
}
