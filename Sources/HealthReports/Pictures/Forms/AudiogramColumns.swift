import HealthModel
import HealthUnits

/// The list of a type that holds an audiogram: elements with a frequency and a hearing level for an ear.
struct AudiogramColumns {
  private let list: Int
  private let frequency: Int
  private let levels: [AudiogramPicture.Ear: Int]
  private let masks: [AudiogramPicture.Ear: Int]

  /// Finds the list by the units of its fields; `nil` if the type has none.
  init?(_ shape: StructureShape) {
    for (index, list) in shape.lists.enumerated() {
      let fields = list.element.fields
      guard let frequency = fields.firstIndex(where: { $0.value.quantity?.unit.isConvertible(to: "Hz") ?? false })
      else { continue }
      var levels: [AudiogramPicture.Ear: Int] = [:]
      var masks: [AudiogramPicture.Ear: Int] = [:]
      for (place, field) in fields.enumerated() {
        // The first level of an ear is the one that was heard; bounds of the device come after it.
        guard let ear = Self.ear(field.name) else { continue }
        if levels[ear] == nil, field.value.quantity?.unit.isConvertible(to: "dBHL") ?? false { levels[ear] = place }
        if masks[ear] == nil, field.value == .boolean, field.name.lowercased().contains("masked") { masks[ear] = place }
      }
      guard !levels.isEmpty else { continue }
      self.list = index
      self.frequency = frequency
      self.levels = levels
      self.masks = masks
      return
    }
    return nil
  }

  /// The picture of a sample.
  func picture(_ content: StructureContent) -> AudiogramPicture {
    AudiogramPicture(left: tones(.left, content), right: tones(.right, content))
  }

  private func tones(_ ear: AudiogramPicture.Ear, _ content: StructureContent) -> [AudiogramPicture.Tone] {
    guard let level = levels[ear], content.lists.indices.contains(list) else { return [] }
    return content.lists[list].compactMap { element in
      guard case .quantity(let frequency, let unit)? = element.values[frequency],
        case .quantity(let heard, let levelUnit)? = element.values[level],
        let hertz = unit.conversion(toUnit: "Hz"), let decibels = levelUnit.conversion(toUnit: "dBHL")
      else { return nil }
      let isMasked = masks[ear].map { element.values[$0] == .boolean(true) } ?? false
      return AudiogramPicture.Tone(frequency: hertz(frequency), level: decibels(heard), isMasked: isMasked)
    }
  }

  private static func ear(_ name: String) -> AudiogramPicture.Ear? {
    let name = name.lowercased()
    return name.hasPrefix("left") ? .left : name.hasPrefix("right") ? .right : nil
  }
}
