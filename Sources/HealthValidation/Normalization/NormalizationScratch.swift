/// Buffers that normalizing reuses from sample to sample.
struct NormalizationScratch: Sendable {
  /// The bytes a content id is the hash of.
  var identity: [UInt8] = []
  /// The beginning of `identity`, which samples of the same type and subject share.
  var beginning = IdentityBeginning()
  /// A correlation's source and metadata as identity bytes, while its members are worked on.
  var headFields: [UInt8] = []
  /// The source's name of the sample before, and how identity has it.
  var name: [UInt8] = []
  var nameField = IdentityBytes.field([UInt8]())
  /// The numbers in the batch of the run's own origin and subject, once a sample has them.
  var runOrigin: Int32?
  var runSubject: Int32?
  /// Metadata entries in the order of their keys.
  var entries: [MetadataEntry] = []
  /// The entries' keys, values and identity bytes.
  var text: [UInt8] = []
  /// Ids of a correlation's members with their roles, for its own id.
  var members: [(role: Int32, high: UInt64, low: UInt64)] = []
}

/// The first fields of an identity: scheme, subject and type.
struct IdentityBeginning: Sendable {
  /// The type; -1 until there are fields.
  var type: Int32 = -1
  var subject: Int32 = -1
  /// How many bytes the fields are.
  var count = 0
}

/// A metadata entry in its canonical form, as ranges of the scratch text.
struct MetadataEntry: Sendable {
  var key: Range<Int>
  var value: Range<Int>
  var identity: Range<Int>
}
