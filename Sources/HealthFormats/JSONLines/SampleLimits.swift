/// How long a sample of JSON may be.
enum SampleLimits {
  /// The longest line, or element of an array, in bytes: a route of 200,000 points has 27 MB when every number has all
  /// its digits.
  static let longest = 32 << 20
  /// How much is kept of a longer one, for quarantine.
  static let kept = 1 << 20
}
