/// The shape of a pattern, before it is compiled.
indirect enum TextPatternNode {
  case set(ScalarSet)
  case sequence([TextPatternNode])
  case choice([TextPatternNode])
  case repeated(TextPatternNode, minimum: Int, maximum: Int?)
}

struct TextPatternParser {
  static let maximumLength = 1000
  static let maximumDepth = 32
  static let maximumCount = 1000

  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(SyntaxError) -> TextPatternNode {
    if scalars.isEmpty { throw failure("the pattern is empty") }
    if scalars.count > Self.maximumLength {
      throw failure("the pattern is longer than \(Self.maximumLength) characters")
    }
    let node = try choice(depth: 0)
    if position < scalars.count { throw failure("a `)` without its `(`") }
    return node
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func failure(_ message: String) -> SyntaxError { Self.failure(message, at: position) }

  static func failure(_ message: String, at position: Int) -> SyntaxError {
    SyntaxError("\(message) (at character \(position + 1) of the pattern)")
  }

  private mutating func choice(depth: Int) throws(SyntaxError) -> TextPatternNode {
    if depth > Self.maximumDepth { throw failure("groups nested deeper than \(Self.maximumDepth)") }
    var branches = [try sequence(depth: depth)]
    while current == "|" {
      position += 1
      branches.append(try sequence(depth: depth))
    }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence(depth: Int) throws(SyntaxError) -> TextPatternNode {
    var parts: [TextPatternNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let atom = try self.atom(scalar, depth: depth)
      parts.append(try counted(atom))
    }
    return .sequence(parts)
  }

  private mutating func atom(_ scalar: Unicode.Scalar, depth: Int) throws(SyntaxError) -> TextPatternNode {
    switch scalar {
    case "(":
      position += 1
      if current == "?" { throw failure("`(?` is not supported") }
      let inner = try choice(depth: depth + 1)
      guard current == ")" else { throw failure("a `(` without its `)`") }
      position += 1
      return inner
    case "[": return .set(try characterClass())
    case ".":
      position += 1
      return .set(ScalarSet(ranges: [], isNegated: true))
    case "\\": return .set(try escape())
    case "^", "$": throw failure("the whole text is matched, so leave out `^` and `$`")
    case "*", "+", "?", "{": throw failure("a count without something to count")
    case "]", "}": throw failure("write a backslash before a literal `]` or `}`")
    default:
      position += 1
      return .set(ScalarSet(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func counted(_ atom: TextPatternNode) throws(SyntaxError) -> TextPatternNode {
    let node: TextPatternNode
    switch current {
    case "*": node = .repeated(atom, minimum: 0, maximum: nil)
    case "+": node = .repeated(atom, minimum: 1, maximum: nil)
    case "?": node = .repeated(atom, minimum: 0, maximum: 1)
    case "{":
      let bounds = try countBounds()
      node = .repeated(atom, minimum: bounds.minimum, maximum: bounds.maximum)
    default: return atom
    }
    position += 1
    if let scalar = current, scalar == "*" || scalar == "+" || scalar == "?" || scalar == "{" {
      throw failure("two counts after one another")
    }
    return node
  }

  /// Reads `{m}`, `{m,}` or `{m,n}` up to, not including, the closing brace.
  private mutating func countBounds() throws(SyntaxError) -> (minimum: Int, maximum: Int?) {
    position += 1
    let minimum = try count()
    var maximum: Int? = minimum
    if current == "," {
      position += 1
      maximum = current == "}" ? nil : try count()
    }
    guard current == "}" else { throw failure("expected `}` after a count") }
    if let maximum, maximum < minimum { throw failure("a count's upper bound is below its lower bound") }
    return (minimum, maximum)
  }

  private mutating func count() throws(SyntaxError) -> Int {
    let start = position
    var value = 0
    while let scalar = current, scalar >= "0", scalar <= "9" {
      value = value * 10 + Int(scalar.value - 0x30)
      if value > Self.maximumCount { throw failure("a count above \(Self.maximumCount)") }
      position += 1
    }
    if position == start { throw failure("expected a number in a count") }
    return value
  }

  private mutating func characterClass() throws(SyntaxError) -> ScalarSet {
    position += 1
    var set = ScalarSet()
    if current == "^" {
      set.isNegated = true
      position += 1
    }
    while let scalar = current, scalar != "]" {
      let low = try classMember(scalar)
      guard current == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set.ranges += low.ranges
        continue
      }
      position += 1
      let high = try classMember(scalars[position])
      guard let first = single(low), let last = single(high) else { throw failure("a range needs two characters") }
      guard first <= last else { throw failure("a range runs backwards") }
      set.ranges.append(first...last)
    }
    guard current == "]" else { throw failure("a `[` without its `]`") }
    if set.ranges.isEmpty { throw failure("a class without characters") }
    position += 1
    return set
  }

  private mutating func classMember(_ scalar: Unicode.Scalar) throws(SyntaxError) -> ScalarSet {
    if scalar == "\\" { return try escape() }
    if scalar == "[" { throw failure("write a backslash before a literal `[`") }
    position += 1
    return ScalarSet(ranges: [scalar.value...scalar.value])
  }

  private func single(_ set: ScalarSet) -> UInt32? {
    guard set.ranges.count == 1, let range = set.ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }

  private mutating func escape() throws(SyntaxError) -> ScalarSet {
    position += 1
    guard let scalar = current else { throw failure("a backslash at the end") }
    let ranges: [ClosedRange<UInt32>]
    switch scalar {
    case "d": ranges = [0x30...0x39]
    case "w": ranges = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    case "s": ranges = [0x09...0x0D, 0x20...0x20]
    case "t": ranges = [0x09...0x09]
    case "n": ranges = [0x0A...0x0A]
    case "r": ranges = [0x0D...0x0D]
    case "!"..."/", ":"..."@", "["..."`", "{"..."~": ranges = [scalar.value...scalar.value]
    default: throw failure("an escape that is not supported")
    }
    position += 1
    return ScalarSet(ranges: ranges)
  }
}

/// Turns the shape of a pattern into steps.
struct TextPatternCompiler {
  static let maximumSteps = 1000

  private var steps: [TextPatternStep] = []
  /// How many nodes were visited, so that counted empty groups end too.
  private var visits = 0

  init() {}

  mutating func compile(_ node: TextPatternNode) throws(SyntaxError) -> [TextPatternStep] {
    try emit(node)
    try append(.accept)
    return steps
  }

  private mutating func append(_ step: TextPatternStep) throws(SyntaxError) {
    if steps.count >= Self.maximumSteps {
      throw TextPatternParser.failure("the pattern needs more than \(Self.maximumSteps) steps", at: 0)
    }
    steps.append(step)
  }

  private mutating func emit(_ node: TextPatternNode) throws(SyntaxError) {
    visits += 1
    if visits > 10 * Self.maximumSteps { throw TextPatternParser.failure("the pattern repeats too much", at: 0) }
    switch node {
    case .set(let set): try append(.one(set))
    case .sequence(let parts):
      for part in parts { try emit(part) }
    case .choice(let branches): try emitChoice(branches)
    case .repeated(let inner, let minimum, let maximum):
      for _ in 0..<minimum { try emit(inner) }
      if let maximum {
        try emitOptional(inner, count: maximum - minimum)
      } else {
        try emitLoop(inner)
      }
    }
  }

  private mutating func emitChoice(_ branches: [TextPatternNode]) throws(SyntaxError) {
    var ends: [Int] = []
    for (index, branch) in branches.enumerated() {
      if index == branches.count - 1 {
        try emit(branch)
      } else {
        let split = steps.count
        try append(.accept)
        try emit(branch)
        ends.append(steps.count)
        try append(.accept)
        steps[split] = .split(split + 1, steps.count)
      }
    }
    for end in ends { steps[end] = .jump(steps.count) }
  }

  private mutating func emitOptional(_ inner: TextPatternNode, count: Int) throws(SyntaxError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(steps.count)
      try append(.accept)
      try emit(inner)
    }
    for split in splits { steps[split] = .split(split + 1, steps.count) }
  }

  private mutating func emitLoop(_ inner: TextPatternNode) throws(SyntaxError) {
    let split = steps.count
    try append(.accept)
    try emit(inner)
    try append(.jump(split))
    steps[split] = .split(split + 1, steps.count)
  }
}
