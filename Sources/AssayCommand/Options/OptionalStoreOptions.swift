import ArgumentParser

/// Which store, when there need not be one.
struct OptionalStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"), help: "The store that takes what passes; without one nothing is stored.",
    completion: .file())
  var location: String?

  @OptionGroup var times: StoreTimes

  /// The store's options; `nil` when no store is named.
  func options() throws -> StoreOptions? {
    try times.check()
    guard let location else { return nil }
    var options = StoreOptions()
    options.location = location
    options.times = times
    return options
  }
}
