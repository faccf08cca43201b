import AssayPlatform
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// `assay export --by subject --output FOLDER`: a file for each subject.
extension ExportCommand {
  /// Writes the samples of each subject to a file of its own, and closes the store.
  ///
  /// A file that is there is replaced when the new one is complete.
  ///
  /// - Parameters:
  ///   - answer: how samples are written.
  ///   - query: which samples.
  ///   - note: what to say if there are none.
  ///   - folder: the folder, which is made if it is missing.
  ///   - store: the store.
  /// - Throws: `CommandFailure`; `ExitCode` when samples were left out or a name is not in the store.
  func write(
    _ answer: SampleAnswer, _ query: SampleQuery, _ note: String?, intoFolder folder: String,
    closing store: any StorageBackend
  ) async throws {
    do {
      try FileTree.makeFolders(folder)
    } catch {
      try? await store.close()
      throw CommandFailure("\(TextEscaping.escaped(folder, limit: 1000)): \(error)", status: ExitStatus.environment)
    }
    let registry = answer.registry
    let notes = try await OpenStore.closing(store) {
      do {
        let parts = try await query.bySubject(for: HealthStore(store, zones: ZoneFolders.database))
        let names = try parts.map { try Self.name(of: $0.subject, answer.format) }
        var omissions: [String] = []
        for (part, name) in zip(parts, names) where StopSignals.pending() == nil {
          let target = try ExportTarget(PathText.join(folder, name))
          let cut = AnswerCut(all: part.query, registry: registry)
          let end = try await answer.write(part.query, of: store, cut, to: target.output)
          // A file that is cut takes no other one's place.
          guard StopSignals.pending() == nil else { break }
          try target.finish()
          omissions += CSVAnswer.notes(end.omissions).map { "\(TextEscaping.escaped(name)): \($0)" }
        }
        let missing = try await MissingNames.notes(query, in: store, isEmpty: parts.isEmpty)
        return missing + omissions + (parts.isEmpty ? [note].compactMap(\.self) : [])
      } catch let error as StorageError {
        throw CommandFailure(error)
      } catch let error as QueryError {
        throw CommandFailure(error)
      }
    }
    if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    try MissingNames.end(notes)
  }

  /// The name of a subject's file: the subject, in which all but letters, digits and `.-_` of ASCII are written as
  /// percent signs with two digits; `_` for samples without a subject.
  ///
  /// No two subjects have one name, and none leads out of the folder.
  private static func name(of subject: String?, _ format: SampleFormat) throws -> String {
    let ending =
      switch format {
      case .csv: ".csv"
      case .json: ".json"
      case .jsonl: ".ndjson"
      case .table: ".txt"
      }
    guard let subject else { return "_" + ending }
    var name: [UInt8] = []
    for byte in subject.utf8 {
      let isPlain: Bool =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): !name.isEmpty
        default: false
        }
      if isPlain {
        name.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        name += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    // What file systems allow, less the mark of a file that is not complete.
    guard name.count <= 200 else {
      throw CommandFailure.usage(
        "the subject `\(TextEscaping.escaped(subject, limit: 80))` is too long for the name of a file; export it by "
          + "--subject")
    }
    return String(decoding: name, as: UTF8.self) + ending
  }
}
