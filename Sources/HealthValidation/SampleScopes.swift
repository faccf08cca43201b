public import HealthModel

/// Groups of samples, by type, source and subject, in which a run counts what is read and refused.
///
/// A group has a bit, so that the groups of a sample are one number: a judge counts without an allocation, and what it
/// remembers does not grow with the number of sources.
@usableFromInline package struct SampleScopes: Sendable {
  /// The most groups.
  package static let limit = 64

  /// A group; an empty list holds for all.
  @usableFromInline package struct Scope: Sendable, Hashable {
    package var types: [GlobPattern]
    package var sources: [GlobPattern]
    package var subjects: [GlobPattern]

    /// Creates a group; without globs it is all samples.
    @usableFromInline package init(types: [GlobPattern] = [], sources: [GlobPattern] = [], subjects: [GlobPattern] = [])
    {
      self.types = types
      self.sources = sources
      self.subjects = subjects
    }
  }

  private let scopes: [Scope]
  private let ofType: [UInt64]
  private let ofNoType: UInt64
  /// The groups that are about sources or subjects, a bit each: only a sample itself can say whether it is in one.
  package let bySample: UInt64
  /// The groups that are about types, sources or subjects: the sample of a finding decides which.
  package let byFinding: UInt64

  package init(_ scopes: [Scope], in registry: Registry) {
    self.scopes = Array(scopes.prefix(Self.limit))
    let scopes = self.scopes
    func bits(_ holds: (Scope) -> Bool) -> UInt64 {
      scopes.indices.reduce(0) { holds(scopes[$1]) ? $0 | 1 &<< UInt64($1) : $0 }
    }
    ofNoType = bits { $0.types.isEmpty }
    ofType = registry.types.enumerated().map { index, type in
      bits { scope in
        // A name that is spelled out may be any of the type's.
        scope.types.isEmpty
          || scope.types.contains { $0.matches(type.id) || $0.isLiteral && registry.typeIndex(named: $0.text) == index }
      }
    }
    bySample = bits { !$0.sources.isEmpty || !$0.subjects.isEmpty }
    byFinding = bits { !$0.types.isEmpty || !$0.sources.isEmpty || !$0.subjects.isEmpty }
  }

  package var count: Int { scopes.count }

  /// The groups that a type is in, as index into the registry; -1 for a type that is not known.
  package func bits(ofType type: Int32) -> UInt64 { ofType.indices.contains(Int(type)) ? ofType[Int(type)] : ofNoType }

  package func bits(source: String?, bundle: String?, subject: String?) -> UInt64 {
    let names = [source.map(SourceName.plain), bundle].compactMap { $0 }
    return scopes.indices.reduce(0) { bits, index in
      let scope = scopes[index]
      let isOfSource = scope.sources.isEmpty || names.contains { name in scope.sources.contains { $0.matches(name) } }
      let isOfSubject =
        scope.subjects.isEmpty || (subject.map { name in scope.subjects.contains { $0.matches(name) } } ?? false)
      return isOfSource && isOfSubject ? bits | 1 &<< UInt64(index) : bits
    }
  }
}

/// What was read and refused in a group of samples.
@usableFromInline package struct ScopeTally: Sendable, Hashable {
  package var read = 0
  package var refused = 0

  @usableFromInline package init() {}
}

/// The groups of the sources and subjects that came last, by their bytes: globs are compared once for each.
struct ScopeMemo: Sendable {
  /// How many sources and subjects are remembered, and how many bytes of them, before all are forgotten.
  static let limit = 1024
  static let byteLimit = 1 << 18

  private var arena: [UInt8] = []
  private var texts = InternTable()
  private var bits: [UInt64] = []

  /// The groups of a sample, whatever its type; texts with escapes are decoded.
  mutating func bits(
    _ scopes: SampleScopes, _ fields: (name: RawField, bundle: RawField, subject: RawField), subject: String?,
    _ syntax: RawSyntax, _ input: RawSpan
  ) -> UInt64 {
    if bits.count >= Self.limit || arena.count >= Self.byteLimit { removeAll() }
    let start = arena.count
    append(fields.name, syntax, input)
    append(fields.bundle, syntax, input)
    append(fields.subject, syntax, input)
    let place = Int(texts.intern(from: start, in: &arena))
    if place < bits.count { return bits[place] }
    func text(_ field: RawField) -> String? {
      guard field.kind == .string else { return nil }
      return String(decoding: CanonicalText.decoded(field, syntax, input), as: UTF8.self)
    }
    let found = scopes.bits(
      source: text(fields.name), bundle: text(fields.bundle), subject: text(fields.subject) ?? subject)
    bits.append(found)
    return found
  }

  private mutating func append(_ field: RawField, _ syntax: RawSyntax, _ input: RawSpan) {
    // No UTF-8 text has these bytes.
    arena.append(field.kind == .string ? 0xFF : 0xFE)
    if field.kind == .string { CanonicalText.appendDecoded(field, syntax, input, to: &arena) }
  }

  private mutating func removeAll() {
    arena.removeAll()
    texts = InternTable()
    bits.removeAll(keepingCapacity: true)
  }
}
