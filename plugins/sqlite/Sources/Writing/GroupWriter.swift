import HealthModel

/// Links the members of new correlations, whether they were stored with them, before them or in another one.
enum GroupWriter {
  static func link(_ outcomes: [RowOutcome], _ job: RowAppend) throws {
    let batch = job.batch
    let statement = try PreparedStatement(
      """
      INSERT INTO assay_members (
        correlation_type, correlation_start_us, correlation_id, position, role, member_type, member_start_us, member_id
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, in: job.db)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if group.count > 1, outcomes[row] == .new {
        let roles = job.plans[Int(batch.type[row])].roles
        let head = job.key(row)
        for (position, member) in group.dropFirst().enumerated() {
          let role = Int(batch.role[member])
          let key = job.key(member)
          statement.bind(1, head.type)
          statement.bind(2, head.start)
          statement.bind(3, head.id)
          statement.bind(4, Int64(position))
          statement.bind(5, copying: role >= 0 && role < roles.count ? roles[role] : "")
          statement.bind(6, key.type)
          statement.bind(7, key.start)
          statement.bind(8, key.id, slot: 1)
          try statement.run()
        }
      }
      row = group.upperBound
    }
  }
}
