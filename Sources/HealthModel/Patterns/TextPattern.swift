/// A pattern that a whole text must match, in time linear in the text.
///
/// The language is a small part of regular expressions: literals, `.`, classes `[A-Za-z_/]` and `[^…]`, groups, `|`,
/// the counts `* + ? {m} {m,} {m,n}`, the escapes `\d \w \s \t \n \r`, and a backslash before punctuation. There are no
/// anchors, since the whole text is matched, and nothing that needs backtracking.
///
/// A match follows all ways through the pattern at once (Thompson's construction), so no pattern is slow.
@usableFromInline package struct TextPattern: Sendable, Hashable {
  package let source: String

  private let steps: [TextPatternStep]
  /// For a pattern that only says which characters there are, as `[A-Za-z/_]+`: those of ASCII.
  private let repeated: ASCIISet?

  package init(_ source: String) throws(SyntaxError) {
    var parser = TextPatternParser(source)
    let node = try parser.parse()
    var compiler = TextPatternCompiler()
    self.steps = try compiler.compile(node)
    self.repeated = node.repeatedSet.map(ASCIISet.init)
    self.source = source
  }

  /// Whether the text in a range matches; allocates nothing for a pattern that is a repeated class.
  package func matches(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    if let repeated, !range.isEmpty, repeated.containsAll(of: range, in: bytes) { return true }
    return matches(utf8: range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) })
  }

  /// Whether a text as a whole matches; bytes that are not UTF-8 match nothing.
  ///
  /// Cost: the length of the text times the size of the pattern, which is at most 1,000 steps.
  @usableFromInline package func matches(utf8 bytes: some Collection<UInt8>) -> Bool {
    var current = ActiveSteps(count: steps.count)
    var next = ActiveSteps(count: steps.count)
    var pending: [Int] = []
    follow(from: 0, into: &current, pending: &pending)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return current.contains(steps.count - 1)
      case .error: return false
      case .scalarValue(let scalar):
        if current.list.isEmpty { return false }
        next.removeAll()
        for index in current.list {
          guard case .one(let set) = steps[index], set.contains(scalar.value) else { continue }
          follow(from: index + 1, into: &next, pending: &pending)
        }
        swap(&current, &next)
      }
    }
  }

  /// Adds a step and all that are reached from it without a character.
  private func follow(from start: Int, into active: inout ActiveSteps, pending: inout [Int]) {
    pending.append(start)
    while let index = pending.popLast() {
      guard active.insert(index) else { continue }
      switch steps[index] {
      case .one, .accept: break
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      }
    }
  }

  @usableFromInline package static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// One step of a compiled pattern; the last one accepts.
enum TextPatternStep: Sendable {
  case one(ScalarSet)
  case split(Int, Int)
  case jump(Int)
  case accept
}

/// The Unicode scalars a step takes.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ value: UInt32) -> Bool {
    for range in ranges where range.contains(value) { return !isNegated }
    return isNegated
  }
}

/// A set of steps in the order they were reached.
private struct ActiveSteps {
  private(set) var list: [Int] = []
  private var isMember: [Bool]

  init(count: Int) { isMember = Array(repeating: false, count: count) }

  func contains(_ index: Int) -> Bool { isMember[index] }

  mutating func insert(_ index: Int) -> Bool {
    if isMember[index] { return false }
    isMember[index] = true
    list.append(index)
    return true
  }

  mutating func removeAll() {
    for index in list { isMember[index] = false }
    list.removeAll(keepingCapacity: true)
  }
}

/// The ASCII characters of a class, a bit for each.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ set: ScalarSet) {
    for value in 0..<UInt32(128) where set.contains(value) {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
    }
  }

  func containsAll(of range: Range<Int>, in bytes: RawSpan) -> Bool {
    for offset in range {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      guard byte < 128, (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 else { return false }
    }
    return true
  }
}

extension TextPatternNode {
  var repeatedSet: ScalarSet? {
    switch self {
    case .repeated(.set(let set), 1, nil): set
    case .sequence(let parts) where parts.count == 1: parts[0].repeatedSet
    default: nil
    }
  }
}
