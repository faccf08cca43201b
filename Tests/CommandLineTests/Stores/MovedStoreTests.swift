import Foundation
import Testing

/// A store that is moved, removed or replaced while an import runs ends it with status 3.
@Suite("Stores that are moved while they are written") struct MovedStoreTests {
  /// What happens to the store, as a script in which `$STORE` is its path.
  struct Change: Sendable, CustomTestStringConvertible {
    var kind: StoreKind
    var script: String
    var words: String

    var testDescription: String { "\(kind): \(script)" }
  }

  static let changes = [
    Change(kind: .sqlite, script: #"mv "$STORE" "$STORE.away""#, words: "was moved or removed"),
    Change(kind: .sqlite, script: #"rm "$STORE" "$STORE-wal" "$STORE-shm""#, words: "was moved or removed"),
    Change(kind: .sqlite, script: #"mv "$STORE" "$STORE.away"; : > "$STORE""#, words: "was replaced by another file"),
    Change(kind: .sqlite, script: #"rm "$STORE-wal""#, words: "`-wal`"),
    Change(kind: .jsonl, script: #"mv "$STORE" "$STORE.away""#, words: "was moved or removed"),
    Change(kind: .jsonl, script: #"rm -r "$STORE""#, words: "was moved or removed"),
    Change(
      kind: .jsonl, script: #"mv "$STORE" "$STORE.away"; cp -r "$STORE.away" "$STORE""#,
      words: "was replaced by another folder"),
  ]

  /// The second half of the input comes after the store was made, opened and changed.
  private static let script = #"""
    { cat "$1"
      for try in $(seq 600); do if [ -e "$MADE" ]; then break; fi; sleep 0.05; done
      sleep 1; eval "$CHANGE"; cat "$2"; } |
      assay import - --format jsonl --store "$URL" --quarantine "$1.refused"
    """#

  @Test("an import ends with status 3", arguments: changes) func isTold(_ change: Change) throws {
    try TemporaryFolder.with { folder in
      let inputs = try ["first", "second"].enumerated().map { number, name in
        try folder.write(name, Self.lines(from: number * 4_000, count: 4_000))
      }
      let place = change.kind == .sqlite ? folder.path(of: "store.db") : folder.path(of: "store")
      let result = try AssayBinary.shell(
        Self.script, inputs,
        environment: [
          "STORE": place, "CHANGE": change.script,
          "MADE": change.kind == .sqlite ? place + "-wal" : place + "/store.json",
          "URL": change.kind == .sqlite ? "sqlite:" + place : "jsonl:" + place + "/",
        ])
      #expect(result.status == 3, "\(result.text)\(result.errorText)")
      #expect(result.errorText.contains("store-failed"), "\(result.errorText)")
      #expect(result.errorText.contains(change.words), "\(result.errorText)")
      #expect(result.errorText.contains("nothing since the last commit can be relied on"), "\(result.errorText)")
    }
  }

  private static func lines(from first: Int, count: Int) -> String {
    (first..<first + count).map { number in
      #"{"type":"stepCount","value":\#(number),"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}"#
        + "\n"
    }.joined()
  }
}
