/// The part between two slashes of a pattern.
enum GlobSegment: Sendable, Hashable {
  /// `**`: any number of names.
  case anyDepth
  case literal([UInt8])
  case form([GlobToken])

  init(_ tokens: [GlobToken]) {
    var name: [UInt8] = []
    for token in tokens {
      guard case .byte(let byte) = token else {
        self = tokens == [.anyRun, .anyRun] ? .anyDepth : .form(tokens)
        return
      }
      name.append(byte)
    }
    self = .literal(name)
  }

  var isLiteral: Bool {
    if case .literal = self { return true }
    return false
  }

  var namesDot: Bool {
    switch self {
    case .anyDepth: false
    case .literal(let name): name.first == UInt8(ascii: ".")
    case .form(let tokens): tokens.first == .byte(UInt8(ascii: "."))
    }
  }

  func matches(_ name: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .anyDepth: true
    case .literal(let bytes): name.elementsEqual(bytes)
    case .form(let tokens): GlobToken.match(tokens, name)
    }
  }

  /// Whether names match segments as a whole.
  ///
  /// Only the last `**` is ever tried again, a name further: what is between two of them may as well match as early
  /// as it can. So there is no more work than segments times names.
  static func match(_ segments: [GlobSegment], _ names: [ArraySlice<UInt8>]) -> Bool {
    var segment = 0
    var name = 0
    var retry: (segment: Int, name: Int)?
    while true {
      if segment < segments.count, case .anyDepth = segments[segment] {
        segment += 1
        retry = (segment: segment, name: name)
      } else if segment == segments.count, name == names.count {
        return true
      } else if segment < segments.count, name < names.count, segments[segment].matches(names[name]) {
        segment += 1
        name += 1
      } else if let last = retry, last.name < names.count {
        retry = (segment: last.segment, name: last.name + 1)
        segment = last.segment
        name = last.name + 1
      } else {
        return false
      }
    }
  }
}

/// A part of a segment.
enum GlobToken: Sendable, Hashable {
  /// A byte of text that is meant as it is.
  case byte(UInt8)
  case anyCharacter
  case anyRun
  case set([ClosedRange<UInt32>], isNegated: Bool)

  /// Whether a name matches tokens as a whole; only the last `*` is ever tried again, a byte further.
  static func match(_ tokens: [GlobToken], _ name: ArraySlice<UInt8>) -> Bool {
    var token = 0
    var place = name.startIndex
    var retry: (token: Int, place: Int)?
    while true {
      if token < tokens.count, case .anyRun = tokens[token] {
        token += 1
        retry = (token: token, place: place)
      } else if token == tokens.count, place == name.endIndex {
        return true
      } else if token < tokens.count, let length = tokens[token].length(in: name, at: place) {
        token += 1
        place += length
      } else if let last = retry, last.place < name.endIndex {
        retry = (token: last.token, place: last.place + 1)
        token = last.token
        place = last.place + 1
      } else {
        return false
      }
    }
  }

  /// How many bytes the token takes at a place; `nil` when it does not match there.
  private func length(in name: ArraySlice<UInt8>, at place: Int) -> Int? {
    guard place < name.endIndex else { return nil }
    switch self {
    case .byte(let byte): return name[place] == byte ? 1 : nil
    case .anyRun: return nil
    case .anyCharacter: return Self.character(in: name, at: place)?.length
    case .set(let ranges, let isNegated):
      guard let character = Self.character(in: name, at: place) else { return nil }
      return ranges.contains { $0.contains(character.value) } != isNegated ? character.length : nil
    }
  }

  /// The Unicode scalar that begins at a place of well-formed UTF-8; `nil` amid one.
  private static func character(in name: ArraySlice<UInt8>, at place: Int) -> (value: UInt32, length: Int)? {
    let lead = name[place]
    if lead < 0x80 { return (value: UInt32(lead), length: 1) }
    let length = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2)
    guard lead >= 0xC0, place + length <= name.endIndex else { return nil }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for next in (place + 1)..<(place + length) { value = value << 6 | UInt32(name[next] & 0x3F) }
    return (value: value, length: length)
  }
}
