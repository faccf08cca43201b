import HealthModel

/// The names of attributes that the last few kinds of tags had, in their order, and values that most tags repeat.
///
/// Programs write the attributes of an element in one order. A name that is expected, with the `="` after it, is
/// compared instead of read, and names that come in the order of an earlier tag are not there twice. The type, source
/// and device of a record are mostly those of the record before; such a value is compared as well.
struct RepeatedAttributes {
  private struct Name {
    var start: Int
    /// How many bytes the name has.
    var count: Int
    /// The first eight bytes or fewer.
    var word: UInt64
    var field: SampleField?
    /// The value that was read last, if it was sound and records repeat it.
    var value = RawField.absent

    /// Whether the value is worth a comparison.
    var isRepeated: Bool {
      switch field {
      case .type, .sourceName, .sourceVersion, .device: true
      default: false
      }
    }
  }

  struct Expected {
    /// How many bytes it has.
    let count: Int
    let field: SampleField?
    /// Its place among the tag's attributes; -1 where its values are not kept.
    let place: Int
  }

  private struct Tag {
    var name: Range<Int>
    var attributes: [Name] = []
  }

  private var tags: [Tag] = []
  /// The tag that the next new one takes the place of.
  private var oldest = 0
  /// The tag that is read.
  private var current = 0
  private var next = 0
  private var isExpected = true

  private static let limit = 4

  /// Begins a tag.
  @inline(__always) mutating func begin(_ name: Range<Int>, in bytes: RawSpan) {
    next = 0
    isExpected = true
    if current < tags.count, bytes.isSame(tags[current].name, name) { return }
    for index in tags.indices where bytes.isSame(tags[index].name, name) {
      current = index
      return
    }
    if tags.count < Self.limit {
      current = tags.count
      tags.append(Tag(name: name))
    } else {
      current = oldest
      tags[current] = Tag(name: name)
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// The name at a place, when it is expected and `="` follows; those expected before it are left out.
  @inline(__always) mutating func take(
    at place: Int, end: Int, in bytes: RawSpan
  ) -> Expected? {
    guard isExpected else { return nil }
    var index = next
    while index < tags[current].attributes.count {
      let name = tags[current].attributes[index]
      let count = name.count &+ 2
      if count <= end &- place, bytes.word(from: place, count: min(count, 8)) == name.word,
        count <= 8 || bytes.isSame(name.start, as: place, count: count)
      {
        next = index &+ 1
        return Expected(count: name.count, field: name.field, place: name.isRepeated ? index : -1)
      }
      index &+= 1
    }
    isExpected = false
    return nil
  }

  /// The value at a place, when it is the one that the attribute had before, with the quote after it.
  @inline(__always) mutating func value(of name: Expected, at place: Int, end: Int, in bytes: RawSpan) -> RawField? {
    guard name.place >= 0 else { return nil }
    let known = tags[current].attributes[name.place].value
    let count = known.range.count
    guard count > 0, count < end &- place, bytes.isSame(Int(known.start), as: place, count: count &+ 1) else {
      return nil
    }
    return known.moved(by: Int32(truncatingIfNeeded: place) &- known.start)
  }

  /// Keeps the value of a valid attribute.
  @inline(__always) mutating func keep(_ value: RawField, of name: Expected) {
    if name.place >= 0 { tags[current].attributes[name.place].value = value }
  }

  /// Ends a tag: attributes that were not expected are, from now on, where all of them are as they are compared.
  @inline(__always) mutating func end(_ attributes: [XMLAttribute], in bytes: RawSpan) {
    if !isExpected { keep(attributes, in: bytes) }
  }

  private mutating func keep(_ attributes: [XMLAttribute], in bytes: RawSpan) {
    var names: [Name] = []
    for attribute in attributes {
      let range = attribute.name
      // A name whose text is not UTF-8 was reported, and will be again.
      guard bytes.byte(at: range.upperBound) == UInt8(ascii: "="),
        bytes.byte(at: range.upperBound &+ 1) == UInt8(ascii: "\""), UTF8Check.firstFault(in: range, of: bytes) == nil
      else { return }
      let word = bytes.word(from: range.lowerBound, count: min(range.count + 2, 8))
      names.append(Name(start: range.lowerBound, count: range.count, word: word, field: attribute.field))
    }
    tags[current].attributes = names
  }
}
