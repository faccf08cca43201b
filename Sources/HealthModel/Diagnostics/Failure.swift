/// Why work ended early: a text for people, what to do, and whose mistake it is.
///
/// ```swift
/// throw Failure("no type is called `puls`", hint: "did you mean `heartRate`?", status: .usage)
/// ```
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How work ended: the exit statuses of the command, the most severe last.
  public struct Status: RawRepresentable, Hashable, Comparable, Sendable {
    /// The status that a process exits with.
    public let rawValue: Int32

    /// Creates a status; those of signals are 128 and the signal's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Everything was done and nothing refused.
    public static let done = Status(rawValue: 0)
    /// Data was refused, or an input is incomplete.
    public static let refused = Status(rawValue: 1)
    /// The request or the configuration is wrong.
    public static let usage = Status(rawValue: 2)
    /// The system, a file or a store failed.
    public static let environment = Status(rawValue: 3)

    package static func stopped(by signal: Int32) -> Status { Status(rawValue: 128 + signal) }

    /// The order of severity.
    public static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }
  }

  /// The code that `assay explain` explains, such as `store-locked`; `nil` for a failure without one.
  public var code: String?
  /// The problem, in one line, made safe to show.
  public var message: String
  /// What to do, as a clause.
  public var hint: String?
  /// Whose mistake it is.
  public var status: Status
  /// Findings that say more: those in a manifest or a configuration.
  public var diagnostics: [Diagnostic] = []
  /// Whether a type is missing, which a catalog that was left out may define.
  package var lacksType = false

  /// Creates a failure.
  public init(
    _ message: String, code: String? = nil, hint: String? = nil, status: Status, diagnostics: [Diagnostic] = []
  ) {
    self.message = message
    self.code = code
    self.hint = hint
    self.status = status
    self.diagnostics = diagnostics
  }

  /// A mistake in the request.
  package static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(message, hint: hint, status: .usage)
  }

  /// The message and what to do.
  public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}
