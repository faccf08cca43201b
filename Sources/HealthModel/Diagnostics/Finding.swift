/// One finding about one sample, compact: a code and places in the chunk.
///
/// The words are made only for what is printed.
@usableFromInline package struct Finding: Sendable, Hashable {
  /// The problem.
  package var code: DiagnosticCode
  package var severity: Severity
  /// The details of the finding, besides code and places, for its words.
  package var detail: FindingDetail
  /// Where in the record it is.
  package var place: FindingPlace
  package var span: ByteRange
  package var record: ByteRange
  /// The sample's type, as index into the registry; -1 when unknown.
  package var type: Int32
  /// The sample's UUID, when it carries one.
  package var uuid: SampleID
  @usableFromInline package var field: SampleField? { place.field }
  /// The member at fault, counted from 0; -1 for the sample itself.
  @usableFromInline package var member: Int32 { place.member }
  /// Where the unit is, for findings about a number whose unit is not the type's own; empty for others.
  package var unit = ByteRange.empty
  /// Where the name and the bundle of the sample's source are, when the options ask for them; empty otherwise.
  @usableFromInline package var source: (name: ByteRange, bundle: ByteRange) {
    get { (sourceName, sourceBundle) }
    set { (sourceName, sourceBundle) = newValue }
  }
  private var sourceName = ByteRange.empty
  private var sourceBundle = ByteRange.empty

  /// Creates a finding; what is left out is absent.
  package init(
    _ code: DiagnosticCode, severity: Severity, detail: FindingDetail = .none,
    at place: FindingPlace = FindingPlace(), span: ByteRange, record: ByteRange, type: Int32 = -1,
    uuid: SampleID = .none
  ) {
    self.code = code
    self.severity = severity
    self.detail = detail
    self.place = place
    self.span = span
    self.record = record
    self.type = type
    self.uuid = uuid
  }
}
