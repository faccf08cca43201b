import HealthModel

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
