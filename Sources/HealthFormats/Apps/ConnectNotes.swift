import HealthConnect
import HealthModel

extension RecordTable {
  /// The metadata of a record in JSON, whose members are named as the columns are, in camel case.
  func jsonNotes(of record: JSONValue) -> [JSONValue.Member] {
    notes.compactMap { note in
      let words = note.column.split(separator: "_")
      let name = words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
      let key = String(describing: note.key)
      guard let value = record[name == "type" ? "mindfulnessSessionType" : name] else { return nil }
      switch note.form {
      case .text: return value.text.flatMap { $0.isEmpty ? nil : .init(key, .string($0)) }
      case .number: return .init(key, value)
      case .unit, .cycleStart: return nil
      case .protection:
        guard let number = value.int, number == 1 || number == 2 else { return nil }
        return .init(key, .boolean(number == 1))
      case .raw(let numbers):
        guard let number = value.int, numbers.indices.contains(number), numbers[number] >= 0 else { return nil }
        return .init(key, .int64(Int64(numbers[number])))
      case .words(let words):
        // Libraries number kinds of mindfulness in another order than the database.
        let words = name == "type" ? ["unknown", "meditation", "breathing", "music", "movement", "unguided"] : words
        guard let number = value.int, words.indices.contains(number), number != 0 || words[0] != "unknown" else {
          return nil
        }
        return .init(key, .string(words[number]))
      }
    }
  }
}

extension ConnectRecords.Kind {
  /// The type of a record that is a sample by being there.
  var presenceType: String {
    let fields = ["SexualActivityRecord": "protectionUsed", "MindfulnessSessionRecord": "mindfulnessSessionType"]
    return codes[table.record]?.id ?? type(fields[table.record] ?? "")
  }

  func has(_ field: String) -> Bool { codes["\(table.record).\(field)"] != nil }
}
