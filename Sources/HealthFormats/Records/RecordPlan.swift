import HealthModel

/// The paths of a layout as trees that are followed together with the text: one around the records, and one in each
/// kind of record.
///
/// It is made once and shared by all chunks of an input.
package final class RecordPlan: Sendable {
  /// A place in the document around the records.
  struct Node: Sendable {
    /// The members or elements that some path names.
    var children: [(name: [UInt8], node: Int)] = []
    /// The node of all others; -1 for none.
    var any = -1
    /// The number of the profile whose records are here; -1 for none.
    var profile = -1
    /// The parents' values that are here, and those that are the key of what is here.
    var captures: [Int] = []
    var keys: [Int] = []
    /// The numbers of the texts that are counted here.
    var watched: [Int] = []
    /// Why nothing is read if a value is here.
    var refusal: SyntaxDetail?
    /// The parents' values, a bit for each, that are looked for anew in each value that is here.
    var scope: UInt64 = 0
    /// The profile whose records lie further in, if another form than `wantsArray` says is reported; -1 for none.
    var strict = -1
    var wantsArray = false
    /// The member without which what is here is counted, by the number of its watched text; -1 for none.
    var required = -1
    var missing = -1
    /// How many steps of a records path lead here; -1 beside such a path.
    var depth = -1

    var isInner: Bool { any >= 0 || !children.isEmpty }
  }

  struct RecordNode: Sendable {
    var children: [(name: [UInt8], number: Int, node: Int)] = []
    var columns: [Int] = []
  }

  struct Profile: Sendable {
    var path: String
    /// The paths of its fields as they are written, each once: the columns of its records.
    var columns: [String] = []
    /// The places in a record, the record itself first.
    var nodes = [RecordNode()]
    var parents: [(column: Int, capture: Int)] = []
    /// The columns that have the record's own key.
    var keys: [Int] = []
    /// The parents' values, a bit for each, that its records have.
    var scope: UInt64 = 0
    var recipes: [SampleRecipe] = []

    /// Whether a record that is neither an object nor an array has no field.
    var needsObject: Bool { nodes[0].columns.isEmpty && !nodes[0].children.isEmpty }
  }

  static let maximumParents = 64

  let nodes: [Node]
  let profiles: [Profile]
  /// The places in the records of each profile.
  let trees: [RecordTree]
  let placeCount: Int
  /// How many steps lead from the document to the value in which each parent's value is looked for.
  let captureDepths: [Int]
  /// Whether the document itself, or each of its elements, is a record.
  let isWhole: Bool
  /// Why the layout cannot be used; a layout of the configuration has been checked.
  let fault: SyntaxError?

  /// The samples that are made of each profile's records.
  let samples: SamplePlan
  /// The texts that are counted around the records, and what each is counted as.
  let watched: [(text: String, name: String)]

  init(_ layout: TableLayout) {
    var builder = RecordPlanBuilder()
    var fault: SyntaxError?
    do {
      let layouts = [layout] + layout.further
      for layout in layouts { try builder.add(layout) }
      for watched in layout.records?.watched ?? [] { try builder.add(watched) }
      try builder.checkNesting()
      try builder.checkIDs(layouts)
    } catch {
      fault = error
    }
    nodes = builder.nodes
    profiles = builder.profiles
    var trees: [RecordTree] = []
    var count = 0
    for profile in builder.profiles {
      trees.append(RecordTree(profile, after: count))
      count += profile.nodes.count
    }
    self.trees = trees
    placeCount = count
    captureDepths = builder.captures.map(\.depth)
    isWhole = builder.isWhole
    samples = SamplePlan(builder.profiles.map(\.recipes), builder.recipes)
    watched = builder.watched
    self.fault = fault
  }
}

/// Puts the trees of a plan together.
struct RecordPlanBuilder {
  private(set) var nodes = [RecordPlan.Node()]
  private(set) var profiles: [RecordPlan.Profile] = []
  private(set) var captures: [(base: Int, path: FieldPath, depth: Int)] = []
  private(set) var isWhole = false
  private(set) var recipes = RecipeBuilder(isTable: false)
  private(set) var watched: [(text: String, name: String)] = []

