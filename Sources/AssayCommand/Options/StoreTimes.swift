import ArgumentParser

/// How long a command waits for a store.
struct StoreTimes: ParsableArguments {
  @Option(parsing: .unconditional, help: "How many seconds to wait for another writer.")
  var wait = 60.0

  @OptionGroup var plugin: PluginTime

  /// Refuses times that are out of their ranges, NaN included.
  func check() throws {
    guard wait >= 0, wait <= 86_400 else { throw CommandFailure.usage("--wait takes 0 to 86400 seconds") }
    try plugin.check()
  }

  /// How long to wait for another command, in milliseconds; times that `check` refuses do not wait.
  var waitMilliseconds: Int { (0...86_400).contains(wait) ? Int(wait * 1000) : 0 }
}

/// How long a command waits for a plugin.
struct PluginTime: ParsableArguments {
  @Option(
    name: .customLong("plugin-timeout"), parsing: .unconditional,
    help: "How many seconds a plugin may take for an answer.")
  var timeout = 30.0

  /// Refuses a time that is out of its range, NaN included.
  func check() throws {
    guard timeout >= 0.1, timeout <= 86_400 else {
      throw CommandFailure.usage("--plugin-timeout takes 0.1 to 86400 seconds")
    }
  }
}
