import HealthModel

/// The columns of `assay_samples`, in the order in which rows are bound.
enum SampleTableColumn: Int, CaseIterable {
  case type, start, id, batch, end, value
  case startOffset, endOffset, created, createdOffset
  case source, device, subject, origin
  case digest, metadata, original, unknown, scattered

  var name: String {
    switch self {
    case .type: "type"
    case .start: "start_us"
    case .id: "id"
    case .batch: "batch"
    case .end: "end_us"
    case .value: "value"
    case .startOffset: "start_offset"
    case .endOffset: "end_offset"
    case .created: "created_us"
    case .createdOffset: "created_offset"
    case .source: "source"
    case .device: "device"
    case .subject: "subject"
    case .origin: "origin"
    case .digest: "digest"
    case .metadata: "metadata"
    case .original: "original"
    case .unknown: "unknown"
    case .scattered: "scattered"
    }
  }

  /// Whether a sample of a batch may have a value in it, by what the batch holds.
  func isUsed(in batch: SampleBatch) -> Bool {
    switch self {
    case .type, .start, .id, .batch, .end, .value, .scattered: true
    case .startOffset: batch.startOffset.contains { $0 != SampleBatch.noOffset }
    case .endOffset: batch.endOffset.contains { $0 != SampleBatch.noOffset }
    case .created: batch.created.contains { $0 != SampleBatch.noTime }
    case .createdOffset: batch.createdOffset.contains { $0 != SampleBatch.noOffset }
    case .source: batch.source.contains { $0 >= 0 }
    case .device: batch.device.contains { $0 >= 0 }
    case .subject: batch.subject.contains { $0 >= 0 }
    case .origin: batch.origin.contains { $0 >= 0 }
    case .digest: batch.isGivenID.contains(true)
    case .metadata: batch.metadata.contains { !$0.isEmpty }
    case .original: batch.original.contains { !$0.isEmpty }
    case .unknown: batch.unknown.contains { !$0.isEmpty }
    }
  }
}
