import HealthJSON

extension JSONBuilder {
  /// Begins a message of a kind.
  init(message kind: String) {
    self = .openObject()
    member("t", kind)
  }
}
