import HealthFormats
import HealthModel

/// The beginning of a file, compared with what profiles recognize.
struct FormContent {
  /// What a file lacks of a profile's form.
  struct Lack {
    /// How many columns or keys are missing.
    var count: Int
    /// What is missing, for people.
    var words: String
  }

  private let bytes: [UInt8]
  private let keys: Set<[UInt8]>

  /// How many lines are searched for the header, to suggest `skip_lines`.
  private static let maximumSkipped = 8
  private static let shownNames = 4

  init(_ bytes: [UInt8], _ format: InputFormat) {
    self.bytes = bytes
    keys = format == .csv ? [] : FormBeginning.keys(in: bytes)
  }

  /// What the file lacks of a profile's columns and keys; `nil` if it has them all.
  func lack(of profile: FileProfile) -> Lack? {
    let wanted = profile.recognition
    if !wanted.columns.isEmpty {
      let columns = FormBeginning.columns(in: bytes, by: profile.data.layout)
      let missing = wanted.columns.filter { !columns.contains($0) }
      if !missing.isEmpty {
        return Lack(
          count: missing.count,
          words: unreadable
            ?? "the header lacks the column\(missing.count == 1 ? "" : "s") \(Self.list(missing))"
            + (advice(of: profile, columns, missing).map { "; \($0)" } ?? ""))
      }
    }
    let missing = wanted.keys.filter { !keys.contains(Array($0.utf8)) }
    guard !missing.isEmpty else { return nil }
    return Lack(
      count: missing.count,
      words: unreadable ?? "the JSON lacks the key\(missing.count == 1 ? "" : "s") \(Self.list(missing))")
  }

  /// Why there are neither columns nor keys.
  private var unreadable: String? {
    guard bytes.contains(where: { $0 > 0x20 }) else { return "the file is empty" }
    return FormBeginning.foreignEncoding(of: bytes).map { "it is \($0), not UTF-8" }
  }

  /// What may be meant: a header in another line, or a column of a similar name.
  private func advice(of profile: FileProfile, _ columns: [String], _ missing: [String]) -> String? {
    var layout = profile.data.layout
    let skipped = layout.skippedLines
    for count in 0...Self.maximumSkipped where count != skipped {
      layout.skippedLines = count
      let other = FormBeginning.columns(in: bytes, by: layout)
      if profile.recognition.columns.allSatisfy(other.contains) {
        return "line \(count + 1) has them: " + (count == 0 ? "leave out `skip_lines`" : "write `skip_lines: \(count)`")
      }
    }
    let near = Suggestion.nearest(to: missing[0], among: columns.filter { !$0.isEmpty })
    return near.map { "did you mean `\(TextEscaping.escaped($0, limit: 60))`?" }
  }

  /// Whether the file may have records: JSON all of whose arrays are empty is an export of a time without data.
  func mayHaveRecords(_ format: InputFormat) -> Bool {
    guard format != .csv else { return true }
    var arrays = 0
    var isInString = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\\"), isInString {
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if byte == UInt8(ascii: "["), !isInString {
        arrays += 1
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        if index < bytes.count, bytes[index] != UInt8(ascii: "]") { return true }
      }
    }
    return arrays == 0
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(shownNames).map { "`\(TextEscaping.escaped($0, limit: 80))`" }
    let rest = names.count - shown.count
    guard rest == 0 else { return shown.joined(separator: ", ") + " and \(rest) more" }
    return shown.dropLast().joined(separator: ", ") + (shown.count > 1 ? " and " : "") + (shown.last ?? "")
  }
}
