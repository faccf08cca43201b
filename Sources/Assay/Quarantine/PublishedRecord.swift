/// A record of a published form of JSON, as a quarantine keeps it: how it is read follows from the form and the types.
struct PublishedRecord: Sendable, Hashable {
  /// The form's name, as `--format` takes it.
  var form: String
  /// The path of the records in the form's documents that it is one of.
  var path: String
  /// What it gets from around it, by the paths of the form.
  var around: [String: String]
}
