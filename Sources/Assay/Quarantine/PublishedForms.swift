import HealthFormats
import HealthModel
import Synchronization

/// How records of published forms are read by some types: made once for the records of a form, since it holds the codes of
/// all types.
final class PublishedForms: Sendable {
  private struct Key: Hashable {
    let form: String
    let path: String
  }

  private let registry: Registry?
  private let made = Mutex<[Key: RecordForm?]>([:])
  /// The most forms that are kept: what a file names may be anything.
  private static let most = 16

  init(_ registry: Registry?) { self.registry = registry ?? (try? Registry(types: [])) }

  /// How a record is read, as in an import; `nil` if its form is not known, or has no such records.
  func context(of record: PublishedRecord) -> TableContext? {
    guard let registry else { return nil }
    let key = Key(form: record.form, path: record.path)
    let form = made.withLock { made in
      if let known = made[key] { return known }
      let form = JSONDialect(named: key.form)?.form(ofRecordAt: key.path, by: registry)
      if made.count >= Self.most { made = [:] }
      made[key] = .some(form)
      return form
    }
    return form.map { TableContext($0, surroundings: record.around) }
  }
}
