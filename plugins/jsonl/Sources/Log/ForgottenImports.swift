import HealthModel
import HealthStorage

/// Removes the names of inputs from `commits.jsonl`, when it must no longer show what was imported from them.
///
/// The log is written anew beside itself and put in its place in one step. Each line keeps its length, so that the
/// places that readers know stay right; what named the input is overwritten and the line sealed again.
struct ForgottenImports {
  private static let filler = UInt8(ascii: "*")
  private static let fields = ["input", "path", "prefix_hash", "details"]

  let place: StoreFolder
  let inputs: Set<String>

  /// Whether a name is what is left of one that was taken out.
  static func isForgotten(_ input: String) -> Bool { !input.isEmpty && input.utf8.allSatisfy { $0 == filler } }

  /// Writes the log anew; the lock must be held.
  ///
  /// - Throws: an error; the log is as it was then, or written anew as a whole.
  func run(_ state: StoreState) throws -> Bool {
    guard state.inputs.contains(where: inputs.contains) else { return false }
    let log = LogRewrite(place: place)
    guard try log.write(blanked).length == state.logLength else {
      throw StorageError.corrupt(place, "\(StoreFolder.log) is not as long as it was")
    }
    try log.publish()
    return true
  }

  /// A line without the names, when it is about one of the inputs.
  private func blanked(_ line: [UInt8]) -> [UInt8] {
    guard SealedLine.crc(0..<line.count, in: line) != nil,
      let progress = CanonicalObject.value(of: "import", of: 0..<line.count, in: line),
      let input = CanonicalObject.value(of: "input", of: progress, in: line),
      let text = CanonicalObject.text(of: input, in: line), inputs.contains(text)
    else { return line }
    var changed = line
    for field in Self.fields {
      guard let value = CanonicalObject.value(of: field, of: progress, in: line), value.count > 2 else { continue }
      // The hash of a beginning stays one, of zeros.
      let byte = field == "prefix_hash" ? UInt8(ascii: "0") : Self.filler
      for index in value.dropFirst().dropLast() { changed[index] = byte }
    }
    return SealedLine.resealed(changed)
  }
}
