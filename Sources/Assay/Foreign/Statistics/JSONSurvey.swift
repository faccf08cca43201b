import HealthFormats
import HealthModel

/// Follows JSON of any form, and keeps what the values at each path are like.
///
/// Elements of an array are at one path, `*`, and so are the members of an object whose keys are days, numbers or ids.
/// The elements of an array that is in an array have a path each: `[1767600000000, 72]`.
struct JSONSurvey {
  private(set) var tree = PathTree()
  private(set) var damaged = 0
  /// The open objects and arrays: the node of each, or -1 for what is passed over.
  private var levels: [Level] = []
  private var scratch: [UInt8] = []
  private var eventCount = 0

  private struct Level {
    var node: Int
    var isArray: Bool
    /// Whether the elements have a path each.
    var isTuple = false
    /// The number of the next element.
    var number = 0
    var key: [UInt8] = []
  }

  private static let stretch = 1 << 18

  /// Starts with the paths of objects that are known to have ids as keys.
  init(maps: Set<String> = []) { tree.maps = maps }

  mutating func add(
    _ source: any ByteSource, isByLine: Bool, limit: Int? = nil, goesOn: () -> Bool = { true }
  ) throws(InputError) {
    var events = JSONEvents(source, isByLine: isByLine)
    levels.removeAll()
    var count = 0
    while true {
      let event = try events.next()
      count += 1
      eventCount += 1
      switch event {
      case .end: return
      case .broken:
        damaged += 1
        levels.removeAll()
      case .endDocument: levels.removeAll()
      case .beginObject: open(isArray: false)
      case .beginArray: open(isArray: true)
      case .endObject, .endArray: _ = levels.popLast()
      case .key(let field): read(field, events.bytes, asKey: true)
      case .scalar(let field): read(field, events.bytes, asKey: false)
      }
      if eventCount % Self.stretch == 0 {
        FormSurvey.bound(&tree.values)
        if !goesOn() { return }
      }
      if let limit, count >= limit { return }
    }
  }

  /// What was found out.
  func finished() -> FormSurvey {
    FormSurvey(lists: tree.lists(), damaged: damaged, passedOver: tree.passedOver)
  }

  private mutating func open(isArray: Bool) {
    let node = place(isContainer: true)
    let isTuple = isArray && (levels.last?.isArray ?? false)
    levels.append(Level(node: node, isArray: isArray, isTuple: isTuple))
  }

  /// The node of the value that comes next; -1 if it is passed over.
  private mutating func place(isContainer: Bool) -> Int {
    guard let last = levels.indices.last else { return tree.beginDocument() }
    let level = levels[last]
    if level.isArray {
      levels[last].number += 1
      guard level.node >= 0 else { return -1 }
      return level.isTuple
        ? tree.child(of: level.node, at: level.number) : tree.element(of: level.node, key: nil)
    }
    guard level.node >= 0 else { return -1 }
    return tree.member(of: level.node, level.key, isContainer: isContainer)
  }

  private mutating func read(_ field: RawField, _ bytes: [UInt8], asKey isKey: Bool) {
    scratch.removeAll(keepingCapacity: true)
    if field.isEscaped {
      JSONText.appendDecoded(field.range, in: bytes.span.bytes, to: &scratch)
    } else {
      scratch.append(contentsOf: bytes[field.range])
    }
    if isKey {
      if let last = levels.indices.last {
        levels[last].key.removeAll(keepingCapacity: true)
        levels[last].key.append(contentsOf: scratch)
      }
      return
    }
    let node = place(isContainer: false)
    guard node >= 0, field.kind != .null else { return }
    tree.add(scratch, at: node)
  }
}
