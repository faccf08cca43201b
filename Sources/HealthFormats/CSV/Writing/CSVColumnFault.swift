import HealthModel

/// A list of columns that no table can have.
public struct CSVColumnFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem with the list, after its name, made safe to show.
  public let description: String

  init(_ description: String) { self.description = TextEscaping.escaped(description) }

  init(unknown name: String, among fields: [String]) {
    let near = Suggestion.nearest(to: name, among: fields)
    if name != "role", TableField.isTooBroad(Array(name.utf8)) {
      self.init("names `\(name)`, which is an object; name a part of it, as in \(Self.part(of: name))")
    } else {
      self.init(
        "names `\(name)`, and no column has this name; "
          + (near.map { "did you mean `\($0)`?" } ?? "the columns are in Documentation/csv.md"))
    }
  }

  private static func part(of name: String) -> String {
    switch name {
    case "source", "device": "\(name).name"
    case "members": "members.bloodPressureSystolic.value"
    case "original": "original.value"
    default: "metadata.KEY"
    }
  }
}
