import HealthFormats
import HealthModel
import HealthQueries

/// The paths of JSON that were seen, with the values at each.
struct PathTree {
  struct Node {
    /// The key, or the number of an element that has a path of its own; empty for `*` and for the document.
    var key: [UInt8] = []
    var parent = -1
    var children: [Int] = []
    /// The node of `*`; -1 if there is none.
    var any = -1
    /// Whether it is `*`, or the document.
    var isElement = false
    var count = 0
    var element = 0
    /// For an element, the number of the element around it, for the first of them.
    var around: [Int] = []
    /// The values at the path, and the keys under which `*` was found; -1 for none.
    var values = -1
    var keys = -1
    var containers: Set<Int> = []
    /// Whether the keys are ids or days, so that all members are at `*`.
    var isMap = false
    /// Whether there were more children than have statistics of their own.
    var isOverfull = false
  }

  private(set) var nodes = [Node(isElement: true)]
  var values: [ValueSurvey] = []
  /// The first values of each survey, with the number of the element that each is in.
  private(set) var samples: [[(owner: Int, text: String)]] = []
  var maps: Set<String> = []
  private(set) var passedOver = 0

  private static let maximumNodes = 4096
  private static let maximumChildren = 64
  private static let maximumText = 200
  private static let maximumTuple = 16

  mutating func beginDocument() -> Int {
    nodes[0].count += 1
    return 0
  }

  /// The node of an element of an array, or of a member that goes by no name.
  mutating func element(of parent: Int, key: [UInt8]?) -> Int {
    if nodes[parent].any < 0 { nodes[parent].any = add(Node(parent: parent, isElement: true)) }
    let node = nodes[parent].any
    guard node >= 0 else { return -1 }
    nodes[node].count += 1
    let around = nodes[parent].isElement ? parent : nodes[parent].element
    nodes[node].element = around
    if nodes[node].around.count < FormatSurvey.sampleSize { nodes[node].around.append(nodes[around].count - 1) }
    if let key { add(key, asKey: true, of: node, owner: nodes[node].count - 1) }
    return node
  }

  mutating func child(of parent: Int, at number: Int) -> Int {
    guard number < Self.maximumTuple else { return -1 }
    return member(Array(String(number).utf8), of: parent)
  }

  mutating func member(of parent: Int, _ key: [UInt8], isContainer: Bool) -> Int {
    if nodes[parent].isMap || isMap(parent, key, isContainer: isContainer) {
      nodes[parent].isMap = true
      return element(of: parent, key: key)
    }
    let node = member(key, of: parent)
    if node >= 0, isContainer { nodes[parent].containers.insert(node) }
    return node
  }

  mutating func add(_ text: [UInt8], at node: Int) {
    let element = nodes[node].isElement ? node : nodes[node].element
    add(text, asKey: false, of: node, owner: nodes[element].count - 1)
  }

  private mutating func add(_ text: [UInt8], asKey isKey: Bool, of node: Int, owner: Int) {
    var index = isKey ? nodes[node].keys : nodes[node].values
    if index < 0 {
      guard values.count < FormatSurvey.maximumColumns else {
        passedOver += 1
        return
      }
      index = values.count
      if isKey { nodes[node].keys = index } else { nodes[node].values = index }
      values.append(ValueSurvey())
      samples.append([])
    }
    values[index].add(0..<text.count, in: text.span.bytes)
    guard samples[index].count < FormatSurvey.sampleSize, owner < FormatSurvey.sampleSize else { return }
    samples[index].append((owner: owner, text: String(decoding: text.prefix(Self.maximumText), as: UTF8.self)))
  }

  private mutating func member(_ key: [UInt8], of parent: Int) -> Int {
    if let found = nodes[parent].children.first(where: { nodes[$0].key == key }) { return found }
    guard nodes[parent].children.count < Self.maximumChildren else {
      nodes[parent].isOverfull = true
      return -1
    }
    let node = add(Node(key: key, parent: parent, element: nodes[parent].isElement ? parent : nodes[parent].element))
    if node >= 0 { nodes[parent].children.append(node) }
    return node
  }

