import HealthModel

extension PathTree {
  /// The records at each path that leads to several, and the document; those without values are left out.
  func lists() -> [RecordSurvey] {
    nodes.indices.filter { nodes[$0].isElement }.compactMap(list)
  }

  /// The records at an element's path: their own values, and those around them.
  private func list(_ record: Int) -> RecordSurvey? {
    var columns: [RecordSurvey.Column] = []
    let size = min(nodes[record].count, FormSurvey.sampleSize)
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
      form: ValueForm(values[index], name: label.split(separator: " ").last.map(String.init) ?? label),
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