  mutating func add(_ layout: TableLayout) throws(SyntaxError) {
    let records = layout.records ?? RecordLayout()
    let places = Set(records.fields.values).union(layout.mapping.places)
    let profile = try add(records.records, places.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    if let name = records.missing { try addStrict(records.records, profile, name) }
    profiles[profile].recipes += recipes.recipes(of: layout, profiles[profile].columns, path: profile)
  }

  mutating func add(_ value: RecordLayout.WatchedValue) throws(SyntaxError) {
    var node = 0
    for step in try RecordPath(value.path).steps { node = child(of: node, step, depth: -1) }
    nodes[node].refusal = value.refusal
    guard value.refusal == nil else { return }
    nodes[node].watched.append(watched.count)
    watched.append((value.text, value.name))
  }

  /// Makes the way to records strict, the document apart, and counts what lacks its last step.
  private mutating func addStrict(_ path: String, _ profile: Int, _ name: String) throws(SyntaxError) {
    var node = 0
    for step in try RecordPath(path).steps {
      if node > 0 {
        nodes[node].strict = profile
        nodes[node].wantsArray = step == .any
      }
      let next = child(of: node, step, depth: -1)
      if nodes[next].profile == profile, nodes[node].missing < 0 {
        nodes[node].required = next
        nodes[node].missing = watched.count
        watched.append(("", name))
      }
      node = next
    }
  }

  /// Adds records and the paths of their fields; returns the number of their profile.
  private mutating func add(_ text: String, _ fields: [String]) throws(SyntaxError) -> Int {
    let path = try RecordPath(text)
    var line = [0]
    nodes[0].depth = 0
    for step in path.steps { line.append(child(of: line[line.count - 1], step, depth: line.count)) }
    let end = line[line.count - 1]
    if nodes[end].profile < 0 {
      nodes[end].profile = profiles.count
      profiles.append(RecordPlan.Profile(path: text))
    }
    let profile = nodes[end].profile
    if path.steps.isEmpty, nodes[0].any < 0 {
      // The elements of a document that is an array.
      isWhole = true
      nodes[0].any = nodes.count
      nodes.append(RecordPlan.Node(profile: profile, depth: 1))
    }
    for field in fields where !profiles[profile].columns.contains(field) {
      try RecordLayout.check(field: field, from: text)
      let column = profiles[profile].columns.count
      profiles[profile].columns.append(field)
      try add(try FieldPath(field), column, to: profile, line)
    }
    return profile
  }

  func checkNesting() throws(SyntaxError) {
    if isWhole, profiles.count > 1 { throw SyntaxError("the document is a record, so no other path leads to records") }
    for node in nodes.dropFirst(isWhole ? 1 : 0) where node.profile >= 0 && node.isInner {
      throw SyntaxError("the records at \(profiles[node.profile].path) hold what another path leads to")
    }
  }

  func checkIDs(_ layouts: [TableLayout]) throws(SyntaxError) {
    for profile in profiles
    where TableLayout.shareID(layouts.filter { ($0.records ?? RecordLayout()).isAt(profile.path) }) {
      throw SyntaxError("one `uuid` is for several samples of a record")
    }
  }

  private mutating func add(_ path: FieldPath, _ column: Int, to profile: Int, _ line: [Int]) throws(SyntaxError) {
    if path.isKey, path.levels == 0 { return profiles[profile].keys.append(column) }
    guard path.levels > 0 else { return addInner(path.names, column, to: profile) }
    let depth = line.count - 1 - path.levels
    let base = line[depth]
    var capture = captures.firstIndex { $0.base == base && $0.path.names == path.names && $0.path.isKey == path.isKey }
    if capture == nil {
      guard captures.count < RecordPlan.maximumParents else {
        throw SyntaxError("more than \(RecordPlan.maximumParents) fields are outside of their records")
      }
      capture = captures.count
      nodes[base].scope |= 1 << UInt64(captures.count)
      var place = base
      for name in path.names { place = child(of: place, .name(name), depth: -1) }
      if path.isKey { nodes[base].keys.append(captures.count) } else { nodes[place].captures.append(captures.count) }
      captures.append((base, path, depth))
    }
    if let capture {
      profiles[profile].parents.append((column, capture))
      profiles[profile].scope |= 1 << UInt64(capture)
    }
  }

  private mutating func addInner(_ names: [[UInt8]], _ column: Int, to profile: Int) {
    var place = 0
    for name in names {
      if let known = profiles[profile].nodes[place].children.first(where: { $0.name == name }) {
        place = known.node
        continue
      }
      let node = profiles[profile].nodes.count
      profiles[profile].nodes.append(RecordPlan.RecordNode())
      profiles[profile].nodes[place].children.append((name, Self.number(name), node))
      place = node
    }
    profiles[profile].nodes[place].columns.append(column)
  }

  private mutating func child(of parent: Int, _ step: RecordPath.Step, depth: Int) -> Int {
    let known: Int
    switch step {
    case .any: known = nodes[parent].any
    case .name(let name): known = nodes[parent].children.first { $0.name == name }?.node ?? -1
    }
    let node = known < 0 ? nodes.count : known
    if known < 0 {
      nodes.append(RecordPlan.Node())
      switch step {
      case .any: nodes[parent].any = node
      case .name(let name): nodes[parent].children.append((name, node))
      }
    }
    nodes[node].depth = max(nodes[node].depth, depth)
    return node
  }

  /// The number of an array's element that a name is; -1 for other names.
  private static func number(_ name: [UInt8]) -> Int {
    guard name.count < 10, !name.isEmpty, name.allSatisfy({ $0 &- 0x30 <= 9 }), name.count == 1 || name[0] != 0x30
    else { return -1 }
    return name.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }
}

/// The places in the records of one path, put flat: a record is read without counting who holds an array of the plan.
final class RecordTree: Sendable {
  struct Node: Sendable {
    /// The members or elements that some path names, in `children`.
    let children: Range<Int>
    let columns: Range<Int>
  }

