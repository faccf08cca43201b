import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@Suite struct GroupTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  @Test func aConflictRefusesTheWholeGroup() async throws {
    let store = try await place.open(registry)
    let stored = Draft("bloodPressureSystolic", at: 7, value: 110).with { $0.given = uuid(1) }
    var pressure = Draft.pressure(120, 80, at: 7)
    pressure.members[0].given = uuid(1)
    let twin = pressure.members[1].with { $0.role = -1 }
    // The twin behind the refused group is stored: it was not, as a member.
    #expect(
      try await store.append([stored, pressure, twin], registry)
        == [accepted, conflict, conflict, conflict, accepted])
    try await store.commit()
    // Now it is stored, and says so as a member.
    #expect(try await store.append([pressure], registry) == [conflict, conflict, duplicate])
    try await store.commit()
    #expect(try await store.answers().count == 2)
    #expect(try place.rows("SELECT * FROM assay_members").isEmpty)
    try await store.close()
  }

  @Test func twoCorrelationsShareAMember() async throws {
    let store = try await place.open(registry)
    var first = Draft.pressure(120, 80, at: 7)
    var second = Draft.pressure(121, 80, at: 7)
    for index in 0...1 {
      first.members[index].given = uuid(UInt64(10 + index))
      second.members[index].given = uuid(UInt64(index == 0 ? 20 : 11))
    }
    first.given = uuid(1)
    second.given = uuid(2)
    #expect(
      try await store.append([first, second], registry)
        == [accepted, accepted, accepted, accepted, accepted, duplicate])
    try await store.commit()
    #expect(try await store.append([second, first], registry) == Array(repeating: duplicate, count: 6))
    try await store.commit()
    let members = try await store.answers().filter { $0.parent != nil }.map(\.id)
    #expect(members.filter { $0 == uuid(11) }.count == 2)
    #expect(try place.rows("SELECT * FROM bloodPressureDiastolic").count == 1, "a view has a row for a sample")
    try await store.close()
  }
}
