import AssayPlatform
import HealthPluginKit
import HealthStorage

/// A part of an answer that comes in parts.
enum AnswerPart {
  /// Samples.
  case rows(SampleLines)
  /// Columns of samples, as lines, and the names that are new in them.
  case columns(ColumnNames, count: Int, text: [UInt8])
  /// Samples that were deleted.
  case deletions([DeletedSample])
  /// The end of a commit.
  case endOfCommit(Int64)
}

extension PluginConversation {
  /// How many parts are read after the wish to end an answer, before the process is ended instead.
  ///
  /// They are more than can have been on their way. Nor is read longer than an answer may take, or a plugin could go on
  /// for hours part by part.
  private static let patience = 4096

  /// Asks a question and passes the parts of its answer to a function, until that returns `false`.
  ///
  /// - Parameters:
  ///   - what: what is waited for, for messages.
  ///   - question: makes the message from its number.
  ///   - body: receives a part.
  /// - Returns: the anchor that the end of the answer names; `nil` when it names none, or was not waited for.
  /// - Throws: `PluginFailure`, also that of the function.
  func stream(
    _ what: String, _ question: (Int64) -> HostMessage,
    _ body: (AnswerPart) async throws(PluginFailure) -> Bool
  ) async throws(PluginFailure) -> Int64? {
    let number = ask(isAnsweredByRows: true, question)
    var isWanted = true
    var unwanted = 0
    var unwantedSince = 0
    while true {
      let arrival = try await receive(what)
      let part: AnswerPart
      switch arrival {
      case .rows(_, let count, let text): part = .rows(try await lines(text, count: count))
      case .columns(_, let count, let names, let text): part = .columns(names, count: count, text: text)
      case .message(.deletions(number, let samples)): part = .deletions(samples)
      case .message(.mark(number, let commit)): part = .endOfCommit(commit)
      case .message(.end(number, let anchor)):
        channel.expectRows(for: nil)
        return isWanted ? anchor : nil
      case .message(.error(_, _, let error)):
        channel.expectRows(for: nil)
        // Of an answer that was cut off nothing more is wanted, whatever it ends with.
        guard isWanted else { return nil }
        throw refusal(error)
      default: throw await unexpected(arrival, insteadOf: what)
      }
      if isWanted {
        isWanted = try await body(part)
        if !isWanted {
          unwantedSince = MonotonicTime.milliseconds()
          send(.cancel(ask: number))
        }
      } else {
        unwanted += 1
        let waited = MonotonicTime.milliseconds() - unwantedSince
        guard unwanted < Self.patience, waited < channel.limits.answerMilliseconds else {
          await dismiss()
          return nil
        }
      }
    }
  }

  private func lines(_ text: [UInt8], count: Int) async throws(PluginFailure) -> SampleLines {
    let fault: PluginError
    do throws(PluginError) {
      return try SampleLines(parsing: text, count: count)
    } catch {
      fault = error
    }
    throw await broken(.pluginProtocol, "wrote rows that cannot be read: \(fault.message)")
  }
}
