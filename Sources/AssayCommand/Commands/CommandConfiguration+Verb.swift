import ArgumentParser

extension CommandConfiguration {
  /// The configuration of a verb.
  ///
  /// It says that the verb is below the command, so that a parser that begins at the verb does not look for
  /// `--generate-completion-script` first: that is the root's, and looking takes as long as reading the arguments.
  static func verb(_ name: String, abstract: String, discussion: String = "") -> CommandConfiguration {
    CommandConfiguration(commandName: name, _superCommandName: "assay", abstract: abstract, discussion: discussion)
  }
}
