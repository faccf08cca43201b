extension EnumDefinition {
  /// The text that an export of Apple Health writes for a case: its own, or the enum's name followed by the case's with a
  /// capital letter.
  ///
  /// The case's name alone where the enum has no name elsewhere.
  package func exportText(of item: EnumCase) -> String {
    if let text = item.exports.first { return text }
    guard let identifier else { return item.name }
    return identifier + item.name.prefix(1).uppercased() + item.name.dropFirst()
  }
}
