/// A problem that libyaml reports, in plain words with advice.
struct YAMLFailureWords {
  /// Where a finding points.
  enum Place {
    /// Where libyaml noticed the problem; where the broken part begins if that is only at the end of the file.
    case problem
    /// Where the key, text or list begins that is broken.
    case beginning
  }

  /// A part of libyaml's words.
  let problem: String
  var place = Place.problem
  let message: String
  let hint: String

  /// The problems that people meet, the more specific ones first.
  static let all = [
    YAMLFailureWords(
      problem: "mapping values are not allowed", message: "a `:` where no key is allowed",
      hint: "put text with `: ` in quotes, and check the indentation"),
    YAMLFailureWords(
      problem: "could not find expected ':'", place: .beginning, message: "a key without `:`",
      hint: "write it as `key: value`; indent the further lines of a text"),
    YAMLFailureWords(
      problem: "expected key", message: "neither a key of the map above nor a part of its last value",
      hint: "begin all keys of a map in the same column; put quotes around a whole value"),
    YAMLFailureWords(
      problem: "expected '-' indicator", message: "not an item of the list above",
      hint: "begin each item of a list with `- ` in the same column"),
    YAMLFailureWords(
      problem: "expected ',' or ']'", message: "a list in brackets lacks a comma or its `]`",
      hint: "write it as [a, b]; put text with a comma, a quote or a bracket in quotes"),
    YAMLFailureWords(
      problem: "expected ',' or '}'", message: "a map in braces lacks a comma or its `}`",
      hint: "write it as {key: value, other: value}; put text with a comma, a quote or a brace in quotes"),
    YAMLFailureWords(
      problem: "expected node content", message: "a value is missing",
      hint: "remove the comma or bracket, or put text that begins with it in quotes"),
    YAMLFailureWords(
      problem: "block sequence entries are not allowed", message: "a list item where no list can begin",
      hint: "begin the list on the line after its key, or write it as [a, b]; put text that begins with `- ` in quotes"),
    YAMLFailureWords(
      problem: "mapping keys are not allowed", message: "a `?` where no value can begin with it",
      hint: "put text that begins with `? ` in quotes"),
    YAMLFailureWords(
      problem: "unexpected end of stream", place: .beginning, message: "the quote that begins here is never closed",
      hint: "end the text with the same quote; write `''` for a single quote in single quotes"),
    YAMLFailureWords(
      problem: "unexpected document indicator", place: .beginning,
      message: "the quote that begins here is never closed",
      hint: "end the text with the same quote; write `''` for a single quote in single quotes"),
    YAMLFailureWords(
      problem: "found unexpected ':'", message: "a `:` in text without quotes, between brackets or braces",
      hint: "put a blank after the `:` of a key, and text with `:` in quotes"),
    YAMLFailureWords(
      problem: "unknown escape character", message: "an unknown escape sequence in double quotes",
      hint: "write `\\\\` for a backslash, or put the text in single quotes"),
    YAMLFailureWords(
      problem: "hexdecimal number", message: "an escape sequence lacks hexadecimal digits",
      hint: "write `\\xNN`, `\\uNNNN` or `\\UNNNNNNNN`, or put the text in single quotes"),
    YAMLFailureWords(
      problem: "invalid Unicode character escape", message: "an escape sequence names no character of Unicode",
      hint: "write the character itself"),
    YAMLFailureWords(
      problem: "found a tab character", message: "a tab where YAML expects spaces", hint: "indent with spaces"),
    YAMLFailureWords(
      problem: "comment or line break", message: "text on the line of `|` or `>`",
      hint: "begin the text on the next line; put text that begins with `|` or `>` in quotes"),
    YAMLFailureWords(
      problem: "indentation indicator equal to 0", message: "an indentation of 0 after `|` or `>`",
      hint: "leave the number out, or write one from 1 to 9"),
  ]
}
