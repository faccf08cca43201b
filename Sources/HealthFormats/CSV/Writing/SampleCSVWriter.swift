public import HealthModel

/// Writes normalized samples as a table that reads back the same.
///
/// First it is shown all samples, to learn which columns there are, then it writes them. With columns that are named it
/// writes at once, and leaves the other fields out.
///
/// Records that a table cannot represent are left out as a whole and counted. Two things may differ in what is read back: the
/// order of members and of unknown fields, which is that of the columns, and numbers in `original`, which are text
/// where the type is not a quantity. Cells are quoted by RFC 4180 and otherwise as they are: a text that a spreadsheet
/// would take for a formula is not altered.
public struct SampleCSVWriter: Sendable {
  private let registry: Registry
  private var row: CSVRow
  /// The place in the table of each column, by its number.
  private var places: [Int] = []
  private var order: [Int] = []
  /// The index of the cell at each place of the row that is being written; -1 for none.
  private var slots: [Int] = []
  private var shapes = CSVShapes()
  /// How many records were looked at to learn the columns.
  private(set) var learned = 0
  /// How many samples were left out, by why; counted while rows are written.
  public private(set) var omissions: [CSVOmission: Int] = [:]
  /// How many samples were written.
  public private(set) var written = 0

  /// Creates a writer for the types of a registry.
  ///
  /// - Parameters:
  ///   - registry: the types.
  ///   - units: the units in which quantities are written.
  public init(registry: Registry, units: ShownUnits = ShownUnits()) {
    self.registry = registry
    row = CSVRow(registry: registry, units: units)
  }

  /// Creates a writer of these columns alone, in this order.
  ///
  /// - Parameters:
  ///   - names: the columns, named like fields with dots between levels.
  ///   - registry: the types.
  ///   - units: the units in which quantities are written.
  /// - Throws: `Failure` when a name is not one of a column, or is there twice.
  public init(columns names: [String], registry: Registry, units: ShownUnits = ShownUnits()) throws(Failure) {
    self.init(registry: registry, units: units)
    row.columns = try CSVColumnList(selecting: names)
  }

  /// Writes the times of samples by the clock of a zone, which reads back as other offsets.
  package mutating func setZone(_ zone: TimeZoneRules?) { row.zone = zone }

  /// Whether the columns are known before any sample, so that nothing need be learned.
  package var knowsColumns: Bool { row.columns.isSelection }

  /// Learns the columns of samples.
  ///
  /// - Throws: `Failure` when there are too many.
  public mutating func learn(_ batch: SampleBatch) throws(Failure) {
    let reading = CSVShapes.Reading(batch)
    row.begin(batch)
    var head = 0
    while head < batch.count {
      let group = batch.group(at: head)
      head = group.upperBound
      let shape = reading.shape(of: group, in: batch)
      if shapes.contains(shape) { continue }
      let known = row.columns.names.count
      learned += 1
      if row.fill(group, of: batch) == nil {
        shapes.insert(shape)
      } else {
        if row.columns.isOverfull { throw Self.tooManyColumns }
        row.columns.remove(downTo: known)
        row.objects.forget()
      }
    }
  }

  /// Adds columns for samples of which nothing was learned: every field, the members of correlations of some types,
  /// and `metadata`, `original` and `other` for what has no column, as objects of JSON.
  ///
  /// A table with these columns is for programs that analyze: Assay does not read it back.
  package mutating func addGeneralColumns(types: [String]) {
    let members = types.compactMap { registry.type(named: $0)?.shape.members }.joined()
    let ids = Set(members.compactMap { registry.type(named: $0.type).map { Array($0.id.utf8) } })
    row.columns.addAll(members: memberTypes.filter(ids.contains))
    row.objects.forget()
  }