  private mutating func add(_ node: Node) -> Int {
    guard nodes.count < Self.maximumNodes else {
      passedOver += 1
      return -1
    }
    nodes.append(node)
    return nodes.count - 1
  }

  /// Whether the keys of an object are ids or days: by its first key, or since an earlier reading said so.
  private func isMap(_ node: Int, _ key: [UInt8], isContainer: Bool) -> Bool {
    guard nodes[node].children.isEmpty else { return false }
    if TimestampReader(0..<key.count, in: key.span.bytes) != nil { return true }
    if isContainer, MemberKey.isID(key) { return true }
    return maps.contains(path(of: node))
  }

  func path(of node: Int) -> String {
    var steps: [String] = []
    var place = node
    while place > 0 {
      steps.append(step(place))
      place = nodes[place].parent
    }
    return steps.reversed().map { "/" + $0 }.joined()
  }

  func step(_ node: Int) -> String { nodes[node].isElement ? "*" : MemberKey.escaped(nodes[node].key) }

  /// The objects whose keys turned out to be ids: too many of them, or several that all hold the same.
  var likelyMaps: Set<String> {
    Set(
      nodes.indices.filter { index in
        let node = nodes[index]
        guard node.any < 0, node.containers.count == node.children.count, node.children.count >= 2 else { return false }
        if node.isOverfull { return true }
        let forms = Set(node.children.map { child in Set(nodes[child].children.map { nodes[$0].key }) })
        return forms.count == 1 && !(forms.first?.isEmpty ?? true)
      }.map(path))
  }

  /// The records at each path that leads to several, and the document; those without values are left out.
  func lists() -> [RecordSurvey] { nodes.indices.filter { nodes[$0].isElement }.compactMap(list) }

  /// The records at an element's path: their own values, and those around them.
  private func list(_ record: Int) -> RecordSurvey? {
    var columns: [RecordSurvey.Column] = []
    let size = min(nodes[record].count, FormatSurvey.sampleSize)
    // The element around each record of the sample.
    var owners = Array(0..<size)
    var around = record
    var levels = 0
    while true {
      let found = self.columns(of: around, levels: levels, owners: owners)
      if around == record, found.isEmpty { return nil }
      columns += found
      guard around != 0 else { break }
      owners = owners.map { $0 >= 0 && $0 < nodes[around].around.count ? nodes[around].around[$0] : -1 }
      levels += depth(around) - depth(nodes[around].element)
      around = nodes[around].element
    }
    return RecordSurvey(path: path(of: record), count: nodes[record].count, columns: columns)
  }

  /// The values that are in an element and in no element in it, by their paths from a record some levels below.
  private func columns(of element: Int, levels: Int, owners: [Int]) -> [RecordSurvey.Column] {
    let up = String(repeating: "../", count: levels)
    var found: [RecordSurvey.Column] = []
    if nodes[element].keys >= 0 {
      found.append(
        column(
          nodes[element].keys, place: up + "#", label: name(of: nodes[element].parent),
          shown: path(of: element) + "/#", element, owners, isOwn: levels == 0))
    }
    if nodes[element].values >= 0, levels == 0 {
      found.append(
        column(
          nodes[element].values, place: ".", label: name(of: nodes[element].parent), shown: path(of: element), element,
          owners, isOwn: true))
    }
    for node in nodes.indices where !nodes[node].isElement && nodes[node].element == element {
      guard nodes[node].values >= 0 else { continue }
      let path = path(of: node).dropFirst(self.path(of: element).count)
      let place = levels == 0 ? String(path) : up + path.dropFirst()
      let parent = nodes[node].parent
      let context =
        levels > 0 || !nodes[parent].isElement ? name(of: nodes[parent].isElement ? nodes[parent].parent : parent) : ""
      let label = String(decoding: nodes[node].key, as: UTF8.self)
      found.append(
        column(
          nodes[node].values, place: place, label: context.isEmpty ? label : context + " " + label,
          shown: self.path(of: node), element, owners, isOwn: levels == 0))
    }
    return found
  }

