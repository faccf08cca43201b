/// The scripts by which shells complete, which the argument parser writes.
enum CompletionScript {
  /// The script with words that all versions of fish understand.
  ///
  /// The parser's script asks for the cursor in the current word by `commandline -o -tC`, an error before fish 4: types,
  /// units and time zones would not complete.
  static func portable(_ text: String) -> String {
    text.replacing("(__assay_tokens -tC)", with: "(commandline -ct | string length)")
  }
}
