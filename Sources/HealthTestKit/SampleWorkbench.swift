import Assay
import AssayKit
public import HealthCatalog
import HealthFormats
public import HealthModel
public import HealthStorage
import HealthValidation

/// Makes batches of samples written as JSON lines, by the rules of a registry, and lines of batches: what a test of a
/// store works with.
///
/// Ids and digests are those that an import would give.
///
/// ```swift
/// let workbench = try SampleWorkbench()
/// let batch = try workbench.batch(#"{"type":"stepCount","value":10,"unit":"count","start":"2026-01-05T08:00:00Z"}"#)
/// print(batch.count, workbench.lines(of: batch))
/// ```
public struct SampleWorkbench: Sendable {
  /// The types.
  public let registry: Registry
  private let validator: Validator
  private let writer: SampleJSONWriter
  private let coding: NormalizedLines

  /// Works with the types of a registry.
  public init(registry: Registry) {
    self.registry = registry
    // Nothing is in the future.
    validator = Validator(registry: registry, options: ValidationOptions(now: Instant.latest, normalizes: true))
    writer = SampleJSONWriter(registry: registry)
    coding = NormalizedLines(registry: registry)
  }

  /// Works with the built-in types and further ones.
  ///
  /// - Parameter definitions: files of types, as a catalog's folder has them.
  /// - Throws: `Failure` when a definition is wrong.
  public init(definitions: [CatalogFile] = []) throws(Failure) {
    let result: CatalogResult
    do {
      let builder = CatalogBuilder(builtIn: .embedded)
      var layers = try builder.layers()
      if !definitions.isEmpty { layers.append(CatalogLayer(name: "workbench", files: definitions)) }
      result = builder.load(layers, readsExamples: false)
    } catch {
      throw Failure.usage("the built-in catalog cannot be read: \(error)")
    }
    guard let registry = result.registry else {
      let fault = result.diagnostics.first { $0.severity == .error }
      throw Failure.usage("a definition is wrong: \(fault?.message ?? "without a finding that says why")")
    }
    self.init(registry: registry)
  }

  /// The batch of samples, one a line, in normal form with ids and digests.
  ///
  /// - Parameter text: JSON objects as `Documentation/samples.md` describes them, a line each.
  /// - Returns: a row for each sample; members follow their correlation.
  /// - Throws: `Failure` when a line is not a sample.
  public func batch(_ text: String) throws(Failure) -> SampleBatch {
    let judged = JudgedLines(Array(text.utf8), by: validator)
    if let fault = judged.diagnostics(path: "samples").first(where: { $0.severity == .error }) {
      throw Failure.usage("line \(fault.location.line) is not a sample: \(fault.message)")
    }
    return judged.batch
  }

  /// The samples of a batch as lines of JSON in normal form, a correlation with its members in one line.
  public func lines(of batch: SampleBatch) -> [String] {
    var output: [UInt8] = []
    writer.append(batch, to: &output)
    return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The context for opening a store for samples of these types.
  public func context(_ options: StorageOptions = StorageOptions()) -> StorageContext {
    StorageContext(registry: registry, options: options, lines: coding)
  }
}
