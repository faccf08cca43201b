import AssayKit
import SeededRandom

/// Random samples of the types of a registry, most of them valid, with texts that need escapes.
struct RandomNewSamples {
  private let types: [TypeDefinition]
  private var random: SeededGenerator

  private static let texts = [
    "Watch", "a \"quoted\" name", "back\\slash", "line\nbreak\tand \u{1}", "Läufer 🏃", "no\u{A0}break ", "",
  ]

  init(registry: Registry, seed: UInt64) {
    types = registry.types.filter { $0.shape.structure == nil }
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> NewSample {
    let type = types[Int.random(in: 0..<types.count, using: &random)]
    var sample = self.sample(of: type)
    guard let members = type.shape.members else { return sample }
    for member in members where member.minimum > 0 || Bool.random(using: &random) {
      guard let type = types.first(where: { $0.id == member.type }) else { continue }
      var own = self.sample(of: type)
      if Int.random(in: 0..<4, using: &random) > 0 { (own.start, own.end) = (nil, nil) }
      if member.role != member.type || Bool.random(using: &random) { own.role = member.role }
      own.subject = nil
      sample.members.append(own)
    }
    return sample
  }

  private mutating func sample(of type: TypeDefinition) -> NewSample {
    let name = ([type.id] + type.identifiers + type.aliases).randomElement(using: &random) ?? type.id
    var sample = NewSample(type: name, value: value(of: type))
    if type.shape.hasTime {
      let start = Int64.random(in: 0..<1_780_000_000_000, using: &random) * 1000
      let offset = Int16([-420, 0, 60, 330].randomElement(using: &random) ?? 0)
      sample.start = Instant(microseconds: start, offset: offset)
      if Bool.random(using: &random) {
        sample.end = Instant(
          microseconds: start + Int64.random(in: -10..<3_600_000_000, using: &random), offset: offset)
      }
    }
    if chance(4) { sample.created = Instant(microseconds: Int64.random(in: 0..<1_780_000_000_000_000, using: &random)) }
    if chance(4) { sample.id = SampleID(high: random.next(), low: random.next()) }
    if chance(4) { sample.subject = text() }
    if chance(2) {
      sample.source = SourceRevision(name: text(), bundle: chance(2) ? "com.example.app" : nil, os: text())
    }
    if chance(3) { sample.device = Device(name: text(), model: text(), udi: chance(2) ? "00:11" : nil) }
    while chance(3) { sample.metadata[key()] = metadata() }
    return sample
  }

  private mutating func value(of type: TypeDefinition) -> NewSampleValue {
    if let quantity = type.shape.quantity {
      let bounds = quantity.allowed
      let number = Double.random(
        in: (bounds.minimum ?? 0)...max(bounds.maximum ?? 1000, bounds.minimum ?? 0), using: &random)
      return .quantity(chance(2) ? number.rounded() : number, quantity.unit)
    }
    if let list = type.shape.enumeration, let item = list.cases.randomElement(using: &random) {
      if chance(3), let raw = item.raw { return .rawCase(raw) }
      return .text(chance(10) ? text() : item.name)
    }
    return type.shape.members == nil ? .text(chance(5) ? text() : "1990-04-12") : .absent
  }

  private mutating func key() -> String {
    ["HKWasUserEntered", "HKTimeZone", "device serial", "x \"y\"", "note"].randomElement(using: &random) ?? "note"
  }

  private mutating func metadata() -> MetadataValue {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .string(text())
    case 1: .number(Double(Int.random(in: -5...5, using: &random)) / 2)
    case 2: .boolean(Bool.random(using: &random))
    case 3: .date(Instant(microseconds: 1_000_000, offset: 60))
    case 4: .quantity(Quantity(83.5, .perMinute))
    default: .other(#"[1, "two", null]"#)
    }
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func chance(_ parts: Int) -> Bool { Int.random(in: 0..<parts, using: &random) == 0 }
}
