import HealthPlugins
import HealthStorage

/// Texts that the host keeps in the store, and the last commits of its sessions.
enum Notes {
  /// The key under which a host keeps its session and the number of its last commit.
  private static let session = "session"
  /// Of how many sessions the last commit is remembered.
  private static let sessions = 256

  /// Keeps a text in the open transaction, in place of the one before.
  static func keep(_ key: String, _ text: String, _ connection: ServerConnection) throws(PluginError) {
    guard !key.utf8.contains(0), !text.utf8.contains(0) else {
      throw PluginError(.configuration, "PostgreSQL cannot keep a note with U+0000", code: .failed)
    }
    let values: [BoundValue] = [.text(key), .text(text)]
    if try connection.run("UPDATE assay_notes SET content = $2 WHERE key = $1", values).affected == 0 {
      try connection.run("INSERT INTO assay_notes (key, content) VALUES ($1, $2)", values)
    }
    if key == session, let point = PluginHello.ResumePoint(note: text) { try keep(point, connection) }
  }

  /// Keeps a session's last commit apart from those of others, which may write at the same time.
  private static func keep(_ point: PluginHello.ResumePoint, _ connection: ServerConnection) throws(PluginError) {
    let values: [BoundValue] = [.text(point.session), .long(point.commit)]
    guard try connection.run("UPDATE assay_sessions SET number = $2 WHERE session = $1", values).affected == 0 else {
      return
    }
    try connection.run("INSERT INTO assay_sessions (session, number) VALUES ($1, $2)", values)
    try connection.run(
      """
      DELETE FROM assay_sessions WHERE place <= (SELECT place FROM assay_sessions ORDER BY place DESC OFFSET $1 LIMIT 1)
      """, [.long(Int64(sessions))])
  }

  /// Whether one of the notes says that an import is at its end.
  static func endAnImport(_ notes: [(key: String, text: String)]) -> Bool {
    notes.contains { note in
      let text = Array(note.text.utf8)
      guard note.key.hasPrefix(importPrefix),
        let value = CanonicalObject.value(of: "finished", of: 0..<text.count, in: text)
      else { return false }
      return text[value].elementsEqual("true".utf8)
    }
  }

  /// Removes the notes with these keys; the result is how many there were.
  static func remove(_ keys: [String], _ connection: ServerConnection) throws(PluginError) -> Int {
    let kept = keys.filter { !$0.utf8.contains(0) }
    return try connection.run("DELETE FROM assay_notes WHERE key = ANY ($1)", [.texts(kept)]).affected
  }

  /// The prefix of the keys of imports' progress.
  static let importPrefix = "import:"

  /// Where a host goes on: the last commit of its session, or else what the last session of all left.
  static func resumePoint(
    of host: String, _ connection: ServerConnection
  ) throws(PluginError) -> PluginHello.ResumePoint? {
    guard !host.utf8.contains(0) else { return nil }
    let own = try connection.run("SELECT number FROM assay_sessions WHERE session = $1", [.text(host)])
    if own.count > 0 { return PluginHello.ResumePoint(session: host, commit: own.long(0, 0)) }
    let last = try connection.run("SELECT content FROM assay_notes WHERE key = $1", [.text(session)])
    return last.count > 0 ? PluginHello.ResumePoint(note: last.text(0, 0)) : nil
  }

  /// The notes whose keys begin so, in the order of their first commits.
  static func all(
    prefix: String, _ connection: ServerConnection
  ) throws(PluginError) -> [(key: String, text: String)] {
    guard !prefix.utf8.contains(0) else { return [] }
    let found = try connection.run(
      "SELECT key, content FROM assay_notes WHERE starts_with(key, $1) ORDER BY place", [.text(prefix)])
    return (0..<found.count).map { (key: found.text($0, 0), text: found.text($0, 1)) }
  }
}
