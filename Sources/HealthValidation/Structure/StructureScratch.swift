import HealthModel

/// Buffers that judging structured samples reuses from sample to sample.
struct StructureScratch: Sendable {
  /// The normal form of the record's structured samples, one after the other.
  var text = NormalFormText()
  /// The entries of the fields of the groups that are open, and of their units: a stack.
  var found: [Int32] = []
  var elements: [ListElementForm] = []
  /// The elements of the lists of samples whose types have rules, in the order of the normal form.
  var places: [ElementLocation] = []
  /// What rules read of the sample.
  var index = StructureIndex()
  /// What tells the elements of the list apart.
  var keys: Set<[UInt8]> = []
  /// What the value that was written last is ordered by.
  var order = ElementOrder.none
  /// Whether the number that was written last is in another unit than the input's.
  var isConverted = false
  /// Whether what was written is a word, which has no unit.
  var isWord = false
  /// The fields of samples whose numbers are in another unit than the input's.
  var converted: [ConvertedField] = []
  var columns: [Int32] = []
  /// The values of the points of an export, column by column.
  var cells: [RawField] = []

  /// The entry of an element of a list among those of a sample; `nil` when it has none.
  func entry(of element: Int, in list: Int, of range: Range<Int>) -> Int32? {
    places[range].lazy.filter { $0.list == list }.dropFirst(element).first?.entry
  }
}

/// Where an element of a list is on the record's tape.
struct ElementLocation: Sendable {
  /// The list as index into the type's.
  let list: Int
  let entry: Int32
}

/// Text of a normal form, and the same text as content ids have it.
///
/// Exports print quantities with few digits and in units that their owner chose, so ids are made of six digits.
struct NormalFormText: Sendable {
  var bytes: [UInt8] = []
  private(set) var rounded: [UInt8] = []
  /// Whether quantities are rounded for ids; `rounded` is empty otherwise.
  private(set) var rounds = false

  struct Mark: Sendable {
    var bytes: Int
    var rounded: Int
  }

  /// Empties both texts, keeping their storage.
  mutating func removeAll(rounds: Bool) {
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
    if !rounded.isEmpty { rounded.removeAll(keepingCapacity: true) }
    self.rounds = rounds
  }

  var end: Mark { Mark(bytes: bytes.count, rounded: rounded.count) }

  /// Cuts both texts back.
  mutating func cut(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.bytes)
    if rounds { rounded.removeLast(rounded.count - mark.rounded) }
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    if rounds { rounded.append(byte) }
  }

  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    if rounds { rounded.append(contentsOf: text) }
  }

  mutating func append(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    if rounds { rounded.append(contentsOf: bytes[start...]) }
  }

  /// Appends a number to the text only: what was appended so goes to the other text with `copy(from:)`.
  @inline(__always) mutating func appendAlone(number value: Double) {
    DecimalWriter.append(value == 0 ? 0 : value, to: &bytes)
  }

  @inline(__always) mutating func appendAlone(_ range: Range<Int>, of input: RawSpan) {
    bytes.append(addingCapacity: range.count) { output in
      for offset in range { output.append(input.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) }
    }
  }

  /// Appends the text from a place on to the text that ids are made of.
  mutating func copy(from place: Int) {
    guard rounds else { return }
    rounded.append(contentsOf: bytes[place...])
  }

  mutating func append(quantity value: Double) {
    DecimalWriter.append(value, to: &bytes)
    if rounds { DecimalWriter.append(SignificantDigits.six(value), to: &rounded) }
  }

  /// Appends a comma, unless an object or list has just begun.
  mutating func separate() {
    if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
  }

  /// Appends the key of a pair, after a comma where one is needed.
  mutating func append(key: [UInt8]) {
    separate()
    append(key)
  }

  /// Puts elements in another order; they are next to each other from a place on, with a comma between.
  mutating func reorder(_ elements: [ListElementForm], from start: Mark) {
    func joined(_ text: [UInt8], _ range: (ListElementForm) -> Range<Int>) -> [UInt8] {
      var result: [UInt8] = []
      for element in elements {
        if !result.isEmpty { result.append(UInt8(ascii: ",")) }
        result += text[range(element)]
      }
      return result
    }
    let inOrder = joined(bytes) { $0.start.bytes..<$0.end.bytes }
    bytes.replaceSubrange(start.bytes..., with: inOrder)
    guard rounds else { return }
    let rounds = joined(rounded) { $0.start.rounded..<$0.end.rounded }
    rounded.replaceSubrange(start.rounded..., with: rounds)
  }
}

/// A field whose number was converted, or whose word was not understood, so that the sample's `original` keeps it.
struct ConvertedField: Sendable {
  /// The member; -1 for the record's first sample.
  let member: Int32
  let key: [UInt8]
  let place: Int32
  /// The entry of the unit, in an export; -1 for none.
  let unit: Int32
  let isWord: Bool
}

/// Where the normal form of a sample is.
struct StructureForm: Sendable {
  var start: NormalFormText.Mark
  var beforeParent: NormalFormText.Mark
  /// Where that pair ends; where it goes, when it is not there yet.
  var parent: NormalFormText.Mark
  var end: NormalFormText.Mark
  var hasParent: Bool
  var elements: Range<Int>
}

struct ListElementForm: Sendable {
  var start: NormalFormText.Mark
  var end: NormalFormText.Mark
  var order: ElementOrder
  /// Its entry on the record's tape.
  let entry: Int32
}

/// What elements of a list are ordered by; elements without it come first.
enum ElementOrder: Sendable, Comparable {
  case none
  case number(Double)
  case text([UInt8])

  static func < (left: ElementOrder, right: ElementOrder) -> Bool {
    switch (left, right) {
    case (.none, .none): false
    case (.none, _): true
    case (_, .none): false
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}
