/// Reads the little XML that reports are made of; throws where it is not well formed.
struct XMLShape {
  /// What is wrong.
  struct Fault: Error {
    var text: String
  }

  /// A start tag.
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
    var depth: Int
  }

  /// The start tags, in their order.
  private(set) var elements: [Element] = []
  private var open: [String] = []

  init(_ text: String) throws {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: break
      default: throw Fault(text: "U+\(String(scalar.value, radix: 16))")
      }
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    guard let before = parts.first, before.isEmpty else { throw Fault(text: "text before the first tag") }
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: UInt8(ascii: ">")) else {
        throw Fault(text: String(decoding: part, as: UTF8.self))
      }
      try takeTag(String(decoding: part[..<end], as: UTF8.self))
      try checkText(String(decoding: part[part.index(after: end)...], as: UTF8.self))
    }
    guard open.isEmpty else { throw Fault(text: "not closed: \(open)") }
  }

  /// All elements of a name.
  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private mutating func takeTag(_ tag: String) throws {
    if tag.hasPrefix("?") { return }
    if tag.hasPrefix("/") {
      guard open.popLast() == String(tag.dropFirst()) else { throw Fault(text: tag) }
      return
    }
    let isEmpty = tag.hasSuffix("/")
    let parts = (isEmpty ? tag.dropLast() : Substring(tag)).split(separator: "\"", omittingEmptySubsequences: false)
    // Names stand at even places, values at odd ones: `name first="`, `value`, ` second="`, …
    guard parts.count % 2 == 1, let last = parts.last, parts.count == 1 || last.isEmpty else { throw Fault(text: tag) }
    let words = parts[0].split(separator: " ")
    guard let name = words.first else { throw Fault(text: tag) }
    var element = Element(name: String(name), depth: open.count)
    var keys = words.dropFirst().map { String($0) }
    for index in parts.indices.dropFirst() {
      if index % 2 == 1 {
        guard let key = keys.popLast(), key.hasSuffix("=") else { throw Fault(text: tag) }
        let value = String(parts[index])
        try checkText(value)
        element.attributes[String(key.dropLast())] = value
      } else if !parts[index].isEmpty {
        guard parts[index].hasPrefix(" ") else { throw Fault(text: tag) }
        keys.append(String(parts[index].dropFirst()))
      }
    }
    guard keys.isEmpty else { throw Fault(text: tag) }
    elements.append(element)
    if !isEmpty { open.append(String(name)) }
  }

  /// Text may hold no mark, and each `&` must begin one of the five references.
  private func checkText(_ text: String) throws {
    guard !text.utf8.contains(UInt8(ascii: ">")) else { throw Fault(text: text) }
    let references = ["amp;", "lt;", "gt;", "quot;", "#39;", "#13;"]
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      guard references.contains(where: { part.hasPrefix($0) }) else { throw Fault(text: text) }
    }
  }
}
