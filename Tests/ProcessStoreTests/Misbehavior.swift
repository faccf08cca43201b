import HealthPlugins
import HealthStorage
import HealthTestKit
import Testing

/// One way in which a plugin breaks the protocol, and what must come of it.
struct Misbehavior: Sendable, CustomTestStringConvertible {
  /// What `misbehaving.py` does.
  let mode: String
  /// One of these codes ends it; none when it is no fault.
  let codes: Set<StorageError.Code>
  /// What the message must hold.
  let words: String
  /// How many commits came back before it.
  let commits: Int
  /// For how many milliseconds it may be silent.
  let patience: Int
  /// How many times it is started again.
  let restarts: Int
  /// When `line_store.py` kills itself.
  let die: String?
  /// How many times its patience it may say only `working`.
  let workingTimes: Int

  var testDescription: String { mode }

  init(
    _ mode: String, _ codes: Set<StorageError.Code>, _ words: String = "", commits: Int = 0, patience: Int = 20_000,
    restarts: Int = 1, die: String? = nil, workingTimes: Int = 120
  ) {
    self.mode = mode
    self.codes = codes
    self.words = words
    self.commits = commits
    self.patience = patience
    self.restarts = restarts
    self.die = die
    self.workingTimes = workingTimes
  }

  static let all: [Misbehavior] = beforeHello + behindHello + writing + committing + answering + withoutEnd + harmless

