/// How a reader's text is written: which escapes occur and which forms dates and quantities take.
@usableFromInline package enum RawSyntax: UInt8, Sendable, Hashable {
  /// JSON: backslash escapes, RFC 3339 times.
  case json
  /// An Apple Health export: character references, times as `2026-01-01 08:00:00 -0700`, all values text.
  case appleHealth
  /// A table: doubled quotes in quoted cells, RFC 3339 times, all values text.
  case csv
  /// JSON of another layout, read by paths: backslash escapes, RFC 3339 times, all values text.
  case foreignJSON

  @usableFromInline package var isTextual: Bool { self != .json }
}

/// One record of the input: a sample and, for a correlation, its members; for another one, the samples that belong to
/// it, such as the routes of a workout.
///
/// Reused from record to record, so that reading allocates nothing once it has grown to its largest record; never
/// copied, so that handing it on counts no references.
@usableFromInline package struct RawSampleBuffer: Sendable, ~Copyable {
  @usableFromInline package var samples: [RawSample] = []
  @usableFromInline package var tape = RecordTape()
  /// The faults that the reader itself found, such as bad syntax or a duplicate key.
  @usableFromInline package var problems: [RawProblem] = []
  /// Parts of the record that belong to no type yet and go to the quarantine as they are.
  @usableFromInline package var unsupported: [RawUnsupported] = []
  /// Samples whose points or documents are in files of their own: they are read with those files, not here.
  @usableFromInline package var companions: [RawCompanion] = []
  @usableFromInline package var syntax: RawSyntax
  /// The IANA name of the zone of the record's times without an offset; absent when the record does not say it.
  @usableFromInline package var zone = RawField.absent

  package init(syntax: RawSyntax) { self.syntax = syntax }

  @inlinable package mutating func removeAll() {
    // Most records have one sample and leave most lists empty, and asking is cheaper than emptying.
    if samples.count == 1 { samples.removeLast() }
    if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
    tape.removeAll()
    if !problems.isEmpty { problems.removeAll(keepingCapacity: true) }
    if !unsupported.isEmpty { unsupported.removeAll(keepingCapacity: true) }
    if !companions.isEmpty { companions.removeAll(keepingCapacity: true) }
    zone = .absent
  }
}

/// A fault in the record's text.
@usableFromInline package struct RawProblem: Sendable, Hashable {
  package var code: DiagnosticCode
  package var detail: SyntaxDetail
  package var span: Range<Int32>

  @usableFromInline package init(_ code: DiagnosticCode, _ detail: SyntaxDetail, at span: Range<Int>) {
    self.code = code
    self.detail = detail
    self.span = Int32(truncatingIfNeeded: span.lowerBound)..<Int32(truncatingIfNeeded: span.upperBound)
  }
}

/// An element, or a child list of one, that has no type yet.
@usableFromInline package struct RawUnsupported: Sendable, Hashable {
  package var name: Range<Int32>
  package var span: Range<Int32>
  /// Whether the element belongs to the sample of the same record, whose id is kept with it.
  package var hasParent: Bool

  @usableFromInline package init(name: Range<Int32>, span: Range<Int32>, hasParent: Bool) {
    self.name = name
    self.span = span
    self.hasParent = hasParent
  }
}

/// An element of an export whose sample is read together with a file that the element names.
@usableFromInline package struct RawCompanion: Sendable, Hashable {
  package var span: Range<Int32>
  package var file: Int32
  /// Whether the element belongs to the sample of the same record, which is its parent.
  package var hasParent: Bool

  @usableFromInline package init(span: Range<Int32>, file: Int32, hasParent: Bool) {
    self.span = span
    self.file = file
    self.hasParent = hasParent
  }
}
