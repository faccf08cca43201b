public import HealthModel

/// Where a sample is: the first character of its record.
@usableFromInline package struct SampleLocation: Sendable, Hashable {
  // The widest member first, so that nothing is lost between them: windows hold many places.
  /// The offset in bytes from the start of the (decompressed) file.
  package var byteOffset: Int64
  /// The file, as index into the caller's list of paths.
  package var file: Int32
  /// 1-based line.
  package var line: Int32
  /// 1-based column in Unicode scalars.
  package var column: Int32

  @usableFromInline package init(file: Int32, line: Int32, column: Int32, byteOffset: Int64) {
    self.byteOffset = byteOffset
    self.file = file
    self.line = line
    self.column = column
  }
}

/// One finding about a sample among others, compact: the words are made by `AcrossMessages`.
@usableFromInline package struct AcrossFinding: Sendable, Hashable {
  /// A finding of the rules over several samples.
  @usableFromInline package enum Kind: Sendable, Hashable, CaseIterable {
    /// The same id and the same content as a sample before.
    case duplicate
    /// The same content as a sample before, with another id.
    case nearDuplicate
    /// Another version of a sample before, by its sync identifier.
    case version
    /// The same id as a sample before, with other content.
    case conflict
    /// Time that another sample of the series fills.
    case overlap
    /// A stage that reaches out of its session.
    case stageOutside
    /// A value that grows too fast.
    case rate
    /// Values that nobody has all at one instant, of samples without a subject.
    case people

    /// The code that reports and configurations know it by.
    @usableFromInline package var code: DiagnosticCode {
      switch self {
      case .duplicate: .duplicate
      case .nearDuplicate, .version: .nearDuplicate
      case .conflict: .uuidConflict
      case .overlap: .overlap
      case .stageOutside: .stageOutsideSession
      case .rate: .rateImpossible
      case .people: .peopleMixed
      }
    }
  }

  package var kind: Kind
  /// The sample's type, as index into the registry.
  package var type: Int32
  /// The sample's case, where the finding is about one; -1 otherwise.
  package var enumCase: Int32 = -1
  package var id: SampleID
  package var isGivenID: Bool
  /// Where the sample is; for a member, where its correlation does.
  package var place: SampleLocation
  package var related: SampleLocation?
  /// The name of the sample's source, else its bundle.
  package var source: String?
  package var sourceBundle: String?
  /// The subject of the sample, its own or its input's.
  package var subject: String?
  /// A number for the message: seconds that are shared or outside, or what a value grows by in a second.
  package var found: Double = 0
  /// The limit for the message, next to `found`.
  package var limit: Double = 0
  /// The offset of the record whose reading led to the finding, which orders findings; -1 at the end.
  package var cause: Int64 = -1

  @usableFromInline package var code: DiagnosticCode { kind.code }
}