  private func column(
    _ index: Int, place: String, label: String, shown: String, _ element: Int, _ owners: [Int], isOwn: Bool
  ) -> RecordSurvey.Column {
    let known = Dictionary(samples[index].map { ($0.owner, $0.text) }, uniquingKeysWith: { first, _ in first })
    return RecordSurvey.Column(
      place: place, label: label, shown: shown, values: values[index],
      form: ValueFormat(values[index], name: label.split(separator: " ").last.map(String.init) ?? label),
      records: nodes[element].count, isOwn: isOwn, sample: owners.map { known[$0] ?? "" })
  }

  /// The key of a node; that of what it is in where it has none.
  private func name(of node: Int) -> String {
    var place = node
    while place > 0, nodes[place].isElement { place = nodes[place].parent }
    return place > 0 ? String(decoding: nodes[place].key, as: UTF8.self) : ""
  }

  private func depth(_ node: Int) -> Int {
    var (count, place) = (0, node)
    while place > 0 { (count, place) = (count + 1, nodes[place].parent) }
    return count
  }
}

enum MemberKey {
  /// Whether a key is one of many, not a name: a number, a UUID, or letters with at least two digits.
  static func isID(_ key: [UInt8]) -> Bool {
    let digits = key.count { $0 &- 0x30 <= 9 }
    let others = key.contains { byte in
      !(byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_"))
    }
    guard !others, let last = key.last else { return false }
    return digits == key.count || (key.count == 36 && digits >= 8) || (digits >= 2 && last &- 0x30 <= 9)
  }

  static func escaped(_ key: [UInt8]) -> String {
    String(decoding: key, as: UTF8.self).replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

/// The records of a table, or those at one path of JSON, with all that was found out about their values.
struct RecordSurvey: Sendable {
  struct Column: Sendable {
    /// The name in the header, or the path as `fields` takes it: `/val`, `../../id`, `#`.
    var place: String
    /// The name that says what it is: the header's, or the last keys of the path.
    var label: String
    var shown: String
    var values: ValueSurvey
    var form: ValueFormat
    var records: Int
    /// Whether the value is of the record itself, not of something around it.
    var isOwn = true
    /// The values of the first records; empty texts where there is none.
    var sample: [String] = []
  }

  /// The path to the records as `records` takes it, empty for the document; `nil` for a table.
  var path: String?
  var count: Int
  var columns: [Column]
}

/// All that was found out about a file of records of a form that nothing describes.
struct FormatSurvey: Sendable {
  /// The records: those of a table, or one list for each path of JSON that leads to several, in the order of their
  /// first places.
  var lists: [RecordSurvey] = []
  var delimiter: UInt8?
  var damaged = 0
  var fault: String?
  /// How many columns or paths were passed over, since there are too many.
  var passedOver = 0
  /// How many lines of a table come before its header.
  var skippedLines = 0

  static let maximumColumns = 512
  /// How many records are kept to compare their values with one another.
  static let sampleSize = 500
  /// The most numbers that the distributions of all columns count by themselves.
  static let maximumNumbers = 1_000_000

  /// Makes distributions coarser until all of them fit in memory.
  static func bound(_ values: inout [ValueSurvey], to maximumNumbers: Int = FormatSurvey.maximumNumbers) {
    var total = values.reduce(0) { $0 + $1.numbers.countedValues }
    guard total > maximumNumbers, var limit = values.map(\.numbers.limit).max() else { return }
    while total > maximumNumbers, limit > 64 {
      limit /= 2
      for index in values.indices where values[index].numbers.limit > limit { values[index].numbers.limit = limit }
      total = values.reduce(0) { $0 + $1.numbers.countedValues }
    }
  }
}
