/// How long a sample of JSON may be.
package enum SampleLimits {
  /// The longest line, or element of an array, in bytes: a structured sample of 8 MB with its other fields fits.
  package static let longest = 10 << 20
  /// How much is kept of a longer one, for quarantine.
  package static let kept = 1 << 20
}
