import ArgumentParser
import Assay
import HealthModel
import HealthQueries
import HealthStorage

/// Which samples are wanted by what they have to do with another sample of the store.
struct RelationOptions: ParsableArguments {
  @Option(help: "Only samples inside the time of the sample with this UUID, of its subject: a workout's heart rates.")
  var within: String?

  @Option(help: "Only samples that belong to the sample with this UUID: a workout's routes.")
  var parent: String?

  /// The ids that are named, checked before a store is opened.
  struct Ids {
    var within: SampleID?
    var parent: SampleID?

    var isEmpty: Bool { within == nil && parent == nil }
  }

  func ids() throws -> Ids {
    Ids(within: try Self.id(within, "--within"), parent: try Self.id(parent, "--parent"))
  }

  private static func id(_ text: String?, _ option: String) throws -> SampleID? {
    guard let text else { return nil }
    guard let id = SampleID(text) else {
      throw Failure.usage(
        "\(option) takes a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301, got `\(TextEscaping.escaped(text))`")
    }
    return id
  }
}

extension RelationOptions.Ids {
  /// Narrows a query to the samples that are wanted.
  ///
  /// Without a type `--within` asks for all types but the sample's own, `--parent` for those whose samples may belong
  /// to such a sample.
  ///
  /// - Throws: `Failure` when the store does not have the sample, or it has no time.
  func narrowed(_ query: SampleQuery, in store: any StorageBackend) async throws -> (SampleQuery, note: String?) {
    var query = query
    var note: String?
    if let within {
      guard let sample = try await Self.sample(within, in: store) else {
        throw Failure("--within: " + Self.missing(within), status: .refused)
      }
      guard sample.start != nil else {
        throw Failure.usage("--within: a sample of \(sample.type) has no time, so that none is inside it")
      }
      if query.types.isEmpty {
        query.types = try await Self.counts(store).map(\.type).filter { $0 != sample.type }
        if query.types.isEmpty { query.ids = [] }
      }
      query = query.within(sample)
    }
    if let parent {
      let sample = try await Self.sample(parent, in: store)
      if sample == nil { note = Self.missing(parent) }
      if query.types.isEmpty {
        let kinds = store.registry.types.filter { type in
          guard let kind = type.shape.structure?.parent?.type else { return false }
          return sample.map { $0.type == kind } ?? true
        }
        query.types = kinds.map(\.id)
        if kinds.isEmpty {
          query.ids = []
          note = "samples of no type belong to one of \(sample?.type ?? "another")"
        }
      }
      query = query.children(of: parent)
    }
    return (query, note)
  }

  /// Narrows a query, as `narrowed(_:in:)` does; the store is closed when that fails.
  func narrowed(
    _ query: SampleQuery, closingOnFailure store: any StorageBackend
  ) async throws -> (SampleQuery, note: String?) {
    do {
      return try await narrowed(query, in: store)
    } catch {
      try? await store.close()
      throw error
    }
  }

  private static func missing(_ id: SampleID) -> String { "no sample of the store has the UUID \(id)" }

  private static func sample(_ id: SampleID, in store: any StorageBackend) async throws -> Sample? {
    do {
      return try await SampleQuery.samples(with: [id]).result(for: HealthStore(store)).first
    } catch {
      throw Failure(error)
    }
  }

  private static func counts(_ store: any StorageBackend) async throws -> [StoredTypeCount] {
    do {
      return try await store.counts()
    } catch {
      throw Failure(error)
    }
  }
}
