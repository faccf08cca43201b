import HealthModel

/// The results of judging a sample: the interpreted values that normalizing needs.
struct JudgedSample: Sendable {
  var type: Int32 = -1
  var start = SampleBatch.noTime
  var end = SampleBatch.noTime
  var created = SampleBatch.noTime
  var startOffset = SampleBatch.noOffset
  var endOffset = SampleBatch.noOffset
  var createdOffset = SampleBatch.noOffset
  var value = 0.0
  var enumCase: Int32 = -1
  var id = SampleID.none
  var role: Int32 = -1
  var isExport = false
  var isNotSet = false
  /// The groups of `ValidationOptions.scopes` that its source and subject are in.
  var scopes: UInt64 = 0
  /// The normal form of a structured sample in `StructureScratch.text`, and the place for its parent's id.
  var structure: StructureForm?
  /// The unit that a fix read the value in, as index into the likely units of the type; -1 without a fix.
  var readAs: Int32 = -1
  /// Which originals must be kept since normalizing changes them.
  var changes: Changes = []

  struct Changes: OptionSet {
    let rawValue: UInt8
    static let value = Changes(rawValue: 1)
    static let unit = Changes(rawValue: 2)
    static let type = Changes(rawValue: 4)
    static let start = Changes(rawValue: 8)
    static let end = Changes(rawValue: 16)
    static let created = Changes(rawValue: 32)
  }
}
