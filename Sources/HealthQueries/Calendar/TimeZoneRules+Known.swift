extension TimeZoneRules {
  /// The names of the zones of this machine's database, sorted; none if it has no list of them.
  public static var knownNames: [String] {
    TimeZoneDatabase.system().names().filter(TimeZoneDatabase.isName).sorted()
  }
}
