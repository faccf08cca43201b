import HealthPlugins

/// The settings of a store's connection, which do not depend on those of the server or the user.
struct SessionSettings: Sendable, Hashable {
  var address: StoreAddress
  /// How long to wait for a lock, in milliseconds.
  var waitMilliseconds: Int

  var locks: StoreLocks { StoreLocks(schema: address.schema) }

  func connect() throws(PluginError) -> ServerConnection {
    let connection = try ServerConnection.open(address)
    try connection.run(script: Self.script)
    // 0 would mean to wait for ever.
    let wait = min(max(1, waitMilliseconds), Int(Int32.max))
    try connection.run("SELECT set_config('lock_timeout', $1, false)", [.text(String(wait))])
    let schema = try connection.quoted(address.schema)
    try connection.run("SELECT set_config('search_path', $1, false)", [.text("\(schema), pg_temp")])
    return connection
  }

  /// No time limits, also those that only newer servers have; commits that wait for the disk, and for the standby where
  /// the server says so; no compiling of plans, which takes longer than what it saves here.
  private static let script = """
    SET client_min_messages = warning;
    SET standard_conforming_strings = on;
    SET TimeZone = 'UTC';
    SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
    SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN (
      'statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')
    """
}
