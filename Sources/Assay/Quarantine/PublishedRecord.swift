import HealthFormats
import HealthModel

/// A record of a published form of JSON, as a quarantine keeps it: how it is read follows from the form and the types.
struct PublishedRecord: Sendable, Hashable {
  /// The form's name, as `--format` takes it.
  var form: String
  /// The path of the records in the form's documents that it is one of.
  var path: String
  /// What it gets from around it, by the paths of the form.
  var around: [String: String]

  /// How the record is read.
  ///
  /// - Parameters:
  ///   - bytes: the record.
  ///   - registry: the types.
  /// - Returns: its context; `nil` if the form is not known, or has no such records.
  func context(of bytes: [UInt8], by registry: Registry) -> TableContext? {
    JSONDialect(named: form)?.layout(ofRecordAt: path, bytes, by: registry).map {
      TableContext(row: [], layout: $0, surroundings: around)
    }
  }
}
