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
    /// The parents' values, a bit for each, that are looked for anew in each value that is here.
    var scope: UInt64 = 0
    /// The profile whose records lie further in, if another form than `wantsArray` says is reported; -1 for none.
    var strict = -1
    /// Whether an array leads on from here, and not an object.
    var wantsArray = false
    /// The member without which what is here is counted, by the number of its watched text; -1 for none.
    var required = -1
    var missing = -1
    /// How many steps of a records path lead here; -1 beside such a path.
    var depth = -1

    /// Whether some path goes on from here.
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
    /// The samples that are made of each record, each with the way its layout writes times.
    var recipes: [RecordRecipe] = []

    /// Whether a record that is neither an object nor an array has no field.
    var needsObject: Bool { nodes[0].columns.isEmpty && !nodes[0].children.isEmpty }
  }

  /// The most values of parents, of all records together.
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
  let fault: RecordPathError?

  /// The texts that layouts give to samples: names, types and constants.
  let texts: [UInt8]
  /// The texts that are counted around the records, and what each is counted as.
  let watched: [(text: String, name: String)]

  init(_ layout: TableLayout) {
    var builder = RecordPlanBuilder()
    var fault: RecordPathError?
    do throws(RecordPathError) {
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
    texts = builder.recipes.texts
    watched = builder.watched
    self.fault = fault
  }
}
