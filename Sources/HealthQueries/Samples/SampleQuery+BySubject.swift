import HealthModel
public import HealthStorage

/// The part of a question that is about one subject.
public struct SubjectPart: Sendable, Hashable {
  /// The subject; `nil` for samples that name none.
  public var subject: String?
  /// The question for the samples of the subject alone.
  public var query: SampleQuery
}

extension SampleQuery {
  /// The question once for each subject of its samples: samples without a subject first, then the subjects in the order
  /// of their bytes.
  ///
  /// The samples are read once to find the subjects. A limit and a page hold for each part by itself.
  ///
  /// ```swift
  /// for part in try await SampleQuery.samples(of: "bodyMass").bySubject(for: store) {
  ///   print(part.subject ?? "-", try await part.query.result(for: store).count)
  /// }
  /// ```
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: the parts, each of which has samples.
  /// - Throws: `QueryError`, see `checked(for:)`; `StorageError` when the store cannot be read; `CancellationError` when
  ///   the task is cancelled.
  public func bySubject(for store: HealthStore) async throws -> [SubjectPart] {
    var query = try checked(for: store)
    (query.limit, query.after) = (nil, nil)
    var found: Set<SubjectName> = []
    try await store.read(query) { batch in
      var seen: Set<Int32> = []
      var head = 0
      while head < batch.count {
        let subject = batch.subject[head]
        if seen.insert(subject).inserted {
          found.insert(SubjectName(subject < 0 ? nil : batch.string(batch.subjects.ranges[Int(subject)])))
        }
        head = batch.group(at: head).upperBound
      }
      return true
    }
    return found.sorted().map { SubjectPart(subject: $0.name, query: part(of: $0.name)) }
  }

  private func part(of subject: String?) -> SampleQuery {
    var part = self
    if let subject {
      (part.subject, part.subjects) = (subject, nil)
    } else {
      let missing = BoundExpression.isMissing(.sample(.subject))
      part.condition = condition.map { .all([$0, missing]) } ?? missing
    }
    return part
  }
}
