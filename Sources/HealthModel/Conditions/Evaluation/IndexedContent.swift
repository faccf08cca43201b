/// The content of a structured sample, as far as conditions use it.
package struct IndexedContent: Sendable {
  private let reading: ParsedContent
  private let index: StructureIndex
  private let text: [UInt8]

  package init(_ index: StructureIndex, _ reading: ParsedContent, of text: [UInt8]) {
    (self.index, self.reading, self.text) = (index, reading, text)
  }

  package init(_ reading: ParsedContent, at range: Range<Int>, in text: [UInt8]) {
    var index = StructureIndex()
    index.read(reading, at: range, in: text.span.bytes)
    self.init(index, reading, of: text)
  }

  package func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .field(let field): return value(reading.fields, field, index.fields, at: 0)
    case .parent:
      guard let id = SampleID(at: index.parent.range, in: text.span.bytes) else { return .missing }
      return .text(id.description)
    case .rate:
      guard index.rate.kind == .number else { return .missing }
      return value(.number, index.rate)
    case .value, .start, .end, .member, .metadata, .isSource, .subject, .device, .original: return .missing
    }
  }

  package func count(of list: ListName) -> Int {
    switch list {
    case .list(let list): index.lists.indices.contains(list) ? index.lists[list].count : 0
    case .points: index.pointCount
    case .members: 0
    }
  }

  package func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    switch (list, name) {
    case (.list(let list), .field(let field)):
      guard reading.lists.indices.contains(list), element >= 0, element < index.lists[list].count else {
        return .missing
      }
      return value(reading.lists[list].element, field, index.lists[list].values, at: element)
    case (.points, .column(let column)):
      guard reading.columns.indices.contains(column), index.columns[column].indices.contains(element) else {
        return .missing
      }
      let number = index.columns[column][element]
      guard reading.columns[column].isBoolean else { return .finite(number) }
      return number.isNaN ? .missing : .boolean(number != 0)
    case (.points, .time): return index.times.indices.contains(element) ? .finite(index.times[element]) : .missing
    default: return .missing
    }
  }

  /// The value of a field of a group, of which there may be several one after the other.
  private func value(_ group: ParsedGroup, _ field: Int, _ places: [RawField], at number: Int) -> ConditionValue {
    guard group.forms.indices.contains(field) else { return .missing }
    return value(group.forms[field], places[number * group.forms.count + field])
  }

  private func value(_ form: FieldFormat, _ place: RawField) -> ConditionValue {
    let bytes = text.span.bytes
    switch (form, place.kind) {
    case (.number, .number): return DecimalParser.parse(place.range, in: bytes).map { .finite($0.value) } ?? .missing
    case (.boolean, .boolean): return .boolean(place.range.count == 4)
    case (.text, .string): return .text(JSONText.string(place.range, in: bytes))
    case (.time, .string):
      guard let reading = TimestampParser.parse(place.range, in: bytes, syntax: .json) else { return .missing }
      return .time(reading.instant.microseconds)
    case (.whole, .object): return .boolean(true)
    default: return .missing
    }
  }
}
