package import HealthModel

extension SampleBatch {
  /// Requires that the samples are of a registry's types: an index means another type in another registry.
  package func require(_ registry: Registry) throws(StorageError) {
    guard self.registry != registry.signature, count > 0 else { return }
    throw StorageError(
      .incompatible, "samples of another registry than the store's: their types would be mistaken for others",
      hint: "validate the samples with the registry that the store is opened with")
  }

  /// How much the samples count toward `StorageBackend.commitSize`: each as one, and once more for each whole KiB of its
  /// text, so that no transaction holds thousands of routes.
  package var commitWeight: Int { text.reduce(count) { $0 + Int($1.end &- $1.start) >> 10 } }
}

extension StorageContext {
  /// Requires that lines are written and read with the types of the context.
  ///
  /// - Throws: `StorageError.Code.incompatible` when they are of another registry.
  public func check() throws(StorageError) {
    guard let other = lines.registry, other != registry.signature else { return }
    throw StorageError(
      .incompatible, "a store is opened with one registry and writes its lines with another one",
      hint: "make the context's `lines` with the context's registry")
  }
}
