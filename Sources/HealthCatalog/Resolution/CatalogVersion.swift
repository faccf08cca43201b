import HealthModel

/// A version of Assay, as `needs` names it: numbers with dots, compared number by number.
package struct CatalogVersion: Comparable {
  private var parts: [Int]

  /// Reads one to four numbers of at most six digits.
  package init?(_ text: String) {
    let pieces = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard pieces.count <= 4 else { return nil }
    parts = []
    for piece in pieces {
      let isNumber = piece.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      guard isNumber, piece.count <= 6, let number = Int(String(Substring(piece))) else { return nil }
      parts.append(number)
    }
    while parts.last == 0 { parts.removeLast() }
  }

  package static func < (left: CatalogVersion, right: CatalogVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

extension CatalogDecoder {
  /// Checks `needs` and `schema`; false when the file is for another version, so that nothing else in it can be judged.
  mutating func isReadable(_ node: YAMLNode, version: String) -> Bool {
    if let entry = node.entry("needs") {
      guard let text = entry.value.text, let needed = CatalogVersion(text) else {
        report(.catalogKeyKind, "`needs` takes a version such as \"1.4\"", at: entry.value.mark)
        return false
      }
      if let own = CatalogVersion(version), own < needed {
        report(
          .catalogVersion, "this file needs version \(CatalogText.shown(text)) of assay, this is \(version)",
          at: entry.value.mark, hint: "install a newer version, or take a file made for this one")
        return false
      }
    }
    guard let entry = node.entry("schema"), entry.value.content != .scalar(text: "1", isQuoted: false) else {
      return true
    }
    let text = entry.value.text ?? ""
    if case .scalar(text: _, isQuoted: false) = entry.value.content, Self.decimal(text)?.isIntegerLiteral == true {
      report(
        .catalogVersion, "this file uses schema \(CatalogText.shown(text)), this version of assay knows schema 1",
        at: entry.value.mark, hint: "install a newer version, or take a file made for this one")
    } else {
      report(.catalogKeyKind, "`schema` takes the number 1", at: entry.value.mark)
    }
    return false
  }
}