  private static let beforeHello = [
    Misbehavior("banner", [.pluginHello], #"printed text before its hello: `Welcome to \u{1B}[31mmy plugin`"#),
    Misbehavior("silent", [.pluginTimeout], "said no hello within 15000 ms", patience: 15_000),
    Misbehavior("half_line", [.pluginHello], #"printed text before its hello: `{"t":"hel`"#, patience: 15_000),
    Misbehavior("half_line_and_exit", [.pluginHello], #"{"t":"hel"#),
    Misbehavior("endless_line", [.pluginFlood], "a line of more than 8388608 bytes"),
    Misbehavior("exit_at_once", [.pluginExited], #"with status 3 before its hello; on standard error: no \u{1B}[2J"#),
    Misbehavior("future_version", [.pluginHello], "speaks version 2 of the protocol, and this program versions 1 to 1"),
    Misbehavior("rows_first", [.pluginFlood], "rows that were not requested"),
    Misbehavior("mandatory_level", [.pluginHello], "`encryption`"),
    Misbehavior("no_credits", [.pluginHello], "wrong or missing `credits`"),
    Misbehavior("refuses_store", [.pluginConfiguration], #"says: no such \u{202E} place; make one"#),
  ]

  private static let behindHello = [
    Misbehavior("exit_after_hello", [.pluginExited], "with status 3 before Assay asked it to; on standard error: lost"),
    Misbehavior("rows_nobody_asked_for", [.pluginFlood], "2 rows that were not requested"),
    Misbehavior("ack_too_early", [.pluginAckUnknown], "batch 1, which it was never sent"),
    Misbehavior("text_behind_hello", [.pluginProtocol], "not a message: `ready!`"),
    Misbehavior("closed_output", [.pluginExited], "by signal 15", restarts: 0),
    Misbehavior("stopped", [.pluginTimeout], "did not answer for 1500 ms", patience: 1500),
    Misbehavior("reads_nothing", [.pluginTimeout], patience: 1500),
  ]

  private static let writing = [
    Misbehavior("ack_twice", [.pluginAckRepeated], "acknowledged batch 1 a second time"),
    Misbehavior("ack_unknown", [.pluginAckUnknown], "acknowledged batch 100, which it was never sent"),
    Misbehavior("ack_zero", [.pluginAckUnknown], "batch 0"),
    Misbehavior("wrong_count", [.pluginAckUnknown], "5 accepted and 0 other lines, but the batch has 4"),
    Misbehavior("no_account", [.pluginAckUnknown]),
    Misbehavior("place_outside", [.pluginAckUnknown], "line 4"),
    Misbehavior("place_twice", [.pluginAckUnknown], "line 0 twice"),
    Misbehavior("half_group", [.pluginProtocol], "stored half a group"),
    Misbehavior("deep_json", [.pluginProtocol], "not a message"),
    Misbehavior("invalid_utf8", [.pluginProtocol], #"\xFF\xFE"#),
    Misbehavior("no_number", [.pluginProtocol], "wrong `batch`"),
    Misbehavior("unknown_word", [.pluginProtocol], "said `hooray`"),
    Misbehavior("line_nobody_announced", [.pluginFlood], "a sample line that it had not announced"),
    Misbehavior("hangs_on_batch", [.pluginTimeout], "the acknowledgement of batch 1 was due", patience: 1500),
    Misbehavior("config_error", [.pluginConfiguration], "says: this will never do"),
    Misbehavior("data_error", [.corrupt], "says: page 7 is torn"),
    Misbehavior("system_error", [.pluginFailed], "says: no network"),
    Misbehavior("error_and_exit", [.pluginFailed], "says: the disk is gone"),
    Misbehavior("always_transient", [.pluginFailed], "says: come back later; it was started again once"),
    Misbehavior("dies_on_batch", [.pluginExited], "by signal 9"),
  ]

  private static let committing = [
    Misbehavior("wrong_commit", [.pluginAckUnknown], "commit 2, which was not requested"),
    Misbehavior("commit_twice", [.pluginAckRepeated], "commit 1 a second time", commits: 1),
    Misbehavior("hangs_on_commit", [.pluginTimeout], "the answer to commit 1 was due", patience: 1500),
    Misbehavior("forgets_commits", [.pluginProtocol], "does not remember commit 1", commits: 1),
  ]

  private static let answering = [
    Misbehavior("rows_out_of_order", [.pluginProtocol], "answers out of order", commits: 2),
    Misbehavior("rows_twice", [.pluginProtocol], "answers out of order", commits: 2),
    Misbehavior("endless_answer", [.pluginProtocol], "answers out of order", commits: 2),
    Misbehavior("other_sample", [.corrupt], "not the one its row", commits: 2),
    Misbehavior("other_digest", [.corrupt], "otherwise than it was stored", commits: 2),
    Misbehavior("no_sample", [.corrupt, .incompatible], commits: 2),
    Misbehavior("sample_is_text", [.pluginProtocol], "`sample` is not an object", commits: 2),
    Misbehavior("huge_rows", [.pluginFlood], commits: 2),
    Misbehavior("more_than_announced", [.pluginProtocol], "more than the 2 lines", commits: 2),
    Misbehavior("other_question", [.pluginFlood], "rows that were not requested", commits: 2),
  ]

  /// What goes on and never becomes an answer.
  ///
  /// A slow one is ended by the time, a fast one also by its size.
  private static let withoutEnd = [
    Misbehavior("logs_slowly", [.pluginTimeout], "did not answer for 1500 ms", patience: 1500),
    Misbehavior("logs_fast", [.pluginTimeout, .pluginFlood], patience: 1500),
    Misbehavior("many_logs", [.pluginFlood], "10000 lines that are not part of an answer", patience: 100_000),
    Misbehavior("large_logs", [.pluginFlood], "4194304 bytes that are not part of an answer", patience: 100_000),
    Misbehavior("credits_slowly", [.pluginTimeout], "did not answer for 1500 ms", patience: 1500),
    Misbehavior(
      "works_slowly", [.pluginTimeout], "said nothing but `working` for 3000 ms", patience: 1500, workingTimes: 2),
    Misbehavior("works_and_logs", [.pluginTimeout], "nothing but `working`", patience: 1500, workingTimes: 2),
    Misbehavior("works_unread", [.pluginTimeout], patience: 1500, workingTimes: 2),
    Misbehavior("drips", [.pluginTimeout], "did not answer for 1500 ms", patience: 1500),
    Misbehavior("shouts_slowly", [.pluginTimeout], "did not answer for 1500 ms", patience: 1500),
    Misbehavior("empty_lines", [.pluginProtocol], "not a message: ``"),
    Misbehavior("unknown_words", [.pluginProtocol], "said `hooray`"),
    Misbehavior("endless_line_later", [.pluginFlood], "a line of more than 8388608 bytes"),
    Misbehavior("empty_rows_slowly", [.pluginTimeout], "did not answer for 1500 ms", commits: 2, patience: 1500),
    Misbehavior("empty_deletions", [.pluginTimeout], "did not answer for 1500 ms", commits: 2, patience: 1500),
    Misbehavior("half_rows", [.pluginTimeout], "did not answer for 1500 ms", commits: 2, patience: 1500),
    Misbehavior("another_type", [.pluginProtocol], "a sample that does not match it", commits: 2),
  ]

  /// What looks odd and is allowed.
  private static let harmless = [
    Misbehavior("endless_stderr", [], commits: 2), Misbehavior("understood_level", [], commits: 2),
    Misbehavior("chatter", [], commits: 2), Misbehavior("works_for_long", [], commits: 2, patience: 1500),
    Misbehavior("not_durable", [], commits: 2), Misbehavior("transient_once", [], commits: 2),
    Misbehavior("dies_in_answer", [], commits: 2, die: "in-answer:1"),
    Misbehavior("ignores_sigterm", [], commits: 2), Misbehavior("grandchild", [], commits: 2),
    Misbehavior("daemon", [], commits: 2),
  ]
}
