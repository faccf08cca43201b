import HealthModel

/// The last few sources, or devices, as they were written, with their numbers in the batch: most samples repeat one of
/// them byte for byte, and its object need not be made again.
struct AttributionCache: Sendable {
  private struct Entry: Sendable {
    /// The forms of the fields, then their bytes.
    var forms: [UInt32] = []
    var text: [UInt8] = []
    var number: Int32 = -1
  }

  private let first: SampleField
  private let last: SampleField
  private var entries: [Entry] = []
  /// The entry that the next new one takes the place of.
  private var oldest = 0

  private static let limit = 4

  /// Creates a cache for a run of fields.
  init(from first: SampleField, through last: SampleField) {
    self.first = first
    self.last = last
  }

  /// Forgets all: the numbers of another batch are others.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    oldest = 0
  }

  /// The number of what a sample's fields say; `nil` when it is not among the last few.
  func number(of sample: SampleSpan, in bytes: RawSpan) -> Int32? {
    for index in entries.indices where matches(index, sample, bytes) { return entries[index].number }
    return nil
  }

  /// Keeps the number of what a sample's fields say.
  mutating func remember(_ sample: SampleSpan, _ number: Int32, in bytes: RawSpan) {
    var entry = Entry()
    entry.number = number
    for field in fields {
      let part = sample[field]
      entry.forms.append(part.form)
      for place in part.range { entry.text.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
    }
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }

  private var fields: some Sequence<SampleField> {
    (first.rawValue...last.rawValue).lazy.compactMap { SampleField(rawValue: $0) }
  }

  @inline(__always)
  private func matches(_ place: Int, _ sample: SampleSpan, _ bytes: RawSpan) -> Bool {
    var start = 0
    var index = 0
    var raw = first.rawValue
    while raw <= last.rawValue {
      guard let field = SampleField(rawValue: raw) else { return false }
      let part = sample[field]
      // Equal forms are equal lengths, so the bytes compared stay within the entry's text.
      guard part.form == entries[place].forms[index], bytes.equals(part.range, entries[place].text, from: start) else {
        return false
      }
      start &+= part.range.count
      index &+= 1
      raw &+= 1
    }
    return true
  }
}
