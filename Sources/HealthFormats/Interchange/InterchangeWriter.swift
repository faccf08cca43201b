public import HealthModel

/// A published form of JSON in which samples are written for other programs; plugins have the forms, such as `.fhir` of the product `FHIR`.
public struct InterchangeFormat: Sendable, Hashable {
  /// The name, such as `fhir`.
  package let rawValue: String
  /// What is before and after the records of a document.
  fileprivate let frame: (before: String, after: String)
  /// How help names a line, if every sample has one at once; `nil` for a form that leaves samples out or gathers them.
  package let line: String?
  /// Throws `Failure` for options that the form does not have.
  package let check: @Sendable (InterchangeOptions) throws -> Void
  fileprivate let makeRecords: @Sendable (Registry, InterchangeOptions) -> any InterchangeRecords
  /// Writes what a validator of the form needs to know of the types, by them and the version of the program.
  package let definitions: (@Sendable (Registry, String) -> [UInt8])?

  package init(
    _ name: String, frame: (before: String, after: String) = ("[", "\n]\n"), line: String? = nil,
    definitions: (@Sendable (Registry, String) -> [UInt8])? = nil,
    check: @escaping @Sendable (InterchangeOptions) throws -> Void = { _ in },
    records: @escaping @Sendable (Registry, InterchangeOptions) -> any InterchangeRecords
  ) {
    rawValue = name
    self.frame = frame
    self.line = line
    self.definitions = definitions
    self.check = check
    makeRecords = records
  }

  /// Whether both have one name.
  public static func == (left: InterchangeFormat, right: InterchangeFormat) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// How samples are written in a published form.
public struct InterchangeOptions: Sendable, Hashable {
  /// Whether all records are one document: a Bundle of FHIR, or an array; otherwise each is a line.
  public var isDocument = false
  /// The subject of all observations of FHIR, a reference such as `Patient/1` or an identifier; `nil` for that of each
  /// sample.
  public var subject: String?
  /// Whether observations of FHIR have an extension for what FHIR has no place for; otherwise a component has it as text.
  public var hasExtensions = true
  /// Whether data points of Open mHealth have its header, version 1.2; otherwise that of IEEE 1752.1.
  public var hasOpenMHealthHeader = false

  /// Creates options: lines, each sample's subject, with extensions, headers of IEEE 1752.1.
  public init() {}
}

/// Why a sample is not written in a published form.
public enum InterchangeOmission: Sendable, Hashable, Comparable {
  /// The form has no record for the type; the id of the type.
  case type(String)
  /// The form has no word for the case; the ids of the type and the case.
  case enumCase(String, String)
  /// The receiver refuses the value, which is outside of its range; the id of the type.
  case range(String)
  /// The receiver refuses an instant where it wants a span; the id of the type.
  case instant(String)
  /// The form has one time for a correlation and its members, and a member has another; the id of the correlation's type.
  case memberTime(String)

  /// The id of the type.
  public var type: String {
    switch self {
    case .type(let id), .enumCase(let id, _), .range(let id), .instant(let id), .memberTime(let id): id
    }
  }

  /// The type and why, in words: `heartRate: the value is outside of the range`.
  public var description: String {
    switch self {
    case .type(let id): "\(id): no record holds it"
    case .enumCase(let id, let name): "\(id): no value means \(name)"
    case .range(let id): "\(id): the value is outside of the range"
    case .instant(let id): "\(id): the start must be before the end"
    case .memberTime(let id): "\(id): a member has a time of its own"
    }
  }

  /// By the id of the type, then by the reason.
  public static func < (left: InterchangeOmission, right: InterchangeOmission) -> Bool {
    left.description < right.description
  }
}

/// Makes the records of one published form: what a plugin that writes one implements.
package protocol InterchangeRecords: Sendable {
  /// How many numbers were rounded, since the form has whole ones.
  var rounded: Int { get }

  /// Appends the record of one sample with its members, or keeps it for one that comes later.
  ///
  /// - Returns: why the sample is left out; `nil` if it is not.
  mutating func append(_ group: Range<Int>, of batch: SampleBatch, to text: inout InterchangeText)
    -> InterchangeOmission?

  mutating func finish(to text: inout InterchangeText)
}

extension InterchangeRecords {
  package var rounded: Int { 0 }
  package mutating func finish(to text: inout InterchangeText) {}
}

/// The text of records: a line each, or the elements of a document.
package struct InterchangeText: Sendable {
  fileprivate var bytes: [UInt8] = []
  private let isDocument: Bool
  private var hasRecords = false

  fileprivate init(isDocument: Bool) { self.isDocument = isDocument }

  /// Appends a record, which the body writes without a line feed.
  package mutating func append(_ body: (inout [UInt8]) -> Void) {
    if isDocument { bytes += hasRecords ? ",\n".utf8 : "\n".utf8 }
    hasRecords = true
    body(&bytes)
    if !isDocument { bytes.append(UInt8(ascii: "\n")) }
  }
}

/// Writes normalized samples in a published form of JSON, for other programs.
///
/// Which record a type becomes follows from the `codes` of its definition, so a team's own types are written as those of
/// HealthKit are. What a form cannot hold is left out and counted; nothing is changed to fit.
///
/// ```swift
/// var writer = InterchangeWriter(form, registry: registry)
/// var text: [UInt8] = []
/// writer.append(batch, to: &text)
/// writer.finish(to: &text)
/// print(writer.written, writer.omitted)
/// ```
public struct InterchangeWriter: Sendable {
  /// How many samples were written; members of correlations count once.
  public private(set) var written = 0
  /// How many numbers were rounded, since the form has whole ones.
  public var rounded: Int { records.rounded }
  /// How many samples were left out, by why.
  public private(set) var omitted: [InterchangeOmission: Int] = [:]
  private var records: any InterchangeRecords
  private let form: InterchangeFormat
  private let isDocument: Bool
  private var text: InterchangeText
  private var isBegun = false

  /// Creates a writer for the types of a registry, which must be the one the samples were judged by.
  public init(_ form: InterchangeFormat, registry: Registry, options: InterchangeOptions = InterchangeOptions()) {
    self.form = form
    isDocument = options.isDocument
    text = InterchangeText(isDocument: isDocument)
    records = form.makeRecords(registry, options)
  }

  /// Appends the samples of a batch.
  ///
  /// - Parameters:
  ///   - batch: samples of the registry, correlations followed by their members.
  ///   - output: takes UTF-8.
  public mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    begin(&output)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if let omission = records.append(group, of: batch, to: &text) {
        omitted[omission, default: 0] += 1
      } else {
        written += 1
      }
      row = group.upperBound
    }
    swap(&text.bytes, &output)
  }

  /// Appends what is left, and the end of a document.
  public mutating func finish(to output: inout [UInt8]) {
    begin(&output)
    records.finish(to: &text)
    if isDocument { text.bytes += form.frame.after.utf8 }
    swap(&text.bytes, &output)
  }

  private mutating func begin(_ output: inout [UInt8]) {
    swap(&text.bytes, &output)
    guard isDocument, !isBegun else { return }
    isBegun = true
    text.bytes += form.frame.before.utf8
  }
}

extension SampleBatch {
  /// Whether a member of a correlation has another time than the correlation.
  package func hasMemberTime(_ group: Range<Int>) -> Bool {
    let row = group.lowerBound
    return group.dropFirst().contains { start[$0] != start[row] || end[$0] != end[row] }
  }
}
