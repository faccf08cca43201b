import AssayPlatform
package import HealthFormats
import HealthModel

/// What the profiles say of an input.
enum ProfileMatch {
  case profile(Int)
  /// Its name is that of a profile's files, and no profile recognizes its content; the words say what is missing.
  case named(String)
  /// Its beginning cannot be read, so that nobody knows whether a profile is for it.
  case damaged(InputError)
  /// No profile is for files of its name, or it has no records.
  case none

  /// Whether the input is one of those that profiles are for, whatever its content.
  var isClaimed: Bool {
    if case .none = self { return false }
    return true
  }
}

extension FileProfiles {
  /// Finds the profile of an input, or says why there is none though its name is that of one.
  func match(_ input: ResolvedInput) throws(Failure) -> ProfileMatch {
    guard !profiles.isEmpty, Self.formats.contains(input.format) else { return .none }
    let path = input.contentPath
    let name = PathText.name(of: path)
    let named = profiles.indices.filter { index in
      let profile = profiles[index]
      return profile.formats.isEmpty && profile.recognition.takes(path: path, name: name)
        && profile.isTable == (input.format == .csv)
    }
    guard !named.isEmpty else { return .none }
    if let fault = input.fault { return .damaged(fault) }
    let beginning: [UInt8]?
    do throws(InputError) {
      beginning = try input.beginning()
    } catch {
      if case .damaged = error { return .damaged(error) }
      return .none
    }
    let content = FormatContent(beginning ?? [], input.format)
    let found = named.filter { content.lack(of: profiles[$0]) == nil }
    guard found.count < 2 else { throw ambiguous(input, found) }
    if let found = found.first { return .profile(found) }
    // A profile of any name says nothing of a file by its name.
    let own = named.filter { !profiles[$0].recognition.names.isEmpty }
    guard beginning != nil, !own.isEmpty, content.mayHaveRecords(input.format) else { return .none }
    let lacks = own.compactMap { index in content.lack(of: profiles[index]).map { (index: index, lack: $0) } }
    guard let nearest = lacks.min(by: { $0.lack.count < $1.lack.count }) else { return .none }
    return .named("the name is that of \(profiles[nearest.index].shownName), and \(nearest.lack.words)")
  }

  private static let formats: [InputFormat] = [.csv, .json, .jsonLines]

  private func ambiguous(_ input: ResolvedInput, _ found: [Int]) -> Failure {
    .usage(
      "\(TextEscaping.escaped(input.displayPath, limit: 1000)): the profiles \(profiles[found[0]].shownName) and "
        + "\(profiles[found[1]].shownName) both recognize it; name the plugin of one of them alone, or say in "
        + "assay.yaml how the file is read")
  }

  /// An input whose format its content does not tell, by the format that its name says, if profiles are for such names.
  ///
  /// - Returns: the input; `nil` if no profile is for its name.
  func input(named path: String, within boundary: FolderBoundary?) -> ResolvedInput? {
    guard !profiles.isEmpty, let format = InputFormat(named: path), Self.formats.contains(format) else { return nil }
    let name = PathText.name(of: path)
    let isTaken = profiles.contains { profile in
      let wanted = profile.recognition
      return !wanted.names.isEmpty && profile.isTable == (format == .csv) && wanted.takes(path: path, name: name)
    }
    guard isTaken else { return nil }
    return try? ResolvedInput.resolve(path: path, format: format, within: boundary)
  }

  /// Why a profile does not recognize an input, for whoever writes the profile.
  ///
  /// - Returns: what of the name, the columns and the keys does not hold; `nil` if all do.
  package func mismatch(of profile: FileProfile, _ input: ResolvedInput) -> String? {
    let path = input.contentPath
    guard profile.recognition.takes(path: path, name: PathText.name(of: path)) else {
      let globs = profile.recognition.names.map { "`\(TextEscaping.escaped($0, limit: 100))`" }
      return "its name does not match \(Suggestion.alternatives(globs))"
    }
    guard Self.formats.contains(input.format), profile.isTable == (input.format == .csv) else {
      return "it is read as \(input.format.rawValue), and the profile is for \(profile.isTable ? "tables" : "JSON")"
    }
    if let fault = input.fault { return "it cannot be read: \(TextEscaping.escaped(fault.description, limit: 300))" }
    return FormatContent((try? input.beginning()) ?? [], input.format).lack(of: profile)?.words
  }
}

extension FileProfile {
  /// Whether it reads tables; otherwise it reads JSON.
  var isTable: Bool { data.layout.records == nil }
}

/// The beginning of a file, compared with what profiles recognize.
struct FormatContent {
  /// What a file lacks of a profile's form.
  struct Lack {
    var count: Int
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