  /// A member or element that some path names.
  struct Child: Sendable {
    /// Where its name is in `names`.
    let start: Int
    let count: Int
    /// Its number if the name is one; -1 for other names.
    let number: Int
    let node: Int
  }

  let nodes: [Node]
  let children: [Child]
  let columns: [Int]
  private let names: [UInt8]
  let width: Int
  /// Whether a record that is neither an object nor an array has no field.
  let needsObject: Bool
  let parents: [(column: Int, capture: Int)]
  /// The columns that have the record's own key.
  let keys: [Int]
  let base: Int

  init(_ profile: RecordPlan.Profile, after base: Int) {
    var (nodes, children, columns, names): ([Node], [Child], [Int], [UInt8]) = ([], [], [], [])
    for node in profile.nodes {
      let (firstChild, firstColumn) = (children.count, columns.count)
      for child in node.children {
        children.append(Child(start: names.count, count: child.name.count, number: child.number, node: child.node))
        names += child.name
      }
      columns += node.columns
      nodes.append(Node(children: firstChild..<children.count, columns: firstColumn..<columns.count))
    }
    (self.nodes, self.children, self.columns, self.names) = (nodes, children, columns, names)
    width = profile.columns.count
    needsObject = profile.needsObject
    parents = profile.parents
    keys = profile.keys
    self.base = base
  }

  /// The place of a member by its name, which has no escapes; -1 if no path names it.
  @inline(__always) func child(_ name: Range<Int>, of node: Int, in bytes: RawSpan) -> Int {
    for index in nodes[node].children {
      let child = children[index]
      if child.count == name.count, bytes.equals(name, names, from: child.start) { return child.node }
    }
    return -1
  }

  /// The place of an element by its number; -1 if no path names it.
  func child(number: Int, of node: Int) -> Int {
    for index in nodes[node].children where children[index].number == number { return children[index].node }
    return -1
  }
}
