public import HealthModel
public import HealthStorage
public import HealthValidation
import Synchronization

/// The types that samples are of, the rules they are judged by, and the form in which stores keep them as text: one
/// value, so that no two of them can be of different catalogs.
///
/// ```swift
/// let types = try HealthTypes.builtIn()
/// let store = try await HealthStore("health.db", types: types)
/// ```
///
/// Copies share the rules, which are made when the first sample is judged.
public struct HealthTypes: Sendable {
  /// The definitions of the types.
  public let registry: Registry
  package let lines: any SampleLineCoding
  private let rules: Rules

  @usableFromInline package init(registry: Registry, lines: any SampleLineCoding) throws(StorageError) {
    self.init(registry, lines: { _ in lines })
    try context().check()
  }

  package init(_ registry: Registry, lines: (Registry) -> any SampleLineCoding) {
    self.registry = registry
    self.lines = lines(registry)
    rules = Rules(registry: registry)
  }

  init(of backend: any StorageBackend) { self.init(backend.registry, lines: { _ in NoLines() }) }

  /// The rules, with options.
  ///
  /// - Parameter options: what samples are judged by besides the types.
  /// - Returns: a validator that shares what is bound to the types with those made before.
  public func validator(_ options: ValidationOptions) -> Validator { rules.validator(options) }

  /// What opens a store for samples of these types.
  ///
  /// - Parameters:
  ///   - options: how the store is opened.
  ///   - note: called with what the operator should know of the opening, such as a migration.
  /// - Returns: a context whose registry and lines belong together.
  public func context(
    _ options: StorageOptions = StorageOptions(), note: @escaping @Sendable (String) -> Void = { _ in }
  ) -> StorageContext { StorageContext(registry: registry, options: options, lines: lines, note: note) }
}

/// The rules bound to the types: made once, since that takes longer than judging thousands of samples.
private final class Rules: Sendable {
  private let registry: Registry
  private let made = Mutex<Validator?>(nil)

  init(registry: Registry) { self.registry = registry }

  func validator(_ options: ValidationOptions) -> Validator {
    made.withLock { made in
      if let validator = made { return validator.with(options) }
      let validator = Validator(registry: registry, options: options)
      made = validator
      return validator
    }
  }
}

/// The coding of a store that is open already: nothing asks for it.
private struct NoLines: SampleLineCoding {
  var registry: RegistrySignature? { nil }

  func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {}

  func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch {
    throw StorageError(.unsupported, "the types of an open store read no lines")
  }
}