  /// Appends the header; nothing is learned after it.
  ///
  /// - Throws: `Failure` when its names are longer than a row can be.
  public mutating func appendHeader(to output: inout [UInt8]) throws(Failure) {
    order = row.columns.isSelection ? Array(row.columns.names.indices) : row.columns.close(members: memberTypes)
    places = Array(repeating: 0, count: order.count)
    for (place, column) in order.enumerated() { places[column] = place }
    slots = Array(repeating: -1, count: order.count)
    let start = output.count
    for (place, column) in order.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      // The reader detects the separator of cells from the header, so no name may contain one.
      let name = row.columns.names[column][...]
      Self.append(name, isQuoted: name.contains(UInt8(ascii: ";")) || name.contains(0x09), to: &output)
    }
    if output.count - start > CSVCursor.maximumRow { throw Self.tooManyColumns }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the samples of a batch, a row for each record.
  public mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    row.begin(batch)
    var head = 0
    while head < batch.count {
      let group = batch.group(at: head)
      head = group.upperBound
      let omission = row.fill(group, of: batch) ?? appendRow(to: &output)
      if let omission {
        omissions[omission == .late ? reason(group, of: batch) : omission, default: 0] += group.count
      } else {
        written += group.count
      }
    }
  }

  /// The reason that a part of a sample has no column: a sample that no table can represent gets no columns.
  private mutating func reason(_ group: Range<Int>, of batch: SampleBatch) -> CSVOmission {
    var other = row
    other.columns = CSVColumnList()
    // What this row has met has the numbers of the table's columns.
    other.begin(batch)
    return other.fill(group, of: batch) ?? .late
  }

  private static let tooManyColumns = Failure.usage(
    "the samples have more than \(CSVColumnList.maximum) different fields and metadata keys, too many for the columns of "
      + "a table", hint: "write them with --output-format jsonl, or fewer types with --type")

  /// Writes the row; returns why not, if it cannot.
  private mutating func appendRow(to output: inout [UInt8]) -> CSVOmission? {
    let start = output.count
    for (index, cell) in row.cells.enumerated() { slots[places[cell.column]] = index }
    for place in slots.indices {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      let index = slots[place]
      guard index >= 0 else { continue }
      slots[place] = -1
      let cell = row.cells[index]
      if cell.isPlain { output += row.text(of: cell) } else { Self.appendQuoted(row.text(of: cell), to: &output) }
    }
    guard output.count - start <= CSVCursor.maximumRow else {
      output.removeLast(output.count - start)
      return .length
    }
    output.append(UInt8(ascii: "\n"))
    return nil
  }

  /// Appends a name of the header, in quotes when it must be.
  private static func append(_ text: ArraySlice<UInt8>, isQuoted: Bool, to output: inout [UInt8]) {
    let isSpecial = text.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    if isQuoted || isSpecial { appendQuoted(text, to: &output) } else { output += text }
  }

  private static func appendQuoted(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// The ids of types that are members of correlations, in the order that definitions name them.
  private var memberTypes: [[UInt8]] {
    var seen: Set<Int> = []
    var types: [[UInt8]] = []
    for type in registry.types {
      for member in type.shape.members ?? [] {
        if let index = registry.typeIndex(named: member.type), seen.insert(index).inserted {
          types.append(Array(registry.types[index].id.utf8))
        }
      }
    }
    return types
  }
}

/// Which columns records need, as a number each: records of one shape need the same ones, whatever their values are.
///
/// To learn the columns of a table, the writer reads one record of each shape; most stores have some dozens of shapes.
struct CSVShapes: Sendable {
  private var known: Set<Int> = []

  /// Whether a record of this shape was looked at before.
  func contains(_ shape: Int) -> Bool { known.contains(shape) }

  mutating func insert(_ shape: Int) { known.insert(shape) }

  /// Says what the records of one batch need.
  struct Reading {
    private let sources: [Int]
    private let devices: [Int]

    init(_ batch: SampleBatch) {
      sources = batch.sources.ranges.map { Self.keys(of: $0, in: batch) }
      devices = batch.devices.ranges.map { Self.keys(of: $0, in: batch) }
    }

