public import HealthModel

/// Writes normalized samples in a published form of JSON, for other programs.
///
/// Which record a type becomes follows from the `codes` of its definition, so a team's own types are written as those of
/// HealthKit are. What a form cannot hold is left out and counted; nothing is changed to fit.
///
/// ```swift
/// var writer = InterchangeWriter(.fhir, registry: registry)
/// var text: [UInt8] = []
/// writer.append(batch, to: &text)
/// writer.finish(to: &text)
/// print(writer.written, writer.omitted)
/// ```
public struct InterchangeWriter: Sendable {
  private enum Records: Sendable {
    case fhir(FHIRWriter)
    case openMHealth(OpenMHealthWriter)
    case healthConnect(HealthConnectWriter)
  }

  /// How many samples were written; members of correlations count once.
  public private(set) var written = 0
  /// How many numbers were rounded, since the form has whole ones.
  public private(set) var rounded = 0
  /// How many samples were left out, by why.
  public private(set) var omitted: [InterchangeOmission: Int] = [:]
  private var records: Records
  private let options: InterchangeOptions
  private var hasRecords = false
  private var isBegun = false

  /// Creates a writer for the types of a registry, which must be the one the samples were judged by.
  public init(_ form: InterchangeFormat, registry: Registry, options: InterchangeOptions = InterchangeOptions()) {
    self.options = options
    switch form {
    case .fhir:
      records = .fhir(FHIRWriter(registry: registry, subject: options.subject, hasExtensions: options.hasExtensions))
    case .openMHealth:
      records = .openMHealth(OpenMHealthWriter(registry: registry, hasOpenMHealthHeader: options.hasOpenMHealthHeader))
    case .healthConnect: records = .healthConnect(HealthConnectWriter(registry: registry))
    }
  }

  /// Appends the samples of a batch.
  ///
  /// - Parameters:
  ///   - batch: samples of the registry, correlations followed by their members.
  ///   - output: takes UTF-8.
  public mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    begin(to: &output)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      append(group, of: batch, to: &output)
      row = group.upperBound
    }
  }

  /// Appends what is left, and the end of a document.
  public mutating func finish(to output: inout [UInt8]) {
    begin(to: &output)
    if case .healthConnect(var writer) = records {
      writer.finish { record in appendRecord(record, to: &output) }
      records = .healthConnect(writer)
    }
    guard options.isDocument else { return }
    if case .fhir = records { output += "\n]}\n".utf8 } else { output += "\n]\n".utf8 }
  }

  private mutating func begin(to output: inout [UInt8]) {
    guard options.isDocument, !isBegun else { return }
    isBegun = true
    if case .fhir = records {
      output += #"{"resourceType":"Bundle","type":"collection","entry":["#.utf8
    } else {
      output.append(UInt8(ascii: "["))
    }
  }

  private mutating func append(_ group: Range<Int>, of batch: SampleBatch, to output: inout [UInt8]) {
    let row = group.lowerBound
    switch records {
    case .fhir(let writer):
      beginRecord(to: &output)
      if options.isDocument {
        output += #"{"fullUrl":"urn:uuid:"#.utf8
        FHIRWriter.appendID(batch.id[row], to: &output)
        output += #"","resource":"#.utf8
      }
      writer.append(group, of: batch, to: &output)
      if options.isDocument { output.append(UInt8(ascii: "}")) }
      endRecord(to: &output)
      written += 1
    case .openMHealth(let writer):
      if let omission = writer.omission(group, of: batch) {
        omitted[omission, default: 0] += 1
        return
      }
      beginRecord(to: &output)
      writer.append(group, of: batch, to: &output)
      endRecord(to: &output)
      written += 1
    case .healthConnect(var writer):
      // The writer is changed in place, not as a copy.
      records = .healthConnect(HealthConnectWriter.empty)
      let omission = writer.append(group, of: batch) { record in appendRecord(record, to: &output) }
      rounded = writer.rounded
      records = .healthConnect(writer)
      if let omission { omitted[omission, default: 0] += 1 } else { written += 1 }
    }
  }

  private mutating func appendRecord(_ record: [UInt8], to output: inout [UInt8]) {
    beginRecord(to: &output)
    output += record
    endRecord(to: &output)
  }

  private mutating func beginRecord(to output: inout [UInt8]) {
    if options.isDocument { output += hasRecords ? ",\n".utf8 : "\n".utf8 }
    hasRecords = true
  }

  private func endRecord(to output: inout [UInt8]) { if !options.isDocument { output.append(UInt8(ascii: "\n")) } }
}
