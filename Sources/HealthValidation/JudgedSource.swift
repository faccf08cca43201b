import HealthModel

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
