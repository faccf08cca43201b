import HealthConnect
import HealthModel

/// What was eaten: a food with its nutrients, and nutrients of their own.
extension ConnectSamples {
  /// The nutrients that a food of HealthKit does not have.
  private static let apart: Set<String> = ["energyFromFat", "transFat", "unsaturatedFat", "folicAcid"]

  func addNutrition(
    _ record: JSONValue, _ kind: ConnectRecords.Kind, _ origin: ConnectOrigin, _ place: ConvertedPlace,
    to lines: inout ConvertedLines
  ) {
    var members: [(name: String, quantity: ConnectQuantity)] = []
    var others: [(name: String, quantity: ConnectQuantity)] = []
    // Members of an object have no order; those of a sample do.
    for member in (record.members ?? []).sorted(by: { $0.key < $1.key }) where member.value != .null {
      let isEnergy = member.key == "energy" || member.key == "energyFromFat"
      let quantity = ConnectQuantity(member.value, unit: isEnergy ? "cal" : "g")
      guard kind.has(member.key) else {
        if quantity != nil, member.value.members != nil {
          lines.addUnsupported("\(kind.table.record).\(member.key.prefix(100))", at: place)
        }
        continue
      }
      guard let quantity else {
        lines.addFault("`\(member.key)` is not a quantity in a known unit", at: place)
        continue
      }
      if Self.apart.contains(member.key) {
        others.append((member.key, quantity))
      } else {
        members.append((member.key, quantity))
      }
    }
    var notes = kind.table.jsonNotes(of: record)
    if let name = record["name"]?.text, !name.isEmpty { notes.append(.init("HKFoodType", .string(name))) }
    if !members.isEmpty || others.isEmpty {
      lines.add(at: place) { json in
        origin.begin(kind.type(), to: &json)
        json.key("members")
        json.array { list in
          for (name, quantity) in members {
            list.object { member in
              member.member("uuid", origin.id(part: Self.column(of: name)))
              member.member("type", kind.type(name))
              quantity.append(to: &member)
            }
          }
        }
        origin.end(notes, to: &json)
      }
    }
    for (name, quantity) in others {
      lines.add(at: place) { json in
        json.member("uuid", origin.id(part: Self.column(of: name)))
        json.member("type", kind.type(name))
        quantity.append(to: &json)
        origin.appendTimes(to: &json)
        origin.end(notes, isPart: true, to: &json)
      }
    }
  }

  /// The name of a field in the database, which ids of parts are made of: `vitamin_b6` of `vitaminB6`.
  private static func column(of field: String) -> String {
    field.reduce(into: "") { text, character in
      text += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }
}
