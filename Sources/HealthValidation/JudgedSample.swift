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
    static let source = Changes(rawValue: 64)
    static let device = Changes(rawValue: 128)
  }
}

struct JudgedSource: Sendable {
  var name = KeptText()
  var bundle = KeptText()
  var places: (name: ByteRange, bundle: ByteRange) = (.empty, .empty)
  /// The fields of the record's first sample, which members without a source have as well.
  var head: (name: RawField, bundle: RawField) = (.absent, .absent)
}

/// A text of a sample, kept from sample to sample while it is the same.
struct KeptText: Sendable {
  private(set) var text: String?
  /// The bytes of `text`: those of a sample are compared with them where they are.
  private var bytes: [UInt8] = []

  init() {}

  /// Sets the text of the next sample; invalid text becomes empty.
  mutating func take(_ field: RawField, _ syntax: RawSyntax, _ input: RawSpan) {
    guard field.kind == .string else {
      text = nil
      return
    }
    if text != nil, !field.isEscaped, input.equals(field.range, bytes) { return }
    bytes = CanonicalText.decoded(field, syntax, input)
    text = SourceName.plain(String(decoding: bytes, as: UTF8.self))
  }
}

extension SampleJudge {
  /// Notes where the sample's source is; a member without one has its correlation's.
  mutating func locateSource(of sample: SampleSpan, isMember: Bool, _ syntax: RawSyntax, _ bytes: RawSpan) {
    var name = sample[.sourceName]
    var bundle = sample[.sourceBundle]
    if !isMember {
      source.head = (name, bundle)
    } else if !name.isPresent, !bundle.isPresent {
      (name, bundle) = source.head
    }
    source.places = (name.place, bundle.place)
    guard validator.options.severities.usesSources else { return }
    source.name.take(name, syntax, bytes)
    source.bundle.take(bundle, syntax, bytes)
  }
}
