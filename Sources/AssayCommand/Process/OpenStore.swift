import Assay
import HealthModel
import HealthStorage

/// Stores that are closed whatever happens.
enum OpenStore {
  /// Does something with an open store, then closes it.
  ///
  /// - Throws: what it throws, else a `Failure` when the store cannot be closed.
  static func closing<Result>(
    _ backend: any StorageBackend, _ body: () async throws -> Result
  ) async throws -> Result {
    let result: Result
    do {
      result = try await body()
    } catch {
      try? await backend.close()
      throw error
    }
    do throws(StorageError) {
      try await backend.close()
    } catch {
      throw Failure(error)
    }
    return result
  }
}
