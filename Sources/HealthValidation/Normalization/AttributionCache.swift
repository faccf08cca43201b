import HealthModel

/// The last few sources, or devices, as they were written, with their numbers in the batch: most samples repeat one of
/// them byte for byte, and its object need not be made again.
struct AttributionCache: Sendable {
  private struct Entry: Sendable {
    var forms = Fixed8<UInt32>(repeating: 0)
    /// Where their bytes begin in `text`, one after the other.
    var start = 0
    var number: Int32 = -1
  }

  private let first: SampleField
  private let last: SampleField
  private var entries: [Entry] = []
  /// The bytes of all that was kept: an array for each would be retained by each read.
  private var text: [UInt8] = []
  /// The entry that the next new one takes the place of.
  private var oldest = 0

  private static let limit = 4
  /// How many bytes are kept before all is forgotten: entries that others took the place of leave theirs.
  private static let textLimit = 64 << 10

  init(from first: SampleField, through last: SampleField) {
    self.first = first
    self.last = last
  }

  /// Forgets all: the numbers of another batch are others.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    oldest = 0
  }

  /// The number of what a sample's fields say; `nil` when it is not among the last few.
  mutating func number(of sample: SampleSpan, in bytes: RawSpan) -> Int32? {
    for index in entries.indices where matches(index, sample, bytes) { return entries[index].number }
    return nil
  }

  /// Keeps the number of what a sample's fields say.
  mutating func remember(_ sample: SampleSpan, _ number: Int32, in bytes: RawSpan) {
    if text.count > Self.textLimit { removeAll() }
    var entry = Entry(start: text.count, number: number)
    for (index, raw) in (first.rawValue...last.rawValue).enumerated() {
      guard let field = SampleField(rawValue: raw) else { continue }
      entry.forms[index] = sample[field].form
      CanonicalText.append(sample[field].range, bytes, to: &text)
    }
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }

  @inline(__always) private mutating func matches(_ place: Int, _ sample: SampleSpan, _ bytes: RawSpan) -> Bool {
    var start = entries[place].start
    var raw = first.rawValue
    while raw <= last.rawValue {
      guard let field = SampleField(rawValue: raw) else { return false }
      let part = sample[field]
      // Equal forms are equal lengths, so the bytes compared are the entry's.
      guard part.form == entries[place].forms[Int(raw &- first.rawValue)] else { return false }
      let count = part.range.count
      if count > 0 {
        guard bytes.equals(part.range, text, from: start) else { return false }
        start &+= count
      }
      raw &+= 1
    }
    return true
  }
}
