import Assay
import HealthCatalog
import HealthModel
import HealthReports

/// How a comparison is written.
enum CatalogDiffForm: String {
  case text, json, markdown

  /// The changes, and what a store's samples would come to.
  func text(_ changes: [CatalogChange], stored: [StoredSampleCheck.Count]?) -> String {
    let ordered = changes.enumerated().sorted {
      $0.element.impact != $1.element.impact ? $0.element.impact > $1.element.impact : $0.offset < $1.offset
    }.map(\.element)
    switch self {
    case .text: return Self.lines(ordered, stored)
    case .json: return Self.json(ordered, stored)
    case .markdown: return Self.markdown(ordered, stored)
    }
  }

  static func summary(_ changes: [CatalogChange]) -> String {
    CatalogImpact.allCases.map { impact in "\(changes.count { $0.impact == impact }) \(impact.rawValue)" }
      .joined(separator: ", ")
  }

  private static func lines(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var text = ""
    for change in changes {
      let place = change.newMark ?? change.oldMark
      text += place.map { "\(TextEscaping.escaped($0.description, limit: 1000)): " } ?? ""
      text += "\(change.impact.rawValue)[\(change.kind.rawValue)]: \(TextEscaping.escaped(change.subject)): "
      text += TextEscaping.escaped(change.message, limit: 1000) + "\n"
    }
    for count in stored ?? [] {
      text +=
        "stored \(TextEscaping.escaped(count.type)): \(GroupedDigits.string(count.refused)) of \(GroupedDigits.string(count.read)) samples would be refused\n"
    }
    return text
  }

  private static func json(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.key("changes")
      json.array { list in
        for change in changes {
          list.object { item in
            item.member("subject", change.subject)
            item.member("definition", change.definition.rawValue)
            item.member("kind", change.kind.rawValue)
            item.member("impact", change.impact.rawValue)
            item.member("message", change.message)
            item.member("old_location", change.oldMark?.description)
            item.member("new_location", change.newMark?.description)
          }
        }
      }
      if let stored {
        json.key("stored")
        json.array { list in
          for count in stored {
            list.object { item in
              item.member("type", count.type)
              item.member("read", count.read)
              item.member("refused", count.refused)
            }
          }
        }
      }
    }
    return json.textLine
  }

  private static func markdown(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var text = "# Catalog changes: \(summary(changes))\n\n"
    if !changes.isEmpty { text += "| impact | change | subject | what |\n|---|---|---|---|\n" }
    for change in changes {
      let cells = [change.subject, change.message].map { MarkdownSentence.cell($0) }
      text += "| \(change.impact.rawValue) | \(change.kind.rawValue) | \(cells.joined(separator: " | ")) |\n"
    }
    if let stored, !stored.isEmpty {
      text += "\n| stored type | samples | would be refused |\n|---|---:|---:|\n"
      for count in stored {
        text +=
          "| \(MarkdownSentence.cell(count.type)) | \(GroupedDigits.string(count.read)) | \(GroupedDigits.string(count.refused)) |\n"
      }
    }
    return text
  }
}
