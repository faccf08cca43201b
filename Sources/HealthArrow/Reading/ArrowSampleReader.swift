import HealthModel

/// Reads streams and files of the Arrow format whose columns are those of samples, as JSON objects of samples.
///
/// The input is not trusted: each place in it is checked before it is followed, and what is in memory at once is a record
/// batch and the texts of dictionaries.
package struct ArrowSampleReader {
  /// A sample with its members.
  package struct Record: Sendable, Hashable {
    /// The sample's JSON object.
    package fileprivate(set) var object: [UInt8]
    /// The row of the sample, from 1.
    package let row: Int64
    /// What is wrong with cells: one sentence each, lower case, without a full stop.
    ///
    /// A sample with one is not read.
    package fileprivate(set) var faults: [String]
    fileprivate let id: [UInt8]
    fileprivate var members = 0
  }

  private var messages = ArrowMessages()
  private var schema: ArrowSampleSchema?
  private var dictionaries: [Int64: [[UInt8]]] = [:]
  private var dictionarySize = 0
  private var batch: ArrowBatch?
  /// The next row of the batch, and how many rows came before it.
  private var next = 0
  private var rows: Int64 = 0
  private var pending: Record?
  /// How many bytes the objects of all samples had.
  private var made: Int64 = 0
  /// The most bytes of an id that tells members their correlation: ids are UUIDs.
  private static let longestID = 64 << 10

  /// The most bytes that the texts of all dictionaries take.
  private static let maximumDictionaries = 256 << 20

  /// What is thrown once the sample before it is taken.
  private var failure: (any Error)?

  /// Creates a reader at the beginning of an input.
  package init() {}

  /// Creates a reader of the messages of a file, whose schema is at its end.
  ///
  /// - Throws: `ArrowReadError` when the schema is not one of samples.
  package init(_ footer: ArrowFooter) throws(ArrowReadError) { schema = try ArrowSampleSchema(footer.schema) }

  /// The names of columns that are not those of samples, which are not read; empty before the first record.
  package var otherColumns: [String] { schema?.others ?? [] }

  /// The next sample; `nil` after the last.
  ///
  /// - Parameter read: appends up to a number of bytes of the input to an array and returns how many, 0 at the end.
  /// - Returns: the sample.
  /// - Throws: `ArrowReadError` when the input is not such a stream, or breaks off; what `read` throws.
  package mutating func next(_ read: (inout [UInt8], Int) throws -> Int) throws -> Record? {
    while true {
      guard let batch, next < batch.count else {
        batch = nil
        next = 0
        if let failure { throw failure }
        do {
          if try readBatch(read) { continue }
        } catch {
          // The sample that waits is whole, unless more of its members were to come.
          guard var record = takePending() else { throw error }
          failure = error
          if record.members > 0 { record.faults.append("the input is damaged after it, and members may be missing") }
          return record
        }
        return takePending()
      }
      if ArrowSwelling.isTooMuch(made, of: messages.offset) {
        // Members that come after it are not read.
        if let record = takePending(), record.members == 0 { return record }
        throw ArrowReadError.swelling("texts of the rows up to \(rows)")
      }
      var row = ArrowRow(next, of: batch)
      if let correlation = row.text(.correlationID)?.prefix(Self.longestID) {
        guard pending?.id.elementsEqual(correlation) == true else {
          if let record = takePending() { return record }
          throw ArrowReadError(
            "row \(rows + 1) is a member of \(Self.shown(correlation)), "
              + "which is not right before its members",
            hint: "sort by coalesce(correlation_id, id), position NULLS FIRST")
        }
        append(&row)
      } else {
        if let record = takePending() { return record }
        var object: [UInt8] = []
        row.append(to: &object)
        made += Int64(object.count)
        pending = Record(
          object: object, row: rows + 1, faults: row.faults, id: Array((row.text(.id) ?? []).prefix(Self.longestID)))
      }
      next += 1
      rows += 1
    }
  }

  /// Adds a member to the sample before it.
  private mutating func append(_ row: inout ArrowRow) {
    guard var record = pending else { return }
    pending = nil
    // What is longer is refused as it is.
    if record.object.count <= ArrowRow.longest {
      let count = record.object.count
      record.object += record.members == 0 ? ",\"members\":[".utf8 : ",".utf8
      row.append(to: &record.object)
      record.object.append(UInt8(ascii: "}"))
      record.members += 1
      made += Int64(record.object.count - count)
      if record.faults.count < 20 { record.faults += row.faults.map { "row \(rows + 1): \($0)" } }
    }
    pending = record
  }

  private mutating func takePending() -> Record? {
    guard var record = pending else { return nil }
    pending = nil
    if record.members > 0 { record.object.append(UInt8(ascii: "]")) }
    record.object.append(UInt8(ascii: "}"))
    return record
  }

  /// Reads messages up to the next record batch; `false` at the end.
  private mutating func readBatch(_ read: ArrowMessages.Source) throws -> Bool {
    guard pending == nil || !messages.isEnded else { return false }
    while let message = try messages.next(read) {
      do throws(ArrowReadError) {
        if try take(message) { return true }
      } catch {
        throw error.at(message.offset)
      }
    }
    guard messages.isEnded else {
      guard schema != nil else { throw ArrowReadError("the input is empty") }
      // The sample that waits came whole.
      if pending != nil { return false }
      throw ArrowReadError(
        "the input ends without the mark of its end", hint: "it is cut short: write or fetch it again")
    }
    guard schema != nil else { throw ArrowReadError("the stream has no schema") }
    return false
  }

  /// Takes a message; whether it is a record batch.
  private mutating func take(_ message: ArrowMessages.Message) throws(ArrowReadError) -> Bool {
    switch message.kind {
    case 1:
      guard schema == nil else { throw ArrowReadError("there is a second schema") }
      schema = try ArrowSampleSchema(message.header)
      return false
    case 2:
      try takeDictionary(message)
      return false
    case 3:
      guard let schema else { throw ArrowReadError("a record batch comes before the schema") }
      batch = try ArrowBatch(
        message.header, message.body, schema.fields, wanted: schema.wanted, width: ArrowSampleColumn.allCases.count,
        dictionaries: dictionaries)
      return true
    default: throw ArrowReadError("a message is of the unknown kind \(message.kind)")
    }
  }

  /// Takes the texts of a dictionary, which replace those before unless the batch says that it adds to them.
  private mutating func takeDictionary(_ message: ArrowMessages.Message) throws(ArrowReadError) {
    guard let schema else { throw ArrowReadError("a dictionary comes before the schema") }
    let id = try message.header.number(0, default: Int64(0))
    let isAdded = try message.header.number(2, default: UInt8(0)) != 0
    let places = schema.fields.indices.filter { schema.fields[$0].dictionary == id && schema.wanted[$0] != nil }
    guard let place = places.first else { return }
    guard let data = try message.header.table(1) else { throw .broken("a dictionary without values") }
    let values = try ArrowBatch(
      data, message.body, [schema.fields[place].values], wanted: [0], width: 1, dictionaries: [:])
    var texts = dictionaries[id] ?? []
    dictionaries[id] = nil
    if !isAdded {
      dictionarySize -= Self.size(texts)
      texts = []
    }
    for row in 0..<values.count {
      let text = values[0].flatMap { $0.has(row) ? $0.text(row) : nil } ?? []
      dictionarySize += text.count + 32
      guard !ArrowSwelling.isTooMuch(Int64(dictionarySize), of: messages.offset) else {
        throw .swelling("texts of dictionaries")
      }
      guard dictionarySize <= Self.maximumDictionaries else {
        throw .unsupported("dictionaries take more than 256 MiB", hint: "write the values of their columns")
      }
      texts.append(Array(text))
    }
    dictionaries[id] = texts
  }

  private static func shown(_ id: ArraySlice<UInt8>) -> String {
    TextEscaping.escaped(String(decoding: id.prefix(400), as: UTF8.self), limit: 80)
  }

  private static func size(_ texts: [[UInt8]]) -> Int { texts.reduce(0) { $0 + $1.count + 32 } }
}
