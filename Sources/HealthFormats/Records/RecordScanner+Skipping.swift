import HealthModel

/// What no path leads into: other values, and the inside of records.
extension RecordScanner {
  /// Passes over a value by its brackets and strings; `false` where the text ends before it does.
  mutating func skip(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(JSONFault) -> Bool {
    var position = cursor.position
    // The loop is over every byte of the input: what it changes is local.
    var (quotes, brackets) = (quotes, brackets)
    defer {
      cursor.position = position
      self.quotes = quotes
      self.brackets = brackets
    }
    while position < cursor.end {
      let byte = bytes.byte(at: position)
      if quotes.take(byte) {
        position &+= 1
        if brackets.depth > 0 || quotes.isInString { continue }
      } else if byte | 0x20 == UInt8(ascii: "{") {
        brackets.open(isArray: byte == UInt8(ascii: "["))
        position &+= 1
        continue
      } else if byte | 0x20 == UInt8(ascii: "}") {
        guard brackets.close(isArray: byte == UInt8(ascii: "]")) else {
          throw JSONFault(.expectedCommaOrEnd, at: position)
        }
        position &+= 1
        if brackets.depth > 0 { continue }
      } else {
        position &+= 1
        continue
      }
      end(position)
      return true
    }
    return false
  }

  /// Ends what was passed over.
  private mutating func end(_ place: Int) {
    if recordStart >= 0, node >= 0 {
      let profile = plan.nodes[node].profile
      add(recordStart..<place, of: profile >= 0 ? profile : plan.nodes[node].strict, isMisplaced: profile < 0)
    }
    recordStart = -1
    state = .next
  }
}

/// The brackets that are open in a text, of which the innermost 64 are known by their kind.
struct OpenBrackets: Sendable {
  private(set) var depth = 0
  /// A bit for each of the innermost ones: 1 for an array.
  private var kinds: UInt64 = 0
  /// The depth above which the kinds are known.
  private var unknown = 0

  mutating func open(isArray: Bool) {
    depth += 1
    kinds = kinds << 1 | (isArray ? 1 : 0)
    unknown = max(unknown, depth - 64)
  }

  /// Closes the innermost bracket; `false` if it is known to be of the other kind.
  mutating func close(isArray: Bool) -> Bool {
    guard depth > unknown else {
      depth -= 1
      unknown = depth
      return true
    }
    guard (kinds & 1 == 1) == isArray else { return false }
    depth -= 1
    kinds >>= 1
    return true
  }
}