    private static func keys(of range: ByteRange, in batch: SampleBatch) -> Int {
      var hasher = Hasher()
      CSVShapes.combineKeys(of: range, isObject: true, in: batch, into: &hasher)
      return hasher.finalize()
    }

    func shape(of group: Range<Int>, in batch: SampleBatch) -> Int {
      var hasher = Hasher()
      for row in group {
        hasher.combine(batch.type[row])
        hasher.combine(batch.start[row] == SampleBatch.noTime)
        hasher.combine(batch.created[row] == SampleBatch.noTime)
        hasher.combine(batch.endOffset[row] == batch.startOffset[row])
        hasher.combine(batch.createdOffset[row] == batch.startOffset[row])
        if row > group.lowerBound { hasher.combine(Self.hasTimes(of: group.lowerBound, row, in: batch)) }
      }
      let head = group.lowerBound
      hasher.combine(batch.subject[head] < 0)
      hasher.combine(batch.origin[head] < 0)
      hasher.combine(batch.source[head] < 0 ? 0 : sources[Int(batch.source[head])])
      hasher.combine(batch.device[head] < 0 ? 0 : devices[Int(batch.device[head])])
      CSVShapes.combineKeys(of: batch.metadata[head], isObject: true, in: batch, into: &hasher)
      CSVShapes.combineKeys(of: batch.original[head], isObject: true, in: batch, into: &hasher)
      CSVShapes.combineKeys(of: batch.unknown[head], isObject: false, in: batch, into: &hasher)
      return hasher.finalize()
    }

    /// Whether a member has the times of its correlation; such members get no columns for times.
    private static func hasTimes(of head: Int, _ row: Int, in batch: SampleBatch) -> Bool {
      batch.start[row] == batch.start[head] && batch.end[row] == batch.end[head]
        && batch.startOffset[row] == batch.startOffset[head] && batch.endOffset[row] == batch.endOffset[head]
    }
  }

  /// Adds the keys of an object of the normal form, as they are written; nothing of the values.
  private static func combineKeys(
    of range: ByteRange, isObject: Bool, in batch: SampleBatch, into hasher: inout Hasher
  ) {
    var depth = isObject ? 0 : 1
    var isKeyNext = true
    var place = range.indices.lowerBound
    let end = range.indices.upperBound
    while place < end {
      switch batch.arena[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isKeyNext = true
      case UInt8(ascii: ":"): isKeyNext = false
      case UInt8(ascii: "\""):
        let start = place + 1
        place = JSONText.closingQuote(from: start, to: end, in: batch.arena.span.bytes)
        if depth == 1, isKeyNext, place < end {
          batch.arena.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[start..<place])) }
          hasher.combine(UInt8(ascii: ":"))
        }
      default: break
      }
      place += 1
    }
    hasher.combine(UInt8(0))
  }
}

/// Why a sample cannot be a row of a table that reads back the same.
public enum CSVOmission: Sendable, Hashable, CaseIterable {
  /// Metadata of a key that the catalog does not know and that is not text, or of another kind than its key's.
  case metadataKind
  /// A field that samples do not have, of another kind than text.
  case fieldKind
  /// Fields, lists or points of a structured sample.
  case structure
  /// A name that no column can have.
  case name
  /// A text that is empty or holds a NUL.
  case text
  /// Two members of one type, which would have the same columns.
  case members
  /// A member that has more than a value, times and an id: what was written before it was corrected, metadata, or a
  /// source of its own.
  case memberContent
  /// More text than a cell or row can hold.
  case length
  /// Content that has no column, since it came after the columns were learned.
  case late

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .metadataKind: "metadata that is not text"
    case .fieldKind: "an unknown field that is not text"
    case .structure: "fields, lists or points"
    case .name: "a name that no column can have"
    case .text: "an empty text, or one with a NUL"
    case .members: "two members of one type"
    case .memberContent: "a member with an original, metadata or a source of its own"
    case .length: "more text than a cell or row holds"
    case .late: "a field that got no column"
    }
  }
}
